"""Series that calendar apps have sent."""

import pytest
from playwright.sync_api import expect

from times import of_date, part, repeat
from window import panel


def send_by_app(content, checklist, *lines):
    """Has a calendar app add the task Bins."""
    begin = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:bins", "SUMMARY:Bins"]
    text = "\r\n".join([*begin, *lines, "END:VTODO", "END:VCALENDAR", ""])
    path = f"/dav/calendars/1/list-{checklist['id']}/bins.ics"
    content.send("PUT", path, text.encode(), {"content-type": "text/calendar"})


def lines_of(content, checklist):
    """The lines of the task as its app reads them."""
    answer = content.send("GET", f"/dav/calendars/1/list-{checklist['id']}/bins.ics")
    return answer.decode().split("\r\n")


def override(day, *lines):
    """Lines that end the task and begin the component of one occurrence."""
    return ["END:VTODO", "BEGIN:VTODO", "UID:bins", f"RECURRENCE-ID;VALUE=DATE:{day}", *lines]


def bins(content, checklist):
    return next(item for item in content.items(checklist) if item["text"] == "Bins")


def test_what_only_its_app_can_check_says_so(content, groceries, open_at):
    send_by_app(content, groceries, "DUE;VALUE=DATE:20261124", "RRULE:FREQ=HOURLY")
    window = open_at()
    box = window.check_box("Bins")
    expect(part(window, "Bins", "repeats")).to_be_visible()
    expect(box).to_have_attribute("aria-disabled", "true")
    box.click(force=True)
    expect(window.notice("Only the app that created this")).to_be_visible()
    expect(box).not_to_be_checked()
    expect(window.check_box("Milk")).to_have_attribute("aria-disabled", "false")
    form = window.edit("Bins")
    expect(repeat(form).locator("option:checked")).to_have_text("Repeats in your calendar app")
    window.expect_accessible()
    repeat(form).select_option(label="Every day")
    window.save()
    window.settled()
    assert bins(content, groceries)["recurrence"]["rule"] == "FREQ=DAILY"
    expect(box).to_have_attribute("aria-disabled", "false")


def test_a_series_with_a_lead_names_the_days_on_which_it_is_due(content, groceries, open_at):
    lines = ["DTSTART;VALUE=DATE:20261123", "DUE;VALUE=DATE:20261124"]
    rule = "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261221"
    send_by_app(content, groceries, *lines, f"RRULE:{rule}")
    window = open_at()
    form = window.edit("Bins")
    expect(repeat(form).locator("option:checked")).to_have_text("Every week on…")
    expect(form.get_by_role("checkbox", name="Tuesday")).to_be_checked()
    expect(form.get_by_role("checkbox", name="Monday")).not_to_be_checked()
    expect(form.get_by_label("End date", exact=True)).to_have_value("2026-12-22")
    expect(form.locator("[data-part=next]")).to_have_text("Next: Tue 1 Dec · Tue 8 Dec · Tue 15 Dec")
    of_date(form, "Next week").click()
    window.save()
    window.settled()
    kept = bins(content, groceries)
    assert kept["dueOn"] == "2026-11-30"
    assert kept["recurrence"] == {"rule": rule, "from": "due", "lead": "P1D"}


@pytest.mark.parametrize(
    "rule, upcoming",
    [
        ("FREQ=WEEKLY;BYDAY=MO", "Tue 22 Dec · Tue 29 Dec · Tue, 5 Jan 2027"),
        ("FREQ=WEEKLY", "Tue 22 Dec · Tue 29 Dec · Tue, 5 Jan 2027"),
        ("FREQ=DAILY", "Wed 9 Dec · Thu 10 Dec · Fri 11 Dec"),
        ("FREQ=MONTHLY", "Fri, 8 Jan 2027"),
    ],
)
def test_another_end_keeps_the_lead_and_the_exceptions(content, groceries, open_at, rule, upcoming):
    dates = ["DTSTART;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261208", "EXDATE;VALUE=DATE:20261214"]
    cake = override("20261221", "SUMMARY:Cake") if rule != "FREQ=MONTHLY" else []
    send_by_app(content, groceries, *dates, f"RRULE:{rule}", *cake)
    window = open_at()
    form = window.edit("Bins")
    panel(form, "Repeat").get_by_label("Ends").select_option(label="On date…")
    form.get_by_label("End date", exact=True).fill("2027-01-31")
    expect(form.locator("[data-part=next]")).to_have_text(f"Next: {upcoming}")
    window.save()
    window.settled()
    lines = lines_of(content, groceries)
    # The last start is a day before the last due day.
    assert not {*dates, f"RRULE:{rule};UNTIL=20270130", *cake} - {*lines}, lines
    form = window.edit("Bins")
    expect(panel(form, "Repeat").get_by_label("End date", exact=True)).to_have_value("2027-01-31")
    panel(form, "Repeat").get_by_label("Ends").select_option(label="After … times")
    form.get_by_label("Number of times").fill("4")
    window.save()
    window.settled()
    lines = lines_of(content, groceries)
    assert not {*dates, f"RRULE:{rule};COUNT=4", *cake} - {*lines}, lines


@pytest.mark.parametrize("lead", [0, 1])
def test_a_new_date_moves_the_exceptions_of_a_weekly_rule(content, groceries, open_at, lead):
    def start(number):
        return f"202612{number - lead:02}"

    cake = override(start(15), "SUMMARY:Cake")
    begin = ["DTSTART;VALUE=DATE:20261130"] if lead else []
    dates = [*begin, "DUE;VALUE=DATE:20261201", f"EXDATE;VALUE=DATE:{start(8)}"]
    send_by_app(content, groceries, *dates, "RRULE:FREQ=WEEKLY", *cake)
    window = open_at()
    form = window.edit("Bins")
    upcoming = panel(form, "Repeat").locator("[data-part=next]")
    expect(upcoming).to_have_text("Next: Tue 15 Dec · Tue 22 Dec · Tue 29 Dec")
    panel(form, "Date").get_by_label("Date", exact=True).fill("2026-12-02")
    expect(panel(form, "Repeat").get_by_role("checkbox", name="Wednesday")).to_be_checked()
    expect(upcoming).to_have_text("Next: Wed 16 Dec · Wed 23 Dec · Wed 30 Dec")
    window.save()
    window.settled()
    lines = lines_of(content, groceries)
    moved = {f"EXDATE;VALUE=DATE:{start(9)}", f"RECURRENCE-ID;VALUE=DATE:{start(16)}", "SUMMARY:Cake"}
    assert not moved - {*lines} and "RRULE:FREQ=WEEKLY" in lines, lines
    assert bins(content, groceries)["dueOn"] == "2026-12-02"


def test_other_weekdays_drop_the_lead_and_name_due_days(content, groceries, open_at):
    dates = ["DTSTART;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261208"]
    send_by_app(content, groceries, *dates, "RRULE:FREQ=WEEKLY;BYDAY=MO")
    window = open_at()
    form = window.edit("Bins")
    panel(form, "Repeat").get_by_role("checkbox", name="Friday").check()
    panel(form, "Repeat").get_by_label("Ends").select_option(label="On date…")
    form.get_by_label("End date", exact=True).fill("2027-01-31")
    window.save()
    window.settled()
    rule = "FREQ=WEEKLY;BYDAY=TU,FR;UNTIL=20270131"
    assert bins(content, groceries)["recurrence"] == {"rule": rule, "from": "due"}

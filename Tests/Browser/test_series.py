"""Series that calendar apps have sent."""

from playwright.sync_api import expect

from times import chip, part


def send_by_app(content, checklist, *lines):
    """Has a calendar app add the task Bins."""
    begin = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:bins", "SUMMARY:Bins"]
    text = "\r\n".join([*begin, *lines, "END:VTODO", "END:VCALENDAR", ""])
    path = f"/dav/calendars/1/list-{checklist['id']}/bins.ics"
    content.send("PUT", path, text.encode(), {"content-type": "text/calendar"})


def bins(content, checklist):
    return next(item for item in content.items(checklist) if item["text"] == "Bins")


def test_what_only_its_app_can_check_says_so(content, groceries, open_at):
    send_by_app(content, groceries, "DUE;VALUE=DATE:20261124", "RRULE:FREQ=HOURLY")
    window = open_at()
    box = window.check_box("Bins")
    expect(part(window, "Bins", "repeats")).to_be_visible()
    expect(box).to_have_attribute("aria-disabled", "true")
    box.click(force=True)
    expect(window.notice("Check it off there.")).to_be_visible()
    expect(box).not_to_be_checked()
    expect(window.check_box("Milk")).to_have_attribute("aria-disabled", "false")
    form = window.edit("Bins")
    chosen = form.get_by_label("Repeat").locator("option:checked")
    expect(chosen).to_have_text("Repeats in your calendar app")
    expect(form.get_by_role("button", name="Save")).to_be_disabled()
    window.expect_accessible()
    form.get_by_label("Repeat").select_option(label="Every day")
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
    expect(form.get_by_label("Repeat").locator("option:checked")).to_have_text("Every week on …")
    expect(form.get_by_role("checkbox", name="Tuesday")).to_be_checked()
    expect(form.get_by_role("checkbox", name="Monday")).not_to_be_checked()
    expect(form.get_by_label("Last day", exact=True)).to_have_value("2026-12-22")
    expect(form.locator("[data-part=next]")).to_have_text("Next: Tue 1 Dec · Tue 8 Dec · Tue 15 Dec")
    chip(form, "Next week").click()
    window.save()
    window.settled()
    kept = bins(content, groceries)
    assert kept["dueOn"] == "2026-11-30"
    assert kept["recurrence"] == {"rule": rule, "from": "due", "lead": "P1D"}

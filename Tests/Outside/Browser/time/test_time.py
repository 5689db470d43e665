"""Time as people mean it: days, times, and what comes again."""

import re

import pytest
from playwright.sync_api import expect

from times import PARIS, chip, of_date, part, repeat
from window import panel


@pytest.mark.parametrize(
    ("name", "expected", "shown"),
    [
        ("Today", {"dueOn": "2026-11-23"}, "Today"),
        ("Tonight", {"dueDate": "2026-11-23T19:00:00.000Z"}, "Today, 20:00"),
        ("Tomorrow", {"dueOn": "2026-11-24"}, "Tomorrow"),
        ("Next week", {"dueOn": "2026-11-30"}, "Mon 30 Nov"),
    ],
)
def test_a_date_is_a_tap_away(content, groceries, open_at, name, expected, shown):
    window = open_at()
    form = window.edit("Milk")
    of_date(form, name).click()
    expect(of_date(form, name)).to_have_attribute("aria-pressed", "true")
    window.save()
    expect(part(window, "Milk", "moment")).to_have_text(shown)
    window.settled()
    item = content.items(groceries)[0]
    assert {"dueDate": None, **expected, "timeZone": PARIS}.items() <= item.items()
    assert item["dueOn"] == expected.get("dueOn")


def test_tonight_is_not_offered_when_it_has_begun(open_at):
    form = open_at(now="2026-11-23T20:30:00+01:00").edit("Milk")
    expect(of_date(form, "Tomorrow")).to_be_visible()
    expect(of_date(form, "Tonight")).to_have_count(0)


def test_a_time_before_midnight_is_one_of_tomorrow(content, groceries, open_at):
    window = open_at(now="2026-11-23T23:40:00+01:00")
    form = window.edit("Milk")
    of_date(form, "Today").click()
    of_date(form, "Add time").click()
    expect(panel(form, "Date").get_by_label("Time", exact=True)).to_have_value("00:00")
    window.save()
    window.settled()
    assert content.items(groceries)[0]["dueDate"] == "2026-11-23T23:00:00.000Z"


def test_a_time_can_be_taken_from_a_day_and_the_day_away(content, groceries, open_at):
    item = content.make_item(groceries, "Call", dueDate="2026-11-25T08:30:00Z", shouldRemind=True)
    window = open_at()
    form = window.edit("Call")
    expect(panel(form, "Remind").get_by_label("When due")).to_be_checked()
    of_date(form, "Remove time").click()
    expect(panel(form, "Remind").get_by_label("Same day, 09:00")).to_be_checked()
    window.save()
    window.settled()
    kept = content.item(item)
    assert (kept["dueOn"], kept["dueDate"], kept["shouldRemind"]) == ("2026-11-25", None, False)
    assert kept["alarms"] == [{"offset": "PT9H"}]
    form = window.edit("Call")
    of_date(form, "No date").click()
    window.save()
    expect(part(window, "Call", "due")).to_be_hidden()
    window.settled()
    kept = content.item(item)
    assert (kept.get("dueOn"), kept["dueDate"], kept.get("alarms", [])) == (None, None, [])


def test_an_item_of_another_time_zone_says_so_until_its_date_is_set_here(content, groceries, open_at):
    call = {"dueDate": "2026-11-28T06:00:00Z", "timeZone": "Asia/Tokyo"}
    item = content.make_item(groceries, "Call", **call)
    window = open_at()
    form = window.edit("Call")
    zone = panel(form, "Date").locator("[data-part=zone]")
    expect(zone).to_have_text("Time zone Asia/Tokyo: Sat 28 Nov, 15:00")
    expect(panel(form, "Date").get_by_label("Time", exact=True)).to_have_value("07:00")
    form.get_by_label("Notes").fill("by video")
    window.save()
    window.settled()
    assert content.item(item)["timeZone"] == "Asia/Tokyo"
    form = window.edit("Call")
    of_date(form, "Tomorrow").click()
    expect(zone).to_be_hidden()
    window.save()
    window.settled()
    kept = content.item(item)
    assert (kept["dueOn"], kept["timeZone"]) == ("2026-11-24", PARIS)


@pytest.mark.parametrize(
    ("now", "late"), [("2026-11-23T23:59:00+01:00", False), ("2026-11-24T00:00:00+01:00", True)]
)
def test_a_day_is_overdue_from_the_next_day_on(content, groceries, open_at, now, late):
    content.make_item(groceries, "Bins", dueOn="2026-11-23", timeZone=PARIS)
    content.make_item(groceries, "Market", dueOn="2026-11-24", timeZone="Asia/Tokyo")
    window = open_at(now=now)
    expect(part(window, "Bins", "moment")).to_have_text("Yesterday" if late else "Today")
    overdue = re.compile("overdue")
    for text, is_late in (("Bins", late), ("Market", False)):
        due = expect(part(window, text, "due"))
        (due.to_have_class if is_late else due.not_to_have_class)(overdue)


def test_days_stand_in_order_of_their_dates_and_before_their_times(content, groceries, open_at):
    content.send("DELETE", f"/v1/checklists/{groceries['id']}/items")
    content.make_item(groceries, "Nine", dueDate="2026-11-24T08:00:00Z")
    content.make_item(groceries, "Midnight", dueDate="2026-11-23T23:00:00Z")
    content.make_item(groceries, "All day", dueOn="2026-11-24", timeZone=PARIS)
    content.make_item(groceries, "Tokyo", dueOn="2026-11-24", timeZone="Asia/Tokyo")
    window = open_at()
    window.page.get_by_role("combobox", name="Sort").select_option("checked,dueDate")
    in_order = ["Tokyo", "All day", "Midnight", "Nine"]
    window.expect_texts(*in_order)
    window.edit("Nine").get_by_label("Important").check()
    window.save()
    window.settled()
    window.expect_texts(*in_order)


# What comes again


@pytest.mark.parametrize(
    ("way", "rule", "next_times"),
    [
        ("Every day", "FREQ=DAILY", "Wed 25 Nov · Thu 26 Nov · Fri 27 Nov"),
        ("Every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Wed 25 Nov · Thu 26 Nov · Fri 27 Nov"),
        ("Every week on…", "FREQ=WEEKLY;BYDAY=TU", "Tue 1 Dec · Tue 8 Dec · Tue 15 Dec"),
        (
            "Every 2 weeks on…",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
            "Tue 8 Dec · Tue 22 Dec · Tue, 5 Jan 2027",
        ),
        (
            "Every month on the 24th",
            "FREQ=MONTHLY;BYMONTHDAY=24",
            "Thu 24 Dec · Sun, 24 Jan 2027 · Wed, 24 Feb 2027",
        ),
        (
            "Every month on the last day",
            "FREQ=MONTHLY;BYMONTHDAY=-1",
            "Mon 30 Nov · Thu 31 Dec · Sun, 31 Jan 2027",
        ),
        (
            "Every month on the fourth Tuesday",
            "FREQ=MONTHLY;BYDAY=4TU",
            "Tue 22 Dec · Tue, 26 Jan 2027 · Tue, 23 Feb 2027",
        ),
        ("Every year", "FREQ=YEARLY", "Wed, 24 Nov 2027 · Fri, 24 Nov 2028 · Sat, 24 Nov 2029"),
        (
            "Custom…",
            "FREQ=DAILY;INTERVAL=3",
            "Fri 27 Nov · Mon 30 Nov · Thu 3 Dec",
        ),
    ],
)
def test_what_comes_again_is_chosen_in_words(content, groceries, open_at, way, rule, next_times):
    window = open_at()
    form = window.edit("Milk")
    expect(form.locator("[data-part=repeatValue]")).to_have_text("Never")
    of_date(form, "Tomorrow").click()
    repeat(form).select_option(label=way)
    expect(form.locator("[data-part=next]")).to_have_text(re.compile(f"^Next: {re.escape(next_times)}$"))
    window.save()
    expect(part(window, "Milk", "repeats")).to_be_visible()
    window.settled()
    assert content.items(groceries)[0]["recurrence"] == {"rule": rule, "from": "due"}
    form = window.edit("Milk")
    expect(repeat(form).locator("option:checked")).to_have_text(way)


def test_days_of_the_week_an_end_and_what_it_is_counted_from(content, groceries, open_at):
    window = open_at()
    form = window.edit("Milk")
    of_date(form, "Tomorrow").click()
    repeat(form).select_option(label="Every week on…")
    expect(form.get_by_role("checkbox", name="Tuesday")).to_be_checked()
    form.get_by_role("checkbox", name="Friday").check()
    panel(form, "Repeat").get_by_label("Ends").select_option(label="After … times")
    form.get_by_label("Number of times").fill("3")
    form.get_by_label("Repeat from").select_option(label="Repeat from completion")
    expect(form.locator("[data-part=next]")).to_have_text("Next: Fri 27 Nov · Tue 1 Dec")
    window.expect_accessible()
    window.save()
    window.settled()
    recurrence = content.items(groceries)[0]["recurrence"]
    assert recurrence == {"rule": "FREQ=WEEKLY;BYDAY=TU,FR;COUNT=3", "from": "completion"}
    form = window.edit("Milk")
    panel(form, "Repeat").get_by_label("Ends").select_option(label="On date…")
    form.get_by_label("End date", exact=True).fill("2026-11-27")
    expect(form.locator("[data-part=next]")).to_have_text("Next: Fri 27 Nov")
    window.save()
    window.settled()
    assert content.items(groceries)[0]["recurrence"]["rule"].endswith(";UNTIL=20261127")


def test_a_rule_without_words_is_shown_as_it_is_and_kept(content, groceries, open_at):
    rule = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"
    item = content.make_item(
        groceries, "Report", dueOn="2026-11-30", timeZone=PARIS, recurrence={"rule": rule}
    )
    window = open_at()
    form = window.edit("Report")
    expect(repeat(form).locator("option:checked")).to_have_text(f"Custom ({rule})")
    form.get_by_label("Notes").fill("as PDF")
    of_date(form, "Tomorrow").click()
    window.save()
    window.settled()
    kept = content.item(item)
    assert (kept["recurrence"]["rule"], kept["dueOn"]) == (rule, "2026-11-24")


def far(content, groceries, **fields):
    """An item that comes again each Tuesday, so far ahead that no clock of a service gets there."""
    weekly = {"dueOn": "2199-01-01", "timeZone": PARIS, "recurrence": {"rule": "FREQ=WEEKLY;BYDAY=TU"}}
    return content.make_item(groceries, "Bins", **{**weekly, **fields})


@pytest.mark.gate
def test_what_is_checked_comes_next_and_that_can_be_taken_back(content, groceries, open_at):
    item = far(content, groceries)
    window = open_at()
    window.check_box("Bins").click()
    notice = window.notice("Next: Tuesday, 8 January 2199")
    expect(notice).to_be_visible()
    expect(window.check_box("Bins")).not_to_be_checked()
    expect(part(window, "Bins", "moment")).to_have_text("Tue, 8 Jan 2199")
    window.settled()
    assert content.item(item)["completionsCount"] == 1
    form = window.edit("Bins")
    expect(form.locator("[data-part=done]")).to_have_text(re.compile("^Done once: "))
    window.page.keyboard.press("Escape")
    notice.get_by_role("button", name="Undo").click()
    expect(part(window, "Bins", "moment")).to_have_text("Tue, 1 Jan 2199")
    window.settled()
    kept = content.item(item)
    assert (kept["dueOn"], kept["completionsCount"], kept["checked"]) == ("2199-01-01", 0, False)
    expect(window.notice("changed elsewhere")).to_have_count(0)


def test_a_time_can_be_skipped_without_being_done(content, groceries, open_at):
    item = far(content, groceries)
    window = open_at()
    window.edit("Bins").get_by_role("button", name="Skip this time").click()
    window.notice("Next: Tuesday, 8 January 2199").get_by_role("button", name="Undo").click()
    expect(part(window, "Bins", "moment")).to_have_text("Tue, 1 Jan 2199")
    window.edit("Bins").get_by_role("button", name="Skip this time").click()
    expect(part(window, "Bins", "moment")).to_have_text("Tue, 8 Jan 2199")
    window.settled()
    kept = content.item(item)
    assert (kept["dueOn"], kept["completionsCount"]) == ("2199-01-08", 0)


def test_what_comes_again_is_done_once_even_if_the_answer_is_lost(content, groceries, open_at):
    item = far(content, groceries)
    window = open_at()
    lost = []

    def lose(route):
        if route.request.method != "PATCH" or lost:
            return route.fallback()
        lost.append(route.fetch())
        return route.abort()

    window.page.route("**/v1/items/*", lose)
    window.refusals = (*window.refusals, "ERR_FAILED", "status of 412")
    window.check_box("Bins").click()
    expect(part(window, "Bins", "moment")).to_have_text("Tue, 8 Jan 2199")
    window.settled()
    assert lost
    assert content.item(item)["completionsCount"] == 1


def test_what_is_done_and_skipped_offline_goes_out_later(content, groceries, open_at):
    done = far(content, groceries)
    skipped = content.make_item(
        groceries,
        "Rent",
        dueOn="2199-01-31",
        timeZone=PARIS,
        recurrence={"rule": "FREQ=MONTHLY;BYMONTHDAY=-1"},
    )
    window = open_at()
    window.refusals = (*window.refusals, "ERR_INTERNET_DISCONNECTED")
    window.context.set_offline(True)
    window.check_box("Bins").click()
    window.edit("Rent").get_by_role("button", name="Skip this time").click()
    form = window.edit("Milk")
    of_date(form, "Tomorrow").click()
    window.save()
    expect(window.page.locator("#offline")).to_contain_text("3 changes saved")
    expect(window.check_box("Bins")).to_be_checked()
    window.context.set_offline(False)
    window.settled()
    expect(part(window, "Bins", "moment")).to_have_text("Tue, 8 Jan 2199")
    expect(part(window, "Rent", "moment")).to_have_text("Thu, 28 Feb 2199")
    assert content.item(done)["completionsCount"] == 1
    assert content.item(skipped)["dueOn"] == "2199-02-28"
    assert content.items(groceries)[0]["dueOn"] == "2026-11-24"


def test_what_is_shown_is_as_true_later(content, groceries, open_window):
    content.make_item(groceries, "Bins", dueOn="2026-11-24", timeZone=PARIS)
    content.make_item(groceries, "Call", dueDate="2026-11-23T23:59:00+01:00", timeZone=PARIS)
    window = open_window()
    window.page.clock.install(time="2026-11-23T23:58:00+01:00")
    window.go(f"/?#/lists/{groceries['id']}")
    expect(part(window, "Bins", "moment")).to_have_text("Tomorrow")
    expect(part(window, "Call", "due")).not_to_have_class(re.compile("overdue"))
    window.page.clock.fast_forward("03:00")
    expect(part(window, "Bins", "moment")).to_have_text("Today")
    expect(part(window, "Call", "due")).to_have_class(re.compile("overdue"))

"""Reminders of items, lists that are used again, and the agenda, as people mean time."""

import pytest
from playwright.sync_api import expect

from times import PARIS, chip, of_date, part
from window import panel


@pytest.mark.gate
def test_reminders_are_chips_and_at_most_five(content, groceries, open_at):
    window = open_at()
    form = window.edit("Milk")
    of_date(form, "Tonight").click()
    panel(form, "Remind")
    for name in ("When due", "10 mins before", "30 mins before", "1 hr before", "1 day before"):
        form.get_by_label(name, exact=True).check()
    chip(panel(form, "Remind"), "Choose time…").click()
    expect(form.get_by_label("Reminder time")).to_have_value("2026-11-23T11:00")
    form.get_by_label("Reminder time").fill("2026-11-23T12:30")
    expect(chip(panel(form, "Remind"), "Choose time…")).to_be_disabled()
    panel(form, "Remind").get_by_label("10 mins before", exact=True).uncheck()
    chip(panel(form, "Remind"), "Choose time…").click()
    expect(panel(form, "Remind").get_by_label("10 mins before", exact=True)).to_be_disabled()
    form.get_by_role("button", name="Remove reminder").last.click()
    form.get_by_label("Nag every 10 mins until done").check()
    window.expect_accessible()
    window.save()
    expect(part(window, "Milk", "reminds")).to_be_visible()
    window.settled()
    item = content.items(groceries)[0]
    assert item["shouldRemind"] is True and item["repeatEvery"] == "PT10M"
    offsets = ["-PT30M", "-PT1H", "-P1D"]
    assert item["alarms"] == [*({"offset": offset} for offset in offsets), {"at": "2026-11-23T11:30:00.000Z"}]


def test_a_day_reminds_at_times_of_it(content, groceries, open_at):
    item = content.make_item(
        groceries,
        "Bins",
        dueOn="2026-11-27",
        timeZone=PARIS,
        alarms=[{"offset": "PT14H"}, {"offset": "-P2D"}],
    )
    window = open_at()
    form = window.edit("Bins")
    panel(form, "Remind")
    for name, on in (("Same day, 14:00", True), ("2 days before", True), ("Same day, 09:00", False)):
        expect(form.get_by_label(name)).to_be_checked(checked=on)
    panel(form, "Remind").get_by_label("Day before, 18:00").check()
    form.get_by_label("2 days before").uncheck()
    window.save()
    window.settled()
    assert content.item(item)["alarms"] == [{"offset": "PT14H"}, {"offset": "-PT6H"}]


def test_what_was_put_off_can_remind_as_planned(content, groceries, open_at):
    item = content.make_item(groceries, "Call", dueDate="2198-01-01T08:00:00Z", shouldRemind=True)
    content.send("POST", f"/v1/items/{item['id']}/snooze", {"until": "2199-01-01T08:00:00Z"})
    window = open_at()
    form = window.edit("Call")
    expect(form).to_contain_text("Snoozed until")
    chip(form, "Cancel snooze").click()
    expect(window.editor()).to_have_count(0)
    window.settled()
    assert content.item(item)["snoozedUntil"] is None
    expect(window.edit("Call").locator("[data-part=putOff]")).to_be_hidden()


# Lists


def test_a_list_resets_itself(content, groceries, open_at):
    window = open_at()
    window.choose_in_menu("Edit list")
    dialog = window.dialog()
    save = dialog.get_by_role("button", name="Save")
    dialog.get_by_label("Uncheck everything").select_option(label="Every week on…")
    expect(dialog.get_by_role("checkbox", name="Monday")).to_be_checked()
    dialog.get_by_role("checkbox", name="Thursday").check()
    window.expect_accessible()
    save.click()
    expect(window.dialog()).to_have_count(0)
    window.settled()
    address = f"/v1/checklists/{groceries['id']}"
    rule = {"rule": "FREQ=WEEKLY;BYDAY=MO,TH", "timeZone": PARIS}
    assert content.send("GET", address)["resetRule"] == rule
    window.choose_in_menu("Edit list")
    expect(dialog.get_by_role("checkbox", name="Thursday")).to_be_checked()
    expect(save).to_be_disabled()
    dialog.get_by_label("Uncheck everything").select_option(label="Never")
    save.click()
    expect(window.dialog()).to_have_count(0)
    window.settled()
    assert content.send("GET", address)["resetRule"] is None


def test_a_list_is_duplicated_to_be_used_again(content, groceries, open_at):
    content.make_item(groceries, "Bins", dueOn="2026-11-27", timeZone=PARIS)
    content.change(content.items(groceries)[0], checked=True)
    window = open_at()
    window.choose_in_menu("Duplicate")
    dialog = window.dialog()
    expect(dialog.get_by_label("Name")).to_have_value("Groceries (copy)")
    dialog.get_by_label("Name").fill("Week 49")
    dialog.get_by_label("Shift dates").fill("2026-12-04")
    window.expect_accessible()
    dialog.get_by_role("button", name="Duplicate").click()
    expect(window.page.locator("main h1")).to_have_text("Week 49")
    window.expect_texts("Milk", "Bread", "Apples", "Bins")
    expect(window.check_box("Milk")).not_to_be_checked()
    expect(part(window, "Bins", "moment")).to_have_text("Fri 4 Dec")
    assert content.items(groceries)[0]["checked"] is True


# The agenda


def test_the_agenda_knows_days(content, groceries, open_at):
    for text, day, zone in (
        ("Late", "2026-11-22", PARIS),
        ("Bins", "2026-11-23", PARIS),
        ("Kyoto", "2026-11-23", "Asia/Tokyo"),
        ("Denver", "2026-11-24", "America/Denver"),
    ):
        content.make_item(groceries, text, dueOn=day, timeZone=zone)
    content.make_item(groceries, "Call", dueDate="2026-11-23T17:00:00Z")
    window = open_at()
    window.go("/?#/agenda")
    days = window.page.locator("main .day")
    expect(days.locator("h2")).to_have_text(["Overdue · 1", "Today", "Tomorrow"])
    expect(days.nth(0).locator("[data-part=text]")).to_have_text(["Late"])
    expect(days.nth(0).locator("[data-part=moment]")).to_have_text("Yesterday")
    expect(days.nth(1).locator("[data-part=text]")).to_have_text(["Kyoto", "Bins", "Call"])
    expect(part(window, "Bins", "moment")).to_be_hidden()
    expect(part(window, "Call", "moment")).to_have_text("18:00")
    expect(days.nth(2).locator("[data-part=text]")).to_have_text(["Denver"])


# Languages


@pytest.mark.parametrize(
    ("locale", "tomorrow", "repeat", "way", "next_times", "chip_name"),
    [
        (
            "fr-FR",
            "Demain",
            "Répétition",
            "Le 24 de chaque mois",
            "Ensuite : Jeu. 24 déc.",
            "Le jour même, 09:00",
        ),
        (
            "de-DE",
            "Morgen",
            "Wiederholen",
            "Jeden Monat am 24.",
            "Nächstes Mal: Do., 24. Dez.",
            "Am selben Tag, 09:00",
        ),
        ("ja-JP", "明日", "繰り返し", "毎月24日", "次回：12月24日(木)", "当日 9:00"),
    ],
)
def test_time_is_told_in_the_language_of_the_browser(
    content, groceries, open_at, locale, tomorrow, repeat, way, next_times, chip_name
):
    window = open_at(locale=locale)
    form = window.edit("Milk")
    of_date(form, tomorrow).click()
    panel(form, "Repeat").get_by_role("combobox", name=repeat, exact=True).select_option(label=way)
    expect(form.locator("[data-part=next]")).to_contain_text(next_times)
    panel(form, "Remind").get_by_label(chip_name).check()
    form.locator("[data-part=save]").click()
    window.settled()
    item = content.items(groceries)[0]
    assert (item["dueOn"], item["alarms"]) == ("2026-11-24", [{"offset": "PT9H"}])
    assert item["recurrence"]["rule"] == "FREQ=MONTHLY;BYMONTHDAY=24"

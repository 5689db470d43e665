"""The editor as a card: date, repeat and reminder in words, and saving without a button for it."""

import pytest
from playwright.sync_api import expect

from times import of_date, repeat
from window import eventually, panel


def value(form, name):
    return form.locator(f"[data-part={name}Value]")


@pytest.mark.gate
def test_three_rows_say_in_words_what_their_panels_have(content, groceries, open_at):
    window = open_at()
    form = window.edit("Milk")
    for name, words in (("date", "No date"), ("repeat", "Never"), ("remind", "None")):
        expect(value(form, name)).to_have_text(words)
    of_date(form, "Tomorrow").click()
    expect(value(form, "date")).to_have_text("Tomorrow")
    repeat(form).select_option(label="Every week on…")
    # One panel is open at a time.
    expect(form.get_by_label("Date", exact=True)).to_be_hidden()
    form.get_by_role("checkbox", name="Friday").check()
    form.get_by_label("Ends").select_option(label="After … times")
    form.get_by_label("Number of times").fill("4")
    expect(value(form, "repeat")).to_have_text("Weekly: Tue, Fri · 4 times")
    panel(form, "Remind").get_by_label("Same day, 09:00").check()
    expect(value(form, "remind")).to_have_text("Same day, 09:00")
    window.expect_accessible()
    window.save()
    window.settled()
    item = content.items(groceries)[0]
    assert item["recurrence"]["rule"] == "FREQ=WEEKLY;BYDAY=TU,FR;COUNT=4"
    window.notice("Saved “Milk”").get_by_role("button", name="Undo").click()

    def is_as_before():
        item = content.items(groceries)[0]
        return (item["dueOn"], item["recurrence"], item["alarms"]) == (None, None, [])

    eventually(is_as_before)


def test_a_phone_shows_the_repeat_in_half_of_its_screen(groceries, open_at):
    window = open_at(size=(390, 844), has_touch=True, is_mobile=True)
    form = window.edit("Milk")
    for way in ("Every week on…", "Custom…", "Every year"):
        repeat(form).select_option(label=way)
        expect(form.locator("[data-part=next]")).to_be_visible()
        shown = form.locator("[data-part=repeatPanel]")
        assert shown.bounding_box()["height"] <= 844 / 2, way


def test_a_repeat_without_a_date_starts_today(content, groceries, open_at):
    window = open_at()
    form = window.edit("Milk")
    repeat(form).select_option(label="Every week on…")
    expect(repeat(form).locator("option:checked")).to_have_text("Every week on…")
    expect(value(form, "date")).to_have_text("Today")
    expect(value(form, "repeat")).to_have_text("Weekly: Mon")
    window.save()
    window.settled()
    item = content.items(groceries)[0]
    assert (item["dueOn"], item["recurrence"]["rule"]) == ("2026-11-23", "FREQ=WEEKLY;BYDAY=MO")


@pytest.mark.parametrize("number", ["0", "", "1.5", "1001"])
def test_a_wrong_number_of_a_repeat_is_explained_and_not_saved(content, groceries, open_at, number):
    window = open_at()
    form = window.edit("Milk")
    repeat(form).select_option(label="Custom…")
    form.get_by_label("Interval").fill(number)
    told = form.get_by_text("Enter a whole number from 1 to 1,000.")
    expect(told).to_be_visible()
    window.expect_accessible()
    panel(form, "Date")
    form.get_by_role("button", name="Done").click()
    expect(form.get_by_label("Interval")).to_be_focused()
    form.get_by_label("Notes").fill("oat")
    window.page.keyboard.press("Escape")
    expect(window.editor()).to_have_count(0)
    window.settled()
    item = content.items(groceries)[0]
    # What is complete is saved.
    assert (item["recurrence"], item["notes"], item["dueOn"]) == (None, "oat", "2026-11-23")


def test_an_empty_count_is_explained_and_not_saved(content, groceries, open_at):
    window = open_at()
    form = window.edit("Milk")
    repeat(form).select_option(label="Every day")
    form.get_by_label("Ends").select_option(label="After … times")
    form.get_by_label("Number of times").fill("")
    expect(form.get_by_text("Enter a whole number from 1 to 10,000.")).to_be_visible()
    form.get_by_role("button", name="Done").click()
    expect(form.get_by_label("Number of times")).to_be_focused()
    form.get_by_label("Number of times").fill("2")
    expect(form.get_by_text("Enter a whole number")).to_be_hidden()
    window.save()
    window.settled()
    assert content.items(groceries)[0]["recurrence"]["rule"] == "FREQ=DAILY;COUNT=2"


def test_what_was_typed_is_saved_when_another_app_comes_to_the_front(content, groceries, window):
    window.open_list("Groceries")
    form = window.edit("Milk")
    form.get_by_label("Notes").fill("oat")
    window.hide()
    window.settled()
    assert content.items(groceries)[0]["notes"] == "oat"
    window.hide(False)
    form.get_by_label("Notes").fill("oat or soy")
    window.save()
    window.settled()
    assert content.items(groceries)[0]["notes"] == "oat or soy"
    expect(window.dialog()).to_have_count(0)


def test_a_refused_change_can_be_discarded(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[422])
    window.edit("Milk").get_by_label("Text").fill("x" * 1001)
    window.editor().get_by_role("button", name="Done").click()
    discard = window.editor().get_by_role("button", name="Discard changes")
    expect(discard).to_be_visible()
    window.expect_accessible()
    discard.click()
    expect(window.editor()).to_have_count(0)
    window.settled()
    assert content.texts(groceries)[0] == "Milk"

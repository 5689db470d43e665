"""Editing an item in its place: every field, and the ways out."""

import re

import pytest
from playwright.sync_api import expect
from times import chip, of_date
from window import panel


@pytest.fixture
def window(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    return window


@pytest.mark.gate
def test_edits_every_field_in_place(content, groceries, window):
    other = content.make_list("Weekend")
    window.page.reload()
    form = window.edit("Bread")
    form.get_by_label("Text").fill("Rye bread")
    form.get_by_label("Notes").fill("sliced\nnot too dark")
    form.get_by_label("Important").check()
    chip(panel(form, "Date"), "Choose date…").click()
    form.get_by_label("Date", exact=True).fill("2031-05-06")
    form.get_by_role("button", name="Add time").click()
    form.get_by_label("Time", exact=True).fill("07:08")
    panel(form, "Remind").get_by_label("When due").check()
    form.get_by_text("Location", exact=True).click()
    for label, value in [
        ("Street", "1 Mill Lane"),
        ("Postal code", "7040"),
        ("City", "Hobart"),
        ("Country", "Tasmania"),
    ]:
        form.get_by_label(label).fill(value)
    window.save()
    row = window.row("Rye bread")
    expect(row.locator("[data-part=due]")).to_contain_text("2031")
    expect(row.locator(".marks")).to_be_visible()
    expect(row.locator(".excerpt")).to_have_text("sliced · Hobart")
    window.settled()
    item = content.items(groceries)[1]
    assert item["text"] == "Rye bread" and item["notes"] == "sliced\nnot too dark"
    assert item["important"] and item["shouldRemind"]
    assert item["dueDate"] == "2031-05-06T05:08:00.000Z"
    place = item["location"]
    assert [place[k] for k in ("street", "postalCode", "city", "country")] == [
        "1 Mill Lane",
        "7040",
        "Hobart",
        "Tasmania",
    ]
    form = window.edit("Rye bread")
    link = form.get_by_role("link", name="Show on map")
    expect(link).to_have_attribute("href", re.compile(r"^https://www\.openstreetmap\.org/.*Hobart"))
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    form.get_by_label("List").select_option(label="Weekend")
    of_date(form, "No date").click()
    form.get_by_label("Important").uncheck()
    window.save()
    window.expect_texts("Milk", "Apples")
    window.settled()
    moved = content.items(other)[0]
    assert (moved["text"], moved["dueDate"], moved["shouldRemind"], moved["important"]) == (
        "Rye bread",
        None,
        False,
        False,
    )


def test_changes_only_what_was_changed(content, groceries, window):
    form = window.edit("Milk")
    form.get_by_label("Notes").fill("oat")
    with window.page.expect_request(lambda request: request.method == "PATCH") as sent:
        window.save()
    assert sent.value.post_data_json == {"notes": "oat"}


def test_a_time_starts_at_the_next_full_hour_and_a_reminder_needs_a_date(window):
    form = window.edit("Milk")
    expect(panel(form, "Remind").get_by_label("When due")).to_be_hidden()
    hour = 3_600_000
    before = window.page.evaluate("Date.now()")
    of_date(form, "Today").click()
    form.get_by_role("button", name="Add time").click()
    after = window.page.evaluate("Date.now()")
    shown = form.evaluate("({ dueDay, dueTime }) => new Date(`${dueDay.value}T${dueTime.value}`).getTime()")
    assert shown % hour == 0
    assert before < shown <= after + hour
    expect(panel(form, "Remind").get_by_label("When due")).to_be_visible()
    window.save()
    expect(window.row("Milk").locator("[data-part=due]")).not_to_have_class("overdue")


def test_the_form_of_a_list_saves_only_a_change(window):
    window.choose_in_menu("Edit list")
    save = window.dialog().get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    window.dialog().get_by_role("radio", name="Trips").check()
    expect(save).to_be_enabled()
    window.dialog().get_by_role("radio", name="Groceries").check()
    expect(save).to_be_disabled()
    window.dialog().get_by_role("textbox", name="Name").fill("")
    save.click()
    expect(window.dialog().get_by_role("alert")).to_have_text("Enter a list name.")


def test_nothing_is_sent_for_an_item_that_was_not_changed(window):
    form = window.edit("Milk")
    of_date(form, "Tomorrow").click()
    of_date(form, "No date").click()
    window.save()
    expect(window.notice("Saved")).to_have_count(0)
    window.settled()
    sent = [request.url for request in window.requests if request.method == "PATCH"]
    assert not [url for url in sent if "/items/" in url]


def test_an_address_that_goes_takes_the_map_along(content, groceries, open_window):
    item = content.make_item(
        groceries, "Cheese", location={"city": "Hobart", "latitude": -42.88, "longitude": 147.33}
    )
    window = open_window(f"/#/lists/{groceries['id']}/items/{item['id']}")
    form = window.editor()
    expect(form.get_by_role("link", name="Show on map")).to_have_attribute(
        "href", re.compile("query=-42.88%2C%20147.33$")
    )
    expect(form.locator("[data-part=weather]")).to_be_hidden()
    form.get_by_label("City").fill("")
    window.save()
    window.settled()
    assert content.item(item)["location"] is None


@pytest.mark.gate
def test_escape_and_close_lose_no_text_and_can_be_undone(content, groceries, window):
    window.edit("Milk").get_by_label("Notes").fill("x" * 500)
    window.page.keyboard.press("Escape")
    expect(window.editor()).to_have_count(0)
    expect(window.row("Milk").locator(".open")).to_be_focused()
    window.edit("Bread").get_by_label("Text").fill("Rye bread")
    window.save()
    window.expect_texts("Milk", "Rye bread", "Apples")
    window.settled()
    assert content.items(groceries)[0]["notes"] == "x" * 500
    window.notice("Saved “Rye bread”").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread", "Apples")
    window.page.locator("main").focus()
    window.page.keyboard.press("z")
    window.settled()
    found = [(item["text"], item["notes"]) for item in content.items(groceries)]
    assert found[:2] == [("Milk", ""), ("Bread", "")]


def test_three_things_of_different_kinds_are_undone_in_turn(content, groceries, window):
    window.handle("Apples").press("Home")
    window.expect_texts("Apples", "Milk", "Bread")
    form = window.edit("Milk")
    of_date(form, "Tomorrow").click()
    window.save()
    window.row("Bread").locator(".open").press("Delete")
    window.expect_texts("Apples", "Milk")
    window.page.locator("main").focus()
    window.page.keyboard.press("z")
    window.expect_texts("Apples", "Milk", "Bread")
    window.settled()
    window.page.locator("main").focus()
    window.page.keyboard.press("z")
    window.settled()
    window.page.keyboard.press("z")
    window.expect_texts("Milk", "Bread", "Apples")
    window.settled()
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]
    assert content.items(groceries)[0]["dueOn"] is None


def test_an_item_needs_a_text(window):
    form = window.edit("Milk")
    form.get_by_label("Text").fill("   ")
    form.get_by_role("button", name="Done").click()
    expect(form.locator("[data-part=error]")).to_have_text("Enter some text.")
    expect(form.get_by_label("Text")).to_be_focused()


def test_what_was_typed_is_kept_when_another_item_is_opened(content, groceries, window):
    window.edit("Milk").get_by_label("Text").fill("Oat milk")
    window.row("Bread").locator(".open").click()
    expect(window.editor().get_by_label("Text")).to_have_value("Bread")
    window.settled()
    assert content.texts(groceries)[0] == "Oat milk"


def test_half_a_due_date_is_asked_for_and_never_takes_the_old_one_away(content, groceries, open_window):
    due = "2031-05-06T05:08:00.000Z"
    item = content.make_item(groceries, "Cheese", dueDate=due, shouldRemind=True)
    window = open_window(f"/#/lists/{groceries['id']}/items/{item['id']}")
    form = window.editor()
    panel(form, "Date").get_by_label("Date", exact=True).focus()
    window.page.keyboard.press("Backspace")
    panel(form, "Remind")
    form.get_by_role("button", name="Done").click()
    expect(form.locator("[data-part=error]")).to_have_text("Enter a complete date.")
    expect(form.get_by_label("Date", exact=True)).to_be_focused()
    form.get_by_label("Notes").fill("blue")
    window.row("Milk").locator(".open").click()
    window.settled()
    kept = content.item(item)
    assert (kept["dueDate"], kept["shouldRemind"], kept["notes"]) == (due, True, "blue")


def test_pasted_lines_become_one(content, groceries, window):
    window.edit("Milk").get_by_label("Text").fill("Oat milk,\n  two bottles\n")
    window.save()
    window.settled()
    assert content.texts(groceries)[0] == "Oat milk, two bottles"


def test_an_item_can_move_to_any_list_whatever_is_looked_for(content, groceries, window):
    window.page.get_by_role("searchbox", name="Search lists and items").fill("nothing like it")
    expect(window.lists()).to_have_count(0)
    form = window.edit("Milk")
    expect(form.get_by_label("List").locator("option:checked")).to_have_text("Groceries")
    form.get_by_label("List").select_option(label="List")
    window.save()
    window.expect_texts("Bread", "Apples")


def test_a_half_typed_item_waits_in_its_list(content, groceries, window):
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("Half an it")
    window.open_list("List")
    expect(line).to_have_value("")
    window.open_list("Groceries")
    expect(line).to_have_value("Half an it")


def test_a_link_in_the_notes_can_be_followed(content, groceries, window):
    form = window.edit("Milk")
    form.get_by_label("Notes").fill("See https://example.org/a?b=c.")
    link = form.get_by_role("link", name="https://example.org/a?b=c")
    expect(link).to_have_attribute("href", "https://example.org/a?b=c")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    window.expect_accessible()


def test_space_checks_one_item_after_the_other(content, groceries, window):
    window.row("Milk").locator(".open").focus()
    for _ in range(2):
        window.page.keyboard.press("Space")
    window.settled()
    assert [item["text"] for item in content.items(groceries) if item["checked"]] == ["Milk", "Bread"]

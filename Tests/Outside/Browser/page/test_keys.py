"""What single keys do, and the line in which somebody says where to go."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def window(groceries, content, open_window):
    content.make_list("Trip to Kyoto", "Passport", icon="Trips")
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    expect(window.lists()).to_have_count(3)
    return window


def press(window, *keys):
    for key in keys:
        window.page.keyboard.press(key)


def test_a_list_is_one_stop_and_arrows_lead_through_it(content, groceries, window):
    line = window.page.get_by_role("textbox", name="Add an item")
    window.handy()
    line.focus()
    press(window, "Shift+Tab")
    expect(window.row("Milk").locator(".open")).to_be_focused()
    press(window, "ArrowDown")
    expect(window.row("Bread").locator(".open")).to_be_focused()
    press(window, "ArrowLeft")
    expect(window.check_box("Bread")).to_be_focused()
    press(window, "ArrowRight", "ArrowRight")
    expect(window.row("Bread").locator(".delete")).to_be_focused()
    press(window, "ArrowRight")
    expect(window.handle("Bread")).to_be_focused()
    press(window, "Tab")
    expect(line).to_be_focused()
    press(window, "Shift+Tab")
    expect(window.row("Bread").locator(".open")).to_be_focused()
    window.expect_accessible()


def test_the_space_bar_checks_and_e_edits(content, groceries, window):
    window.row("Milk").locator(".open").focus()
    press(window, "Space")
    window.expect_texts("Bread", "Apples", "Milk")
    expect(window.editor()).to_have_count(0)
    # The next Space does not take this one back.
    expect(window.row("Bread").locator(".open")).to_be_focused()
    window.row("Milk").locator(".open").focus()
    press(window, "Space")
    window.expect_texts("Milk", "Bread", "Apples")
    press(window, "e")
    expect(window.editor().get_by_label("Text")).to_have_value("Milk")
    window.settled()
    assert not any(item["checked"] for item in content.items(groceries))


def test_arrows_lead_past_what_is_completed(window):
    window.check_box("Milk").check()
    window.expect_texts("Bread", "Apples", "Milk")
    window.row("Apples").locator(".open").focus()
    press(window, "ArrowDown")
    expect(window.completed()).to_be_focused()
    press(window, "ArrowDown")
    expect(window.row("Milk").locator(".open")).to_be_focused()
    press(window, "ArrowUp", "Space")
    window.expect_texts("Bread", "Apples")
    expect(window.completed()).to_be_focused()


def test_letters_lead_to_the_line_and_to_the_search_and_take_back(window):
    window.row("Milk").locator(".open").focus()
    press(window, "n")
    line = window.page.get_by_role("textbox", name="Add an item")
    expect(line).to_be_focused()
    # Whoever types, types.
    press(window, "n", "/", "?", "z")
    expect(line).to_have_value("n/?z")
    line.fill("")
    window.row("Milk").locator(".open").press("/")
    expect(window.page.get_by_role("searchbox", name="Search this list")).to_be_focused()
    window.row("Milk").locator(".open").press("Delete")
    window.expect_texts("Bread", "Apples")
    press(window, "z")
    window.expect_texts("Milk", "Bread", "Apples")


def test_the_keys_are_told_and_can_be_turned_off(window):
    window.page.locator("main").focus()
    press(window, "?")
    dialog = window.dialog()
    expect(dialog.get_by_role("heading")).to_have_text("Keyboard shortcuts")
    expect(dialog).to_contain_text("Move between rows")
    window.expect_accessible()
    dialog.get_by_role("switch", name="Single-key shortcuts").uncheck()
    dialog.get_by_role("button", name="Close").click()
    window.page.locator("main").focus()
    press(window, "n", "?", "/", "z")
    expect(window.page.locator("main")).to_be_focused()
    expect(window.dialog()).to_have_count(0)
    press(window, "Control+k")
    window.page.get_by_role("combobox", name="Search lists, items and commands").press_sequentially("key")
    press(window, "Enter")
    window.dialog().get_by_role("switch", name="Single-key shortcuts").check()
    window.dialog().get_by_role("button", name="Close").click()
    window.page.locator("main").focus()
    press(window, "n")
    expect(window.page.get_by_role("textbox", name="Add an item")).to_be_focused()


@pytest.mark.gate
def test_one_line_leads_to_every_list_and_command(window):
    press(window, "Control+k")
    line = window.page.get_by_role("combobox", name="Search lists, items and commands")
    expect(line).to_be_focused()
    options = window.dialog().get_by_role("option")
    expect(options.first).to_have_attribute("aria-selected", "true")
    line.press_sequentially("kyo")
    expect(options).to_have_text(["Trip to Kyoto"])
    window.expect_accessible()
    press(window, "Enter")
    expect(window.page.locator("main h1")).to_have_text("Trip to Kyoto")
    window.expect_texts("Passport")
    press(window, "Control+k")
    line.press_sequentially("set")
    press(window, "Enter")
    expect(window.page.locator("main h1")).to_have_text("Settings")
    window.page.go_back()
    expect(window.page.locator("main h1")).to_have_text("Trip to Kyoto")
    press(window, "Control+k")
    line.fill("a")
    expect(options.first).to_have_text("Agenda")
    press(window, "ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    line.fill("nothing like it")
    expect(window.page.get_by_text("No results")).to_be_visible()
    press(window, "Enter")
    expect(window.dialog()).to_have_count(0)
    expect(window.page.locator("main h1")).to_have_text("Trip to Kyoto")


def test_what_was_checked_last_is_taken_back_first(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    window.row("Milk").locator(".open").press("Delete")
    window.expect_texts("Bread", "Apples")
    window.row("Bread").locator(".open").press("Space")
    expect(window.check_box("Bread")).to_be_checked()
    window.page.locator("main").focus()
    press(window, "z")
    expect(window.check_box("Bread")).not_to_be_checked()
    window.expect_texts("Bread", "Apples")
    press(window, "z")
    window.expect_texts("Milk", "Bread", "Apples")


@pytest.mark.gate
def test_search_finds_items_of_every_list_with_list_and_date(content, groceries, errands, open_window):
    content.make_item(errands, "Buy oat milk", dueOn="2031-05-04")
    window = open_window(f"/#/lists/{errands['id']}")
    expect(window.row("Buy oat milk")).to_be_visible()
    press(window, "Control+k")
    window.page.get_by_role("combobox", name="Search lists, items and commands").press_sequentially("milk")
    options = window.dialog().get_by_role("option")
    expect(options).to_have_count(2)
    expect(options.first).to_contain_text("Errands · ")
    expect(options.first).to_contain_text("2031")
    expect(options.last).to_contain_text("Groceries")
    window.expect_accessible()
    press(window, "ArrowDown", "Enter")
    expect(window.page.locator("main h1")).to_have_text("Groceries")
    expect(window.editor().get_by_label("Text")).to_have_value("Milk")
    press(window, "Escape")
    window.page.get_by_role("searchbox", name="Search lists and items").fill("oat")
    found = window.page.locator("#found a")
    expect(found).to_have_count(1)
    expect(window.page.locator("#no-lists")).to_be_hidden()
    window.expect_accessible()
    found.click()
    expect(window.page.locator("main h1")).to_have_text("Errands")


def test_z_takes_back_one_deletion_after_the_other(content, groceries, window):
    for text in ("Milk", "Apples"):
        window.row(text).locator(".open").press("Delete")
    window.expect_texts("Bread")
    window.page.locator("main").focus()
    press(window, "z", "z")
    window.expect_texts("Milk", "Bread", "Apples")
    window.settled()
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]


def test_three_spaces_check_three_items(content, groceries, window):
    window.row("Milk").locator(".open").focus()
    press(window, "Space", "Space", "Space")
    for text in ("Milk", "Bread", "Apples"):
        expect(window.check_box(text)).to_be_checked()
    window.settled()
    assert all(item["checked"] for item in content.items(groceries))


def test_undo_restores_the_item_that_was_deleted_here(content, groceries, window):
    """Another item of the same name was deleted later, elsewhere."""
    here, elsewhere = content.items(groceries)[0], content.make_item(groceries, "Milk", notes="oat")
    expect(window.rows()).to_have_count(4)
    window.rows().first.locator(".open").press("Delete")
    window.expect_texts("Bread", "Apples", "Milk")
    window.settled()
    content.send("DELETE", f"/v1/items/{elsewhere['id']}")
    window.expect_texts("Bread", "Apples")
    window.page.locator("main").focus()
    press(window, "z")
    window.expect_texts("Milk", "Bread", "Apples")
    window.settled()
    assert [item["id"] for item in content.items(groceries)][0] == here["id"]


def test_a_move_among_many_pages_counts_all_items(content, open_window):
    made = content.make_list("Much")
    content.make_items(made, [f"Item {number}" for number in range(1020)])
    window = open_window(f"/#/lists/{made['id']}")
    expect(window.row("Item 0")).to_be_visible()
    window.handle("Item 0").focus()
    press(window, "ArrowDown")
    expect(window.notice("Moved “Item 0” to 2 of 1,020")).to_be_visible()

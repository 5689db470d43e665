"""Menus by keyboard."""

import pytest
from playwright.sync_api import expect

from sharing import PHONE


@pytest.mark.gate
def test_arrows_home_and_end_lead_through_a_menu(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    keyboard = window.page.keyboard
    options = window.button("List options")
    options.focus()
    keyboard.press("Enter")
    menu = window.page.locator(".menu:popover-open")
    entries = menu.locator("button:enabled").locator("visible=true")
    expect(menu).to_be_visible()
    keyboard.press("ArrowDown")
    expect(entries.first).to_be_focused()
    # What cannot be chosen is passed over.
    for _ in range(entries.count() - 1):
        keyboard.press("ArrowDown")
    expect(entries.last).to_be_focused()
    keyboard.press("ArrowDown")
    expect(entries.first).to_be_focused()
    keyboard.press("ArrowUp")
    expect(entries.last).to_be_focused()
    keyboard.press("Home")
    expect(entries.first).to_be_focused()
    keyboard.press("End")
    expect(entries.last).to_be_focused()
    keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(options).to_be_focused()


def test_the_menu_of_a_section_leaves_its_rows_alone(content, groceries, open_window):
    content.send("POST", f"/v1/checklists/{groceries['id']}/sections", {"name": "Bakery"})
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    window.button("Options for “Bakery”").focus()
    window.page.keyboard.press("Enter")
    window.page.keyboard.press("ArrowDown")
    expect(window.button("Rename section…")).to_be_focused()


def test_a_touch_beside_a_sheet_that_becomes_a_scroll_leaves_its_entries_alone(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", size=PHONE)
    window.handy()
    window.button("List options").click()
    entry = window.page.locator(".menu:popover-open").get_by_role("button", name="Edit list…")
    expect(entry).to_be_visible()
    for kind in ("pointerdown", "pointercancel"):
        window.page.locator("main h1").dispatch_event(kind)
    # A screen reader clicks without a touch.
    entry.dispatch_event("click")
    expect(window.dialog().get_by_role("heading", name="Edit list")).to_be_visible()

"""What is due, by day."""

import re

import pytest
from playwright.sync_api import expect

from window import at


@pytest.mark.gate
def test_shows_what_is_due_by_day(content, errands, open_window):
    content.make_item(errands, "Bread", dueDate=at(0, 23), important=True)
    content.make_item(errands, "Milk", dueDate=at(1, 8))
    content.make_item(errands, "Call", dueDate=at(1, 18))
    content.make_item(errands, "Late", dueDate=at(-3, 9))
    content.make_item(errands, "Far away", dueDate=at(40, 9))
    content.make_item(errands, "No date")
    window = open_window("/#/agenda")
    days = window.page.locator("main .day")
    expect(days.locator("h2")).to_have_text(["Overdue · 1", "Today", "Tomorrow"])
    expect(days.nth(2).locator("[data-part=text]")).to_have_text(["Milk", "Call"])
    expect(days.nth(2).locator("[data-part=due]")).to_have_text(["08:00", "18:00"])
    expect(window.row("Bread").locator(".marks")).to_be_visible()
    expect(window.row("Milk")).to_contain_text("Errands")
    window.button("Show more").click()
    expect(window.row("Far away")).to_be_visible()


def test_checks_an_item_in_the_agenda_and_opens_it(content, errands, open_window):
    content.make_item(errands, "Milk", dueDate=at(1, 8))
    window = open_window("/#/agenda")
    window.check_box("Milk").check()
    expect(window.row("Milk")).to_have_class(re.compile("checked"))
    window.settled()
    assert content.items(errands)[0]["checked"] is True
    window.row("Milk").get_by_role("link").click()
    expect(window.page.locator("main h1")).to_have_text("Errands")
    expect(window.editor().get_by_label("Text")).to_have_value("Milk")


def test_an_agenda_without_anything_says_so(errands, open_window):
    window = open_window("/#/agenda")
    expect(window.page.locator("main .empty")).to_have_text("Nothing is due.")


def test_an_agenda_of_many_items_shows_them_all(content, errands, open_window):
    content.make_items(errands, [f"Item {number}" for number in range(200)])
    content.send("PATCH", f"/v1/checklists/{errands['id']}/items", {"dueDate": at(1, 9)})
    content.make_item(errands, "Next week", dueDate=at(7, 9))
    window = open_window("/#/agenda")
    expect(window.rows()).to_have_count(201)
    expect(window.rows().last).to_contain_text("Next week")
    content.make_item(errands, "In two weeks", dueDate=at(14, 9))
    window.page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    expect(window.rows()).to_have_count(202)


def test_a_check_in_the_agenda_can_be_taken_back(content, errands, open_window):
    milk = content.make_item(errands, "Milk", dueDate=at(1, 8))
    window = open_window("/#/agenda")
    window.check_box("Milk").check()
    window.notice("Checked “Milk”").get_by_role("button", name="Undo").click()
    expect(window.check_box("Milk")).not_to_be_checked()
    window.settled()
    assert content.item(milk)["checked"] is False


def test_shows_the_agenda_of_one_list_and_leads_back_to_it(content, errands, groceries, open_window):
    for made, name in ((errands, "Call"), (groceries, "Milk")):
        content.make_item(made, name, dueDate=at(1, 8))
        content.make_item(made, f"{name} late", dueDate=at(-2, 8))
    window = open_window(f"/#/lists/{groceries['id']}")
    window.choose_in_menu("Show agenda")
    expect(window.page.locator("main h1")).to_have_text("Agenda: Groceries")
    window.expect_texts("Milk late", "Milk")
    expect(window.list("Groceries").locator("a")).to_have_attribute("aria-current", "page")
    window.expect_accessible()
    window.page.get_by_role("link", name="Back to “Groceries”").click()
    expect(window.page.locator("main h1")).to_have_text("Groceries")

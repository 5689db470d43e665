"""In which order a list is shown, and whether with what is checked: each in its own way."""

from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from window import timestamp


@pytest.fixture
def window(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    return window


def in_hours(hours):
    return timestamp(datetime.now(timezone.utc) + timedelta(hours=hours))


@pytest.mark.gate
def test_sorts_by_hand_date_and_importance_and_remembers(content, groceries, open_window):
    milk, bread, apples = content.items(groceries)
    content.change(milk, dueDate=in_hours(30))
    content.change(bread, important=True, dueDate=in_hours(50))
    content.change(apples, checked=True, important=True, dueDate=in_hours(1))
    content.make_item(groceries, "Salt")
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Salt", "Apples")
    sort = window.page.get_by_role("combobox", name="Sort")
    sort.select_option("Due date")
    window.expect_texts("Milk", "Bread", "Salt", "Apples")
    sort.select_option("Importance")
    window.expect_texts("Bread", "Milk", "Salt", "Apples")
    expect(window.page.locator(".handle").first).to_be_hidden()
    window.settled()
    window.page.reload()
    window.expect_texts("Bread", "Milk", "Salt", "Apples")
    expect(sort).to_have_value("checked,-important,dueDate")
    window.check_box("Bread").check()
    window.expect_texts("Milk", "Salt", "Apples", "Bread")


def test_an_order_is_that_of_its_list_alone(content, groceries, window):
    packing = content.make_list("Packing", "Shirt", "Shoes", "Socks")
    for made, days in ((groceries, 30), (packing, 50)):
        content.change(content.items(made)[1], dueDate=in_hours(days))
    content.change(content.items(packing)[2], checked=True)
    window.page.reload()
    window.open_list("Groceries")
    sort = window.page.get_by_role("combobox", name="Sort")
    sort.select_option("Due date")
    window.expect_texts("Bread", "Milk", "Apples")
    window.open_list("Packing")
    window.expect_texts("Shirt", "Shoes", "Socks")
    expect(sort).to_have_value("position")
    window.completed().click()
    window.expect_texts("Shirt", "Shoes")
    window.open_list("Groceries")
    window.expect_texts("Bread", "Milk", "Apples")
    expect(window.completed()).to_have_count(0)
    window.settled()
    membership = content.send("GET", f"/v1/checklists/{packing['id']}/membership")
    assert (membership["itemSort"], membership["showChecked"]) == (None, False)
    preferences = content.send("GET", "/v1/preferences")
    assert (preferences["itemSort"], preferences["showChecked"]) == ("position", True)


def test_a_list_without_an_order_of_its_own_has_that_of_all(content, groceries, open_window):
    content.change(content.items(groceries)[2], dueDate=in_hours(30))
    content.change(content.items(groceries)[0], checked=True)
    content.send("PATCH", "/v1/preferences", {"itemSort": "checked,dueDate", "showChecked": False})
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Apples", "Bread")
    window.completed().click()
    window.expect_texts("Apples", "Bread", "Milk")
    window.page.get_by_role("combobox", name="Sort").select_option("Manual")
    window.expect_texts("Bread", "Apples", "Milk")
    window.settled()
    window.page.reload()
    window.expect_texts("Bread", "Apples", "Milk")
    # What is kept of no use here is as if there were nothing.
    content.send("PUT", f"/v1/checklists/{groceries['id']}/membership", {"itemSort": "-text"})
    window.page.reload()
    window.expect_texts("Apples", "Bread")


def test_what_was_chosen_last_counts_whatever_is_answered_late(content, groceries, open_window):
    content.change(content.items(groceries)[0], checked=True)
    content.send("PUT", f"/v1/checklists/{groceries['id']}/membership", {"showChecked": False})
    window = open_window("/#/lists/1")
    window.expect_texts("Edit your first item", "Swipe me to delete")
    held = []
    window.page.route("**/membership", lambda route: held.append((route, route.fetch())), times=1)
    window.open_list("Groceries")
    window.page.get_by_role("combobox", name="Sort").select_option("Due date")
    window.settled()
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(window.completed()).to_have_attribute("aria-expanded", "false")
    expect(window.page.get_by_role("combobox", name="Sort")).to_have_value("checked,dueDate")
    window.settled()
    membership = content.send("GET", f"/v1/checklists/{groceries['id']}/membership")
    assert (membership["itemSort"], membership["showChecked"]) == ("checked,dueDate", False)


def test_what_is_checked_gathers_below_and_opens_and_closes(content, groceries, window):
    expect(window.completed()).to_have_count(0)
    window.check_box("Milk").check()
    window.expect_texts("Bread", "Apples", "Milk")
    expect(window.completed()).to_have_text("Completed (1)")
    expect(window.completed()).to_have_attribute("aria-expanded", "true")
    window.completed().click()
    window.expect_texts("Bread", "Apples")
    window.settled()
    window.page.reload()
    window.expect_texts("Bread", "Apples")
    expect(window.completed()).to_have_attribute("aria-expanded", "false")
    window.check_box("Bread").click()
    window.expect_texts("Apples")
    window.notice("Checked “Bread”").get_by_role("button", name="Undo").click()
    window.expect_texts("Bread", "Apples")
    expect(window.completed()).to_have_text("Completed (1)")
    window.completed().click()
    window.expect_texts("Bread", "Apples", "Milk")
    window.check_box("Milk").uncheck()
    window.expect_texts("Milk", "Bread", "Apples")
    expect(window.completed()).to_have_count(0)


def test_what_is_looked_for_is_found_among_what_is_completed(content, groceries, window):
    window.check_box("Milk").check()
    window.completed().click()
    window.expect_texts("Bread", "Apples")
    search = window.page.get_by_role("searchbox", name="Search this list")
    search.fill("milk")
    window.expect_texts("Milk")
    expect(window.completed()).to_have_text("Completed (1)")
    search.fill("")
    window.expect_texts("Bread", "Apples")

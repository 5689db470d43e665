"""Subtasks below their parent: how they are made, counted, folded and checked."""

import re

import pytest
from playwright.sync_api import expect

CHILD = re.compile(r"\bchild\b")


@pytest.fixture
def cake(content, groceries):
    """Groceries with the parent Cake, and three subtasks of it."""
    parent = content.make_item(groceries, "Cake")
    for text in ("Flour", "Sugar", "Eggs"):
        content.make_item(groceries, text, parentId=parent["id"])
    return groceries


@pytest.fixture
def window(cake, open_window):
    window = open_window(f"/#/lists/{cake['id']}")
    window.expect_texts("Milk", "Bread", "Apples", "Cake", "Flour", "Sugar", "Eggs")
    window.handy()
    return window


def item_of(content, checklist, text):
    return next(item for item in content.items(checklist) if item["text"] == text)


def progress(window, text):
    return window.row(text).locator(".family")


@pytest.mark.gate
def test_subtasks_are_counted_and_folded(window):
    expect(progress(window, "Cake")).to_have_text("0/3")
    expect(window.row("Sugar")).to_have_class(CHILD)
    window.check_box("Sugar").check()
    expect(progress(window, "Cake")).to_have_text("1/3")
    window.settled()
    expect(progress(window, "Cake")).to_have_text("1/3")
    window.expect_accessible()
    progress(window, "Cake").click()
    window.expect_texts("Milk", "Bread", "Apples", "Cake")
    expect(progress(window, "Cake")).to_have_attribute("aria-expanded", "false")


@pytest.mark.gate
def test_checking_a_parent_checks_its_subtasks_and_undo_unchecks_them(content, cake, window):
    window.check_box("Cake").check()
    for text in ("Flour", "Sugar", "Eggs"):
        expect(window.check_box(text)).to_be_checked()
    window.expect_summary("Groceries", "3 left")
    window.settled()
    assert all(item_of(content, cake, text)["checked"] for text in ("Cake", "Flour", "Sugar", "Eggs"))
    window.row("Milk").locator(".open").focus()
    window.page.keyboard.press("z")
    window.expect_summary("Groceries", "7 left")
    window.settled()
    assert not any(item["checked"] for item in content.items(cake))


@pytest.mark.gate
def test_tab_makes_a_subtask_and_shift_tab_undoes_it(content, cake, window):
    window.row("Milk").locator(".open").focus()
    window.page.keyboard.press("ArrowDown")
    window.page.keyboard.press("Tab")
    expect(window.row("Bread")).to_have_class(CHILD)
    expect(window.row("Bread").locator(".open")).to_be_focused()
    window.settled()
    assert item_of(content, cake, "Bread")["parentId"] == item_of(content, cake, "Milk")["id"]
    window.page.keyboard.press("Shift+Tab")
    expect(window.row("Bread")).not_to_have_class(CHILD)
    window.settled()
    assert item_of(content, cake, "Bread")["parentId"] is None
    window.expect_texts("Milk", "Bread", "Apples", "Cake", "Flour", "Sugar", "Eggs")


def test_tab_leaves_a_list_that_it_has_just_reached(window):
    window.page.get_by_role("button", name="List options").focus()
    window.page.keyboard.press("Tab")
    reached = window.page.locator("main .open:focus")
    expect(reached).to_have_count(1)
    window.page.keyboard.press("Tab")
    expect(reached).to_have_count(0)
    expect(window.page.locator("main .child")).to_have_count(3)


def test_a_subtask_is_added_in_the_editor(content, cake, window):
    form = window.edit("Bread")
    form.locator("summary", has_text="More options").click()
    line = form.get_by_role("textbox", name="Add a subtask")
    for text in ("Rye", "Wheat"):
        line.fill(text)
        line.press("Enter")
    expect(form.get_by_role("listitem")).to_have_text(["Rye", "Wheat"])
    form.get_by_role("button", name="Done").click()
    expect(progress(window, "Bread")).to_have_text("0/2")
    window.settled()
    assert item_of(content, cake, "Wheat")["parentId"] == item_of(content, cake, "Bread")["id"]


def test_a_deleted_parent_comes_back_with_its_subtasks(window):
    window.row("Cake").locator(".open").focus()
    window.page.keyboard.press("Delete")
    window.expect_texts("Milk", "Bread", "Apples")
    window.settled()
    window.notice("Deleted “Cake”").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread", "Apples", "Cake", "Flour", "Sugar", "Eggs")


def test_a_subtask_is_dragged_out_of_its_parent(content, cake, window):
    window.handle("Flour").focus()
    window.page.keyboard.press("ArrowUp")
    window.settled()
    assert item_of(content, cake, "Flour")["parentId"] is None
    window.expect_texts("Milk", "Bread", "Apples", "Flour", "Cake", "Sugar", "Eggs")

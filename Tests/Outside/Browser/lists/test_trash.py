"""What was deleted, and can be had back, by whoever deleted it and by the way of the trash."""

import pytest
from playwright.sync_api import expect

from sharing import make_link


def trash(window):
    window.page.get_by_role("link", name="Trash").click()
    expect(window.page.locator("main h1")).to_have_text("Trash")
    return window.page.locator("main .row [data-part=name]")


def test_restores_a_list_with_its_items(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.choose_in_menu("Delete list")
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.list("Groceries")).to_have_count(0)
    window.notice("Deleted “Groceries”").get_by_role("button", name="Undo").click()
    window.open_list("Groceries")
    window.expect_texts("Milk", "Bread", "Apples")
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]


def test_takes_back_that_all_items_were_deleted(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.choose_in_menu("Delete all items")
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.rows()).to_have_count(0)
    window.notice("Deleted 3 items").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread", "Apples")
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]


@pytest.mark.gate
def test_shows_the_trash_restores_and_deletes_for_good(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    expect(trash(window)).to_have_count(0)
    expect(window.page.locator("main .empty")).to_have_text("The trash is empty.")
    window.expect_accessible()
    window.open_list("Groceries")
    for text in ("Milk", "Bread"):
        window.row(text).locator(".open").press("Delete")
        expect(window.row(text)).to_have_count(0)
    window.settled()
    expect(trash(window)).to_have_count(2)
    window.expect_accessible()
    window.button("Restore “Milk”").click()
    expect(trash(window)).to_have_text(["Bread"])
    window.settled()
    assert content.texts(groceries) == ["Milk", "Apples"]
    window.button("Delete “Bread”").click()
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.page.locator("main .empty")).to_have_text("The trash is empty.")
    assert content.send("GET", "/v1/trash") == []
    content.send("DELETE", f"/v1/checklists/{groceries['id']}")
    expect(trash(window)).to_have_text(["Groceries and 2 more"])
    window.button("Empty trash…").click()
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.page.locator("main .empty")).to_have_text("The trash is empty.")
    assert content.send("GET", "/v1/trash") == []


def test_a_guest_takes_a_deletion_back(owner, open_window):
    guest = open_window(make_link(owner, "Can edit"))
    guest.row("Bread").locator(".open").press("Delete")
    guest.expect_texts("Milk", "Apples")
    guest.settled()
    guest.notice("Deleted “Bread”").get_by_role("button", name="Undo").click()
    guest.expect_texts("Milk", "Bread", "Apples")
    guest.settled()
    owner.expect_texts("Milk", "Bread", "Apples")
    expect(guest.page.get_by_role("link", name="Trash")).to_have_count(0)


def test_what_is_no_longer_in_the_trash_stays_away_and_says_so(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[404])
    window.row("Bread").locator(".open").press("Delete")
    window.settled()
    content.send("DELETE", "/v1/trash")
    window.notice("Deleted “Bread”").get_by_role("button", name="Undo").click()
    expect(window.notice("It’s no longer in the trash.")).to_be_visible()
    window.expect_texts("Milk", "Apples")

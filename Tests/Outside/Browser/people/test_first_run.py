"""The first run of a new server: a name, lists to start with, and a second device."""

import pytest
from playwright.sync_api import expect
from sharing import PHONE, make_link

TOUCH = {"size": PHONE, "has_touch": True, "is_mobile": True}


def button(window, name):
    return window.dialog().get_by_role("button", name=name, exact=True)


@pytest.mark.gate
def test_a_new_owner_begins_in_three_steps(content, open_window):
    window = open_window("/", first_run=True)
    dialog = window.dialog()
    expect(dialog.get_by_role("heading", name="Welcome to Checklists")).to_be_visible()
    window.expect_accessible()
    expect(button(window, "Next")).to_be_disabled()
    dialog.get_by_label("Your name").fill("Grace")
    button(window, "Next").click()
    expect(dialog.get_by_role("checkbox", name="Groceries")).to_be_checked()
    dialog.get_by_role("checkbox", name="Chores").check()
    window.expect_accessible()
    button(window, "Next").click()
    expect(dialog.get_by_role("heading", name="Use it on your phone")).to_be_visible()
    # The address of this test leads to this computer only, so that a code would be of no use.
    expect(dialog).to_contain_text("Open Checklists at its network address first.")
    window.expect_accessible()
    button(window, "Done").click()
    expect(window.page.locator("main h1")).to_have_text("Groceries")
    window.expect_texts("Milk", "Bread", "Apples")
    assert content.send("GET", "/v1/me")["person"]["name"] == "Grace"
    assert {made["name"] for made in content.send("GET", "/v1/checklists")} == {
        "First steps", "Groceries", "Chores",
    }
    window.page.reload()
    window.expect_texts("Milk", "Bread", "Apples")
    window.quiet()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        ({}, ["Press Space to check me off", "Press Delete to delete me"]),
        (TOUCH, ["Tap the circle to check me off", "Swipe me left to delete me"]),
        (
            {"locale": "de-DE"},
            ["Hake mich mit der Leertaste ab", "Lösche mich mit der Entf-Taste"],
        ),
    ],
)
def test_the_first_list_is_worded_for_the_device(open_window, options, texts):
    window = open_window("/", first_run=True, **options)
    expect(window.dialog()).to_be_visible()
    window.page.keyboard.press("Escape")
    expect(window.dialog()).to_have_count(0)
    window.expect_texts(*texts)
    window.page.reload()
    window.expect_texts(*texts)
    window.quiet()
    expect(window.dialog()).to_have_count(0)


def test_nothing_is_asked_where_somebody_has_begun(content, open_window):
    content.make_list("Groceries")
    window = open_window("/", first_run=True)
    expect(window.lists()).to_have_count(2)
    window.handy()
    window.quiet()
    expect(window.dialog()).to_have_count(0)


def test_nothing_is_asked_of_a_guest(owner, open_window):
    guest = open_window(make_link(owner, "Can edit"), size=PHONE, first_run=True)
    expect(guest.notice("You can now use “Groceries”")).to_be_visible()
    guest.handy()
    guest.quiet()
    expect(guest.dialog()).to_have_count(0)

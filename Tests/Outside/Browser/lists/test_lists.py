"""All lists: what stands beside each, and adding, renaming, deleting and finding them."""

import re

import pytest
from playwright.sync_api import expect

from window import eventually


def names(window):
    return window.page.locator("#lists .name")


def test_shows_what_the_service_begins_with(window):
    window.open_list("List")
    window.expect_texts("Edit your first item", "Swipe me to delete")
    window.expect_summary("List", "2 left")


@pytest.mark.gate
def test_shows_lists_in_reading_order_with_icon_and_what_remains(content, open_window):
    content.make_list("liste 10", icon="Trips")
    done = content.make_list("Liste 2", "Done", icon="Groceries")
    content.change(content.items(done)[0], checked=True)
    window = open_window()
    expect(names(window)).to_have_text(["List", "Liste 2", "liste 10"])
    window.expect_summary("List", "2 left")
    window.expect_summary("Liste 2", "All done")
    window.expect_summary("liste 10", "No items")
    expect(window.list("liste 10").locator("img")).to_have_attribute("src", "/icons/trips.svg")


def test_what_somebody_began_stays_open_when_the_place_of_before_is_found(open_window):
    window = open_window()
    window.settled()
    held = []
    window.page.route("**/v1/preferences", lambda route: held.append(route), times=1)
    with window.page.expect_request("**/v1/preferences"):
        window.page.goto("about:blank")
        window.go("/")
    window.button("Add list").click()
    window.dialog().get_by_role("textbox", name="Name").fill("Week")
    held[0].continue_()
    expect(window.page).to_have_url(re.compile("#/lists/"))
    window.dialog().get_by_role("button", name="Add").click()
    expect(window.list("Week")).to_be_visible()


def test_the_cursor_is_where_the_first_item_is_added(content, open_window):
    window = open_window("/")
    line = window.page.get_by_role("textbox", name="Add an item")
    expect(line).to_be_focused()
    window.page.keyboard.type("Bread")
    window.page.keyboard.press("Enter")
    expect(window.row("Bread")).to_be_visible()
    expect(window.page).to_have_url(re.compile("#/lists/1$"))
    # A new list is begun the same way.
    window.button("Add list").click()
    window.page.keyboard.type("Party")
    window.page.keyboard.press("Enter")
    expect(window.page.locator("main h1")).to_have_text("Party")
    expect(line).to_be_focused()
    window.page.keyboard.type("Balloons")
    window.page.keyboard.press("Enter")
    expect(window.row("Balloons")).to_be_visible()
    window.settled()
    party = next(one for one in content.send("GET", "/v1/checklists") if one["name"] == "Party")
    assert content.texts(party) == ["Balloons"]
    # Whoever goes back and comes again does not begin to type again.
    window.open_list("List")
    window.page.go_back()
    expect(window.page.locator("main h1")).to_have_text("Party")
    expect(line).not_to_be_focused()


def test_no_keys_come_up_by_themselves_on_a_phone(open_window):
    window = open_window("/", size=(390, 844), has_touch=True, is_mobile=True)
    window.expect_texts("Edit your first item", "Swipe me to delete")
    window.handy()
    expect(window.page.get_by_role("textbox", name="Add an item")).not_to_be_focused()


def test_who_was_told_the_way_to_an_item_has_the_focus_nowhere(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    assert window.page.evaluate("document.activeElement === document.body")


@pytest.mark.gate
def test_adds_a_list_with_an_icon(content, window):
    window.button("Add list").click()
    window.dialog().get_by_role("textbox", name="Name").fill("Weekend")
    window.dialog().get_by_role("radio", name="Trips").check()
    window.dialog().get_by_role("button", name="Add").click()
    expect(window.page.locator("main h1")).to_have_text("Weekend")
    expect(names(window)).to_have_text(["List", "Weekend"])
    made = content.send("GET", "/v1/checklists?q=weekend")[0]
    assert (made["name"], made["icon"]) == ("Weekend", "Trips")


def test_offers_the_folder_first_and_ten_icons(window):
    window.button("Add list").click()
    expect(window.dialog().get_by_role("radio")).to_have_count(10)
    expect(window.dialog().get_by_role("radio", name="Folder")).to_be_checked()


def test_says_what_each_icon_is(window):
    window.button("Add list").click()
    names = window.dialog().locator(".icons label")
    expect(names).to_have_text(
        "No icon,Appointments,Birthdays,Chores,Drinks,Folder,Groceries,Inbox,Photos,Trips".split(",")
    )
    for name in names.all():
        expect(name.locator("span")).to_be_visible()


def test_a_list_without_a_name_is_not_added(window):
    window.button("Add list").click()
    add = window.dialog().get_by_role("button", name="Add")
    expect(add).to_be_disabled()
    window.dialog().get_by_role("textbox", name="Name").fill("   ")
    expect(add).to_be_disabled()
    window.page.keyboard.press("Enter")
    expect(window.dialog()).to_be_visible()
    window.page.keyboard.press("Escape")
    expect(window.dialog()).to_have_count(0)
    expect(names(window)).to_have_text(["List"])


def test_a_name_that_is_refused_stays_in_the_dialog_with_the_reason(open_window):
    window = open_window(refusals=[422])
    window.button("Add list").click()
    name = "n" * 201
    window.dialog().get_by_role("textbox", name="Name").fill(name)
    window.dialog().get_by_role("button", name="Add").click()
    expect(window.dialog().get_by_role("alert")).not_to_be_empty()
    expect(window.dialog().get_by_role("textbox", name="Name")).to_have_value(name)


def test_renames_a_list_and_changes_its_icon(content, window):
    window.open_list("List")
    window.choose_in_menu("Edit list")
    window.dialog().get_by_role("textbox", name="Name").fill("Jobs")
    window.dialog().get_by_role("radio", name="Chores").check()
    window.dialog().get_by_role("button", name="Save").click()
    expect(window.page.locator("main h1")).to_have_text("Jobs")
    expect(names(window)).to_have_text(["Jobs"])
    window.settled()
    kept = content.send("GET", "/v1/checklists")[0]
    assert (kept["name"], kept["icon"]) == ("Jobs", "Chores")


def test_takes_a_new_name_back_when_it_is_refused(open_window):
    window = open_window(refusals=[422])
    window.open_list("List")
    title = "Name is taken"
    problem = {"type": "tag:checklistd,2026:test", "status": 422, "title": title, "detail": f"{title}."}
    window.page.route("**/v1/checklists/*", lambda route: route.fallback()
        if route.request.method == "GET"
        else route.fulfill(status=422, content_type="application/problem+json", json=problem))
    window.choose_in_menu("Edit list")
    window.dialog().get_by_role("textbox", name="Name").fill("Party")
    window.dialog().get_by_role("button", name="Save").click()
    expect(window.notice("Couldn’t save “List”.")).to_be_visible()
    expect(window.page.locator("main h1")).to_have_text("List")
    expect(names(window)).to_have_text(["List"])


def test_deletes_a_list_when_the_question_is_answered_with_yes(content, window):
    window.open_list("List")
    window.choose_in_menu("Delete list")
    expect(window.dialog()).to_contain_text("2 items. Restorable from Trash.")
    window.dialog().get_by_role("button", name="Cancel").click()
    expect(window.dialog()).to_have_count(0)
    assert len(content.send("GET", "/v1/checklists")) == 1
    window.choose_in_menu("Delete list")
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.page.locator("#no-lists")).to_have_text("No lists yet. Add your first list.")
    expect(window.page).to_have_url(re.compile("#/$"))
    assert content.send("GET", "/v1/checklists") == []


def test_does_not_delete_a_list_that_grew_since_the_question(content, open_window):
    window = open_window(refusals=[412])
    window.open_list("List")
    window.choose_in_menu("Delete list")
    expect(window.dialog()).to_contain_text("2 items. Restorable from Trash.")
    kept = content.send("GET", "/v1/checklists")[0]
    content.make_item(kept, "Just added")
    with window.page.expect_response(
        lambda answer: answer.request.method == "DELETE" or answer.status == 200
    ):
        window.dialog().get_by_role("button", name="Delete").click()
    expect(window.notice("This was changed elsewhere.")).to_be_visible()
    assert len(content.items(kept)) == 3


def test_finds_lists_with_every_letter(content, open_window):
    for name in ("Crème brûlée", "Cremona", "Bicycle"):
        content.make_list(name)
    window = open_window()
    search = window.page.get_by_role("searchbox", name="Search lists and items")
    expect(names(window)).to_have_text(["Bicycle", "Crème brûlée", "Cremona", "List"])
    search.press_sequentially("c")
    expect(names(window)).to_have_text(["Bicycle", "Crème brûlée", "Cremona"])
    search.press_sequentially("reme")
    expect(names(window)).to_have_text(["Crème brûlée"])
    search.fill("nothing like it")
    expect(window.page.locator("#no-lists")).to_have_text("No results")
    search.fill("")
    expect(names(window)).to_have_count(4)


def test_offers_both_names_when_two_windows_rename_a_list(content, open_window):
    first, second = open_window(refusals=[412]), open_window(refusals=[412])
    for window in (first, second):
        window.open_list("List")
        window.expect_texts("Edit your first item", "Swipe me to delete")
        window.settled()
        window.choose_in_menu("Edit list")
    for window, name in ((first, "Jobs"), (second, "Tasks")):
        window.dialog().get_by_role("textbox", name="Name").fill(name)
        window.page.keyboard.press("Enter")
        expect(window.page.locator("main h1")).not_to_have_text("List")
        first.settled()
    expect(second.dialog().locator("dd")).to_have_text(["TheirsJobs", "YoursTasks"])
    assert content.send("GET", "/v1/checklists")[0]["name"] == "Jobs"
    second.dialog().get_by_role("button", name="Keep mine").click()
    expect(second.page.locator("main h1")).to_have_text("Tasks")
    eventually(lambda: content.send("GET", "/v1/checklists")[0]["name"] == "Tasks")


def test_the_first_list_is_open_at_the_first_start(window):
    expect(window.page.locator("main h1")).to_have_text("List")
    window.expect_texts("Edit your first item", "Swipe me to delete")


def test_a_list_is_edited_and_deleted_where_it_stands(content, groceries, window):
    window.page.reload()
    menu = window.page.locator("#list-menu")
    window.list("Groceries").hover()
    window.button("Options for “Groceries”").click()
    menu.get_by_role("button", name="Edit list").click()
    window.dialog().get_by_role("textbox", name="Name").fill("Food")
    window.dialog().get_by_role("button", name="Save").click()
    expect(names(window)).to_have_text(["Food", "List"])
    window.button("Options for “Food”").focus()
    window.page.keyboard.press("Enter")
    window.expect_accessible()
    menu.get_by_role("button", name="Delete list").click()
    expect(window.dialog()).to_contain_text("Delete “Food”?")
    expect(window.dialog()).to_contain_text("3 items. Restorable from Trash.")
    window.dialog().get_by_role("button", name="Delete").click()
    expect(names(window)).to_have_text(["List"])
    # What was open still is.
    expect(window.page.locator("main h1")).to_have_text("List")
    assert [made["name"] for made in content.send("GET", "/v1/checklists")] == ["List"]


def test_a_name_that_is_too_long_stays_in_the_dialog(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    window.choose_in_menu("Edit list")
    field = window.dialog().get_by_role("textbox", name="Name")
    field.fill("x" * 201)
    window.dialog().get_by_role("button", name="Save").click()
    expect(window.dialog().get_by_role("alert")).to_have_text("A name has at most 200 letters.")
    expect(field).to_have_value("x" * 201)

"""Reloads and ways back in the middle of things, slow answers, and what goes away while it is open."""

import pytest
from playwright.sync_api import expect

from test_resilience import hold
from window import at


@pytest.fixture
def window(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[404])
    window.expect_texts("Milk", "Bread", "Apples")
    window.settled()
    return window


@pytest.mark.gate
def test_a_reload_asks_before_it_loses_what_was_typed(window):
    asked = []
    window.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    window.edit("Milk")
    window.page.reload()
    window.expect_texts("Milk", "Bread", "Apples")
    assert asked == []
    window.edit("Milk").get_by_label("Text").fill("Oat milk")
    window.page.reload()
    window.expect_texts("Milk", "Bread", "Apples")
    assert asked == ["beforeunload"]
    # The device keeps what is typed for a new item.
    window.page.get_by_role("textbox", name="Add an item").fill("Half a sen")
    window.page.reload()
    window.expect_texts("Milk", "Bread", "Apples")
    assert asked == ["beforeunload"]


def test_the_way_back_keeps_what_was_typed(content, groceries, open_window):
    window = open_window()
    window.open_list("List")
    window.open_list("Groceries")
    window.edit("Milk").get_by_label("Text").fill("Oat milk")
    window.page.go_back()
    expect(window.page.locator("main h1")).to_have_text("List")
    window.page.go_forward()
    window.expect_texts("Oat milk", "Bread", "Apples")
    window.settled()
    assert content.texts(groceries) == ["Oat milk", "Bread", "Apples"]


def test_the_way_back_closes_what_was_asked(content, groceries, open_window):
    window = open_window()
    window.open_list("List")
    window.open_list("Groceries")
    window.choose_in_menu("Delete list")
    expect(window.dialog()).to_be_visible()
    window.page.go_back()
    expect(window.page.locator("main h1")).to_have_text("List")
    expect(window.dialog()).to_have_count(0)
    assert len(content.send("GET", "/v1/checklists")) == 2


@pytest.mark.parametrize("part", ["", "/items?*"])
def test_shows_the_list_that_was_opened_last_whichever_is_answered_last(
    content, groceries, open_window, part
):
    content.make_list("Trips", "Tickets")
    window = open_window()
    held = []
    address = f"**/v1/checklists/{groceries['id']}{part}"
    window.page.route(address, lambda route: held.append(route))
    with window.page.expect_request(address):
        window.list("Groceries").locator("a").click()
    window.open_list("Trips")
    window.expect_texts("Tickets")
    assert held
    for route in held:
        route.continue_()
    window.quiet()
    window.expect_texts("Tickets")
    expect(window.page.locator("main h1")).to_have_text("Trips")
    assert window.page.title() == "Trips"


def test_many_changes_while_answers_are_slow_end_as_they_look(content, groceries, window):
    release = hold(window, "PATCH")
    for _ in range(6):
        window.check_box("Milk").click()
    window.check_box("Bread").click()
    window.handle("Milk").press("End")
    window.expect_texts("Apples", "Milk", "Bread")
    release()
    window.settled()
    window.expect_texts("Apples", "Milk", "Bread")
    ended = [(item["text"], item["checked"]) for item in content.items(groceries)]
    assert ended == [("Bread", True), ("Apples", False), ("Milk", False)]


def test_news_from_elsewhere_leave_alone_what_is_being_typed(content, groceries, window):
    notes = window.edit("Milk").get_by_label("Notes")
    notes.fill("two bottles")
    content.make_item(groceries, "Butter")
    window.expect_texts("Milk", "Bread", "Apples", "Butter")
    expect(notes).to_have_value("two bottles")
    expect(notes).to_be_focused()


def test_what_is_typed_about_an_item_that_goes_can_be_added_again(content, groceries, window):
    window.edit("Milk").get_by_label("Notes").fill("two bottles")
    content.send("DELETE", f"/v1/items/{content.items(groceries)[0]['id']}")
    window.expect_texts("Bread", "Apples")
    window.notice("“Milk” was deleted elsewhere").get_by_role("button", name="Add again").click()
    window.expect_texts("Bread", "Apples", "Milk")
    window.settled()
    assert content.items(groceries)[-1]["notes"] == "two bottles"


def test_leaves_a_list_that_was_deleted_elsewhere_and_says_so(content, groceries, window):
    content.send("DELETE", f"/v1/checklists/{groceries['id']}")
    expect(window.notice("“Groceries” was deleted, or is no longer shared")).to_be_visible()
    window.expect_accessible()
    expect(window.page.locator("main .empty")).to_have_text("Select a list or add one.")
    expect(window.list("Groceries")).to_have_count(0)


def test_an_item_of_the_agenda_that_is_gone_can_be_added_again_where_it_was(content, errands, open_window):
    call = content.make_item(errands, "Call", dueDate=at(1, 9))
    window = open_window("/#/agenda", refusals=[404], deaf=True)
    expect(window.row("Call")).to_be_visible()
    content.send("DELETE", f"/v1/items/{call['id']}")
    window.check_box("Call").click()
    notice = window.notice("“Call” was deleted elsewhere.")
    expect(window.row("Call")).to_have_count(0)
    notice.get_by_role("button", name="Add again").click()
    window.settled()
    assert content.texts(errands) == ["Call"]


def test_a_place_that_was_left_before_it_was_there_stays_left(window):
    held = []
    window.page.route("**/assets/*/rest.html", lambda route: held.append(route))
    window.page.reload()
    window.page.get_by_role("link", name="Agenda").click()
    window.open_list("List")
    for route in held:
        route.continue_()
    window.page.get_by_role("link", name="Reminders").click()
    expect(window.page.locator("main h1")).to_have_text("Reminders")
    window.page.go_back()
    window.expect_texts("Edit your first item", "Swipe me to delete")
    window.quiet()
    expect(window.page.locator("main h1")).to_have_text("List")


def test_what_was_refused_after_its_list_was_left_is_told(content, groceries, window):
    window.refusals = ("status of 403",)
    held = []
    window.page.route("**/items", lambda route: held.append(route))
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("Butter")
    line.press("Enter")
    expect(window.row("Butter")).to_be_visible()
    window.open_list("List")
    detail = "There are 3 of at most 3 items."
    problem = {"type": "tag:checklistd,2026:test", "title": "Forbidden", "status": 403, "detail": detail}
    held[0].fulfill(status=403, json=problem, content_type="application/problem+json")
    told = "Couldn’t save “Butter”. The server says: There are 3 of at most 3 items."
    expect(window.page.get_by_role("alert").filter(has_text=told)).to_be_visible()


def test_what_is_typed_about_an_item_that_is_not_answered_yet_stays(content, groceries, window):
    release = hold(window, "POST")
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("Olive oil !!")
    line.press("Enter")
    form = window.edit("Olive oil !!")
    notes = form.get_by_label("Notes")
    notes.press_sequentially("the gre")
    release()
    expect(window.row("Olive oil")).to_be_visible()
    expect(form.get_by_label("Text")).to_have_value("Olive oil")
    expect(notes).to_be_focused()
    notes.press_sequentially("en one")
    window.save()
    window.settled()
    expect(window.page.locator(".notice")).to_have_count(0)
    item = content.items(groceries)[-1]
    assert (item["text"], item["notes"], item["important"]) == ("Olive oil", "the green one", True)


def test_a_link_to_what_is_completed_opens_it_though_that_is_folded_away(content, groceries, window):
    done, _ = (content.make_item(groceries, text, checked=True) for text in ("Olive oil", "Eggs"))
    window.expect_texts("Milk", "Bread", "Apples", "Olive oil", "Eggs")
    window.completed().click()
    window.expect_texts("Milk", "Bread", "Apples")
    window.settled()
    window.go(f"/?#/lists/{groceries['id']}/items/{done['id']}")
    expect(window.editor().get_by_label("Text", exact=True)).to_have_value("Olive oil")
    expect(window.completed()).to_have_attribute("aria-expanded", "false")

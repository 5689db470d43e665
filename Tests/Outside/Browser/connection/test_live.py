"""Two windows at the same lists: what is done in one is seen in the other, and disturbs nobody there."""

import re

import pytest
from playwright.sync_api import expect

from service import Service
from window import at


@pytest.fixture
def pair(groceries, open_window):
    """Two windows at a list, both of which hear what happens."""
    windows = [open_window(f"/#/lists/{groceries['id']}") for _ in range(2)]
    for window in windows:
        window.expect_texts("Milk", "Bread", "Apples")
    return windows


@pytest.mark.gate
def test_what_one_does_the_other_sees_in_place(pair):
    one, other = pair
    milk = other.row("Milk").element_handle()
    one.add("Butter")
    other.expect_texts("Milk", "Bread", "Apples", "Butter")
    one.check_box("Bread").check()
    expect(other.check_box("Bread")).to_be_checked()
    other.expect_summary("Groceries", "3 left")
    one.edit("Apples").get_by_label("Text").fill("Pears")
    one.save()
    other.expect_texts("Milk", "Pears", "Butter", "Bread")
    one.handle("Butter").press("Home")
    other.expect_texts("Butter", "Milk", "Pears", "Bread")
    one.row("Pears").locator(".open").press("Delete")
    one.notice("Deleted “Pears”").get_by_role("button", name="Close").click()
    other.expect_texts("Butter", "Milk", "Bread")
    other.expect_summary("Groceries", "2 left")
    assert other.row("Milk").element_handle().evaluate("(row, before) => row === before", milk)
    other.expect_accessible()


def test_what_one_adds_is_shown_once_however_late_it_is_answered(pair):
    one, other = pair
    held = []
    one.page.route("**/items", lambda route: held.append((route, route.fetch())), times=1)
    line = one.page.get_by_role("textbox", name="Add an item")
    line.fill("Butter")
    line.press("Enter")
    other.expect_texts("Milk", "Bread", "Apples", "Butter")
    expect(one.row("Butter")).to_have_class(re.compile("unsaved"))
    # Read anew, the list has it before the addition is answered.
    one.page.get_by_role("combobox", name="Sort").select_option("Due date")
    expect(one.row("Butter")).not_to_have_class(re.compile("unsaved"))
    one.expect_texts("Milk", "Bread", "Apples", "Butter")
    [(route, answer)] = held
    route.fulfill(response=answer)
    one.settled()
    one.expect_texts("Milk", "Bread", "Apples", "Butter")
    one.expect_summary("Groceries", "4 left")


@pytest.mark.gate
def test_an_undo_stays_when_the_events_come_before_the_answers(content, groceries, pair):
    one, other = pair
    held = []

    def hold(route):
        if route.request.method == "GET":
            route.continue_()
        else:
            held.append((route, route.fetch()))

    one.page.route(re.compile(r"/v1/items/\d+$|/restore$"), hold)
    one.row("Milk").locator(".open").press("Delete")
    other.expect_texts("Bread", "Apples")
    one.page.keyboard.press("Control+z")
    for texts in (["Bread", "Apples"], ["Milk", "Bread", "Apples"]):
        other.expect_texts(*texts)
        while not held:
            one.page.evaluate("0")
        route, answer = held.pop()
        route.fulfill(response=answer)
    one.settled()
    content.make_item(groceries, "Butter")
    one.expect_texts("Milk", "Bread", "Apples", "Butter")


def test_both_add_at_once_and_see_the_same(content, groceries, pair):
    one, other = pair
    for number in range(5):
        for window in pair:
            line = window.page.get_by_role("textbox", name="Add an item")
            line.fill(f"{number} of {pair.index(window)}")
            line.press("Enter")
    expect(one.rows()).to_have_count(13)
    expect(other.rows()).to_have_count(13)
    for window in pair:
        window.settled()
    for window in pair:
        window.expect_texts(*content.texts(groceries))
        window.expect_summary("Groceries", "13 left")


def test_lists_come_change_and_go_in_place(pair):
    one, other = pair
    one.button("Add list").click()
    one.dialog().get_by_role("textbox", name="Name").fill("Errands")
    one.dialog().get_by_role("button", name="Add").click()
    expect(other.list("Errands")).to_be_visible()
    one.add("Post office")
    other.expect_summary("Errands", "1 left")
    one.choose_in_menu("Edit list")
    one.dialog().get_by_role("textbox", name="Name").fill("In town")
    one.dialog().get_by_role("button", name="Save").click()
    expect(other.list("In town")).to_be_visible()
    expect(other.list("Errands")).to_have_count(0)
    one.choose_in_menu("Delete list")
    one.dialog().get_by_role("button", name="Delete").click()
    expect(other.list("In town")).to_have_count(0)
    expect(other.page.locator("main h1")).to_have_text("Groceries")


def test_an_item_that_moves_to_another_list_leaves_and_comes(content, errands, open_window, pair):
    one, other = pair
    third = open_window(f"/#/lists/{errands['id']}")
    one.edit("Milk").get_by_label("List").select_option("Errands")
    one.save()
    other.expect_texts("Bread", "Apples")
    third.expect_texts("Milk")
    third.expect_summary("Groceries", "2 left")


def test_what_others_do_leaves_focus_and_half_a_word_alone(content, groceries, pair):
    one, other = pair
    text = other.edit("Apples").get_by_label("Text")
    text.press_sequentially(" and pe")
    text.evaluate("field => field.setSelectionRange(2, 5)")
    one.add("Butter")
    one.handle("Butter").press("Home")
    one.row("Milk").locator(".open").press("Delete")
    one.notice("Deleted “Milk”").get_by_role("button", name="Close").click()
    other.expect_texts("Butter", "Bread", "Apples")
    expect(text).to_be_focused()
    expect(text).to_have_value("Apples and pe")
    assert text.evaluate("field => [field.selectionStart, field.selectionEnd]") == [2, 5]
    text.press("Enter")
    other.settled()
    assert content.texts(groceries) == ["Butter", "Bread", "Apples and pe"]


def test_half_an_item_stays_in_the_line_below(pair):
    one, other = pair
    line = other.page.get_by_role("textbox", name="Add an item")
    line.press_sequentially("Half a sen")
    one.add("Butter")
    other.expect_texts("Milk", "Bread", "Apples", "Butter")
    expect(line).to_have_value("Half a sen")
    expect(line).to_be_focused()


def test_who_is_at_an_item_that_goes_is_led_to_the_next(pair):
    one, other = pair
    other.row("Milk").locator(".open").focus()
    one.row("Milk").locator(".open").press("Delete")
    one.notice("Deleted “Milk”").get_by_role("button", name="Close").click()
    expect(other.row("Bread").locator(".open")).to_be_focused()


def test_what_comes_in_above_moves_nothing_in_view(content, open_window):
    made = content.make_list("Long", *(f"Item {number}" for number in range(60)))
    window = open_window(f"/#/lists/{made['id']}", size=(900, 600))
    expect(window.row("Item 0")).to_be_visible()
    window.page.locator("main").evaluate("main => main.scrollTo(0, 1500)")
    expect(window.row("Item 30")).to_be_in_viewport()
    top = window.row("Item 30").bounding_box()["y"]
    items = content.items(made)
    new = content.make_item(made, "New")
    content.send("POST", f"/v1/items/{new['id']}/move", {"before": items[0]["id"]})
    content.send("DELETE", f"/v1/items/{items[40]['id']}")
    expect(window.row("New")).to_have_attribute("aria-posinset", "1")
    expect(window.row("Item 40")).to_have_count(0)
    assert abs(window.row("Item 30").bounding_box()["y"] - top) < 2


def test_both_change_one_item_and_are_asked(content, groceries, pair):
    one, other = pair
    one.refusals = other.refusals = ("status of 412",)
    text = other.edit("Milk").get_by_label("Text")
    text.fill("Soy milk")
    one.edit("Milk").get_by_label("Text").fill("Oat milk")
    one.save()
    other.expect_texts("Oat milk", "Bread", "Apples")
    expect(text).to_have_value("Soy milk")
    other.save()
    expect(other.dialog().locator("dd")).to_have_text(["TheirsOat milk", "YoursSoy milk"])
    other.dialog().get_by_role("button", name="Keep mine").click()
    one.expect_texts("Soy milk", "Bread", "Apples")
    other.expect_texts("Soy milk", "Bread", "Apples")


def test_its_own_changes_do_not_come_back_to_it(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    listener = open_window(f"/#/lists/{groceries['id']}")
    listener.expect_texts("Milk", "Bread", "Apples")
    window.quiet()
    window.page.evaluate("""() => {
        window.seen = new Set();
        const note = () => document.querySelectorAll("main .row [data-part=text]").forEach((text, at, all) =>
            window.seen.add([...all].map(({ textContent }) => textContent).join()));
        const all = { childList: true, subtree: true };
        new MutationObserver(note).observe(document.querySelector("main"), all);
    }""")
    before = len(window.requests)
    window.add("Butter", "Eggs")
    listener.expect_texts("Milk", "Bread", "Apples", "Butter", "Eggs")
    window.settled()
    assert {len(seen.split(",")) for seen in window.page.evaluate("[...window.seen]")} <= {3, 4, 5}
    reads = [request.url for request in window.requests[before:] if request.method == "GET"]
    # What was here before is looked for while somebody types.
    assert [address for address in reads if "&checked=true&" not in address] == []


def test_the_agenda_and_what_is_searched_are_kept_up_to_date(content, groceries, errands, open_window, pair):
    one, searching = pair
    agenda = open_window("/#/agenda")
    expect(agenda.page.locator("main .empty")).to_have_text("Nothing is due.")
    searching.page.get_by_role("searchbox", name="Search this list").fill("b")
    searching.expect_texts("Bread")
    one.add("Butter", "Coffee")
    searching.expect_texts("Bread", "Butter")
    item = content.make_item(errands, "Call", dueDate=at(1, 9), shouldRemind=True)
    expect(agenda.row("Call")).to_be_visible()
    expect(one.page.locator("#reminders-count")).to_have_text("1")
    content.send("DELETE", f"/v1/items/{item['id']}")
    expect(agenda.row("Call")).to_have_count(0)
    expect(one.page.locator("#reminders-count")).to_be_empty()


def streams(window):
    return [request for request in window.requests if "/v1/events" in request.url]


def test_nothing_is_heard_while_hidden_and_all_of_it_afterwards(content, groceries, pair):
    one, other = pair
    other.refusals = ("ERR_ABORTED",)
    if not streams(other):
        other.page.wait_for_event("request", lambda request: "/v1/events" in request.url)
    # The stream has a cursor once it has shown a change.
    content.make_item(groceries, "Eggs")
    expect(other.row("Eggs")).to_be_visible()
    with other.page.expect_event("requestfailed", lambda request: "/v1/events" in request.url):
        other.hide()
    one.add("Butter")
    one.check_box("Milk").check()
    one.settled()
    assert other.texts() == ["Milk", "Bread", "Apples", "Eggs"]
    other.hide(False)
    other.expect_texts("Bread", "Apples", "Eggs", "Butter", "Milk")
    expect(other.check_box("Milk")).to_be_checked()
    assert re.search(r"\?since=[\w-]+$", streams(other)[-1].url)


def test_goes_on_where_it_was_when_the_service_comes_back(content, groceries, service, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.refusals = ("ERR_",)
    window.expect_texts("Milk", "Bread", "Apples")
    window.quiet()
    service.kill()
    # Nobody has to touch anything to find out.
    expect(window.page.locator("#offline")).to_contain_text("Offline")
    with Service(service.data, port=service.port):
        content.make_item(groceries, "Butter")
        window.expect_texts("Milk", "Bread", "Apples", "Butter")
        expect(window.page.locator("#offline")).to_be_empty()


def test_begins_anew_when_too_much_has_happened(content, groceries, pair):
    one, other = pair
    other.refusals = ("ERR_ABORTED", "status of 410")
    other.quiet()
    other.hide()

    def expire(route):
        gone = {"type": "tag:checklistd,2026:test", "title": "Gone", "status": 410}
        route.fulfill(status=410, json=gone, content_type="application/problem+json")

    other.page.route("**/v1/events?since=*", expire, times=1)
    one.add("Butter")
    other.hide(False)
    other.expect_texts("Milk", "Bread", "Apples", "Butter")
    assert not streams(other)[-1].url.endswith("since=")
    one.add("Eggs")
    other.expect_texts("Milk", "Bread", "Apples", "Butter", "Eggs")


def test_what_others_add_while_a_list_is_about_to_be_read_is_there(content, groceries, open_window):
    window = open_window()
    window.open_list("List")
    window.quiet()
    held = []
    window.page.route("**/membership", lambda route: held.append(route))
    with window.page.expect_request("**/membership"):
        window.list("Groceries").locator("a").click()
    content.make_item(groceries, "Butter")
    # The page hears of it before it has anything of the list.
    window.expect_summary("Groceries", "4 left")
    for route in held:
        route.continue_()
    window.expect_texts("Milk", "Bread", "Apples", "Butter")

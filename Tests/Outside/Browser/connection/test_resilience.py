"""Edits that show at once, refusals, two windows at one item, and a connection that comes and goes."""

import re

import pytest
from playwright.sync_api import expect

from service import Service
from window import Content, eventually

OFFLINE = "Offline"


def hold(window, method):
    """Keeps requests of a method from being sent; calling the result lets them go."""
    held = []

    def catch(route):
        if route.request.method == method and not released:
            held.append(route)
        else:
            route.continue_()

    released = []
    window.page.route("**/v1/**", catch)

    def release():
        released.append(True)
        for route in held:
            route.continue_()

    return release


def test_shows_an_edit_before_it_is_answered(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    release = hold(window, "PATCH")
    window.edit("Milk").get_by_label("Text").fill("Oat milk")
    window.save()
    window.expect_texts("Oat milk", "Bread", "Apples")
    assert content.items(groceries)[0]["text"] == "Milk"
    release()
    window.settled()
    assert content.items(groceries)[0]["text"] == "Oat milk"
    window.expect_texts("Oat milk", "Bread", "Apples")


def test_shows_an_addition_before_it_is_answered(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    release = hold(window, "POST")
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("Butter")
    line.press("Enter")
    window.expect_texts("Milk", "Bread", "Apples", "Butter")
    window.expect_summary("Groceries", "4 left")
    expect(window.row("Butter")).to_have_class(re.compile("unsaved"))
    # What is done to it meanwhile is sent behind it.
    window.check_box("Butter").check()
    window.expect_summary("Groceries", "3 left")
    release()
    expect(window.row("Butter")).not_to_have_class(re.compile("unsaved"))
    window.settled()
    assert [item["checked"] for item in content.items(groceries)] == [False, False, False, True]


def test_takes_a_refused_edit_back_and_gives_what_was_typed(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[422])
    typed = "x" * 1001
    release = hold(window, "PATCH")
    window.edit("Milk").get_by_label("Text").fill(typed)
    window.save()
    window.expect_texts(typed, "Bread", "Apples")
    release()
    expect(window.editor().get_by_role("alert")).to_have_text(
        "That didn’t work. “Text” can have 1000 characters at most."
    )
    expect(window.editor().get_by_label("Text")).to_have_value(typed)
    expect(window.editor().get_by_label("Text")).to_have_attribute("aria-invalid", "true")
    window.page.keyboard.press("Escape")
    window.expect_texts("Milk", "Bread", "Apples")
    assert content.items(groceries)[0]["text"] == "Milk"


def test_always_says_which_version_it_changes(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.check_box("Milk").check()
    window.edit("Bread").get_by_label("Notes").fill("rye")
    window.save()
    window.row("Apples").locator(".open").press("Delete")
    window.notice("Deleted “Apples”").get_by_role("button", name="Close").click()
    window.choose_in_menu("Edit list")
    window.dialog().get_by_role("textbox", name="Name").fill("Food")
    window.dialog().get_by_role("button", name="Save").click()
    window.expect_summary("Food", "1 left")
    window.settled()
    window.choose_in_menu("Delete list")
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.list("Food")).to_have_count(0)
    changes = [
        request
        for request in window.requests
        if request.method in ("PATCH", "DELETE") and not request.url.endswith("/v1/preferences")
    ]
    assert [request.method for request in changes] == ["PATCH", "PATCH", "DELETE", "PATCH", "DELETE"]
    for request in changes:
        assert request.headers.get("if-match", "").startswith('"'), request.url


def two_windows(open_window, groceries, **options):
    windows = [open_window(f"/#/lists/{groceries['id']}", refusals=[412, 404], **options) for _ in range(2)]
    for window in windows:
        window.expect_texts("Milk", "Bread", "Apples")
    return windows


def conflict(content, groceries, open_window):
    """Two windows change the text of one item; the first is first."""
    first, second = two_windows(open_window, groceries)
    second.edit("Milk").get_by_label("Text").fill("Soy milk")
    first.edit("Milk").get_by_label("Text").fill("Oat milk")
    first.save()
    first.settled()
    second.save()
    dialog = second.dialog()
    expect(dialog.get_by_role("heading")).to_contain_text("Conflict in")
    expect(dialog.locator("dd")).to_have_text(["TheirsOat milk", "YoursSoy milk"])
    assert content.items(groceries)[0]["text"] == "Oat milk"
    return second, dialog


@pytest.mark.gate
def test_offers_both_versions_and_keeps_mine(content, groceries, open_window):
    window, dialog = conflict(content, groceries, open_window)
    window.expect_accessible()
    dialog.get_by_role("button", name="Keep mine").click()
    # The page shows it before, and sends it after the choice.
    eventually(lambda: content.items(groceries)[0]["text"] == "Soy milk")
    window.expect_texts("Soy milk", "Bread", "Apples")


def test_offers_both_versions_and_keeps_theirs(content, groceries, open_window):
    window, dialog = conflict(content, groceries, open_window)
    dialog.get_by_role("button", name="Keep theirs").click()
    window.expect_texts("Oat milk", "Bread", "Apples")
    window.settled()
    assert content.items(groceries)[0]["text"] == "Oat milk"


def test_is_told_of_a_conflict_by_the_service(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[412], deaf=True)
    window.check_box("Milk").check()
    window.settled()
    # The page has the version of its own last change, and no way to know of this one.
    content.change(content.items(groceries)[0], notes="from elsewhere")
    statuses = []
    window.page.on("response", lambda answer: statuses.append(answer.status))
    window.edit("Milk").get_by_label("Notes").fill("from here")
    window.save()
    expect(window.dialog().locator("dd")).to_have_text(["Theirsfrom elsewhere", "Yoursfrom here"])
    assert 412 in statuses
    window.dialog().get_by_role("button", name="Keep theirs").click()
    expect(window.row("Milk").locator(".excerpt")).to_have_text("from elsewhere")


def test_keeps_both_changes_of_different_fields_and_says_so(content, groceries, open_window):
    first, second = two_windows(open_window, groceries)
    second.edit("Milk").get_by_label("Notes").fill("two bottles")
    first.edit("Milk").get_by_label("Text").fill("Oat milk")
    first.save()
    first.settled()
    second.save()
    expect(second.notice("“Oat milk” was also changed elsewhere. Both changes are saved.")).to_be_visible()
    second.expect_texts("Oat milk", "Bread", "Apples")
    item = content.items(groceries)[0]
    assert (item["text"], item["notes"]) == ("Oat milk", "two bottles")


def test_an_answer_leaves_the_focus_where_it_is(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    release = hold(window, "PATCH")
    window.check_box("Milk").check()
    window.expect_texts("Bread", "Apples", "Milk")
    window.completed().focus()
    release()
    window.settled()
    expect(window.completed()).to_be_focused()


def test_folding_leaves_the_focus_where_it_is(groceries, open_window):
    """An answer comes while the list is read again without what is completed."""
    window = open_window(f"/#/lists/{groceries['id']}")
    release = hold(window, "PATCH")
    window.check_box("Milk").check()
    window.expect_texts("Bread", "Apples", "Milk")
    held = []
    window.page.route("**/items?*", lambda route: held.append(route), times=1)
    with window.page.expect_request("**/items?*"):
        window.completed().press("Space")
    window.expect_texts("Bread", "Apples")
    release()
    window.settled()
    expect(window.completed()).to_be_focused()
    held[0].continue_()
    window.settled()
    expect(window.completed()).to_be_focused()


def test_the_question_before_a_deletion_counts_an_undo_that_is_on_its_way(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[412])
    window.row("Milk").locator(".open").press("Delete")
    window.settled()
    release = hold(window, "POST")
    window.page.keyboard.press("Control+z")
    window.expect_texts("Milk", "Bread", "Apples")
    window.choose_in_menu("Delete list")
    release()
    expect(window.dialog()).to_contain_text("3 items. Restorable from Trash.")
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.list("Groceries")).to_have_count(0)


def test_does_not_delete_what_was_changed_elsewhere(content, groceries, open_window):
    first, second = two_windows(open_window, groceries, deaf=True)
    first.edit("Milk").get_by_label("Text").fill("Oat milk")
    first.save()
    first.settled()
    second.row("Milk").locator(".open").press("Delete")
    expect(second.notice("was changed elsewhere and wasn’t deleted")).to_be_visible()
    second.expect_texts("Oat milk", "Bread", "Apples")
    assert len(content.items(groceries)) == 3


def test_offers_to_add_again_what_was_deleted_elsewhere(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[404], deaf=True)
    form = window.edit("Milk")
    content.send("DELETE", f"/v1/items/{content.items(groceries)[0]['id']}")
    form.get_by_label("Notes").fill("two bottles")
    window.save()
    notice = window.notice("“Milk” was deleted elsewhere.")
    window.expect_texts("Bread", "Apples")
    notice.get_by_role("button", name="Add again").click()
    window.expect_texts("Bread", "Apples", "Milk")
    window.settled()
    assert content.items(groceries)[-1]["notes"] == "two bottles"


def test_without_connection_it_says_so_keeps_everything_and_goes_on(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=["ERR_INTERNET_DISCONNECTED"])
    window.refusals = ("ERR_INTERNET_DISCONNECTED",)
    window.expect_texts("Milk", "Bread", "Apples")
    window.context.set_offline(True)
    banner = window.page.locator("#offline")
    expect(banner).to_contain_text(OFFLINE)
    line = window.page.get_by_role("textbox", name="Add an item")
    for text in ("Butter", "Eggs"):
        line.fill(text)
        line.press("Enter")
    window.check_box("Milk").check()
    window.edit("Bread").get_by_label("Text").fill("Rye bread")
    window.save()
    line.fill("Half a sen")
    window.expect_texts("Rye bread", "Apples", "Butter", "Eggs", "Milk")
    window.expect_summary("Groceries", "4 left")
    assert len(content.items(groceries)) == 3
    window.context.set_offline(False)
    expect(banner).to_be_empty()
    window.settled()
    window.expect_texts("Rye bread", "Apples", "Butter", "Eggs", "Milk")
    expect(line).to_have_value("Half a sen")
    items = content.items(groceries)
    assert [item["text"] for item in items] == ["Milk", "Rye bread", "Apples", "Butter", "Eggs"]
    assert items[0]["checked"] is True


@pytest.mark.gate
def test_goes_on_after_the_service_was_killed_and_started_again(content, groceries, open_window, service):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.refusals = (
        "ERR_CONNECTION_REFUSED",
        "ERR_EMPTY_RESPONSE",
        "ERR_CONNECTION_RESET",
        "ERR_SOCKET_NOT_CONNECTED",
        "ERR_INCOMPLETE_CHUNKED_ENCODING",
    )
    window.expect_texts("Milk", "Bread", "Apples")
    service.kill()
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("Butter")
    line.press("Enter")
    expect(window.page.locator("#offline")).to_contain_text(OFFLINE)
    window.expect_texts("Milk", "Bread", "Apples", "Butter")
    window.expect_accessible()
    window.page.get_by_role("button", name="Try again").click()
    expect(window.page.locator("#offline")).to_contain_text(OFFLINE)
    with Service(service.data, port=service.port) as again:
        # As the browser says it; the page may have found out by itself already.
        window.page.evaluate("dispatchEvent(new Event('online'))")
        expect(window.page.locator("#offline")).to_be_empty()
        window.settled()
        assert [item["text"] for item in Content(again).items(groceries)] == [
            "Milk",
            "Bread",
            "Apples",
            "Butter",
        ]


@pytest.mark.gate
def test_adds_once_when_the_answer_is_lost(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.refusals = ("ERR_FAILED",)
    window.expect_texts("Milk", "Bread", "Apples")
    lost = []

    def lose(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    window.page.route("**/items", lose)
    window.add("Butter")
    assert lost == [201]
    assert [item["text"] for item in content.items(groceries)] == ["Milk", "Bread", "Apples", "Butter"]


def test_opens_a_place_that_could_not_be_read_before(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.refusals = ("ERR_INTERNET_DISCONNECTED",)
    window.expect_texts("Milk", "Bread", "Apples")
    window.context.set_offline(True)
    window.page.get_by_role("link", name="Reminders").click()
    expect(window.page.locator("#offline")).to_contain_text(OFFLINE)
    window.context.set_offline(False)
    expect(window.page.locator("main h1")).to_have_text("Reminders")


def test_opens_where_it_was_left(content, groceries, open_window):
    window = open_window()
    with window.page.expect_response(
        lambda answer: answer.url.endswith("/v1/preferences") and answer.request.method == "PATCH"
    ):
        window.open_list("Groceries")
    assert content.send("GET", "/v1/preferences")["selectedChecklistId"] == groceries["id"]
    again = open_window("/")
    expect(again.page.locator("main h1")).to_have_text("Groceries")
    again.expect_texts("Milk", "Bread", "Apples")
    # Both pages may ask for the list before they know that it is gone.
    window.refusals = again.refusals = ("status of 404",)
    content.send("DELETE", f"/v1/checklists/{groceries['id']}")
    # Where there is room, one of those that are left is open.
    expect(open_window("/").page.locator("main h1")).to_have_text("List")

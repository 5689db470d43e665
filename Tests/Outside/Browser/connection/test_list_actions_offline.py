"""What is done to lists while the service cannot be reached: shown at once, kept, and sent once."""

import re

import pytest
from playwright.sync_api import expect
from service import Service
from sharing import close
from test_offline import LOST, away, back, expect_kept, window  # noqa: F401
from window import Content


def offline_then(window, service, groceries):
    service.kill()
    away(window)
    return f"/#/lists/{groceries['id']}"


def choose(window, name, entry):
    window.button(f"Options for “{name}”").click()
    window.page.locator(".menu:popover-open").get_by_role("button", name=entry, exact=True).click()


def lists_of(content):
    return {one["name"]: one for one in content.send("GET", "/v1/checklists")}


def sent_in(window):
    window.requests.clear()
    return lambda: [request.method for request in window.requests
                    if request.method != "GET" and "/preferences" not in request.url]


def rename(window, name, now):
    choose(window, name, "Edit list…")
    window.dialog().get_by_role("textbox", name="Name").fill(now)
    window.dialog().get_by_role("button", name="Save").click()


@pytest.mark.gate
def test_a_list_is_renamed_and_archived(content, groceries, errands, service, window):
    expect(window.list("Errands")).to_be_visible()
    path = offline_then(window, service, groceries)
    rename(window, "Groceries", "Food")
    expect(window.page.locator("main h1")).to_have_text("Food")
    choose(window, "Errands", "Archive")
    expect(window.list("Errands")).to_have_count(0)
    expect(window.page.locator("#offline")).to_contain_text("2 changes saved")
    window.reopen(path)
    away(window)
    expect(window.list("Food")).to_be_visible()
    expect(window.page.locator("main h1")).to_have_text("Food")
    expect(window.list("Errands")).to_have_count(0)
    sent = sent_in(window)
    with Service(service.data, port=service.port) as again:
        back(window)
        expect(window.list("Food")).to_be_visible()
        lists = lists_of(Content(again))
        assert lists["Errands"]["archivedAt"] and "Groceries" not in lists and "Food" in lists
        assert sent() == ["PATCH", "PATCH"]


@pytest.mark.gate
def test_what_was_done_to_a_list_is_undone(groceries, errands, service, window):
    window.refusals = (*LOST, "status of 412")
    expect(window.list("Errands")).to_be_visible()
    offline_then(window, service, groceries)
    rename(window, "Groceries", "Food")
    window.notice("Saved “Food”").get_by_role("button", name="Undo").click()
    expect(window.list("Groceries")).to_be_visible()
    choose(window, "Errands", "Archive")
    window.notice("Archived “Errands”").get_by_role("button", name="Undo").click()
    expect(window.list("Errands")).to_be_visible()
    choose(window, "Errands", "Delete list…")
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.list("Errands")).to_have_count(0)
    window.notice("Deleted “Errands”").get_by_role("button", name="Undo").click()
    expect(window.list("Errands")).to_be_visible()
    with Service(service.data, port=service.port) as again:
        back(window)
        lists = lists_of(Content(again))
        assert lists["Errands"]["archivedAt"] is None and {"Groceries", "Errands"} <= set(lists)
        expect(window.list("Groceries")).to_be_visible()
        expect(window.list("Errands")).to_be_visible()


@pytest.mark.gate
def test_checked_items_are_deleted_and_come_back(content, groceries, service, window):
    window.check_box("Milk").check()
    window.check_box("Bread").check()
    window.settled()
    expect_kept(window, "Apples", "Milk", "Bread")
    path = offline_then(window, service, groceries)
    window.choose_in_menu("Delete checked items")
    window.expect_texts("Apples")
    expect(window.notice("Deleted 2 items")).to_be_visible()
    window.reopen(path)
    away(window)
    window.expect_texts("Apples")
    with Service(service.data, port=service.port) as again:
        back(window)
        assert Content(again).texts(groceries) == ["Apples"]
        window.expect_texts("Apples")
        window.check_box("Apples").check()
        window.settled()
        window.choose_in_menu("Delete checked items")
        window.settled()
        assert Content(again).texts(groceries) == []
        window.notice("Deleted 1 item").get_by_role("button", name="Undo").click()
        window.expect_texts("Apples")
        window.settled()
        assert Content(again).texts(groceries) == ["Apples"]


def test_what_somebody_has_unchecked_is_not_deleted_and_the_count_is_right(content, groceries, window):
    window.context.set_offline(True)
    window.check_box("Milk").check()
    window.check_box("Bread").check()
    window.context.set_offline(False)
    window.page.evaluate("dispatchEvent(new Event('online'))")
    window.settled()
    window.refusals = (*LOST, "status of 412")
    window.context.set_offline(True)
    away(window)
    window.choose_in_menu("Delete checked items")
    expect(window.notice("Deleted 2 items")).to_be_visible()
    for item in content.items(groceries):
        content.change(item, checked=False)
    window.context.set_offline(False)
    back(window)
    expect(window.notice("Deleted 0 items")).to_be_visible()
    window.expect_texts("Milk", "Bread", "Apples")


@pytest.mark.gate
def test_a_deletion_whose_answer_is_lost_keeps_its_number_and_its_undo(content, groceries, window):
    window.check_box("Milk").check()
    window.check_box("Bread").check()
    window.settled()
    lost = []

    def lose(route):
        if lost or route.request.method != "DELETE":
            return route.fallback()
        lost.append(route.fetch())
        return route.abort()

    window.page.route("**/items?*", lose)
    window.refusals = LOST
    window.choose_in_menu("Delete checked items")
    window.settled()
    assert len(lost) == 1
    # Somebody else deletes as well.
    content.send("DELETE", f"/v1/items/{content.items(groceries)[0]['id']}")
    window.expect_texts()
    window.notice("Deleted 2 items").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread")
    window.settled()
    assert content.texts(groceries) == ["Milk", "Bread"]


def test_everything_is_unchecked_and_checked_again(content, groceries, service, window):
    window.check_box("Milk").check()
    window.check_box("Bread").check()
    window.settled()
    expect_kept(window, "Apples", "Milk", "Bread")
    path = offline_then(window, service, groceries)
    window.choose_in_menu("Uncheck all")
    window.expect_summary("Groceries", "3 left")
    window.reopen(path)
    away(window)
    window.expect_summary("Groceries", "3 left")
    window.choose_in_menu("Delete all items")
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.rows()).to_have_count(0)
    window.notice("Deleted 3 items").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread", "Apples")
    with Service(service.data, port=service.port) as again:
        back(window)
        window.expect_texts("Milk", "Bread", "Apples")
        assert [item["checked"] for item in Content(again).items(groceries)] == [False] * 3


@pytest.mark.gate
def test_a_list_is_duplicated_once_and_the_page_goes_on(groceries, service, window):
    offline_then(window, service, groceries)
    choose(window, "Groceries", "Duplicate…")
    window.dialog().get_by_role("button", name="Duplicate").click()
    expect(window.list("Groceries (copy)")).to_be_visible()
    expect(window.dialog()).to_have_count(0)
    window.reopen("/#/")
    away(window)
    expect(window.list("Groceries (copy)")).to_be_visible()
    window.open_list("Groceries")
    window.expect_texts("Milk", "Bread", "Apples")
    sent = sent_in(window)
    with Service(service.data, port=service.port) as again:
        back(window)
        content = Content(again)
        # The draft has become a list.
        link = window.list("Groceries (copy)").locator("a")
        expect(link).to_have_attribute("href", re.compile(r"^#/lists/\d+$"))
        window.open_list("Groceries (copy)")
        window.expect_texts("Milk", "Bread", "Apples")
        assert content.texts(lists_of(content)["Groceries (copy)"]) == ["Milk", "Bread", "Apples"]
        assert sent() == ["POST"]


def test_a_section_comes_back_with_its_items(content, groceries, service, window):
    content.send("POST", f"/v1/checklists/{groceries['id']}/sections", {"name": "Bakery"})
    section = content.send("GET", f"/v1/checklists/{groceries['id']}")["sections"][0]
    content.change(content.items(groceries)[1], sectionId=section["id"])
    heading = window.page.get_by_role("heading", name="Bakery")
    expect(heading).to_be_visible()
    window.quiet()
    path = offline_then(window, service, groceries)
    window.button("Options for “Bakery”").click()
    window.page.locator(".menu:popover-open").get_by_role("button", name="Delete section").click()
    window.dialog().get_by_role("button", name="Delete").click()
    expect(heading).to_have_count(0)
    window.notice("Deleted “Bakery”").get_by_role("button", name="Undo").click()
    expect(heading).to_be_visible()
    window.expect_texts("Milk", "Apples", "Bread")
    window.reopen(path)
    away(window)
    window.expect_texts("Milk", "Apples", "Bread")
    with Service(service.data, port=service.port) as again:
        back(window)
        content = Content(again)
        sections = content.send("GET", f"/v1/checklists/{groceries['id']}")["sections"]
        assert [one["name"] for one in sections] == ["Bakery"]
        bread = next(item for item in content.items(groceries) if item["text"] == "Bread")
        assert bread["sectionId"] == sections[0]["id"]


def test_how_a_list_is_shown_is_kept(groceries, service, window):
    path = offline_then(window, service, groceries)
    sort = window.page.get_by_label("Sort")
    sort.select_option("checked,dueDate")
    window.expect_texts("Milk", "Bread", "Apples")
    expect(window.page.locator("#offline")).to_have_text("OfflineTry again")
    window.reopen(path)
    away(window)
    expect(window.page.get_by_label("Sort")).to_have_value("checked,dueDate")
    window.expect_texts("Milk", "Bread", "Apples")
    with Service(service.data, port=service.port) as again:
        back(window)
        own = Content(again).send("GET", f"/v1/checklists/{groceries['id']}/membership")
        assert own["itemSort"] == "checked,dueDate"


@pytest.mark.gate
def test_sharing_says_that_it_needs_the_server_and_does_not_come_back_by_itself(groceries, service, window):
    offline_then(window, service, groceries)
    choose(window, "Groceries", "Share…")
    dialog = window.dialog()
    expect(dialog).to_contain_text("The server can’t be reached. Check your connection and try again.")
    dialog.get_by_role("button", name="Create link").click()
    expect(dialog).to_contain_text("The server can’t be reached. Check your connection and try again.")
    window.expect_accessible()
    close(window)
    expect(dialog).to_have_count(0)
    expect(window.page.locator("#offline")).to_have_text("OfflineTry again")
    with Service(service.data, port=service.port) as again:
        back(window)
        window.add("Butter")
        expect(dialog).to_have_count(0)
        assert Content(again).send("GET", f"/v1/checklists/{groceries['id']}/links") == []


@pytest.mark.gate
def test_an_error_of_the_database_loses_nothing(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.page.add_init_script("""
        const { get } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.get = function broken(key) {
            if (this.name === "outbox") throw new DOMException("broken", "UnknownError");
            return get.call(this, key);
        };
    """)
    window.go(f"/?#/lists/{groceries['id']}")
    window.handy()
    window.check_box("Milk").check()
    window.settled()
    assert content.items(groceries)[0]["checked"] is True
    # The browser's console has the error.
    assert any("broken" in complaint for complaint in window.complaints)
    window.complaints.clear()

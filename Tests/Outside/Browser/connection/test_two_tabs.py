"""Two tabs of one browser, with the Web Locks API and without it, as on a page without HTTPS."""

import pytest
from playwright.sync_api import expect

NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });"


def two_tabs(open_window, groceries, has_locks):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.refusals = ("ERR_", "status of 412")
    if not has_locks:
        window.context.add_init_script(NO_LOCKS)
    first = window.page
    window.page.reload()
    window.handy()
    window.page = second = window._new_page()
    window.go(f"/#/lists/{groceries['id']}")
    window.handy()
    for page in (first, second):
        page.evaluate("0")
    return window, first, second


@pytest.mark.gate
@pytest.mark.parametrize("has_locks", [True, False], ids=["locks", "no-locks"])
def test_send_each_change_once_and_in_order(content, groceries, open_window, has_locks):
    window, first, second = two_tabs(open_window, groceries, has_locks)
    window.context.set_offline(True)
    expect(second.locator("#offline")).to_contain_text("Offline")
    window.page = first
    expect(first.locator("#offline")).to_contain_text("Offline")
    line = first.get_by_role("textbox", name="Add an item")
    for number in range(6):
        line.fill(f"New {number}")
        line.press("Enter")
    for _ in range(3):
        window.check_box("Milk").click()
    expect(first.locator("#offline")).to_contain_text("9 changes saved")
    window.requests.clear()
    window.context.set_offline(False)
    for page in (first, second):
        expect(page.locator("#offline")).to_be_empty()
        expect(page.locator("body")).to_have_attribute("data-waiting", "0")
    items = content.items(groceries)
    added = [f"New {number}" for number in range(6)]
    assert [item["text"] for item in items] == ["Milk", "Bread", "Apples", *added]
    assert items[0]["checked"] is True
    sent = [request for request in window.requests
            if request.method in ("POST", "PATCH") and "/preferences" not in request.url]
    assert len(sent) == 9, [(request.method, request.url) for request in sent]


def test_a_tab_takes_over_from_one_that_hangs(content, groceries, open_window):
    window, first, second = two_tabs(open_window, groceries, True)
    # The first tab holds the lock for ever.
    hang = "navigator.locks.request('outbox', () => new Promise(() => {})).catch(() => {})"
    first.evaluate(f"() => {{ {hang}; }}")
    window.page = second
    line = second.get_by_role("textbox", name="Add an item")
    line.fill("Butter")
    line.press("Enter")
    window.notice("Another tab is sending your changes.").get_by_role("button", name="Send from here").click()
    window.settled()
    assert content.texts(groceries) == ["Milk", "Bread", "Apples", "Butter"]

"""What is seen before everything has come, and what is asked for before the scripts that ask are there."""

import re

import pytest
from playwright.sync_api import expect


def hold(window, address):
    """Lets nothing through to an address, until the function that is answered is called."""
    held = []
    window.page.route(address, lambda route: held.append(route))

    def release():
        for route in held:
            route.continue_()
        window.page.unroute(address)

    return release


def asked(window):
    return [request.url for request in window.requests]


def test_rows_are_sketched_until_they_come(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    # A device that has kept the list shows it in place of the sketch.
    window.page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('broken'); };")
    releases = [hold(window, address) for address in ("**/items?**", "**/v1/checklists?**")]
    window.page.reload(wait_until="commit")
    expect(window.page.locator("main .sketch")).to_be_visible()
    expect(window.page.locator("#lists.sketch")).to_be_visible()
    releases.pop()()
    expect(window.page.locator("main h1")).to_have_text("Groceries")
    expect(window.page.locator("main .rows.sketch")).to_be_visible()
    releases.pop()()
    window.expect_texts("Milk", "Bread", "Apples")
    expect(window.page.locator(".sketch")).to_have_count(0)


@pytest.mark.gate
def test_what_is_seen_first_is_asked_for_before_the_scripts_are_there(content, groceries, open_window):
    # The page would send this after it has shown the rows, when the test leaves it.
    content.send("PATCH", "/v1/preferences", {"selectedChecklistId": groceries["id"]})
    window = open_window(f"/#/lists/{groceries['id']}", deaf=True)
    window.expect_texts("Milk", "Bread", "Apples")
    for path in ("/", f"/?#/lists/{groceries['id']}"):
        # The page of before sends nothing once it is closed.
        window.page.goto("about:blank")
        release = hold(window, "**/assets/*/app.js")
        window.requests.clear()
        items = f"/v1/checklists/{groceries['id']}/items?"
        with window.page.expect_request(lambda request: items in request.url):
            window.page.goto(window.origin + path, wait_until="commit")
        early = [address for address in asked(window) if "/v1/" in address]
        release()
        window.expect_texts("Milk", "Bread", "Apples")
        window.settled()
        window.quiet()
        # Nothing of it is asked for twice.
        again = [address for address in early if asked(window).count(address) > 1]
        assert again == []


def test_asks_for_items_as_they_were_seen_last(content, groceries, open_window):
    content.change(content.items(groceries)[0], checked=True)
    window = open_window(f"/#/lists/{groceries['id']}", deaf=True)
    window.completed().click()
    window.expect_texts("Bread", "Apples")
    window.settled()
    window.requests.clear()
    window.page.reload()
    window.expect_texts("Bread", "Apples")
    window.quiet()
    items = [request.url for request in window.requests if re.search("/items[?]", request.url)]
    assert len(items) == 1 and "checked=false" in items[0], items


def test_what_one_person_asked_for_early_is_not_shown_to_another(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[401])
    window.expect_texts("Milk", "Bread", "Apples")
    release = hold(window, "**/assets/*/app.js")
    window.requests.clear()
    with window.page.expect_request("**/v1/me"):
        window.page.reload(wait_until="commit")
    # Somebody signs in in another tab meanwhile.
    window.page.evaluate("localStorage.setItem('token', 'another')")

    def is_of_another(request):
        return request.url.endswith("/v1/me") and request.headers.get("authorization") == "Bearer another"

    # What was asked for early is asked for anew.
    with window.page.expect_request(is_of_another):
        release()
    expect(window.dialog()).to_contain_text("Sign in")
    # The rows that this device has kept are not shown.
    expect(window.page.get_by_text("Milk").first).to_be_hidden()
    assert not any(window.texts())

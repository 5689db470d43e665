"""A proxy between the page and the service that answers in its place, or changes what the service answers."""

import contextlib
import re

import pytest
from playwright.sync_api import Error, expect

PASSING = {
    "timeout": {"status": 408},
    "bug": {"status": 500, "body": "oops", "content_type": "text/plain"},
    "full": {"status": 507},
    "cloud": {"status": 521, "body": "{}", "content_type": "application/json"},
    "text": {"status": 200, "body": "OK", "content_type": "text/plain"},
    "nothing": {"status": 200},
    "no-content": {"status": 204},
    "not-found": {"status": 404, "body": "not found", "content_type": "text/plain"},
}


@pytest.fixture
def window(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.refusals = ("status of", "ERR_")
    window.expect_texts("Milk", "Bread", "Apples")
    window.handy()
    window.settled()
    window.quiet()
    return window


def change_everything(window):
    """Five changes, each of its kind."""
    window.row("Apples").locator(".open").press("Alt+ArrowUp")
    window.edit("Bread").get_by_label("Text").fill("Rye bread")
    window.save()
    window.row("Salt").locator(".open").press("Delete")
    window.check_box("Milk").check()
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("Butter")
    line.press("Enter")
    window.expect_texts("Apples", "Rye bread", "Butter", "Milk")


@pytest.mark.gate
@pytest.mark.parametrize("answer", PASSING.values(), ids=PASSING)
def test_keeps_changes_while_a_proxy_answers(content, groceries, window, answer):
    content.make_item(groceries, "Salt")
    window.expect_texts("Milk", "Bread", "Apples", "Salt")
    foreign = []

    def reply(route):
        foreign.append(route.request.url)
        route.fulfill(**answer)

    window.page.route("**/v1/**", reply)
    window.page.route("**/readyz", reply)
    change_everything(window)
    expect(window.page.locator("#offline")).to_contain_text("5 changes saved")
    window.page.get_by_role("link", name="Today").click()
    window.page.get_by_role("link", name="Groceries").click()
    window.expect_texts("Apples", "Rye bread", "Butter", "Milk")
    assert len(foreign) < 40
    window.page.unroute_all(behavior="ignoreErrors")
    # As the browser says it; the page may have found out by itself already.
    window.page.evaluate("dispatchEvent(new Event('online'))")
    window.settled()
    window.expect_texts("Apples", "Rye bread", "Butter", "Milk")
    ended = [(item["text"], item["checked"]) for item in content.items(groceries)]
    assert ended == [("Milk", True), ("Apples", False), ("Rye bread", False), ("Butter", False)]
    expect(window.page.locator("#alerts .notice")).to_have_count(0)


def rewrite_tags(window, rewrite):
    """Changes each ETag on its way to the page. Returns the changes that the page sends."""
    sent = []

    def forward(route):
        if route.request.method not in ("GET", "POST"):
            sent.append(route.request)
        # A reload ends requests that are on their way.
        with contextlib.suppress(Error):
            answer = route.fetch()
            headers = {name: value for name, value in answer.headers.items() if name != "etag"}
            if tag := answer.headers.get("etag"):
                headers |= {"etag": new} if (new := rewrite(tag)) else {}
            route.fulfill(response=answer, headers=headers)

    window.page.route(re.compile("/v1/(?!events)"), forward)
    return sent


TAGS = {
    "weak": lambda tag: f"W/{tag}",
    "brotli": lambda tag: f'{tag[:-1]}-br"',
    "weak-gzip": lambda tag: f'W/{tag[:-1]}-gzip"',
    "stripped": lambda tag: None,
}


@pytest.mark.gate
@pytest.mark.parametrize("rewrite", TAGS.values(), ids=TAGS)
def test_sends_a_change_once_through_a_proxy_that_changes_tags(content, groceries, window, rewrite):
    sent = rewrite_tags(window, rewrite)
    window.page.reload()
    window.expect_texts("Milk", "Bread", "Apples")
    window.check_box("Milk").check()
    window.settled()
    assert content.items(groceries)[0]["checked"] is True
    assert len([one for one in sent if "/items/" in one.url]) == 1
    window.row("Bread").locator(".open").press("Delete")
    window.settled()
    assert content.texts(groceries) == ["Milk", "Apples"]


def test_says_that_no_version_is_recognized(content, groceries, window):
    sent = rewrite_tags(window, lambda tag: '"of-the-proxy"')
    window.page.reload()
    window.expect_texts("Milk", "Bread", "Apples")
    window.check_box("Milk").check()
    expect(window.notice("A proxy may change its answers.")).to_be_visible()
    window.settled()
    assert len([one for one in sent if "/items/" in one.url]) == 3
    # What comes behind it is sent.
    window.add("Butter")
    assert content.texts(groceries) == ["Milk", "Bread", "Apples", "Butter"]

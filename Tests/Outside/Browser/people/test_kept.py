"""What a browser keeps of one person: forgotten with the device, and neither shown to nor sent by another."""

import json
import re

import pytest
from playwright.sync_api import expect

from sharing import make_link

LOST = ("ERR_", "status of 401")
CONTENTS = """async () => {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("checklists");
        request.onsuccess = () => resolve(request.result);
    });
    const all = (part) => new Promise((resolve) => {
        const request = database.transaction(part).objectStore(part).getAll();
        request.onsuccess = () => resolve(request.result);
    });
    return JSON.stringify([await all("answers"), await all("outbox")]);
}"""


def kept(window):
    """How much the browser keeps, and how many pages."""
    answers, outbox = json.loads(window.page.evaluate(CONTENTS))
    pages = window.page.evaluate("async () => (await caches.keys()).length")
    return [len(answers), len(outbox), pages]


@pytest.mark.gate
def test_forgetting_the_device_forgets_what_was_kept(ada_link, open_window):
    window = open_window(ada_link, service_workers="allow", refusals=[401])
    expect(window.notice("Hello Ada Lovelace")).to_be_visible()
    window.quiet()
    window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    answers, _, pages = kept(window)
    assert answers > 0 and pages == 1
    window.button("Account").click()
    window.dialog().get_by_role("button", name="Sign out").click()
    window.dialog().last.get_by_role("button", name="Sign out").click()
    expect(window.dialog().get_by_role("heading", name="Sign in")).to_be_visible()
    assert kept(window)[:2] == [0, 0]


@pytest.fixture
def waiting(owner, ada_link):
    """The owner's window, with an item that the service has not been told of, and what lets it through."""
    owner.refusals = LOST
    owner.expect_texts("Milk", "Bread", "Apples")
    items = re.compile("/v1/checklists/[0-9]+/items$")
    owner.context.route(items, lambda route: route.abort())
    line = owner.page.get_by_role("textbox", name="Add an item")
    line.fill("Butter")
    line.press("Enter")
    expect(owner.row("Butter")).to_be_visible()
    expect(owner.page.locator("#offline")).to_contain_text("1 change saved")
    return owner, lambda: owner.context.unroute(items)


def use_link(window, link):
    window.go(link)
    window.dialog().get_by_role("button", name="Switch").click()


def posts(requests):
    return [request.url for request in requests if request.method == "POST" and "/items" in request.url]


def expect_only_adas(window):
    """Nothing of the owner's is shown in any tab, kept, or sent."""
    window.requests.clear()
    for page in window.context.pages:
        expect(page.get_by_text("No lists yet. Add your first list.")).to_be_visible()
        expect(page.locator("main .row")).to_have_count(0)
        expect(page.locator("body")).to_have_attribute("data-waiting", "0")
    window.quiet()
    contents = window.page.evaluate(CONTENTS)
    assert "Butter" not in contents and "Groceries" not in contents
    assert posts(window.requests) == []


def test_another_person_neither_sees_nor_sends_what_was_done_here(ada_link, groceries, waiting):
    window, let_through = waiting
    other = window.context.new_page()
    other.goto(f"{window.origin}/#/lists/{groceries['id']}")
    expect(other.locator("main .row")).to_have_count(4)
    use_link(window, ada_link)
    expect(window.notice("Hello Ada Lovelace")).to_be_visible()
    let_through()
    expect_only_adas(window)


def test_another_persons_token_neither_sees_nor_sends_what_was_done_here(ada_link, service, waiting):
    window, let_through = waiting
    window.refusals = (*LOST, "status of 404")
    secret = ada_link.partition("=")[2]
    _, _, made = service.request("POST", "/v1/devices", {"secret": secret, "name": "Laptop"})
    window.page.evaluate("localStorage.setItem('token', 'of-nobody-at-all')")
    window.page.reload()
    window.dialog().get_by_label("Token").fill(made["token"])
    window.page.keyboard.press("Enter")
    expect(window.dialog()).to_have_count(0)
    let_through()
    expect_only_adas(window)


def test_a_link_that_does_not_work_costs_nothing(groceries, waiting):
    window, let_through = waiting
    window.refusals = (*LOST, "status of 404")
    use_link(window, "/#join=nothing")
    window.dialog().get_by_role("button", name="Close").click()
    window.go(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples", "Butter")
    let_through()
    window.page.evaluate("dispatchEvent(new Event('online'))")
    expect(window.row("Butter")).not_to_have_class(re.compile("unsaved"))
    window.settled()
    window.page.reload()
    window.expect_texts("Milk", "Bread", "Apples", "Butter")


def test_a_new_link_for_the_same_person_sends_what_was_done_here(groceries, service, waiting):
    window, let_through = waiting
    headers = {"authorization": f"Bearer {window.page.evaluate('localStorage.token')}"}
    _, _, link = service.request("POST", "/v1/people/1/sign-in-links", {"scope": "admin"}, headers)
    use_link(window, link["path"])
    expect(window.notice("You’re signed in on this device.")).to_be_visible()
    let_through()
    window.settled()
    window.go(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples", "Butter")


def test_forgetting_the_device_while_the_service_is_away_says_what_is_lost(owner, ada, open_window):
    window = open_window(make_link(owner, "Can edit"), service_workers="allow", refusals=[401])
    window.expect_texts("Milk", "Bread", "Apples")
    window.quiet()
    window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    window.refusals = (*LOST, "status of 504")
    window.context.set_offline(True)
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("Butter")
    line.press("Enter")
    expect(window.page.locator("#offline")).to_contain_text("1 change saved")
    window.button("Sign out").click()
    expect(window.dialog()).to_contain_text("unsent changes will be lost")
    window.expect_accessible()
    with window.page.expect_event("framenavigated"):
        window.dialog().get_by_role("button", name="Sign out").click()
    window.context.set_offline(False)
    window.reopen()
    expect(window.dialog().get_by_role("heading", name="Sign in")).to_be_visible()
    assert kept(window)[:2] == [0, 0]
    owner.expect_texts("Milk", "Bread", "Apples")

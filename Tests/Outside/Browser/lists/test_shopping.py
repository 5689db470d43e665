"""Shopping mode: large rows by section, what is in the cart, quantities, and the order of the shop."""

import json

import pytest
from playwright.sync_api import expect
from receivers import Receiver
from service import Service
from sharing import share_with_ada

PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}
# What the screen is asked to do, without a device that has one.
LOCKS = """
    window.locks = [];
    const request = (kind) => {
        locks.push(kind);
        return Promise.resolve({ release: () => locks.push("released") });
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""

# The texts in the cached response for a list without its checked items.
CACHED_TEXTS = """async () => {
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("checklists");
        request.onsuccess = () => resolve(request.result);
    });
    const store = database.transaction("answers").objectStore("answers");
    const read = (request) => new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result);
    });
    const keys = await read(store.getAllKeys());
    const key = keys.find((name) => name.includes("checked=false"));
    return (await read(store.get(key))).content.map(({ text }) => text);
}"""


@pytest.fixture
def service():
    """A service that sends messages to receivers on this machine."""
    with Service(None, "--webhook-allow", "127.0.0.1") as running:
        yield running


@pytest.fixture
def shop(content):
    """A list with sections in the order of the list."""
    made = content.make_list("Shop", icon="Groceries")
    for section, texts in (("Fruit", ["Apples"]), ("Dairy", ["Milk", "Butter"]), ("Bakery", ["Bread"])):
        path = f"/v1/checklists/{made['id']}/sections"
        section_id = content.send("POST", path, {"name": section})["id"]
        for text in texts:
            content.make_item(made, text, sectionId=section_id, quantity=2 if text == "Milk" else None)
    content.make_item(made, "Batteries")
    return made


@pytest.fixture
def window(shop, open_window):
    window = open_window(f"/#/lists/{shop['id']}", **PHONE)
    window.page.add_init_script(LOCKS)
    window.go(f"/?#/lists/{shop['id']}")
    window.handy()
    window.choose_in_menu("Shopping mode")
    expect(headings(window)).to_have_text(["Fruit", "Dairy", "Bakery", "Other"])
    return window


def headings(window):
    return window.page.locator("main h2")


@pytest.mark.gate
def test_rows_are_large_and_checked_ones_sink_away(content, shop, window):
    assert window.page.locator("main .row label").first.bounding_box()["height"] >= 64
    expect(window.page.locator("main .summary")).to_have_text("5 left")
    expect(window.button("I’m going shopping")).to_have_count(0)
    window.expect_accessible()
    window.check_box("Milk").check()
    expect(headings(window)).to_have_text(["Fruit", "Dairy", "Bakery", "Other", "In the cart (1)"])
    expect(window.page.locator("main .row").last).to_contain_text("Milk")
    window.check_box("Apples").check()
    expect(headings(window)).to_have_text(["Dairy", "Bakery", "Other", "In the cart (2)"])
    # A tap in the cart takes it out again.
    window.check_box("Apples").uncheck()
    expect(headings(window)).to_have_text(["Fruit", "Dairy", "Bakery", "Other", "In the cart (1)"])
    window.expect_accessible()
    window.settled()
    assert [item["text"] for item in content.items(shop) if item["checked"]] == ["Milk"]


def test_the_cart_stays_after_a_reload(content, shop, window):
    content.send("PUT", f"/v1/checklists/{shop['id']}/membership", {"showChecked": False})
    window.check_box("Milk").check()
    expect(headings(window).last).to_have_text("In the cart (1)")
    window.settled()
    window.page.reload()
    expect(headings(window)).to_have_text(["Fruit", "Dairy", "Bakery", "Other", "In the cart (1)"])
    # The list hides checked items, also offline.
    texts = window.page.evaluate(CACHED_TEXTS)
    assert sorted(texts) == ["Apples", "Batteries", "Bread", "Butter"]
    window.check_box("Milk").uncheck()
    expect(headings(window)).to_have_text(["Fruit", "Dairy", "Bakery", "Other"])
    window.settled()
    assert not any(item["checked"] for item in content.items(shop))


def test_a_line_adds_an_item_to_its_section(content, shop, window):
    field = window.page.get_by_label("Add an item")
    field.fill("2 kg Apples")
    field.press("Enter")
    field.fill("milk")
    field.press("Enter")
    expect(window.notice("“Milk” is already on the list")).to_be_visible()
    expect(field).to_have_value("")
    window.expect_accessible()
    window.settled()
    apples = [item for item in content.items(shop) if item["text"] == "Apples"]
    assert [item["quantity"] for item in apples] == [None, 2]
    # The server remembers the section of a text.
    assert apples[0]["sectionId"] == apples[1]["sectionId"]
    assert [item["text"] for item in content.items(shop)].count("Milk") == 1


def test_plus_and_minus_change_what_is_bought(content, shop, window):
    window.button("Increase “Milk”").click()
    window.button("Increase “Bread”").click()
    expect(window.button("Decrease “Bread”")).to_be_visible()
    window.button("Decrease “Milk”").click()
    window.settled()
    amounts = {item["text"]: item["quantity"] for item in content.items(shop)}
    assert (amounts["Milk"], amounts["Bread"]) == (2, 2)


def test_the_screen_stays_on_until_shopping_ends(window):
    assert window.page.evaluate("locks") == ["screen"]
    window.page.locator("main .back").click()
    expect(window.page.locator("main .composer")).to_be_visible()
    window.wait_for("() => locks.at(-1) === 'released'")


@pytest.mark.gate
def test_the_order_of_a_visit_is_proposed_and_can_be_left_again(shop, window):
    for text in ("Bread", "Apples", "Milk"):
        window.check_box(text).check()
    expect(headings(window)).to_have_text(["Dairy", "Other", "In the cart (3)"])
    window.page.locator("main .back").click()
    window.notice("Shop in this order next time?").get_by_role("button", name="Yes").click()
    for text in ("Bread", "Apples", "Milk"):
        window.check_box(text).uncheck()
    window.choose_in_menu("Shopping mode")
    expect(headings(window)).to_have_text(["Bakery", "Fruit", "Dairy", "Other"])
    window.button("Use list order").click()
    expect(headings(window)).to_have_text(["Fruit", "Dairy", "Bakery", "Other"])
    expect(window.button("Use list order")).to_have_count(0)


def test_nothing_is_proposed_where_the_order_is_that_of_the_list(shop, window):
    for text in ("Apples", "Milk"):
        window.check_box(text).check()
    window.page.locator("main .back").click()
    expect(window.page.locator("main .composer")).to_be_visible()
    expect(window.notice("Shop in this order")).to_have_count(0)


def test_an_empty_list_says_that_all_is_in_the_cart(window):
    for text in ("Apples", "Milk", "Butter", "Bread", "Batteries"):
        window.check_box(text).check()
    expect(window.page.locator("main .empty")).to_have_text("Everything is in the cart.")
    window.expect_accessible()


@pytest.mark.gate
def test_the_other_members_get_one_message_about_shopping(owner, ada_link, service):
    share_with_ada(owner, "check")
    device = {"secret": ada_link.split("join=")[1], "name": "Phone"}
    token = service.request("POST", "/v1/devices", device)[2]["token"]
    authorization = {"authorization": f"Bearer {token}"}
    owner.choose_in_menu("Shopping mode")
    owner.button("I’m going shopping").click()
    expect(owner.notice("No other member gets notifications.")).to_be_visible()
    phone = Receiver()
    webhook = {"url": phone.url("/family"), "format": "ntfy", "language": "fr"}
    assert service.request("POST", "/v1/webhooks", webhook, authorization)[0] == 201
    owner.button("I’m going shopping").click()
    expect(owner.button("Sent to Ada Lovelace")).to_be_visible()
    message = json.loads(phone.take("/")[1])
    assert (message["title"], message["message"]) == ("Un membre va faire les courses", "Groceries"), message
    owner.expect_accessible()
    # A tap by mistake, in a page that does not know of the first one.
    owner.page.reload()
    with owner.page.expect_response("**/announcements") as answer:
        owner.button("I’m going shopping").click()
    assert answer.value.headers["idempotent-replayed"] == "true"
    expect(owner.button("Sent to Ada Lovelace")).to_be_visible()
    deliveries = service.request("GET", "/v1/webhooks/1/deliveries", headers=authorization)[2]
    assert [delivery["event"] for delivery in deliveries] == ["checklist.announcement"]

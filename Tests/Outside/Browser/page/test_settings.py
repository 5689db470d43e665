"""The page of settings, and what the installed page is given by the system."""

import pytest
from playwright.sync_api import expect
from sharing import PHONE, turn_on_sign_in


def card(window, name):
    heading = window.page.get_by_role("heading", name=name, exact=True, level=2)
    return window.page.locator("main .card", has=heading)


@pytest.fixture
def settings(open_window):
    def open_one(**options):
        window = open_window("/#/settings", **options)
        expect(card(window, "Account").get_by_label("My name")).to_have_value("Me")
        window.quiet()
        return window

    return open_one


@pytest.mark.gate
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_everything_is_on_one_page(settings, size):
    window = settings(size=size)
    names = window.page.locator("main h2:visible").all_inner_texts()
    assert names == [
        "Account", "Get reminders", "Appearance", "Language", "Shortcuts", "Your data",
        "Developers",
    ]  # fmt: skip
    window.expect_accessible()
    card(window, "Developers").get_by_role("link", name="Webhooks").click()
    expect(window.page.locator("main h1")).to_have_text("Webhooks")


def test_a_name_is_saved_when_the_field_is_left(content, settings):
    window = settings()
    field = card(window, "Account").get_by_label("My name")
    field.fill("Grace")
    field.press("Tab")
    expect(card(window, "Account").get_by_role("list", name="People")).to_contain_text("Grace")
    window.settled()
    assert content.send("GET", "/v1/me")["person"]["name"] == "Grace"


def test_an_access_token_is_shown_once_and_revoked_as_a_device(service, settings):
    window = settings(refusals=[401])
    window.button("New access token…").click()
    window.dialog().get_by_label("Name").fill("Backup script")
    window.button("Create token").click()
    turn_on_sign_in(window)
    token = window.dialog().get_by_label("Token").input_value()
    window.expect_accessible()
    bearer = {"authorization": f"Bearer {token}"}
    assert service.request("GET", "/v1/checklists", headers=bearer)[0] == 200
    assert service.request("POST", "/v1/checklists", {"name": "x"}, bearer)[0] == 403
    window.dialog().get_by_role("button", name="Close").click()
    window.go("/?1#/settings")
    card(window, "Account").get_by_role("button", name="Sign out “Backup script”").click()
    window.dialog().get_by_role("button", name="Sign out", exact=True).click()
    expect(card(window, "Account").get_by_text("Backup script")).to_have_count(0)
    assert service.request("GET", "/v1/checklists", headers=bearer)[0] == 401


WAKE_LOCK = """
    window.locks = [];
    const wakeLock = { request: async () => {
        const lock = { held: true, release: async () => { lock.held = false; } };
        window.locks.push(lock);
        return lock;
    } };
    Object.defineProperty(Navigator.prototype, "wakeLock", { value: wakeLock, configurable: true });
"""


def test_the_screen_stays_on_until_that_is_turned_off(open_window):
    window = open_window()
    window.context.add_init_script(WAKE_LOCK)
    window.go("/?1#/settings")
    held = "() => window.locks.filter(({ held }) => held).length"
    switch = window.page.get_by_label("Keep the screen on")
    switch.check()
    window.wait_for(f"() => ({held})() === 1")
    window.page.reload()
    expect(switch).to_be_checked()
    window.wait_for(f"() => ({held})() === 1")
    switch.uncheck()
    window.wait_for(f"() => ({held})() === 0")


def test_what_the_browser_lacks_is_not_offered(open_window):
    window = open_window()
    window.context.add_init_script("delete Navigator.prototype.wakeLock")
    window.go("/?1#/settings")
    expect(window.page.get_by_label("Language")).to_be_visible()
    expect(window.page.get_by_label("Keep the screen on")).to_be_hidden()
    expect(window.button("Install Checklists")).to_be_hidden()


def test_the_page_is_installed_by_a_button(settings):
    window = settings()
    offer = """() => {
        const offer = new Event("beforeinstallprompt", { cancelable: true });
        offer.prompt = async () => { window.wasAsked = true; };
        dispatchEvent(offer);
    }"""
    window.page.evaluate(offer)
    window.button("Install Checklists").click()
    expect(window.button("Install Checklists")).to_be_hidden()
    assert window.page.evaluate("window.wasAsked")


@pytest.mark.gate
def test_a_text_that_another_app_shares_becomes_items(content, groceries, open_window):
    window = open_window("/?title=Cake&text=Flour%0AEggs+https%3A%2F%2Fa.example&url=https%3A%2F%2Fa.example")
    dialog = window.dialog()
    expect(dialog.get_by_label("One item a line")).to_have_value("Cake\nFlour\nEggs https://a.example")
    window.expect_accessible()
    dialog.get_by_label("List").select_option("Groceries")
    dialog.get_by_role("button", name="Add").click()
    expect(window.page.locator("main h1")).to_have_text("Groceries")
    window.expect_texts("Milk", "Bread", "Apples", "Cake", "Flour", "Eggs https://a.example")
    window.settled()
    window.page.reload()
    expect(window.row("Cake")).to_be_visible()
    window.quiet()
    expect(dialog).to_have_count(0)


def test_the_manifest_names_where_texts_and_shortcuts_lead(service, open_window):
    manifest = service.request("GET", "/assets/manifest.webmanifest")[2]
    assert manifest["share_target"]["params"] == {"title": "title", "text": "text", "url": "url"}
    window = open_window("/?new")
    line = window.page.get_by_role("textbox", name="Add an item")
    expect(line).to_be_focused()
    for shortcut in manifest["shortcuts"]:
        window.go(shortcut["url"])
        expect(window.page.locator("main h1")).to_be_visible()

"""Devices stay signed in, in every tab, until they are forgotten."""

import base64

import pytest
from playwright.sync_api import expect

from sharing import make_link, open_account, turn_on_sign_in
from window import eventually

STAYS = "This device stays signed in"


@pytest.fixture
def guest(owner, ada, open_window):
    """The window of somebody who holds a link to the list, where everybody needs a token."""
    window = open_window(make_link(owner, "Can edit"), refusals=[401])
    expect(window.notice("on this device.")).to_be_visible()
    expect(window.row("Milk")).to_be_visible()
    return window


def expect_locked(page):
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


@pytest.mark.gate
def test_a_device_stays_signed_in_when_the_tab_is_closed_and_says_so(ada):
    expect(ada.notice("You’re signed in on this device.")).to_be_visible()
    kept = "[sessionStorage.length, Object.keys(localStorage).sort().join(), document.cookie]"
    assert ada.page.evaluate(kept) == [0, "owner,token,welcomed", ""]
    ada.reopen()
    dialog = open_account(ada)
    expect(dialog.get_by_label("My name")).to_have_value("Ada Lovelace")
    expect(dialog.get_by_text(STAYS)).to_be_visible()
    ada.expect_accessible()


def test_a_device_is_forgotten_in_every_tab_and_by_the_service(owner, ada):
    ada.refusals = ("status of 401",)
    other = ada.context.new_page()
    other.goto(ada.origin)
    expect(other.get_by_role("button", name="Account")).to_be_visible()
    dialog = open_account(ada)
    dialog.get_by_role("button", name="Sign out").click()
    expect(ada.dialog().last).to_contain_text("To sign in again, you need a sign-in link or a token.")
    ada.expect_accessible()
    ada.dialog().last.get_by_role("button", name="Sign out").click()
    for page in (ada.page, other):
        expect_locked(page)
    # The window remembers the first run, which has nothing of the person.
    assert ada.page.evaluate("Object.keys(localStorage)") == ["welcomed"]
    owner.page.get_by_role("link", name="All lists").click()
    people = open_account(owner).get_by_role("list", name="People").get_by_role("listitem")
    expect(people).to_have_count(2)
    expect(people.filter(has_text="Ada Lovelace")).not_to_contain_text("device")


def test_a_guest_stays_until_the_device_is_forgotten(guest):
    guest.reopen()
    expect(guest.row("Milk")).to_be_visible()
    guest.button("Sign out").click()
    guest.dialog().get_by_role("button", name="Sign out").click()
    expect_locked(guest.page)
    guest.reopen()
    expect_locked(guest.page)


def test_who_needs_no_token_has_nothing_to_forget(window):
    expect(window.list("List")).to_be_visible()
    expect(window.button("Sign out")).to_have_count(0)
    dialog = open_account(window)
    expect(dialog.get_by_text("Anyone using this computer")).to_be_visible()
    expect(dialog.get_by_text(STAYS)).to_be_hidden()


def test_another_tab_signs_in_along_with_the_first(owner):
    tab = owner.context.new_page()
    tab.goto(f"{owner.origin}/#/lists/2")
    expect(tab.get_by_role("checkbox", name="Milk")).to_be_visible()
    owner.refusals = ("status of 401",)
    owner.page.get_by_role("link", name="All lists").click()
    dialog = open_account(owner)
    dialog.get_by_role("button", name="Sign in on another device…").click()
    turn_on_sign_in(owner)
    expect(owner.dialog().last.get_by_label("Link", exact=True)).to_be_visible()
    tab.get_by_role("checkbox", name="Milk").check()
    expect(tab.locator("body")).to_have_attribute("data-waiting", "0")
    expect(tab.get_by_role("dialog")).to_have_count(0)
    tab.reload()
    expect(tab.get_by_role("checkbox", name="Milk")).to_be_checked()


@pytest.mark.gate
def test_a_request_that_is_refused_while_sign_in_is_turned_on_asks_for_nothing(owner):
    owner.page.get_by_role("link", name="All lists").click()
    dialog = open_account(owner)
    held = []

    def hold(route):
        # The server has signed the device in, and the page does not know that yet.
        if route.request.method == "POST" and not held:
            held.append((route, route.fetch()))
        else:
            route.fallback()

    owner.page.route("**/v1/devices", hold)
    dialog.get_by_role("button", name="Sign in on another device…").click()
    turn_on_sign_in(owner)
    eventually(lambda: owner.page.evaluate("0") or held)
    with owner.page.expect_response(lambda answer: answer.status == 401):
        owner.hide()
        owner.hide(False)
    expect(owner.page.get_by_role("heading", name="Sign in", exact=True)).to_have_count(0)
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(owner.dialog().last.get_by_label("Link", exact=True)).to_be_visible()
    expect(owner.page.get_by_role("heading", name="Sign in", exact=True)).to_have_count(0)


@pytest.mark.parametrize("path", ["/v1/devices", "/v1/me"])
def test_a_refusal_of_the_request_that_signs_in_holds_nothing_up(owner, path):
    """The exchange of the secret, or the first request with its token."""
    owner.page.get_by_role("link", name="All lists").click()
    dialog = open_account(owner)
    refused = []

    def refuse(route):
        exchanges = route.request.method == "POST" and not refused
        if exchanges or (path == "/v1/me" and "authorization" in route.request.headers):
            refused.append(route.request)
            route.fulfill(
                status=401, content_type="application/problem+json",
                json={"type": "tag:checklistd,2026:test",
                      "status": 401, "title": "Unauthorized", "detail": "Not now."})
        else:
            route.fallback()

    owner.page.route(f"**{path}", refuse)
    dialog.get_by_role("button", name="Sign in on another device…").click()
    turn_on_sign_in(owner)
    if path == "/v1/me":
        sign_in = owner.page.get_by_role("heading", name="Sign in", exact=True)
        expect(sign_in).to_be_visible()
        return
    expect(dialog.get_by_text("Not now.")).to_be_visible()
    dialog.get_by_role("button", name="Sign in on another device…").click()
    turn_on_sign_in(owner)
    expect(owner.dialog().last.get_by_label("Link", exact=True)).to_be_visible()


def test_a_calendar_app_is_connected_and_revoked(owner, service):
    owner.page.get_by_role("link", name="All lists").click()
    dialog = open_account(owner)
    dialog.get_by_role("button", name="Connect calendar app…").click()
    turn_on_sign_in(owner)
    shown = owner.dialog().last
    address, user, password = (
        shown.get_by_label(name, exact=True).input_value() for name in ("Address", "User name", "Password")
    )
    owner.expect_accessible()
    assert address == f"{owner.origin}/dav/"
    basic = base64.b64encode(f"{user}:{password}".encode()).decode()
    fields = {"authorization": f"Basic {basic}", "depth": "0"}
    assert service.request("PROPFIND", "/dav/", headers=fields)[0] == 207
    shown.get_by_role("button", name="Close").click()
    device = dialog.get_by_role("listitem").filter(has_text="Calendar app")
    device.get_by_role("button").click()
    owner.dialog().last.get_by_role("button", name="Sign out", exact=True).click()
    expect(device).to_have_count(0)
    assert service.request("PROPFIND", "/dav/", headers=fields)[0] == 401

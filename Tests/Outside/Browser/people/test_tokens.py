"""A service that asks for tokens: what the page does without one, with one, and when it is taken away."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from service import BINARY, Service, kept_in
from window import eventually


class Tokens:
    """The tokens of a service, made and revoked as its operator does."""

    def __init__(self, data):
        self.data = data

    def command(self, *arguments):
        command = [BINARY, "token", *arguments, *kept_in(self.data)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout

    def make(self, name, scope):
        return re.search(r"\S{20,}", self.command("create", "--name", name, "--scope", scope))[0]

    def revoke(self, name):
        self.command("revoke", name)


@pytest.fixture
def tokens(tmp_path):
    made = Tokens(tmp_path)
    made.phone = made.make("phone", "write")
    return made


@pytest.fixture
def service(tokens):
    with Service(tokens.data) as running:
        yield running


def enter(window, token):
    window.dialog().get_by_label("Token").fill(token)
    window.page.keyboard.press("Enter")
    expect(window.dialog()).to_have_count(0)


@pytest.mark.gate
def test_asks_for_a_token_keeps_it_until_it_is_forgotten_and_says_so(tokens, open_window):
    window = open_window(refusals=[401])
    expect(window.dialog().get_by_role("heading")).to_have_text("Sign in")
    expect(window.dialog()).to_contain_text("Open your sign-in link, or paste a token.")
    field = window.dialog().get_by_label("Token")
    field.fill("not-the-token-that-counts")
    window.dialog().get_by_role("button", name="Sign in").click()
    expect(window.dialog()).to_contain_text("This token isn’t valid.")
    window.expect_accessible()
    # What keeps passwords can keep it.
    expect(field).to_have_attribute("autocomplete", "current-password")
    window.page.keyboard.press("Escape")
    window.page.keyboard.press("Escape")
    enter(window, tokens.phone)
    window.open_list("List")
    window.settled()
    kept = "[sessionStorage.length, Object.keys(localStorage).sort().join(), document.cookie]"
    assert window.page.evaluate(kept) == [0, "items,owner,token,welcomed", ""]
    window.reopen()
    window.open_list("List")
    window.expect_texts("Edit your first item", "Swipe me to delete")
    window.button("Sign out").click()
    window.dialog().get_by_role("button", name="Cancel").click()
    window.button("Sign out").click()
    window.expect_accessible()
    window.dialog().get_by_role("button", name="Sign out").click()
    expect(window.dialog().get_by_role("heading")).to_have_text("Sign in")
    assert window.page.evaluate("Object.keys(localStorage)") == ["welcomed"]


def test_a_token_that_is_revoked_while_something_is_typed_costs_nothing(tokens, service, open_window):
    tablet = tokens.make("tablet", "write")
    window = open_window(refusals=[401])
    enter(window, tokens.phone)
    window.open_list("List")
    window.settled()
    tokens.revoke("phone")
    bearer = {"authorization": f"Bearer {tokens.phone}"}
    eventually(lambda: service.request("GET", "/v1/counts", headers=bearer)[0] == 401)
    window.edit("Edit your first item").get_by_label("Text").fill("Edited")
    window.save()
    expect(window.dialog()).to_contain_text("This token isn’t valid.")
    enter(window, tablet)
    window.settled()
    window.page.reload()
    window.expect_texts("Edited", "Swipe me to delete")


@pytest.mark.gate
def test_who_may_only_read_is_told_so_and_sees_everything(tokens, open_window):
    reader = tokens.make("reader", "read")
    window = open_window(refusals=[401, 403])
    enter(window, reader)
    window.open_list("List")
    expect(window.page.get_by_text("You can’t make changes.")).to_be_visible()
    expect(window.check_box("Swipe me to delete")).to_be_disabled()
    row = (".row .delete >> nth=0", ".row .handle >> nth=0")
    for control in (".composer", *row, "#add-list"):
        expect(window.page.locator(control)).to_be_hidden()
    window.button("List options").click()
    expect(window.page.locator(".menu:popover-open button:visible")).to_have_text(
        ["Show agenda", "Print…", "Export…"]
    )
    window.page.keyboard.press("Escape")
    form = window.edit("Edit your first item")
    expect(form.get_by_label("Text")).to_be_disabled()
    expect(form.get_by_role("button", name="Done")).to_be_hidden()
    window.expect_accessible()
    form.get_by_role("button", name="Close").click()
    window.page.reload()
    expect(window.check_box("Swipe me to delete")).to_be_disabled()
    window.page.get_by_role("link", name="Agenda").click()
    expect(window.page.locator("main .empty")).to_have_text("Nothing is due.")


def test_a_place_that_the_token_does_not_lead_to_says_so_and_leads_back(tokens, open_window):
    reader = tokens.make("reader", "read")
    window = open_window("/#/webhooks", size=(390, 844), refusals=[401, 403])
    enter(window, reader)
    expect(window.page.locator("main h1")).to_have_text("Webhooks")
    expect(window.page.locator("main .empty")).to_have_text(
        "This device can only view."
    )
    window.expect_accessible()
    window.page.get_by_role("link", name="All lists").click()
    expect(window.list("List")).to_be_visible()


def test_a_wrong_token_costs_one_request(open_window):
    window = open_window(refusals=[401])
    expect(window.dialog()).to_be_visible()
    window.quiet()
    window.requests.clear()
    window.dialog().get_by_label("Token").fill("not-the-token-that-counts")
    window.page.keyboard.press("Enter")
    expect(window.dialog()).to_contain_text("This token isn’t valid.")
    assert len([request for request in window.requests if "/v1/" in request.url]) == 1


def test_too_many_requests_are_told_as_such(tokens, open_window):
    window = open_window(refusals=[401, 429])
    enter(window, tokens.phone)
    window.open_list("List")
    window.settled()
    refused = []

    def refuse(route):
        if route.request.method == "POST" and not refused:
            refused.append(route.request)
            route.fulfill(status=429, headers={"retry-after": "1"}, json={"status": 429})
        else:
            route.continue_()

    window.page.route("**/items", refuse)
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("Butter")
    line.press("Enter")
    expect(window.page.locator("#offline")).to_contain_text("Too many requests")
    expect(window.page.locator("#offline")).to_be_empty()
    expect(window.row("Butter")).not_to_have_class(re.compile("unsaved"))

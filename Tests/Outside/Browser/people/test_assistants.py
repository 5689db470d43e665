"""An assistant with the scope assist: the page asks to approve its deletions, and undoes its changes."""

import re

import pytest
from playwright.sync_api import expect

from access import bearer, make
from service import Service
from sharing import close, open_account

FIRST, SECOND = "Edit your first item", "Swipe me to delete"


@pytest.fixture
def tokens(tmp_path):
    return {scope: make(tmp_path, scope, scope) for scope in ("write", "assist")}


@pytest.fixture
def service(tokens, tmp_path):
    with Service(tmp_path) as running:
        yield running


@pytest.fixture
def window(tokens, open_window):
    """The owner's window, at the list."""
    window = open_window(refusals=[401])
    window.dialog().get_by_label("Token").fill(tokens["write"])
    window.page.keyboard.press("Enter")
    window.open_list("List")
    window.expect_texts(FIRST, SECOND)
    window.settled()
    return window


@pytest.fixture
def assist(tokens, service):
    """Sends a request of the assistant about an item of the list."""
    items = service.request("GET", "/v1/items", headers=bearer(tokens["assist"]))[2]
    ids = {item["text"]: item["id"] for item in items}

    def send(method, text, body=None):
        return service.request(method, f"/v1/items/{ids[text]}", body, bearer(tokens["assist"]))[0]

    return send


def test_a_card_asks_to_approve_or_decline_a_deletion(window, assist):
    assert assist("DELETE", FIRST) == 202
    card = window.notice("An assistant wants to delete 1 item from “List”.")
    expect(card).to_be_visible()
    window.expect_accessible()
    # A page that is opened later asks as well.
    window.page.reload()
    window.expect_texts(FIRST, SECOND)
    card.get_by_role("button", name="Approve").click()
    expect(card).to_have_count(0)
    window.expect_texts(SECOND)
    assert assist("DELETE", SECOND) == 202
    card.get_by_role("button", name="Decline").click()
    expect(card).to_have_count(0)
    window.page.reload()
    window.expect_texts(SECOND)
    expect(card).to_have_count(0)


def test_undo_takes_back_what_an_assistant_did(window, assist):
    assert assist("PATCH", FIRST, {"text": "Edited by an assistant"}) == 200
    window.expect_texts("Edited by an assistant", SECOND)
    dialog = open_account(window)
    session = dialog.get_by_role("list", name="Changes by assistants").get_by_role("listitem")
    expect(session).to_contain_text("1 item changed")
    window.expect_accessible()
    session.get_by_role("button", name=re.compile("^Undo what An assistant did since")).click()
    expect(session).to_have_count(0)
    close(window)
    window.expect_texts(FIRST, SECOND)

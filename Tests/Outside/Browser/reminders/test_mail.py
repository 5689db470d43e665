"""Reminders by mail, as somebody sets them up on the page."""

import re
from datetime import datetime, timedelta, timezone

import pytest
from mail_server import Server
from playwright.sync_api import expect
from service import Service, free_port
from window import timestamp

ADDRESS = "ada@example.org"


@pytest.fixture
def postbox():
    with Server("smtp", host="127.0.0.1") as server:
        yield server


@pytest.fixture
def service(postbox):
    """A service that sends mail, through a server on this machine."""
    port = free_port()
    flags = ("--url", f"http://127.0.0.1:{port}", "--smtp", postbox.url(user=None))
    with Service(None, *flags, "--smtp-from", "lists@example.org", port=port) as running:
        yield running


def link(postbox, label):
    """The address of a link in the next message."""
    text = postbox.postbox.take()[1].get_body(["plain"]).get_content()
    return re.search(rf"{label}:\s+(\S+)", text)[1]


def test_an_address_is_confirmed_and_then_reminded(content, groceries, open_window, postbox):
    # The service has no address of this person before.
    window = open_window("/#/reminders", refusals=[404])
    window.button("Add…").click()
    window.dialog().get_by_label("Address").fill(ADDRESS)
    window.expect_accessible()
    window.dialog().get_by_role("button", name="Send link").click()
    main = window.page.locator("main")
    expect(main.get_by_text(ADDRESS)).to_be_visible()
    expect(main.get_by_text("Not confirmed yet. Open the link in the e-mail.")).to_be_visible()
    confirmation = open_window(link(postbox, "Confirm your e-mail address").removeprefix(window.origin))
    confirmation.expect_accessible()
    confirmation.button("Confirm your e-mail address").click()
    expect(confirmation.page.get_by_text("Address confirmed.")).to_be_visible()
    window.page.reload()
    expect(main.get_by_text(ADDRESS)).to_be_visible()
    expect(main.get_by_text("Not confirmed yet")).to_be_hidden()
    soon = timestamp(datetime.now(timezone.utc) + timedelta(seconds=3))
    milk = content.make_item(groceries, "Oat milk", dueDate=soon, shouldRemind=True)
    reminder = open_window(link(postbox, "Done").removeprefix(window.origin))
    expect(reminder.page.get_by_role("heading")).to_have_text("Oat milk")
    reminder.expect_accessible()
    reminder.button("Done").click()
    expect(reminder.page.get_by_text("Done.", exact=True)).to_be_visible()
    assert content.item(milk)["checked"]
    main.get_by_role("button", name="Remove").click()
    expect(main.get_by_role("button", name="Add…")).to_be_visible()
    assert not content.send("GET", "/v1/me")["reachableBy"]["email"]
    expect(main.get_by_text(ADDRESS)).to_be_hidden()


@pytest.mark.gate
def test_mail_is_in_the_language_of_the_page(open_window, postbox):
    window = open_window("/#/reminders", refusals=[404], locale="de-DE")
    window.button("Hinzufügen…").click()
    window.dialog().get_by_label("Adresse").fill(ADDRESS)
    window.dialog().get_by_role("button", name="Link senden").click()
    address = link(postbox, "E-Mail-Adresse bestätigen").removeprefix(window.origin)
    # Whoever follows the link may speak another one.
    french = open_window(address, locale="fr-FR")
    expect(french.button("Confirmer votre adresse e-mail")).to_be_visible()
    german = open_window(address, locale="de-DE")
    german.expect_accessible()
    german.button("E-Mail-Adresse bestätigen").click()
    expect(german.page.get_by_text("Adresse bestätigt.")).to_be_visible()

"""The reminders, and the webhooks with their deliveries."""

import http.server
import queue
import re
import threading
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from window import SECONDS_MAX, at, timestamp

# Reminders


@pytest.mark.gate
def test_shows_reminders_and_puts_one_off(content, errands, open_window):
    milk = content.make_item(errands, "Milk", dueDate=at(1, 8), shouldRemind=True)
    content.make_item(errands, "Bread", dueDate=at(3, 8), shouldRemind=True)
    content.make_item(errands, "Silent", dueDate=at(2, 8))
    window = open_window("/#/reminders")
    window.expect_texts("Milk", "Bread")
    expect(window.page.locator("main .bar .summary")).to_have_text("2 upcoming")
    expect(window.page.locator("#reminders-count")).to_have_text("2")
    expect(window.row("Milk").locator("[data-part=at]")).to_have_text("Tomorrow, 08:00")
    window.button("Snooze “Milk”").click()
    window.page.get_by_role("button", name="1 week").click()
    window.expect_texts("Bread", "Milk")
    assert content.item(milk)["dueDate"] == at(1, 8)
    snoozed = datetime.fromisoformat(content.item(milk)["snoozedUntil"].replace("Z", "+00:00"))
    away = snoozed - datetime.now(timezone.utc)
    assert timedelta(days=6, hours=23) < away <= timedelta(days=7)


def test_puts_a_reminder_off_until_tomorrow_morning(content, errands, open_window):
    milk = content.make_item(errands, "Milk", dueDate=at(3, 8), shouldRemind=True)
    window = open_window("/#/reminders")
    window.button("Snooze “Milk”").click()
    window.page.get_by_role("button", name="Tomorrow morning").click()
    expect(window.row("Milk").locator("[data-part=at]")).to_have_text("Tomorrow, 09:00")
    assert content.item(milk)["snoozedUntil"] == at(1, 9)


def test_no_reminders_says_so(open_window):
    window = open_window("/#/reminders")
    expect(window.page.locator("main .empty")).to_have_text("No upcoming reminders.")
    expect(window.page.locator("#reminders-count")).to_be_hidden()


# Webhooks


@pytest.fixture
def receiver():
    """A receiver on this machine: answers with `status`, and keeps what it was sent."""

    class Receiver(http.server.ThreadingHTTPServer):
        status = 204

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.server.received.put(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(self.server.status)
            self.end_headers()

        def log_message(self, *_):
            pass

    with Receiver(("127.0.0.1", 0), Handler) as server:
        server.received = queue.Queue()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def webhooks(open_window, receiver):
    """The webhooks with one that goes to the receiver."""
    window = open_window("/#/webhooks", permissions=["clipboard-read", "clipboard-write"])
    expect(window.page.locator("main .empty")).to_have_text(
        "No webhooks yet."
    )
    window.button("Add webhook").click()
    dialog = window.dialog()
    dialog.get_by_label("Address").fill(f"http://127.0.0.1:{receiver.server_port}/hook")
    dialog.get_by_label("Description").fill("My phone")
    dialog.get_by_role("button", name="Add").click()
    expect(dialog.get_by_role("heading")).to_have_text("Signing secret")
    secret = dialog.locator("code").inner_text()
    assert re.fullmatch(r"whsec_[A-Za-z0-9+/=]{32,}", secret)
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog).to_have_count(0)
    assert window.page.evaluate("navigator.clipboard.readText()") == secret
    expect(window.page.locator(".card h2")).to_have_text("My phone")
    return window


def deliveries(window):
    return window.page.locator(".delivery")


@pytest.mark.gate
def test_sends_a_test_and_shows_how_it_went(webhooks, receiver):
    webhooks.button("Send test").click()
    expect(webhooks.notice("Test message sent.")).to_be_visible()
    expect(deliveries(webhooks).locator(".state")).to_have_text("Delivered")
    expect(deliveries(webhooks).locator("ol li")).to_contain_text("204")
    assert receiver.received.qsize() == 1


def test_shows_what_failed_and_when_it_is_tried_again(webhooks, receiver):
    receiver.status = 500
    webhooks.button("Send test").click()
    expect(deliveries(webhooks).locator(".state")).to_have_text("Pending")
    webhooks.expect_accessible()
    expect(deliveries(webhooks).locator("ol li").first).to_contain_text("500")
    expect(deliveries(webhooks).locator("ol li").last).to_contain_text("Next attempt")
    webhooks.page.get_by_role("combobox", name="Status").select_option("Failed")
    expect(webhooks.page.get_by_text("No deliveries yet.")).to_be_visible()


def test_tells_why_a_webhook_was_turned_off_and_sends_again(webhooks, receiver):
    receiver.status = 410
    webhooks.button("Send test").click()
    expect(deliveries(webhooks).locator(".state")).to_have_text("Failed")
    active = webhooks.page.get_by_role("switch", name="Active")
    expect(active).not_to_be_checked()
    expect(webhooks.page.locator(".card [data-part=reason]")).to_have_text(
        "Turned off because deliveries kept failing."
    )
    receiver.status = 204
    active.check()
    expect(webhooks.page.locator(".card [data-part=reason]")).to_be_hidden()
    webhooks.button("Send again").click()
    expect(deliveries(webhooks).locator(".state")).to_have_text("Delivered")
    expect(deliveries(webhooks).locator("ol li")).to_have_count(2)


def test_makes_a_new_secret(webhooks):
    webhooks.button("New secret…").click()
    webhooks.dialog().get_by_role("button", name="Create").click()
    expect(webhooks.dialog().get_by_role("heading")).to_have_text("Signing secret")
    expect(webhooks.dialog().locator("code")).to_have_text(re.compile("^whsec_"))
    webhooks.dialog().get_by_role("button", name="Close").click()
    expect(webhooks.dialog()).to_have_count(0)


def test_turns_a_webhook_off_edits_and_deletes_it(content, webhooks):
    webhooks.page.get_by_role("switch", name="Active").uncheck()
    webhooks.settled()
    assert content.send("GET", "/v1/webhooks")[0]["active"] is False
    webhooks.button("Edit…").click()
    webhooks.dialog().get_by_label("Description").fill("Old phone")
    webhooks.dialog().get_by_role("button", name="Save").click()
    expect(webhooks.page.locator(".card h2")).to_have_text("Old phone")
    webhooks.button("Delete").click()
    webhooks.dialog().get_by_role("button", name="Delete").click()
    expect(webhooks.page.locator(".card")).to_have_count(0)
    assert content.send("GET", "/v1/webhooks") == []


def test_an_address_that_is_refused_stays_in_the_dialog(open_window):
    window = open_window("/#/webhooks", refusals=[422])
    window.button("Add webhook").click()
    window.dialog().get_by_label("Address").fill("ftp://example.org")
    window.dialog().get_by_role("button", name="Add").click()
    expect(window.dialog().get_by_role("alert")).not_to_be_empty()
    expect(window.dialog().get_by_label("Address")).to_have_value("ftp://example.org")


def test_a_reminder_arrives_and_is_in_the_log(content, errands, webhooks, receiver):
    due = datetime.now(timezone.utc) + timedelta(seconds=3)
    content.make_item(
        errands,
        "Milk",
        dueDate=timestamp(due),
        shouldRemind=True,
    )
    receiver.received.get(timeout=SECONDS_MAX)
    webhooks.page.get_by_text("Deliveries", exact=True).click()
    expect(deliveries(webhooks).locator("[data-part=event]")).to_have_text("reminder.due")
    expect(deliveries(webhooks).locator(".state")).to_have_text("Delivered")


def test_a_webhook_that_was_changed_elsewhere_is_not_overwritten(content, open_window):
    body = {"url": "http://127.0.0.1:9/hook", "description": "Phone", "events": ["reminder.due"]}
    webhook = content.send("POST", "/v1/webhooks", body)
    window = open_window("/#/webhooks", refusals=[412])
    window.button("Edit…").click()
    window.dialog().get_by_label("Description").fill("My phone")
    content.send("PATCH", f"/v1/webhooks/{webhook['id']}", {"description": "Old phone"})
    window.page.keyboard.press("Enter")
    expect(window.dialog().get_by_role("alert")).to_contain_text("This was changed elsewhere.")
    window.page.keyboard.press("Escape")
    expect(window.page.locator(".card h2")).to_have_text("Old phone")

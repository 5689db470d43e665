"""The cards of the ways in which reminders come."""

import pytest
from playwright.sync_api import expect
from receivers import Receiver


def card(window, name):
    heading = window.page.get_by_role("heading", name=name, exact=True)
    return window.page.locator("main .card").filter(has=heading)


@pytest.mark.gate
def test_three_cards_show_which_way_works(content, open_window):
    receiver = Receiver()
    window = open_window("/#/reminders")
    names = window.page.locator("main .card h3")
    expect(names).to_have_text(["This device", "Phone", "E-mail"])
    on = window.page.locator("main .works").locator("visible=true")
    expect(on).to_have_count(0)
    expect(card(window, "E-mail")).to_contain_text("Not available on this server.")
    expect(window.page.locator("main").get_by_text("Webhooks")).to_have_count(0)
    window.expect_accessible()
    card(window, "Phone").get_by_role("button", name="Set up").click()
    window.dialog().get_by_label("Address").fill(receiver.url("/family"))
    window.dialog().get_by_role("button", name="Add").click()
    expect(card(window, "Phone").locator(".works")).to_have_text("On")
    expect(on).to_have_count(1)
    expect(card(window, "Phone")).to_contain_text("/family")
    window.expect_accessible()
    number = content.send("GET", "/v1/webhooks")[0]["id"]
    content.send("PATCH", f"/v1/webhooks/{number}", {"active": False})
    window.page.reload()
    expect(card(window, "Phone")).to_contain_text("Turned off")
    expect(on).to_have_count(0)
    card(window, "Phone").get_by_role("button", name="Remove").click()
    expect(card(window, "Phone").get_by_role("button", name="Set up")).to_be_visible()
    window.settled()
    assert content.send("GET", "/v1/webhooks") == []


def test_the_settings_lead_to_the_webhooks(open_window):
    window = open_window()
    window.page.get_by_role("link", name="Settings").click()
    window.page.get_by_role("link", name="Webhooks").click()
    expect(window.page.locator("main h1")).to_have_text("Webhooks")

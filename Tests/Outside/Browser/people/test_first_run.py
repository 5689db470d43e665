"""The first run of a new server: a name, lists to start with, and a second device."""

import socket

import pytest
from playwright.sync_api import expect
from qr_codes import read
from service import Service, free_port
from sharing import PHONE, make_link, modules

TOUCH = {"size": PHONE, "has_touch": True, "is_mobile": True}


def button(window, name):
    return window.dialog().get_by_role("button", name=name, exact=True)


@pytest.mark.gate
def test_a_new_owner_begins_in_three_steps(content, open_window):
    window = open_window("/", first_run=True)
    dialog = window.dialog()
    expect(dialog.get_by_role("heading", name="Welcome to Checklists")).to_be_visible()
    window.expect_accessible()
    expect(button(window, "Next")).to_be_disabled()
    dialog.get_by_label("Your name").fill("Grace")
    button(window, "Next").click()
    expect(dialog.get_by_role("checkbox", name="Groceries")).to_be_checked()
    dialog.get_by_role("checkbox", name="Chores").check()
    window.expect_accessible()
    button(window, "Next").click()
    expect(dialog.get_by_role("heading", name="Use it on your phone")).to_be_visible()
    # A code with the address of this computer alone would be of no use.
    flag = f"--listen 0.0.0.0:{content.service.port}"
    expect(dialog).to_contain_text(f"First make a sign-in link, then start the server with {flag}:")
    with window.context.expect_page() as manual:
        dialog.get_by_role("link", name="Show how").click()
    expect(manual.value.get_by_role("heading", name="Two phones on one list")).to_be_visible()
    manual.value.close()
    window.expect_accessible()
    button(window, "Done").click()
    expect(window.page.locator("main h1")).to_have_text("Groceries")
    window.expect_texts("Milk", "Bread", "Apples")
    assert content.send("GET", "/v1/me")["person"]["name"] == "Grace"
    assert {made["name"] for made in content.send("GET", "/v1/checklists")} == {
        "First steps", "Groceries", "Chores",
    }
    window.page.reload()
    window.expect_texts("Milk", "Bread", "Apples")
    window.quiet()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        ({}, ["Press Space to check me off", "Press Delete to delete me"]),
        (TOUCH, ["Tap the circle to check me off", "Swipe me left to delete me"]),
        (
            {"locale": "de-DE"},
            ["Hake mich mit der Leertaste ab", "Lösche mich mit der Entf-Taste"],
        ),
    ],
)
def test_the_first_list_is_worded_for_the_device(open_window, options, texts):
    window = open_window("/", first_run=True, **options)
    expect(window.dialog()).to_be_visible()
    window.page.keyboard.press("Escape")
    expect(window.dialog()).to_have_count(0)
    window.expect_texts(*texts)
    window.page.reload()
    window.expect_texts(*texts)
    window.quiet()
    expect(window.dialog()).to_have_count(0)


def test_nothing_is_asked_where_somebody_has_begun(content, open_window):
    content.make_list("Groceries")
    window = open_window("/", first_run=True)
    expect(window.lists()).to_have_count(2)
    window.handy()
    window.quiet()
    expect(window.dialog()).to_have_count(0)


def test_nothing_is_asked_of_a_guest(owner, open_window):
    guest = open_window(make_link(owner, "Can edit"), size=PHONE, first_run=True)
    expect(guest.notice("You can now use “Groceries”")).to_be_visible()
    guest.handy()
    guest.quiet()
    expect(guest.dialog()).to_have_count(0)


def network_address():
    """The address of this machine from which packets would leave it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no address but loopback")
        return probe.getsockname()[0]


@pytest.mark.gate
def test_a_phone_signs_in_by_the_code_of_the_first_run(content, service, open_window):
    link = content.send("POST", "/v1/people/1/sign-in-links", {"scope": "admin"})["path"]
    service.kill()
    origin = f"http://{network_address()}:{free_port()}"
    with Service(service.data, "--listen", origin.removeprefix("http://")):
        owner = open_window(link, first_run=True, origin=origin)
        owner.dialog().get_by_label("Your name").fill("Grace")
        button(owner, "Next").click()
        button(owner, "Next").click()
        expect(owner.dialog().get_by_role("heading", name="Use it on your phone")).to_be_visible()
        button(owner, "Show code").click()
        code = read(modules(owner.dialog().last))
        owner.expect_accessible()
        assert code.startswith(f"{origin}/#join=")
        phone = open_window(code.removeprefix(origin), origin=origin, **TOUCH)
        expect(phone.notice("Hello Grace. You’re signed in on this device.")).to_be_visible()
        phone.expect_texts("Milk", "Bread", "Apples")
        phone.add("Oat milk")
        button(owner, "Close").click()
        owner.expect_texts("Milk", "Bread", "Apples", "Oat milk")
        # This service ends before the windows do.
        owner.refusals = phone.refusals = ("ERR_",)

"""The page with a server that accepts connections and never answers, as in a shop with a weak signal."""

import contextlib
import socket
import threading

import pytest
from playwright.sync_api import expect
from service import Service
from window import eventually

LOST = ("ERR_", "status of 504")


@contextlib.contextmanager
def silence(port):
    """Accepts connections at a port, and never answers."""
    listener = socket.create_server(("127.0.0.1", port), reuse_port=False)
    accepted = []

    def accept():
        with contextlib.suppress(OSError):
            while True:
                accepted.append(listener.accept()[0])

    threading.Thread(target=accept, daemon=True).start()
    yield
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    for connection in accepted:
        connection.close()


@pytest.fixture
def window(content, groceries, open_window):
    content.make_list("Trips", "Tickets")
    window = open_window(f"/#/lists/{groceries['id']}", service_workers="allow")
    window.refusals = LOST
    window.expect_texts("Milk", "Bread", "Apples")
    window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    window.open_list("Trips")
    window.expect_texts("Tickets")
    window.settled()
    window.quiet()
    return window


def is_asking(window):
    return window.page.evaluate("document.body.matches('.asking')")


@pytest.mark.gate
def test_lists_seen_before_are_shown_while_the_server_does_not_answer(content, groceries, service, window):
    service.kill()
    with silence(service.port):
        window.reopen(f"/#/lists/{groceries['id']}")
        window.expect_texts("Milk", "Bread", "Apples")
        assert is_asking(window)
        window.expect_summary("Groceries", "3 left")
        window.check_box("Milk").check()
        window.open_list("Trips")
        window.expect_texts("Tickets")
        window.open_list("Groceries")
        window.expect_texts("Bread", "Apples", "Milk")
    with Service(service.data, port=service.port) as again:
        window.settled()
        expect(window.page.locator("body.asking")).to_have_count(0)
        _, _, items = again.request("GET", f"/v1/checklists/{groceries['id']}/items?checked=true")
        assert [item["text"] for item in items] == ["Milk"]


def test_a_late_answer_is_merged_into_the_shown_list(content, groceries, window):
    held = []
    window.page.route("**/v1/**", lambda route: held.append(route))
    window.open_list("Groceries")
    window.expect_texts("Milk", "Bread", "Apples")
    expect(window.page.locator("body.asking")).to_have_count(1)
    content.make_item(groceries, "Butter")
    content.send("DELETE", f"/v1/items/{content.items(groceries)[1]['id']}")
    for route in held:
        route.continue_()
    window.page.unroute_all()
    window.expect_texts("Milk", "Apples", "Butter")
    expect(window.page.locator("body.asking")).to_have_count(0)


def test_lists_that_were_never_opened_are_there_offline(content, errands, service, open_window):
    content.make_item(errands, "Stamps")
    window = open_window("/#/lists/1", service_workers="allow")
    window.refusals = LOST
    window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    eventually(lambda: window.kept_texts(errands["id"]) == ["Stamps"])
    service.kill()
    window.open_list("Errands")
    window.expect_texts("Stamps")

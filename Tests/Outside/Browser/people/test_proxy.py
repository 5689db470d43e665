"""A person whom a proxy signs in, and what becomes of changes once the session there is over."""

import contextlib
import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Error, expect

from conftest import DIES_WITH_THE_TESTS
from service import Service
from sharing import open_account
from window import eventually

SIGN_IN = b"""<!doctype html><title>Sign in</title>
    <form method="post" action="/login"><button>Continue as Ada</button></form>"""
# The ways in which proxies answer requests without a session.
ANSWERS = ("another origin", "own page", "page", "401 page", "403 page", "401 of the service")
NOT_FORWARDED = ("connection", "transfer-encoding", "content-length", "date", "server", "remote-user")


class Proxy(ThreadingHTTPServer):
    """Signs people in, and states them to a service."""

    def __init__(self):
        self.target, self.user, self.answer, self.bodies = None, "ada", None, []
        super().__init__(("127.0.0.1", 0), Forwarding)

    def request(self, method, target, body=None, headers=None):
        """The answer of the service to a request of the signed-in person."""
        stated = {"remote-user": "ada", "host": f"127.0.0.1:{self.server_port}"}
        return self.target.request(method, target, body, stated | (headers or {}))

    # For those who ask a service.
    walk = Service.walk

    @property
    def port(self):
        return self.server_port


class Forwarding(BaseHTTPRequestHandler):
    def handle_one(self):
        server = self.server
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path == "/login":
            if self.command == "GET":
                return self.send(200, SIGN_IN)
            server.user = "ada"
            return self.send(303, location=f"http://127.0.0.1:{server.port}/")
        if server.user is None and not self.is_forwarded():
            return self.refuse()
        # The stream would hold a thread.
        if self.path.startswith("/v1/events"):
            return self.send(404)
        return self.forward(body)

    def is_forwarded(self):
        return self.server.answer == "401 of the service" and "html" not in self.headers.get("accept", "")

    def refuse(self):
        answer, login = self.server.answer, "/login"
        if answer in ("page", "401 page", "403 page"):
            return self.send({"401 page": 401, "403 page": 403}.get(answer, 200), SIGN_IN)
        if answer == "another origin":
            login = f"http://localhost:{self.server.port}/login"
        return self.send(302, location=login)

    def forward(self, body):
        user = self.server.user
        stated = {name: value for name, value in self.headers.items() if name.lower() not in NOT_FORWARDED}
        stated |= {"remote-user": user} if user else {}
        connection = http.client.HTTPConnection("127.0.0.1", self.server.target.port)
        connection.request(self.command, self.path, body or None, stated)
        answer = connection.getresponse()
        kept = {name: value for name, value in answer.getheaders() if name.lower() not in NOT_FORWARDED}
        self.send(answer.status, answer.read(), **kept)
        connection.close()

    def send(self, status, body=b"", **headers):
        self.send_response(status)
        given = {"content-type": "text/html"} | {name.lower(): value for name, value in headers.items()}
        for name, value in given.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = handle_one

    def log_message(self, *_):
        pass


@pytest.fixture
def service(tmp_path):
    """A proxy before a service."""
    proxy = Proxy()
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    flags = ("--url", f"http://127.0.0.1:{proxy.port}", "--proxy-user-header", "Remote-User")
    with Service(
        tmp_path / "data", *flags, "--proxy-trusted", "127.0.0.1", wrapper=DIES_WITH_THE_TESTS
    ) as proxy.target:
        yield proxy
    proxy.shutdown()
    proxy.server_close()


@pytest.fixture
def window(groceries, open_window, service):
    window = open_window(f"/#/lists/{groceries['id']}", service_workers="allow")
    window.refusals = ("status of 40", "Failed to load resource: net::ERR_FAILED")
    window.expect_texts("Milk", "Bread", "Apples")
    window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    window.handy()
    # The proxy leads back to the list that was open last.
    eventually(lambda: service.request("GET", "/v1/preferences")[2]["selectedChecklistId"] == groceries["id"])
    window.settled()
    return window


def sign_out(service, answer="page"):
    service.user, service.answer = None, answer


def strip(window):
    return window.page.locator("#offline")


def line(window):
    return window.page.get_by_role("textbox", name="Add an item")


def owner_in(window):
    """The owner of the local data, unless the page is being loaded."""
    with contextlib.suppress(Error):
        return window.page.evaluate("localStorage.getItem('owner')")


def test_the_person_of_the_proxy_has_their_lists_and_needs_no_token(content, window):
    expect(window.dialog()).to_have_count(0)
    expect(window.lists()).to_have_count(2)
    dialog = open_account(window)
    expect(dialog.get_by_label("My name")).to_have_value("ada")
    expect(dialog.get_by_text("Anyone using this computer")).to_be_hidden()
    window.expect_accessible()
    assert window.page.evaluate("localStorage.getItem('token')") is None


@pytest.mark.gate
@pytest.mark.parametrize("answer", ANSWERS)
def test_an_expired_session_is_said_and_loses_nothing_typed(content, groceries, service, window, answer):
    sign_out(service, answer)
    line(window).fill("Butter")
    line(window).press("Enter")
    expect(strip(window)).to_contain_text("Signed out · 1 change saved")
    window.expect_texts("Milk", "Bread", "Apples", "Butter")
    expect(window.dialog()).to_have_count(0)
    window.expect_accessible()
    line(window).fill("Half a li")
    window.edit("Bread").get_by_label("Notes").fill("with seeds")
    strip(window).get_by_role("button", name="Sign in").click()
    window.page.get_by_role("button", name="Continue as Ada").click()
    window.expect_texts("Milk", "Bread", "Apples", "Butter")
    expect(line(window)).to_have_value("Half a li")
    expect(strip(window)).to_be_empty()
    window.settled()
    assert content.texts(groceries) == ["Milk", "Bread", "Apples", "Butter"]
    assert content.items(groceries)[1]["notes"] == "with seeds"
    # The sign-in page of another origin.
    window.foreign[:] = [url for url in window.foreign if "/login" not in url]


def test_a_page_that_opens_without_a_session_shows_what_the_device_has(groceries, service, window):
    sign_out(service)
    window.reopen(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    expect(strip(window)).to_contain_text("Signed out")
    window.expect_accessible()
    strip(window).get_by_role("button", name="Sign in").click()
    window.page.get_by_role("button", name="Continue as Ada").click()
    window.expect_texts("Milk", "Bread", "Apples")
    expect(strip(window)).to_be_empty()


def test_a_session_that_begins_in_another_tab_sends_what_waits(content, groceries, service, window):
    sign_out(service)
    window.check_box("Milk").check()
    expect(strip(window)).to_contain_text("Signed out · 1 change saved")
    service.user = "ada"
    window.page.evaluate("dispatchEvent(new Event('online'))")
    expect(strip(window)).to_be_empty()
    window.settled()
    assert content.items(groceries)[0]["checked"]


def test_a_session_of_another_person_sends_nothing_of_the_first(content, groceries, service, window):
    sign_out(service)
    line(window).fill("Secret")
    line(window).press("Enter")
    expect(strip(window)).to_contain_text("Signed out · 1 change saved")
    service.user = "bea"
    window.page.evaluate("dispatchEvent(new Event('online'))")
    # The page of Ada reloads, as that of Bea.
    eventually(lambda: owner_in(window) == "2/")
    window.go("/?again#/")
    dialog = open_account(window)
    expect(dialog.get_by_label("My name")).to_have_value("bea")
    window.quiet()
    for text in ("Groceries", "Milk", "Secret"):
        expect(window.page.get_by_text(text, exact=True)).to_have_count(0)
    everything = service.request("GET", "/v1/items?q=Secret", headers={"remote-user": "bea"})[2]
    assert everything == []
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]

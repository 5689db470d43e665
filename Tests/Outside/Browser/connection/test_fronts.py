"""The page behind nginx, Caddy, Apache and HAProxy, as the manual configures them, and on plain HTTP."""

import contextlib
import pathlib
import re
import sys

import pytest
from playwright.sync_api import expect

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "BlackBox/proxies"))

from conftest import DIES_WITH_THE_TESTS, SHELL  # noqa: E402
from fronts import HOST, LANGUAGES, front  # noqa: E402
from service import BINARY, Service  # noqa: E402
from sharing import PHONE, close, open_sharing  # noqa: E402
from window import Content  # noqa: E402

# How often the page is loaded for the first time while two builds run.
LOADS = 8
STYLE, OTHER_STYLE = b"--tone: #23695a;", b"--tone: #23695b;"


class Signed:
    """A service as somebody with a token asks it."""

    def __init__(self, service):
        self.service, self.port = service, service.port
        self.headers = {}

    def sign_in(self):
        """Makes a token for the tests. Returns where a sign-in link for the page leads."""
        link = self.service.request("POST", "/v1/people/1/sign-in-links", {"scope": "admin"})[2]
        given = {"secret": link["secret"], "name": "Test"}
        token = self.service.request("POST", "/v1/devices", given)[2]["token"]
        self.headers = {"authorization": f"Bearer {token}"}
        return self.link()

    def link(self):
        return self.request("POST", "/v1/people/1/sign-in-links", {"scope": "admin"})[2]["path"]

    def request(self, method, target, body=None, headers=None):
        return self.service.request(method, target, body, self.headers | (headers or {}))

    walk = Service.walk


@pytest.fixture
def started(tmp_path):
    """The services of a test, as somebody with a token asks them."""
    flags = ("--url", f"https://{HOST}", "--proxy-trusted", "127.0.0.1")
    with Service(tmp_path / "data", *flags, wrapper=DIES_WITH_THE_TESTS) as running:
        yield Signed(running)


@pytest.fixture
def service(started):
    return started


@pytest.fixture
def stack():
    """Ends what a test has started, after the windows that a later argument of the test opens."""
    with contextlib.ExitStack() as stack:
        yield stack


@pytest.fixture
def launch(playwright):
    """Starts browsers for which a name leads to a port of this machine."""
    browsers = []

    def start(name, port, *arguments):
        rules = f"--host-resolver-rules=MAP {name} 127.0.0.1:{port}"
        # The worker of a page does not start behind a certificate that nobody signed.
        given = ["--no-sandbox", "--ignore-certificate-errors", rules, *arguments]
        browsers.append(playwright.chromium.launch(executable_path=SHELL, args=given))
        return browsers[-1]

    yield start
    for each in browsers:
        each.close()


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_person_uses_a_list(name, stack, launch, content, groceries, open_window, service, tmp_path):
    path = service.sign_in()
    tmp_path.chmod(0o755)
    (tmp_path / name).mkdir()
    port = stack.enter_context(front(name, tmp_path / name, service.port))
    window = open_window(
        path, browser=launch(HOST, port), origin=f"https://{HOST}", service_workers="allow"
    )
    window.open_list("Groceries")
    window.expect_texts("Milk", "Bread", "Apples")
    window.handy()
    window.settled()
    window.quiet()
    window.requests.clear()
    window.check_box("Milk").check()
    window.edit("Bread").get_by_label("Text").fill("Rye bread")
    window.save()
    window.add("Butter")
    window.row("Apples").locator(".open").press("Delete")
    window.settled()
    window.quiet()
    assert content.texts(groceries) == ["Milk", "Rye bread", "Butter"]
    assert content.items(groceries)[0]["checked"]
    sent = [(one.method, one.url) for one in window.requests if one.method not in ("GET", "OPTIONS")]
    assert len([one for one in sent if "/items" in one[1]]) == 4, sent
    assert len(window.requests) < 40, [one.url for one in window.requests]
    # The stream of events.
    content.make_item(groceries, "Salt")
    expect(window.row("Salt")).to_be_visible()
    expect(window.page.get_by_role("alert").locator("visible=true")).to_have_count(0)
    expect(window.page.locator("#offline")).to_be_empty()
    # What the proxy does to the files of the page, with a worker and without.
    window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    window.quiet()
    window.page.reload()
    expect(window.check_box("Salt")).not_to_be_checked()
    window.handy()
    window.quiet()


def other_build(folder):
    """A program whose page has another style, and therefore another build."""
    program = pathlib.Path(BINARY).read_bytes()
    assert STYLE in program
    changed = folder / "other-build"
    changed.write_bytes(program.replace(STYLE, OTHER_STYLE))
    changed.chmod(0o755)
    return changed


def test_no_first_load_is_dead_while_two_builds_run(stack, launch, open_window, tmp_path):
    data, flags = tmp_path / "data", ("--url", f"https://{HOST}", "--proxy-trusted", "127.0.0.1")
    other = ["sh", "-c", 'shift; exec "$0" "$@"', str(other_build(tmp_path))]
    tmp_path.chmod(0o755)
    (tmp_path / "nginx").mkdir()
    # Two processes over one store need PostgreSQL.
    one, two = (
        stack.enter_context(Service(data, *flags, wrapper=[*DIES_WITH_THE_TESTS, *wrapper], on_postgres=True))
        for wrapper in ([], other)
    )
    port = stack.enter_context(front("nginx", tmp_path / "nginx", one.port, two.port))
    signed, browser = Signed(one), launch(HOST, port)
    groceries = Content(signed).make_list("Groceries", "Milk")
    signed.sign_in()
    tones, builds = set(), set()
    for number in range(LOADS):
        workers = ("allow", "block")[number % 2]
        window = open_window(
            signed.link(), browser=browser, origin=f"https://{HOST}", service_workers=workers
        )
        offer = window.notice("A new version is available.")
        expect(offer.or_(window.list("Groceries")).first).to_be_visible()
        while offer.is_visible():
            # Who signs in needs a part of the page that is of the same build as the rest.
            with window.page.expect_navigation():
                offer.get_by_role("button", name="Reload").click()
            expect(offer.or_(window.list("Groceries")).first).to_be_visible()
        window.open_list("Groceries")
        window.handy()
        window.add(f"Load {number}")
        window.page.get_by_role("link", name="Agenda").click()
        expect(offer.or_(window.page.locator("main h1", has_text="Agenda")).first).to_be_visible()
        builds |= {each.url.split("/")[4] for each in window.requests if each.url.endswith("/app.js")}
        tones.add(window.page.evaluate("getComputedStyle(document.body).getPropertyValue('--tone')"))
        window.settled()
    assert len(builds) == len(tones) == 2, (builds, tones)
    assert Content(signed).texts(groceries) == ["Milk", *(f"Load {number}" for number in range(LOADS))]


def test_a_phone_on_plain_http_is_told_and_copies(content, groceries, open_window, service, launch):
    path = service.sign_in()
    window = open_window(
        path, browser=launch("lists", service.port), origin="http://lists", size=PHONE, has_touch=True,
        is_mobile=True, service_workers="allow",
    )
    card = window.notice("This address is not encrypted")
    expect(card).to_be_visible()
    window.expect_accessible()
    assert not window.page.evaluate("isSecureContext || 'serviceWorker' in navigator")
    with window.context.expect_page() as opened:
        card.get_by_role("button", name="How to change that").click()
    expect(opened.value.locator("h1")).to_have_text("At home")
    opened.value.close()
    expect(card).to_have_count(0)
    window.page.evaluate("hash => { location.hash = hash; }", f"#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    window.handy()
    window.check_box("Milk").check()
    window.settled()
    assert content.items(groceries)[0]["checked"]
    dialog = open_sharing(window)
    dialog.get_by_role("button", name="Create link").click()
    shown = window.dialog().last
    address = shown.get_by_label("Link", exact=True)
    expect(address).to_have_value(re.compile("^http://lists/#join="))
    link = address.input_value()
    shown.get_by_role("button", name="Copy").click()
    close(window)
    expect(window.dialog()).to_have_count(0)
    line = window.page.get_by_role("textbox", name="Add an item")
    line.press("Control+v")
    expect(line).to_have_value(link)
    line.fill("")
    # The card comes once.
    window.settled()
    window.quiet()
    window.page.reload()
    expect(window.page.locator("main h1")).to_have_text("Groceries")
    window.handy()
    expect(window.page.locator(".notice")).to_have_count(0)
    expect(window.page.get_by_role("alert").locator("visible=true")).to_have_count(0)

"""What tests of the page have: a running service over a folder of its own, and windows of a real browser."""

import os
import pathlib
import sys

import pytest
from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "BlackBox"))

from service import ON_POSTGRES, Service  # noqa: E402
from sharing import PHONE, close, link_in, open_account, turn_on_sign_in  # noqa: E402
from times import NOW  # noqa: E402
from window import Content, Window  # noqa: E402

# The headless shell has no windows. Debian's chromium opens one for each page, even with --headless. Its
# toolbar is a page with a process of its own, which doubles the processor time of opening a page. The script
# in /usr/bin does not pass signals on.
SHELL = "/usr/lib/chromium/chromium-headless-shell"
# Firefox ESR over WebDriver BiDi. Its windows have no touch screen.
ON_FIREFOX = os.environ.get("TEST_BROWSER") == "firefox"
FIREFOX = {"channel": "moz-firefox", "executable_path": "/usr/bin/firefox-esr"}


def pytest_configure(config):
    # service.py takes the variable out of the environment, which the workers of pytest-xdist inherit.
    if ON_POSTGRES and not hasattr(config, "workerinput"):
        os.environ["CHECKLISTD_TEST_STORE"] = "postgres"


# Where pytest ends the process of a stuck test, nothing else stops its service.
DIES_WITH_THE_TESTS = ["setpriv", "--pdeathsig", "KILL"]


@pytest.fixture(scope="session")
def playwright():
    if ON_FIREFOX:
        os.environ["NODE_OPTIONS"] = f"--require={pathlib.Path(__file__).with_name('firefox.js')}"
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright):
    """The browser of a worker. Each window is a context with storage, cache and connections of its own."""
    if ON_FIREFOX:
        # The context cannot set these. Without windows Firefox has no mouse: fine is 2, hovering 4.
        settings = {"ui.prefersReducedMotion": 1}
        settings |= {f"ui.{which}PointerCapabilities": 6 for which in ("primary", "all")}
        browser = playwright.firefox.launch(firefox_user_prefs=settings, **FIREFOX)
    else:
        browser = playwright.chromium.launch(executable_path=SHELL, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_chromium(playwright):
    """For what the shell does not have: installed apps and notifications."""
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture
def service(tmp_path):
    """A service of its own for each test: it cannot change its folder, and a start is short beside a page."""
    with Service(tmp_path / "data", wrapper=DIES_WITH_THE_TESTS) as running:
        yield running


@pytest.fixture
def content(service):
    return Content(service)


@pytest.fixture
def groceries(content):
    return content.make_list("Groceries", "Milk", "Bread", "Apples", icon="Groceries")


@pytest.fixture
def errands(content):
    return content.make_list("Errands")


@pytest.fixture
def open_window(chromium, service):
    """Opens windows, each a person of their own, and holds every one of them to what the page may do."""
    windows = []

    def open_one(path="/#/", browser=None, **options):
        window = Window(browser or chromium, service, path, **options)
        windows.append(window)
        return window

    yield open_one
    for window in windows:
        window.context.close()
    for window in windows:
        assert window.complaints == []
        assert window.foreign == []


@pytest.fixture
def window(open_window):
    return open_window()


@pytest.fixture
def open_at(groceries, open_window):
    """Opens the list of groceries at a time of the browser's clock."""

    def open_one(now=NOW, **options):
        window = open_window("/#/", **options)
        window.page.clock.set_fixed_time(now)
        # With a query the address is another page.
        window.go(f"/?#/lists/{groceries['id']}")
        expect(window.rows().first).to_be_visible()
        return window

    return open_one


@pytest.fixture
def owner(groceries, open_window):
    """The window of the first person, on a phone, at a list."""
    # When the first device signs in, requests without a token that are on their way are refused.
    window = open_window(f"/#/lists/{groceries['id']}", size=PHONE, refusals=[401])
    expect(window.row("Milk")).to_be_visible()
    return window


@pytest.fixture
def ada_link(owner):
    """Where the link leads by which Ada, who was added just now, can sign in."""
    owner.page.get_by_role("link", name="All lists").click()
    dialog = open_account(owner)
    dialog.get_by_label("Name of the new person").fill("Ada Lovelace")
    dialog.get_by_label("Name of the new person").press("Enter")
    owner.expect_accessible()
    dialog.get_by_role("button", name="Sign-in link for Ada Lovelace").click()
    turn_on_sign_in(owner)
    expect(owner.dialog().last.get_by_text("It works once")).to_be_visible()
    owner.expect_accessible()
    link = link_in(owner)
    close(owner)
    close(owner)
    expect(owner.dialog()).to_have_count(0)
    owner.open_list("Groceries")
    return link


@pytest.fixture
def ada(ada_link, open_window):
    """Ada's window, on her phone, after she has opened the link."""
    browser = "Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"
    window = open_window(ada_link, size=PHONE, user_agent=browser)
    expect(window.notice("Hello Ada Lovelace")).to_be_visible()
    return window

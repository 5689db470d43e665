"""What tests of the page have: a running service over a folder of its own, and windows of a real browser."""

import pathlib
import sys

import pytest
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "BlackBox"))

from service import Service  # noqa: E402
from window import Content, Window  # noqa: E402


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture
def service():
    with Service() as running:
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

    def open_one(path="/#/", **options):
        window = Window(chromium, service, path, **options)
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

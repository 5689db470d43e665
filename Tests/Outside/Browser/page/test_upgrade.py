"""A tab that was opened before the server was upgraded, and links to lists."""

import threading

import pytest
from playwright.sync_api import expect

from upgrading import Upgrading


@pytest.fixture
def proxy(service):
    with Upgrading(service) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running
        running.shutdown()


def open_old(open_window, proxy, groceries, **options):
    window = open_window("/#/", **options)
    window.refusals = ("status of 404", "ERR_")
    window.origin = f"http://127.0.0.1:{proxy.server_port}"
    window.go(f"/?#/lists/{groceries['id']}")
    window.foreign.clear()
    window.handy()
    return window


@pytest.mark.gate
def test_an_old_tab_offers_to_reload_and_does_not_ask_again_and_again(groceries, open_window, proxy):
    window = open_old(open_window, proxy, groceries)
    window.quiet()
    proxy.is_new = True
    proxy.missing.clear()
    window.page.get_by_role("link", name="Settings").click()
    offer = window.notice("A new version is available.")
    expect(offer).to_be_visible()
    window.expect_accessible()
    window.wait_for("() => performance.now() > 0")
    asked = [path for path in proxy.missing if "/more.js" in path]
    assert len(asked) <= 3, proxy.missing
    expect(window.page.locator("#offline")).to_be_empty()
    offer.get_by_role("button", name="Reload").click()
    expect(window.page.locator("body")).to_have_attribute("data-version", "new")
    expect(window.page.locator("main h1")).to_have_text("Settings")
    window.page.go_back()
    window.expect_texts("Milk", "Bread", "Apples")


@pytest.mark.gate
def test_an_old_tab_with_a_worker_has_its_own_files(groceries, open_window, proxy):
    window = open_old(open_window, proxy, groceries, service_workers="allow")
    window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    window.page.reload()
    window.handy()
    proxy.is_new = True
    window.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    # The worker of the new version has its files, and serves the page.
    window.wait_for("""async () => {
        const { installing, waiting, active } = await navigator.serviceWorker.ready;
        const isKept = (await caches.keys()).some((key) => key.startsWith("new-"));
        return isKept && !installing && !waiting && active.state === "activated";
    }""")
    proxy.missing.clear()
    window.page.get_by_role("link", name="Settings").click()
    expect(window.page.locator("main h1")).to_have_text("Settings")
    assert [path for path in proxy.missing if "assets" in path] == []
    assert window.page.locator("body").get_attribute("data-version") is None


@pytest.mark.gate
def test_the_first_load_works_while_two_versions_run(content, groceries, open_window, proxy):
    proxy.is_split = True
    window = open_old(open_window, proxy, groceries, service_workers="allow")
    expect(window.page.locator("body")).to_have_attribute("data-version", "new")
    window.add("Butter")
    assert content.texts(groceries) == ["Milk", "Bread", "Apples", "Butter"]
    window.page.get_by_role("link", name="Agenda").click()
    expect(window.notice("A new version is available.")).to_be_visible()
    # The worker of one version keeps no page of another.
    assert window.page.evaluate("caches.match('/').then((one) => one ?? null)") is None


@pytest.mark.gate
def test_a_sign_in_link_is_followed_after_the_reload(content, open_window, proxy):
    link = content.send("POST", "/v1/people/1/sign-in-links", {"scope": "write"})["path"]
    window = open_window("/#/")
    window.refusals = ("status of 401", "status of 404", "ERR_")
    window.origin = f"http://127.0.0.1:{proxy.server_port}"
    proxy.is_split = True
    window.go(link)
    window.foreign.clear()
    offer = window.notice("A new version is available.")
    expect(offer).to_be_visible()
    assert window.page.evaluate("localStorage.getItem('token')") is None
    proxy.is_split = False
    offer.get_by_role("button", name="Reload").click()
    window.wait_for("() => localStorage.getItem('token')")
    assert window.page.evaluate("location.hash") == "#/"


@pytest.mark.parametrize("workers", ["allow", "block"])
def test_the_address_of_a_list_leads_to_it(groceries, open_window, workers):
    window = open_window("/#/", service_workers=workers)
    expect(window.list("Groceries")).to_be_visible()
    if workers == "allow":
        window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        window.page.reload()
    window.go(f"/lists/{groceries['id']}")
    expect(window.page.locator("main h1")).to_have_text("Groceries")
    window.expect_texts("Milk", "Bread", "Apples")

"""What the strip says, and what can be done, while the server cannot be reached."""

import contextlib

import pytest
from playwright.sync_api import Error, expect
from service import Service
from window import Content

LOST = ("ERR_", "status of 504")
PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}
SHIFTS = """
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => {
        if (!hadRecentInput) window.shift += value;
    })).observe({ type: "layout-shift", buffered: true });
"""


def strip(window):
    return window.page.locator("#offline")


def open_kept(open_window, path, **options):
    """A window whose page is kept by its browser."""
    window = open_window(path, service_workers="allow", **options)
    window.refusals = LOST
    window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    window.handy()
    window.quiet()
    return window


def add_list_offline(window, service, name, *texts):
    """Ends the service, and adds a list with items, which only the browser has."""
    service.kill()
    expect(strip(window)).to_contain_text("Offline")
    window.button("Add list").click()
    window.dialog().get_by_role("textbox", name="Name").fill(name)
    window.dialog().get_by_role("button", name="Add").click()
    expect(window.page.locator("main h1")).to_have_text(name)
    line = window.page.get_by_role("textbox", name="Add an item")
    for text in texts:
        line.fill(text)
        line.press("Enter")
        expect(window.row(text)).to_be_visible()


def back(window):
    window.page.evaluate("dispatchEvent(new Event('online'))")
    expect(strip(window)).to_be_empty()
    window.settled()


@pytest.mark.gate
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_it_is_28_pixels_high_and_moves_nothing(groceries, service, open_window, options):
    window = open_kept(open_window, f"/#/lists/{groceries['id']}", **options)
    window.page.add_init_script(SHIFTS)
    window.go(f"/?#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    window.quiet()
    service.kill()
    expect(strip(window)).to_contain_text("Offline")
    assert strip(window).bounding_box()["height"] == 28
    window.expect_accessible()
    window.check_box("Milk").check()
    expect(strip(window)).to_contain_text("Offline · 1 change saved")
    line = window.page.get_by_role("textbox", name="Add an item").bounding_box()
    assert line["y"] + line["height"] <= strip(window).bounding_box()["y"]
    with Service(service.data, port=service.port):
        back(window)
    assert window.page.evaluate("shift") == 0


@pytest.mark.gate
def test_changes_that_only_the_tab_has_are_told_apart(groceries, service, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.refusals = LOST
    window.page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('broken'); };")
    window.go(f"/?#/lists/{groceries['id']}")
    window.handy()
    service.kill()
    expect(strip(window)).to_contain_text("Offline")
    window.check_box("Milk").check()
    expect(strip(window)).to_contain_text("Offline · 1 change not saved. Keep this page open.")
    window.expect_accessible()
    # The tab asks before it is closed.
    asked = []
    window.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    with contextlib.suppress(Error):
        window.page.reload()
    assert asked == ["beforeunload"]


@pytest.mark.gate
def test_a_list_is_added_and_filled_offline(groceries, service, open_window):
    window = open_kept(open_window, f"/#/lists/{groceries['id']}")
    add_list_offline(window, service, "Party", "Balloons", "Cake")
    window.check_box("Cake").check()
    window.expect_summary("Party", "1 left")
    window.expect_accessible()
    path = window.page.evaluate("location.hash")
    window.reopen(f"/{path}")
    window.expect_texts("Balloons", "Cake")
    expect(strip(window)).to_contain_text("4 changes saved")
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("Half a li")
    with Service(service.data, port=service.port) as again:
        back(window)
        content = Content(again)
        party = next(one for one in content.send("GET", "/v1/checklists") if one["name"] == "Party")
        assert [(item["text"], item["checked"]) for item in content.items(party)] == [
            ("Balloons", False), ("Cake", True)]
        expect(window.page.locator("main h1")).to_have_text("Party")
        window.wait_for("(path) => location.hash.startsWith(path)", f"#/lists/{party['id']}")
        window.expect_texts("Balloons", "Cake")
        expect(line).to_have_value("Half a li")
        line.fill("")
        window.add("Candles")
        assert content.texts(party) == ["Balloons", "Cake", "Candles"]


def test_the_menu_of_an_unsent_list_has_only_what_works(groceries, service, open_window):
    window = open_kept(open_window, f"/#/lists/{groceries['id']}")
    add_list_offline(window, service, "Party", "Cake")
    menu = window.page.locator(".menu:popover-open")
    entries = menu.locator("button").locator("visible=true")
    why = menu.get_by_text("More options once this list is synced.")
    window.button("Options for “Party”").click()
    expect(why).to_be_visible()
    expect(entries).to_have_count(0)
    window.expect_accessible()
    window.page.keyboard.press("Escape")
    window.button("Options for “Groceries”").click()
    expect(entries.first).to_be_visible()
    expect(why).to_have_count(0)
    window.page.keyboard.press("Escape")
    window.button("List options").click()
    expect(why).to_be_visible()
    expect(entries).to_have_text(["Shopping mode", "Print…"])
    window.expect_accessible()
    entries.first.click()
    window.check_box("Cake").check()
    expect(window.page.locator("main .empty")).to_have_text("Everything is in the cart.")
    window.page.get_by_role("link", name="Back to “Party”").click()
    with Service(service.data, port=service.port) as again:
        back(window)
        content = Content(again)
        party = next(one for one in content.send("GET", "/v1/checklists") if one["name"] == "Party")
        assert [(item["text"], item["checked"]) for item in content.items(party)] == [("Cake", True)]
        window.wait_for("(path) => location.hash.startsWith(path)", f"#/lists/{party['id']}")
        window.button("List options").click()
        expect(entries.first).to_have_text("Edit list…")
        expect(why).to_have_count(0)


def test_a_list_that_is_refused_stays_in_the_dialog(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[422])
    window.page.route("**/v1/checklists", lambda route: route.fulfill(
        status=422, content_type="application/problem+json",
        json={"type": "tag:checklistd,2026:test",
              "status": 422, "title": "Too many lists", "detail": "Too many lists."}))
    window.button("Add list").click()
    window.dialog().get_by_role("textbox", name="Name").fill("Party")
    window.dialog().get_by_role("button", name="Add").click()
    expect(window.dialog().get_by_role("alert")).to_contain_text("Too many lists")
    expect(window.lists()).to_have_count(2)


@pytest.mark.gate
def test_a_list_that_was_never_here_says_so(content, service, groceries, open_window):
    window = open_kept(open_window, f"/#/lists/{groceries['id']}")
    # It is made elsewhere, and the page has only its name.
    window.page.route("**/v1/checklists/*/*", lambda route: route.abort())
    made = content.make_list("Secret plans", "Escape")
    expect(window.list("Secret plans")).to_be_visible()
    service.kill()
    window.open_list("Secret plans")
    expect(window.page.locator("main .empty")).to_have_text(
        "This list hasn’t been opened on this device yet. It loads when you’re back online.")
    expect(window.page.locator("main .sketch")).to_have_count(0)
    window.expect_accessible()
    window.page.unroute_all()
    with Service(service.data, port=service.port) as again:
        back(window)
        window.expect_texts("Escape")
        assert Content(again).texts(made) == ["Escape"]


def test_a_browser_with_background_sync_is_asked_to_wake_the_page(groceries, service, open_window):
    window = open_kept(open_window, f"/#/lists/{groceries['id']}")
    window.page.evaluate("""() => {
        window.tags = [];
        SyncManager.prototype.register = async (tag) => { tags.push(tag); };
    }""")
    service.kill()
    expect(strip(window)).to_contain_text("Offline")
    window.check_box("Milk").check()
    window.wait_for("() => tags.join() === 'outbox'")


@pytest.mark.gate
def test_a_browser_is_asked_once_to_keep_what_waits(groceries, service, open_window):
    window = open_kept(open_window, f"/#/lists/{groceries['id']}")
    window.page.evaluate("""() => {
        window.asked = 0;
        StorageManager.prototype.persist = async () => { asked += 1; return true; };
    }""")
    window.check_box("Milk").check()
    window.settled()
    assert window.page.evaluate("asked") == 0
    service.kill()
    expect(strip(window)).to_contain_text("Offline")
    window.check_box("Bread").check()
    window.check_box("Apples").check()
    expect(strip(window)).to_contain_text("2 changes saved")
    assert window.page.evaluate("asked") == 1


@pytest.mark.gate
def test_a_bug_of_the_page_is_said_as_such(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    # The page makes a name for the new item.
    window.page.evaluate("() => { crypto.getRandomValues = () => null.length; }")
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("Butter")
    line.press("Enter")
    main = window.page.locator("main")
    expect(main).to_contain_text("Something went wrong on this page. Reload it.")
    assert "connection" not in main.inner_text()
    expect(strip(window)).to_be_empty()
    assert any("TypeError" in complaint for complaint in window.complaints)
    window.complaints.clear()


def test_a_script_that_cannot_run_is_no_lost_connection(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.page.route("**/more.js*", lambda route: route.fulfill(
        content_type="text/javascript", body="export const morePlaces = ;"))
    window.go("/?#/agenda")
    alert = window.page.locator(".notice.alert")
    expect(alert).to_contain_text("Something went wrong on this page. Reload it.")
    expect(strip(window)).to_be_empty()
    window.complaints.clear()

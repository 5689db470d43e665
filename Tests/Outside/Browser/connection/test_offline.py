"""What is done while the service cannot be reached, in tabs that come and go, until it has been told."""

import threading

import pytest
from playwright.sync_api import expect

from service import Service
from upgrading import Upgrading
from window import Content, eventually

AWAY = "Offline"
LOST = ("ERR_", "status of 504")


@pytest.fixture
def window(groceries, open_window):
    """A window at a list whose page is kept by its browser."""
    window = open_window(f"/#/lists/{groceries['id']}", service_workers="allow")
    window.refusals = LOST
    window.expect_texts("Milk", "Bread", "Apples")
    window.quiet()
    window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    return window


def away(window):
    expect(window.page.locator("#offline")).to_contain_text(AWAY)


def back(window):
    window.page.evaluate("dispatchEvent(new Event('online'))")
    expect(window.page.locator("#offline")).to_be_empty()
    window.settled()


def write(window, *texts):
    line = window.page.get_by_role("textbox", name="Add an item")
    for text in texts:
        line.fill(text)
        line.press("Enter")
        expect(window.row(text)).to_be_visible()


@pytest.mark.gate
def test_what_was_done_offline_outlives_the_tab(groceries, service, window):
    service.kill()
    away(window)
    write(window, "Butter", "Eggs")
    window.check_box("Milk").check()
    window.edit("Bread").get_by_label("Text").fill("Rye bread")
    window.save()
    window.handle("Apples").press("Home")
    expect(window.page.locator("#offline")).to_contain_text("5 changes saved")
    window.expect_texts("Apples", "Rye bread", "Butter", "Eggs", "Milk")
    window.expect_accessible()
    window.reopen(f"/#/lists/{groceries['id']}")
    away(window)
    window.expect_texts("Apples", "Rye bread", "Butter", "Eggs", "Milk")
    expect(window.check_box("Milk")).to_be_checked()
    window.expect_summary("Groceries", "4 left")
    expect(window.page.locator("#offline")).to_contain_text("5 changes saved")
    window.row("Eggs").locator(".open").press("Delete")
    with Service(service.data, port=service.port) as again:
        back(window)
        window.expect_texts("Apples", "Rye bread", "Butter", "Milk")
        items = Content(again).items(groceries)
        assert [item["text"] for item in items] == ["Milk", "Apples", "Rye bread", "Butter"]
        assert [item["checked"] for item in items] == [True, False, False, False]
        window.reopen(f"/#/lists/{groceries['id']}")
        window.expect_texts("Apples", "Rye bread", "Butter", "Milk")
        window.settled()
        assert Content(again).texts(groceries) == ["Milk", "Apples", "Rye bread", "Butter"]


def test_what_was_added_offline_can_be_changed_before_it_is_sent(groceries, service, window):
    service.kill()
    away(window)
    write(window, "Buter")
    window.edit("Buter").get_by_label("Text").fill("Butter")
    window.save()
    window.check_box("Butter").check()
    window.expect_summary("Groceries", "3 left")
    window.reopen(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples", "Butter")
    expect(window.check_box("Butter")).to_be_checked()
    window.edit("Butter").get_by_label("Notes").fill("salted")
    window.save()
    with Service(service.data, port=service.port) as again:
        back(window)
        item = Content(again).items(groceries)[-1]
        assert (item["text"], item["notes"], item["checked"]) == ("Butter", "salted", True)
        window.expect_texts("Milk", "Bread", "Apples", "Butter")
        window.expect_summary("Groceries", "3 left")


def test_two_tabs_send_it_once(groceries, service, window):
    service.kill()
    away(window)
    write(window, "Butter", "Eggs")
    sent = []
    window.context.on("response", lambda answer: sent.append(answer.request.method))
    other = window.context.new_page()
    other.goto(f"{window.origin}/#/lists/{groceries['id']}")
    texts = other.locator("main .row [data-part=text]")
    expect(texts).to_have_text(["Milk", "Bread", "Apples", "Butter", "Eggs"])
    with Service(service.data, port=service.port) as again:
        back(window)
        other.evaluate("dispatchEvent(new Event('online'))")
        expect(other.locator("body")).to_have_attribute("data-waiting", "0")
        expect(texts).to_have_text(["Milk", "Bread", "Apples", "Butter", "Eggs"])
        window.expect_texts("Milk", "Bread", "Apples", "Butter", "Eggs")
        assert Content(again).texts(groceries) == ["Milk", "Bread", "Apples", "Butter", "Eggs"]
        assert sent.count("POST") == 2


def test_a_connection_that_comes_and_goes_loses_and_doubles_nothing(groceries, service, window):
    texts = ["Milk", "Bread", "Apples"]
    running = service
    for number in range(3):
        running.kill()
        away(window)
        write(window, f"Egg {number}")
        texts.append(f"Egg {number}")
        if number == 1:
            expect_kept(window, *texts[:-1])
            window.reopen(f"/#/lists/{groceries['id']}")
            window.expect_texts(*texts)
        running = Service(service.data, port=service.port)
        write(window, f"Pear {number}")
        texts.append(f"Pear {number}")
        back(window)
    with running:
        window.expect_texts(*texts)
        assert Content(running).texts(groceries) == texts


def test_nothing_is_lost_or_undone_between_one_away_and_one_not(content, groceries, open_window, window):
    window.refusals = (*LOST, "status of 412")
    path = f"/#/lists/{groceries['id']}"
    other = open_window(path)
    other.expect_texts("Milk", "Bread", "Apples")
    window.context.set_offline(True)
    away(window)
    window.check_box("Milk").check()
    write(window, "Butter")
    window.edit("Bread").get_by_label("Text").fill("Rye bread")
    window.save()
    other.edit("Milk").get_by_label("Notes").fill("two litres")
    other.save()
    other.edit("Bread").get_by_label("Text").fill("White bread")
    other.save()
    other.row("Apples").locator(".open").press("Delete")
    other.add("Eggs")
    other.settled()
    window.reopen(path)
    window.expect_texts("Rye bread", "Apples", "Butter", "Milk")
    for offline in (False, True, False, True, False):
        window.context.set_offline(offline)
    window.page.evaluate("dispatchEvent(new Event('online'))")
    expect(window.dialog().locator("dd")).to_have_text(["TheirsWhite bread", "YoursRye bread"])
    window.dialog().get_by_role("button", name="Keep mine").click()
    for one in (window, other):
        one.expect_texts("Rye bread", "Eggs", "Butter", "Milk")
        one.settled()
        expect(one.check_box("Milk")).to_be_checked()
    milk = content.items(groceries)[0]
    assert (milk["checked"], milk["notes"]) == (True, "two litres")
    window.reopen(path)
    window.expect_texts("Rye bread", "Eggs", "Butter", "Milk")
    assert content.texts(groceries) == ["Milk", "Rye bread", "Eggs", "Butter"]


def test_what_both_changed_is_asked_when_it_is_sent(groceries, service, window):
    window.refusals = (*LOST, "status of 412")
    service.kill()
    away(window)
    window.edit("Milk").get_by_label("Text").fill("Soy milk")
    window.save()
    window.reopen(f"/#/lists/{groceries['id']}")
    window.expect_texts("Soy milk", "Bread", "Apples")
    window.context.set_offline(True)
    with Service(service.data, port=service.port) as again:
        content = Content(again)
        content.change(content.items(groceries)[0], text="Oat milk")
        window.context.set_offline(False)
        window.page.evaluate("dispatchEvent(new Event('online'))")
        expect(window.dialog().locator("dd")).to_have_text(["TheirsOat milk", "YoursSoy milk"])
        window.expect_accessible()
        window.dialog().get_by_role("button", name="Keep mine").click()
        window.expect_texts("Soy milk", "Bread", "Apples")
        eventually(lambda: content.texts(groceries)[0] == "Soy milk")


def test_what_is_refused_after_all_is_told(groceries, service, window):
    window.refusals = (*LOST, "status of 422")
    service.kill()
    away(window)
    write(window, "x" * 1001)
    window.reopen(f"/#/lists/{groceries['id']}")
    expect(window.rows()).to_have_count(4)
    with Service(service.data, port=service.port):
        back(window)
        refusal = window.notice(f"Couldn’t save “{'x' * 60}…”. “Text” can have 1000 characters at most.")
        expect(refusal).to_be_visible()
        window.expect_texts("Milk", "Bread", "Apples")


def test_other_places_are_shown_as_they_were_seen_last(content, service, window):
    content.make_list("Trips", "Tickets")
    window.open_list("Trips")
    window.expect_texts("Tickets")
    window.page.get_by_role("link", name="Agenda").click()
    expect(window.page.locator("main .empty")).to_have_text("Nothing is due.")
    window.quiet()
    service.kill()
    away(window)
    window.reopen("/#/agenda")
    expect(window.page.locator("main .empty")).to_have_text("Nothing is due.")
    window.open_list("Groceries")
    window.expect_texts("Milk", "Bread", "Apples")
    window.open_list("Trips")
    window.expect_texts("Tickets")


def test_what_others_did_before_is_shown_too(content, groceries, service, window):
    content.make_item(groceries, "Butter")
    window.expect_texts("Milk", "Bread", "Apples", "Butter")
    window.check_box("Milk").check()
    window.check_box("Bread").check()
    window.settled()
    expect_kept(window, "Apples", "Butter", "Milk", "Bread")
    service.kill()
    away(window)
    window.reopen(f"/#/lists/{groceries['id']}")
    window.expect_texts("Apples", "Butter", "Milk", "Bread")
    window.expect_summary("Groceries", "2 left")


def expect_kept(window, *texts):
    """Waits until the browser has kept items with these texts of the open list."""
    open_list = window.page.evaluate("location.hash.split('/')[2]")
    eventually(lambda: window.kept_texts(open_list) == list(texts))


def test_what_was_deleted_offline_can_be_had_back_there(groceries, service, window):
    window.refusals = (*LOST, "status of 404")
    service.kill()
    away(window)
    window.row("Bread").locator(".open").press("Delete")
    window.expect_texts("Milk", "Apples")
    window.notice("Deleted “Bread”").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread", "Apples")
    window.row("Apples").locator(".open").press("Delete")
    window.reopen(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread")
    with Service(service.data, port=service.port) as again:
        back(window)
        window.expect_texts("Milk", "Bread")
        assert Content(again).texts(groceries) == ["Milk", "Bread"]


@pytest.mark.gate
def test_a_new_version_is_there_at_the_next_load_as_a_whole(service, open_window):
    proxy = Upgrading(service)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    window = open_window("/#/", service_workers="allow")
    window.refusals = (*LOST, "status of 404")
    window.origin = f"http://127.0.0.1:{proxy.server_port}"
    window.go("/#/")
    window.foreign.clear()
    body = window.page.locator("body")
    expect(window.list("List")).to_be_visible()
    window.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    window.page.reload()
    expect(window.list("List")).to_be_visible()
    assert body.get_attribute("data-version") is None
    proxy.is_new = True
    window.page.reload()
    # The page of before is shown at once, and replaced.
    expect(body).to_have_attribute("data-version", "new")
    expect(window.list("List")).to_be_visible()
    # The worker of the new version has its files, and serves the page.
    window.wait_for("""async () => {
        const { installing, waiting, active } = await navigator.serviceWorker.ready;
        const isKept = (await caches.keys()).some((key) => key.startsWith("new-"));
        return isKept && !installing && !waiting && active.state === "activated";
    }""")
    proxy.shutdown()
    proxy.server_close()
    window.page.reload()
    expect(window.list("List")).to_be_visible()
    assert body.get_attribute("data-version") == "new"


def test_what_the_service_makes_of_a_line_is_no_change_of_somebody_else(groceries, service, window):
    service.kill()
    away(window)
    write(window, "Olive oil !!", "Eggs !!", "Butter !!")
    window.row("Olive oil !!").locator(".open").press("Delete")
    window.check_box("Eggs !!").check()
    window.edit("Butter !!").get_by_label("Notes").fill("salted")
    window.save()
    with Service(service.data, port=service.port) as again:
        back(window)
        window.expect_texts("Milk", "Bread", "Apples", "Butter", "Eggs")
        expect(window.page.locator(".notice", has_text="else")).to_have_count(0)
        items = {item["text"]: item for item in Content(again).items(groceries)}
        assert set(items) == {"Milk", "Bread", "Apples", "Eggs", "Butter"}
        assert items["Eggs"]["checked"] and items["Butter"]["notes"] == "salted"


def test_the_agenda_of_yesterday_is_better_than_none(groceries, service, window):
    Content(service).make_item(groceries, "Rent", dueOn="2026-11-20")
    window.page.clock.install(time="2026-11-19T10:00:00+01:00")
    window.go("/?#/agenda")
    expect(window.row("Rent")).to_be_visible()
    window.quiet()
    service.kill()
    away(window)
    window.page.clock.set_system_time("2026-11-20T10:00:00+01:00")
    window.go(f"/?1#/agenda")
    expect(window.row("Rent")).to_be_visible()


@pytest.mark.gate
def test_what_a_closed_tab_left_is_sent_by_another_that_is_open(groceries, service, window):
    other = window.context.new_page()
    other.goto(f"{window.origin}/#/lists/{groceries['id']}")
    texts = other.locator("main .row [data-part=text]")
    expect(texts).to_have_text(["Milk", "Bread", "Apples"])
    service.kill()
    away(window)
    write(window, "Butter")
    expect(window.page.locator("#offline")).to_contain_text("1 change saved")
    window.page.close()
    expect(other.locator("#offline")).to_contain_text(AWAY)
    with Service(service.data, port=service.port) as again:
        other.evaluate("dispatchEvent(new Event('online'))")
        eventually(lambda: Content(again).texts(groceries) == ["Milk", "Bread", "Apples", "Butter"])
        expect(texts).to_have_text(["Milk", "Bread", "Apples", "Butter"])

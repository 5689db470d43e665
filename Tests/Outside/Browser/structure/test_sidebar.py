"""The sidebar: Today, Mine and saved views, and each person's order of lists."""

import pytest
from playwright.sync_api import expect
from window import at


def expect_lists(window, *wanted):
    expect(window.page.locator("#lists .row .name")).to_have_text(list(wanted))


def choose(window, name, action):
    window.list(name).hover()
    window.button(f"Options for “{name}”").click()
    window.page.get_by_role("button", name=action, exact=True).locator("visible=true").click()


@pytest.mark.gate
def test_today_has_what_is_due_and_has_begun(content, groceries, open_window):
    content.make_item(groceries, "Overdue", dueOn=at(-2, 12)[:10])
    content.make_item(groceries, "Due", dueDate=at(0, 23))
    content.make_item(groceries, "Tomorrow", dueOn=at(1, 12)[:10])
    window = open_window()
    window.page.get_by_role("link", name="Today", exact=True).click()
    expect(window.page.locator("main h1")).to_have_text("Today")
    window.expect_texts("Overdue", "Due")
    expect(window.row("Due")).to_contain_text("Groceries")
    window.expect_accessible()
    window.check_box("Due").check()
    window.settled()
    window.page.get_by_role("link", name="Agenda").click()
    window.page.get_by_role("link", name="Today", exact=True).click()
    window.expect_texts("Overdue")


@pytest.mark.gate
def test_a_filter_is_saved_renamed_and_deleted_as_a_view(content, groceries, open_window):
    content.make_item(groceries, "Candles", tags=["party"])
    content.make_item(groceries, "Cards", tags=["party"], checked=True)
    content.send("PUT", f"/v1/checklists/{groceries['id']}/membership", {"showChecked": False})
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    window.row("Candles").locator(".tag").click()
    window.choose_in_menu("Save as view…")
    expect(window.dialog().get_by_label("Name")).to_have_value("party")
    window.dialog().get_by_role("button", name="Save").click()
    views = window.page.locator("#views .row")
    expect(views).to_have_text(["party"])
    window.settled()
    query = content.send("GET", "/v1/views")[0]["query"]
    assert (query["tag"], query["checked"]) == (["party"], False)
    views.get_by_role("link").click()
    expect(window.page.locator("main h1")).to_have_text("party")
    window.expect_texts("Candles")
    window.expect_accessible()
    views.hover()
    window.button("Options for “party”").click()
    window.button("Rename view…").click()
    window.dialog().get_by_label("Name").fill("Feast")
    window.dialog().get_by_label("Name").press("Enter")
    expect(views).to_have_text(["Feast"])
    views.hover()
    window.button("Options for “Feast”").click()
    window.button("Delete view").click()
    expect(views).to_have_count(0)
    window.settled()
    assert content.send("GET", "/v1/views") == []


def test_a_view_can_be_opened_before_the_server_answers(content, groceries, open_window):
    content.make_item(groceries, "Candles", tags=["party"])
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    held = []
    window.page.route("**/v1/views", lambda route: held.append(route), times=1)
    window.row("Candles").locator(".tag").click()
    window.choose_in_menu("Save as view…")
    window.dialog().get_by_role("button", name="Save").click()
    window.page.locator("#views .row").get_by_role("link").click()
    expect(window.page.locator("main h1")).to_have_text("party")
    held[0].continue_()
    window.expect_texts("Candles")
    window.settled()


@pytest.mark.gate
def test_a_view_counts_unchecked_items_as_left(content, groceries, open_window):
    content.make_item(groceries, "Candles", tags=["party"])
    content.make_item(groceries, "Cards", tags=["party"], checked=True)
    view = content.send("POST", "/v1/views", {"name": "Party", "query": {"tag": ["party"]}})
    window = open_window(f"/#/views/{view['id']}")
    window.expect_texts("Candles", "Cards")
    expect(window.page.locator("main .bar .summary")).to_have_text("1 left")


@pytest.mark.gate
def test_lists_are_pinned_and_archived(content, groceries, errands, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    expect_lists(window, "Errands", "Groceries", "List")
    choose(window, "List", "Pin")
    expect_lists(window, "List", "Errands", "Groceries")
    choose(window, "Errands", "Archive")
    expect_lists(window, "List", "Groceries")
    window.settled()
    archived = content.send("GET", f"/v1/checklists/{errands['id']}")
    assert archived["archivedAt"] is not None
    window.page.get_by_role("button", name="Archived (1)").click()
    expect_lists(window, "List", "Groceries", "Errands")
    window.expect_accessible()
    choose(window, "Errands", "Unarchive")
    expect_lists(window, "List", "Errands", "Groceries")


def test_lists_are_moved_by_mouse_and_by_keys(groceries, errands, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    mouse = window.page.mouse
    held, above = (window.list(name).bounding_box() for name in ("List", "Errands"))
    mouse.move(held["x"] + 60, held["y"] + 20)
    mouse.down()
    mouse.move(held["x"] + 60, held["y"] + 5, steps=2)
    mouse.move(held["x"] + 60, above["y"] + 10, steps=8)
    expect(window.page.locator("#lists .held")).to_be_visible()
    mouse.up()
    expect_lists(window, "List", "Errands", "Groceries")
    expect(window.page.locator("main h1")).to_have_text("Groceries")
    window.list("Groceries").locator("a").focus()
    window.page.keyboard.press("Alt+ArrowUp")
    expect_lists(window, "List", "Groceries", "Errands")
    window.settled()
    window.go("/?1#/")
    expect_lists(window, "List", "Groceries", "Errands")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_trash_and_settings_stay_in_sight_below_many_lists(content, open_window, size):
    for number in range(60):
        content.make_list(f"List {number}")
    window = open_window("/#/", size=size)
    if size[0] < 720:
        window.page.get_by_role("link", name="All lists").click()
    expect(window.list("List 0")).to_be_visible()
    for name in ("Trash", "Settings"):
        control = window.page.get_by_role("link", name=name)
        expect(control).to_be_in_viewport()
        control.click(trial=True)
    window.page.locator("#lists").hover()
    window.page.mouse.wheel(0, 9000)
    last = window.lists().last
    expect(last).to_be_in_viewport()
    box = last.bounding_box()
    assert box["y"] + box["height"] <= window.page.locator(".foot").bounding_box()["y"] + 1

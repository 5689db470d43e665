"""The page on a phone: the bar at the bottom, large targets, sheets, and what Back and a long press do."""

import re

import pytest
from playwright.sync_api import expect

PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}


@pytest.fixture
def phone(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", **PHONE)
    window.expect_texts("Milk", "Bread", "Apples")
    window.handy()
    expect(bar(window).get_by_role("link")).to_have_count(3)
    return window


def bar(window):
    return window.page.get_by_role("navigation", name="Main menu")


def back(window):
    """Goes back once the history has a step for what is open."""
    window.wait_for("() => history.state?.entries")
    window.page.go_back()


@pytest.mark.gate
def test_the_bar_leads_to_lists_agenda_reminders_and_search(phone):
    window = phone
    window.expect_accessible()
    bar(window).get_by_role("link", name="Agenda").click()
    expect(window.page.locator("main h1")).to_have_text("Agenda")
    expect(bar(window).locator("[aria-current=page]")).to_have_text("Agenda")
    bar(window).get_by_role("link", name="Reminders").click()
    expect(window.page.locator("main h1")).to_have_text("Reminders")
    window.expect_accessible()
    bar(window).get_by_role("link", name="Lists").click()
    expect(window.list("Groceries")).to_be_visible()
    # The sidebar does not repeat the bar.
    expect(window.page.get_by_role("link", name="Agenda")).to_have_count(1)
    window.expect_accessible()
    bar(window).get_by_role("button", name="Search").click()
    field = window.page.get_by_role("combobox", name="Search lists, items and commands")
    expect(field).to_be_focused()
    field.press_sequentially("groc")
    field.press("Enter")
    expect(window.page.locator("main h1")).to_have_text("Groceries")


def test_the_bar_makes_room_for_the_keyboard(phone):
    window = phone
    viewport = window.page.locator("[name=viewport]").get_attribute("content")
    assert "interactive-widget=resizes-content" in viewport
    expect(bar(window)).to_be_visible()
    window.page.set_viewport_size({"width": 390, "height": 420})
    expect(bar(window)).to_be_hidden()
    expect(window.page.get_by_role("textbox", name="Add an item")).to_be_in_viewport()


# A point outside of its box may belong to a control as well.
REACHES = """(control) => {
    const box = control.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const reach = (dx, dy) => {
        let far = 1;
        while (far < 40 && control.contains(document.elementFromPoint(x + dx * far, y + dy * far))) far++;
        return far - 1;
    };
    return [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
}"""


def test_controls_are_48_pixels_large(content, groceries, phone):
    window = phone
    content.make_item(groceries, "Eggs", quantity=6)
    expect(window.row("Eggs")).to_be_visible()
    controls = [
        window.page.locator("main .back"), window.button("List options"), window.check_box("Bread"),
        window.row("Bread").locator(".open"), window.button("Increase “Eggs”"),
        *bar(window).locator("a, button").all(),
    ]
    for control in controls:
        wide, high = control.evaluate(REACHES)
        assert wide >= 47 and high >= 47, (control, wide, high)
    window.choose_in_menu("Edit list")
    for button in window.dialog().get_by_role("button").all():
        assert button.bounding_box()["height"] >= 48


def test_a_dialog_is_a_sheet_at_the_bottom(phone):
    window = phone
    window.choose_in_menu("Edit list")
    box = window.dialog().bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 844)
    window.expect_accessible()


@pytest.mark.gate
def test_a_menu_is_a_sheet_at_the_bottom(content, groceries, phone):
    window = phone
    menu = window.page.locator(".menu:popover-open")
    options = window.button("List options")
    options.click()
    box = menu.bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 844)
    for entry in menu.locator("button").locator("visible=true").all():
        assert entry.bounding_box()["height"] >= 48
    dimmed = menu.evaluate("menu => getComputedStyle(menu, '::backdrop').backgroundColor")
    assert dimmed == "rgba(0, 0, 0, 0.4)"
    window.expect_accessible()
    window.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    back_to_lists(window)
    window.button("Options for “Groceries”").click()
    box = menu.bounding_box()
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 844)
    # A tap on the dimmed page closes the menu, and reaches nothing below it.
    row = window.list("Groceries").bounding_box()
    assert row["y"] + row["height"] < box["y"]
    window.page.touchscreen.tap(row["x"] + 100, row["y"] + 20)
    expect(menu).to_have_count(0)
    expect(window.list("Groceries")).to_be_visible()
    window.list("Groceries").locator("a").tap()
    window.expect_texts("Milk", "Bread", "Apples")
    assert window.page.evaluate("path => location.hash === path", f"#/lists/{groceries['id']}")


def back_to_lists(window):
    window.page.get_by_role("link", name="All lists").click()
    expect(window.list("Groceries")).to_be_visible()


@pytest.mark.gate
def test_back_closes_what_is_open_first(content, groceries, phone):
    window = phone
    path = f"#/lists/{groceries['id']}"
    here = "path => location.hash === path"
    window.edit("Bread").get_by_label("Text").fill("Rye bread")
    back(window)
    expect(window.editor()).to_have_count(0)
    window.expect_texts("Milk", "Rye bread", "Apples")
    assert window.page.evaluate(here, path)
    window.choose_in_menu("Edit list")
    expect(window.dialog()).to_have_count(1)
    back(window)
    expect(window.dialog()).to_have_count(0)
    assert window.page.evaluate(here, path)
    window.button("List options").click()
    expect(window.page.locator(".menu:popover-open")).to_be_visible()
    back(window)
    expect(window.page.locator(".menu:popover-open")).to_have_count(0)
    search = window.page.get_by_role("searchbox", name="Search this list")
    search.fill("milk")
    window.expect_texts("Milk")
    back(window)
    window.expect_texts("Milk", "Rye bread", "Apples")
    assert window.page.evaluate(here, path)
    window.settled()
    assert content.texts(groceries) == ["Milk", "Rye bread", "Apples"]


def test_what_was_closed_otherwise_takes_no_step_back(errands, phone):
    window = phone
    bar(window).get_by_role("link", name="Lists").click()
    window.open_list("Errands")
    window.choose_in_menu("Edit list")
    expect(window.dialog()).to_have_count(1)
    window.dialog().get_by_role("button", name="Cancel").click()
    expect(window.dialog()).to_have_count(0)
    window.page.go_back()
    expect(window.list("Errands")).to_be_visible()


@pytest.mark.gate
def test_a_sheet_that_closes_takes_no_step_that_a_link_could_meet(groceries, phone):
    window = phone
    window.page.clock.install()
    window.go(f"/?#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    window.page.evaluate(
        """() => {
            const step = () => { throw new Error("a step of its own"); };
            history.go = history.back = step;
        }"""
    )
    window.button("List options").click()
    window.page.clock.run_for(1000)
    assert window.page.evaluate("history.state.entries") == 1
    window.page.keyboard.press("Escape")
    expect(window.page.locator(".menu:popover-open")).to_have_count(0)
    window.page.clock.run_for(1000)
    back_to_lists(window)


def test_a_dialog_that_leads_on_takes_one_step_back(phone):
    window = phone
    bar(window).get_by_role("link", name="Lists").click()
    window.button("Add list").click()
    window.dialog().get_by_role("textbox", name="Name").fill("Party")
    window.dialog().get_by_role("button", name="Add").click()
    expect(window.page.locator("main h1")).to_have_text("Party")
    window.page.go_back()
    expect(window.list("Party")).to_be_visible()
    window.page.go_back()
    expect(window.page.locator("main h1")).to_have_text("Groceries")


def touch(session, kind, *point):
    points = [{"x": point[0], "y": point[1]}] if point else []
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.gate
def test_a_long_press_drags_a_row(content, groceries, phone):
    window = phone
    row, target = window.row("Apples").bounding_box(), window.row("Milk").bounding_box()
    x, y = row["x"] + 150, row["y"] + 20
    session = window.context.new_cdp_session(window.page)
    touch(session, "touchStart", x, y)
    expect(window.row("Apples")).to_have_class(re.compile("held"))
    touch(session, "touchMove", x, target["y"] + 40)
    touch(session, "touchMove", x, target["y"] + 4)
    window.page.wait_for_function("document.querySelector('.row.held').getBoundingClientRect().top < 120")
    expect(window.page.locator("#pull.pulled")).to_have_count(0)
    touch(session, "touchEnd")
    window.expect_texts("Apples", "Milk", "Bread")
    expect(window.editor()).to_have_count(0)
    window.settled()
    assert content.texts(groceries) == ["Apples", "Milk", "Bread"]


def test_a_slow_swipe_drags_nothing(content, groceries, phone):
    window = phone
    window.page.clock.install()
    window.go(f"/?#/lists/{groceries['id']}")
    window.handy()
    y = window.row("Bread").bounding_box()["y"] + 24
    session = window.context.new_cdp_session(window.page)
    touch(session, "touchStart", 100, y)
    touch(session, "touchMove", 115, y)
    # Longer than a long press takes.
    window.page.clock.run_for(600)
    expect(window.page.locator(".held")).to_have_count(0)
    for x in range(130, 330, 20):
        touch(session, "touchMove", x, y)
    touch(session, "touchEnd")
    expect(window.check_box("Bread")).to_be_checked()

"""What a list looks like: how soon it begins, how much of it is done, in which colours and languages."""

import re

import pytest
from playwright.sync_api import expect

from times import part
from window import at

PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}


@pytest.fixture
def phone(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", **PHONE)
    window.expect_texts("Milk", "Bread", "Apples")
    return window


def style(element, name, pseudo=None):
    return element.evaluate("(e, [name, pseudo]) => getComputedStyle(e, pseudo)[name]", [name, pseudo])


def test_the_first_item_begins_near_the_top_of_a_phone(phone):
    assert phone.rows().first.bounding_box()["y"] < 120
    for control in (
        phone.page.get_by_role("searchbox", name="Search this list"),
        phone.page.get_by_role("combobox", name="Sort"),
        phone.button("List options"),
    ):
        box = control.bounding_box()
        assert box["y"] + box["height"] < 64 and box["width"] <= 48


def test_the_search_takes_the_room_that_it_needs(phone):
    search = phone.page.get_by_role("searchbox", name="Search this list")
    search.click()
    wide = "search => search.getBoundingClientRect().width > 150"
    phone.wait_for(wide, search.element_handle())
    search.fill("bre")
    phone.expect_texts("Bread")
    phone.expect_accessible()


def test_an_item_is_changed_in_a_sheet_that_leaves_the_list_in_sight(content, groceries, open_window):
    content.make_item(groceries, "Sourdough", important=True, dueDate=at(1, 8), shouldRemind=True)
    window = open_window(f"/#/lists/{groceries['id']}", **PHONE)
    window.edit("Milk")
    sheet = window.page.locator("#sheet")
    assert sheet.bounding_box()["height"] < 500
    expect(window.row("Milk")).to_be_in_viewport()
    # Whoever taps beside it is done with it.
    window.editor().get_by_label("Notes").fill("two bottles")
    window.row("Sourdough").locator(".open").click()
    expect(window.editor().get_by_label("Text")).to_have_value("Sourdough")
    assert sheet.bounding_box()["height"] < 730
    window.expect_accessible()
    expect(window.row("Milk").locator(".excerpt")).to_have_text("two bottles")


def test_beside_the_list_there_is_room_for_the_sheet(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.edit("Milk").get_by_label("Notes").fill("two bottles")
    boxes = [window.page.locator(part).bounding_box() for part in ("main", "#sheet")]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"] + 1
    window.page.locator("main .view").click(position={"x": 200, "y": 500})
    expect(window.editor()).to_have_count(0)
    window.settled()
    assert content.items(groceries)[0]["notes"] == "two bottles"


def test_a_handle_shows_where_the_mouse_rests(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    handle = window.handle("Milk")
    assert style(handle, "opacity") == "0"
    window.row("Milk").hover()
    assert style(handle, "opacity") == "1"


def test_a_ring_shows_how_much_is_done(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    rings = [window.list("Groceries").locator(".ring"), window.page.locator("main .bar .ring")]
    for ring in rings:
        assert style(ring, "backgroundImage").count(" 0%") == 1
    window.check_box("Milk").check()
    for ring in rings:
        expect(ring).to_have_css("background-image", re.compile(" 33%"))


def test_the_colour_of_a_list_is_that_of_its_picture(content, groceries, open_window):
    trips = content.make_list("Trip", "Passport", icon="Trips")
    window = open_window(f"/#/lists/{groceries['id']}")
    window.check_box("Milk").check()
    green = style(window.check_box("Milk"), "backgroundColor")
    window.go(f"/#/lists/{trips['id']}")
    window.check_box("Passport").check()
    blue = style(window.check_box("Passport"), "backgroundColor")
    assert (green, blue) == ("rgb(36, 112, 63)", "rgb(74, 90, 178)")


@pytest.mark.parametrize(
    "icon", ["Appointments", "Birthdays", "Chores", "Drinks", "Inbox", "Photos", "No Icon"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_can_be_read(content, open_window, icon, scheme):
    made = content.make_list("Colour", icon=icon)
    item = content.make_item(made, "Today", dueDate=at(0, 23), shouldRemind=True)
    content.make_item(made, "Checked", checked=True)
    window = open_window(f"/#/lists/{made['id']}/items/{item['id']}", color_scheme=scheme)
    expect(window.editor()).to_be_visible()
    window.expect_accessible()


def test_what_is_due_today_stands_out(content, groceries, open_at):
    content.make_item(groceries, "Sourdough", dueDate="2026-11-23T23:00:00+01:00")
    content.make_item(groceries, "Cheese", dueDate="2026-11-24T09:00:00+01:00")
    window = open_at()
    expect(part(window, "Sourdough", "due")).to_have_class("today")
    expect(part(window, "Cheese", "due")).not_to_have_class("today")


def test_dark_light_or_as_the_system_has_it(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", color_scheme="light")
    ground = window.page.locator("main")
    light = style(ground, "backgroundColor")
    window.page.get_by_role("link", name="Settings").click()
    window.expect_accessible()
    window.page.get_by_role("radio", name="Dark").check()
    dark = style(ground, "backgroundColor")
    assert dark != light
    window.go(f"/?1#/lists/{groceries['id']}")
    expect(window.row("Milk")).to_be_visible()
    assert style(ground, "backgroundColor") == dark
    window.page.get_by_role("link", name="Settings").click()
    expect(window.page.get_by_role("radio", name="Dark")).to_be_checked()
    window.page.get_by_role("radio", name="System").check()
    assert style(ground, "backgroundColor") == light


@pytest.mark.gate
def test_a_language_is_chosen(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", locale="en-GB")
    window.page.get_by_role("link", name="Settings").click()
    window.page.get_by_label("Language").select_option("Français")
    expect(window.page.locator("#sidebar h1")).to_have_text("Listes")
    window.page.reload()
    expect(window.page.locator("html")).to_have_attribute("lang", "fr")
    window.page.get_by_label("Langue").select_option("Langue du navigateur")
    expect(window.page.locator("#sidebar h1")).to_have_text("Checklists")


@pytest.mark.parametrize(("locale", "shown"), [("it-IT", "15:05"), ("en-US", "3:05 PM")])
def test_times_are_written_as_where_somebody_lives(content, groceries, open_window, locale, shown):
    window = open_window(locale=locale)
    moment = window.page.evaluate("new Date(new Date().setHours(24 + 15, 5, 0, 0)).toISOString()")
    content.make_item(groceries, "Sourdough", dueDate=moment)
    window.go(f"/#/lists/{groceries['id']}")
    told = re.compile(f"Tomorrow, {shown}".replace(" ", r"\s"))
    expect(part(window, "Sourdough", "moment")).to_have_text(told)


def test_a_check_is_seen_before_the_item_goes_to_the_others(content, groceries, open_window):
    window = open_window(reduced_motion="no-preference")
    # The moment for which a check is seen ends when the test says so.
    window.page.add_init_script("""
        const wait = setTimeout;
        setTimeout = (act, milliseconds) => milliseconds === 700 ? (goOn = act, 0) : wait(act, milliseconds);
    """)
    window.go(f"/?#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    window.check_box("Milk").check()
    expect(window.row("Milk")).to_have_class(re.compile("fresh"))
    window.expect_texts("Milk", "Bread", "Apples")
    expect(window.completed()).to_have_count(0)
    expect(part(window, "Milk", "text")).to_have_css("text-decoration-line", "line-through")
    window.page.evaluate("goOn()")
    window.expect_texts("Bread", "Apples", "Milk")
    expect(window.completed()).to_have_text("Completed (1)")


def test_nothing_jumps(content, groceries, open_window):
    content.make_item(groceries, "Sourdough", important=True, dueDate=at(1, 8), notes="two of them")
    content.make_item(groceries, "Salt", checked=True)
    for size in ((1280, 800), (390, 844)):
        window = open_window(size=size)
        window.page.add_init_script("""
            window.shifts = [];
            const note = (list) => shifts.push(...list.getEntries()
                .filter((shift) => !shift.hadRecentInput).map(({ value }) => value));
            new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
        """)
        window.go(f"/?#/lists/{groceries['id']}")
        window.expect_texts("Milk", "Bread", "Apples", "Sourdough", "Salt")
        window.quiet()
        window.handy()
        # What moves once somebody has pressed something is no jump.
        assert window.page.evaluate("shifts") == []


def test_empty_lists_have_a_drawing_and_one_sentence(content, groceries, open_window):
    empty = content.make_list("Party", icon="Birthdays")
    window = open_window(f"/#/lists/{empty['id']}")
    blank = window.page.locator("main .blank")
    drawing = blank.locator("use")
    expect(blank).to_have_text("No items yet. Add one below.")
    expect(drawing).to_have_attribute("href", "#blank-list")
    assert drawing.bounding_box()["height"] > 40
    window.expect_accessible()
    window.add("Balloons")
    expect(blank).to_be_hidden()
    window.check_box("Balloons").check()
    window.completed().click()
    expect(blank).to_have_text("Everything is checked off.")
    expect(drawing).to_have_attribute("href", "#blank-done")
    window.page.get_by_role("searchbox", name="Search this list").fill("cake")
    expect(blank).to_have_text("No results")
    expect(drawing).to_have_attribute("href", "#blank-search")


def test_a_very_wide_screen_has_the_list_and_its_sheet_side_by_side(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", size=(3840, 2160))
    window.expect_texts("Milk", "Bread", "Apples")
    hint = window.page.get_by_text("Select an item to see its details.")
    expect(hint).to_be_visible()
    before = window.row("Milk").bounding_box()
    assert style(window.row("Milk"), "fontSize") == "22px"
    window.edit("Milk")
    expect(hint).to_be_hidden()
    # The list stays where it is.
    assert window.row("Milk").bounding_box() == before
    sheet = window.page.locator("#sheet").bounding_box()
    assert before["x"] + before["width"] <= sheet["x"]
    assert before["width"] > 900 and sheet["width"] > 600
    window.expect_accessible()

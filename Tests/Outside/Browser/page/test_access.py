"""By keyboard alone, with a screen reader, on every screen, in every light."""

import re

import pytest
from playwright.sync_api import expect

PHONE = (390, 844)
SIZES = {"desktop": (1280, 800), "phone": PHONE}


@pytest.fixture
def groceries(content):
    made = content.make_list("Groceries", "Milk", "Bread", icon="Groceries")
    ada = content.send("POST", "/v1/people", {"name": "Ada Lovelace"})
    content.send("POST", "/v1/people", {"name": "Grace Brewster Murray Hopper " * 3})
    content.send("PUT", f"/v1/checklists/{made['id']}/members/{ada['id']}", {"role": "edit"})
    content.make_item(
        made,
        "Sourdough",
        assigneeId=ada["id"],
        important=True,
        dueDate="2031-01-01T09:00:00Z",
        shouldRemind=True,
        notes="seeded",
        location={"city": "Hobart"},
    )
    content.make_item(made, "Old", checked=True)
    content.make_item(made, "Rent", dueDate="2021-01-01T09:00:00Z")
    return made


def views(window, groceries):
    """Walks through every view; stops at each."""
    window.go(f"/#/lists/{groceries['id']}")
    expect(window.row("Milk")).to_be_visible()
    window.go("/#/")
    expect(window.list("Groceries")).to_be_visible()
    yield "lists"
    window.go(f"/#/lists/{groceries['id']}")
    expect(window.row("Milk")).to_be_visible()
    yield "items"
    window.edit("Sourdough")
    yield "editor"
    window.page.keyboard.press("Escape")
    window.row("Milk").locator(".open").press("Delete")
    expect(window.notice("Deleted “Milk”")).to_be_visible()
    yield "notice"
    window.page.keyboard.press("Control+z")
    window.button("List options").click()
    yield "menu"
    window.page.locator(".menu:popover-open").get_by_role("button", name="Edit list").click()
    expect(window.dialog()).to_be_visible()
    yield "list form"
    window.page.keyboard.press("Escape")
    window.choose_in_menu("Delete list")
    expect(window.dialog()).to_be_visible()
    yield "question"
    window.page.keyboard.press("Escape")
    window.choose_in_menu("Share")
    window.dialog().get_by_role("button", name="Create link").click()
    expect(window.dialog().last.get_by_label("Link", exact=True)).to_be_visible()
    yield "link"
    window.page.keyboard.press("Escape")
    expect(window.dialog().get_by_role("button", name="Turn off").first).to_be_visible()
    yield "sharing"
    window.page.keyboard.press("Escape")
    window.go("/#/")
    window.button("Account").click()
    expect(window.dialog().get_by_label("My name")).to_be_visible()
    yield "who am I"
    window.page.keyboard.press("Escape")
    for place in ("agenda", "reminders", "webhooks"):
        window.go(f"/#/{place}")
        expect(window.page.locator("main h1")).to_have_text(place.capitalize())
        expect(window.page.locator("main").locator(".row, .card").first).to_be_visible()
        if place == "webhooks":
            window.page.get_by_text("Deliveries", exact=True).click()
            expect(window.page.get_by_text("No deliveries yet.")).to_be_visible()
        yield place


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        pytest.param("phone", "light", marks=pytest.mark.gate),
        ("phone", "dark"),
        ("desktop", "light"),
        ("desktop", "dark"),
    ],
)
def test_axe_finds_no_violation_on_any_view(content, groceries, open_window, size, scheme):
    content.send("POST", "/v1/webhooks", {"url": "http://127.0.0.1:9/x", "events": ["reminder.due"]})
    window = open_window(size=SIZES[size], color_scheme=scheme)
    for _ in views(window, groceries):
        window.expect_accessible()


@pytest.mark.parametrize("width", [pytest.param(320, marks=pytest.mark.gate), 390, 720, 1024, 1600])
def test_nothing_is_cut_off_at_any_width(content, groceries, open_window, width):
    long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft " * 5
    content.make_item(groceries, long.strip(), notes=long)
    content.make_list(long[:200].strip())
    content.send(
        "POST", "/v1/webhooks", {"url": "http://127.0.0.1:9/" + "x" * 500, "events": ["reminder.due"]}
    )
    window = open_window(size=(width, 700))
    wider = """() => [...document.querySelectorAll("body *")].filter((element) => {
        const box = element.getBoundingClientRect();
        const unseen = element.closest(".unseen, [hidden], .skip, template, svg, .excerpt") || !box.width;
        return !unseen && (box.right > innerWidth + 1 || box.left < -1);
    }).map((element) => element.outerHTML.slice(0, 100))"""
    for name in views(window, groceries):
        assert window.page.evaluate(wider) == [], name
        assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


@pytest.mark.parametrize(("size", "letters"), [((640, 400), 16), ((320, 200), 16), ((390, 844), 32)])
def test_everything_can_be_reached_however_large_it_is_shown(groceries, open_window, size, letters):
    """At 200 % and 400 % of a window of 1,280 by 800, and with letters twice as large on a phone."""
    window = open_window(f"/#/lists/{groceries['id']}", size=size)
    window.page.evaluate("size => document.documentElement.style.fontSize = `${size}px`", letters)
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen = """control => {
        const box = control.getBoundingClientRect();
        return control.contains(document.elementFromPoint(box.left + box.width / 2, box.top + 12));
    }"""
    for text in ("Milk", "Old", "Rent"):
        window.check_box(text).focus()
        assert window.check_box(text).evaluate(seen), text
    line = window.page.get_by_role("textbox", name="Add an item")
    line.focus()
    assert line.evaluate(seen)


def test_a_phone_shows_lists_and_items_in_turns(groceries, open_window):
    window = open_window(size=PHONE)
    # The first list is open at first.
    expect(window.page.locator("main h1")).to_have_text("List")
    window.page.get_by_role("link", name="All lists").click()
    expect(window.page.get_by_role("main")).to_have_accessible_name("Checklists")
    window.list("Groceries").locator("a").click()
    expect(window.page.locator("#sidebar")).to_be_hidden()
    expect(window.page.get_by_role("heading", name="Groceries")).to_be_focused()
    window.page.get_by_role("link", name="All lists").click()
    expect(window.page.locator("#sidebar")).to_be_visible()
    expect(window.page.locator("#main")).to_be_hidden()
    expect(window.page.get_by_role("heading", name="Checklists")).to_be_focused()
    window.page.go_back()
    expect(window.page.locator("main h1")).to_have_text("Groceries")


@pytest.mark.gate
def test_works_by_keyboard_alone(content, open_window):
    """A list and its items, from nothing to gone, without a pointer."""
    # The page looks again where the list has changed since it was read.
    window = open_window(refusals=[412])
    expect(window.list("List")).to_be_visible()
    keyboard = window.page.keyboard

    def tab_to(target, key="Tab"):
        for _ in range(60):
            keyboard.press(key)
            if target.evaluate("element => element === document.activeElement"):
                return
        raise AssertionError(f"{target} cannot be reached")

    tab_to(window.button("Add list"))
    keyboard.press("Enter")
    expect(window.dialog().get_by_role("textbox", name="Name")).to_be_focused()
    keyboard.type("Trip")
    keyboard.press("Tab")
    keyboard.press("ArrowRight")
    expect(window.dialog().get_by_role("radio", name="Groceries")).to_be_checked()
    keyboard.press("Enter")
    expect(window.page.locator("main h1")).to_have_text("Trip")

    line = window.page.get_by_role("textbox", name="Add an item")
    tab_to(line)
    for text in ("Passport", "Tickets", "Map"):
        keyboard.type(text)
        keyboard.press("Enter")
        expect(line).to_have_value("")
    window.expect_texts("Passport", "Tickets", "Map")
    window.settled()

    tab_to(window.row("Passport").locator(".open"), key="Shift+Tab")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowLeft")
    expect(window.check_box("Tickets")).to_be_focused()
    keyboard.press("Space")
    window.expect_texts("Passport", "Map", "Tickets")
    expect(window.check_box("Tickets")).to_be_focused()
    keyboard.press("Space")
    window.expect_texts("Passport", "Tickets", "Map")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(window.editor().get_by_label("Text")).to_be_focused()
    keyboard.type(" and seats")
    keyboard.press("Enter")
    expect(window.row("Tickets and seats").locator(".open")).to_be_focused()
    keyboard.press("Alt+ArrowUp")
    window.expect_texts("Tickets and seats", "Passport", "Map")
    expect(window.row("Tickets and seats").locator(".open")).to_be_focused()
    keyboard.press("Delete")
    window.expect_texts("Passport", "Map")
    expect(window.row("Passport").locator(".open")).to_be_focused()
    keyboard.press("Control+z")
    window.expect_texts("Tickets and seats", "Passport", "Map")

    tab_to(window.button("List options"), key="Shift+Tab")
    keyboard.press("Enter")
    expect(window.page.locator(".menu:popover-open")).to_be_visible()
    keyboard.press("Escape")
    expect(window.page.locator(".menu:popover-open")).to_have_count(0)
    expect(window.button("List options")).to_be_focused()
    keyboard.press("Enter")
    keyboard.press("End")
    window.expect_texts("Tickets and seats", "Passport", "Map")
    keyboard.press("Enter")
    expect(window.dialog().get_by_role("heading")).to_have_text("Delete “Trip”?")
    expect(window.dialog().get_by_role("button", name="Cancel")).to_be_focused()
    keyboard.press("Shift+Tab")
    keyboard.press("Enter")
    expect(window.list("Trip")).to_have_count(0)
    window.settled()
    assert [made["name"] for made in content.send("GET", "/v1/checklists")] == ["List"]
    # A read ahead of the list can meet its end.
    window.complaints[:] = [one for one in window.complaints if "/membership" not in one]


def test_the_first_tab_leads_past_the_lists(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    expect(window.row("Milk")).to_be_visible()
    window.page.keyboard.press("Tab")
    skip = window.button("Skip to list")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    window.page.keyboard.press("Enter")
    expect(window.page.locator("#main")).to_be_focused()


def test_arrows_lead_through_the_lists(content, open_window):
    for name in ("A", "B", "C"):
        content.make_list(name)
    window = open_window()
    window.list("A").locator("a").focus()
    window.page.keyboard.press("ArrowDown")
    expect(window.list("B").locator("a")).to_be_focused()
    window.page.keyboard.press("Enter")
    expect(window.page.locator("main h1")).to_have_text("B")
    expect(window.list("B").locator("a")).to_have_attribute("aria-current", "page")


def test_every_control_shows_that_it_has_the_focus(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    expect(window.row("Milk")).to_be_visible()
    seen = set()
    for _ in range(40):
        window.page.keyboard.press("Tab")
        state = window.page.evaluate("""() => {
            const element = document.activeElement, style = getComputedStyle(element);
            const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
            return [element.outerHTML.slice(0, 120), outlined];
        }""")
        if state[0].startswith("<body"):
            break
        assert state[1], state[0]
        seen.add(state[0])
    assert len(seen) > 14


@pytest.mark.gate
def test_names_and_roles_tell_what_everything_is(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    page = window.page
    expect(page.get_by_role("navigation", name="Checklists")).to_be_visible()
    expect(page.get_by_role("list", name="Items").get_by_role("listitem")).to_have_count(6)
    expect(page.get_by_role("checkbox", name="Old")).to_be_checked()
    expect(page.get_by_role("button", name=re.compile("^!!|Important.*Sourdough")).first).to_be_visible()
    expect(page.get_by_role("button", name="Completed (1)", expanded=True)).to_be_visible()
    expect(page.get_by_role("button", name="Move “Milk”: drag or use the arrow keys")).to_be_visible()
    row = window.row("Milk")
    expect(row).to_have_attribute("aria-setsize", "5")
    expect(row).to_have_attribute("aria-posinset", "1")
    assert page.title() == "Groceries"


def test_what_happens_is_said(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.add("Butter")
    expect(window.page.get_by_role("status").filter(has_text="Added “Butter”")).to_have_count(1)
    window.row("Butter").locator(".open").press("Delete")
    expect(window.page.get_by_role("status").filter(has_text="Deleted “Butter”")).to_have_count(1)


def test_right_to_left_text_reads_from_the_right(content, open_window):
    made = content.make_list("קניות", "חלב 3%", "milk (1 l)")
    window = open_window(f"/#/lists/{made['id']}")
    expect(window.rows()).to_have_count(2)
    directions = window.page.locator("main [data-part=text]").evaluate_all(
        "all => all.map((text) => getComputedStyle(text).direction)"
    )
    assert directions == ["rtl", "ltr"]
    assert window.page.locator("main h1").evaluate("title => getComputedStyle(title).direction") == "rtl"
    window.edit("חלב 3%")
    field = window.editor().get_by_label("Text")
    assert field.evaluate("field => getComputedStyle(field).direction") == "rtl"
    window.page.keyboard.press("Escape")
    window.row("חלב 3%").locator(".open").press("Delete")
    expect(window.notice("Deleted “\u2068חלב 3%\u2069”")).to_be_visible()


def test_motion_stops_for_who_wants_none(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    expect(window.row("Milk")).to_be_visible()
    moving = """[...document.querySelectorAll("*")].filter((element) =>
        parseFloat(getComputedStyle(element).transitionDuration)).length"""
    assert window.page.evaluate(moving) == 0

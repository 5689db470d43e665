"""How large everything is: letters as the browser has them, targets for fingers, notices in the middle."""

import pytest
from conftest import SHELL
from playwright.sync_api import expect
from sharing import PHONE
from window import Window

TARGET_MIN = 44
LETTERS = 32


@pytest.fixture(scope="session")
def large_chromium(playwright):
    """A browser whose letters are twice as large."""
    arguments = ["--no-sandbox", f"--blink-settings=defaultFontSize={LETTERS}"]
    browser = playwright.chromium.launch(executable_path=SHELL, args=arguments)
    yield browser
    browser.close()


@pytest.mark.gate
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_letters_are_as_large_as_the_browser_has_them(content, groceries, large_chromium, service, size):
    content.make_item(groceries, "Flour", quantity=2, unit="kg", dueOn="2031-05-04", notes="white")
    window = Window(large_chromium, service, f"/#/lists/{groceries['id']}", size=size)
    page = window.page
    expect(window.row("Milk")).to_be_visible()
    window.handy()
    size_of = "element => parseFloat(getComputedStyle(element).fontSize)"
    for element in (window.row("Milk").locator(".text"), page.get_by_role("textbox", name="Add an item")):
        assert element.evaluate(size_of) == LETTERS
    assert window.check_box("Milk").bounding_box()["width"] == 1.5 * LETTERS
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    window.edit("Flour")
    assert page.evaluate(fits)
    for place in ("agenda", "reminders", "trash"):
        window.go(f"/#/{place}")
        expect(page.locator("main h1")).to_have_text(place.capitalize())
        assert page.evaluate(fits), place
        inside = "main => main.scrollWidth <= main.clientWidth"
        assert page.locator("main").evaluate(inside), place
    window.context.close()


@pytest.mark.gate
def test_every_target_is_large_enough_for_a_finger(content, groceries, open_window):
    content.make_item(groceries, "Flour", quantity=2, dueOn="2031-05-04", tags=["baking"])
    content.make_item(groceries, "Salt", checked=True)
    window = open_window(size=PHONE, has_touch=True, is_mobile=True)
    page = window.page
    # A check box reaches beyond its circle. A tag in a row is a part of its button.
    small = """(min) => [...document.querySelectorAll("button, input, select, #sidebar a, summary, .chip")]
        .filter((one) => one.checkVisibility({ opacityProperty: true }))
        .filter((one) => !one.closest(".switch, .hint, .skip"))
        .map((one) => [one, (one.closest("label.chip, .find, .icons label") ?? one).getBoundingClientRect()])
        .map(([one, box]) => [one, box, one.matches(".check") ? 24 : 0])
        .filter(([, { width, height }, around]) => Math.min(width, height) + around < min)
        .map(([one, { width, height }]) => [one.outerHTML.slice(0, 90), width, height])"""

    def look(view):
        assert page.evaluate(small, TARGET_MIN) == [], view

    page.get_by_role("link", name="All lists").click()
    expect(window.list("Groceries")).to_be_visible()
    look("lists")
    window.open_list("Groceries")
    window.handy()
    look("list")
    window.button("List options").click()
    look("menu")
    page.keyboard.press("Escape")
    window.edit("Flour")
    look("editor")
    for place in ("agenda", "reminders", "webhooks"):
        window.go(f"/?{place}#/{place}")
        expect(page.locator("main h1")).to_have_text(place.capitalize())
        window.quiet()
        look(place)


@pytest.mark.parametrize("is_open", [False, True])
def test_a_notice_is_in_the_middle_of_the_list(groceries, open_window, is_open):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    window.row("Milk").locator(".open").press("Delete")
    expect(window.notice("Deleted “Milk”")).to_be_visible()
    if is_open:
        window.edit("Bread")
    boxes = [window.page.locator(one).bounding_box() for one in ("main", ".notice")]
    middles = [box["x"] + box["width"] / 2 for box in boxes]
    assert abs(middles[0] - middles[1]) < 8

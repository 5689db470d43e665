"""Coming back to a list: to where it was scrolled, and to what was typed."""

import pytest
from playwright.sync_api import expect

ITEMS = 400


@pytest.fixture
def long(content):
    made = content.make_list("Long")
    texts = [f"Item {number}" + " that is rather long" * (number % 9) for number in range(ITEMS)]
    content.make_items(made, texts)
    return made


def line(window):
    return window.page.get_by_role("textbox", name="Add an item")


@pytest.mark.gate
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_list_is_where_it_was_left(groceries, long, open_window, size):
    window = open_window(f"/#/lists/{long['id']}", size=size)
    expect(window.row("Item 0")).to_be_visible()
    window.handy()
    main = window.page.locator("main")
    main.evaluate("main => { main.scrollTop = 9000; }")
    top = """main => {
        const shown = [...main.querySelectorAll(".row")].map((row) => [row, row.getBoundingClientRect()]);
        const [row, { top }] = shown.find(([, { top }]) => top > 150);
        return [row.querySelector("[data-part=text]").textContent, Math.round(top)];
    }"""
    # Rows are measured once they come into view.
    window.wait_for("""async () => {
        const scrolled = document.querySelector("main").scrollTop;
        for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
        return scrolled === document.querySelector("main").scrollTop;
    }""")
    before = main.evaluate(top)
    assert before[0] != "Item 0"
    window.go(f"/#/lists/{groceries['id']}")
    expect(window.row("Milk")).to_be_visible()
    assert main.evaluate("main => main.scrollTop") == 0
    window.page.go_back()
    expect(window.page.locator("main h1")).to_have_text("Long")
    texts = window.page.locator("main [data-part=text]")
    expect(texts.get_by_text(before[0], exact=True)).to_be_in_viewport()
    window.quiet()
    after = main.evaluate(top)
    assert after[0] == before[0] and abs(after[1] - before[1]) <= 2


@pytest.mark.gate
def test_what_was_typed_for_a_list_survives_the_page(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    line(window).fill("Half an it")
    window.page.reload()
    expect(line(window)).to_have_value("Half an it")
    line(window).fill("")
    window.add("Half an item")
    window.page.reload()
    expect(window.row("Half an item")).to_be_visible()
    expect(line(window)).to_have_value("")


def test_what_was_typed_goes_with_the_person(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    line(window).fill("Half an it")
    # As when another person signs in on this device.
    window.page.evaluate("localStorage.setItem('owner', 'another')")
    window.page.reload()
    expect(window.row("Milk")).to_be_visible()
    window.wait_for("() => Object.keys(localStorage).every((name) => !name.startsWith('draft/'))")


def test_space_keeps_its_place(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    window.row("Bread").locator(".open").focus()
    for text in ("Apples", "Milk"):
        window.page.keyboard.press("Space")
        expect(window.row(text).locator(".open")).to_be_focused()
    window.settled()
    assert [item["text"] for item in content.items(groceries) if item["checked"]] == ["Bread", "Apples"]

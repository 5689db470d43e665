"""A list on paper: all its rows, checked ones as checked, and nothing that is there for the mouse."""

import re

import pytest
from playwright.sync_api import expect


def print_preview(window):
    """The page as it is laid out for paper."""
    window.page.emulate_media(media="print")
    window.page.evaluate("dispatchEvent(new Event('beforeprint'))")


@pytest.mark.gate
def test_prints_every_row_of_a_list_and_no_lists_beside_it(content, open_window):
    made = content.make_list("Much")
    content.make_items(made, [
        f"Item {number}" + " that is rather long" * (number % 9) for number in range(260)])
    window = open_window(f"/#/lists/{made['id']}")
    expect(window.row("Item 0")).to_be_visible()
    print_preview(window)
    expect(window.rows()).to_have_count(260)
    boxes = window.rows().evaluate_all("""rows => rows.map((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return [top + document.documentElement.scrollTop, bottom + document.documentElement.scrollTop];
    })""")
    assert all(above[1] <= below[0] + 1 for above, below in zip(boxes, boxes[1:])), "rows overlap"
    # What is cut off by a pane that scrolls is not printed.
    assert window.page.evaluate("document.documentElement.scrollHeight") >= boxes[-1][1]
    for unwanted in ("#sidebar", ".composer", ".find", "main .handle >> nth=0", "main .delete >> nth=0"):
        expect(window.page.locator(unwanted)).to_be_hidden()
    window.page.emulate_media(media="screen")
    window.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(window.page.locator("#sidebar")).to_be_visible()
    window.page.locator("main").evaluate("main => main.scrollTo(0, 0)")
    expect(window.row("Item 0")).to_be_in_viewport()
    assert window.rows().count() < 260


def test_prints_checked_items_as_checked(content, groceries, open_window):
    content.change(content.items(groceries)[0], checked=True)
    window = open_window(f"/#/lists/{groceries['id']}", color_scheme="dark")
    print_preview(window)
    expect(window.row("Milk").locator(".text")).to_have_css("text-decoration-line", "line-through")
    expect(window.row("Bread").locator(".text")).to_have_css("text-decoration-line", "none")
    # Grounds are not printed: the mark has to be seen without.
    mark = "getComputedStyle(document.querySelector('.check:checked'), '::before').borderBottomColor"
    assert window.page.evaluate(mark) == "rgb(27, 31, 29)"


def test_reads_all_items_before_it_prints(content, open_window):
    made = content.make_list("Much")
    content.make_items(made, [f"Item {number}" for number in range(1010)])
    window = open_window(f"/#/lists/{made['id']}")
    expect(window.row("Item 0")).to_be_visible()
    window.page.evaluate("print = () => { document.body.dataset.printed = 'yes'; }")
    window.page.keyboard.press("Control+p")
    expect(window.page.locator("body")).to_have_attribute("data-printed", "yes")
    print_preview(window)
    expect(window.rows()).to_have_count(1010)
    expect(window.row("Item 1009")).to_be_visible()


@pytest.mark.gate
def test_40_groceries_fit_on_two_pages(content, open_window):
    made = content.make_list("Groceries", *(f"Grocery {number}" for number in range(40)), icon="Groceries")
    window = open_window(f"/#/lists/{made['id']}")
    window.handy()
    pages = len(re.findall(rb"/Type */Page\b", window.page.pdf(format="A4")))
    assert pages <= 2

"""Adding what is on the list already."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def window(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    window.handy()
    return window


def line(window):
    return window.page.get_by_role("textbox", name="Add an item")


@pytest.mark.gate
def test_what_is_on_the_list_is_shown_and_not_doubled(content, groceries, window):
    window.page.evaluate("""() => {
        const { animate } = Element.prototype;
        window.marked = [];
        Element.prototype.animate = function (...how) {
            window.marked.push(this.querySelector("[data-part=text]").textContent);
            return animate.apply(this, how);
        };
    }""")
    line(window).fill(" MÍLK ")
    line(window).press("Enter")
    notice = window.notice("“Milk” is already on the list")
    expect(notice).to_be_visible()
    expect(line(window)).to_have_value("")
    window.expect_texts("Milk", "Bread", "Apples")
    assert window.page.evaluate("marked") == ["Milk"]
    window.expect_accessible()
    notice.get_by_role("button", name="Add anyway").click()
    window.expect_texts("Milk", "Bread", "Apples", "MÍLK")
    window.settled()
    assert content.texts(groceries) == ["Milk", "Bread", "Apples", "MÍLK"]


def test_it_is_offered_while_somebody_types(content, groceries, window):
    content.make_items(groceries, [f"Item {number}" for number in range(60)])
    expect(window.row("Item 59")).to_have_count(1)
    line(window).fill("milk")
    offered = window.page.get_by_role("group", name="Suggestions").get_by_role("button")
    expect(offered).to_have_text(["✓ Milk"])
    expect(offered).to_have_accessible_name("“Milk” is already on the list")
    # Above the line, which stays where it is.
    assert offered.bounding_box()["y"] < line(window).bounding_box()["y"]
    window.page.locator("main").evaluate("main => main.scrollTo(0, main.scrollHeight)")
    offered.click()
    expect(window.row("Milk")).to_be_in_viewport()
    expect(line(window)).to_have_value("")
    window.settled()
    assert content.texts(groceries).count("Milk") == 1


def test_what_is_checked_or_means_a_date_is_added(content, groceries, window):
    window.check_box("Milk").check()
    for text in ("Milk", "Bread tomorrow"):
        line(window).fill(text)
        line(window).press("Enter")
    window.settled()
    assert sorted(content.texts(groceries)) == ["Apples", "Bread", "Bread", "Milk", "Milk"]

"""What has to be seen: where colours are the system's, where a field has the focus, where something is
refused."""

import pytest
from playwright.sync_api import expect

from window import at


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_tell_what_is_checked_current_and_to_be_deleted(
    content, groceries, open_window, scheme
):
    content.change(content.items(groceries)[0], checked=True)
    window = open_window(f"/#/lists/{groceries['id']}", forced_colors="active", color_scheme=scheme)
    expect(window.row("Milk").locator(".text")).to_have_css("text-decoration-line", "line-through")
    colours = """element => {
        const { color, backgroundColor } = getComputedStyle(element);
        return [color, backgroundColor];
    }"""
    current, other = (window.list(name).locator("a").evaluate(colours) for name in ("Groceries", "List"))
    assert current[1] != other[1]
    name = window.list("Groceries").locator(".name").evaluate(colours)
    assert name[0] == current[0] != current[1]
    ground = window.page.locator("main").evaluate("main => getComputedStyle(main).backgroundColor")
    edge = "button => getComputedStyle(button).borderTopColor"
    assert window.row("Bread").locator(".delete").evaluate(edge) == ground
    window.expect_accessible()


@pytest.mark.gate
def test_a_refused_line_leaves_the_plus_in_its_field(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[422])
    line = window.page.get_by_role("textbox", name="Add an item")
    line.fill("x" * 1001)
    line.press("Enter")
    expect(window.page.locator("#composer-error")).not_to_be_empty()
    plus = window.page.locator(".composer svg").bounding_box()
    field = line.bounding_box()
    middles = [box["y"] + box["height"] / 2 for box in (plus, field)]
    assert abs(middles[0] - middles[1]) < 1


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_nothing_covers_the_ring_around_a_field_that_has_the_focus(groceries, open_window, size):
    window = open_window(f"/#/lists/{groceries['id']}", size=size)
    window.handy()
    search = window.page.get_by_role("searchbox", name="Search this list")
    search.focus()
    covered = search.evaluate("""field => {
        const { left, right, top, bottom } = field.getBoundingClientRect(), ring = 4;
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const around = [[x, top - ring], [x, bottom + ring - 1], [left - ring, y], [right + ring - 1, y]];
        return around.filter(([x, y]) => {
            const above = document.elementFromPoint(x, y), box = above.getBoundingClientRect();
            // A target may reach beyond the box that is drawn.
            const isDrawn = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
            return isDrawn && !above.contains(field);
        });
    }""")
    assert covered == []


def test_an_overdue_date_and_a_reminder_are_told_to_those_who_listen(content, groceries, open_window):
    content.make_item(groceries, "Rent", dueDate=at(-3, 9))
    content.make_item(groceries, "Cheese", dueDate=at(1, 9), shouldRemind=True)
    window = open_window(f"/#/lists/{groceries['id']}")
    # The name of a row's button is what it contains.
    expect(window.row("Rent").locator(".open")).to_contain_text("Overdue")
    expect(window.page.get_by_role("button", name="Rent Overdue")).to_be_visible()
    expect(window.page.get_by_role("button", name="Reminder").filter(has_text="Cheese")).to_be_visible()
    expect(window.page.get_by_role("button", name="Overdue").filter(has_text="Cheese")).to_have_count(0)
    expect(window.page.get_by_role("button", name="Reminder").filter(has_text="Rent")).to_have_count(0)

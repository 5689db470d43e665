"""The items of a list: adding, checking, deleting, moving, finding."""

import re

import pytest
from playwright.sync_api import expect

from window import at


@pytest.fixture
def window(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    return window


@pytest.mark.gate
def test_adds_with_one_line_and_enter(content, groceries, window):
    window.add("Butter", "Eggs")
    window.expect_texts("Milk", "Bread", "Apples", "Butter", "Eggs")
    window.expect_summary("Groceries", "5 left")
    assert content.texts(groceries) == ["Milk", "Bread", "Apples", "Butter", "Eggs"]
    expect(window.page.get_by_role("textbox", name="Add an item")).to_be_focused()


def test_gives_a_refused_line_back_to_be_mended(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[422])
    line = window.page.get_by_role("textbox", name="Add an item")
    long = "x" * 1001
    line.fill(long)
    line.press("Enter")
    expect(window.page.locator("#composer-error")).not_to_be_empty()
    expect(line).to_have_value(long)
    expect(window.rows()).to_have_count(3)
    assert len(content.items(groceries)) == 3


@pytest.mark.gate
def test_checks_and_unchecks_with_a_tap(content, groceries, window):
    window.check_box("Milk").click()
    expect(window.row("Milk")).to_have_class(re.compile("checked"))
    window.expect_summary("Groceries", "2 left")
    grey = "getComputedStyle(document.querySelector('.row.checked .text')).color"
    black = "getComputedStyle(document.querySelector('.row:not(.checked) .open .text')).color"
    assert window.page.evaluate(grey) != window.page.evaluate(black)
    window.settled()
    assert content.items(groceries)[0]["checked"] is True
    window.check_box("Milk").click()
    expect(window.row("Milk")).not_to_have_class(re.compile("checked"))
    window.settled()
    assert content.items(groceries)[0]["checked"] is False


def test_checking_everything_says_all_done(window):
    for text in ("Milk", "Bread", "Apples"):
        window.check_box(text).check()
    window.expect_summary("Groceries", "All done")


def test_marks_what_is_important_and_tells_the_due_date(content, groceries, open_window):
    content.make_item(groceries, "Sourdough", important=True, dueDate=at(1, 12))
    window = open_window(f"/#/lists/{groceries['id']}")
    row = window.row("Sourdough")
    expect(row.locator("[aria-hidden]").first).to_have_text("!!")
    expect(row.locator("[data-part=due]")).to_contain_text("Tomorrow")
    expect(window.row("Milk").locator(".marks")).to_be_hidden()


@pytest.mark.gate
def test_deletes_and_takes_it_back(content, groceries, window):
    window.row("Bread").hover()
    window.button("Delete “Bread”").click()
    window.expect_texts("Milk", "Apples")
    window.expect_summary("Groceries", "2 left")
    window.notice("Deleted “Bread”").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread", "Apples")
    window.expect_summary("Groceries", "3 left")
    window.settled()
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]


def test_takes_a_deletion_back_with_the_usual_keys(window):
    window.row("Bread").locator(".open").press("Delete")
    window.expect_texts("Milk", "Apples")
    window.page.keyboard.press("Control+z")
    window.expect_texts("Milk", "Bread", "Apples")


def test_deletes_at_once(content, groceries, window):
    window.row("Bread").locator(".open").press("Delete")
    window.row("Apples").locator(".open").press("Delete")
    window.expect_texts("Milk")
    window.settled()
    assert content.texts(groceries) == ["Milk"]


@pytest.mark.gate
def test_reorders_by_drag(content, groceries, window):
    drag(window, "Apples", onto="Milk")
    window.expect_texts("Apples", "Milk", "Bread")
    window.settled()
    assert content.texts(groceries) == ["Apples", "Milk", "Bread"]
    drag(window, "Apples", onto="Bread")
    window.expect_texts("Milk", "Bread", "Apples")
    window.page.reload()
    window.expect_texts("Milk", "Bread", "Apples")


def drag(window, text, onto):
    handle = window.handle(text).bounding_box()
    target = window.row(onto).bounding_box()
    mouse = window.page.mouse
    mouse.move(handle["x"] + 10, handle["y"] + 10)
    mouse.down()
    mouse.move(handle["x"] + 10, target["y"] + target["height"] / 2, steps=8)
    expect(window.page.locator(".row.held")).to_have_count(1)
    order = window.page.locator("main .row").evaluate_all(
        "rows => rows.map((row) => row.ariaPosInSet).join()"
    )
    assert order != "1,2,3"
    mouse.up()
    expect(window.page.locator(".row.held")).to_have_count(0)


def test_escape_ends_a_drag_where_it_began(content, groceries, window):
    handle = window.handle("Apples").bounding_box()
    window.page.mouse.move(handle["x"] + 10, handle["y"] + 10)
    window.page.mouse.down()
    window.page.mouse.move(handle["x"] + 10, handle["y"] - 120, steps=8)
    expect(window.page.locator(".row.held")).to_have_count(1)
    window.page.keyboard.press("Escape")
    expect(window.page.locator(".row.held")).to_have_count(0)
    window.page.mouse.up()
    window.expect_texts("Milk", "Bread", "Apples")
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]


def test_reorders_with_keys_and_says_where_it_went(content, groceries, window):
    window.handle("Milk").focus()
    window.page.keyboard.press("ArrowDown")
    window.expect_texts("Bread", "Milk", "Apples")
    expect(window.page.get_by_role("status").filter(has_text="Moved “Milk” to 2 of 3")).to_have_count(1)
    expect(window.handle("Milk")).to_be_focused()
    window.page.keyboard.press("End")
    window.expect_texts("Bread", "Apples", "Milk")
    window.row("Apples").locator(".open").press("Alt+ArrowUp")
    window.expect_texts("Apples", "Bread", "Milk")
    window.settled()
    assert content.texts(groceries) == ["Apples", "Bread", "Milk"]


def test_clears_checked_items_and_takes_that_back(content, groceries, window):
    window.check_box("Milk").check()
    window.check_box("Apples").check()
    window.settled()
    window.choose_in_menu("Delete checked items")
    window.expect_texts("Bread")
    window.expect_summary("Groceries", "1 left")
    assert content.texts(groceries) == ["Bread"]
    window.notice("Deleted 2 items").get_by_role("button", name="Undo").click()
    window.expect_texts("Bread", "Milk", "Apples")
    window.settled()
    assert [item["checked"] for item in content.items(groceries)] == [True, False, True]


def test_counts_the_subtasks_that_are_deleted_with_a_checked_item(content, groceries, window):
    cake = content.make_item(groceries, "Cake")
    content.make_item(groceries, "Eggs", parentId=cake["id"])
    content.change(cake, checked=True)
    eggs = next(item for item in content.items(groceries) if item["text"] == "Eggs")
    content.change(eggs, checked=False)
    expect(window.row("Eggs")).to_be_visible()
    window.choose_in_menu("Delete checked items")
    window.notice("Deleted 2 items")
    window.expect_texts("Milk", "Bread", "Apples")


def test_clears_only_what_was_checked_then(content, groceries, window):
    window.check_box("Milk").check()
    window.settled()
    window.choose_in_menu("Delete checked items")
    window.expect_texts("Bread", "Apples")
    window.check_box("Apples").check()
    window.settled()
    assert content.texts(groceries) == ["Bread", "Apples"]


def test_moving_an_item_can_be_taken_back(content, groceries, window):
    content.make_list("Weekend")
    window.page.reload()
    window.handle("Milk").press("End")
    window.expect_texts("Bread", "Apples", "Milk")
    window.notice("Moved “Milk” to 3 of 3").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread", "Apples")
    window.settled()
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]
    window.edit("Bread").get_by_label("List").select_option(label="Weekend")
    window.save()
    window.expect_texts("Milk", "Apples")
    window.notice("Moved “Bread” to “Weekend”").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Apples", "Bread")
    window.settled()
    assert sorted(content.texts(groceries)) == ["Apples", "Bread", "Milk"]


def test_unchecks_all_to_use_a_list_again(content, groceries, window):
    window.check_box("Milk").check()
    window.check_box("Apples").check()
    window.settled()
    window.choose_in_menu("Uncheck all")
    window.expect_summary("Groceries", "3 left")
    expect(window.check_box("Milk")).not_to_be_checked()
    undo = window.notice("Unchecked 2 items").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    window.settled()
    assert not any(item["checked"] for item in content.items(groceries))
    undo.click()
    expect(window.check_box("Milk")).to_be_checked()
    window.settled()
    assert [item["checked"] for item in content.items(groceries)] == [True, False, True]


def test_asks_before_it_deletes_all(content, groceries, window):
    window.choose_in_menu("Delete all items")
    window.dialog().get_by_role("button", name="Cancel").click()
    window.expect_texts("Milk", "Bread", "Apples")
    window.choose_in_menu("Delete all items")
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.page.locator("main .empty")).to_have_text("No items yet. Add one below.")
    window.expect_summary("Groceries", "No items")
    assert content.texts(groceries) == []


@pytest.mark.gate
def test_finds_items_with_every_letter(content, groceries, open_window):
    content.make_item(groceries, "Crème fraîche")
    content.make_item(groceries, "Bowl", notes="for the CREME")
    window = open_window(f"/#/lists/{groceries['id']}")
    search = window.page.get_by_role("searchbox", name="Search this list")
    search.press_sequentially("c")
    window.expect_texts("Crème fraîche", "Bowl")
    search.press_sequentially("reme f")
    window.expect_texts("Crème fraîche")
    expect(window.page.locator("#announcements")).to_have_text("1 result")
    search.fill("nothing like it")
    expect(window.page.locator("main .empty")).to_have_text("No results")
    search.fill("")
    expect(window.rows()).to_have_count(5)


def test_a_finger_wipes_an_item_away(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", size=(390, 844), has_touch=True, is_mobile=True)
    window.handy()
    box = window.row("Bread").bounding_box()
    y = box["y"] + box["height"] / 2
    session = window.context.new_cdp_session(window.page)
    swipe(session, [(x, y) for x in range(300, 60, -20)], lift=False)
    # What is uncovered tells what will be done.
    assert uncovered(window.row("Bread"), "::after") == ["bin.svg", "rgb(179, 38, 30)"]
    window.expect_texts("Milk", "Bread", "Apples")
    swipe(session, [])
    window.expect_texts("Milk", "Apples")
    window.notice("Deleted “Bread”").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread", "Apples")


def test_a_finger_that_turns_back_does_nothing(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", size=(390, 844), has_touch=True, is_mobile=True)
    window.handy()
    box = window.row("Bread").bounding_box()
    y = box["y"] + box["height"] / 2
    session = window.context.new_cdp_session(window.page)
    there = [(x, y) for x in range(60, 300, 20)]
    swipe(session, [*there, *reversed(there)], lift=False)
    expect(window.row("Bread")).not_to_have_class(re.compile("ripe"))
    swipe(session, [])
    expect(window.row("Bread")).not_to_have_class(re.compile("swiped"))
    expect(window.check_box("Bread")).not_to_be_checked()
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]


def test_pulling_down_reads_again(content, groceries, open_window):
    # What happens elsewhere is not heard of otherwise.
    window = open_window(
        f"/#/lists/{groceries['id']}", size=(390, 844), has_touch=True, is_mobile=True, deaf=True)
    window.handy()
    sign = window.page.locator("#pull")
    expect(sign).to_be_hidden()
    window.quiet()
    content.make_item(groceries, "Sourdough")
    session = window.context.new_cdp_session(window.page)
    # A little is not enough, and tells so.
    swipe(session, [(200, y) for y in range(300, 350, 10)], lift=False)
    expect(sign).to_be_visible()
    expect(sign).not_to_have_class(re.compile("ripe"))
    swipe(session, [])
    expect(sign).to_be_hidden()
    window.expect_texts("Milk", "Bread", "Apples")
    swipe(session, [(200, y) for y in range(300, 500, 10)], lift=False)
    expect(sign).to_have_class(re.compile("ripe"))
    swipe(session, [])
    window.expect_texts("Milk", "Bread", "Apples", "Sourdough")
    expect(sign).to_be_hidden()


def test_a_finger_checks_an_item(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", size=(390, 844), has_touch=True, is_mobile=True)
    window.handy()
    box = window.row("Bread").bounding_box()
    y = box["y"] + box["height"] / 2
    session = window.context.new_cdp_session(window.page)
    swipe(session, [(x, y) for x in range(60, 300, 20)], lift=False)
    assert uncovered(window.row("Bread"), "::before") == ["check.svg", "rgb(36, 112, 63)"]
    swipe(session, [])
    expect(window.check_box("Bread")).to_be_checked()
    window.settled()
    assert [item["checked"] for item in content.items(groceries)] == [False, True, False]


def test_a_finger_drags_an_item_by_its_handle(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", size=(390, 844), has_touch=True, is_mobile=True)
    expect(window.page.locator("main .handle").first).to_be_hidden()
    window.choose_in_menu("Reorder items")
    handle = window.handle("Apples").bounding_box()
    target = window.row("Milk").bounding_box()
    x, y = handle["x"] + 20, handle["y"] + 20
    session = window.context.new_cdp_session(window.page)
    swipe(session, [(x, y), (x, target["y"] + 40), (x, target["y"] + 4)], lift=False)
    expect(window.row("Apples")).to_have_class(re.compile("held"))
    window.page.wait_for_function("document.querySelector('.row.held').getBoundingClientRect().top < 250")
    swipe(session, [])
    window.expect_texts("Apples", "Milk", "Bread")
    window.settled()
    assert content.texts(groceries) == ["Apples", "Milk", "Bread"]
    window.expect_accessible()
    window.button("Done").click()
    expect(window.page.locator("main .handle").first).to_be_hidden()


def uncovered(row, side):
    """The sign beside a row that is wiped away, and the colour of the ground below it."""
    return row.evaluate("""(row, side) => {
        const { backgroundImage, backgroundColor } = getComputedStyle(row, side);
        return [backgroundImage.split("/").at(-1).slice(0, -2), backgroundColor];
    }""", side)


def swipe(session, points, lift=True):
    for index, (x, y) in enumerate(points):
        kind = "touchMove" if index else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    if lift:
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.fixture
def sorting(content, open_window):
    """A window that counts how often it sorts its 30 items, with the list."""
    made = content.make_list("Much", *(f"Item {number}" for number in range(30)))
    # Events of a loaded server come at any time, and each may bring another order.
    window = open_window(f"/#/lists/{made['id']}", deaf=True)
    window.handy()
    window.settled()
    window.quiet()
    window.page.evaluate("""() => {
        window.sorts = 0;
        const { sort } = Array.prototype;
        Array.prototype.sort = function count(...order) {
            if (Array.isArray(this[0])) window.sorts++;  // Numbers of rows are sorted as well.
            return sort.apply(this, order);
        };
    }""")
    return window


@pytest.mark.gate
def test_a_tap_sorts_the_items_once(sorting):
    sorting.check_box("Item 3").check()
    sorting.settled()
    sorting.quiet()
    assert sorting.page.evaluate("sorts") == 1


@pytest.mark.gate
def test_a_response_of_before_the_tap_is_sorted_once(sorting):
    held, released = [], []
    sorting.page.route("**/v1/items/*", lambda route: route.continue_() if released else held.append(route))
    sorting.check_box("Item 3").check()
    with sorting.page.expect_response("**/items?*q=Item*"):
        sorting.page.get_by_role("searchbox", name="Search this list").fill("Item")
    expect(sorting.page.locator("#announcements")).to_have_text("30 results")
    # What depends on the time is shown again.
    for hidden in (True, False, True, False):
        sorting.hide(hidden)
    assert sorting.page.evaluate("sorts") == 2
    released.append(True)
    [route.continue_() for route in held]
    sorting.settled()

"""Items of the agenda on another day, and new ones."""

import pytest
from playwright.sync_api import expect

from window import at


def headings(window):
    return window.page.locator("main .day h2")


def day(window, name):
    heading = window.page.get_by_role("heading", name=name, exact=True)
    return window.page.locator("main .day").filter(has=heading)


@pytest.fixture
def window(content, errands, open_window):
    content.make_item(errands, "Late", dueOn=at(-3, 12)[:10])
    content.make_item(errands, "Milk", dueDate=at(0, 23))
    content.make_item(errands, "Call", dueDate=at(1, 18))
    window = open_window("/#/agenda")
    expect(headings(window)).to_have_text(["Overdue · 1", "Today", "Tomorrow"])
    return window


def item(content, errands, text):
    return next(one for one in content.items(errands) if one["text"] == text)


@pytest.mark.gate
def test_what_is_overdue_is_counted_in_red_and_lists_have_their_colours(content, errands, groceries, window):
    content.make_item(groceries, "Apples", dueDate=at(1, 9))
    window.page.reload()
    colour = "element => getComputedStyle(element).color"
    red = headings(window).first.evaluate(colour)
    assert red == "rgb(179, 38, 30)" != headings(window).last.evaluate(colour)
    dot = "row => getComputedStyle(row.querySelector('.excerpt'), '::before').backgroundColor"
    assert window.row("Apples").evaluate(dot) == "rgb(36, 112, 63)"
    assert window.row("Call").evaluate(dot) != "rgb(36, 112, 63)"
    window.expect_accessible()


@pytest.mark.gate
def test_a_menu_moves_an_item_to_another_day(content, errands, window):
    window.button("Move “Late” to another day").click()
    window.page.locator(".menu:popover-open").get_by_role("button", name="Tomorrow").click()
    expect(headings(window)).to_have_text(["Today", "Tomorrow"])
    expect(day(window, "Tomorrow").locator("[data-part=text]")).to_have_text(["Late", "Call"])
    window.settled()
    assert item(content, errands, "Late")["dueOn"] == at(1, 12)[:10]
    window.notice("Moved “Late” to tomorrow").get_by_role("button", name="Undo").click()
    expect(headings(window)).to_have_text(["Overdue · 1", "Today", "Tomorrow"])
    window.settled()
    assert item(content, errands, "Late")["dueOn"] == at(-3, 12)[:10]
    window.button("Move “Call” to another day").click()
    window.page.locator(".menu:popover-open").get_by_role("button", name="Choose date…").click()
    window.expect_accessible()
    window.dialog().get_by_label("Date").fill(at(5, 12)[:10])
    window.dialog().get_by_role("button", name="Save").click()
    expect(headings(window)).to_have_count(3)
    window.settled()
    # The time of day stays.
    assert item(content, errands, "Call")["dueDate"] == at(5, 18)


@pytest.mark.gate
def test_an_item_is_dragged_to_another_day(content, errands, window):
    window.row("Milk").locator("a").hover()
    mouse = window.page.mouse
    mouse.down()
    mouse.move(640, 300, steps=4)
    # While it is dragged, the days without items can be dropped on.
    expect(headings(window)).to_have_count(8)
    box = window.page.locator("main .day").nth(4).bounding_box()
    mouse.move(640, box["y"] + 20, steps=4)
    expect(window.page.locator("main .day.target")).to_have_count(1)
    mouse.up()
    expect(window.page.locator("main .ghost")).to_have_count(0)
    expect(headings(window)).to_have_count(3)
    # The page did not open the item.
    expect(window.page.locator("main h1")).to_have_text("Agenda")
    window.settled()
    assert item(content, errands, "Milk")["dueDate"] == at(3, 23)


def test_escape_leaves_a_dragged_item_where_it_was(content, errands, window):
    window.row("Milk").locator("a").hover()
    window.page.mouse.down()
    window.page.mouse.move(640, 400, steps=4)
    expect(headings(window)).to_have_count(8)
    window.page.keyboard.press("Escape")
    expect(headings(window)).to_have_text(["Overdue · 1", "Today", "Tomorrow"])
    window.page.mouse.up()
    window.settled()
    assert item(content, errands, "Milk")["dueDate"] == at(0, 23)


def test_alt_and_arrows_move_an_item_by_a_day(content, errands, window):
    window.row("Milk").locator("a").focus()
    window.page.keyboard.press("Alt+ArrowDown")
    expect(day(window, "Tomorrow").locator("[data-part=text]")).to_have_text(["Call", "Milk"])
    expect(window.row("Milk").locator("a")).to_be_focused()
    window.row("Late").locator("a").focus()
    window.page.keyboard.press("Alt+ArrowDown")
    expect(headings(window)).to_have_text(["Today", "Tomorrow"])
    window.settled()
    assert item(content, errands, "Late")["dueOn"] == at(0, 12)[:10]
    assert item(content, errands, "Milk")["dueDate"] == at(1, 23)


@pytest.mark.gate
def test_a_checked_repeating_item_moves_to_its_next_day(content, errands, open_window):
    rule = {"rule": "FREQ=MONTHLY", "from": "completion"}
    content.make_item(errands, "Rent", dueOn=at(-3, 12)[:10], recurrence=rule)
    daily = {"rule": "FREQ=DAILY", "from": "completion"}
    content.make_item(errands, "Bins", dueOn=at(-1, 12)[:10], recurrence=daily)
    window = open_window("/#/agenda")
    expect(headings(window)).to_have_text(["Overdue · 2"])
    window.check_box("Bins").click()
    expect(headings(window)).to_have_text(["Overdue · 1", "Tomorrow"])
    expect(day(window, "Tomorrow").locator("[data-part=text]")).to_have_text(["Bins"])
    expect(window.check_box("Bins")).not_to_be_checked()
    window.check_box("Rent").click()
    expect(headings(window)).to_have_count(2)
    expect(headings(window).first).to_have_text("Tomorrow")


# Each is overdue by this many days.
SERIES = [
    ("FREQ=DAILY", 3), ("FREQ=DAILY;INTERVAL=4", 6), ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", 9),
    ("FREQ=WEEKLY;BYDAY=MO,TH", 4), ("FREQ=WEEKLY", 2), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,WE", 20),
    ("FREQ=MONTHLY;BYMONTHDAY=27", 8), ("FREQ=MONTHLY;BYMONTHDAY=-1", 8), ("FREQ=MONTHLY;BYDAY=2TU", 8),
    ("FREQ=MONTHLY;BYDAY=-1FR", 8), ("FREQ=MONTHLY;INTERVAL=1", 8), ("FREQ=DAILY;UNTIL=20990101", 2),
]  # fmt: skip


def days_of(window):
    """The day of each item that is shown, by its text."""
    return window.page.evaluate("""() => {
        const rows = [...document.querySelectorAll("main .day .row")];
        const text = (row) => row.querySelector("[data-part=text]").textContent;
        return Object.fromEntries(rows.map((row) => [text(row), row.closest(".day").dataset.date]));
    }""")


@pytest.mark.gate
@pytest.mark.parametrize("base", ["due", "completion"])
def test_a_repeating_item_that_is_checked_offline_moves_at_once(content, errands, open_window, base):
    for number, (rule, days) in enumerate(SERIES):
        due = {"dueOn": at(-days, 12)[:10]} if number % 2 else {"dueDate": at(-days, 9)}
        content.make_item(errands, rule, recurrence={"rule": rule, "from": base}, **due)
    # The server has to compute these.
    content.make_item(errands, "Counted", dueOn=at(-1, 12)[:10], recurrence={"rule": "FREQ=DAILY;COUNT=9"})
    unknown = {"Counted"}
    if base == "completion":
        unknown.update(rule for rule, _ in SERIES if "FREQ=WEEKLY;INTERVAL" in rule)
    window = open_window("/#/agenda")
    window.button("Show more").click()
    expect(headings(window)).to_have_text([f"Overdue · {len(SERIES) + 1}"])
    window.quiet()
    window.refusals = ("ERR_",)
    window.context.set_offline(True)
    expect(window.page.locator("#offline")).to_contain_text("Offline")
    for rule in ("Counted", *(rule for rule, _ in SERIES)):
        window.check_box(rule).click()
    expect(headings(window).filter(has_text="Overdue")).to_have_count(0)
    expect(window.row("Counted")).to_have_count(0)
    expected = days_of(window)
    assert len(expected) == len(SERIES) + 1 - len(unknown) and all(expected.values())
    window.context.set_offline(False)
    window.page.evaluate("dispatchEvent(new Event('online'))")
    expect(window.row("Counted")).to_be_visible()
    window.settled()
    found = days_of(window)
    assert {name: date for name, date in found.items() if name not in unknown} == expected


@pytest.mark.gate
def test_a_line_for_the_agenda_is_read_as_in_a_list(content, errands, window):
    window.button("Add item").click()
    dialog = window.dialog()
    understood = dialog.get_by_role("group", name="Recognized").get_by_role("button")
    dialog.get_by_label("Text", exact=True).press_sequentially("Oat milk tomorrow 18:00 !!")
    expect(understood).to_have_text(["Tomorrow, 18:00 ×", "Important ×"])
    # The line says the day.
    expect(dialog.get_by_label("Date", exact=True)).to_be_hidden()
    window.expect_accessible()
    dialog.get_by_label("Text", exact=True).press("Enter")
    expect(window.notice("Added “Oat milk” to “Errands”")).to_be_visible()
    expect(day(window, "Tomorrow").locator("[data-part=text]")).to_have_text(["Call", "Oat milk"])
    window.settled()
    made = item(content, errands, "Oat milk")
    assert (made["dueDate"], made["important"]) == (at(1, 18), True)
    # Without a day in the line, that of the field counts.
    window.button("Add item").click()
    dialog.get_by_label("Text", exact=True).fill("Salt !!")
    dialog.get_by_label("Date", exact=True).fill(at(2, 12)[:10])
    dialog.get_by_label("Text", exact=True).press("Enter")
    expect(window.row("Salt")).to_be_visible()
    made = item(content, errands, "Salt")
    assert (made["dueOn"], made["important"]) == (at(2, 12)[:10], True)
    # Words that stay text.
    window.button("Add item").click()
    dialog.get_by_label("Text", exact=True).fill("Play Tomorrow")
    understood.click()
    expect(understood).to_have_count(0)
    expect(dialog.get_by_label("Date", exact=True)).to_be_visible()
    dialog.get_by_label("Text", exact=True).press("Enter")
    expect(day(window, "Today").locator("[data-part=text]")).to_have_text(["Play Tomorrow", "Milk"])


def test_a_line_for_the_agenda_is_read_after_a_time_offline(content, errands, window):
    window.refusals = ("ERR_",)
    window.context.set_offline(True)
    expect(window.page.locator("#offline")).to_contain_text("Offline")
    for text in ("Rice !!", "Oat milk tomorrow 18:00"):
        window.button("Add item").click()
        window.dialog().get_by_label("Text", exact=True).fill(text)
        window.dialog().get_by_label("Text", exact=True).press("Enter")
        expect(window.notice(f"Added “{text}” to “Errands”")).to_be_visible()
    window.context.set_offline(False)
    window.page.evaluate("dispatchEvent(new Event('online'))")
    expect(day(window, "Today").locator("[data-part=text]")).to_have_text(["Rice", "Milk"])
    expect(day(window, "Tomorrow").locator("[data-part=text]")).to_have_text(["Call", "Oat milk"])
    window.settled()
    rice = item(content, errands, "Rice")
    assert (rice["dueOn"], rice["important"]) == (at(0, 12)[:10], True)


@pytest.mark.gate
def test_an_item_is_added_that_is_due_today(content, errands, window):
    inbox = content.make_list("Inbox", icon="Inbox")
    window.page.reload()
    window.button("Add item").click()
    window.expect_accessible()
    field = window.dialog().get_by_label("Text")
    expect(field).to_be_focused()
    field.fill("Oat milk")
    expect(window.dialog().get_by_label("List").locator("option:checked")).to_have_text("Inbox")
    field.press("Enter")
    expect(window.notice("Added “Oat milk” to “Inbox”")).to_be_visible()
    expect(day(window, "Today").locator("[data-part=text]")).to_have_text(["Oat milk", "Milk"])
    assert content.items(inbox)[0]["dueOn"] == at(0, 12)[:10]


def test_the_agenda_of_a_list_adds_to_it(content, errands, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}/agenda")
    window.button("Add item").click()
    window.dialog().get_by_label("Text").fill("Oat milk")
    window.dialog().get_by_label("Text").press("Enter")
    window.expect_texts("Oat milk")
    assert content.texts(groceries)[-1] == "Oat milk"

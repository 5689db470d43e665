"""What is told to whoever wants to be reminded, and what is offered to whoever types."""

import re

import pytest
from playwright.sync_api import expect

from times import PARIS, chip, of_date
from window import eventually, panel

LATE = "This time has passed; no reminder will be sent."
UNREACHED = "Reminders are off. Choose how to get them."


@pytest.fixture
def window(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    return window


def line(window):
    return window.page.get_by_role("textbox", name="Add an item")


def offered(window):
    return window.page.get_by_role("group", name="Suggestions").get_by_role("button")


def test_who_sets_a_reminder_in_the_past_is_told(content, groceries, open_at):
    content.send("POST", "/v1/webhooks", {"url": "http://127.0.0.1:9/x", "events": ["reminder.due"]})
    content.make_item(groceries, "Rent", dueDate="2026-11-20T08:00:00Z", shouldRemind=True, timeZone=PARIS)
    window = open_at()
    form = window.edit("Milk")
    of_date(form, "Today").click()
    told = form.get_by_text(LATE)
    expect(told).to_be_hidden()
    panel(form, "Remind").get_by_label("Same day, 09:00").check()
    expect(told).to_be_visible()
    window.expect_accessible()
    of_date(form, "Tomorrow").click()
    expect(told).to_be_hidden()
    chip(panel(form, "Remind"), "Choose time…").click()
    expect(told).to_be_hidden()
    form.get_by_label("Reminder time").fill("2026-11-23T09:59")
    expect(told).to_be_visible()
    window.page.keyboard.press("Escape")
    # What was set before is late as well, and not news.
    form = window.edit("Rent")
    expect(panel(form, "Remind").get_by_label("When due")).to_be_checked()
    expect(told).to_be_hidden()
    panel(form, "Remind").get_by_label("10 mins before").check()
    expect(told).to_be_visible()


def test_who_wants_a_reminder_that_nothing_carries_is_told(content, window):
    form = window.edit("Milk")
    told = form.get_by_text(UNREACHED)
    of_date(form, "Tomorrow").click()
    expect(told).to_be_hidden()
    panel(form, "Remind").get_by_label("Same day, 09:00").check()
    expect(told).to_be_visible()
    window.expect_accessible()
    panel(form, "Remind").get_by_label("Same day, 09:00").uncheck()
    expect(told).to_be_hidden()
    window.save()
    content.send("POST", "/v1/webhooks", {"url": "http://127.0.0.1:9/x", "events": ["reminder.due"]})
    form = window.edit("Bread")
    of_date(form, "Tomorrow").click()
    with window.page.expect_response("**/v1/me"):
        panel(form, "Remind").get_by_label("Same day, 09:00").check()
    window.save()
    window.settled()
    content.send("PATCH", "/v1/webhooks/1", {"active": False})
    form = window.edit("Bread")
    expect(told).to_be_visible()
    form.get_by_role("link", name="More options").click()
    expect(window.page.locator("main h1")).to_have_text("Reminders")


@pytest.mark.gate
def test_what_was_here_before_is_offered_and_comes_back_as_it_was(content, groceries, window):
    content.make_item(groceries, "Olive oil", checked=True)
    done = content.make_item(groceries, "Olive oil", notes="the green one", checked=True)
    content.make_item(groceries, "Virgin olive oil", checked=True)
    content.make_item(groceries, "Polives", checked=True)
    content.make_item(groceries, "Milk", checked=True)
    window.completed().click()
    window.expect_texts("Milk", "Bread", "Apples")
    line(window).press_sequentially("OLÍ")
    expect(offered(window)).to_have_text(["↺ Virgin olive oil", "↺ Olive oil"])
    window.expect_accessible()
    offered(window).get_by_text("↺ Olive oil", exact=True).click()
    expect(line(window)).to_have_value("")
    expect(line(window)).to_be_focused()
    window.expect_texts("Milk", "Bread", "Apples", "Olive oil")
    expect(window.row("Olive oil").locator(".excerpt")).to_have_text("the green one")
    expect(offered(window)).to_have_count(0)
    window.settled()
    assert content.item(done)["checked"] is False
    # What is there already is not offered.
    line(window).press_sequentially("olive")
    expect(offered(window)).to_have_text(["↺ Virgin olive oil"])
    line(window).fill("milk")
    expect(offered(window)).to_have_text(["✓ Milk"])


def test_who_is_about_to_type_sees_what_a_line_can_say(window):
    expect(line(window)).to_have_attribute("placeholder", "Add an item")
    line(window).focus()
    expect(line(window)).to_have_attribute("placeholder", "Milk tomorrow 18:00 !!")
    window.expect_accessible()
    window.page.keyboard.press("Shift+Tab")
    expect(line(window)).to_have_attribute("placeholder", "Add an item")


def test_everything_that_is_understood_can_be_taken_back(content, groceries, window):
    content.make_list("Weekend")
    window.page.reload()
    typed = "Bins every friday #weekend !!"
    line(window).fill(typed)
    understood = window.page.get_by_role("group", name="Recognized").get_by_role("button")
    expect(understood).to_have_count(3)
    for left in (2, 1, 0):
        understood.first.click()
        expect(understood).to_have_count(left)
    line(window).press("Enter")
    expect(window.row(typed)).to_be_visible()
    window.settled()
    item = content.items(groceries)[-1]
    assert (item["text"], item["important"], item.get("recurrence")) == (typed, False, None)


def test_the_list_that_was_named_is_kept_where_something_else_is_taken_back(content, groceries, window):
    weekend = content.make_list("Weekend")
    window.page.reload()
    line(window).fill("Bins tomorrow #weekend")
    understood = window.page.get_by_role("group", name="Recognized").get_by_role("button")
    expect(understood).to_have_count(2)
    understood.filter(has_text="Tomorrow").click()
    expect(understood).to_have_text(["Weekend ×"])
    line(window).press("Enter")
    expect(window.notice("Added “Bins tomorrow” to “Weekend”")).to_be_visible()
    window.settled()
    assert content.texts(weekend) == ["Bins tomorrow"] and len(content.texts(groceries)) == 3


def test_what_was_cleared_is_offered_as_well(content, groceries, window):
    content.make_item(groceries, "Olive oil", checked=True)
    window.expect_texts("Milk", "Bread", "Apples", "Olive oil")
    window.choose_in_menu("Delete checked items")
    window.expect_texts("Milk", "Bread", "Apples")
    window.row("Bread").locator(".open").press("Delete")
    window.expect_texts("Milk", "Apples")
    window.settled()
    for typed, text in (("oli", "Olive oil"), ("br", "Bread")):
        line(window).press_sequentially(typed)
        offered(window).get_by_text(f"↺ {text}", exact=True).click()
        expect(line(window)).to_have_value("")
    window.expect_texts("Milk", "Apples", "Olive oil", "Bread")
    window.settled()
    assert content.texts(groceries) == ["Milk", "Apples", "Olive oil", "Bread"]


def test_one_sign_of_japanese_is_enough_to_be_offered_something(content, groceries, window):
    content.make_item(groceries, "卵", checked=True)
    window.expect_texts("Milk", "Bread", "Apples", "卵")
    line(window).fill("卵")
    expect(offered(window)).to_have_text(["↺ 卵"])


def paste(window, text):
    line(window).focus()
    window.page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            document.activeElement.dispatchEvent(
                new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        text,
    )


@pytest.mark.gate
def test_a_pasted_list_is_cleaned_and_shown_before_it_is_added_by_one_request(content, groceries, window):
    window.handy()
    lines = ["1. Flour", "+ Sugar", "◦ Salt", "‣Rice", "○ Oats", "[x] Tea", "☑ Coffee"]
    columns = ["Eggs\t6", "Butter\tsalted", "2 l\tMilk\x07"]
    paste(window, "\r\n".join([*lines, *columns]))
    field = window.dialog().get_by_label("One item a line")
    expect(field).to_be_visible()
    window.expect_texts("Milk", "Bread", "Apples")
    window.expect_accessible()
    with window.page.expect_request(lambda request: request.method == "POST") as asked:
        window.dialog().get_by_role("button", name="Add 10 items").click()
    assert asked.value.url.endswith("/items/batch")
    window.settled()
    added = content.items(groceries)
    found = {item["text"]: item for item in added if item["id"] > groceries["id"]}
    names = ["Flour", "Sugar", "Salt", "Rice", "Oats", "Tea", "Coffee", "Eggs", "Butter"]
    assert set(names) <= set(found)
    assert [name for name in names if found[name]["checked"]] == ["Tea", "Coffee"]
    assert found["Eggs"]["quantity"] == 6 and found["Butter"]["notes"] == "salted"
    assert ("Milk", 2, "l") in [(item["text"], item["quantity"], item["unit"]) for item in added]
    posts = [request for request in window.requests if request.method == "POST" and "/items" in request.url]
    assert len(posts) == 1


def test_lines_that_are_refused_come_back_together_to_be_corrected(content, groceries, window):
    window.refusals = ("status of 422",)
    window.handy()
    paste(window, f"Flour\n{'x' * 1001}\nSugar\n{'y' * 1001}")
    field = window.dialog().get_by_label("One item a line")
    expect(field).to_have_value(f"{'x' * 1001}\n{'y' * 1001}")
    expect(window.dialog()).to_contain_text("Couldn’t add 2 items")
    expect(window.page.get_by_role("alert").filter(has_text="x")).to_have_count(0)
    field.fill("Salt")
    window.dialog().get_by_role("button", name="Add 1 item").click()
    window.expect_texts("Milk", "Bread", "Apples", "Flour", "Sugar", "Salt")
    window.settled()
    assert content.texts(groceries)[3:] == ["Flour", "Sugar", "Salt"]


@pytest.mark.gate
@pytest.mark.parametrize("count", [3, 250])
def test_a_paste_is_taken_back_before_it_is_answered(content, groceries, window, count):
    held, sent = [], []

    def hold(route):
        sent.append(route.request.url)
        if held:
            route.continue_()
        else:
            held.append(route)

    window.page.route(re.compile(r"/v1/(.*/)?(batch|items\?.*ids=)"), hold)
    paste(window, "\n".join(f"Line {number}" for number in range(count)))
    if count > 5:
        window.dialog().get_by_role("button", name=f"Add {count} items").click()
    window.notice(f"Added {count} items").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread", "Apples")
    held[0].continue_()
    window.settled()
    window.expect_texts("Milk", "Bread", "Apples")
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]
    assert len(sent) == 2, sent
    expect(window.page.locator("#alerts .notice")).to_have_count(0)


def test_lines_that_were_pasted_are_taken_back_from_another_list_as_well(content, groceries, window):
    window.handy()
    paste(window, "Eggs\nButter")
    window.expect_texts("Milk", "Bread", "Apples", "Eggs", "Butter")
    window.settled()
    window.open_list("List")
    window.notice("Added 2 items").get_by_role("button", name="Undo").click()
    eventually(lambda: content.texts(groceries) == ["Milk", "Bread", "Apples"])

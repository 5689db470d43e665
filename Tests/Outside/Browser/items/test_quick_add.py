"""The line that adds items understands when, how often, how important and on which list."""

import pytest
from playwright.sync_api import expect

from times import chip, part

AWAY = "ERR_INTERNET_DISCONNECTED"


@pytest.fixture
def window(groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    expect(window.row("Milk")).to_be_visible()
    return window


def line(window):
    return window.page.get_by_role("textbox", name="Add an item")


def understood(window):
    return window.page.get_by_role("group", name="Recognized").get_by_role("button")


def asked(window):
    return [request for request in window.requests if request.url.endswith("/v1/quick-add")]


@pytest.mark.gate
def test_shows_what_is_understood_while_somebody_types_and_adds_that(content, groceries, window):
    line(window).press_sequentially("Olive oil tomorrow 18:00 !!")
    expect(understood(window)).to_have_text(["Tomorrow, 18:00 ×", "Important ×"])
    window.expect_accessible()
    line(window).press("Enter")
    expect(understood(window)).to_have_count(0)
    expect(part(window, "Olive oil", "moment")).to_have_text("Tomorrow, 18:00")
    window.settled()
    item = content.items(groceries)[-1]
    assert (item["text"], item["important"]) == ("Olive oil", True)


def test_plain_words_ask_nobody(content, groceries, window):
    line(window).press_sequentially("Washing powder")
    line(window).press("Enter")
    expect(window.row("Washing powder")).to_be_visible()
    window.settled()
    added = [request for request in window.requests if request.method == "POST"]
    assert [request.post_data_json["text"] for request in added] == ["Washing powder"]
    assert asked(window) == []


def test_what_was_understood_can_be_taken_back_and_stays_text(content, groceries, window):
    line(window).fill("Play Tomorrow !!")
    expect(understood(window)).to_have_count(2)
    window.page.get_by_role("button", name="keep “Tomorrow” as text").click()
    expect(understood(window)).to_have_count(1)
    expect(understood(window)).to_be_focused()
    expect(line(window)).to_have_value("Play Tomorrow !!")
    line(window).press("Enter")
    expect(window.row("Play Tomorrow")).to_be_visible()
    window.settled()
    item = content.items(groceries)[-1]
    assert (item["important"], item.get("dueOn"), item["dueDate"]) == (True, None, None)


def test_a_line_names_its_list(content, groceries, window):
    content.make_list("Weekend")
    window.page.reload()
    line(window).fill("Charcoal #weekend")
    expect(understood(window)).to_have_text(["Weekend ×"])
    line(window).press("Enter")
    expect(window.notice("Added “Charcoal” to “Weekend”")).to_be_visible()
    window.expect_texts("Milk", "Bread", "Apples")
    window.expect_summary("Weekend", "1 left")


@pytest.mark.parametrize(
    ("locale", "add", "typed", "text", "rule"),
    [
        ("fr-FR", "Ajouter un élément", "Poubelles chaque vendredi", "Poubelles", "FREQ=WEEKLY;BYDAY=FR"),
        ("de-DE", "Eintrag hinzufügen", "Blumen gießen jeden Tag", "Blumen gießen", "FREQ=DAILY"),
        ("ja-JP", "項目を追加", "ごみ出し 毎週金曜日", "ごみ出し", "FREQ=WEEKLY;BYDAY=FR"),
    ],
)
def test_understands_every_language(content, groceries, open_window, locale, add, typed, text, rule):
    window = open_window(f"/#/lists/{groceries['id']}", locale=locale)
    field = window.page.get_by_role("textbox", name=add)
    field.fill(typed)
    expect(window.page.locator("[data-part=understood] button")).to_have_count(1)
    field.press("Enter")
    expect(part(window, text, "repeats")).to_be_visible()
    window.settled()
    assert content.items(groceries)[-1]["recurrence"]["rule"] == rule


def test_a_line_of_before_the_service_was_back_is_read_then(content, groceries, window):
    window.refusals = (*window.refusals, AWAY)
    window.context.set_offline(True)
    line(window).fill("Olive oil tomorrow")
    line(window).press("Enter")
    expect(window.row("Olive oil tomorrow")).to_be_visible()
    expect(window.page.locator("#offline")).to_contain_text("1 change saved")
    window.context.set_offline(False)
    expect(part(window, "Olive oil", "moment")).to_have_text("Tomorrow")
    window.settled()


def test_a_line_means_the_day_on_which_it_was_typed(content, groceries, open_at):
    window = open_at()
    window.refusals = (*window.refusals, AWAY)
    window.context.set_offline(True)
    line(window).fill("Olive oil tomorrow")
    line(window).press("Enter")
    expect(window.page.locator("#offline")).to_contain_text("1 change saved")
    window.page.clock.set_fixed_time("2026-11-25T08:00:00+01:00")
    window.context.set_offline(False)
    expect(window.row("Olive oil")).to_be_visible()
    window.settled()
    assert content.items(groceries)[-1]["dueOn"] == "2026-11-24"


def test_pasted_lines_become_items_and_can_be_taken_back(content, groceries, window):
    paste = """(field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }"""
    line(window).evaluate(paste, "- Flour\n- [ ] 2 eggs\n\n• Butter tomorrow\n")
    window.expect_texts("Milk", "Bread", "Apples", "Flour", "2 eggs", "Butter tomorrow")
    expect(line(window)).to_have_value("")
    window.settled()
    assert content.texts(groceries)[3:] == ["Flour", "2 eggs", "Butter tomorrow"]
    chip(window.notice("Added 3 items"), "Undo").click()
    window.expect_texts("Milk", "Bread", "Apples")
    window.settled()
    assert content.texts(groceries) == ["Milk", "Bread", "Apples"]
    line(window).evaluate(paste, "one line\n")
    expect(window.rows()).to_have_count(3)

"""Tags, quantities and starts, in rows, in the editor and as chips of the line for a new item."""

import pytest
from playwright.sync_api import expect

from window import eventually


def item_of(content, checklist, text):
    return next(item for item in content.items(checklist) if item["text"] == text)


def filters(window):
    return window.page.locator("main .tagged").get_by_role("button")


@pytest.mark.gate
def test_the_editor_sets_tags_quantity_and_start(content, groceries, open_window):
    content.make_item(groceries, "Candles", tags=["party"])
    window = open_window(f"/#/lists/{groceries['id']}")
    form = window.edit("Bread")
    form.locator("summary", has_text="More options").click()
    tags = form.get_by_role("combobox", name="Tags")
    tags.focus()
    expect(form.locator("datalist option")).to_have_count(1)
    tags.press_sequentially("bakery, Party")
    tags.press("Enter")
    expect(form.get_by_role("group", name="Tags").get_by_role("button")).to_have_text(["bakery ×", "Party ×"])
    form.get_by_label("Quantity").fill("2.5")
    form.get_by_role("textbox", name="Unit").fill("kg")
    form.get_by_label("Start").fill("2099-01-03")
    window.expect_accessible()
    window.save()
    row = window.row("Bread")
    expect(row.locator(".tag")).to_have_text(["bakery", "Party"])
    expect(row.locator(".amount bdi")).to_have_text("2.5 kg")
    expect(row).to_contain_text("from 3 Jan 2099")
    window.settled()
    saved = item_of(content, groceries, "Bread")
    assert (saved["tags"], saved["quantity"], saved["unit"]) == (["bakery", "Party"], 2.5, "kg")
    assert saved["startOn"] == "2099-01-03"


def test_a_quantity_that_is_no_number_is_asked_for(content, groceries, open_window):
    item = content.make_item(groceries, "Flour", quantity=2, unit="kg")
    window = open_window(f"/#/lists/{groceries['id']}/items/{item['id']}")
    form = window.editor()
    quantity = form.get_by_label("Quantity")
    quantity.focus()
    quantity.press("ControlOrMeta+a")
    quantity.press_sequentially("-")
    form.get_by_role("button", name="Done").click()
    expect(form.get_by_role("alert")).to_have_text("Enter a number.")
    expect(quantity).to_be_focused()
    form.get_by_label("Notes").fill("white")
    window.row("Milk").locator(".open").click()
    window.settled()
    kept = content.item(item)
    assert (kept["quantity"], kept["unit"], kept["notes"]) == (2, "kg", "white")


@pytest.mark.gate
def test_a_tap_on_a_tag_filters_the_list(content, groceries, open_window):
    content.make_item(groceries, "Candles", tags=["party", "table"])
    content.make_item(groceries, "Cola", tags=["Party"])
    window = open_window(f"/#/lists/{groceries['id']}")
    expect(filters(window)).to_have_text(["party", "table"])
    window.row("Cola").locator(".tag").click()
    window.expect_texts("Candles", "Cola")
    filters(window).filter(has_text="table").click()
    window.expect_texts("Candles")
    expect(window.page.locator("main .tagged [aria-pressed=true]")).to_have_count(2)
    window.expect_accessible()
    for name in ("table", "Party"):
        filters(window).get_by_text(name, exact=True).click()
    window.expect_texts("Milk", "Bread", "Apples", "Candles", "Cola")


def test_plus_and_minus_change_the_quantity(content, groceries, open_window):
    content.make_item(groceries, "Eggs", quantity=2)
    window = open_window(f"/#/lists/{groceries['id']}", size=(390, 844), has_touch=True)
    window.handy()
    amount = window.row("Eggs").locator(".amount bdi")
    plus, minus = window.button("Increase “Eggs”"), window.button("Decrease “Eggs”")
    for button in (plus, minus):
        box = button.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
    for _ in range(3):
        plus.tap()
    expect(amount).to_have_text("5")
    minus.tap()
    expect(amount).to_have_text("4")
    window.settled()
    assert item_of(content, groceries, "Eggs")["quantity"] == 4


@pytest.mark.gate
def test_the_line_shows_its_quantity_and_tags(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    line = window.page.locator(".composer input")
    line.fill("2 kg flour @baking")
    chips = window.page.get_by_role("group", name="Recognized").get_by_role("button")
    expect(chips).to_have_text(["2 kg ×", "baking ×"])
    line.press("Enter")
    expect(window.row("flour").locator(".amount bdi")).to_have_text("2 kg")
    window.settled()
    assert item_of(content, groceries, "flour")["tags"] == ["baking"]


@pytest.mark.gate
def test_the_tags_of_a_line_join_those_of_the_filter(content, groceries, open_window):
    content.make_item(groceries, "Candles", tags=["party"])
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    window.row("Candles").locator(".tag").click()
    line = window.page.locator(".composer input")
    line.fill("2 kg flour @baking")
    chips = window.page.get_by_role("group", name="Recognized").get_by_role("button")
    expect(chips).to_have_text(["2 kg ×", "baking ×"])
    line.press("Enter")
    expect(window.row("flour")).to_be_visible()
    line.fill("3 kg sugar @baking")
    chips.filter(has_text="3 kg").click()
    expect(chips).to_have_text(["baking ×"])
    line.press("Enter")
    expect(window.row("3 kg sugar")).to_be_visible()
    window.settled()
    for text in ("flour", "3 kg sugar"):
        assert item_of(content, groceries, text)["tags"] == ["party", "baking"]


def test_a_conflict_names_tags_and_quantity(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[412], deaf=True)
    window.go(f"/?1#/lists/{groceries['id']}")
    form = window.edit("Milk")
    form.locator("summary", has_text="More options").click()
    form.get_by_label("Quantity").fill("3")
    form.get_by_role("combobox", name="Tags").press_sequentially("mine")
    form.get_by_role("combobox", name="Tags").press("Enter")
    content.change(item_of(content, groceries, "Milk"), quantity=2, tags=["theirs"])
    window.save()
    terms = window.dialog().locator("dt")
    expect(terms).to_have_text(["Quantity", "Tags"])
    expect(window.dialog().locator("bdi")).to_have_text(["2", "3", "theirs", "mine"])
    window.dialog().get_by_role("button", name="Keep mine").click()
    # The change is not in the outbox while the person decides.
    eventually(lambda: item_of(content, groceries, "Milk")["tags"] == ["mine"])

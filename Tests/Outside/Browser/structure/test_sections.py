"""Sections as headings of a list: their items, their order, and folding."""

import pytest
from playwright.sync_api import expect
from sharing import PHONE


@pytest.fixture
def shop(content, groceries):
    """Groceries with two sections, one of which has an item."""
    address = f"/v1/checklists/{groceries['id']}/sections"
    dairy, produce = (content.send("POST", address, {"name": name}) for name in ("Dairy", "Produce"))
    content.make_item(groceries, "Cheese", sectionId=dairy["id"])
    return {**groceries, "dairy": dairy["id"], "produce": produce["id"]}


def section(window, name):
    return window.page.locator("main .section").filter(has_text=name)


def section_of(content, checklist, text):
    return next(item["sectionId"] for item in content.items(checklist) if item["text"] == text)


def names(content, checklist):
    return [one["name"] for one in content.send("GET", f"/v1/checklists/{checklist['id']}")["sections"]]


def fill_name(window, name):
    window.dialog().get_by_label("Name").fill(name)
    window.dialog().get_by_label("Name").press("Enter")
    expect(window.dialog()).to_have_count(0)


@pytest.mark.gate
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_sections_are_headings_that_axe_accepts(shop, open_window, size):
    window = open_window(f"/#/lists/{shop['id']}", size=size)
    window.expect_texts("Milk", "Bread", "Apples", "Cheese")
    headings = window.page.locator("main h2")
    expect(headings).to_have_text(["Dairy 1", "Produce"])
    window.handy()
    window.expect_accessible()


@pytest.mark.gate
def test_sections_are_added_renamed_and_deleted(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.handy()
    for name in ("Dairy", "Fruit"):
        window.choose_in_menu("Add section…")
        fill_name(window, name)
        expect(section(window, name)).to_be_visible()
    section(window, "Fruit").get_by_role("button", name="Options for “Fruit”").click()
    window.button("Rename section…").click()
    fill_name(window, "Fruit and vegetables")
    expect(section(window, "Fruit and vegetables")).to_be_visible()
    window.settled()
    assert names(content, groceries) == ["Dairy", "Fruit and vegetables"]
    window.button("Options for “Dairy”").click()
    window.button("Delete section…").click()
    window.dialog().get_by_role("button", name="Delete").click()
    expect(window.page.locator("main .section")).to_have_count(1)
    window.settled()
    assert names(content, groceries) == ["Fruit and vegetables"]


def test_the_plus_of_a_section_adds_there(content, shop, open_window):
    window = open_window(f"/#/lists/{shop['id']}")
    window.handy()
    window.button("Add to “Dairy”").click()
    line = window.page.locator(".composer input")
    expect(line).to_be_focused()
    expect(line).to_have_attribute("placeholder", "Add to “Dairy”")
    for text in ("Butter", "Yogurt"):
        line.fill(text)
        line.press("Enter")
    window.expect_texts("Milk", "Bread", "Apples", "Cheese", "Butter", "Yogurt")
    window.settled()
    assert section_of(content, shop, "Yogurt") == shop["dairy"]


@pytest.mark.gate
def test_an_item_is_dragged_into_a_section_and_back_by_undo(content, shop, open_window):
    window = open_window(f"/#/lists/{shop['id']}")
    mouse = window.page.mouse
    window.row("Milk").hover()
    grip = window.handle("Milk").bounding_box()
    below = window.row("Cheese").bounding_box()
    mouse.move(grip["x"] + 20, grip["y"] + 20)
    mouse.down()
    mouse.move(grip["x"] + 20, below["y"] + below["height"] - 4, steps=8)
    expect(window.page.locator("main .held")).to_be_visible()
    mouse.up()
    window.expect_texts("Bread", "Apples", "Cheese", "Milk")
    window.settled()
    assert section_of(content, shop, "Milk") == shop["dairy"]
    window.notice("Moved “Milk” to “Dairy”").get_by_role("button", name="Undo").click()
    window.expect_texts("Milk", "Bread", "Apples", "Cheese")
    window.settled()
    assert section_of(content, shop, "Milk") is None


def test_arrow_keys_move_an_item_through_the_sections(content, shop, open_window):
    window = open_window(f"/#/lists/{shop['id']}")
    window.handle("Apples").focus()
    # To the start and the end of Dairy, and to Produce.
    for _ in range(3):
        window.page.keyboard.press("ArrowDown")
        window.settled()
    assert section_of(content, shop, "Apples") == shop["produce"]
    expect(window.row("Apples").locator(".handle")).to_be_focused()
    window.expect_texts("Milk", "Bread", "Cheese", "Apples")


def test_arrow_keys_move_a_section(content, shop, open_window):
    window = open_window(f"/#/lists/{shop['id']}")
    window.handy()
    section(window, "Produce").locator(".handle").focus()
    window.page.keyboard.press("ArrowUp")
    expect(window.page.locator("main h2")).to_have_text(["Produce", "Dairy 1"])
    window.settled()
    assert names(content, shop) == ["Produce", "Dairy"]


def test_a_folded_section_stays_folded_on_this_device(shop, open_window):
    window = open_window(f"/#/lists/{shop['id']}")
    fold = window.page.get_by_role("button", name="Dairy 1", exact=True)
    fold.click()
    window.expect_texts("Milk", "Bread", "Apples")
    window.go(f"/?1#/lists/{shop['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    expect(fold).to_have_attribute("aria-expanded", "false")


@pytest.mark.gate
def test_a_section_and_its_items_are_added_offline(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=["ERR_INTERNET_DISCONNECTED"])
    window.complaints.clear()
    window.handy()
    window.quiet()
    window.context.set_offline(True)
    window.choose_in_menu("Add section…")
    fill_name(window, "Dairy")
    window.button("Add to “Dairy”").click()
    line = window.page.locator(".composer input")
    line.fill("Cheese")
    line.press("Enter")
    window.expect_texts("Milk", "Bread", "Apples", "Cheese")
    window.context.set_offline(False)
    window.settled()
    made = content.send("GET", f"/v1/checklists/{groceries['id']}")["sections"]
    assert [one["name"] for one in made] == ["Dairy"]
    assert section_of(content, groceries, "Cheese") == made[0]["id"]
    window.complaints[:] = [one for one in window.complaints if "ERR_INTERNET_DISCONNECTED" not in one]


def test_an_item_is_added_without_a_section_that_is_refused(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[422])
    window.handy()
    held = []
    window.page.route("**/sections", lambda route: held.append(route))
    window.choose_in_menu("Add section…")
    fill_name(window, "Dairy")
    window.button("Add to “Dairy”").click()
    line = window.page.locator(".composer input")
    line.fill("Cheese")
    line.press("Enter")
    window.expect_texts("Milk", "Bread", "Apples", "Cheese")
    refusal = {"type": "tag:checklistd,2026:test", "title": "Unprocessable Content", "status": 422}
    held[0].fulfill(status=422, json=refusal, content_type="application/problem+json")
    window.settled()
    window.expect_texts("Milk", "Bread", "Apples", "Cheese")
    assert section_of(content, groceries, "Cheese") is None


def test_a_filter_hides_sections_without_items(content, shop, open_window):
    content.make_item(shop, "Candles", tags=["party"])
    window = open_window(f"/#/lists/{shop['id']}")
    window.handy()
    headings = window.page.locator("main .section h2")
    shown = headings.count()
    assert shown > 0
    window.row("Candles").locator(".tag").click()
    window.expect_texts("Candles")
    expect(headings).to_have_count(0)
    window.page.locator("main .filter").click()
    expect(headings).to_have_count(shown)


def test_a_name_that_is_too_long_stays_in_the_dialog(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.page.get_by_role("searchbox", name="Search this list").fill("mil")
    window.expect_texts("Milk")
    for entry, action in (("Save as view…", "Save"), ("Add section…", "Add")):
        window.choose_in_menu(entry)
        field = window.dialog().get_by_label("Name")
        field.fill("")
        window.page.keyboard.insert_text("x" * 201)
        window.dialog().get_by_role("button", name=action).click()
        expect(window.dialog().get_by_role("alert")).to_have_text("A name has at most 100 letters.")
        expect(field).to_have_value("x" * 201)
        window.expect_accessible()
        field.fill("y" * 100)
        field.press("Enter")
        expect(window.dialog()).to_have_count(0)
    window.settled()
    assert [view["name"] for view in content.send("GET", "/v1/views")] == ["y" * 100]
    sections = content.send("GET", f"/v1/checklists/{groceries['id']}")["sections"]
    assert [section["name"] for section in sections] == ["y" * 100]

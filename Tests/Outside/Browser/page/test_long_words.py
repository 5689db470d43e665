"""Long words and addresses at large letters and at 400 % zoom: nothing is cut or scrolls sideways."""

import pytest
from playwright.sync_api import expect
from sharing import PHONE
from test_sizes import LETTERS, large_chromium  # noqa: F401
from window import Window, at

# Longer than a line everywhere, and without a place to break it.
WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
ADDRESS = "https://example.org/" + "a1b2c3d4e5" * 8
LARGE = ("large_chromium", LETTERS)
# 1280 × 800 at 400 %.
ZOOMED = (320, 200)

# Views and dialogs that scroll sideways, what is cut off, and what reaches out of the window. A field
# scrolls. An excerpt ends with dots, and a name in the bar has three lines at most.
WIDE = """() => {
    const top = [...document.querySelectorAll("dialog[open], :popover-open")].at(-1) ?? document.body;
    const fields = "input, textarea, select, option";
    const passes = `svg, svg *, ${fields}, .unseen, .skip, .excerpt, .round, .check, .map *, :has(> .unseen)`;
    const shown = [...top.querySelectorAll("*"), top].filter((one) =>
        one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.matches(passes));
    const name = (one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`;
    const holds = (one) => getComputedStyle(one).overflowX !== "visible" && one.clientWidth > 0;
    const isOut = ({ left, right, width }) => width > 0 && (right > innerWidth + 1 || left < -1);
    return {
        page: document.documentElement.scrollWidth - innerWidth,
        scrolls: shown.filter((one) => holds(one) && one.scrollWidth > one.clientWidth + 1).map(name),
        out: shown.filter((one) => isOut(one.getBoundingClientRect())).map(name),
        cut: shown.filter((one) => one.matches("button, #tabs > *")
            && (one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 1)).map(name),
    };
}"""


@pytest.fixture
def much(content):
    """Lists, sections, tags, people, views and webhooks with long names."""
    content.send("PATCH", "/v1/people/1", {"name": WORD})
    content.send("POST", "/v1/people", {"name": f"{WORD} Ada"})
    made = content.make_list(WORD, icon="Groceries")
    address = f"/v1/checklists/{made['id']}"
    section = content.send("POST", f"{address}/sections", {"name": WORD})
    content.send("POST", f"{address}/links", {"role": "edit", "name": WORD})
    for text, day in ((WORD, -2), (ADDRESS, 1)):
        content.make_item(
            made, text, dueDate=at(day, 8), notes=f"{ADDRESS} {WORD}", tags=[WORD[:40], "short"],
            quantity=1000, unit="Schachteln",
            shouldRemind=True, recurrence={"rule": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"}, important=True,
            location={"street": WORD, "city": WORD},
        )
    content.make_item(made, f"{WORD} 2", sectionId=section["id"], checked=True)
    view = content.send("POST", "/v1/views", {"name": WORD, "query": {"checklistId": [made["id"]]}})
    content.send("POST", "/v1/webhooks", {"url": ADDRESS, "description": WORD})
    content.send("DELETE", f"/v1/items/{content.make_item(made, ADDRESS + WORD)['id']}")
    return {**made, "view": view["id"]}


@pytest.mark.gate
@pytest.mark.parametrize(
    ("browser", "letters", "size"),
    [(*LARGE, PHONE), (*LARGE, (1280, 800)), ("chromium", 16, ZOOMED), ("chromium", 16, PHONE)],
)
def test_long_words_fit_every_view(content, much, request, service, browser, letters, size):
    window = Window(request.getfixturevalue(browser), service, size=size)
    page, found = window.page, {}

    def look(view):
        window.quiet()
        wide = page.evaluate(WIDE)
        if wide["page"] > 0 or wide["scrolls"] or wide["out"] or wide["cut"]:
            found[view] = {name: value for name, value in wide.items() if value}

    def go(path):
        window.go(f"/?{len(window.requests)}#/{path}")
        expect(page.locator("main h1").first).to_be_attached()

    path = f"lists/{much['id']}"
    go(path)
    expect(window.row(WORD)).to_be_visible()
    page.evaluate("location.hash = '#/'")
    expect(window.list(WORD)).to_be_visible()
    look("lists")
    window.settled()
    go(path)
    expect(window.row(WORD)).to_be_visible()
    window.handy()
    look("list")
    page.get_by_role("textbox", name="Add an item").fill(f"{WORD} tomorrow #{WORD}")
    expect(page.get_by_role("group", name="Recognized").get_by_role("button").first).to_be_visible()
    look("list, while somebody types")
    page.get_by_role("textbox", name="Add an item").fill("")
    window.button("List options").click()
    look("menu")
    page.keyboard.press("Escape")
    form = window.edit(WORD)
    for name in ("date", "repeat", "remind"):
        form.locator(f"[data-part={name}Row]").click()
        look(f"editor: {name}")
    for extra in ("extra", "address"):
        details = form.locator(f"[data-part={extra}]")
        details.evaluate("details => { details.open = true; }")
    look("editor: more options")
    go(path)
    window.handy()
    for entry in ("Edit list…", "Share…", "Duplicate…", "Delete list…"):
        window.choose_in_menu(entry)
        expect(window.dialog()).to_be_visible()
        look(entry)
        page.keyboard.press("Escape")
        expect(window.dialog()).to_have_count(0)
    window.row(WORD).locator(".open").press("Delete")
    expect(window.notice("Deleted")).to_be_visible()
    look("a notice")
    window.notice("Deleted").get_by_role("button", name="Undo").click()
    expect(window.row(WORD)).to_be_visible()
    window.settled()
    views = (f"views/{much['view']}", "views/today", f"{path}/shop")
    for place in ("agenda", "reminders", "trash", "settings", "webhooks", *views):
        go(place)
        expect(page.locator("main h1")).not_to_have_text("")
        window.quiet()
        look(place)
    go(path)
    window.handy()
    page.keyboard.press("Control+k")
    window.dialog().get_by_role("combobox").fill("Donau")
    expect(window.dialog().get_by_role("option").nth(1)).to_be_visible()
    look("palette")
    window.context.close()
    assert found == {}

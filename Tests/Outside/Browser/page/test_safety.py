"""Nothing of an item becomes markup, nothing foreign is loaded, nobody without a token sees anything."""

import base64
import hashlib
import re

import pytest
from playwright.sync_api import expect

from window import at, exactly

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    '"><svg/onload=alert(1)>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "</title></textarea></template><b>bold</b>",
    '<a href="javascript:alert(1)">link</a>',
    "&lt;b&gt; &amp; &#x3c;",
    "{{7*7}} ${alert(1)} {0} {1}",
    "$& $1 $` \\0",
    "__proto__",
    "constructor",
    "null",
    "undefined",
    "NaN",
    "%00 %0a %3Cb%3E",
    "'; DROP TABLE items; --",
    "مرحبا <b> שלום",
    "\u202egnp.exe",
    "a\u200d\u200b\ufeffb",
    "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301",
    "Z" + "\u0351\u036b\u0353\u036a" * 30 + "algo",
    "W" * 1000,
]


def test_every_hostile_string_shows_as_its_text(content, open_window):
    window = open_window()
    window.page.on("dialog", lambda dialog: window.complaints.append(f"alert: {dialog.message}"))
    hostile = content.make_list(HOSTILE[0])
    for text in HOSTILE:
        content.make_item(
            hostile, text, notes=text, location={"city": text[:100]}, dueDate=at(1, 12)
        )
    for text in HOSTILE[:-1]:
        content.make_list(text)
    window.page.reload()
    expect(window.lists()).to_have_count(len(HOSTILE) + 1)
    names = window.page.locator("#lists .name").evaluate_all("all => all.map((name) => name.textContent)")
    assert sorted(names) == sorted([*HOSTILE[:-1], HOSTILE[0], "List"])
    window.go(f"/#/lists/{hostile['id']}")
    expect(window.page.locator("main h1")).to_have_text(exactly(HOSTILE[0]))
    expect(window.rows()).to_have_count(len(HOSTILE))
    shown = window.page.locator("main [data-part=text]").evaluate_all(
        "all => all.map((text) => text.textContent)"
    )
    assert shown == HOSTILE
    elements = "all => all.flatMap((text) => [...text.children]).length"
    texts = window.page.locator("main [data-part=text], main .excerpt, #lists .name bdi")
    assert texts.evaluate_all(elements) == 0
    for index, text in enumerate(HOSTILE):
        window.rows().nth(index).locator(".open").click()
        expect(window.editor().get_by_role("textbox", name="Text", exact=True)).to_have_value(text)
        assert (
            window.editor()
            .get_by_role("link", name="Show on map")
            .get_attribute("href")
            .startswith("https://www.openstreetmap.org/")
        )
        window.page.keyboard.press("Escape")
    window.rows().first.locator(".open").press("Delete")
    expect(window.notice(f"Deleted “{HOSTILE[0]}”")).to_be_visible()
    expect(window.page.locator("img[src=x], .notice img, main b, main script")).to_have_count(0)
    window.page.keyboard.press("Control+z")
    window.go("/#/agenda")
    expect(window.page.locator("main h1")).to_have_text("Agenda")
    expect(window.rows()).to_have_count(len(HOSTILE))
    expect(window.page.locator("main").locator("img, b, script")).to_have_count(0)


@pytest.mark.gate
def test_hostile_names_show_in_dialogs_too(content, open_window):
    made = content.make_list(HOSTILE[0], "Milk")
    window = open_window(f"/#/lists/{made['id']}")
    window.choose_in_menu("Delete list")
    expect(window.dialog().get_by_role("heading")).to_have_text(f"Delete “{HOSTILE[0]}”?")
    expect(window.dialog().locator("img")).to_have_count(0)


@pytest.mark.gate
def test_is_held_to_a_strict_policy(service, window):
    _, headers, body = service.request("GET", "/")
    policy = dict(rule.strip().split(" ", 1) for rule in headers["content-security-policy"].split(";"))
    # The one script that stands in the page is let in by what it is.
    before, script, after = re.split(r'<script type="module" async>((?:.|\n)*?)</script>', body.decode())
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy == {
        "default-src": "'none'",
        "script-src": f"'self' 'sha256-{digest}'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    assert headers["x-content-type-options"] == "nosniff"
    page = before + after
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:", page, re.I)
    sheets = window.page.evaluate("[...document.styleSheets].map(({ href }) => href)")
    assert all(sheet.startswith(f"{window.origin}/assets/") for sheet in sheets), sheets


BLOCKED = """for (const name of ["localStorage", "indexedDB"]) {
    Object.defineProperty(window, name, { configurable: true, get() {
        throw new DOMException("blocked", "SecurityError");
    } });
}"""


def test_a_browser_that_blocks_storage_shows_the_page(content, groceries, open_window):
    window = open_window("/")
    window.page.add_init_script(BLOCKED)
    window.go(f"/?#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    expect(window.notice("This browser saves nothing for this page.")).to_be_visible()
    window.add("Butter")
    assert content.texts(groceries)[-1] == "Butter"


def test_a_full_storage_stops_no_deletion(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}")
    window.expect_texts("Milk", "Bread", "Apples")
    window.page.evaluate("""() => {
        for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
            localStorage.setItem(`fill ${size}`, "x".repeat(size));
        }
    }""")
    window.row("Milk").locator(".open").press("Delete")
    window.expect_texts("Bread", "Apples")
    window.settled()
    assert content.texts(groceries) == ["Bread", "Apples"]

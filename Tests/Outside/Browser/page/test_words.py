"""The texts of the page: complete in four languages, translated, and short enough for a phone."""

import ast
import html.parser
import json
import pathlib
import re

import pytest
from playwright.sync_api import expect
from sharing import PHONE
from window import at, panel

SOURCES = pathlib.Path(__file__).resolve().parents[4] / "Sources"
PAGE = SOURCES / "Serve/Web/Page"
LOCALES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR", "ja": "ja-JP"}
FOREIGN = ["de", "fr", "ja"]

# The same word in English and in another language.
SHARED = {
    "de": {
        "Agenda", "Browser", "Details", "Link", "Name", "Name (optional)", "Offline", "Status", "System",
        "Tags", "Text", "Token", "Webhooks",
    },
    "fr": {
        "Agenda", "Assistant", "Date", "Description", "E-mail", "Important", "Importance", "Notes", "Photos",
        "Section", "Suggestions", "Type", "Webhooks", "10 minutes", "1 section", "{0} sections",
    },
    "ja": set(),
}  # fmt: skip
# Placeholders with punctuation only.
PATTERN = re.compile(r"[{}\d\s,.:;“”]*")
# Words that no German or French text has, and that hardly any English sentence lacks.
ENGLISH = re.compile(r"\b(the|is|are|and|with|this|you|your|must|not|has|have|cannot|been|of|to)\b")

CONTENT = {
    "en": ("Groceries", "Milk", "Bread", "Chores", "Rent"),
    "de": ("Einkauf", "Milch", "Brot", "Haushalt", "Miete"),
    "fr": ("Courses", "Lait", "Pain", "Ménage", "Loyer"),
    "ja": ("買い物", "牛乳", "パン", "家事", "家賃"),
}


def words_of(language):
    """The words of the page and of its bundles."""
    words = {}
    for file in [PAGE / f"words/{language}.js", *PAGE.rglob(f"*-{language}.js")]:
        text = file.read_text()
        pairs = re.findall(r'^  ("(?:[^"\\]|\\.)*"):\s+("(?:[^"\\]|\\.)*"),$', text, re.M)
        assert len(pairs) == len(re.findall(r"^  \"", text, re.M))
        found = {ast.literal_eval(key): ast.literal_eval(value) for key, value in pairs}
        assert words.keys().isdisjoint(found), "translated twice"
        words |= found
    return words


class Template(html.parser.HTMLParser):
    """Collects the texts of an HTML file, and those that `data-t` does not mark."""

    def __init__(self, text):
        super().__init__()
        self.marked, self.unmarked, self.open = set(), set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        names = [attributes[name] for name in ("aria-label", "placeholder") if attributes.get(name)]
        (self.marked if "data-t" in attributes else self.unmarked).update(names)
        if tag not in ("input", "link", "meta", "path", "rect", "circle", "use", "img"):
            self.open.append((tag, "data-t" in attributes, bool(attributes.get("aria-label"))))

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        tags = [tag for tag, _, _ in self.open]
        if not re.search(r"[^\W\d_]", data) or "noscript" in tags or "script" in tags:
            return
        _, is_marked, is_named = self.open[-1]
        if not is_named:
            (self.marked if is_marked else self.unmarked).add(data if is_marked else data.strip())


def words_of_page():
    """Every English text of the page: marked with `data-t` in templates, and `t("…")` in scripts."""
    said = set()
    for file in PAGE.rglob("*.html"):
        said |= Template(file.read_text()).marked
    for file in PAGE.rglob("*.js"):
        text = file.read_text()
        said.update(re.findall(r'\bt\("((?:[^"\\]|\\.)*)"', text))
        for names in re.findall(r"(?:icons|fieldNames) = [\[{](.*?)[\]}];", text, re.S):
            said.update(re.findall(r'"([^"]+)"', names))
    # States of deliveries, with a capital, and weather conditions come from the server.
    said.update(["Pending", "Delivered", "Failed"])
    codes = (SOURCES / "Send/Places/WeatherCode.swift").read_text()
    said.update(re.findall(r'^ +\d+: \("([^"]+)"', codes, re.M))
    return said - {"https://", "Bearer …"}


@pytest.mark.gate
@pytest.mark.parametrize("language", FOREIGN)
def test_every_text_of_the_page_is_translated(language):
    words = words_of(language)
    said = words_of_page()
    assert said - set(words) == set(), "not translated"
    assert set(words) - said == set(), "not used"
    for english, foreign in words.items():
        assert sorted(re.findall(r"\{\d\}", english)) == sorted(re.findall(r"\{\d\}", foreign)), english


@pytest.mark.gate
@pytest.mark.parametrize("language", FOREIGN)
def test_no_translation_is_the_english_text(language):
    words = words_of(language)
    same = {key for key, value in words.items() if key == value and not PATTERN.fullmatch(key)}
    assert same - SHARED[language] == set()
    for english, foreign in words.items():
        assert not ENGLISH.search(foreign), (english, foreign)


@pytest.mark.gate
def test_every_text_of_a_template_is_marked():
    unmarked = set()
    for file in PAGE.rglob("*.html"):
        unmarked |= Template(file.read_text()).unmarked
    # The title is set by a script, and these names are the same in every language.
    assert unmarked - {"Checklists", "ntfy", "https://", "Bearer …"} == set()


@pytest.mark.gate
@pytest.mark.parametrize("language", LOCALES)
def test_every_view_fits_a_phone_in_its_language(content, open_window, language):
    groceries, milk, bread, chores, rent = CONTENT[language]
    for address in ("/v1/checklists/1", "/v1/trash"):
        content.send("DELETE", address)
    made = content.make_list(groceries, icon="Groceries")
    rule = {"rule": "FREQ=DAILY;INTERVAL=3", "from": "due"}
    content.make_item(made, milk, important=True, dueDate=at(1, 8), shouldRemind=True, recurrence=rule)
    content.make_item(made, bread, dueOn=at(-2, 12)[:10])
    gone = content.make_item(made, rent)
    content.make_list(chores, icon="Chores")
    content.send("DELETE", f"/v1/items/{gone['id']}")
    window = open_window(size=PHONE, locale=LOCALES[language], refusals=[422])
    page, words = window.page, {} if language == "en" else words_of(language)

    def look(view):
        window.quiet()
        found = page.evaluate(MEASURE)
        assert found["cut"] == [], (view, found["cut"])
        assert found["scrolls"] == 0, view
        if language != "en":
            assert [text for text in found["texts"] if is_english(text, words)] == [], view

    expect(window.lists()).to_have_count(2)
    look("lists")
    page.locator("#account").click()
    expect(page.locator("dialog [data-part=people] .line")).to_have_count(1)
    look("account")
    window.go(f"/?1#/lists/{made['id']}")
    expect(window.row(milk)).to_be_visible()
    window.handy()
    look("list")
    line = page.locator(".composer input")
    line.fill("x" * 1001)
    line.press("Enter")
    expect(page.locator("#composer-error")).to_be_visible()
    look("an item that is refused")
    line.fill("")
    page.locator("main .bar [data-part=more]").click()
    look("menu of the list")
    page.keyboard.press("Escape")
    window.edit(milk)
    expect(panel(window.editor(), "Repeat").locator("[data-part=next]")).to_be_visible()
    look("item editor")
    page.set_viewport_size({"width": 1280, "height": 800})
    look("item editor beside the list")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    window.go("/?2#/agenda")
    expect(window.row(milk)).to_be_visible()
    look("agenda")
    window.go("/?3#/reminders")
    expect(page.locator("main .row")).to_have_count(1)
    look("reminders")
    window.go("/?4#/trash")
    expect(page.locator("main .row")).to_have_count(1)
    look("trash")
    window.go(f"/?5#/lists/{made['id']}")
    window.handy()
    page.locator("main .bar [data-part=more]").click()
    page.locator("main .menu button[value=share]").locator("visible=true").click()
    expect(page.locator("dialog [data-part=members] .line")).to_have_count(1)
    look("sharing")
    window.go(f"/?6#/lists/{made['id']}")
    page.locator("main .back").click()
    page.locator("#settings").click()
    look("settings")
    page.locator("main [data-part=exchange]").click()
    dialog = page.locator("dialog.exchange")
    expect(dialog).to_be_visible()
    look("import and export")
    lists = [{"name": name, "items": [{"text": milk, "dueDate": "x"}, {}]} for name in (groceries, chores)]
    file = {"name": f"{groceries}.json", "mimeType": "", "buffer": json.dumps({"checklists": lists}).encode()}
    dialog.locator("input").set_input_files(file)
    dialog.locator("summary").click()
    expect(dialog.locator("details li").first).to_be_visible()
    look("import")


def is_english(text, words):
    """Whether a text of the page is one of its English texts, or has English words."""
    if words.get(text, text) != text or ENGLISH.search(text):
        return True
    # Ordinals such as "{0}nd" match words of other languages.
    patterns = [key for key in words if "{" in key and re.search(r"[A-Za-z]{3}", key) and words[key] != key]
    return any(re.fullmatch(re.sub(r"\\\{\d\\\}", ".+", re.escape(key)), text) for key in patterns)


# Returns texts that do not fit their control or container, how far the page scrolls sideways, and all texts.
# Texts that people wrote may be cut. Without a Japanese font the letters are too narrow, and are spaced out.
MEASURE = r"""() => {
  const visible = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, [hidden], svg");
  const top = [...document.querySelectorAll("dialog[open], :popover-open")].at(-1);
  const open = [...(top ?? document.body).querySelectorAll("*")].filter(visible);
  const ruler = document.createElement("span");
  ruler.style.cssText = "position: absolute; visibility: hidden; white-space: pre; font-size: 100px";
  ruler.textContent = "あ";
  document.body.append(ruler);
  const missing = 1 - ruler.offsetWidth / 100;
  const own = (element) => [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
  if (missing > 0.1) {
    for (const element of open) {
      const text = element.matches("select") ? element.selectedOptions[0]?.text
        : own(element).map(({ data }) => data).join("");
      if (/[\u3040-\u9fff]/.test(text)) element.style.letterSpacing = `${missing}em`;
    }
  }
  // The search field and the sort menu of a list are icons until they are used.
  const isIcon = (element) => element.matches(".find input, .pick select");
  const cut = [];
  const texts = [];
  for (const element of open) {
    for (const name of ["aria-label", "placeholder", "title"]) {
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
    }
    if (element.matches("select")) {
      texts.push(...[...element.options].map((option) => option.text));
      const style = getComputedStyle(element);
      ruler.style.font = style.font;
      ruler.style.letterSpacing = style.letterSpacing;
      ruler.textContent = element.selectedOptions[0]?.text ?? "";
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const isCut = !isIcon(element) && ruler.offsetWidth > room + 1;
      if (isCut) cut.push(`${ruler.textContent}: ${ruler.offsetWidth} in ${room}`);
      continue;
    }
    if (element.matches("input[placeholder]")) {
      const style = getComputedStyle(element);
      ruler.style.font = style.font;
      ruler.style.letterSpacing = "normal";
      ruler.textContent = element.placeholder;
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const isCut = !isIcon(element) && ruler.offsetWidth > room + 1;
      if (isCut) cut.push(`${element.placeholder}: ${ruler.offsetWidth} in ${room}`);
      continue;
    }
    for (const node of own(element)) {
      if (element.closest("option")) continue;
      texts.push(node.data.trim());
      if (element.closest("bdi, [dir=auto]")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { 0: word, index } of node.data.matchAll(/[\p{Script=Latin}]+/gu)) {
        const letters = document.createRange();
        letters.setStart(node, index);
        letters.setEnd(node, index + word.length);
        if (letters.getClientRects().length > 1) cut.push(`${word} is broken`);
      }
      const { left, right } = range.getBoundingClientRect();
      for (let box = element; box; box = box.parentElement) {
        const isBox = box.matches("button, label, dialog, .menu, .card, .row, main, #sheet, #sidebar, body");
        if (!isBox && getComputedStyle(box).overflowX === "visible") continue;
        const edge = box.getBoundingClientRect();
        if (left >= edge.left - 1 && right <= edge.right + 1) continue;
        cut.push(`${node.data.trim()} in ${box.tagName}.${box.className}`);
      }
    }
  }
  ruler.remove();
  const { scrollWidth, clientWidth } = document.documentElement;
  return { cut, texts, scrolls: scrollWidth - clientWidth };
}"""

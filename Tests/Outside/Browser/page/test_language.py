"""English, French, German and Japanese, by the browser's language."""

import re

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize(
    ("locale", "language", "remaining", "title", "tomorrow"),
    [
        ("en-US", "en-US", "2 left", "Checklists", "Tomorrow, 3:05 PM"),
        ("fr-FR", "fr-FR", "2 à faire", "Listes", "Demain, 15:05"),
        pytest.param("ja-JP", "ja-JP", "残り2件", "チェックリスト", "明日 15:05", marks=pytest.mark.gate),
        ("de-DE", "de-DE", "2 offen", "Checklisten", "Morgen, 15:05"),
        ("it-IT", "en", "2 left", "Checklists", None),
    ],
)
def test_speaks_the_language_of_the_browser(
    content, open_window, locale, language, remaining, title, tomorrow
):
    window = open_window(locale=locale)
    expect(window.page.locator("html")).to_have_attribute("lang", language)
    expect(window.page.locator("#sidebar h1")).to_have_text(title)
    window.expect_summary("List", remaining)
    if tomorrow:
        at = window.page.evaluate("new Date(new Date().setHours(24 + 15, 5, 0, 0)).toISOString()")
        made = content.send("GET", "/v1/checklists")[0]
        content.make_item(made, "Milk", dueDate=at)
        window.reopen(f"/#/lists/{made['id']}")
        expect(window.row("Milk").locator("[data-part=due]")).to_have_text(
            re.compile(tomorrow.replace(" ", r"\s"))
        )


def test_numbers_are_written_as_the_language_has_it(content, open_window):
    made = content.make_list("Much")
    content.make_items(made, [f"Item {number}" for number in range(1001)])
    window = open_window(locale="fr-FR")
    expect(window.list("Much").locator(".summary")).to_have_text(re.compile(r"^1\s001 à faire$"))


@pytest.mark.parametrize(
    ("locale", "name", "sentence"),
    [
        ("en-GB", "Add an item", "“Text” can have 1000 characters at most."),
        ("fr-FR", "Ajouter un élément", "« Texte » peut avoir 1000 caractères au plus."),
        ("de-DE", "Eintrag hinzufügen", "„Text“ kann höchstens 1000 Zeichen haben."),
        ("ja-JP", "項目を追加", "「内容」は 1000 文字までです。"),
    ],
)
def test_says_why_something_was_refused_in_a_whole_sentence(
    groceries, open_window, locale, name, sentence
):
    window = open_window(f"/#/lists/{groceries['id']}", locale=locale, refusals=[422])
    line = window.page.get_by_role("textbox", name=name)
    line.fill("x" * 1001)
    line.press("Enter")
    expect(window.page.locator("#composer-error")).to_have_text(sentence)

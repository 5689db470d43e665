"""Imports files of other programs, and downloads lists."""

import json
import pathlib

import pytest
from playwright.sync_api import expect
from sharing import PHONE, make_link
from window import eventually

TODOIST = """\
TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
task,Milk @dairy,The one for coffee,1,1,Ada (1),,2026-12-01,en,Europe/Paris
task,Oat,,4,2,Ada (1),,,en,Europe/Paris
section,Bakery,,,,,,,,
task,Bread,,4,1,Ada (1),Bob (2),every blue moon,en,Europe/Paris
"""
TABLE = """\
Aufgabe;Datum;Wo
"Brot; hell";2026-12-01;Markt
Milch;;Laden
"""


def document(*names, texts=("One", "Two")):
    """An export of this service."""
    lists = [{"name": name, "items": [{"text": text} for text in texts]} for name in names]
    return json.dumps({"format": 1, "checklists": lists})


def open_exchange(window):
    window.page.locator("#settings").click()
    window.button("Import and export…").click()
    expect(exchange(window).get_by_role("heading", name="Import and export")).to_be_visible()
    return exchange(window)


def exchange(window):
    return window.page.locator("dialog.exchange")


def choose(window, name, text):
    """Chooses a file with this text."""
    content = text if isinstance(text, bytes) else text.encode()
    file = {"name": name, "mimeType": "", "buffer": content}
    exchange(window).locator("input[type=file]").set_input_files(file)


def import_button(window):
    return exchange(window).locator(".actions .primary")


def error(window):
    return exchange(window).locator(".error")


def drop(window, files, target="main"):
    """Drops files on the page; a file is a name and a text, or `None` for one that cannot be read."""
    window.page.evaluate(
        """async ([files, target]) => {
            const dataTransfer = new DataTransfer();
            for (const [name, text] of files) dataTransfer.items.add(new File([text ?? "x"], name));
            const dropped = [...dataTransfer.files];
            files.forEach(([, text], index) => {
                // As a folder does.
                const refused = { arrayBuffer: () => Promise.reject(new Error()) };
                if (text === null) dropped[index].slice = () => refused;
            });
            Object.defineProperty(dataTransfer, "files", { value: dropped });
            const options = { bubbles: true, cancelable: true, dataTransfer };
            const element = document.querySelector(target);
            const over = new DragEvent("dragover", options);
            element.dispatchEvent(over);
            if (!over.defaultPrevented) throw new Error("not taken");
            element.dispatchEvent(new DragEvent("drop", options));
        }""",
        [files, target],
    )


def imports(window):
    return [request.url for request in window.requests if "/v1/import" in request.url]


@pytest.mark.gate
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_imports_a_file_of_another_program_and_undoes_it(content, open_window, size):
    window = open_window(size=size)
    if size == PHONE:
        window.page.get_by_role("link", name="All lists").click()
    dialog = open_exchange(window)
    window.expect_accessible()
    expect(dialog.get_by_text("Works with Todoist, TickTick")).to_be_visible()
    choose(window, "Shopping.csv", TODOIST)
    expect(dialog.get_by_role("heading", name="Import “Shopping.csv”")).to_be_focused()
    expect(dialog.get_by_label("Format")).to_have_value("todoist")
    expect(dialog.locator(".tick .hint")).to_have_text("3 items · 1 section · 1 subtask")
    changed = dialog.locator("details").filter(has_text="Changed")
    changed.locator("summary").click()
    expect(changed.get_by_text("Date not recognized; kept in the notes")).to_be_visible()
    window.expect_accessible()
    expect(import_button(window)).to_have_text("Import 1 list with 3 items")
    import_button(window).click()
    expect(dialog).to_have_count(0)
    expect(window.page.locator("main h1")).to_have_text("Shopping")
    window.expect_texts("Milk", "Oat", "Bread")
    # A read of the list that is still on its way would be answered with 404.
    window.handy()
    window.quiet()
    window.notice("1 list imported").get_by_role("button", name="Undo").click()
    expect(window.list("Shopping")).to_have_count(0)
    eventually(lambda: [entry["name"] for entry in content.send("GET", "/v1/trash")] == ["Shopping"])
    expect(window.page.locator("#alerts .notice")).to_have_count(0)


@pytest.mark.gate
def test_imports_the_chosen_lists(content, window):
    dialog = open_exchange(window)
    choose(window, "Lists.json", document("Home", "Work", "Garden"))
    expect(import_button(window)).to_have_text("Import 3 lists with 6 items")
    every = dialog.get_by_role("checkbox", name="All lists")
    dialog.get_by_role("checkbox", name="Work").uncheck()
    expect(import_button(window)).to_have_text("Import 2 lists with 4 items")
    assert every.evaluate("box => box.indeterminate")
    every.uncheck()
    expect(import_button(window)).to_be_disabled()
    every.check()
    dialog.get_by_role("checkbox", name="Work").uncheck()
    import_button(window).click()
    expect(window.notice("2 lists imported")).to_be_visible()
    names = {made["name"] for made in content.send("GET", "/v1/checklists")}
    assert {"Home", "Garden"} <= names and "Work" not in names
    # The shortcut undoes the import as one change.
    window.page.locator("main h1").click()
    window.page.keyboard.press("Control+z")
    expect(window.list("Garden")).to_have_count(0)
    expect(window.list("Home")).to_have_count(0)


@pytest.mark.gate
def test_asks_for_the_meaning_of_columns(content, window):
    dialog = open_exchange(window)
    choose(window, "Einkauf.csv", TABLE)
    columns = dialog.locator(".columns select")
    expect(columns).to_have_count(3)
    expect(dialog.locator(".columns label").nth(0)).to_contain_text("Aufgabe")
    expect(dialog.locator(".columns label").nth(0)).to_contain_text("Brot; hell")
    expect(columns.nth(0)).to_have_value("text")
    expect(columns.nth(1)).to_have_value("due")
    expect(columns.nth(2)).to_have_value("")
    columns.nth(2).select_option("section")
    expect(dialog.locator(".tick .hint")).to_have_text("2 items · 2 sections")
    expect(columns.nth(2)).to_have_value("section")
    expect(columns.nth(2)).to_be_focused()
    window.expect_accessible()
    import_button(window).click()
    expect(window.notice("1 list imported")).to_be_visible()
    window.expect_texts("Brot; hell", "Milch")
    made = next(one for one in content.send("GET", "/v1/checklists") if one["name"] == "Einkauf")
    assert [section["name"] for section in made["sections"]] == ["Markt", "Laden"]


@pytest.mark.gate
def test_downloads_lists_that_an_import_reads_again(content, groceries, window):
    window.open_list("Groceries")
    window.choose_in_menu("Export…")
    dialog = exchange(window)
    expect(dialog.get_by_role("heading", name="Export").first).to_be_visible()
    expect(dialog.get_by_label("Lists")).to_have_value(str(groceries["id"]))
    expect(dialog.get_by_role("button", name="Choose a file")).to_have_count(0)
    window.expect_accessible()
    dialog.get_by_label("Format").select_option("text")
    expect(dialog.get_by_text("To read, print or send.")).to_be_visible()
    with window.page.expect_download() as found:
        dialog.get_by_role("button", name="Download").click()
    assert found.value.suggested_filename == "Groceries.txt"
    assert "Milk" in pathlib.Path(found.value.path()).read_text()
    expect(dialog.get_by_text("Downloaded “Groceries.txt”")).to_be_visible()
    drop(window, [["Home.json", document("Home")]], "dialog.exchange")
    expect(import_button(window)).to_have_text("Import 1 list with 2 items")
    window.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    dialog = open_exchange(window)
    with window.page.expect_download() as found:
        dialog.get_by_role("button", name="Download").click()
    assert found.value.suggested_filename == "Checklists.json"
    choose(window, "Checklists.json", pathlib.Path(found.value.path()).read_bytes())
    expect(import_button(window)).to_have_text("Import 2 lists with 5 items")
    import_button(window).click()
    expect(window.list("Groceries")).to_have_count(2)


def test_opens_with_a_dropped_file(window):
    expect(window.list("List")).to_be_visible()
    window.handy()
    drop(window, [["Home.json", document("Home")]])
    expect(import_button(window)).to_have_text("Import 1 list with 2 items")
    # Another file replaces it.
    drop(window, [["Work.json", document("Work", "Garden")]], "dialog.exchange")
    expect(import_button(window)).to_have_text("Import 2 lists with 4 items")
    exchange(window).get_by_role("button", name="Cancel").click()
    expect(exchange(window).get_by_role("button", name="Choose a file")).to_be_focused()


def test_says_what_is_wrong_with_a_file_before_it_is_sent(window, tmp_path):
    dialog = open_exchange(window)
    choose(window, "Nothing.csv", "")
    expect(error(window)).to_have_text("“Nothing.csv” is empty. Choose another file.")
    large = tmp_path / "Large.json"
    with large.open("wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)
    dialog.locator("input[type=file]").set_input_files(large)
    expect(error(window)).to_have_text("“Large.json” is too large. Files can be up to 64 MB.")
    drop(window, [["Folder", None]], ".drop")
    expect(error(window)).to_have_text(
        "“Folder” can’t be opened. If it is a folder, choose a file in it."
    )
    drop(window, [["One.csv", "x"], ["Two.csv", "x"]], ".drop")
    expect(error(window)).to_have_text("Choose one file at a time.")
    assert imports(window) == []


def test_reads_a_file_in_another_format(open_window):
    window = open_window(refusals=[400, 422])
    dialog = open_exchange(window)
    nothing = "There is nothing to import in “{}”. Choose how to read it, or another file."
    choose(window, "None.json", "[]")
    expect(error(window)).to_have_text(nothing.format("None.json"))
    choose(window, "Notes.json", '{"colour": "blue"}')
    expect(error(window)).to_have_text(nothing.format("Notes.json"))
    expect(error(window)).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_label("Read “Notes.json” as")).to_be_focused()
    dialog.get_by_label("Read “Notes.json” as").select_option("text")
    expect(import_button(window)).to_have_text("Import 1 list with 1 item")
    expect(dialog.get_by_label("Format")).to_have_value("text")
    expect(error(window)).to_have_text("")
    # A format that the file does not have leaves the preview as it was.
    dialog.get_by_label("Format").select_option("vikunja")
    expect(error(window)).not_to_have_text("")
    expect(dialog.get_by_label("Format")).to_have_value("text")
    expect(import_button(window)).to_be_enabled()


def test_cancels_while_a_file_is_read(window):
    dialog = open_exchange(window)
    held = []
    window.page.route("**/v1/import*", lambda route: held.append(route))
    choose(window, "Home.json", document("Home"))
    cancel = dialog.locator(".working").get_by_role("button", name="Cancel")
    expect(cancel).to_be_focused()
    window.expect_accessible()
    cancel.click()
    expect(dialog.get_by_role("button", name="Choose a file")).to_be_focused()
    expect(error(window)).to_have_text("")
    choose(window, "Home.json", document("Home"))
    expect(cancel).to_be_visible()
    window.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert len(held) == 2


def test_imports_once_when_the_answer_is_lost(content, open_window):
    window = open_window()
    window.refusals = ("ERR_FAILED",)
    dialog = open_exchange(window)
    choose(window, "Home.json", document("Home"))
    expect(import_button(window)).to_be_enabled()

    def lose(route):
        route.fetch()
        route.abort()

    window.page.route("**/v1/import*", lose, times=1)
    import_button(window).click()
    expect(error(window)).to_have_text(
        "The server can’t be reached. Check your connection and try again."
    )
    expect(window.page.locator("#offline")).to_have_text("")
    import_button(window).click()
    expect(window.notice("1 list imported")).to_be_visible()
    expect(dialog).to_have_count(0)
    expect(window.list("Home")).to_have_count(1)
    assert [one["name"] for one in content.send("GET", "/v1/checklists")].count("Home") == 1


def test_says_that_it_is_offline(open_window):
    window = open_window()
    window.refusals = ("ERR_INTERNET_DISCONNECTED",)
    dialog = open_exchange(window)
    window.context.set_offline(True)
    sentence = "The server can’t be reached. Check your connection and try again."
    choose(window, "Home.json", document("Home"))
    expect(error(window)).to_have_text(sentence)
    dialog.get_by_role("button", name="Download").click()
    expect(error(window)).to_have_text(sentence)
    window.context.set_offline(False)


def test_shows_1000_lists_in_parts(content, window):
    dialog = open_exchange(window)
    choose(window, "Much.json", document(*(f"List {number}" for number in range(1000)), texts=["One"]))
    expect(import_button(window)).to_have_text("Import 1,000 lists with 1,000 items")
    rows = dialog.get_by_role("checkbox")
    expect(rows).to_have_count(201)
    dialog.get_by_role("button", name="and 800 more").click()
    expect(rows).to_have_count(401)
    expect(rows.nth(201)).to_be_focused()
    expect(dialog.get_by_role("button", name="and 600 more")).to_be_visible()
    rows.nth(1).uncheck()
    import_button(window).click()
    window.notice("999 lists imported").get_by_role("button", name="Undo").click()
    eventually(lambda: len(content.send("GET", "/v1/checklists?limit=1000")) == 1)


def test_a_guest_exports_and_imports_nothing(owner, open_window):
    guest = open_window(make_link(owner, "Can view"))
    guest.choose_in_menu("Export…")
    dialog = exchange(guest)
    expect(dialog.get_by_label("Lists").locator("option")).to_have_text(["Groceries"])
    expect(dialog.get_by_role("button", name="Choose a file")).to_have_count(0)
    with guest.page.expect_download() as found:
        dialog.get_by_role("button", name="Download").click()
    assert found.value.suggested_filename == "Groceries.json"
    drop(guest, [["Home.json", document("Home")]], "dialog.exchange")
    expect(error(guest)).to_have_text("View only. You can’t make changes.")
    assert imports(guest) == []

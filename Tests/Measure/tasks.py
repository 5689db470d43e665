"""Counts what ten tasks take in the page: clicks or taps, keys beside the text, and the page's seconds.

Usage: tasks.py [--only NAME]    CHECKLISTD names the program.

A person does each task on a desktop and on a phone, from the open list "Groceries". A choice in a select
counts as two taps. A field that has no focus takes a tap. The seconds are those in which the page works; a
person's are not in them.
"""

import argparse
import contextlib
import pathlib
import sys
import tempfile
import time

from playwright.sync_api import expect, sync_playwright

OUTSIDE = pathlib.Path(__file__).resolve().parents[1] / "Outside"
sys.path[:0] = [str(OUTSIDE / "BlackBox"), str(OUTSIDE / "Browser")]

from service import Service  # noqa: E402
from window import Content, Window  # noqa: E402

SHELL = "/usr/lib/chromium/chromium-headless-shell"
SIZES = {
    "desktop": {"size": (1280, 800)},
    "phone": {"size": (390, 844), "has_touch": True, "is_mobile": True},
}
TODOIST = "TYPE,CONTENT,PRIORITY,INDENT\ntask,Pack,1,1\ntask,Book the train,1,1\n"
PASTE = """(text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
}"""


class Person:
    """Does what a person does in a window, and counts it."""

    def __init__(self, window, is_phone):
        self.window, self.page, self.is_phone = window, window.page, is_phone
        self.taps, self.keys, self.seconds = 0, 0, 0.0

    @contextlib.contextmanager
    def timed(self):
        began = time.monotonic()
        yield
        self.seconds += time.monotonic() - began

    def tap(self, locator, count=1):
        with self.timed():
            self.taps += count
            (locator.tap if self.is_phone else locator.click)()

    def press(self, key):
        with self.timed():
            self.keys += 1
            self.page.keyboard.press(key)

    def type(self, locator, text):
        """Types a text into a field, after a tap if it has no focus."""
        expect(locator).to_be_visible()
        if not locator.evaluate("field => field === document.activeElement"):
            self.tap(locator)
        with self.timed():
            self.page.keyboard.insert_text(text)

    def choose(self, locator, label):
        with self.timed():
            self.taps += 2
            locator.select_option(label)

    def sees(self, locator, count=None):
        with self.timed():
            if count is None:
                expect(locator).to_be_visible()
            else:
                expect(locator).to_have_count(count)

    # Places

    def button(self, name, inside=None):
        return (inside or self.page).get_by_role("button", name=name, exact=True)

    def line(self):
        return self.page.get_by_role("textbox", name="Add an item")

    def dialog(self):
        return self.window.dialog().last

    def go_to_lists(self):
        if self.is_phone:
            self.tap(self.page.get_by_role("link", name="Lists", exact=True))

    def open_settings(self):
        self.go_to_lists()
        self.tap(self.page.locator("#settings"))
        self.sees(self.page.get_by_role("heading", name="Settings", level=1))


# MARK: Tasks


def a_list_with_ten_items(person, _):
    person.go_to_lists()
    person.tap(person.button("Add list"))
    person.type(person.dialog().get_by_role("textbox", name="Name"), "Party")
    person.press("Enter")
    person.sees(person.page.locator("main h1", has_text="Party"))
    for number in range(10):
        person.type(person.line(), f"Thing {number}")
        person.press("Enter")
    person.sees(person.window.rows(), 10)


def paste_40_lines(person, _):
    if not person.line().evaluate("field => field === document.activeElement"):
        person.tap(person.line())
    with person.timed():
        person.keys += 1
        person.page.evaluate(PASTE, "\n".join(f"{number}. Line {number}" for number in range(1, 41)))
    person.tap(person.button("Add 40 items"))
    person.sees(person.window.rows(), 43)


def invite_a_person(person, _):
    person.tap(person.button("List options"))
    person.tap(person.page.locator(".menu:popover-open").get_by_role("button", name="Share…"))
    person.type(person.dialog().get_by_label("Name of the new person"), "Ada")
    person.press("Enter")
    person.tap(person.button("Turn on", person.dialog()))
    person.sees(person.dialog().get_by_label("Link", exact=True))


def open_a_neighbours_link(person, content):
    checklist = content.list
    role = {"role": "edit", "name": None, "expiresAt": None}
    made = content.send("POST", f"/v1/checklists/{checklist['id']}/links", role)
    with person.timed():
        person.window.go(made["path"])
    person.sees(person.window.row("Milk"))
    person.tap(person.window.check_box("Milk"))
    person.sees(person.page.get_by_role("checkbox", name="Milk", exact=True, checked=True))


def a_weekly_chore_with_a_reminder(person, content):
    person.type(person.line(), "Take the bins out every friday 18:00")
    person.press("Enter")
    person.sees(person.window.row("Take the bins out").locator("[data-part=repeats]"))
    person.window.settled()
    item = content.items(content.list)[-1]
    assert item["shouldRemind"] and item["recurrence"]["rule"] == "FREQ=WEEKLY;BYDAY=FR", item


def find_milk(person, content):
    content.make_list("Dairy", "Oat milk")
    if person.is_phone:
        person.tap(person.button("Search"))
    else:
        person.press("Control+k")
    person.type(person.page.get_by_role("combobox", name="Search lists, items and commands"), "oat milk")
    found = person.dialog().get_by_role("option")
    person.sees(found, 1)
    if person.is_phone:
        person.tap(found)
    else:
        person.press("Enter")
    person.sees(person.page.locator("main h1", has_text="Dairy"))


def move_an_item_to_another_list(person, _):
    person.tap(person.window.row("Bread").locator(".open"))
    person.choose(person.window.editor().get_by_label("List", exact=True), "Errands")
    person.press("Escape") if not person.is_phone else person.tap(person.button("Done"))
    person.sees(person.window.row("Bread"), 0)


def undo_three_things(person, _):
    for text in ("Milk", "Bread", "Apples"):
        # What is undone is not counted.
        person.window.row(text).locator(".open").press("Delete")
        expect(person.window.row(text)).to_have_count(0)
    for count in range(1, 4):
        if person.is_phone:
            person.tap(person.button("Undo"))
        else:
            if count == 1:
                person.page.locator("main").focus()
            person.press("z")
        person.sees(person.window.rows(), count)


def import_a_file(person, _):
    person.open_settings()
    person.tap(person.button("Import and export…"))
    # The window of the system takes two taps.
    with person.timed():
        person.taps += 2
        file = {"name": "Trip.csv", "mimeType": "", "buffer": TODOIST.encode()}
        person.page.locator("dialog.exchange input[type=file]").set_input_files(file)
    person.tap(person.page.locator("dialog.exchange .actions .primary", has_text="Import 1 list"))
    person.sees(person.page.locator("main h1", has_text="Trip"))


def connect_a_calendar_app(person, _):
    person.open_settings()
    person.tap(person.button("Connect calendar app…"))
    person.tap(person.button("Turn on", person.dialog()))
    person.sees(person.dialog().get_by_label("Password"))


TASKS = [
    a_list_with_ten_items, paste_40_lines, invite_a_person, open_a_neighbours_link,
    a_weekly_chore_with_a_reminder, find_milk, move_an_item_to_another_list, undo_three_things,
    import_a_file, connect_a_calendar_app,
]  # fmt: skip


def measure(browser, task, size):
    """The person after the task, on a new server."""
    with Service(tempfile.mkdtemp(prefix="tasks-")) as service:
        content = Content(service)
        content.make_list("Errands")
        content.list = content.make_list("Groceries", "Milk", "Bread", "Apples", icon="Groceries")
        window = Window(browser, service, f"/#/lists/{content.list['id']}", **SIZES[size])
        try:
            window.expect_texts("Milk", "Bread", "Apples")
            window.handy()
            window.settled()
            window.quiet()
            person = Person(window, size == "phone")
            task(person, content)
            return person
        finally:
            window.context.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="a part of the name of a task")
    only = parser.parse_args().only
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=SHELL, args=["--no-sandbox"])
        print(f"{'task':32} {'size':8} {'taps':>5} {'keys':>5} {'seconds':>8}")
        for task in TASKS:
            name = task.__name__.replace("_", " ")
            for size in SIZES if only in name else ():
                person = measure(browser, task, size)
                print(f"{name:32} {size:8} {person.taps:5} {person.keys:5} {person.seconds:8.1f}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()

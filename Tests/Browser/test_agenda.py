"""What is due, by day."""

import re
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture
def errands(content):
    return content.make_list("Errands")


def at(days, hour):
    """A time of a day in Paris, so many days from today."""
    now = datetime.now(PARIS)
    moment = now.replace(hour=hour, minute=0, second=0, microsecond=0) + timedelta(days=days)
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_shows_what_is_due_by_day(content, errands, open_window):
    content.make_item(errands, "Bread", dueDate=at(0, 23), important=True)
    content.make_item(errands, "Milk", dueDate=at(1, 8))
    content.make_item(errands, "Call", dueDate=at(1, 18))
    content.make_item(errands, "Late", dueDate=at(-3, 9))
    content.make_item(errands, "Far away", dueDate=at(40, 9))
    content.make_item(errands, "No date")
    window = open_window("/#/agenda")
    days = window.page.locator("main .day")
    expect(days.locator("h2")).to_have_text(["Overdue", "Today", "Tomorrow"])
    expect(days.nth(2).locator("[data-part=text]")).to_have_text(["Milk", "Call"])
    expect(days.nth(2).locator("[data-part=due]")).to_have_text(["08:00", "18:00"])
    expect(window.row("Bread").locator(".marks")).to_be_visible()
    expect(window.row("Milk")).to_contain_text("Errands")
    window.button("Show later days").click()
    expect(window.row("Far away")).to_be_visible()


def test_checks_an_item_in_the_agenda_and_opens_it(content, errands, open_window):
    content.make_item(errands, "Milk", dueDate=at(1, 8))
    window = open_window("/#/agenda")
    window.check_box("Milk").check()
    expect(window.row("Milk")).to_have_class(re.compile("checked"))
    window.settled()
    assert content.items(errands)[0]["checked"] is True
    window.row("Milk").get_by_role("link").click()
    expect(window.page.locator("main h1")).to_have_text("Errands")
    expect(window.editor().get_by_label("Text")).to_have_value("Milk")


def test_an_agenda_without_anything_says_so(errands, open_window):
    window = open_window("/#/agenda")
    expect(window.page.locator("main .empty")).to_have_text("Nothing is due.")

"""Takes the picture of the page that the README shows, in few colours; needs PyPI's pillow.

usage: screenshot.py Sources/Serve/Web/screenshot.png
"""

import pathlib
import sys

import PIL.Image
from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "BlackBox"))

from service import Service  # noqa: E402
from window import Content, Window, at  # noqa: E402


def fill(content):
    """Lists as somebody may have them."""
    groceries = content.make_list("Groceries", icon="Groceries")
    content.make_item(groceries, "Sourdough", important=True, dueDate=at(1, 8), shouldRemind=True)
    content.make_item(groceries, "Crème fraîche", notes="2 × 200 g, the one in the glass")
    content.make_item(groceries, "Coffee beans", location={"city": "Hobart"})
    content.make_item(groceries, "Olive oil", dueDate=at(-2, 17))
    content.make_item(groceries, "Milk", checked=True)
    content.make_item(groceries, "Tomatoes", checked=True)
    trip = content.make_list("Trip to Kyoto", icon="Trips")
    for text in ("Rail pass", "京都の地図", "Passport"):
        content.make_item(trip, text, dueDate=at(9, 6), shouldRemind=True)
    done = content.make_list("Chores", icon="Chores")
    content.make_item(done, "Water the plants", checked=True)
    birthdays = content.make_list("Birthdays", icon="Birthdays")
    content.make_item(birthdays, "Ada", important=True, dueDate=at(3, 7), shouldRemind=True)
    content.make_item(birthdays, "Grace", dueDate=at(18, 7))
    content.make_list("Photos to print", icon="Photos")
    content.send("DELETE", "/v1/checklists/1")


def take(file):
    with Service() as service, sync_playwright() as playwright:
        fill(Content(service))
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        window = Window(chromium, service, "/#/lists/2", size=(1000, 580))
        expect(window.lists()).to_have_count(5)
        expect(window.row("Sourdough")).to_be_visible()
        window.quiet()
        window.page.screenshot(path=file)
        chromium.close()
    PIL.Image.open(file).convert("RGB").quantize(64, dither=0).save(file, optimize=True)


if __name__ == "__main__":
    take(sys.argv[1])

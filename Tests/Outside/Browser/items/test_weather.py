"""The weather where an item is to be done, as servers on this machine tell it."""

import base64
import http.server
import json
import threading
import urllib.parse
from datetime import date, datetime, timedelta

import pytest
from playwright.sync_api import expect

from service import Service
from window import PARIS, Content, Window, at

TOO_FAR = "Parameter 'start_date' is out of allowed range from 2026-08-20 to 2026-12-06"

# A picture of one pixel.
TILE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkaPhfDwADgwHfnJ5mUAAAAABJRU5ErkJggg=="
)


class Places(http.server.ThreadingHTTPServer):
    """Speaks as Nominatim's search and Open-Meteo's forecast do; knows one city, and rain on every day."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Answer)
        self.refusal = None

    def settings(self):
        address = f"http://127.0.0.1:{self.server_port}"
        return ["--geocoder", f"{address}/search", "--weather", f"{address}/forecast"]

    def search(self, query):
        found = query["city"] == ["Hobart"]
        return 200, [{"lat": "-42.8826", "lon": "147.3281"}] if found else []

    def forecast(self, query):
        if self.refusal:
            return self.refusal
        first, last = (date.fromisoformat(query[name][0]) for name in ("start_date", "end_date"))
        days = [str(first + timedelta(days=away)) for away in range((last - first).days + 1)]
        daily = {
            "temperature_2m_mean": 6.4,
            "temperature_2m_max": 9.8,
            "temperature_2m_min": -3.1,
            "weather_code": 61,
        }
        return 200, {
            "utc_offset_seconds": datetime.now(PARIS).utcoffset() // timedelta(seconds=1),
            "daily": {"time": days, **{name: [value] * len(days) for name, value in daily.items()}},
        }

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            target = urllib.parse.urlsplit(self.path)
            if target.path.startswith("/tiles/"):
                return self.send(200, "image/png", TILE)
            answer = {"/search": self.server.search, "/forecast": self.server.forecast}[target.path]
            status, content = answer(urllib.parse.parse_qs(target.query))
            self.send(status, "application/json", json.dumps(content).encode())

        def send(self, status, kind, body):
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass


@pytest.fixture
def places():
    with Places() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def service(places):
    with Service(None, *places.settings()) as running:
        yield running


def weather(window):
    return window.editor().locator("[data-part=weather]")


@pytest.mark.gate
def test_an_address_is_looked_up_and_has_its_weather(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[422])
    form = window.edit("Milk")
    form.get_by_text("Location", exact=True).click()
    form.get_by_label("City").fill("Nowhere at all")
    # The form is gone only until the address is refused.
    form.get_by_role("button", name="Done").click()
    expect(window.editor().get_by_role("alert")).to_contain_text("This address cannot be found")
    expect(window.editor().get_by_label("City")).to_have_value("Nowhere at all")
    window.editor().get_by_label("City").fill("Hobart")
    window.save()
    window.settled()
    assert content.items(groceries)[0]["location"]["latitude"] == -42.8826
    window.edit("Milk")
    expect(weather(window)).to_have_text("🌦️ Today: Light rain · -3°C – 10°C · 6°C on average 127.0.0.1")
    window.expect_accessible()
    link = window.editor().get_by_role("link", name="Show on map")
    assert link.get_attribute("href").endswith("query=-42.8826%2C%20147.3281")


def test_the_weather_is_that_of_the_day_that_an_item_is_due(content, groceries, open_window):
    place = {"city": "Hobart"}
    item = content.make_item(groceries, "Picnic", location=place, dueDate=at(1, 12))
    window = open_window(f"/#/lists/{groceries['id']}/items/{item['id']}", locale="fr-FR")
    expect(weather(window)).to_contain_text("Demain : Pluie faible")
    expect(weather(window)).to_contain_text("en moyenne")


def test_says_when_there_is_no_forecast_for_the_day(content, groceries, places, open_window):
    places.refusal = 400, {"error": True, "reason": TOO_FAR}
    item = content.make_item(groceries, "Picnic", location={"city": "Hobart"}, dueDate=at(400, 12))
    window = open_window(f"/#/lists/{groceries['id']}/items/{item['id']}")
    expect(weather(window)).to_have_text("No forecast for this day.")
    window.editor().get_by_label("Notes").fill("with a blanket")
    window.save()
    window.settled()
    assert content.item(item)["notes"] == "with a blanket"


def test_says_when_the_weather_cannot_be_told(content, groceries, places, open_window):
    places.refusal = 500, {}
    item = content.make_item(groceries, "Picnic", location={"city": "Hobart"})
    window = open_window(f"/#/lists/{groceries['id']}/items/{item['id']}", refusals=[502])
    expect(weather(window)).to_have_text("Weather isn’t available right now.")
    places.refusal = None
    window.page.keyboard.press("Escape")
    window.edit("Picnic")
    expect(weather(window)).to_contain_text("Light rain")


def test_an_address_without_coordinates_is_no_reason_to_ask(content, groceries, open_window):
    item = content.make_item(groceries, "Bread")
    window = open_window(f"/#/lists/{groceries['id']}/items/{item['id']}")
    expect(window.editor()).to_be_visible()
    expect(weather(window)).to_be_hidden()
    window.settled()
    assert not [request for request in window.requests if request.url.endswith("/weather")]


def test_the_weather_of_today_and_tomorrow_stands_on_the_row(content, groceries, places, open_window):
    place = {"city": "Hobart"}
    for text, days in (("Barbecue", 0), ("Picnic", 1), ("Hike", 2)):
        content.make_item(groceries, text, location=place, dueDate=at(days, 23))
    content.make_item(groceries, "Walk", dueDate=at(0, 23))
    window = open_window(f"/#/lists/{groceries['id']}")
    for text in ("Barbecue", "Picnic"):
        sky = window.row(text).get_by_role("img", name="Light rain")
        expect(sky).to_have_text("🌦️ 10°C")
    window.quiet()
    for text in ("Hike", "Walk", "Milk"):
        expect(window.row(text).locator("[data-part=weather]")).to_be_hidden()
    assert sum(request.url.endswith("/weather") for request in window.requests) == 2
    window.expect_accessible()
    # What is done needs none.
    window.check_box("Picnic").check()
    expect(window.row("Picnic").locator("[data-part=weather]")).to_be_hidden()
    window.go("/?#/agenda")
    expect(window.row("Barbecue").get_by_role("img", name="Light rain 10°C")).to_be_visible()


@pytest.mark.gate
def test_an_address_is_shown_on_a_map(chromium, places):
    """The tiles come from a server elsewhere, and nothing else does."""
    address = f"http://127.0.0.1:{places.server_port}/tiles/{{z}}/{{x}}/{{y}}.png"
    with Service(None, "--map-tiles", address) as service:
        content = Content(service)
        made = content.make_list("Trip")
        place = {"city": "Hobart", "latitude": -42.8826, "longitude": 147.3281}
        item = content.make_item(made, "Hotel", location=place)
        window = Window(chromium, service, f"/#/lists/{made['id']}/items/{item['id']}")
        tiles = window.editor().locator(".map img")
        expect(tiles.first).to_be_visible()
        window.quiet()
        window.wait_for("() => [...document.querySelectorAll('.map img')].every((tile) => tile.naturalWidth)")
        # The tile with the place in it lies below the middle of the map.
        middle = window.editor().locator(".map").evaluate("""map => {
            const { left, top, width, height } = map.getBoundingClientRect();
            const [x, y] = [left + width / 2, top + height / 2];
            return [...map.children].find((tile) => {
                const box = tile.getBoundingClientRect();
                return box.left <= x && x < box.right && box.top <= y && y < box.bottom;
            }).src;
        }""")
        assert middle.endswith("/tiles/15/29794/20712.png"), middle
        expect(window.editor()).to_contain_text("© 127.0.0.1")
        window.expect_accessible()
        assert window.foreign and all("/tiles/15/" in url for url in window.foreign)
        assert window.complaints == []
        window.context.close()


def test_an_address_for_tiles_that_is_none_is_told_at_the_start():
    with pytest.raises(RuntimeError, match="--map-tiles needs an https:// or http:// address with {z}, {x}"):
        Service(None, "--map-tiles", "https://tile.example/map.png")

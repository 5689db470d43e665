"""The weather where an item is to be done, as servers on this machine tell it."""

import http.server
import json
import threading
import urllib.parse
from datetime import date, datetime, timedelta

import pytest
from playwright.sync_api import expect

from service import Service
from window import PARIS, at

TOO_FAR = "Parameter 'start_date' is out of allowed range from 2026-08-20 to 2026-12-06"


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
            answer = {"/search": self.server.search, "/forecast": self.server.forecast}[target.path]
            status, content = answer(urllib.parse.parse_qs(target.query))
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
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


def test_an_address_is_looked_up_and_has_its_weather(content, groceries, open_window):
    window = open_window(f"/#/lists/{groceries['id']}", refusals=[422])
    form = window.edit("Milk")
    form.get_by_text("Address", exact=True).click()
    form.get_by_label("City").fill("Nowhere at all")
    # The form is gone only until the address is refused.
    form.get_by_role("button", name="Save").click()
    expect(window.editor().get_by_role("alert")).to_contain_text("This address cannot be found")
    expect(window.editor().get_by_label("City")).to_have_value("Nowhere at all")
    window.editor().get_by_label("City").fill("Hobart")
    window.save()
    window.settled()
    assert content.items(groceries)[0]["location"]["latitude"] == -42.8826
    window.edit("Milk")
    expect(weather(window)).to_have_text("🌦️ Today: Light rain · -3°C – 10°C · 6°C on average 127.0.0.1")
    window.expect_accessible()
    link = window.editor().get_by_role("link", name="Show on a map")
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
    expect(weather(window)).to_have_text("No forecast for that day.")
    window.editor().get_by_label("Notes").fill("with a blanket")
    window.save()
    window.settled()
    assert content.item(item)["notes"] == "with a blanket"


def test_says_when_the_weather_cannot_be_told(content, groceries, places, open_window):
    places.refusal = 500, {}
    item = content.make_item(groceries, "Picnic", location={"city": "Hobart"})
    window = open_window(f"/#/lists/{groceries['id']}/items/{item['id']}", refusals=[502])
    expect(weather(window)).to_have_text("The weather cannot be told at present.")
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

"""A server like Nominatim's search and Open-Meteo's forecast. It knows one address, and rain every day."""

import contextlib
import http.server
import json
import threading
import urllib.parse
from datetime import date, timedelta


class Answer(http.server.BaseHTTPRequestHandler):
    """The answer to one request."""

    def do_GET(self):
        target = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(target.query)
        body = json.dumps(forecast(query) if target.path == "/forecast" else found()).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def found():
    return [{"lat": "48.8571", "lon": "2.3535"}]


def forecast(query):
    first, last = (date.fromisoformat(query[name][0]) for name in ("start_date", "end_date"))
    days = [str(first + timedelta(days=number)) for number in range((last - first).days + 1)]
    values = {
        "temperature_2m_mean": 6.4, "temperature_2m_max": 9.8, "temperature_2m_min": -3.1, "weather_code": 61,
    }  # fmt: skip
    daily = {"time": days, **{name: [value] * len(days) for name, value in values.items()}}
    return {"utc_offset_seconds": 3600, "daily": daily}


@contextlib.contextmanager
def places():
    """The address of such a server."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()

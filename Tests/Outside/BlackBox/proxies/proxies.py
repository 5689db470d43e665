"""Clients behind nginx, Caddy, Apache and HAProxy, each as the manual configures it, with compression.

usage: proxies.py [--night]

--night also rests half a minute less than the server keeps idle connections.
"""

import base64
import contextlib
import functools
import http.client
import json
import os
import pathlib
import re
import select
import socket
import socketserver
import ssl
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor as pool

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from access import bearer, make, wait_for_tokens  # noqa: E402
from fronts import HOST, LANGUAGES, front  # noqa: E402
from options import options, run_tests  # noqa: E402
from service import HANG_SECONDS, Service  # noqa: E402

FLAGS = ["--url", f"https://{HOST}", "--proxy-trusted", "127.0.0.1", "--access-log"]
CODINGS = ["gzip", "br", "zstd", "gzip, deflate, br, zstd", "identity"]
# The server ends an idle connection after 180 s, Caddy, and Apache by the manual, after 120 s.
REST_SECONDS = 150
# So many clients at once lead to several connections to the server.
CLIENTS = 20
DAV = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
TASK = "BEGIN:VCALENDAR|VERSION:2.0|BEGIN:VTODO|UID:{0}|SUMMARY:{0}|END:VTODO|END:VCALENDAR|"


class Client:
    """Somebody at an address of their own, who reaches the server by its name."""

    def __init__(self, port, token=None, address="127.0.0.1"):
        context = ssl.create_default_context()
        # Caddy has a certificate of its own.
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        plain = socket.create_connection(("127.0.0.1", port), HANG_SECONDS, (address, 0))
        self.connection = http.client.HTTPConnection(HOST)
        self.connection.sock = context.wrap_socket(plain, server_hostname=HOST)
        self.headers = bearer(token) if token else {}

    def ask(self, method, target, body=None, headers=None):
        """The response, before its content is read."""
        given = self.headers | (headers or {})
        if isinstance(body, dict):
            body, given = json.dumps(body), {"content-type": "application/json"} | given
        self.connection.request(method, target, body, given)
        return self.connection.getresponse()

    def send(self, *request, expected=200, **headers):
        """Headers and content of a response of the expected status."""
        answer = self.ask(*request, headers={name.replace("_", "-"): each for name, each in headers.items()})
        content = answer.read()
        assert answer.status == expected, f"{request!r:.500} {headers} {answer.status} {content!r:.2000}"
        return answer.headers, content


@contextlib.contextmanager
def behind(name, data, between=None):
    """A service with a token, or what stands before it, and the port of a proxy in front of that."""
    with Service(os.path.join(data, "data"), *FLAGS) as service:
        token = make(service.data, "phone", "write")
        wait_for_tokens(service, 1)
        folder = os.path.join(data, name)
        os.mkdir(folder)
        os.chmod(data, 0o755)
        first = between(service.port) if between else service
        with front(name, folder, first.port) as port:
            yield first, token, port


def changes_and_tags(name, data):
    """A tag that the proxy rewrites is a condition for the server."""
    with behind(name, data) as (_, token, port):
        client, seen = Client(port, token), set()
        for coding in CODINGS:
            at = {"accept_encoding": coding}
            headers, _ = client.send("GET", "/v1/items/1", **at)
            tag = headers["etag"]
            seen.add((headers["content-encoding"], re.sub("[0-9a-f]{4,}|\\d+", "…", tag)))
            client.send("GET", "/v1/items/1", **at, if_none_match=tag, expected=304)
            change = ("PATCH", "/v1/items/1", {"notes": coding})
            client.send(*change, **at, if_match=tag)
            client.send(*change, **at, if_match=tag, expected=412)
            tag = client.send("GET", "/v1/items/1", **at)[0]["etag"]
            client.send("POST", "/v1/items/1/toggle", **at, if_match=tag)
        print(f"{name} sends", *sorted(seen, key=str), flush=True)
        assert len(seen) > 1, f"{name} does not compress"
        _, content = client.send("GET", "/v1/items/1")
        assert json.loads(content)["notes"] == CODINGS[-1] and json.loads(content)["checked"]


def events(name, data):
    """A change is seen at once, whatever the proxy does to compress or to buffer."""
    with behind(name, data) as (_, token, port):
        reader, writer = Client(port, token), Client(port, token)
        answer = reader.ask("GET", "/v1/events", headers={"accept-encoding": "identity"})
        assert answer.status == 200, answer.read()
        for number in range(3):
            text = f"Change {number}"
            writer.send("PATCH", "/v1/items/1", {"text": text})
            while text.encode() not in (line := answer.readline()):
                assert line, f"{name} ended the stream"
        # A browser asks for it in a coding, and gets one without if there is none.
        other = Client(port, token)
        pressed = other.ask("GET", "/v1/events", headers={"accept-encoding": CODINGS[3]})
        assert pressed.status == 200 and pressed.read1(1)
        for each in (answer, reader.connection, pressed, other.connection):
            each.close()


def addresses(name, data):
    """Limits and the log count a client by its address, and nobody by one that the client states."""
    with behind(name, data) as (service, token, port):
        forged = {"x_forwarded_for": "203.0.113.9"}
        Client(port, token, "127.0.0.7").send("GET", "/v1/counts", **forged)
        line = service.wait_for_log("address=127.0.0.7")
        assert "203.0.113.9" not in line, line
        stranger = Client(port, "cld_wrong", "127.0.0.7")
        statuses = []
        for number in range(25):
            answer = stranger.ask("GET", "/v1/me", headers={"x-forwarded-for": f"198.51.100.{number}"})
            answer.read()
            statuses.append(answer.status)
        assert statuses[0] == 401 and statuses[-1] == 429, statuses
        Client(port, "cld_wrong", "127.0.0.8").send("GET", "/v1/me", expected=401)
        Client(port, token, "127.0.0.7").send("GET", "/v1/me")
        assert "a proxy forwards requests" not in service.read_log()


def calendars(name, data):
    """An app finds the calendars by the name alone, and makes, changes and moves an object."""
    with behind(name, data) as (_, token, port):
        client = Client(port)
        client.headers = {"authorization": "Basic " + base64.b64encode(f"me:{token}".encode()).decode()}
        headers, _ = client.send("PROPFIND", "/.well-known/caldav", expected=301)
        place = headers["location"].removeprefix(f"https://{HOST}")
        assert place.startswith("/"), headers["location"]

        def found(target, property, pattern):
            body = f"<D:propfind {DAV}><D:prop><{property}/></D:prop></D:propfind>"
            _, content = client.send(
                "PROPFIND", target, body, depth="1", content_type="application/xml",
                accept_encoding="identity", expected=207,
            )  # fmt: skip
            return re.search(pattern, content.decode())[1]

        principal = found(place, "D:current-user-principal", "principal><D:href>(.*?)</D:href>")
        home = found(principal, "C:calendar-home-set", "home-set><D:href>(.*?)</D:href>")
        calendar = found(home, "D:resourcetype", f"<D:href>({home}[^<]+)</D:href>")
        kind = {"content_type": "text/calendar", "accept_encoding": "gzip, br"}
        for path in ("plain.ics", "a%20b%C3%BC.ics", "a%2Fb.ics"):
            target, text = calendar + path, TASK.format(path).replace("|", "\r\n")
            client.send("PUT", target, text, **kind, if_none_match="*", expected=201)
            client.send("PUT", target, text, **kind, if_none_match="*", expected=412)
            tag = client.send("GET", target, **kind)[0]["etag"]
            client.send("GET", target, **kind, if_none_match=tag, expected=304)
            other = text.replace("SUMMARY:", "SUMMARY:More ")
            client.send("PUT", target, other, **kind, if_match=tag, expected=204)
            client.send("PUT", target, text, **kind, if_match=tag, expected=412)
        _, content = Client(port, token).send("POST", "/v1/checklists", {"name": "Other"}, expected=201)
        other = f"{home}list-{json.loads(content)['id']}/plain.ics"
        client.send("MOVE", f"{calendar}plain.ics", destination=f"https://{HOST}{other}", expected=201)
        client.send("DELETE", other, expected=204)


def imports(name, data):
    """A file of several MB."""
    with behind(name, data) as (_, token, port):
        items = [{"text": f"Item {number}", "notes": "x" * 9000} for number in range(600)]
        body = {"checklists": [{"name": "Large", "items": items}]}
        client = Client(port, token)
        client.send("POST", "/v1/import", body)
        _, content = client.send("GET", "/v1/counts", accept_encoding="identity")
        assert json.loads(content)["items"] == len(items) + 2, content


class Relay(socketserver.ThreadingTCPServer):
    """Stands between a proxy and a service. `rested` counts requests on connections from before a rest."""

    daemon_threads, request_queue_size = True, CLIENTS

    def __init__(self, port):
        self.to, self.rests, self.rested = ("127.0.0.1", port), 0, 0
        super().__init__(("127.0.0.1", 0), Relaying)
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Relaying(socketserver.BaseRequestHandler):
    def handle(self):
        began = self.server.rests
        with contextlib.suppress(OSError), socket.create_connection(self.server.to) as service:
            other = {self.request: service, service: self.request}
            while True:
                for one in select.select(list(other), [], [])[0]:
                    if not (data := one.recv(65536)):
                        return
                    self.server.rested += one is self.request and began < self.server.rests
                    other[one].sendall(data)


def resting(name, data):
    """A proxy uses no connection that the server is about to end: the change on it would get 502."""
    with behind(name, data, between=Relay) as (relay, token, port), pool(CLIENTS) as clients:

        def change(_):
            Client(port, token).send("POST", "/v1/items/1/toggle")

        list(clients.map(change, range(CLIENTS)))
        time.sleep(REST_SECONDS)
        relay.rests += 1
        list(clients.map(change, range(CLIENTS)))
        assert not relay.rested, f"{name} uses connections that rested for {REST_SECONDS} s: {relay.rested}"


if __name__ == "__main__":
    night = options(__doc__).night
    always = (changes_and_tags, events, addresses, calendars, imports)
    checks = [*((f"test_{each.__name__}", each) for each in always), ("night_resting", resting)]
    tests = {
        f"{title}_behind_{name}": functools.partial(check, name)
        for title, check in checks
        for name in LANGUAGES
    }
    run_tests(tests, night=night, at_once=4)

"""Reminders on their way to browsers, to ntfy and to receivers of a text of one's own, and the links in them.

usage: receivers.py

Run by a Python that has http-ece and py-vapid. With CHECKLISTD_TEST_STORE=postgres on PostgreSQL, where two
processes serve one store.
"""

import base64
import datetime
import http.server
import json
import os
import queue
import threading
import urllib.parse
import xml.etree.ElementTree

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from options import options
from service import HANG_SECONDS, ON_POSTGRES, Service, wait_until

# What docs.ntfy.sh/publish/#publish-as-json has, with the types of the values.
NTFY_FIELDS = {
    "topic": str, "message": str, "title": str, "tags": list, "priority": int, "actions": list, "click": str,
    "attach": str, "markdown": bool, "icon": str, "filename": str, "delay": str, "email": str, "call": str,
}  # fmt: skip
NTFY_ACTION_FIELDS = {"action", "label", "url", "method", "headers", "body", "clear"}


class Receiver(http.server.ThreadingHTTPServer):
    """Keeps what it is sent by path, and answers each path with what it is told to, 201 if nothing."""

    def __init__(self):
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                answers = receiver.answers.get(self.path)
                status, fields = answers.pop(0) if answers else (201, {})
                self.send_response(status)
                for name, value in {**fields, "content-length": "0"}.items():
                    self.send_header(name, value)
                self.end_headers()
                receiver.at(self.path).put((self.headers, body))

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = {}
        self.messages = {}
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.server_port}{path}"

    def at(self, path):
        with self.lock:
            return self.messages.setdefault(path, queue.Queue())

    def take(self, path):
        return self.at(path).get(timeout=HANG_SECONDS)


def base64url(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


class Browser:
    """A browser that has subscribed, as its push service and its service worker see it."""

    def __init__(self, receiver, path):
        self.receiver, self.path = receiver, path
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    def subscription(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.receiver.url(self.path), "expirationTime": None,
            "keys": {"p256dh": base64url(point), "auth": base64url(self.auth)},
        }  # fmt: skip

    def take(self, service_key):
        """The next notification."""
        message = json.loads(self.take_clear(service_key)[1])
        assert message["web_push"] == 8030, message
        return message["notification"]

    def take_clear(self, service_key):
        """The headers and the clear text of the next message, which comes from the service with that key."""
        headers, body = self.receiver.take(self.path)
        assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0, headers
        scheme, parameters = headers["authorization"].split(" ", 1)
        assert scheme == "vapid"
        given = dict(part.strip().split("=", 1) for part in parameters.split(","))
        assert given["k"] == service_key, (given, service_key)
        assert Vapid02.verify(f"vapid t={given['t']},k={given['k']}")
        claims = json.loads(base64.urlsafe_b64decode(given["t"].split(".")[1] + "=="))
        assert claims["aud"] == self.receiver.url(""), claims
        self.contact = claims["sub"]
        left = claims["exp"] - datetime.datetime.now().timestamp()
        assert 0 < left <= 24 * 3600, left
        # No more than push services take (RFC 8030 §7.2).
        assert len(body) <= 4096, len(body)
        clear = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return headers, clear


def soon(seconds):
    moment = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=seconds)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Household:
    """A service with one list, whose items remind at once."""

    def __init__(self, service):
        self.service = service
        self.checklist = self.send("POST", "/v1/checklists", {"name": "Home"})["id"]

    def send(self, method, path, body=None, status=None):
        answer = self.service.request(method, path, body)
        assert answer[0] == status if status else answer[0] // 100 == 2, answer
        return answer[2]

    def remind(self, text, **fields):
        """Adds an item with a reminder soon. An item that arrives after its due time never reminds: one
        that is due later replaces it."""
        for seconds in (0.3, 3, 20):
            draft = {"text": text, "dueDate": soon(seconds), "shouldRemind": True, **fields}
            item = self.send("POST", f"/v1/checklists/{self.checklist}/items", draft)
            if item["createdAt"] < item["dueDate"]:
                return item["id"]
            self.send("DELETE", f"/v1/items/{item['id']}")
        raise AssertionError(f"an item arrives {seconds} s late")

    def item(self, number):
        return self.send("GET", f"/v1/items/{number}")

    def follow(self, address, method, status):
        """Follows a link from a message, which is one of the service."""
        parts = urllib.parse.urlsplit(address)
        answer = self.service.request(method, f"{parts.path}?{parts.query}")
        assert answer[0] == status, (address, answer[0], answer[2])
        assert answer[1]["content-type"] == "text/html; charset=utf-8"
        return answer[2].decode()


def browsers(home, receiver, other):
    """Messages that only the browser can read, from who has the key; and buttons in them that act once."""
    key = home.send("GET", "/v1/push-subscriptions/key")["publicKey"]
    assert other is None or Household(other).send("GET", "/v1/push-subscriptions/key")["publicKey"] == key
    phone, desk = Browser(receiver, "/push/phone"), Browser(receiver, "/push/desk")
    first = home.send("POST", "/v1/push-subscriptions", phone.subscription())
    again = home.send("POST", "/v1/push-subscriptions", phone.subscription())
    assert first == again, (first, again)
    home.send("POST", "/v1/push-subscriptions", desk.subscription())
    milk = home.remind("Milk", notes="Two.\n" + "é" * 5_000)
    shown = phone.take(key)
    assert desk.take(key) == shown and phone.contact == "mailto:ada@example.org", phone.contact
    assert shown["title"] == "Milk" and shown["body"].startswith("Home\nTwo.\né"), shown
    assert shown["data"]["itemId"] == milk and shown["tag"] == f"item-{milk}", shown
    check, snooze, _ = shown["actions"]
    assert home.follow(check["navigate"], "GET", 200).count("<button") == 1
    assert not home.item(milk)["checked"]
    later = home.follow(snooze["action"], "POST", 200)
    assert "You’ll be reminded again in 1 hour." in later and home.item(milk)["snoozedUntil"], later
    # Both were written for the item as it was then.
    assert "This has changed" in home.follow(check["action"], "POST", 410)
    assert not home.item(milk)["checked"]
    bins = home.remind("Bins")
    check, *_ = phone.take(key)["actions"]
    desk.take(key)
    assert "Done." in home.follow(check["action"], "POST", 200) and home.item(bins)["checked"]
    assert "This has changed" in home.follow(check["action"], "POST", 410)
    # A push service that is busy is asked again; one that knows no such browser never is.
    receiver.answers["/push/phone"] = [(429, {"retry-after": "1"})]
    receiver.answers["/push/desk"] = [(410, {})]
    home.remind("Post")
    assert phone.take(key)["title"] == phone.take(key)["title"] == "Post"
    desk.take(key)
    endpoints = lambda: [one["endpoint"] for one in home.send("GET", "/v1/push-subscriptions")]
    wait_until(lambda: endpoints() == [receiver.url("/push/phone")], endpoints)
    home.send("DELETE", f"/v1/push-subscriptions/{first['id']}")


def ntfy(home, receiver):
    """What ntfy documents, at its root, with buttons that act."""
    webhook = {
        "url": receiver.url("/family-topic"), "format": "ntfy", "authorization": "Bearer tk_ntfysecret",
    }  # fmt: skip
    number = home.send("POST", "/v1/webhooks", webhook)["id"]
    assert "tk_ntfysecret" not in json.dumps(home.send("GET", f"/v1/webhooks/{number}"))
    item = home.remind("Water the “ferns”", important=True)
    headers, body = receiver.take("/")
    assert headers["authorization"] == "Bearer tk_ntfysecret", headers
    message = json.loads(body)
    assert all(type(value) is NTFY_FIELDS[name] for name, value in message.items()), message
    assert message["topic"] == "family-topic" and message["title"] == "Water the “ferns”", message
    assert message["priority"] == 4 and message["message"] == "Home", message
    assert message["click"] == f"https://lists.example/#/lists/{home.checklist}/items/{item}", message
    assert len(message["actions"]) <= 3, message
    for action in message["actions"]:
        assert action.keys() <= NTFY_ACTION_FIELDS and action["action"] == "http", action
        assert action["url"].startswith("https://lists.example/act?link="), action
    home.follow(message["actions"][0]["url"], message["actions"][0]["method"], 200)
    assert home.item(item)["checked"]
    home.send("DELETE", f"/v1/webhooks/{number}")


def templates(home, receiver):
    """A text of one's own stays what it is, whatever is filled in."""
    nasty = '"quotes" \\ & <tags> {{item.text}} \U0001f600'
    kinds = {
        "application/json": (
            '{"text": "{{title}}", "late": {{late}}}', lambda text: json.loads(text)["text"]),
        "application/xml": (
            '<a b="{{title}}"/>', lambda text: xml.etree.ElementTree.fromstring(text).get("b")),
        "application/x-www-form-urlencoded": (
            "text={{title}}&list={{list.name}}", lambda text: urllib.parse.parse_qs(text)["text"][0]),
        "text/plain; charset=utf-8": ("{{title}}", lambda text: text),
    }  # fmt: skip
    numbers = []
    for index, (kind, (body, _)) in enumerate(kinds.items()):
        template = {"contentType": kind, "body": body}
        webhook = {"url": receiver.url(f"/room/{index}"), "format": "template", "template": template}
        numbers.append(home.send("POST", "/v1/webhooks", webhook)["id"])
    home.remind(nasty)
    for index, (kind, (_, read)) in enumerate(kinds.items()):
        headers, body = receiver.take(f"/room/{index}")
        assert headers["content-type"] == kind and read(body.decode()) == nasty, (kind, body)
        assert headers["webhook-signature"].startswith("v1,"), headers
    template = {"body": "{{item.colour}}"}
    webhook = {"url": receiver.url("/"), "format": "template", "template": template}
    problem = home.send("POST", "/v1/webhooks", webhook, 422)
    assert problem["errors"][0]["pointer"] == "/template/body", problem
    for number in numbers:
        home.send("DELETE", f"/v1/webhooks/{number}")


def main():
    options(__doc__)
    receiver = Receiver()
    flags = (
        "--url", "https://lists.example", "--push-contact", "mailto:ada@example.org", "--log-level", "debug",
    )  # fmt: skip
    with Service(None, *flags) as service:
        home = Household(service)
        if ON_POSTGRES:
            with Service(service.data, *flags) as other:
                browsers(home, receiver, other)
        else:
            browsers(home, receiver, None)
            # Whoever serves the folder again is known by the same key.
            key = home.send("GET", "/v1/push-subscriptions/key")
            assert service.stop() == 0
            with Service(service.data, *flags) as again:
                assert Household(again).send("GET", "/v1/push-subscriptions/key") == key
                check_rest(again, receiver)
            assert os.stat(f"{service.data}/secret.json").st_mode & 0o077 == 0
            return
        check_rest(service, receiver)


def check_rest(service, receiver):
    home = Household(service)
    ntfy(home, receiver)
    templates(home, receiver)
    log = service.read_log()
    for secret in ["tk_ntfysecret", "/push/", "family-topic", "link=", "/room/"]:
        assert secret not in log, f"{secret} stands in the log"


if __name__ == "__main__":
    main()

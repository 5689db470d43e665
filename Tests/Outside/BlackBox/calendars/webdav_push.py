"""Calendar apps that are notified of changes of lists by WebDAV-Push, and read what changed.

usage: webdav_push.py

Run by a Python that has http-ece and py-vapid. With CHECKLISTD_TEST_STORE=postgres on PostgreSQL, where two
processes serve one store, and one dies with a change that no app was notified of.
"""

import base64
import datetime
import email.utils
import pathlib
import sys
import urllib.parse
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from receivers import Browser, Receiver  # noqa: E402
from service import ON_POSTGRES, Service, wait_until  # noqa: E402

DAV, PUSH = "{DAV:}", "{https://bitfire.at/webdav-push}"


def find(service, path, *names):
    """Properties of a list, by their names in WebDAV-Push."""
    wanted = "".join(f"<P:{name}/>" for name in names)
    body = f'<D:propfind xmlns:D="DAV:" xmlns:P="{PUSH[1:-1]}"><D:prop>{wanted}</D:prop></D:propfind>'
    status, _, answer = service.request("PROPFIND", path, body.encode(), {"depth": "0"})
    assert status == 207, (status, answer)
    return ElementTree.fromstring(answer).find(f".//{DAV}prop")


class App(Browser):
    """A calendar app behind a push service, with a registration for a list."""

    def __init__(self, service, receiver, path, collection, expires=""):
        super().__init__(receiver, path)
        self.collection = collection
        properties = find(service, collection, "transports", "topic", "supported-triggers")
        key = properties.find(f".//{PUSH}vapid-public-key")
        assert key.get("type") == "p256ecdsa" and len(base64.urlsafe_b64decode(key.text + "=")) == 65
        self.service_key = key.text
        self.topic = properties.find(f"{PUSH}topic").text
        self.registration = self.register(service, expires)

    def register(self, service, expires=""):
        keys = self.subscription()["keys"]
        body = f"""<?xml version="1.0" encoding="utf-8"?>
            <push-register xmlns="{PUSH[1:-1]}" xmlns:D="DAV:"><subscription><web-push-subscription>
            <push-resource>{self.receiver.url(self.path)}</push-resource>
            <content-encoding>aes128gcm</content-encoding>
            <subscription-public-key type="p256dh">{keys["p256dh"]}</subscription-public-key>
            <auth-secret>{keys["auth"]}</auth-secret></web-push-subscription></subscription>
            <trigger><content-update><D:depth>1</D:depth></content-update></trigger>{expires}
            </push-register>"""
        fields = {"content-type": 'application/xml; charset="utf-8"'}
        status, headers, answer = service.request("POST", self.collection, body.encode(), fields)
        assert status == 204, (status, answer)
        assert email.utils.parsedate_to_datetime(headers["expires"]), headers
        # DAVx5 takes absolute addresses alone.
        assert headers["location"].startswith(f"http://127.0.0.1:{service.port}/dav/push/"), headers
        return headers["location"]

    def unregister(self, service, status):
        path = urllib.parse.urlsplit(self.registration).path
        assert service.request("DELETE", path)[0] == status

    def notified(self):
        """The sync token of the next message."""
        headers, clear = self.take_clear(self.service_key)
        assert headers["content-type"] == 'application/xml; charset="UTF-8"', headers
        assert headers["topic"].startswith("content-update-") and headers["urgency"] == "normal", headers
        message = ElementTree.fromstring(clear)
        assert message.tag == f"{PUSH}push-message", message.tag
        assert message.find(f"{PUSH}topic").text == self.topic
        return message.find(f"{PUSH}content-update/{DAV}sync-token").text

    def is_quiet(self):
        return self.receiver.at(self.path).empty()


def changed(service, collection, token):
    """The names of what has changed of a list since a token."""
    body = f"""<D:sync-collection xmlns:D="DAV:"><D:sync-token>{token}</D:sync-token>
        <D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>"""
    status, _, answer = service.request("REPORT", collection, body.encode(), {"depth": "1"})
    assert status == 207, (status, answer)
    hrefs = ElementTree.fromstring(answer).findall(f"{DAV}response/{DAV}href")
    return {href.text.rsplit("/", 1)[1] for href in hrefs}


def put(service, collection, name, text, fields=None):
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VTODO", f"UID:{name}",
        f"SUMMARY:{text}", "END:VTODO", "END:VCALENDAR", "",
    ]  # fmt: skip
    fields = {"content-type": "text/calendar", **(fields or {})}
    status = service.request("PUT", f"{collection}{name}.ics", "\r\n".join(lines).encode(), fields)[0]
    assert status in (201, 204), status


def until_all_is_known(service, app):
    """Takes messages until one has a token after which nothing has changed, and counts them."""
    count = 0
    while True:
        token = app.notified()
        count += 1
        if not changed(service, app.collection, token):
            return count


def others_and_not_oneself(service, other, phone, tablet):
    put(service, phone.collection, "milk", "Milk", {"push-dont-notify": f'"{phone.registration}"'})
    until_all_is_known(other, tablet)
    put(other, phone.collection, "bread", "Bread")
    # The phone is notified of the other's change alone.
    assert until_all_is_known(service, phone) == 1
    until_all_is_known(service, tablet)
    assert phone.is_quiet()


def bursts(service, phone, tablet):
    changes = 40
    for number in range(changes):
        put(service, phone.collection, "bursts", f"Number {number}")
    for app in (phone, tablet):
        count = until_all_is_known(service, app)
        assert count < changes, count


def a_push_service_that_is_busy(service, phone, tablet):
    phone.receiver.answers[phone.path] = [(503, {"retry-after": "1"})]
    put(service, phone.collection, "busy", "Busy")
    # It holds up nobody else.
    until_all_is_known(service, tablet)
    # The same message comes again.
    assert phone.notified() == phone.notified()


def an_app_that_is_gone(service, phone, tablet):
    tablet.receiver.answers[tablet.path] = [(410, {})]
    put(service, phone.collection, "gone", "Gone")
    tablet.receiver.take(tablet.path)
    until_all_is_known(service, phone)
    # It gets another registration once the one before is gone.
    wait_until(lambda: tablet.register(service) != tablet.registration)
    tablet.unregister(service, 404)
    tablet.registration = tablet.register(service)
    tablet.unregister(service, 204)


def expiry(service, receiver, collection):
    clock = lambda: email.utils.parsedate_to_datetime(service.request("GET", "/healthz")[1]["date"])
    end = clock() + datetime.timedelta(seconds=3)
    expires = f"<expires>{email.utils.format_datetime(end, usegmt=True)}</expires>"
    brief = App(service, receiver, "/push/brief", collection, expires)
    lasting = App(service, receiver, "/push/lasting", collection)
    wait_until(lambda: clock() > end)
    put(service, collection, "late", "Late")
    until_all_is_known(service, lasting)
    assert brief.is_quiet()
    brief.unregister(service, 404)
    lasting.unregister(service, 204)
    lasting.unregister(service, 404)


def main():
    options(__doc__)
    receiver = Receiver()
    flags = ("--push-contact", "mailto:ada@example.org")
    with Service(None, *flags) as service:
        checklist = service.request("POST", "/v1/checklists", {"name": "Home"})[2]["id"]
        collection = f"/dav/calendars/1/list-{checklist}/"
        assert "webdav-push" in service.request("OPTIONS", collection)[1]["dav"]
        phone = App(service, receiver, "/push/phone", collection)
        tablet = App(service, receiver, "/push/tablet", collection)
        key = service.request("GET", "/v1/push-subscriptions/key")[2]["publicKey"]
        assert phone.service_key == tablet.service_key == key and phone.topic == tablet.topic
        assert phone.register(service) == phone.registration != tablet.registration
        if ON_POSTGRES:
            with Service(service.data, *flags) as other:
                others_and_not_oneself(service, other, phone, tablet)
                bursts(service, phone, tablet)
                put(other, collection, "last", "The last words of a process")
                other.kill()
            until_all_is_known(service, phone)
            until_all_is_known(service, tablet)
        else:
            others_and_not_oneself(service, service, phone, tablet)
            bursts(service, phone, tablet)
            put(service, collection, "last", "The last words of a process")
            service.kill()
            service.start()
            phone.registration = phone.register(service)
            until_all_is_known(service, phone)
            until_all_is_known(service, tablet)
        a_push_service_that_is_busy(service, phone, tablet)
        an_app_that_is_gone(service, phone, tablet)
        phone.unregister(service, 204)
        expiry(service, receiver, collection)
        assert phone.is_quiet()
        assert "/push/phone" not in service.read_log(), "the address of an app stands in the log"


if __name__ == "__main__":
    main()

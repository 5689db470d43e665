"""Measures CalDAV beside Radicale with the same tasks in one list, in interleaved rounds: how long a program
waits until it has everything, learns of one change, and has made one.

Radicale is that of the Python this runs with. Its folder is written as it would write it.

usage: calendars.py [--items N] [--rounds N] [--seconds N] [--only TEXT]
"""

import argparse
import concurrent.futures
import contextlib
import http.client
import pathlib
import random
import re
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Outside/BlackBox/calendars"))
from caldav_servers import NAMESPACES, Checklistd, Radicale, make_list, task  # noqa: E402
from load import noise  # noqa: E402
from rounds import table  # noqa: E402

HREF = re.compile(rb"<(?:\w+:)?href>([^<]*\.ics)</")
TOKEN = re.compile(rb"<(?:\w+:)?sync-token>([^<]*)</")
DATA = re.compile(rb"BEGIN:VTODO")
PROPS = '{"tag": "VCALENDAR", "D:displayname": "Many", "C:supported-calendar-component-set": "VTODO"}'
CONNECTIONS = 16
WORDS = "milk bread call answer letter garden paint window bicycle repair invoice ticket holiday cake".split()


def content(number, version=1):
    """A task of the size that programs make: half of them due, some with a reminder, some done."""
    chance = random.Random(number)
    said = [f"SUMMARY:{' '.join(chance.choices(WORDS, k=4))} {number}.{version}", "CREATED:20300101T000000Z",
            "LAST-MODIFIED:20300101T000000Z", f"X-APPLE-SORT-ORDER:{number}"]
    if chance.random() < 0.5:
        said.append(f"DUE:2030{chance.randint(1, 12):02}{chance.randint(1, 28):02}T120000Z")
        said += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Reminder", "TRIGGER;RELATED=END:-PT15M",
                 "END:VALARM"] if chance.random() < 0.3 else []
    if chance.random() < 0.3:
        said += ["STATUS:COMPLETED", "COMPLETED:20260101T120000Z", "PERCENT-COMPLETE:100"]
    return task(f"benchmark-{number}", *said)


class Client:
    """One connection to a server, which stays open if that lets it, and the list with all the tasks."""

    def __init__(self, server, list, items):
        self.server, self.list, self.items, self.version = server, list, items, 1
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
        self.headers = {"authorization": server.basic()}
        self.spent = 0.0

    def ask(self, method, target, body=None, **fields):
        """What is answered; the time from the first byte sent to the last one read is added up."""
        headers = {**self.headers, **{name.replace("_", "-"): value for name, value in fields.items()}}
        body = body and body.encode()
        began = time.perf_counter()
        self.connection.request(method, target, body, headers)
        answer = self.connection.getresponse()
        answered = answer.read()
        self.spent += time.perf_counter() - began
        assert answer.status < 300, (method, target, answer.status, answered[:300])
        return answered

    def report(self, name, inner):
        body = f'<?xml version="1.0" encoding="utf-8"?><{name} {NAMESPACES}>{inner}</{name}>'
        return self.ask("REPORT", self.list, body, depth="1", content_type="application/xml; charset=utf-8")

    def changes(self, token):
        """Addresses of what has changed and the next token, page by page."""
        hrefs = []
        while True:
            inner = f"<D:sync-token>{token}</D:sync-token><D:sync-level>1</D:sync-level>"
            page = self.report("D:sync-collection", inner + "<D:prop><D:getetag/></D:prop>")
            hrefs += HREF.findall(page)
            token = TOKEN.findall(page)[-1].decode()
            if b" 507 " not in page:
                return hrefs, token

    def fetch(self, hrefs, at_once):
        count = 0
        for start in range(0, len(hrefs), at_once):
            inner = "".join(f"<D:href>{href.decode()}</D:href>" for href in hrefs[start : start + at_once])
            inner = f"<D:prop><D:getetag/><C:calendar-data/></D:prop>{inner}"
            count += len(DATA.findall(self.report("C:calendar-multiget", inner)))
        return count

    def full_sync(self, at_once):
        hrefs, self.token = self.changes("")
        count = self.fetch(hrefs, at_once or len(hrefs))
        assert len(hrefs) == count == self.items, (len(hrefs), count)

    def query(self):
        inner = (
            '<D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR">'
            '<C:comp-filter name="VTODO"/></C:comp-filter></C:filter>'
        )
        assert len(DATA.findall(self.report("C:calendar-query", inner))) == self.items

    def listing(self):
        """How vdirsyncer finds what has changed: the tags of all."""
        body = f"<D:propfind {NAMESPACES}><D:prop><D:resourcetype/><D:getcontenttype/><D:getetag/></D:prop>"
        kind = "application/xml; charset=utf-8"
        found = self.ask("PROPFIND", self.list, body + "</D:propfind>", depth="1", content_type=kind)
        assert len(HREF.findall(found)) == self.items

    def put(self):
        """A task that is there, changed."""
        self.version += 1
        number = self.version * 7919 % self.items
        kind = "text/calendar; charset=utf-8"
        self.ask("PUT", f"{self.list}{number}.ics", content(number, self.version), content_type=kind)

    def puts(self):
        for _ in range(20):
            self.put()
        self.spent /= 20

    def one_change(self):
        """Syncs of one change each, which is made before."""
        token, times = self.changes("")[1], []
        for _ in range(5):
            self.put()
            self.spent = 0.0
            hrefs, token = self.changes(token)
            assert len(hrefs) == 1 and self.fetch(hrefs, 1) == 1, hrefs
            times.append(self.spent)
        self.spent = sorted(times)[2]


def measure(action, *arguments):
    """Milliseconds of the service and of Radicale, one after the other."""

    def measured(context):
        times = []
        for client in context:
            client.spent = 0.0
            action(client, *arguments)
            times.append(client.spent * 1_000)
        return {"ms": times[0], "Radicale ms": times[1], "x Radicale": times[1] / times[0]}

    return measured


MEASURES = {
    "sync of everything, in tens (DAVx5, Tasks.org)": (measure(Client.full_sync, 10), {"x Radicale": 10}),
    "sync of everything, in hundreds (Thunderbird)": (measure(Client.full_sync, 100), {"x Radicale": 10}),
    "sync of everything, at once (vdirsyncer)": (measure(Client.full_sync, None), {"x Radicale": 10}),
    "calendar-query with all data": (measure(Client.query), {"x Radicale": 10}),
    "sync of one change": (measure(Client.one_change), {"x Radicale": 10}),
    "tags of all by PROPFIND": (measure(Client.listing), {"x Radicale": 10}),
    "PUT": (measure(Client.puts), {}),
}


def filled(server, items):
    """A client of a list with so many tasks, which come by several connections at a time."""
    list, kind = make_list(server, "Many").url.path, "text/calendar; charset=utf-8"

    def put(numbers):
        client = Client(server, list, items)
        for number in numbers:
            client.ask("PUT", f"{list}{number}.ics", content(number), content_type=kind)

    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
        for _ in pool.map(put, (range(first, items, CONNECTIONS) for first in range(CONNECTIONS))):
            pass
    return Client(server, list, items)


def written(server, items):
    """The same for Radicale, in its folder, with what it makes of it at the first sync."""
    folder = pathlib.Path(server.data) / "collection-root" / server.user / "many"
    folder.mkdir(parents=True)
    (folder / ".Radicale.props").write_text(PROPS)
    for number in range(items):
        (folder / f"{number}.ics").write_text(content(number), newline="")
    server.stop()
    server.start(syncs=False)
    Client(server, f"/{server.user}/many/", items).full_sync(None)
    server.stop()
    server.start()
    return Client(server, f"/{server.user}/many/", items)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=300, help="after which no more rounds begin")
    parser.add_argument("--only", default="", help="measures with this in their names")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        clients = [
            filled(stack.enter_context(Checklistd()), arguments.items),
            written(stack.enter_context(Radicale()), arguments.items),
        ]
        for client in clients:
            # What is made once at the first sync is no part of any later one.
            client.full_sync(None)
        chosen = {name: action for name, (action, _) in MEASURES.items() if arguments.only in name}
        rounds, noises, deadline = [], [], time.monotonic() + arguments.seconds
        while len(rounds) < arguments.rounds and (not rounds or time.monotonic() < deadline):
            noises.append(noise())
            rounds.append({name: action(clients) for name, action in chosen.items()})
        varied = statistics.median(noises)
        print(f"{arguments.items:,} tasks, medians of {len(rounds)} rounds.", end=" ")
        print(f"A fixed loop varied by {varied:.0%}.")
        figures = {
            name: {key: statistics.median(each[name][key] for each in rounds) for key in rounds[0][name]}
            for name in chosen
        }
        table(figures, MEASURES)


main()

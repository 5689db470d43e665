"""Measures the first reads of a person after a start, and how long others wait for them.

The store has 1,000 people with 10 lists of 100 items each. One person has ten important items. After a
start this person reads, while another connection reads an item again and again. At the end this person reads
everything that the API has, and the slowest reads are printed.

usage: first_reads.py [--people N] [--items N] [--data FOLDER]
"""

import argparse
import pathlib
import tempfile
import threading
import time

from people import Client, fill
from reads import reads
from service import Service

TARGETS = [
    "/v1/items?important=true&limit=20", "/v1/counts", "/v1/reminders", "/v1/agenda",
    "/v1/items?q=milk&limit=20", "/v1/items?sort=dueDate&limit=20",
]
ROOM = ["--items-max", "100000000", "--checklists-max", "100000000", "--data-bytes-max", "100000000000"]
ROOM += ["--people-max", "1000000"]


SLOWEST = 5


class Waits:
    """The longest time that another reader waits for one item."""

    def __init__(self, service, token):
        self.client, self.longest, self.ends = Client(service, token), 0, False
        item = self.client.ask("GET", "/v1/items?limit=1")[0]["id"]
        self.client.times(f"/v1/items/{item}", 200)
        self.thread = threading.Thread(target=self.read, args=(f"/v1/items/{item}",))

    def read(self, target):
        while not self.ends:
            self.longest = max(self.longest, *self.client.times(target, 10))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends = True
        self.thread.join()


def prepare(data, arguments):
    """Makes the data. Returns the tokens of a person with ten important items, and of the administrator."""
    with Service(data, *ROOM) as service:
        token = fill(service, arguments.people, arguments.items)
        client = Client(service, token)
        for item in client.ask("GET", "/v1/items?limit=10"):
            client.ask("PATCH", f"/v1/items/{item['id']}", {"important": True})
        service.stop()
    return token


def measure(data, token):
    """Measures each read twice, in a program of its own."""
    for target in TARGETS:
        with Service(data, *ROOM) as service:
            client = Client(service, token)
            client.ask("GET", "/v1/checklists?limit=1")
            with Waits(service, token) as waits:
                first, again = client.times(target, 2)
                # The background task of an index can end after the answer.
                time.sleep(0.3)
            times = f"first {first:,.0f} us, again {again:,.0f} us"
            print(f"{target}: {times}, others wait {waits.longest:,.0f} us")
            service.stop()


def measure_all(data, token):
    """Measures every read of the API, each three times, and prints the slowest."""
    with Service(data, *ROOM) as service:
        client = Client(service, token)
        lists, items = client.ask("GET", "/v1/checklists?limit=2"), client.ask("GET", "/v1/items?limit=1")
        section = client.ask("POST", f"/v1/checklists/{lists[0]['id']}/sections", {"name": "Section"})["id"]
        view = client.ask("POST", "/v1/views", {"name": "Rare", "query": {"tag": ["rare5"]}})["id"]
        webhook = client.ask("POST", "/v1/webhooks", {"url": "http://127.0.0.1:9/"})["id"]
        ids = {"checklistId": lists[0]["id"], "second": lists[1]["id"], "section": section}
        ids |= {"itemId": items[0]["id"], "parent": items[0]["id"], "viewId": view, "webhookId": webhook}
        ids["personId"] = client.ask("GET", "/v1/me")["person"]["id"]
        # Some reads are for administrators.
        targets = [target for target in reads(ids) if client.send("GET", target)[0] < 400]
        times = {target: sorted(client.times(target, 3))[1] for target in targets}
        for target in sorted(times, key=times.get)[-SLOWEST:]:
            print(f"{target}: median {times[target]:,.0f} us of {len(times)} reads")
        service.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--items", type=int, default=100, help="items of each list")
    parser.add_argument("--data", type=pathlib.Path, help="a new folder, which is kept")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = arguments.data or pathlib.Path(folder) / "data"
        token = prepare(data, arguments)
        measure(data, token)
        measure_all(data, token)


main()

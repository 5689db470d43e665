"""Measures how long others wait while something long runs, over a store of many items.

Starts the service on data of its own, has something long done, and meanwhile reads one item over and over on
another connection, from a process of its own. Prints how long each took and the slowest read beside it.

The environment variable CHECKLISTD names another program that is there already.

usage: stalls.py [--items N]
"""

import argparse
import http.client
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Outside/BlackBox"))

from reads import calendar_reads, reads  # noqa: E402
from service import Service  # noqa: E402

WORDS = "milk bread call answer letter garden paint window bicycle repair invoice ticket holiday cake".split()
LISTED_MAX = 100_000
SECTIONS = 20
ORDERS = ["text", "dueDate", "-dueDate,text", "important,text", "checked,dueDate", "createdAt", "-updatedAt"]


def items(start, count):
    """That many items, as a batch takes them: a tenth with a common tag, a quarter with one of 10,007."""
    for number in range(start, start + count):
        word, other = WORDS[number * 7919 % 14], WORDS[number * 104729 % 13]
        item = {
            "text": f"{word} {other} {number * 2654435761 % 1000003}",
            "important": number % 5 == 0,
            "checked": number % 3 == 0,
            "dueDate": f"20{30 + number % 30}-{1 + number % 12:02}-{1 + number % 28:02}T08:00:00Z",
            "tags": ["common"] * (number % 10 == 0) + [f"rare{number % 10007}"] * (number % 4 == 0),
        }
        if number % 20 == 0:
            item |= {"quantity": 2, "unit": "kg"}
        if number % 25 == 0:
            item["startOn"] = "2029-01-01"
        yield item


def probe(port, path, stop, slowest):
    """Reads one item until `stop` is set, on connections of which no event loop has all."""
    connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=60) for _ in range(8)]
    while not stop.is_set():
        connection = random.choice(connections)
        start = time.perf_counter()
        connection.request("GET", path, headers={"Accept": "application/json"})
        connection.getresponse().read()
        slowest.value = max(slowest.value, time.perf_counter() - start)
        time.sleep(0.0005)


def measure(service, name, work):
    """Has something done beside a reader."""
    stop, slowest = multiprocessing.Event(), multiprocessing.Value("d", 0.0)
    reader = multiprocessing.Process(target=probe, args=(service.port, "/v1/items/5", stop, slowest))
    reader.start()
    time.sleep(0.5)
    idle, slowest.value = slowest.value, 0
    start = time.perf_counter()
    work()
    elapsed = time.perf_counter() - start
    time.sleep(0.3)
    stop.set()
    reader.join()
    print(f"{name:44} {elapsed * 1000:9.0f} ms   slowest read {slowest.value * 1000:7.1f} ms"
          f"   (idle {idle * 1000:.1f} ms)", flush=True)


class Client:
    """One connection, whose answers are read whole."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)

    def __call__(self, method, path, body=None, fields=None):
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        fields = fields or ({"content-type": "application/json"} if text else {})
        self.connection.request(method, path, text, fields)
        answer = self.connection.getresponse()
        content = answer.read()
        # This person has no mail address, for example.
        if answer.status >= 400 and (method, answer.status) != ("GET", 404):
            sys.exit(f"{method} {path}: {answer.status} {content[:300]}")
        return content


def fill(client, count):
    """Lists of 100,000 items, of which the last has what is left."""
    done, lists = 0, []
    while done < count:
        listed = json.loads(client("POST", "/v1/checklists", {"name": f"List {len(lists)}"}))["id"]
        lists.append(listed)
        for start in range(done, min(done + LISTED_MAX, count), 1000):
            client("POST", f"/v1/checklists/{listed}/items/batch", list(items(start, 1000)))
        done += LISTED_MAX
    return lists


def first_of(client, path):
    return json.loads(client("GET", path))[0]["id"]


def make_structure(client, checklist):
    """Gives a list sections and a parent, and returns one section and the parent."""
    path = f"/v1/checklists/{checklist}"
    for number in range(SECTIONS):
        client("POST", f"{path}/sections", {"name": f"Section {number}"})
    section = json.loads(client("GET", path))["sections"][3]["id"]
    client("PATCH", f"{path}/items?important=true", {"sectionId": section})
    parent = first_of(client, f"{path}/items?limit=1")
    subtasks = [{"text": f"Step {number}", "parentId": parent} for number in range(500)]
    client("POST", f"{path}/items/batch", subtasks)
    return section, parent


def read_all(service, client, first, second):
    """Measures every read of the API and of calendar apps, and each a second time."""
    section, parent = make_structure(client, first)
    view = json.loads(client("POST", "/v1/views", {"name": "Rare", "query": {"tag": ["rare5"]}}))["id"]
    webhook = json.loads(client("POST", "/v1/webhooks", {"url": "http://127.0.0.1:9/"}))["id"]
    ids = {"checklistId": first, "second": second, "section": section, "parent": parent}
    ids |= {"itemId": 5, "personId": 1, "viewId": view, "webhookId": webhook}
    for path in reads(ids):
        measure_twice(service, path.removeprefix("/v1"), lambda path=path: client("GET", path))
    fields = {"depth": "1", "content-type": "application/xml; charset=utf-8"}
    for name, method, body in calendar_reads():
        call = (method, f"/dav/calendars/1/list-{first}/", body, fields)
        measure_twice(service, name, lambda call=call: client(*call))


def measure_twice(service, name, work):
    """Measures a read beside a reader, and once more without one."""
    measure(service, f"first {name}", work)
    start = time.perf_counter()
    work()
    print(f"    again {(time.perf_counter() - start) * 1000:.1f} ms", flush=True)


def read_after_writes(client):
    for turn in range(3):
        start = time.perf_counter()
        for order in ORDERS:
            client("POST", "/v1/items/7/toggle")
            client("GET", f"/v1/items?sort={order}&limit=20")
        elapsed = (time.perf_counter() - start) * 1000
        print(f"{len(ORDERS)} orders, a write before each, turn {turn + 1}: {elapsed:.1f} ms", flush=True)


def write_much(service, client, first, second):
    """Measures the changes of many items."""
    whole = f"/v1/checklists/{first}"
    imported = {"checklists": [{"name": "Imported", "items": list(items(0, 50_000))}]}
    changes = {
        "merge on a list of 100,000": (
            "POST",
            f"{whole}/items?merge=true",
            {"text": "zebra", "quantity": 2},
        ),
        "rename a rare tag": ("PATCH", "/v1/tags/rare5", {"name": "seldom"}),
        "rename a common tag": ("PATCH", "/v1/tags/common", {"name": "usual"}),
        "PATCH of 100,000 items": ("PATCH", f"{whole}/items", {"important": True}),
        "DELETE of the checked of 100,000 items": ("DELETE", f"{whole}/items?checked=true", None),
        "DELETE of a list of 100,000 items": ("DELETE", f"/v1/checklists/{second}", None),
        "import of 50,000 items": ("POST", "/v1/import", imported),
    }
    for name, change in changes.items():
        measure(service, name, lambda change=change: client(*change))


def main():
    """Measures everything that is long, one after the other."""
    # So that `with` stops what this program started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=1_000_000, help="at least 100,001: two lists")
    arguments = parser.parse_args()
    data = tempfile.TemporaryDirectory(prefix="stalls-")
    with data, Service(data.name, "--items-max", str(2 * arguments.items)) as service:
        client = Client(service.port)
        start = time.perf_counter()
        lists = fill(client, arguments.items)
        print(f"{arguments.items:,} items in {time.perf_counter() - start:.0f} s", flush=True)
        read_all(service, client, *lists[:2])
        read_after_writes(client)
        write_much(service, client, *lists[:2])


if __name__ == "__main__":
    main()

"""Looks for histories that a single copy could not have made: many clients read and change the same items
at once, the service is killed with SIGKILL and started again, and every item's history is checked.

usage: linearizability.py [--seconds S] [--seed N] [--clients N] [--items N] [--kills N] [--pause S]
                          [--processes N] [--self-test] [-- FLAG ...]

  --seconds   how long clients work in all (default 20)
  --kills     how many times the service is killed meanwhile (default 10)
  --processes how many work on one store, of which one is killed at a time (default 1; more on PostgreSQL)
  --pause     how long a client waits between two requests, so that long runs fit in memory (default 0)
"""

import collections
import json
import math
import pathlib
import random
import shutil
import sys
import tempfile
import threading
import time

import histories
from histories import GONE, Operation, Version
from starts import ON_POSTGRES, Service, command_line
from workload import Connection, NoAnswer

KINDS = ["read"] * 5 + ["list", "feed"] + ["write"] * 3 + ["write-if"] * 3 + ["toggle"] * 2 + ["delete"]


class Work:
    """What all clients share: the items, the histories, and where the service is."""

    def __init__(self, checklist):
        self.checklist = checklist
        self.items = []
        self.initial = {}
        self.histories = collections.defaultdict(list)
        self.lock = threading.Lock()
        self.ports = []
        self.running = threading.Event()
        self.over = False
        self.complaints = []

    def add(self, body, tag):
        """Takes up an item that was made; it may be made by one client and worked on by all."""
        self.initial[body["id"]] = Version(body["text"], body["checked"], tag)
        with self.lock:
            self.items.append(body["id"])

    def remove(self, item):
        """Takes an item out of the work; true for the first who does."""
        with self.lock:
            if item not in self.items:
                return False
            self.items.remove(item)
            return True


class Client(threading.Thread):
    """Reads and changes items, one request at a time, and notes each with its times."""

    def __init__(self, name, work, rng, pause=0.0, place=0):
        super().__init__(daemon=True)
        self.label, self.work, self.rng, self.pause, self.place = name, work, rng, pause, place
        self.number = 0
        self.tags = {}
        self.unanswered = []
        # What the feed has told, and where it goes on.
        self.told, self.cursor = {}, None

    def run(self):
        while not self.work.over:
            if not self.work.running.wait(0.05):
                continue
            try:
                connection = Connection(self.work.ports[self.place % len(self.work.ports)])
                while not self.work.over:
                    self.act(connection)
                    time.sleep(self.pause)
            except (NoAnswer, OSError) as error:
                if "timed out" in str(error):
                    self.work.complaints.append(f"no answer in time: {error}")
                time.sleep(0.01)
            except AssertionError as error:
                self.work.complaints.append(str(error))
                return

    def act(self, connection):
        self.number += 1
        kind = self.rng.choice(KINDS)
        if kind == "list":
            return self.read_list(connection)
        if kind == "feed":
            return self.read_feed(connection)
        # Other clients take items out meanwhile.
        item = self.rng.choice(list(self.work.items))
        if kind == "delete" and self.rng.random() < 0.8:
            kind = "read"
        expected = self.tags.get(item) if kind == "write-if" else None
        if kind == "write-if" and expected is None:
            kind = "read"
        text = f"{self.label} {self.number}" if kind.startswith("write") else ""
        called = time.monotonic()
        try:
            result = self.request(connection, kind, item, text, expected)
        except NoAnswer:
            self.unanswered.append((item, Operation(kind, called, math.inf, None, text, expected)))
            raise
        self.note(item, Operation(kind, called, time.monotonic(), result, text, expected))
        if isinstance(result, Version):
            self.tags[item] = result.tag
        if result in ("deleted", GONE) and self.work.remove(item):
            made = make_item(connection, self.work.checklist, f"{self.label} {self.number} new")
            self.work.add(made.body, made.headers["etag"])

    def request(self, connection, kind, item, text, expected):
        target = f"/v1/items/{item}"
        if kind == "read":
            answer = connection.request("GET", target)
        elif kind == "toggle":
            answer = connection.request("POST", target + "/toggle")
        elif kind == "delete":
            answer = connection.request("DELETE", target)
        else:
            headers = {"if-match": expected} if expected else None
            answer = connection.request("PATCH", target, {"text": text}, headers)
        if answer.status == 404:
            return GONE
        if answer.status == 204 and kind == "delete":
            return "deleted"
        if answer.status == 412 and kind == "write-if":
            return "changed"
        assert answer.status == 200, f"{kind} answered {answer.status} {answer.body}"
        tag = answer.headers.get("etag")
        assert tag, f"{kind} answered no ETag"
        return Version(answer.body["text"], answer.body["checked"], tag)

    def read_list(self, connection):
        """Reads all items at once, which is a read of each of them."""
        before = list(self.work.items)
        called = time.monotonic()
        answer = connection.request("GET", f"/v1/checklists/{self.work.checklist}/items?limit=1000")
        returned = time.monotonic()
        assert answer.status == 200, f"a list answered {answer.status}"
        shown = {body["id"]: Version(body["text"], body["checked"]) for body in answer.body}
        for item in before:
            self.note(item, Operation("read", called, returned, shown.get(item, GONE)))

    def read_feed(self, connection):
        """Reads on to the end of the feed, which is a read of each item, changed since or not."""
        before = list(self.work.items)
        called = time.monotonic()
        page = {"hasMore": True}
        while page["hasMore"]:
            since = f"&since={self.cursor}" if self.cursor else ""
            answer = connection.request("GET", f"/v1/changes?limit=1000{since}")
            assert answer.status == 200, f"the feed answered {answer.status}"
            page = answer.body
            for change in page["changes"]:
                if change["type"] == "item":
                    item = change.get("item")
                    self.told[change["id"]] = Version(item["text"], item["checked"]) if item else GONE
            self.cursor = page["next"]
        returned = time.monotonic()
        for item in before:
            self.note(item, Operation("read", called, returned, self.told.get(item, GONE)))

    def note(self, item, operation):
        self.work.histories[item].append(operation)


def make_item(connection, checklist, text):
    made = connection.request("POST", f"/v1/checklists/{checklist}/items", {"text": text})
    assert made.status == 201, made
    return made


def drive(options, data):
    """Lets the clients work through all kills; the work done and how many requests had no answer."""
    rng = random.Random(options.seed)
    services = [Service(data, *options.flags) for _ in range(options.processes)]
    connection = Connection(services[0].port)
    work = Work(connection.request("POST", "/v1/checklists", {"name": "Shared"}).body["id"])
    for number in range(options.items):
        made = make_item(connection, work.checklist, f"item {number}")
        work.add(made.body, made.headers["etag"])
    clients = [
        Client(f"c{n}", work, random.Random(rng.random()), options.pause, n) for n in range(options.clients)
    ]
    for client in clients:
        client.start()
    unanswered = 0
    for _ in range(options.kills):
        work.ports = [service.port for service in services]
        work.running.set()
        time.sleep(options.seconds / options.kills * rng.uniform(0.5, 1.5))
        work.running.clear()
        victim = rng.randrange(len(services))
        services[victim].kill()
        died = time.monotonic()
        services[victim] = Service(data, *options.flags)
        if ON_POSTGRES:
            # The database may still have committed what it was sent; a start waits for that.
            died = time.monotonic()
        unanswered += settle(clients, work, died)
    work.over = True
    for client in clients:
        client.join()
    unanswered += settle(clients, work, died)
    last = Client("last", work, rng)
    connection = Connection(services[0].port)
    for item in list(work.histories):
        called = time.monotonic()
        result = last.request(connection, "read", item, "", None)
        last.note(item, Operation("read", called, time.monotonic(), result))
    for service in services:
        if service.stop() != 0:
            work.complaints.append(f"fails at its end: {service.read_log()[-600:]}")
    return work, unanswered


def settle(clients, work, died):
    """Gives the requests without an answer the time by which they can no longer have an effect."""
    count = 0
    for client in clients:
        while client.unanswered:
            item, operation = client.unanswered.pop()
            count += 1
            if operation.called < died:
                ended = Operation(
                    operation.kind, operation.called, died, None, operation.text, operation.expected
                )
                work.histories[item].append(ended)
    return count


def judge(work):
    """The items whose history is impossible, with what is said about them."""
    found = []
    for item, operations in sorted(work.histories.items()):
        try:
            if not histories.linearizable(operations, work.initial[item]):
                found.append((item, "no single copy makes its history"))
        except RuntimeError as error:
            found.append((item, str(error)))
    return found


def main():
    options = command_line(
        __doc__, seconds=20.0, clients=16, items=24, kills=10, pause=0.0, processes=1, self_test=False
    )
    if options.self_test:
        print(histories.self_test())
        return
    folder = pathlib.Path(tempfile.mkdtemp(prefix="linearizability-"))
    print(f"seed {options.seed}, data in {folder}")
    work, unanswered = drive(options, folder / "data")
    found = judge(work)
    for complaint in work.complaints:
        print(f"VIOLATION {complaint}")
    for item, complaint in found:
        kept = folder / f"item-{item}.json"
        operations = sorted(work.histories[item], key=lambda operation: operation.called)
        kept.write_text(json.dumps([repr(operation) for operation in operations], indent=0))
        print(f"VIOLATION item {item}: {complaint}; {len(operations)} operations in {kept}")
    violations = len(found) + len(work.complaints)
    every = [operation for operations in work.histories.values() for operation in operations]
    writes = sum(o.kind != "read" and o.result not in (None, GONE, "changed") for o in every)
    print(
        f"linearizability: {len(every)} operations on {len(work.histories)} items, {writes} writes answered, "
        f"{options.clients} clients, {options.processes} processes, {options.kills} kills, "
        f"{unanswered} without an answer, {violations} violations, seed {options.seed}"
    )
    if violations:
        sys.exit(1)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()

"""Measures how much the data of other people costs a person.

A person has 10 lists of 10 items each. The times of a first page, of the counts and of a search are
measured among many such people, and in a store that has only this person's data. The time for a list of
another person is measured beside that for a list that does not exist.

usage: people.py [--people N] [--requests N]
"""

import argparse
import concurrent.futures
import http.client
import json
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Outside/BlackBox"))
from service import Service  # noqa: E402

WORDS = "milk bread butter tea rice soap paper apples".split()
TARGETS = {
    "first page": "/v1/items?sort=dueDate&limit=20", "lists": "/v1/checklists", "counts": "/v1/counts",
    "search": "/v1/items?q=milk", "rare search": "/v1/items?q=qzj",
}


class Client:
    """One connection, as one person."""

    def __init__(self, service, token=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port)
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def send(self, method, target, body=None):
        """The status and the content of an answer."""
        headers = self.headers | ({"content-type": "application/json"} if body is not None else {})
        self.connection.request(method, target, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def ask(self, method, target, body=None):
        status, content = self.send(method, target, body)
        assert status < 400 or status == 404, (target, status, content)
        return json.loads(content) if content else None

    def times(self, target, count):
        """The time of each request, in microseconds."""
        times = []
        for _ in range(count):
            start = time.perf_counter_ns()
            status, content = self.send("GET", target)
            times.append((time.perf_counter_ns() - start) / 1_000)
            assert status < 400 or status == 404, (target, status, content)
        return times


def fill(service, count, items_count=10):
    """Adds people with 10 lists each. Returns the token of the one in the middle."""
    admin = Client(service)
    link = admin.ask("POST", "/v1/people/1/sign-in-links", {"scope": "admin"})
    token = admin.ask("POST", "/v1/devices", {"secret": link["secret"], "name": "bench"})["token"]

    def some(numbers):
        admin, found = Client(service, token), {}
        for number in numbers:
            person = admin.ask("POST", "/v1/people", {"name": f"Person {number}"})["id"]
            link = admin.ask("POST", f"/v1/people/{person}/sign-in-links", {"scope": "write"})
            found[number] = admin.ask("POST", "/v1/devices", {"secret": link["secret"], "name": "x"})["token"]
            client = Client(service, found[number])
            for list_number in range(10):
                checklist = client.ask("POST", "/v1/checklists", {"name": f"List {list_number}"})["id"]
                items = [{"text": f"{WORDS[n % 8]} {number}"} for n in range(items_count)]
                client.ask("POST", f"/v1/checklists/{checklist}/items/batch", items)
        return found

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        found = {}
        for part in pool.map(some, [range(start, count, 8) for start in range(8)]):
            found |= part
    return found[count // 2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=2_000)
    arguments = parser.parse_args()
    room = ["--items-max", "100000000", "--checklists-max", "100000000", "--data-bytes-max", "100000000000"]
    with Service(None, "--people-max", "1000000", *room) as many, Service(None, *room) as alone:
        among, single = Client(many, fill(many, arguments.people)), Client(alone, fill(alone, 1))
        for name, target in TARGETS.items():
            rounds = [
                (statistics.median(among.times(target, 200)), statistics.median(single.times(target, 200)))
                for _ in range(arguments.requests // 200)
            ]
            ours, theirs = (statistics.median(times) for times in zip(*rounds))
            beside = f"{ours:.0f} us among {arguments.people} people, {theirs:.0f} alone"
            print(f"{name}: {beside}: {ours / theirs:.2f}")
        theirs = among.ask("GET", "/v1/checklists")[0]["id"]
        others = f"/v1/checklists/{theirs - 20 if theirs > 30 else theirs + 20}"
        # One after the other, so that what else the machine does is in both.
        targets = {"a stranger's list": others, "none": "/v1/checklists/999999999"}
        times = {name: [] for name in targets}
        for _ in range(arguments.requests * 5):
            for name, target in targets.items():
                times[name] += among.times(target, 1)
        for name, found in times.items():
            found.sort()
            marks = ", ".join(f"{found[len(found) * p // 100]:.0f}" for p in (1, 10, 25, 50, 75, 90, 99))
            print(f"{name}: {marks} us at 1, 10, 25, 50, 75, 90 and 99 %")


if __name__ == "__main__":
    main()

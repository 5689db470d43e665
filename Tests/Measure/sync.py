"""What it costs to keep up: what has changed among many items, as pages and beside a single item that is
read, and a first walk through all of them, with the memory that the service takes meanwhile.

usage: sync.py [--items 1000000] [--walk 100000] [--requests 500]
"""

import argparse
import http.client
import json
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Outside/BlackBox"))
from listeners import resident  # noqa: E402
from service import Service  # noqa: E402

BATCH = 1_000


class Client:
    """One connection."""

    def __init__(self, service):
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port)

    def ask(self, method, target, body=None):
        headers = {"content-type": "application/json"} if body is not None else {}
        self.connection.request(method, target, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        content = answer.read()
        assert answer.status < 300, (target, answer.status, content[:300])
        return content


def fill(client, count, made):
    """So many more items, on lists of 100,000."""
    for number in range(0, count, BATCH):
        if number % 100_000 == 0:
            list = json.loads(client.ask("POST", "/v1/checklists", {"name": f"List {number}"}))["id"]
        items = [{"text": f"Item {made + number + index}"} for index in range(BATCH)]
        client.ask("POST", f"/v1/checklists/{list}/items/batch", items)


def walk(client, pid, count):
    """Everything from the beginning, in pages of 1,000, with the most memory that was seen."""
    begin, seen, most, target = time.perf_counter(), 0, 0, "/v1/changes?limit=1000"
    while target:
        page = json.loads(client.ask("GET", target))
        seen += len(page["changes"])
        most = max(most, resident(pid))
        target = f"/v1/changes?limit=1000&since={page['next']}" if page["hasMore"] else None
    assert seen >= count, seen
    return time.perf_counter() - begin, most, page["next"]


def keep_up(client, cursor, requests):
    """Changes an item and asks what has changed, again and again: medians in microseconds, beside one item
    that is read."""
    times, others = [], []
    for number in range(requests):
        item = 3 + 997 * number
        client.ask("POST", f"/v1/items/{item}/toggle")
        start = time.perf_counter_ns()
        page = json.loads(client.ask("GET", f"/v1/changes?since={cursor}"))
        middle = time.perf_counter_ns()
        client.ask("GET", f"/v1/items/{item}")
        others.append((time.perf_counter_ns() - middle) / 1_000)
        times.append((middle - start) / 1_000)
        assert [change["id"] for change in page["changes"] if change["type"] == "item"] == [item], page
        cursor = page["next"]
    return statistics.median(times), statistics.quantiles(times, n=100)[98], statistics.median(others)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--items", type=int, default=1_000_000)
    arguments.add_argument("--walk", type=int, default=100_000)
    arguments.add_argument("--requests", type=int, default=500)
    options = arguments.parse_args()
    with Service(None, "--items-max", "2000000", "--data-bytes-max", str(4 * 2**30)) as service:
        client, pid = Client(service), service.process.pid
        fill(client, options.walk, 0)
        for name in ("first walk", "second walk"):
            before = resident(pid)
            seconds, most, cursor = walk(client, pid, options.walk)
            more = (most - before) / 2**20
            print(f"{name} of {options.walk:,} items: {seconds:.2f} s, {more:.1f} MiB more than before")
        fill(client, options.items - options.walk, options.walk)
        cursor = walk(client, pid, options.items)[2]
        median, tail, other = keep_up(client, cursor, options.requests)
        print(
            f"one change among {options.items:,}: {median:.0f} us at the median, {tail:.0f} us at 99 %,"
            f" one item {other:.0f} us"
        )


main()

"""Measures processes over one PostgreSQL beside pgbench and Kinto on the same server, in interleaved rounds.

The server has its defaults, so that every commit is synced. Kinto is installed into .build/kinto.

With --standby each commit waits for a second server on the same machine.

usage: processes.py [--rounds N] [--seconds N] [--items N] [--standby] [--only TEXT]
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ["CHECKLISTD_TEST_STORE"] = "postgres"
from load import Client, post_all, posting, requesting, settle, wrk  # noqa: E402
from measures import BODY, SORT_KEYS  # noqa: E402
from peers import Kinto  # noqa: E402  finds the next two
from postgres import shared  # noqa: E402
from rounds import medians, new_items, table  # noqa: E402
from service import Service  # noqa: E402

TABLE = """CREATE TABLE item (id bigserial PRIMARY KEY, list int, text text, notes text, checked bool,
    at timestamptz)"""
INSERT = """INSERT INTO item (list, text, notes, checked, at)
    VALUES (1, 'Item from a benchmark', repeat('x', 60), false, now());"""
LISTS = 100


class Context:
    """The server, one process that has its database alone, three that share another, and Kinto."""

    def __init__(self, arguments, stack):
        self.seconds, self.items = arguments.seconds, arguments.items
        self.server = shared()
        self.server.query(TABLE)
        self.server.query("CREATE DATABASE kinto")
        self.insert = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory())) / "insert.sql"
        self.insert.write_text(INSERT)
        self.insert.parent.chmod(0o755)
        if arguments.standby:
            self.server.start_standby()
        self.one = self.started("one", 1, stack)
        self.three = self.started("three", 3, stack)
        self.kinto = Kinto(f"postgres://checklistd@/kinto?host={self.server.folder}", BODY)
        stack.callback(self.kinto.stop)

    def started(self, database, count, stack):
        """So many processes, over lists that have items."""
        first = stack.enter_context(Service(database))
        lists = (("/v1/checklists", json.dumps({"name": f"Liste {n}"})) for n in range(2, LISTS + 1))
        post_all(first.port, lists)
        post_all(first.port, new_items(2, LISTS, 2_000))
        return [first, *(stack.enter_context(Service(database)) for _ in range(count - 1))]

    def inserts(self):
        """Single INSERTs a second of 64 clients."""
        clients = f"-n -c 64 -j 2 -T {int(self.seconds)} -M prepared".split()
        place = ["-h", self.server.folder, "-U", "checklistd", "-f", self.insert, "postgres"]
        out = self.server.run("pgbench", *clients, *place)
        return next(float(line.split()[2]) for line in out.splitlines() if line.startswith("tps"))

    def load(self, services, script):
        """What 64 connections get from processes together: requests a second, and the slowest p99."""
        share = 64 // len(services)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            urls = [f"http://127.0.0.1:{each.port}/v1/checklists/2/items" for each in services]
            runs = list(pool.map(lambda url: wrk(url, self.seconds, script, share), urls))
        assert not any(run["failed"] for run in runs), runs
        return sum(run["rate"] for run in runs), max(run["p99"] for run in runs)

    def processor_seconds(self):
        """What the server has used of the processors."""
        parent = int((self.server.data / "postmaster.pid").read_text().split()[0])
        ticks = 0
        for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = entry.read_text().rpartition(")")[2].split()
                if int(entry.parent.name) == parent:
                    ticks += sum(int(field) for field in fields[11:15])
                elif int(fields[1]) == parent:
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def costing(self, action):
        """What an action returns, and the server's microseconds for each of so many a second."""
        began = self.processor_seconds()
        result = action()
        rate = result[0] if isinstance(result, tuple) else result
        return result, (self.processor_seconds() - began) / (rate * self.seconds) * 1e6


def post(script_of, services_of):
    def measure(context):
        (ours, p99), cost = context.costing(lambda: context.load(services_of(context), script_of))
        inserts, cost_of_insert = context.costing(context.inserts)
        return {
            "/s": ours, "p99 ms": p99, "x pgbench": ours / inserts, "server us": cost,
            "x server": cost / cost_of_insert, "pgbench/s": inserts,
        }

    return measure


def get(services_of):
    def measure(context):
        rate, p99 = context.load(services_of(context), READ)
        return {"/s": rate, "p99 ms": p99}

    return measure


def kinto(context):
    """Records made and read one by one."""
    target = Kinto.RECORDS
    writes = wrk(context.kinto.url(target), context.seconds, posting(f'{{"data": {BODY}}}'))
    reads = wrk(context.kinto.url(target + "/first"), context.seconds)
    ours, _ = context.load(context.one, MANY)
    our_reads, _ = context.load(context.one, READ)
    return {
        "POST/s": writes["rate"], "x POST": ours / writes["rate"], "GET/s": reads["rate"],
        "x GET": our_reads / reads["rate"], "failed": writes["failed"] + reads["failed"],
    }


def pages(context):
    """First pages of everything by each key, searches and totals, each after a change."""
    count = context.one[0].request("GET", "/v1/counts")[2]["items"]
    if count < context.items:
        post_all(context.one[0].port, new_items(2, LISTS, context.items - count))
        context.server.query("VACUUM ANALYZE", "lists1")
        settle()
        count = context.items
    client, item = Client(context.one[0].port), 3
    keys = [sign + key for key in SORT_KEYS for sign in ("", "-") if key != "position"]
    figures = {key: client.median(f"/v1/items?sort={key}", item, 7) for key in keys}
    print("first pages:", ", ".join(f"{key} {spent:.1f} ms" for key, spent in figures.items()))
    return {
        "items": count, "slowest key ms": max(figures.values()),
        "list ms": client.median("/v1/checklists/2/items?sort=dueDate", item, 7),
        "rare ms": client.median("/v1/items?q=qzj", item, 7),
        "frequent ms": client.median("/v1/items?q=mil", item, 5),
        "counts ms": client.median("/v1/counts", item, 5),
    }


READ = requesting('wrk.format("GET", "/v1/items/" .. math.random(3, 2000))')
ANY_LIST = f'"/v1/checklists/" .. math.random(2, {LISTS}) .. "/items"'
MANY = requesting(f'wrk.format("POST", {ANY_LIST}, nil, [=[{BODY}]=])')
HOT = posting(BODY)
MEASURES = {
    "POST, 100 lists": (post(MANY, lambda context: context.one), {"x pgbench": 0.6, "x server": -0.8}),
    "POST, one list": (post(HOT, lambda context: context.one), {"x pgbench": 0.75}),
    "POST, three processes": (post(MANY, lambda context: context.three), {"x pgbench": 0.45}),
    "GET an item": (get(lambda context: context.one), {}),
    "GET an item, three processes": (get(lambda context: context.three), {}),
    "Kinto": (kinto, {}),
    "pages": (pages, {"slowest key ms": -5, "rare ms": -5}),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--standby", action="store_true")
    parser.add_argument("--only", default="", help="measures with this in their names")
    arguments = parser.parse_args()
    Kinto.install()
    with contextlib.ExitStack() as stack:
        context = Context(arguments, stack)
        table(medians(context, MEASURES, arguments), MEASURES)


main()

"""Measures the service beside what people know, on this machine, in interleaved rounds.

Builds for release, makes data, starts the service and its peers on loopback, measures them in turn, and
prints the medians with what is wanted of them. Everything it started is stopped in the end.

The environment variable CHECKLISTD names another program that is there already.

usage: run.py [--items N] [--lists N] [--rounds N] [--seconds N] [--only TEXT] [--data FOLDER]
"""

import argparse
import contextlib
import functools
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from load import post_all
from measures import BODY, MEASURES, NOTES, TEXT
from peers import Kinto, Nginx, Node, Postgres, Radicale, Redis, SQLite, install
from rounds import medians, new_items, row, table
from service import ROOT, Service


# Room for more than a service takes by default.
ROOM = ["--items-max", "100000000", "--data-bytes-max", "100000000000"]


class Context:
    """The service with its data, its peers, and what of the data the measures ask for."""

    checkpoint_changes = 250_000

    def __init__(self, arguments, stack):
        self.seconds, self.stack = arguments.seconds, stack
        self.data = arguments.data or stack.enter_context(tempfile.TemporaryDirectory(prefix="benchmark-"))
        # The first start makes list 1. The next ones get 100 items, a tenth of all, and the rest.
        self.hundred, self.large, self.middle, self.small_list = 2, 3, 4, 2
        self.first_item, self.large_item = 3, 103
        with Service(self.data, *ROOM) as filling:
            if not arguments.data or filling.request("GET", "/v1/counts")[2]["items"] < arguments.items:
                large = min(arguments.items // 10, 100_000)
                fill(
                    filling, [(2, 2, 100), (3, 3, large), (4, arguments.lists, arguments.items - large - 100)]
                )
            filling.stop(60)
        began = time.monotonic()
        self.service = stack.enter_context(Service(self.data, *ROOM))
        self.start_seconds = time.monotonic() - began
        self.memory = resident_megabytes(self.service)
        self.items = self.service.request("GET", "/v1/counts")[2]["items"]
        self.small = stack.enter_context(Service())
        self.idle_memory = resident_megabytes(self.small)
        fill(self.small, [(2, 2, 100), (3, 10, 900)])
        self.start_peers(stack)

    def start_peers(self, stack):
        bodies = [
            self.answer(f"/v1/checklists/{self.middle}"),
            self.answer(f"/v1/checklists/{self.hundred}/items"),
        ]
        texts = (item["text"] for item in self.service.walk("/v1/items?limit=1000"))
        self.sqlite = SQLite(texts)
        self.nginx = self.started(Nginx(*bodies), stack)
        self.node = self.started(Node(bodies[0]), stack)
        self.redis = self.started(Redis(), stack)
        self.postgres = self.started(Postgres(), stack)

    # What has to be installed first is started when it is first asked for.

    @functools.cached_property
    def kinto(self):
        place = f"postgres://postgres@/postgres?host={self.postgres.folder}&port={self.postgres.port}"
        return self.started(Kinto(place, BODY), self.stack)

    @functools.cached_property
    def radicale(self):
        return self.started(Radicale(TEXT, NOTES), self.stack)

    def started(self, peer, stack):
        stack.callback(peer.stop)
        return peer

    def url(self, path):
        return f"http://127.0.0.1:{self.service.port}{path}"

    def small_url(self, path):
        return f"http://127.0.0.1:{self.small.port}{path}"

    def nginx_url(self, path):
        return f"http://127.0.0.1:{self.nginx.port}{path}"

    def answer(self, target):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port)
        connection.request("GET", target)
        return connection.getresponse().read()

    def checkpoints(self):
        """How many there have been since the start."""
        return self.service.read_log().count("checkpoint")


def fill(service, shares):
    """Makes lists, and so many items on those from one number to another."""
    lists = (("/v1/checklists", json.dumps({"name": f"Liste {n}"})) for n in range(2, shares[-1][1] + 1))
    post_all(service.port, lists)
    for share in shares:
        post_all(service.port, new_items(*share))


def resident_megabytes(service):
    with open(f"/proc/{service.process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024


def main():
    # So that `with` stops what this program started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--lists", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--only", default="", help="measures with this in their names")
    parser.add_argument("--data", help="a folder to fill, or one that was filled before")
    arguments = parser.parse_args()
    install()
    if "CHECKLISTD" not in os.environ:
        build = "swift build -c release --product checklistd"
        subprocess.run(build.split(), cwd=ROOT, check=True, stdout=sys.stderr)
    with contextlib.ExitStack() as stack:
        context = Context(arguments, stack)
        figures = medians(context, MEASURES, arguments)
        print(f"\n{context.items:,} items in {arguments.lists:,} lists.")
        table(figures, MEASURES)
        row(
            "resident memory",
            {"idle MB": context.idle_memory, "full MB": context.memory},
            {"idle MB": -25, "full MB": -600},
        )
        row("start", {"s": context.start_seconds}, {"s": -3})


main()

"""Measures the service beside what people know, on this machine, in interleaved rounds.

Builds for release, makes data, starts the service and its peers on loopback, measures them in turn and prints
the medians with their ratios. Everything it started is stopped in the end.

usage: run.py [--items N] [--lists N] [--rounds N] [--seconds N] [--only TEXT]
"""

import argparse
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

from load import fixed_loop, spread, wrk
from measures import MEASURES, sqlite_with
from peers import Nginx, Node, Postgres, Redis, install
from service import ROOT, Service

WORDS = "milk bread call answer letter garden paint window bicycle repair invoice ticket holiday cake".split()


class Context:
    """The running service, its peers, and what of the data the measures ask for."""

    def __init__(self, arguments):
        self.seconds = arguments.seconds
        self.items = arguments.items
        self.data = tempfile.mkdtemp(prefix="benchmark-")
        self.service = Service(self.data, "--log-level", "warning")
        self.fill(arguments.items, arguments.lists)

    def url(self, path):
        return f"http://127.0.0.1:{self.service.port}{path}"

    def fill(self, items, lists):
        """Items over lists, the first list with 100 and the second with a tenth of all, at most 100,000."""
        rng = random.Random(1)
        make = lambda name: self.service.request("POST", "/v1/checklists", {"name": name})[2][
            "id"
        ]  # noqa: E731
        numbers = [make(f"Liste {n}") for n in range(max(lists, 3))]
        self.checklist, self.hundred, self.large = numbers[2], numbers[0], numbers[1]
        large = min(items // 10, 100_000)
        for number in range(100):
            self.service.request(
                "POST", f"/v1/checklists/{self.hundred}/items", {"text": f"Item number {number}"}
            )
        self.post_many([self.large], large, rng)
        self.post_many(numbers[2:], items - large - 100, rng)
        self.items = self.service.request("GET", "/v1/counts")[2]["items"]

    def post_many(self, lists, count, rng):
        """Posts about so many items to lists at random, as fast as it goes."""
        words = ",".join(f'"{word}"' for word in WORDS)
        script = f"""
        local words, lists = {{{words}}}, {{{",".join(map(str, lists))}}}
        local letters = "abcdefghijklmnopqrstuvwxyz"
        local made = 0
        math.randomseed({rng.randrange(1 << 30)})
        local function word()
            local n = math.random(1, 26 * 26 * 26) - 1
            local function at(i) return letters:sub(i + 1, i + 1) end
            return at(n % 26) .. at(math.floor(n / 26) % 26) .. at(math.floor(n / 676))
        end
        wrk.headers["content-type"] = "application/json"
        request = function()
            made = made + 1
            if made > {count} then wrk.thread:stop() end
            local text = words[math.random(#words)] .. " " .. words[math.random(#words)] .. " " .. word()
            local due = string.format("20%02d-%02d-%02dT%02d:00:00Z", math.random(30, 60), math.random(12),
                math.random(28), math.random(0, 23))
            local body = string.format('{{"text":"%s %d","important":%s,"dueDate":"%s"}}', text, made,
                math.random(5) == 1 and "true" or "false", due)
            return wrk.format("POST", "/v1/checklists/" .. lists[math.random(#lists)] .. "/items", nil, body)
        end
        """
        wrk(self.url("/"), 600, script=script)

    def start_peers(self):
        one = self.raw(f"/v1/checklists/{self.checklist}")
        page = self.raw(f"/v1/checklists/{self.hundred}/items")
        self.nginx, self.nginx_page, self.node = Nginx(one), Nginx(page), Node(one)
        self.redis, self.postgres = Redis(), Postgres()
        self.sqlite = sqlite_with(item["text"] for item in self.service.walk("/v1/items?limit=1000"))

    def raw(self, target):
        import urllib.request

        return urllib.request.urlopen(self.url(target)).read()

    def stop(self):
        for peer in (self.nginx, self.nginx_page, self.node, self.redis, self.postgres):
            peer.stop()
        self.service.stop(60)


def resident_megabytes(process):
    with open(f"/proc/{process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024


def summary(rounds):
    """The median of each figure over the rounds."""
    return {key: statistics.median(figures[key] for figures in rounds) for key in rounds[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--lists", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    install()
    subprocess.run(
        ["swift", "build", "-c", "release", "--product", "checklistd"],
        cwd=ROOT,
        check=True,
        stdout=sys.stderr,
    )
    with Service() as idle:
        print(f"resident memory, idle: {resident_megabytes(idle.process):.1f} MB")
    context = Context(arguments)
    print(f"resident memory with {context.items} items: {resident_megabytes(context.service.process):.0f} MB")
    context.start_peers()
    chosen = {name: entry for name, entry in MEASURES.items() if arguments.only in name}
    rounds = {name: [] for name in chosen}
    noise = []
    try:
        for _ in range(arguments.rounds):
            noise.append(spread(fixed_loop))
            for name, (measure, _) in chosen.items():
                rounds[name].append(measure(context))
    finally:
        context.stop()
    print(
        f"noise: a fixed loop varied by {statistics.median(noise):.0%};"
        f" medians of {arguments.rounds} rounds\n"
    )
    for name, (_, wanted) in chosen.items():
        figures = ", ".join(f"{key} {value:,.2f}" for key, value in summary(rounds[name]).items())
        print(f"| {name} | {wanted} | {figures} |")
    began = time.monotonic()
    with Service(context.data):
        print(f"\nstart with {context.items} items: {time.monotonic() - began:.2f} s")


main()

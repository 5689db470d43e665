"""Counts the instructions that a request takes.

The service runs under valgrind's callgrind, with 64 connections that each send a request when all have been
answered. What is counted is what the program does itself, not what the kernel does for it.

The marks in instructions.json were counted on a quiet machine. Beside other work requests arrive in smaller
batches, which take up to a quarter more: run it alone. With --check it counts again where a request takes
more than a tenth more than its mark, and fails where all counts do. --mark sets the marks.

usage: instructions.py [--rounds N] [--profile FOLDER] [--check | --mark]
"""

import argparse
import json
import math
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Outside/BlackBox"))

import service  # noqa: E402
from load import post_all, receive_answers  # noqa: E402
from measures import NOTES  # noqa: E402

CONNECTIONS = 64
LISTS = 20
MARKS = pathlib.Path(__file__).with_suffix(".json")
ITEMS = 2_000
REPETITIONS = 4
REPETITIONS_MAX = 20
TOLERANCE = 1.1


def list_of(number):
    return 1 + number % LISTS


def item_of(number):
    return 10 + number % (ITEMS - 10)


def post(number):
    body = json.dumps({"text": f"Item {number} from a benchmark", "notes": NOTES})
    return "POST", f"/v1/checklists/{list_of(number)}/items", body


REQUESTS = {
    "POST an item": post,
    "POST a toggle": lambda number: ("POST", f"/v1/items/{item_of(number)}/toggle", ""),
    "PATCH an item": lambda number: ("PATCH", f"/v1/items/{item_of(number)}", f'{{"text":"New {number}"}}'),
    "GET a list": lambda number: ("GET", f"/v1/checklists/{list_of(number)}", ""),
    "GET an item": lambda number: ("GET", f"/v1/items/{item_of(number)}", ""),
    "GET 20 items": lambda number: ("GET", f"/v1/checklists/{list_of(number)}/items?limit=20", ""),
}


def message(method, target, body):
    fields = ["Host: localhost"]
    # The server caches no response to this `Accept`. With its cache the count would depend on the order of
    # requests, since two targets may share a place in the cache.
    if method == "GET":
        fields.append("Accept: application/json")
    if body:
        fields += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([f"{method} {target} HTTP/1.1", *fields, "", body]).encode()


class Connections:
    """Connections that each have one request under way."""

    def __init__(self, service):
        self.process = service.process
        address = ("127.0.0.1", service.port)
        self.all = [socket.create_connection(address, 120) for _ in range(CONNECTIONS)]
        self.number = 0

    def round(self, request):
        """The service stands still until all requests are there, so that batches are large."""
        self.process.send_signal(signal.SIGSTOP)
        for one in self.all:
            self.number += 1
            one.sendall(message(*request(self.number)))
        self.process.send_signal(signal.SIGCONT)
        for one in self.all:
            receive_answers(one, 1)


class Counted:
    """The service under callgrind, which counts between --instr=on and --instr=off."""

    def __init__(self, folder):
        self.out = folder / "callgrind.out"
        tool = ["valgrind", "--tool=callgrind", "--fair-sched=yes", "--instr-atstart=no"]
        tool.append(f"--callgrind-out-file={self.out}")
        # This valgrind cannot read the DWARF version that swiftc writes.
        program = folder / "checklistd"
        subprocess.run(["strip", "--strip-debug", "-o", program, service.BINARY], check=True)
        service.BINARY = program
        self.service = service.Service(folder / "data", wrapper=tool)
        self.dumps = 0

    def control(self, *options):
        command = ["callgrind_control", *options, str(self.service.process.pid)]
        subprocess.run(command, check=True, capture_output=True)

    def count(self, action):
        """The instructions that an action takes."""
        self.control("--instr=on")
        self.control("--zero")
        action()
        self.control("--dump")
        self.control("--instr=off")
        self.dumps += 1
        dump = self.out.with_name(f"{self.out.name}.{self.dumps}")
        return int(re.search(r"^(?:totals|summary): (\d+)", dump.read_text(), re.MULTILINE).group(1)), dump


def fewest(count, most):
    """The smallest of several counts, and of more of them while it is above what is allowed.

    How the threads take turns changes the batches; the smallest count has the largest ones.
    """
    counts = []
    while len(counts) < REPETITIONS or min(counts)[0] > most and len(counts) < REPETITIONS_MAX:
        counts.append(count())
    return min(counts)


def measure(rounds, profiles, marks):
    """The instructions of each request, by its name."""
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        counted = Counted(pathlib.Path(folder))
        port = counted.service.port
        post_all(port, (("/v1/checklists", f'{{"name": "List {n}"}}') for n in range(2, LISTS + 1)))
        post_all(port, (post(number)[1:] for number in range(ITEMS)))
        connections = Connections(counted.service)
        for name, request in REQUESTS.items():
            # Warm-up: caches and lazy state are filled before counting.
            for _ in range(3):
                connections.round(request)
            requests = rounds * CONNECTIONS
            total, dump = fewest(
                lambda: counted.count(lambda: [connections.round(request) for _ in range(rounds)]),
                requests * TOLERANCE * marks.get(name, math.inf),
            )
            counts[name] = round(total / requests)
            print(f"{name}: {counts[name]:,} instructions", flush=True)
            if profiles:
                shutil.copy(dump, profiles / f"{name.replace(' ', '-')}.callgrind")
        counted.service.stop()
    return counts


def check(counts, marks):
    """Ends with what has become dearer."""
    dearer = [f"{name}: {counts[name]:,}, marked {mark:,}" for name, mark in marks.items()
              if counts[name] > TOLERANCE * mark]
    if dearer:
        sys.exit("takes more than a tenth more than its mark: " + "; ".join(dearer))


def main():
    # So that `with` stops what this program started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--profile", type=pathlib.Path, help="where the profiles are put")
    parser.add_argument("--check", action="store_true", help="fail where a request has become dearer")
    parser.add_argument("--mark", action="store_true", help="remember what is counted")
    arguments = parser.parse_args()
    marks = json.loads(MARKS.read_text()) if arguments.check else {}
    counts = measure(arguments.rounds, arguments.profile, marks)
    if arguments.check:
        check(counts, marks)
    if arguments.mark:
        MARKS.write_text(json.dumps(counts, indent=4) + "\n")


main()

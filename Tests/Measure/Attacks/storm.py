"""Clients of every kind at once, most of them hostile or clumsy, and what they leave behind.

usage: storm.py SECONDS [--rate N]     N: about how many connections a second, 200 by default

Runs the service over an empty folder; CHECKLISTD names another program, such as one built with a sanitizer.
It has to answer to the end, to have no more sockets then than before, and to report nothing but its log.
"""

import argparse
import contextlib
import os
import pathlib
import random
import re
import socket
import struct
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Outside/BlackBox"))
from service import HANG_SECONDS, Service  # noqa: E402

THREADS = 24
SAMPLES = 10
GET = b"GET /v1/checklists HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
ITEM = b'{"text": "Milk", "notes": "%s"}'
STAGES = [b"", b"GET / HT", GET[:-2], GET, GET * 50, b"POST /v1/checklists HTTP/1.1\r\nHost: localhost\r\n"]
NONSENSE = [
    b"\x00\xff" * 20,
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /" + b"a" * 9000,
    b"POST / HTTP/1.1\r\n\r\n",
    b"\n",
]


def post(body):
    head = b"POST /v1/checklists/1/items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return head + b"Content-Length: %d\r\n\r\n" % len(body) + body


def status_of(client):
    return int(client.recv(65536).split(b" ", 2)[1])


def ask(client, random):
    """An orderly client, on one connection."""
    for _ in range(10):
        client.sendall(GET)
        assert status_of(client) == 200


def change(client, random):
    """A client that makes an item and deletes what it made."""
    client.sendall(post(ITEM % (b"x" * random.randrange(2000))))
    answer = client.recv(65536)
    location = re.search(rb"\r\nlocation: (\S+)\r\n", answer, re.IGNORECASE)[1]
    client.sendall(b"DELETE %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % location)
    assert status_of(client) == 204


def reset(client, random):
    client.sendall(random.choice(STAGES))
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def close_half(client, random):
    client.sendall(random.choice(STAGES) + LAST)
    client.shutdown(socket.SHUT_WR)
    while client.recv(65536):
        pass


def read_slowly(client, random):
    client.sendall(GET * 200)
    for _ in range(20):
        client.recv(100)
        time.sleep(0.02)


def idle(client, random):
    client.sendall(random.choice(STAGES[:3]))
    time.sleep(random.random() * 2)


def talk_nonsense(client, random):
    client.sendall(random.choice(NONSENSE))
    client.recv(65536)


KINDS = [ask, ask, change, change, reset, reset, close_half, read_slowly, idle, talk_nonsense]
# Those that must get what they ask for; the others may find the connection closed.
ORDERLY = {ask, change}


class Storm:
    def __init__(self, service, rate, until):
        self.service, self.rate, self.until = service, rate, until
        self.done = {kind.__name__: 0 for kind in KINDS}
        self.failures = []

    def blow(self, seed):
        order = random.Random(seed)
        while time.monotonic() < self.until:
            began, kind = time.monotonic(), order.choice(KINDS)
            try:
                with socket.create_connection(("127.0.0.1", self.service.port), 60) as client:
                    kind(client, order)
            except Exception as error:
                if kind in ORDERLY:
                    self.failures.append(f"{kind.__name__}: {error!r}")
            self.done[kind.__name__] += 1
            time.sleep(max(0, THREADS / self.rate - (time.monotonic() - began)))


def used(pid):
    pages = int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
    return f"{pages * os.sysconf('SC_PAGE_SIZE') >> 10} KiB resident, {descriptors(pid)} descriptors"


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def sockets(pid):
    links = []
    for name in os.listdir(f"/proc/{pid}/fd"):
        with contextlib.suppress(OSError):
            links.append(os.readlink(f"/proc/{pid}/fd/{name}"))
    return sum(link.startswith("socket:") for link in links), sorted(links)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--rate", type=float, default=200)
    arguments = parser.parse_args()
    with Service() as service:
        pid, began = service.process.pid, time.monotonic()
        base = sockets(pid)[0]
        print(f"{0:6} s: {used(pid)}", flush=True)
        storm = Storm(service, arguments.rate, began + arguments.seconds)
        threads = [threading.Thread(target=storm.blow, args=(seed,)) for seed in range(THREADS)]
        for thread in threads:
            thread.start()
        for sample in range(1, SAMPLES + 1):
            time.sleep(max(0, began + arguments.seconds * sample / SAMPLES - time.monotonic()))
            print(f"{time.monotonic() - began:6.0f} s: {used(pid)}", flush=True)
        for thread in threads:
            thread.join()
        deadline = time.monotonic() + HANG_SECONDS
        while sockets(pid)[0] > base and time.monotonic() < deadline:
            time.sleep(0.1)
        print(f"{time.monotonic() - began:6.0f} s: {used(pid)}; {storm.done}")
        with contextlib.suppress(OSError):
            assert service.request("GET", "/healthz")[0] == 200, "it does not answer any more"
        left, links = sockets(pid)
        code = service.stop()
        words = [line for line in service.read_log().splitlines() if "anitizer" in line or "rror" in line]
        assert not storm.failures, storm.failures[:5]
        assert left <= base, f"{left} sockets and not {base}: {links}"
        assert code == 0, f"ended with {code}"
        assert not words, "\n".join(words[:40])
        print("no client that asked properly was let down, nothing is left over, nothing was reported")


main()

"""What hostile and clumsy clients cost the service, beside nginx and Node on the same machine.

usage: figures.py [MEASURE ...]    a measure is one of MEASURES, at the end; without any, all of them
"""

import contextlib
import os
import pathlib
import resource
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "Outside/BlackBox")]
import peers  # noqa: E402
from service import BINARY  # noqa: E402

GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = b"POST /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n"
BODY = b'{"answer": 42}'
PATIENCE_SECONDS = 130


class Checklistd(peers.Peer):
    """The service over an empty folder."""

    def begin(self):
        self.start(f"{BINARY} --listen 127.0.0.1:{self.port} --data {self.folder}/data")


SERVERS = {"checklistd": Checklistd, "nginx": lambda: peers.Nginx(BODY), "node": lambda: peers.Node(BODY)}


class Target:
    """A running server and what it uses, its children included."""

    def __init__(self, name, descriptors=None):
        self.name = name
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        if descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, before[1]))
        try:
            self.peer = SERVERS[name]()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        self.port = self.peer.port
        time.sleep(1)
        for _ in range(50):
            self.ask()

    def pids(self):
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.peer.process.pid)], capture_output=True, text=True
        ).stdout
        return [self.peer.process.pid, *map(int, children.split())]

    def resident_bytes(self):
        pages = [int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.pids()]
        return sum(pages) * resource.getpagesize()

    def descriptors(self):
        return sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in self.pids())

    def cpu_seconds(self):
        ticks = 0
        for pid in self.pids():
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def connect(self, timeout=10):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def ask(self, timeout=10):
        """How long one request on a connection of its own takes, in seconds."""
        start = time.monotonic()
        with self.connect(timeout) as client:
            client.sendall(GET)
            if not client.recv(4096).startswith(b"HTTP/1.1 "):
                raise OSError("no answer")
        return time.monotonic() - start

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.peer.stop()


def seconds_until(condition, limit):
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > limit:
            return None
        time.sleep(0.01)
    return time.monotonic() - start


def pipelined(name):
    """1,000 pipelined requests: how many are answered."""
    with Target(name) as target, target.connect() as client:
        last = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        threading.Thread(target=client.sendall, args=(GET * 999 + last,)).start()
        received = b""
        while piece := client.recv(65536):
            received += piece
        return f"{received.count(b'HTTP/1.1 ')} answers"


def resets(name):
    """4 x 1,000 connections reset in the request line, the body, the head and an unread answer."""
    stages = [b"GET / HT", POST % 9000 + b"half", GET[:-4], GET * 50]
    with Target(name) as target:
        base = target.descriptors()
        for stage in stages:
            for _ in range(1000):
                with target.connect() as client:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    client.sendall(stage)
        took = seconds_until(lambda: target.descriptors() <= base, 120)
        return (
            f"descriptors at base ({base}) after {took:.2f} s"
            if took is not None
            else f"{target.descriptors()} open"
        )


def idle(name):
    """4,000 idle connections that have asked once."""
    with Target(name) as target:
        before = target.resident_bytes()
        clients = []
        for _ in range(4000):
            clients.append(target.connect())
            clients[-1].sendall(GET)
            clients[-1].recv(4096)
        time.sleep(1)
        each = (target.resident_bytes() - before) / len(clients)
        new = sorted(target.ask() for _ in range(101))[50] * 1000
        for client in clients:
            client.close()
        return f"{each:.0f} B each, a new request {new:.1f} ms"


def scarce_descriptors(name):
    """80 descriptors and 400 clients that hold on for three seconds."""
    with Target(name, descriptors=80) as target:
        clients = []
        for _ in range(400):
            with contextlib.suppress(OSError):
                clients.append(target.connect(1))
        time.sleep(0.5)
        cpu, start = target.cpu_seconds(), time.monotonic()
        time.sleep(3)
        share = (target.cpu_seconds() - cpu) / (time.monotonic() - start)
        for client in clients:
            client.close()

        def answers():
            with contextlib.suppress(OSError):
                return bool(target.ask(0.3))

        took = seconds_until(answers, 60)
        recovered = f"served again after {took:.2f} s" if took is not None else "not served again in 60 s"
        return f"{100 * share:.0f} % CPU meanwhile, {recovered}"


def announced_bodies(name):
    """100 requests that announce 900,000 octets and send none."""
    with Target(name) as target:
        before = target.resident_bytes()
        clients = [target.connect() for _ in range(100)]
        for client in clients:
            client.sendall(POST % 900_000)
        time.sleep(1)
        grown = target.resident_bytes() - before
        for client in clients:
            client.close()
        return f"+{grown / 1024:.0f} KiB"


def drip(name, start, piece):
    """How long a client may send an octet a second."""
    with Target(name) as target, target.connect() as client:
        client.sendall(start)
        began = time.monotonic()
        client.settimeout(1)
        while time.monotonic() - began < PATIENCE_SECONDS:
            try:
                answer = client.recv(4096)
                status = answer.split(b" ")[1].decode() if answer.startswith(b"HTTP/1.1") else "no answer"
                return f"{time.monotonic() - began:.0f} s, {status}"
            except TimeoutError:
                with contextlib.suppress(OSError):
                    client.sendall(piece)
            except OSError:
                return f"{time.monotonic() - began:.0f} s, reset"
        return f"open after {PATIENCE_SECONDS} s"


def dripped_head(name):
    """A head of an octet a second."""
    return drip(name, b"GET / HTTP/1.1\r\nHost: a\r\nX: ", b"a")


def dripped_body(name):
    """A body of an octet a second."""
    return drip(name, POST % 900_000, b"a")


MEASURES = [pipelined, resets, idle, scarce_descriptors, announced_bodies, dripped_head, dripped_body]


def main():
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    peers.install()
    named = sys.argv[1:] or [measure.__name__ for measure in MEASURES]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BENCH_DIR"] = folder
        os.chmod(folder, 0o755)
        for measure in MEASURES:
            if measure.__name__ not in named:
                continue
            print(measure.__doc__)
            found = {}
            threads = [threading.Thread(target=lambda n=n: found.__setitem__(n, measure(n))) for n in SERVERS]
            # Those that only wait do so side by side; the others have the machine for themselves.
            for thread in threads:
                thread.start()
                if not measure.__name__.startswith("dripped"):
                    thread.join()
            for thread in threads:
                thread.join()
            for name in SERVERS:
                print(f"  {name:11}{found.get(name, 'failed')}")


if __name__ == "__main__":
    main()

"""Load from `wrk`, single requests timed on a kept-alive connection, and the machine's own noise."""

import itertools
import json
import os
import re
import socket
import statistics
import subprocess
import tempfile
import time

REPORT = """
done = function(summary, latency, requests)
    io.write(string.format('\\n{"rate": %f, "p50": %f, "p99": %f, "max": %f, "failed": %d}\\n',
        summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1e3,
        latency:percentile(99) / 1e3, latency.max / 1e3,
        summary.errors.status + summary.errors.connect + summary.errors.read
        + summary.errors.write + summary.errors.timeout))
end
"""


def wrk(url, seconds, script="", connections=64):
    """Requests a second, latencies in milliseconds and failures of one run, as a dictionary."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script + REPORT)
        file.flush()
        command = [
            "wrk",
            "-t1",
            f"-c{connections}",
            f"-d{seconds}s",
            "--timeout",
            "30s",
            "-s",
            file.name,
            url,
        ]
        run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds + 60)
    return json.loads(re.search(r"^\{.*\}$", run.stdout, re.MULTILINE).group(0))


def requesting(expression):
    """A script whose requests are what a Lua expression gives; in it, `n` counts them."""
    return f"""
    wrk.headers["content-type"] = "application/json"
    math.randomseed(1)
    local n = 0
    request = function()
        n = n + 1
        return {expression}
    end
    """


def posting(body):
    """A script whose requests are all the same, so that they are made only once."""
    return f"""
    wrk.method = "POST"
    wrk.headers["content-type"] = "application/json"
    wrk.body = [=[{body}]=]
    """


def post_all(port, requests, connections=64, together=64):
    """Posts every one of some (target, body), pipelined on several connections, and waits for all answers."""
    requests = iter(requests)
    sockets = [socket.create_connection(("127.0.0.1", port), 60) for _ in range(connections)]
    while any(counts := [send_some(one, itertools.islice(requests, together)) for one in sockets]):
        for one, count in zip(sockets, counts):
            receive_answers(one, count)
    for one in sockets:
        one.close()


def send_some(connection, requests):
    fields = "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: %d"
    head = f"POST %s HTTP/1.1\r\n{fields}\r\n\r\n%s"
    messages = [head % (target, len(body.encode()), body) for target, body in requests]
    connection.sendall("".join(messages).encode())
    return len(messages)


def receive_answers(connection, count):
    """Reads until so many answers have begun, all of them good."""
    rest = b""
    while count > 0:
        part = connection.recv(1 << 18)
        assert part, "the connection was closed"
        rest += part
        count -= len(re.findall(rb"HTTP/1\.1 20[01] ", rest))
        # The beginning of the next one may be there in part.
        rest = rest[-12:]


class Client:
    """One kept-alive connection."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def milliseconds(self, target, method="GET"):
        """How long one request takes, to the last byte of its answer, which has to be 200."""
        request = f"{method} {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        began = time.perf_counter()
        self.socket.sendall(request)
        answer = b""
        while b"\r\n\r\n" not in answer:
            part = self.socket.recv(1 << 20)
            assert part, "the connection was closed"
            answer += part
        head, _, content = answer.partition(b"\r\n\r\n")
        missing = int(re.search(rb"\r\nContent-Length: (\d+)", head).group(1)) - len(content)
        while missing > 0:
            missing -= len(self.socket.recv(1 << 20))
        spent = (time.perf_counter() - began) * 1e3
        assert head.startswith(b"HTTP/1.1 200 "), (target, head)
        return spent

    def median(self, target, item, times=15):
        """The median over several requests, the first not counted, each after a change of an item, so that no
        answer is one that was kept."""
        spent = []
        for _ in range(times + 1):
            self.milliseconds(f"/v1/items/{item}/toggle", "POST")
            spent.append(self.milliseconds(target))
        return statistics.median(spent[1:])


def median_time(action, times=5):
    """The median of what an action takes, in milliseconds."""
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        action()
        spent.append((time.perf_counter() - began) * 1e3)
    return statistics.median(spent)


def settle(seconds_max=30):
    """Waits until the machine has nothing to do, so that no measure pays for what another left behind."""
    os.sync()
    deadline = time.monotonic() + seconds_max
    while time.monotonic() < deadline:
        idle, total = processor_ticks()
        time.sleep(0.5)
        later_idle, later_total = processor_ticks()
        if later_idle - idle > 0.9 * (later_total - total):
            return


def processor_ticks():
    """How long the processors have rested since the machine started, and that and their work together."""
    with open("/proc/stat") as stat:
        ticks = [int(field) for field in stat.readline().split()[1:9]]
    return ticks[3], sum(ticks)


def noise(rounds=5):
    """How much a fixed piece of work varies on this machine now: (slowest - fastest) / median."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        sum(range(2_000_000))
        times.append(time.perf_counter() - began)
    return (max(times) - min(times)) / statistics.median(times)

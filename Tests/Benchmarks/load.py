"""Load from `wrk`, bounded in time, and the machine's own noise."""

import json
import re
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


def wrk(url, seconds, connections=64, script=""):
    """Requests a second and latencies in milliseconds of one run, as a dictionary."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script + REPORT)
        file.flush()
        out = subprocess.run(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s", file.name, url],
            capture_output=True,
            text=True,
            check=True,
            timeout=seconds + 60,
        ).stdout
    return json.loads(re.search(r"^\{.*\}$", out, re.MULTILINE).group(0))


def posting(path, body):
    """A script that posts one body."""
    return f"""
wrk.method = "POST"; wrk.path = "{path}"; wrk.body = [==[{json.dumps(body)}]==]
wrk.headers["content-type"] = "application/json"
"""


def spread(action, rounds=5):
    """How much a fixed piece of work varies on this machine now, (slowest - fastest) / median."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return (max(times) - min(times)) / statistics.median(times)


def fixed_loop():
    total = 0
    for number in range(2_000_000):
        total += number
    return total

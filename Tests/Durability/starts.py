"""Starts of the service, also under strace and side by side, and the command line that the tools share."""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "BlackBox"))

import service  # noqa: E402

BINARY = service.BINARY
ON_POSTGRES = service.ON_POSTGRES
STARTS_AT_ONCE = 2
READY_SECONDS = 30
STOP_SECONDS = 20
# Below those that the system gives out. Each is used once: the service shares its port with whoever asks for
# it, so two that were given the same one would mix their answers.
PORTS = itertools.count(random.randrange(10_000, 25_000))


def free_port():
    for port in PORTS:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Service(service.Service):
    """One run of the service. A wrapper is a command that starts it."""

    def __init__(self, data, *flags, wrapper=()):
        super().__init__(data, *flags, port=free_port(), wrapper=wrapper)

    def wait_until_ready(self, seconds=READY_SECONDS):
        try:
            super().wait_until_ready(seconds)
        except RuntimeError:
            if self.process.poll() is None:
                self.kill()
            raise


class TracedService(Service):
    """The service as a child of strace. Signals go to the service, not to strace.

    - calls: the system calls that the trace has.
    - inject: flags that make some of them fail.
    """

    def __init__(self, data, trace, *flags, calls, inject=()):
        form = ["-f", "-y", "-xx", "-s", "100000000", "-e", "signal=KILL"]
        # With the filter that makes tracing cheap strace 6.1 counts calls wrongly, and injects nothing.
        how = inject or ["--seccomp-bpf"]
        super().__init__(
            data, *flags, wrapper=["strace", *form, "-e", f"trace={calls}", "-o", str(trace), *how]
        )

    def signal(self, number):
        """Sends a signal to the service, if it is still there."""
        try:
            tasks = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
            for child in tasks.read_text().split():
                os.kill(int(child), number)
        except (FileNotFoundError, ProcessLookupError):
            pass

    def kill(self):
        self.signal(signal.SIGKILL)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def stop(self, seconds=STOP_SECONDS):
        self.signal(signal.SIGTERM)
        return self.process.wait(seconds)


def side_by_side(function, elements, seconds):
    """The elements with what the function makes of each, some at a time, in order, as long as there is time.

    Elements whose turn did not come are left out.
    """
    deadline = time.monotonic() + seconds

    def call(element):
        return (function(element),) if time.monotonic() < deadline else None

    with concurrent.futures.ThreadPoolExecutor(STARTS_AT_ONCE) as pool:
        for element, result in zip(elements, pool.map(call, elements)):
            if result is not None:
                yield element, result[0]


def command_line(usage, **defaults):
    """The options given, each of the type of its default, with `seed` and, after `--`, the service's own
    `flags`."""
    given, flags = sys.argv[1:], []
    if "--" in given:
        flags = given[given.index("--") + 1 :]
        given = given[: given.index("--")]
    parser = argparse.ArgumentParser(usage=usage.split("usage: ")[1])
    for name, default in {"seed": random.randrange(2**32), **defaults}.items():
        flag = "--" + name.replace("_", "-")
        if isinstance(default, bool):
            parser.add_argument(flag, action="store_true")
        else:
            parser.add_argument(flag, type=type(default), default=default)
    options = parser.parse_args(given)
    options.flags = flags
    return options

"""Starts of the service side by side, and the command line that the tools share."""

import argparse
import concurrent.futures
import pathlib
import random
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "BlackBox"))

import service  # noqa: E402

BINARY = service.BINARY
STARTS_AT_ONCE = 2
READY_SECONDS = 30
PORTS_REMEMBERED = 4_000


class Ports:
    """Free ports, none of them twice for long.

    The service shares its port with whoever asks for it: two that were given the same one would mix their
    answers.
    """

    def __init__(self):
        self.lock = threading.Lock()
        self.recent = {}

    def take(self):
        with self.lock:
            while (port := service.free_port()) in self.recent:
                pass
            self.recent[port] = None
            if len(self.recent) > PORTS_REMEMBERED:
                del self.recent[next(iter(self.recent))]
            return port


ports = Ports()


class Service(service.Service):
    """One run of the service, on a port that no other run of this program has."""

    def __init__(self, data, *flags, **options):
        super().__init__(data, *flags, port=ports.take(), **options)

    def wait_until_ready(self, seconds=READY_SECONDS):
        try:
            super().wait_until_ready(seconds)
        except RuntimeError:
            if self.process.poll() is None:
                self.kill()
            raise


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

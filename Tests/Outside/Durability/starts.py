"""Starts of the service, also under strace and side by side, and the command line that the tools share."""

import argparse
import concurrent.futures
import pathlib
import random
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "BlackBox"))

import service  # noqa: E402
from options import end  # noqa: E402

BINARY = service.BINARY
ON_POSTGRES = service.ON_POSTGRES
STARTS_AT_ONCE = 2
HANG_SECONDS = service.HANG_SECONDS
Service = service.Service


class TracedService(Service):
    """The service as a child of strace.

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
    signal.signal(signal.SIGTERM, end)
    return options

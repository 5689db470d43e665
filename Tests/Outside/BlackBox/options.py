"""The command line that the programs share: a seed, and a flag for the tests that only the night runs."""

import argparse
import atexit
import concurrent.futures
import os
import random
import signal
import sys
import tempfile
import time


def options(usage, **defaults):
    """Parses the arguments. Each is optional and has the type of its default. A truth value is a flag, any
    other argument is positional and a flag. `--night` is always accepted.

    A default seed of `None` stands for a random one. The seed is printed, again after a traceback.
    """
    parser = argparse.ArgumentParser(usage=usage.split("usage: ")[1])
    if "seed" in defaults and defaults["seed"] is None:
        defaults["seed"] = random.randrange(2**32)
    for name, default in {**defaults, "night": False}.items():
        flag = "--" + name.replace("_", "-")
        if isinstance(default, bool):
            parser.add_argument(flag, action="store_true")
        else:
            parser.add_argument(flag, type=type(default), default=default)
    parser.add_argument("values", nargs="*")
    given = parser.parse_args()
    names = [name for name, default in defaults.items() if not isinstance(default, bool)]
    try:
        for name, value in zip(names, given.values):
            setattr(given, name, type(defaults[name])(value))
    except ValueError as error:
        parser.error(str(error))
    if len(given.values) > len(names):
        parser.error(f"takes at most {len(names)} values")
    if "seed" in defaults:
        print(f"seed {given.seed}", flush=True)
        sys.excepthook = lambda *error: (sys.__excepthook__(*error), print(f"seed {given.seed}"))
    signal.signal(signal.SIGTERM, end)
    return given


def end(number, _):
    """Ends this program and the processes that it started, without waiting for its threads."""
    sys.stdout.flush()
    atexit._run_exitfuncs()
    os._exit(128 + number)


def run_tests(names, night=False, at_once=1):
    """Runs each function `test_…` on a new folder, at night also each function `night_…`. Tests that mostly
    wait run several at once.
    """
    kinds = ("test_", "night_") if night else ("test_",)
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        # The tests may add names meanwhile.
        tests = [(name, test) for name, test in list(names.items()) if name.startswith(kinds)]
        running = [pool.submit(run_test, *each) for each in tests]
        for each in concurrent.futures.as_completed(running):
            if error := each.exception():
                pool.shutdown(cancel_futures=True)
                raise error


def run_test(name, test):
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        test(folder)
    title = name.partition("_")[2].replace("_", " ")
    print(f"{title}: ok ({time.monotonic() - began:.1f} s)", flush=True)

#!/usr/bin/env python3
"""Measures how long an import of a large file of each format takes, and how much memory.

Every file goes through `checklistd import --dry-run`, in a process of its own. With `--real`, the lists
are stored too. Hostile files must end with an error or a plan within the bounds below.
"""

import argparse
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "Outside", "BlackBox"))
from foreign_files import FILES, HOSTILE  # noqa: E402

CHECKLISTD = os.environ.get("CHECKLISTD", ".build/optimized/release/checklistd")
MEMORY_MIB_MAX, SECONDS_MAX = 2_048, 30


def run(path, arguments):
    """The seconds, the peak memory in MiB, the status and the output of an import."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([CHECKLISTD, "import", path, *arguments], stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        output.seek(0)
        text = output.read().decode(errors="replace")
    process.returncode = os.waitstatus_to_exitcode(status)
    return seconds, usage.ru_maxrss / 1024, process.returncode, text


def count_of(text):
    """The number of items in the summary of an import."""
    found = re.search(r"with (\d+) items?", text)
    return int(found[1]) if found else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=50_000)
    parser.add_argument("--real", action="store_true", help="store the lists, in a new folder for each file")
    parser.add_argument("--only", default="", help="a part of the name of a file")
    arguments = parser.parse_args()
    failures = 0
    print(f"{'file':<28}{'MB':>8}{'seconds':>10}{'peak MiB':>10}  result")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file")
        cases = [(name, lambda make=make: make(arguments.items), True) for name, make in FILES.items()]
        cases += [(name, make, False) for name, make in HOSTILE.items()]
        for number, (name, make, is_valid) in enumerate(cases):
            if arguments.only not in name:
                continue
            # In a process of its own: the memory of this one counts as the peak of the programs it starts.
            write = multiprocessing.Process(target=lambda: pathlib.Path(path).write_bytes(make()))
            write.start()
            write.join()
            options = ["--data", os.path.join(folder, str(number))] if arguments.real else ["--dry-run"]
            seconds, memory, status, text = run(path, options)
            last = text.strip().splitlines()[-1][:60] if text.strip() else ""
            size = os.path.getsize(path) / 1e6
            print(f"{name:<28}{size:>8.1f}{seconds:>10.2f}{memory:>10.0f}  {status} {last}", flush=True)
            is_whole = status == 0 and count_of(text) >= arguments.items
            is_bounded = status in (0, 65, 64) and memory < MEMORY_MIB_MAX and seconds < SECONDS_MAX
            if not (is_whole if is_valid else is_bounded):
                failures += 1
                print(f"  FAILED: {text[-300:]}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

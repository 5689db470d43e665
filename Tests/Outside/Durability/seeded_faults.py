"""Proves that the tools of this folder bite: a fault of a store that is put in on purpose has to be caught.

usage: seeded_faults.py [--seed N] [--seconds S] [--only TEXT]

  --seconds   how long a tool tries at most to see a fault (default 300)
  --only      leave out the faults whose name does not contain this
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from starts import command_line

TOOLS = pathlib.Path(__file__).resolve().parent
CRASH_STATES = ["crash_states.py", "--steps", "10", "--again", "0", "--stop-at", "1"]
FAILED_SYNC = ["faults.py", "--only", "fdatasync:EIO", "--steps", "6"]
# What is put in, and the tool that has to see it.
FAULTS = [
    ("no sync", CRASH_STATES),
    ("early answer", CRASH_STATES),
    ("no folder sync", CRASH_STATES),
    ("rename before sync", CRASH_STATES),
    ("retry after a failed sync", FAILED_SYNC),
]


def run(fault, tool, library, options):
    """Whether the tool saw it, and what it said first."""
    folder = os.path.dirname(library)
    environment = {**os.environ, "LD_PRELOAD": library, "SEEDED_FAULT": fault, "TMPDIR": folder}
    command = [sys.executable, TOOLS / tool[0], *tool[1:]]
    command += ["--seed", str(options.seed), "--seconds", str(options.seconds)]
    flags = ["--", *options.flags] if options.flags else []
    result = subprocess.run([*command, *flags], env=environment, capture_output=True, text=True)
    seen = re.findall(r"^VIOLATION .*$", result.stdout, re.MULTILINE)
    # A tool that only fell over has caught nothing.
    return result.returncode == 1 and bool(seen), seen[0] if seen else (result.stdout + result.stderr)[-400:]


def main():
    options = command_line(__doc__, seconds=300.0, only="")
    print(f"seed {options.seed}")
    chosen = [(fault, tool) for fault, tool in FAULTS if options.only in fault]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/seeded_faults.so"
        source = TOOLS / "seeded_faults.c"
        subprocess.run(["clang", "-shared", "-fPIC", "-Wall", "-Wextra", "-o", library, source], check=True)
        for fault, tool in chosen:
            begun = time.monotonic()
            caught, said = run(fault, tool, library, options)
            missed += not caught
            verdict = "caught" if caught else "MISSED"
            seconds = time.monotonic() - begun
            print(f"  {fault}: {verdict} by {tool[0]} in {seconds:.0f} s: {said[:300]}", flush=True)
    print(f"seeded faults: {len(chosen) - missed} of {len(chosen)} caught")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()

"""Makes system calls of the service fail or kills it there, one after the other, and looks what becomes of
the data.

usage: faults.py [--seconds S] [--seed N] [--steps N] [--only TEXT] [-- FLAG ...]

For each of several calls and faults a run of the service is repeated with the fault at the first, the
second, … of these calls, until a run passes without it: with EIO, ENOSPC and EDQUOT once and from there on,
with a write that takes nothing, and with SIGKILL. Then come a full disk, a limit on file sizes, and folders
that cannot be written.

  --seconds   when no further run begins (default 60); what is left is counted
  --steps     how many requests a run makes (default 12)
  --only      leave out the faults whose name does not contain this
"""

import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import random
import sys
import tempfile
import time

import environments
from recording import TracedService
from starts import STARTS_AT_ONCE, command_line
from system_calls import read_trace
from trial import Trial, good

NAMES = "rename,renameat,renameat2"
REMOVALS = "unlink,unlinkat"
CALLS = {
    "pwrite64": "pwrite64,pwritev",
    "fdatasync": "fdatasync",
    "fsync": "fsync",
    "rename": NAMES,
    "unlink": REMOVALS,
    "ftruncate": "ftruncate",
    "openat": "openat",
    "mkdir": "mkdir,mkdirat",
}
KILLED = ["pwrite64", "fdatasync", "fsync", "rename", "unlink", "ftruncate", "openat", "mkdir", "sendto"]


@dataclasses.dataclass(frozen=True)
class Fault:
    """What happens to one kind of call: an error's name, `KILL`, or `nothing` for a write that takes no
    byte."""

    call: str
    what: str
    lasts: bool = False

    @property
    def name(self):
        return f"{self.call}:{self.what}{'+' if self.lasts else ''}"

    def inject(self, number, paths):
        """The flags for strace that make the `number`th call, in each thread, fail."""
        calls = CALLS.get(self.call, self.call)
        how = {"KILL": "signal=KILL", "nothing": "retval=0"}.get(self.what, f"error={self.what}")
        flags = ["-e", f"inject={calls}:{how}:when={number}{'+' if self.lasts else ''}"]
        for path in paths:
            flags += ["-P", str(path)]
        return flags


def all_faults():
    faults = [
        Fault(call, error, lasts)
        for call in CALLS
        for error in ("EIO", "ENOSPC", "EDQUOT")
        for lasts in (False, True)
    ]
    return faults + [Fault("pwrite64", "nothing")] + [Fault(call, "KILL") for call in KILLED]


def run(fault, number, options, known):
    """One run with a fault; (whether it took place, complaints, how it went in a word)."""
    with tempfile.TemporaryDirectory(prefix="fault-", dir="/dev/shm") as folder:
        data, trace = pathlib.Path(folder) / "data", pathlib.Path(folder) / "trace"
        # Other calls are made for files of the folder alone; the program itself opens libraries as well.
        paths = [data / path for path in known] if fault.call == "openat" else []
        calls = CALLS.get(fault.call, fault.call)
        flags = fault.inject(number, paths)

        def start():
            return TracedService(data, trace, *options.flags, inject=flags, calls=calls)

        trial = Trial(start, options.seed)
        killed = fault.what == "KILL"
        if trial.begin():
            full = fault.what in ("ENOSPC", "EDQUOT")
            trial.work(options.steps, recovers=full if not fault.lasts else None)
        trial.end()
        text = trace.read_text(errors="replace")
        struck = "(INJECTED)" in text or (killed and "killed by SIGKILL" in text)
        if struck and fault.call == "fdatasync" and not killed and not trial.refusal and not trial.code:
            trial.complain(f"went on after a failed fdatasync, with {trial.statuses}")
        trial.check_end(data, killed)
        trial.restart(good(data, *options.flags))
        return struck, trial.complaints, outcome(trial)


def outcome(trial):
    if trial.refusal:
        return "did not start"
    if trial.code:
        return "ended"
    return "refused changes" if any(status >= 300 for status in trial.statuses) else "went on"


def known_paths(options):
    """What a run without faults opens in its folder, relative to it."""
    with tempfile.TemporaryDirectory(prefix="fault-", dir="/dev/shm") as folder:
        data, trace = pathlib.Path(folder) / "data", pathlib.Path(folder) / "trace"
        trial = Trial(lambda: TracedService(data, trace, *options.flags, calls="openat"), options.seed)
        if not trial.begin():
            sys.exit(f"does not start: {trial.refusal}")
        trial.work(options.steps)
        trial.end()
        trial.restart(good(data, *options.flags))
        if trial.complaints:
            sys.exit(f"VIOLATION without any fault: {trial.complaints}")
        opened = {pathlib.Path(os.fsdecode(call.arguments[1])) for call in read_trace(trace)}
        return sorted(path.relative_to(data) for path in opened if path.is_relative_to(data))


class Series:
    """All runs: those waiting, first the first call of each fault, then the second, and so on."""

    def __init__(self, faults, options):
        self.options = options
        self.waiting = collections.deque((fault, 1) for fault in faults)
        self.known = known_paths(options)
        self.runs = self.struck = self.finished = 0
        self.violations = []
        self.outcomes = collections.Counter()

    def go_on(self, deadline):
        with concurrent.futures.ThreadPoolExecutor(STARTS_AT_ONCE) as pool:
            running = {}
            while (self.waiting and time.monotonic() < deadline) or running:
                while self.waiting and len(running) < STARTS_AT_ONCE and time.monotonic() < deadline:
                    fault, number = self.waiting.popleft()
                    running[pool.submit(run, fault, number, self.options, self.known)] = (fault, number)
                done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    self.take(*running.pop(future), *future.result())

    def take(self, fault, number, struck, complaints, outcome):
        self.runs += 1
        self.outcomes[f"{fault.what} {outcome}" if struck else "not struck"] += 1
        for complaint in complaints:
            self.violations.append(complaint)
            print(f"VIOLATION {fault.name} at {number}: {complaint}", flush=True)
        if struck:
            self.struck += 1
            self.waiting.append((fault, number + 1))
        else:
            self.finished += 1


def main():
    options = command_line(__doc__, seconds=60.0, steps=12, only="")
    print(f"seed {options.seed}")
    deadline = time.monotonic() + options.seconds
    faults = [fault for fault in all_faults() if options.only in fault.name]
    random.Random(options.seed).shuffle(faults)
    found, skipped = environments.run_all(options.only, options.seed, options.flags)
    for complaint in found:
        print(f"VIOLATION {complaint}")
    series = Series(faults, options) if faults else None
    if series:
        series.go_on(deadline)
        for name, count in sorted(series.outcomes.items()):
            print(f"  {count:5} {name}")
    violations = len(found) + (len(series.violations) if series else 0)
    print(
        f"faults: {series.runs if series else 0} runs, {series.struck if series else 0} faults struck, "
        f"{series.finished if series else 0} of {len(faults)} kinds through all their calls, "
        f"{skipped} environments skipped, {violations} violations"
    )
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()

"""Makes system calls of the service fail or kills it there, one after the other, and looks what becomes
of the data.

usage: faults.py [--seconds S] [--seed N] [--steps N] [--only TEXT] [-- FLAG ...]

For each of several calls and faults a run of the service is repeated with the fault at the first, the second,
… of these calls, until a run passes without it: with EIO, ENOSPC and EDQUOT once and from there on, with a
write that takes nothing, and with SIGKILL. (Writes that are cut short happen in environments.py.)

  --seconds   when no further run begins (default 60); what is left is counted
  --steps     how many requests a run makes (default 12)
  --only      leave out the faults whose name does not contain this
"""

import collections
import concurrent.futures
import dataclasses
import pathlib
import random
import sys
import tempfile
import time

from starts import STARTS_AT_ONCE, TracedService, command_line
from system_calls import read_trace
from trial import Trial

# What fails, and the system calls that it stands for.
CALLS = {
    "pwrite64": "pwrite64,pwritev",
    "fdatasync": "fdatasync",
    "fsync": "fsync",
    "rename": "rename,renameat,renameat2",
    "unlink": "unlink,unlinkat",
    "ftruncate": "ftruncate",
    "openat": "openat",
    "mkdir": "mkdir,mkdirat",
    "sendto": "sendto,sendmsg",
}
ERRORS = ["EIO", "ENOSPC", "EDQUOT"]


@dataclasses.dataclass(frozen=True)
class Fault:
    """What happens to one kind of call: an error's name, `KILL`, or `nothing`: a write that takes no byte."""

    call: str
    what: str
    lasts: bool = False

    @property
    def name(self):
        return f"{self.call}:{self.what}{'+' if self.lasts else ''}"

    def inject(self, number, opened):
        """The flags for strace that make the `number`th call, in each thread, fail.

        The program itself opens libraries: only what is `opened` in the data folder fails to open.
        """
        how = {"KILL": "signal=KILL", "nothing": "retval=0"}.get(self.what, f"error={self.what}")
        flags = ["-e", f"inject={CALLS[self.call]}:{how}:when={number}{'+' if self.lasts else ''}"]
        return flags + [flag for path in opened if self.call == "openat" for flag in ("-P", str(path))]


FAULTS = [Fault(call, error, lasts) for call in CALLS for error in ERRORS for lasts in (False, True)]
FAULTS = [fault for fault in FAULTS if fault.call != "sendto"] + [Fault("pwrite64", "nothing")]
FAULTS += [Fault(call, "KILL") for call in CALLS]


def run(fault, number, options, opened):
    """One run with a fault: whether it took place, complaints, and how it went in a word."""
    with tempfile.TemporaryDirectory(prefix="fault-", dir="/dev/shm") as folder:
        data, trace = pathlib.Path(folder) / "data", pathlib.Path(folder) / "trace"
        inject = fault.inject(number, [data / path for path in opened])
        trial, killed = Trial(data, options.seed, options.flags), fault.what == "KILL"
        if trial.begin(
            lambda: TracedService(data, trace, *options.flags, calls=CALLS[fault.call], inject=inject)
        ):
            has_room = fault.what in ("ENOSPC", "EDQUOT") and not fault.lasts
            trial.work(options.steps, recovers=has_room or None)
        trial.end(killed)
        outcome = "did not start" if trial.service is None else "ended" if trial.code else "went on"
        if outcome == "went on" and any(status >= 300 for status in trial.statuses):
            outcome = "refused changes"
        text = trace.read_text(errors="replace")
        struck = "(INJECTED)" in text or (killed and "killed by SIGKILL" in text)
        if struck and fault.call == "fdatasync" and not killed and trial.service and not trial.code:
            trial.complain(f"went on after a failed fdatasync, with {trial.statuses}")
        trial.restart()
        return struck, trial.complaints, outcome


def opened_files(options):
    """What a run without faults opens in its folder, relative to it."""
    with tempfile.TemporaryDirectory(prefix="fault-", dir="/dev/shm") as folder:
        data, trace = pathlib.Path(folder) / "data", pathlib.Path(folder) / "trace"
        trial = Trial(data, options.seed, options.flags)
        if trial.begin(lambda: TracedService(data, trace, *options.flags, calls="openat")):
            trial.work(options.steps)
        trial.end()
        trial.restart()
        if trial.complaints:
            sys.exit(f"VIOLATION without any fault: {trial.complaints}")
        paths = {pathlib.Path(call.paths[0]) for call in read_trace(trace)}
        return sorted(path.relative_to(data) for path in paths if path.is_relative_to(data))


class Series:
    """All runs: those waiting, first the first call of each fault, then the second, and so on."""

    def __init__(self, faults, options):
        self.options = options
        self.waiting = collections.deque((fault, 1) for fault in faults)
        self.opened = opened_files(options)
        self.struck = self.finished = self.violations = 0
        self.outcomes = collections.Counter()

    def go_on(self, deadline):
        with concurrent.futures.ThreadPoolExecutor(STARTS_AT_ONCE) as pool:
            running = {}
            while (self.waiting and time.monotonic() < deadline) or running:
                while self.waiting and len(running) < STARTS_AT_ONCE and time.monotonic() < deadline:
                    fault, number = self.waiting.popleft()
                    running[pool.submit(run, fault, number, self.options, self.opened)] = fault, number
                done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    self.take(*running.pop(future), *future.result())

    def take(self, fault, number, struck, complaints, outcome):
        self.outcomes[f"{fault.what}: {outcome}" if struck else "passed without the fault"] += 1
        for complaint in complaints:
            print(f"VIOLATION {fault.name} at {number}: {complaint}", flush=True)
        self.violations += len(complaints)
        if struck:
            self.struck += 1
            self.waiting.append((fault, number + 1))
        else:
            self.finished += 1


def main():
    options = command_line(__doc__, seconds=60.0, steps=12, only="")
    print(f"seed {options.seed}")
    faults = [fault for fault in FAULTS if options.only in fault.name]
    random.Random(options.seed).shuffle(faults)
    series = Series(faults, options)
    series.go_on(time.monotonic() + options.seconds)
    for name, count in sorted(series.outcomes.items()):
        print(f"  {count:5} {name}")
    print(
        f"faults: {series.struck} injected, {series.finished} of {len(faults)} kinds through all calls, "
        f"{series.violations} violations, seed {options.seed}"
    )
    sys.exit(1 if series.violations else 0)


if __name__ == "__main__":
    main()

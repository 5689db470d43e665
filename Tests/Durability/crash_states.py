"""Finds out what a power cut at each system call may leave, starts the service on it, and looks for all
that had been answered by then, to writers and to readers.

usage: crash_states.py [--seconds S] [--seed N] [--steps N] [--owners N] [--samples N] [--kills N]
                       [--again N] [--self-test] [-- FLAG ...]

  --seconds   how long states are tried; those that are left are counted (default 60)
  --steps     how many requests each owner makes in a session (default 30)
  --samples   random states for each moment, besides the corner cases (default 4)
  --kills     sessions before the last that end by SIGKILL at a sync, a rename or a removal: what is shown
  after the restart has to survive a power cut as well (default 2)
  --again     states of which the start is recorded and explored as well, for a second power cut (default 2)
  FLAG        flags for the service, such as those that make checkpoints frequent
"""

import pathlib
import random
import shutil
import sys
import tempfile

import power_cut
import system_calls
import tiny_store
from disk import Disk
from expectations import Expectations, strangers
from exploration import Exploration, length, power_cut_while_recovering
from owners import Connection, held
from recording import Recording, answer_positions
from starts import Service, command_line
from system_calls import read_trace

# How much of the time is for power cuts during the start after a power cut.
SHARE_AGAIN = 0.3
# At which calls sessions are killed, and at the how manieth; none is from half of the steps to all of them.
# Where a run has fewer of these calls, it is killed at its end.
KILLED_AT = [("fdatasync", None, None), ("fsync", 2, 20), ("rename", 2, 12), ("unlink", 1, 8)]


def record(options, folder, rng):
    """Sessions that end by SIGKILL, and one with a pause that ends by a polite stop."""
    recording = Recording(folder, rng, options.owners, flags=options.flags)
    for number in range(options.kills):
        call, first, last = KILLED_AT[(number + options.seed) % len(KILLED_AT)]
        when = rng.randint(first or options.steps // 2, last or options.steps)
        recording.run(options.steps, inject=["-e", f"inject={call}:signal=KILL:when={when}"], end="kill")
    recording.run(options.steps, idle=1.3)
    return recording


def explore(recording, rng, samples):
    """The states of all sessions, and the line of every answer."""
    exploration = Exploration(Disk(recording.data.parent, empty=True), rng, samples)
    positions, base = {(): -1}, 0
    for number, (trace, after) in enumerate(zip(recording.sessions, recording.copies)):
        calls = read_trace(trace)
        positions |= answer_positions(calls, number, base)
        exploration.follow(calls, base, after)
        base += length(calls)
    return exploration, positions


def explore_again(exploration, expectations, options, rng):
    """Power cuts during the start on some of the states that have sectors of the journal missing."""
    torn = [digest for digest in exploration.order() if "sector" in exploration.states[digest].story]
    found, tried = [], 0
    for digest in torn[: options.again]:
        position = max(last for _, last, _ in exploration.spans[digest])
        seconds = options.seconds * SHARE_AGAIN / options.again
        more, count = power_cut_while_recovering(
            exploration.states[digest], position, expectations, rng, options.samples, seconds, options.flags
        )
        found += more
        tried += count
    return found, tried


def run(options, folder):
    """Records, explores and reports; true if nothing was wrong."""
    rng = random.Random(options.seed)
    with Service(folder / "first") as fresh:
        first = strangers([], held(Connection(fresh.port))[0])
    recording = record(options, folder, rng)
    exploration, positions = explore(recording, rng, options.samples)
    expectations = Expectations(recording, positions, first)
    complaints = recording.violations + expectations.complaints + exploration.complaints
    for complaint in complaints:
        print(f"VIOLATION while recording: {complaint}")
    share = 1 - SHARE_AGAIN if options.again else 1
    found, tried = exploration.try_all(
        expectations.first_violation, expectations.keyed, options.seconds * share
    )
    more, again = explore_again(exploration, expectations, options, rng)
    for violation in found + more:
        violation.report(folder)
    violations = len(complaints) + len(found) + len(more)
    print(
        f"crash states: {exploration.changes} changes to the disk, {len(positions) - 1} answers, "
        f"{len(exploration.states)} distinct states, {tried} tried, {again} more after a second power cut, "
        f"{violations} violations"
    )
    return violations == 0


def main():
    options = command_line(
        __doc__, seconds=60.0, steps=30, owners=3, samples=4, kills=2, again=2, self_test=False
    )
    if options.self_test:
        for test in (system_calls.self_test, power_cut.self_test, lambda: tiny_store.self_test(options.seed)):
            print(test())
        return
    folder = pathlib.Path(tempfile.mkdtemp(prefix="crash-states-"))
    print(f"seed {options.seed}, recorded in {folder}")
    if not run(options, folder):
        sys.exit(1)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()

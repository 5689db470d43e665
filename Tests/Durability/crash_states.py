"""Finds out what a power cut at each system call may leave, starts the service on it, and looks for all
that had been answered by then, to writers and to readers.

usage: crash_states.py [--seconds S] [--seed N] [--steps N] [--owners N] [--samples N] [--kills N]
                       [--self-test] [-- FLAG ...]

  --seconds   how long states are tried; those that are left are counted (default 60)
  --steps     how many requests each owner makes in a session (default 30)
  --samples   random states for each moment, besides the corner cases (default 4)
  --kills     sessions before the last that end by SIGKILL at a sync: what a reader is shown after the restart
              has to survive a power cut as well (default 1)
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
from expectations import Expectations, recover, strangers
from owners import Connection, held
from recording import Recording
from starts import Service, command_line, side_by_side
from system_calls import events

# Of 256 states so many are started a second time.
TWICE_OF_256 = 32
REPORTED_MAX = 5


class Exploration:
    """The states of a recording, each once, with the moments at which it may be left."""

    def __init__(self, recording, rng, samples):
        self.sessions, self.positions = recording.load()
        self.disk = Disk(recording.data.parent, empty=True)
        self.states, self.moments = {}, {}
        self.changes = 0
        self.complaints = []
        for (base, calls), after in zip(self.sessions, recording.copies):
            self.follow(base, calls, rng, samples)
            self.disk.end_process(calls, after)
            self.complaints += [f"the model of {path} is wrong" for path in self.disk.differences(after)]

    def follow(self, base, calls, rng, samples):
        """Goes through a session; a state belongs to all moments from the change that made it possible to
        the next."""
        digests, start = self.collect(rng, samples), base
        for event in events(calls):
            if self.disk.apply(event):
                self.changes += 1
                self.note(digests, start, base + event.position - 1)
                digests, start = self.collect(rng, samples), base + event.position
        self.note(digests, start, base + max((call.end or call.begin for call in calls), default=0))

    def collect(self, rng, samples):
        digests = set()
        for state in power_cut.states(self.disk, rng, samples):
            digest = state.digest()
            self.states.setdefault(digest, state)
            digests.add(digest)
        return digests

    def note(self, digests, first, last):
        for digest in digests:
            self.moments.setdefault(digest, []).append((first, last))


def check(exploration, expectations, rng, seconds):
    """Starts the service on as many states as there is time for; violations and how many states were
    tried."""
    order = list(exploration.states)
    rng.shuffle(order)
    changes = expectations.moments()
    found, tried = [], 0

    def attempt(digest):
        keyed = expectations.keyed(max(last for _, last in exploration.moments[digest]))
        return recover(exploration.states[digest], keyed, again=int(digest[:2], 16) < TWICE_OF_256)

    for digest, outcome in side_by_side(attempt, order, seconds):
        tried += 1
        violation = first_violation(exploration.moments[digest], changes, expectations, outcome)
        if violation:
            found.append((digest, *violation))
            if len(found) == REPORTED_MAX:
                break
    return found, tried


def first_violation(spans, changes, expectations, outcome):
    """The first moment at which a state may be left and what it shows is wrong, and why."""
    for first, last in spans:
        for position in [first, *(position for position in changes if first < position <= last)]:
            if complaints := expectations.violations(position, outcome):
                return position, complaints
    return None


def report(found, exploration, folder):
    for digest, position, complaints in found[:REPORTED_MAX]:
        state = exploration.states[digest]
        kept = folder / f"violation-{digest[:8]}"
        kept.mkdir(exist_ok=True)
        state.write(kept)
        print(f"VIOLATION after a power cut at line {position}: {state.story}; kept in {kept}")
        for complaint in complaints:
            print(f"    {complaint}")


def explore(options, folder, rng):
    recording = Recording(folder, rng, options.owners, flags=options.flags)
    with Service(folder / "first") as fresh:
        first = strangers([], held(Connection(fresh.port))[0])
    for _ in range(options.kills):
        sync = f"inject=fdatasync:signal=KILL:when={rng.randint(options.steps // 2, options.steps * 2)}"
        recording.run(options.steps, inject=["-e", sync], end="kill")
    recording.run(options.steps, idle=1.3)
    exploration = Exploration(recording, rng, options.samples)
    expectations = Expectations(recording, exploration.positions, first)
    complaints = recording.violations + expectations.complaints + exploration.complaints
    for complaint in complaints[:REPORTED_MAX]:
        print(f"VIOLATION while recording: {complaint}")
    found, tried = check(exploration, expectations, rng, options.seconds)
    report(found, exploration, folder)
    answers = len(exploration.positions) - 1
    print(
        f"crash states: {exploration.changes} changes to the disk, {answers} answers, "
        f"{len(exploration.states)} distinct states, {tried} tried, {len(found) + len(complaints)} violations"
    )
    return not found and not complaints


def main():
    options = command_line(__doc__, seconds=60.0, steps=30, owners=3, samples=4, kills=1, self_test=False)
    if options.self_test:
        for test in (system_calls.self_test, power_cut.self_test, lambda: tiny_store.self_test(options.seed)):
            print(test())
        return
    folder = pathlib.Path(tempfile.mkdtemp(prefix="crash-states-"))
    print(f"seed {options.seed}, recorded in {folder}")
    if explore(options, folder, random.Random(options.seed)):
        shutil.rmtree(folder)
    else:
        sys.exit(1)


if __name__ == "__main__":
    main()

"""Finds out what a power cut at each system call may leave, starts the service on it, and looks for all that
had been answered by then, to writers and to readers.

The service runs under strace with clients at work (recording.py, workload.py). A model of the disk follows
its system calls (system_calls.py, disk.py) and gives at each of them the states that a power cut may leave
(power_cut.py); what has to be there at that moment say the answers that had left (expectations.py).

usage: crash_states.py [--seconds S] [--seed N] [--steps N] [--owners N] [--samples N] [--kills N] [--again N]
                       [--stop-at N] [--self-test] [-- FLAG ...]

  --seconds   how long states are tried; those that are left are counted (default 60)
  --steps     how many requests each owner makes in a session (default 30)
  --samples   random states for each moment, besides the corner cases (default 4)
  --kills     sessions before the last that end by SIGKILL at a sync, a rename or a removal: what is shown
              after the restart has to survive a power cut as well (default 2)
  --stop-at   with how many violations to stop (default 5)
  --again     states of which the start is recorded and explored as well, for a second power cut (default 2)
  FLAG        flags for the service, such as those that make checkpoints frequent
"""

import dataclasses
import pathlib
import random
import re
import shutil
import sys
import tempfile

import power_cut
from disk import Disk
from expectations import Expectations
from recording import Recording
from starts import Service, TracedService, command_line, side_by_side
from system_calls import ANSWER_CALLS, FILE_CALLS, answer_lines, events, length, read_trace
from workload import Connection, NoAnswer, look, together

# How much of the time is for power cuts during the start after a power cut.
SHARE_AGAIN = 0.3
# Of 256 states so many are started a second time.
TWICE_OF_256 = 32
# States come in the order of their corner cases; of so many in a row the order is left to chance.
RANK = 4
# At which calls sessions are killed, and at the how manieth; none is from half of the steps to all of them.
KILLED_AT = [("fdatasync", None, None), ("fsync", 2, 20), ("rename", 2, 12), ("unlink", 1, 8)]


@dataclasses.dataclass
class Outcome:
    """What a start on a folder came to: the refusal, or what it holds and what else was tried.

    - made: the addresses of what was made after the start.
    - forgotten: requests with an idempotency key that were done again, with the line of their first answer.
    """

    refusal: str | None = None
    held: dict = dataclasses.field(default_factory=dict)
    made: tuple = ()
    forgotten: list = dataclasses.field(default_factory=list)
    complaints: list = dataclasses.field(default_factory=list)


class Exploration:
    """The states that power cuts may leave, each once, with the spans of lines in which it may come about."""

    def __init__(self, disk, rng, samples):
        self.disk, self.rng, self.samples = disk, rng, samples
        # By digest: a state, its place among the corner cases of a moment, and (first line, last, story).
        self.states, self.ranks, self.spans = {}, {}, {}
        self.moments = 0
        self.complaints = []

    def follow(self, calls, base, after):
        """Goes through a session whose lines are counted from `base` and which left the folder `after`."""
        stories, first = self.collect(), base
        for line, ends, call in events(calls):
            if self.disk.apply(ends, call):
                self.note(stories, first, base + line - 1)
                stories, first = self.collect(), base + line
        self.note(stories, first, base + length(calls))
        self.disk.end_process(calls, after)
        self.complaints += [f"the model of {path} is wrong" for path in self.disk.differences(after)]

    def collect(self):
        """The states of this moment: digest to story."""
        self.moments += 1
        stories = {}
        for rank, state in enumerate(power_cut.states(self.disk, self.rng, self.samples)):
            digest = state.digest()
            self.states.setdefault(digest, state)
            self.ranks[digest] = min(rank, self.ranks.get(digest, rank))
            stories.setdefault(digest, state.story)
        return stories

    def note(self, stories, first, last):
        for digest, story in stories.items():
            self.spans.setdefault(digest, []).append((first, last, story))

    def order(self):
        """The digests, corner cases of all moments first."""
        return sorted(self.states, key=lambda digest: (self.ranks[digest] // RANK, self.rng.random()))

    def try_all(self, judge, keyed, seconds, stop_at):
        """Starts the service on as many states as there is time for: violations, and how many were tried.

        - judge: gives the line and the complaints about an outcome after a power cut in a span of lines.
        - keyed: gives the requests with a key that had been answered by a line.
        """
        found, tried = [], 0

        def attempt(digest):
            requests = keyed(max(last for _, last, _ in self.spans[digest]))
            return recover(self.states[digest], requests, twice=int(digest[:2], 16) < TWICE_OF_256)

        for digest, outcome in side_by_side(attempt, self.order(), seconds):
            tried += 1
            for first, last, story in self.spans[digest]:
                line, complaints = judge(first, last, outcome)
                if complaints:
                    found.append((dataclasses.replace(self.states[digest], story=story), line, complaints))
                    break
            if len(found) == stop_at:
                break
        return found, tried


def recover(state, keyed, twice):
    """Starts the service on a state in memory, looks at everything, and tries what has to work afterwards."""
    with tempfile.TemporaryDirectory(prefix="crash-", dir="/dev/shm") as folder:
        state.write(folder)
        data = pathlib.Path(folder) / "data"
        try:
            service = Service(data)
        except RuntimeError as error:
            return Outcome(refusal=str(error)[-1500:])
        with service:
            try:
                outcome = Outcome(complaints=missing_evidence(state, data))
                examine(service, keyed, outcome)
                if twice:
                    service.kill()
                    with Service(data) as second:
                        after = together(look(Connection(second.port)))
                    if any(after.get(address) != body for address, body in outcome.held.items()):
                        outcome.complaints.append("a second start shows something else than the first")
                return outcome
            except (NoAnswer, OSError, AssertionError, RuntimeError) as error:
                return Outcome(refusal=f"started and failed: {error!r}, log: {service.read_log()[-1000:]}")


def examine(service, keyed, outcome):
    connection = Connection(service.port)
    outcome.held = together(look(connection))
    for line, (target, body, headers, answered) in keyed:
        answer = connection.request("POST", target, body, headers)
        if answer.body != answered or not 200 <= answer.status < 300:
            words = f"{headers} repeated answers {answer.status} {answer.body}, not {answered}"
            outcome.forgotten.append((line, words))
    if outcome.forgotten:
        # What was done again is not what the start shows.
        return
    made = connection.request("POST", "/v1/checklists", {"name": "after the power cut"})
    item = connection.request("POST", f"{made.headers['location']}/items", {"text": "new"})
    if (made.status, item.status) != (201, 201):
        outcome.complaints.append(
            f"takes no change after its start: {made.status}, {item.status} {item.body}"
        )
    outcome.made = (f"/v1/checklists/{made.body['id']}", f"/v1/items/{item.body['id']}")


def missing_evidence(state, data):
    """Complaints about journal bytes that a start has cut off without keeping them in a `torn-` file."""
    torn = [path.read_bytes() for path in (data / "journal").glob("torn-*")]
    complaints = []
    for path, old in state.files.items():
        now = data.parent / path
        if not re.fullmatch(r"data/journal/\d+\.jsonl", path) or not now.exists():
            continue
        new = now.read_bytes()
        same = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
        if same < len(old) and not any(
            old.endswith(cut) and len(old) - len(cut) <= same for cut in torn if cut
        ):
            complaints.append(f"{path} lost bytes after {same} of {len(old)}, kept nowhere")
    return complaints


def record(options, folder, rng):
    """Sessions that end by SIGKILL, and one with a pause that ends by a polite stop."""
    recording = Recording(folder, rng, options.owners, options.flags)
    for number in range(options.kills):
        call, first, last = KILLED_AT[(number + options.seed) % len(KILLED_AT)]
        when = rng.randint(first or options.steps // 2, last or options.steps)
        recording.run(options.steps, inject=["-e", f"inject={call}:signal=KILL:when={when}"])
    recording.run(options.steps, idle=1.3)
    return recording


def explore(recording, rng, samples):
    """The states of all sessions, and the line of every answer."""
    shutil.rmtree(recording.disk)
    recording.disk.mkdir()
    exploration = Exploration(Disk(recording.disk), rng, samples)
    answers, base = {(): -1}, 0
    for session, trace in enumerate(recording.traces):
        calls = read_trace(trace)
        answers |= answer_lines(calls, session, base)
        exploration.follow(calls, base, recording.copies[session])
        base += length(calls)
    return exploration, answers


def power_cut_while_recovering(state, line, expectations, options, rng, seconds):
    """Records a start on a state and explores what a second power cut during and after it leaves.

    Before the start has shown anything, what was expected of the state is expected still; afterwards just
    what was shown.
    """
    with tempfile.TemporaryDirectory(prefix="recovering-") as top:
        folder, trace = pathlib.Path(top) / "disk", pathlib.Path(top) / "trace"
        folder.mkdir()
        state.write(folder)
        exploration = Exploration(Disk(folder), rng, options.samples)
        calls = ",".join(FILE_CALLS + ANSWER_CALLS)
        with TracedService(folder / "data", trace, *options.flags, calls=calls) as service:
            views = look(Connection(service.port))
        calls = read_trace(trace)
        shown = answer_lines(calls, 0, 0)[views[-1].place]
        exploration.follow(calls, 0, folder)

    def judge(first, last, outcome):
        complaints = expectations.violations(line, outcome)
        if last >= shown and not complaints and outcome.held != together(views):
            complaints = ["shows something else than the start before the second power cut"]
        return max(first, min(last, shown)), complaints

    found, tried = exploration.try_all(judge, lambda _: expectations.keyed(line), seconds, options.stop_at)
    for _, _, complaints in found:
        complaints.insert(0, f"a second power cut, after one at line {line} that left: {state.story}")
    return found + [(state, line, [complaint]) for complaint in exploration.complaints], tried


def explore_again(exploration, expectations, options, rng):
    """Power cuts during the start on some of the states that have sectors of a file missing."""
    torn = [digest for digest in exploration.order() if "sector" in exploration.states[digest].story]
    found, tried = [], 0
    for digest in torn[: options.again]:
        line = max(last for _, last, _ in exploration.spans[digest])
        seconds = options.seconds * SHARE_AGAIN / options.again
        more, count = power_cut_while_recovering(
            exploration.states[digest], line, expectations, options, rng, seconds
        )
        found, tried = found + more, tried + count
    return found, tried


def run(options, folder):
    """Records, explores and reports; true if nothing was wrong."""
    rng = random.Random(options.seed)
    recording = record(options, folder, rng)
    exploration, answers = explore(recording, rng, options.samples)
    expectations = Expectations(recording, answers)
    complaints = recording.complaints + expectations.complaints + exploration.complaints
    for complaint in complaints:
        print(f"VIOLATION while recording: {complaint}")
    share = 1 - SHARE_AGAIN if options.again else 1
    found, tried = exploration.try_all(
        expectations.first_violation, expectations.keyed, options.seconds * share, options.stop_at
    )
    more, again = explore_again(exploration, expectations, options, rng)
    for state, line, reasons in found + more:
        kept = folder / f"violation-{state.digest()[:8]}"
        kept.mkdir(exist_ok=True)
        state.write(kept)
        print(f"VIOLATION after a power cut at line {line}: {state.story}; kept in {kept}")
        for reason in reasons:
            print(f"    {reason}")
    violations = len(complaints) + len(found) + len(more)
    print(
        f"crash states: {exploration.moments} moments, {len(answers) - 1} answers, "
        f"{len(exploration.states)} distinct states, {tried} tried, {again} more after a second power cut, "
        f"{violations} violations, seed {options.seed}"
    )
    return violations == 0


def main():
    options = command_line(
        __doc__, seconds=60.0, steps=30, owners=3, samples=4, kills=2, again=2, stop_at=5, self_test=False
    )
    if options.self_test:
        return print(power_cut.self_test())
    folder = pathlib.Path(tempfile.mkdtemp(prefix="crash-states-"))
    print(f"seed {options.seed}, recorded in {folder}")
    if not run(options, folder):
        sys.exit(1)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()

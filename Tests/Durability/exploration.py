"""Goes through a trace with the model of the disk, collects the states that power cuts may leave, and tries
them."""

import dataclasses
import pathlib
import tempfile

import power_cut
from disk import Disk
from expectations import recover
from owners import Connection, held
from recording import TracedService, answer_positions
from starts import side_by_side
from system_calls import events, read_trace

# Of 256 states so many are started a second time.
TWICE_OF_256 = 32
# States come in the order of their corner cases; of so many in a row the order is left to chance.
RANK = 4
VIOLATIONS_MAX = 5


@dataclasses.dataclass
class Violation:
    """A state that shows what it may not, when, and why."""

    state: power_cut.State
    position: int
    complaints: list

    def report(self, folder):
        """Says what it is, and keeps the state in a folder."""
        kept = pathlib.Path(folder) / f"violation-{self.state.digest()[:8]}"
        kept.mkdir(exist_ok=True)
        self.state.write(kept)
        print(f"VIOLATION after a power cut at line {self.position}: {self.state.story}; kept in {kept}")
        for complaint in self.complaints:
            print(f"    {complaint}")


class Exploration:
    """The states of a disk, each once, with the spans of lines at which it may be left, and how."""

    def __init__(self, disk, rng, samples):
        self.disk, self.rng, self.samples = disk, rng, samples
        self.states, self.ranks, self.spans = {}, {}, {}
        self.changes = 0
        self.complaints = []

    def follow(self, calls, base, after):
        """Goes through a session whose lines are counted from `base` and which left the folder `after`."""
        stories, start = self.collect(), base
        for event in events(calls):
            if self.disk.apply(event):
                self.changes += 1
                self.note(stories, start, base + event.position - 1)
                stories, start = self.collect(), base + event.position
        self.note(stories, start, base + length(calls))
        self.disk.end_process(calls, after)
        self.complaints += [f"the model of {path} is wrong" for path in self.disk.differences(after)]

    def collect(self):
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

    def try_all(self, judge, keyed, seconds):
        """Starts the service on as many states as there is time for; violations and how many states were
        tried.

        - judge: gives the complaints about an outcome after a power cut in a span of lines, and the line.
        - keyed: gives the requests with a key that had been answered by a line.
        """
        found, tried = [], 0

        def attempt(digest):
            requests = keyed(max(last for _, last, _ in self.spans[digest]))
            return recover(self.states[digest], requests, again=int(digest[:2], 16) < TWICE_OF_256)

        for digest, outcome in side_by_side(attempt, self.order(), seconds):
            tried += 1
            for first, last, story in self.spans[digest]:
                position, complaints = judge(first, last, outcome)
                if complaints:
                    state = dataclasses.replace(self.states[digest], story=story)
                    found.append(Violation(state, position, complaints))
                    break
            if len(found) == VIOLATIONS_MAX:
                break
        return found, tried


def length(calls):
    """How many lines a trace has, as far as that matters."""
    return max((max(call.begin, call.end or 0) for call in calls), default=0) + 1


def power_cut_while_recovering(state, position, expectations, rng, samples, seconds, flags=()):
    """Records a start on a state and explores what a second power cut during and after it leaves.

    Before the start has shown anything, what was expected of the state is expected still; afterwards just
    what was shown. Violations and how many states were tried.
    """
    with tempfile.TemporaryDirectory(prefix="recovering-") as top:
        folder, trace = pathlib.Path(top) / "disk", pathlib.Path(top) / "trace"
        folder.mkdir()
        state.write(folder)
        exploration = Exploration(Disk(folder), rng, samples)
        with TracedService(folder / "data", trace, *flags) as service:
            lists, place = held(Connection(service.port))
        calls = read_trace(trace)
        shown = answer_positions(calls, 0, 0)[place]
        exploration.follow(calls, 0, folder)

    def judge(first, last, outcome):
        complaints = expectations.violations(position, outcome)
        if last >= shown and not complaints and outcome.lists != lists:
            complaints = ["shows something else than the start before the second power cut"]
        return max(first, min(last, shown)), complaints

    found, tried = exploration.try_all(judge, lambda _: expectations.keyed(position), seconds)
    for violation in found:
        violation.complaints.insert(
            0, f"a second power cut, after one at line {position} that left: {state.story}"
        )
    for complaint in exploration.complaints:
        found.append(Violation(state, position, [complaint]))
    return found, tried

"""What has to be in a data folder after a power cut at each moment of a recording, and what a start on it
shows."""

import dataclasses
import pathlib
import re
import tempfile

from owners import Connection, NoAnswer, belonging, fits, held
from starts import Service

REPLAYS_MAX = 2


@dataclasses.dataclass
class Outcome:
    """What a start on a folder came to: the refusal, or the lists and what else was tried.

    `forgotten` are requests with a key that were done again, and the line of their first answer.
    """

    refusal: str | None = None
    lists: list = dataclasses.field(default_factory=list)
    made: tuple = (None, None)
    forgotten: list = dataclasses.field(default_factory=list)
    complaints: list = dataclasses.field(default_factory=list)


def strangers(owners, lists):
    """What belongs to no owner, as names and texts: the lists of the first start."""
    names = [owner.name + " " for owner in owners]
    foreign = [c for c in lists if not c.name.startswith(tuple(names)) and c.name != "after the power cut"]
    return sorted((c.name, tuple(item.text for item in c.items)) for c in foreign)


class Expectations:
    """By position in the recording: the steps of each owner of which one has to be there."""

    def __init__(self, recording, positions, first):
        self.recording, self.positions, self.first = recording, positions, first
        self.shown = {}
        self.complaints = []
        for owner in recording.owners:
            for step in owner.steps:
                self.shown[id(step)] = self.position(step.answered)
        for reader in recording.readers:
            for observation in reader.observations:
                self.note(observation)
        # When what is expected changes.
        self.moments = sorted({position for position in self.shown.values() if position is not None})

    def position(self, place):
        """The line at which that answer left; none for a place that is none or past the end of the trace."""
        return self.positions.get(place) if place is not None else None

    def note(self, observation):
        """Takes an observation as proof of the earliest step that shows it; what no step shows was never
        there."""
        position = self.position(observation.place)
        if position is None:
            return
        for owner in self.recording.owners:
            known = False
            for step in owner.steps:
                if step.failed:
                    continue
                ids = {c.id for c in step.lists.values()}
                if observation.kind == "item":
                    ids = {item.id for c in step.lists.values() for item in c.items}
                known = known or observation.id in ids
                if known and observation.agrees(step.lists):
                    before = self.shown[id(step)]
                    self.shown[id(step)] = position if before is None else min(before, position)
                    return
        if observation.shown is not None:
            self.complaints.append(f"a reader was shown what was never there: {observation}")

    def allowed(self, owner, position):
        """The steps one of which has to be there after a power cut at a position: the last that was shown
        by then, and the one that may be under way."""
        alive = []
        for step in owner.steps:
            dropped = self.position(step.dropped)
            if dropped is None and step.failed and step.dropped is not None:
                continue
            if dropped is None or dropped > position:
                alive.append(step)
        low = 0
        for index, step in enumerate(alive):
            shown = self.shown[id(step)]
            if shown is not None and shown <= position:
                low = index
        return alive[low : low + 2]

    def identifiers(self, position):
        """The numbers of lists and of items that had been shown by then."""
        lists, items = set(), set()
        for owner in self.recording.owners:
            for step in owner.steps:
                shown = self.shown[id(step)]
                if shown is not None and shown <= position:
                    lists |= {c.id for c in step.lists.values()}
                    items |= {item.id for c in step.lists.values() for item in c.items}
        return lists, items

    def keyed(self, position):
        """The latest requests with an idempotency key that had been answered by then, with the line."""
        answered = []
        for owner in self.recording.owners:
            for place, *request in owner.keyed:
                line = self.position(place)
                if line is not None and line <= position:
                    answered.append((line, request))
        answered.sort(key=lambda element: element[0])
        return answered[-REPLAYS_MAX:]

    def first_violation(self, first, last, outcome):
        """The first line of a span after which what a start showed is wrong, and why."""
        for position in [first, *(moment for moment in self.moments if first < moment <= last)]:
            if complaints := self.violations(position, outcome):
                return position, complaints
        return first, []

    def violations(self, position, outcome):
        """What a start showed that may not be after a power cut at a position."""
        if outcome.refusal is not None:
            return [f"refused to start: {outcome.refusal}"]
        found = outcome.complaints + [text for line, text in outcome.forgotten if line <= position]
        for owner in self.recording.owners:
            there = belonging(owner, outcome.lists)
            steps = self.allowed(owner, position)
            if not any(fits(step.lists, there) for step in steps):
                requests = " or ".join(repr(step.request) for step in steps)
                found.append(
                    f"{owner.name} has {brief(there)}, not {brief(steps[0].lists)}, as after {requests}"
                )
        if strangers(self.recording.owners, outcome.lists) != self.first:
            found.append(f"the first start's lists are {strangers(self.recording.owners, outcome.lists)}")
        for made, known in zip(outcome.made, self.identifiers(position)):
            if made in known:
                found.append(f"the number {made} was given a second time")
        return found


def brief(lists):
    """Lists in few words."""
    parts = []
    for checklist in lists.values():
        items = ",".join(
            f"{item.text}{'✓' if item.checked else ''}+{len(item.notes)}" for item in checklist.items
        )
        parts.append(f"{checklist.name}[{items}]")
    return "{" + "; ".join(parts) + "}"


def recover(state, keyed, again):
    """Starts the service on a state in memory, reads everything, and tries what has to work afterwards."""
    with tempfile.TemporaryDirectory(prefix="crash-", dir="/dev/shm") as folder:
        state.write(folder)
        data = pathlib.Path(folder) / "data"
        try:
            service = Service(data)
        except RuntimeError as error:
            return Outcome(refusal=str(error)[-1500:])
        with service:
            try:
                return examine(service, state, data, keyed, again)
            except (NoAnswer, OSError, AssertionError, RuntimeError) as error:
                return Outcome(refusal=f"started and failed: {error!r}, log: {service.read_log()[-1000:]}")


def examine(service, state, data, keyed, again):
    complaints = missing_evidence(state, data)
    connection = Connection(service.port)
    lists, _ = held(connection)
    forgotten = []
    for line, (target, body, headers, answered) in keyed:
        answer = connection.request("POST", target, body, headers)
        if answer.body != answered or not 200 <= answer.status < 300:
            forgotten.append((line, f"{headers} replayed {answer.status} {answer.body}, not {answered}"))
    made = connection.request("POST", "/v1/checklists", {"name": "after the power cut"})
    if made.status != 201:
        complaints.append(f"takes no change after its start: {made.status} {made.body}")
        return Outcome(lists=lists, forgotten=forgotten, complaints=complaints)
    item = connection.request("POST", f"/v1/checklists/{made.body['id']}/items", {"text": "new"})
    if again:
        service.kill()
        with Service(data) as second:
            after, _ = held(Connection(second.port))
        kept = {c.id: c for c in after}
        if set(kept) != {c.id for c in lists} | {made.body["id"]} or any(kept[c.id] != c for c in lists):
            complaints.append("a second start shows something else than the first")
    made = (made.body["id"], item.body["id"])
    return Outcome(lists=lists, made=made, forgotten=forgotten, complaints=complaints)


def missing_evidence(state, data):
    """Complaints about journal bytes that a start has cut off without keeping them in a `torn-` file."""
    torn = [path.read_bytes() for path in (data / "journal").glob("torn-*")]
    complaints = []
    for path, content in state.files.items():
        if not re.fullmatch(r"data/journal/\d+\.jsonl", path):
            continue
        now = data.parent / path
        after = now.read_bytes() if now.exists() else None
        if after is None or after.startswith(content):
            continue
        same = next(
            (i for i, (old, new) in enumerate(zip(content, after)) if old != new),
            min(len(content), len(after)),
        )
        if not any(content.endswith(cut) and len(content) - len(cut) <= same for cut in torn if cut):
            complaints.append(f"{path} lost bytes after {same} of {len(content)}, kept nowhere")
    return complaints

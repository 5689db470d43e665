"""What has to be in a data folder after a power cut at each line of a recording's traces."""

import json

from workload import belonging, is_in, label, strangers, together

NEVER = float("inf")
REPLAYS_MAX = 2


class Expectations:
    """By line of the traces: the steps of each owner of which one has to be there.

    A step has to last from the first line on at which an answer left that shows it: its own, or that to a
    reader.
    """

    def __init__(self, recording, answers):
        self.owners, self.answers = recording.owners, answers
        self.complaints = []
        # The line from which on a step, by its identity, has to be there.
        self.shown = {}
        for owner in self.owners:
            for step in owner.steps:
                self.shown[id(step)] = self.line(step.answered)
        for view in recording.views:
            self.note(view)
        self.strangers = strangers(self.owners, together(recording.first_views))
        # When what is expected changes.
        self.moments = sorted({line for line in self.shown.values() if line != NEVER})

    def line(self, place):
        """Where that answer left; never for a place that is none."""
        return self.answers.get(place, NEVER) if place is not None else NEVER

    def note(self, view):
        """Takes what a reader was shown as proof of the earliest step that has it; what no step has was never
        there."""
        for owner in self.owners:
            part = key(belonging(owner, view.elements))
            for step in owner.steps:
                if step.held is not None and key(within(step.held, view.collection)) == part:
                    self.shown[id(step)] = min(self.shown[id(step)], self.line(view.place))
                    break
            else:
                self.complaints.append(f"a reader was shown of {owner.name} what was never there: {part}")

    def allowed(self, owner, line):
        """The steps one of which has to be there after a power cut at a line: the last that was shown by
        then, and the one that may be under way."""
        shown = [index for index, step in enumerate(owner.steps) if self.shown[id(step)] <= line]
        low = max(shown, default=0)
        return owner.steps[low : low + 2]

    def known(self, line):
        """The addresses of everything that had been shown by then."""
        steps = [step for owner in self.owners for step in owner.steps]
        return {address for step in steps if self.shown[id(step)] <= line for address in step.held or {}}

    def keyed(self, line):
        """The latest requests with an idempotency key that had been answered by then, with the line."""
        answered = [(self.line(place), r) for owner in self.owners for place, *r in owner.keyed]
        return sorted((a for a in answered if a[0] <= line), key=lambda answer: answer[0])[-REPLAYS_MAX:]

    def first_violation(self, first, last, outcome):
        """The first line of a span after which what a start showed is wrong, and why."""
        for line in [first, *(moment for moment in self.moments if first < moment <= last)]:
            if complaints := self.violations(line, outcome):
                return line, complaints
        return first, []

    def violations(self, line, outcome):
        """What a start showed that may not be after a power cut at a line."""
        if outcome.refusal is not None:
            return [f"refused to start: {outcome.refusal}"]
        found = outcome.complaints + [text for answered, text in outcome.forgotten if answered <= line]
        for owner in self.owners:
            there, steps = belonging(owner, outcome.held), self.allowed(owner, line)
            if not any(step.held == there for step in steps):
                requests = " or ".join(repr(step.request) for step in steps)
                found.append(
                    f"{owner.name} has not what {requests} left, but: {difference(steps[0].held, there)}"
                )
        if strangers(self.owners, outcome.held) != self.strangers:
            found.append(f"the first start's are {strangers(self.owners, outcome.held)}")
        if again := set(outcome.made) & self.known(line):
            found.append(f"numbers were given a second time: {again}")
        return found


def within(elements, collection):
    """What of some elements is in a collection."""
    return {address: body for address, body in elements.items() if is_in(address, collection)}


def key(elements):
    return json.dumps(elements, sort_keys=True)


def difference(expected, there):
    """In few words what is not as expected."""
    words = []
    for address in sorted(expected.keys() | there.keys()):
        old, new = expected.get(address), there.get(address)
        if new is None:
            words.append(f"no {address} {label(old)!r}")
        elif old is None:
            words.append(f"{address} {label(new)!r}")
        elif old != new:
            words.append(
                f"{address} with {({name: new[name] for name in new if new[name] != old.get(name)})}"
            )
    return "; ".join(words)[:600]

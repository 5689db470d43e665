"""Decides whether what clients saw of one item could have been made by a single copy of it that did one
request after the other: linearizability, after Wing and Gong, with Lowe's memory of what was tried.
"""

import dataclasses
import math

GONE = "gone"
SEARCHED_MAX = 2_000_000


@dataclasses.dataclass(frozen=True)
class Version:
    """An item as it is at a time. The tag is none as long as no answer told it: after a request without
    one."""

    text: str
    checked: bool
    tag: str | None = None

    def bound(self, shown):
        """The version with the tag that an answer shows; none if the answer shows something else."""
        if (self.text, self.checked) != (shown.text, shown.checked):
            return None
        if self.tag is None or shown.tag is None:
            return Version(self.text, self.checked, self.tag or shown.tag)
        return self if self.tag == shown.tag else None


@dataclasses.dataclass(frozen=True)
class Operation:
    """A request on one item, from its call to its return.

    - kind: `read`, `write` (a text), `write-if` (a text, if the tag is `expected`), `toggle` or `delete`.
    - result: the version answered, GONE for a 404, `"changed"` for a failed condition, `"deleted"`; none
      without an answer.
    - returned: without an answer, when the process that it was sent to was surely dead; infinite if it may
      live.
    """

    kind: str
    called: float
    returned: float = math.inf
    result: object = None
    text: str = ""
    expected: str | None = None

    @property
    def answered(self):
        return self.result is not None


def apply(version, operation):
    """The item after an operation at once: a version or GONE; none if its answer could not have been
    given."""
    result = operation.result
    if version == GONE or result == GONE:
        return GONE if version == GONE and result in (None, GONE) else None
    if operation.kind == "read":
        return version.bound(result) if operation.answered else version
    if operation.kind == "delete":
        return GONE
    if operation.kind == "toggle":
        after = Version(version.text, not version.checked)
        return after.bound(result) if operation.answered else after
    after = Version(operation.text, version.checked)
    if operation.kind == "write":
        return after.bound(result) if operation.answered else after
    fulfilled = version.tag is None or version.tag == operation.expected
    if result == "changed":
        return version if version.tag is None or not fulfilled else None
    if not operation.answered:
        return after if fulfilled else version
    return after.bound(result) if fulfilled else None


def linearizable(operations, initial):
    """Whether some order of the operations, in which none comes before one that had returned when it was
    called, gives every answer that was given. Those without an answer may be in it or not.

    Raises RuntimeError when that cannot be decided in bounded time.
    """
    order = sorted(operations, key=lambda operation: operation.called)
    needed = sum(1 << index for index, operation in enumerate(order) if operation.answered)
    seen = set()
    stack = [(0, initial, -math.inf, 0)]
    while stack:
        done, version, latest, first = stack.pop()
        if done & needed == needed:
            return True
        if (done, version) in seen:
            continue
        seen.add((done, version))
        if len(seen) > SEARCHED_MAX:
            raise RuntimeError(f"undecided after {SEARCHED_MAX} steps")
        while done >> first & 1:
            first += 1
        stack += following(order, done, version, latest, first)
    return False


def following(order, done, version, latest, first):
    """The ways to go on by one operation. `latest` is when the last of those done was called: one without
    an answer whose process had died by then comes too late. `first` is the first that is not done."""
    found, bound = [], math.inf
    for index in range(first, len(order)):
        operation = order[index]
        if operation.called > bound:
            break
        if done >> index & 1:
            continue
        if operation.answered:
            bound = min(bound, operation.returned)
        elif operation.returned < latest:
            continue
        after = apply(version, operation)
        if after is not None:
            found.append((done | 1 << index, after, max(latest, operation.called), first))
    # Those that return first were probably done first: the stack gives the last one back first.
    found.reverse()
    return found


def self_test():
    """Fails if a history is judged other than it is known to be."""
    old, new = Version("a", False, "1"), Version("b", False, "2")
    ticked = Version("b", True, "3")
    write = Operation("write", 1, 4, new, text="b")
    lost = Operation("write", 1, math.inf, None, text="b")
    died = Operation("write", 1, 5, None, text="b")
    condition = Operation("write-if", 2, 5, Version("c", False, "4"), text="c", expected="1")
    histories = [
        ("nothing", [], True),
        ("a read of what was written", [write, Operation("read", 5, 6, new)], True),
        ("a read during the write, of the new", [write, Operation("read", 2, 3, new)], True),
        ("a read during the write, of the old", [write, Operation("read", 2, 3, old)], True),
        ("a stale read", [write, Operation("read", 5, 6, old)], False),
        ("new, then old again", [write, Operation("read", 1, 2, new), Operation("read", 2.5, 3, old)], False),
        ("a value that nobody wrote", [write, Operation("read", 5, 6, Version("z", False))], False),
        ("an unanswered write that took effect", [lost, Operation("read", 9, 10, new)], True),
        ("an unanswered write that took none", [lost, Operation("read", 9, 10, old)], True),
        (
            "an unanswered write that is taken back",
            [lost, Operation("read", 9, 10, new), Operation("read", 11, 12, old)],
            False,
        ),
        (
            "an unanswered write that comes late",
            [lost, Operation("read", 9, 10, old), Operation("read", 11, 12, new)],
            True,
        ),
        (
            "one that comes after its process died",
            [died, Operation("read", 9, 10, old), Operation("read", 11, 12, new)],
            False,
        ),
        ("a toggle", [write, Operation("toggle", 5, 6, ticked), Operation("read", 7, 8, ticked)], True),
        (
            "a toggle that was lost",
            [write, Operation("toggle", 5, 6, ticked), Operation("read", 7, 8, new)],
            False,
        ),
        (
            "two toggles that both saw the same",
            [Operation("toggle", 1, 3, Version("a", True)), Operation("toggle", 2, 4, Version("a", True))],
            False,
        ),
        (
            "two conditions on one tag, both met",
            [Operation("write-if", 1, 4, new, text="b", expected="1"), condition],
            False,
        ),
        (
            "two conditions on one tag, one met",
            [Operation("write-if", 1, 4, "changed", text="b", expected="1"), condition],
            True,
        ),
        (
            "a condition that failed for no reason",
            [Operation("write-if", 1, 4, "changed", text="b", expected="1")],
            False,
        ),
        ("a delete", [Operation("delete", 1, 2, "deleted"), Operation("read", 3, 4, GONE)], True),
        (
            "a read after a delete",
            [Operation("delete", 1, 2, "deleted"), Operation("read", 3, 4, old)],
            False,
        ),
        ("a 404 without a delete", [Operation("read", 3, 4, GONE)], False),
    ]
    for name, operations, good in histories:
        for given in (operations, operations[::-1]):
            assert linearizable(given, old) == good, f"{name} is judged wrong"
    return f"linearizability: {len(histories)} histories judged right"

"""Clients that each own some lists, and so know exactly what the service has to hold of theirs at any moment.

An owner makes one request after the other, so what is kept of its lists is what one of its steps left: the
last one answered, or the one under way. Nobody else changes them; others read them, and what a reader was
shown has to last too.
"""

import dataclasses
import http.client
import json

ICONS = [
    "No Icon",
    "Appointments",
    "Birthdays",
    "Chores",
    "Drinks",
    "Folder",
    "Groceries",
    "Inbox",
    "Photos",
    "Trips",
]


class NoAnswer(Exception):
    """The connection ended, or nothing came for too long."""


@dataclasses.dataclass(frozen=True)
class Answer:
    """What came back, and at which place: the client's port and how many answers came before on the
    connection."""

    status: int
    headers: object
    body: object
    place: tuple


class Connection:
    """One connection that is kept."""

    def __init__(self, port, session=0, timeout=15):
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self.http.connect()
        self.http.auto_open = 0
        self.stream = (session, self.http.sock.getsockname()[1])
        self.answers = 0

    def request(self, method, target, body=None, headers=None):
        given = dict(headers or {})
        if body is not None:
            body = json.dumps(body).encode()
            given.setdefault("content-type", "application/json")
        try:
            self.http.request(method, target, body, given)
            answer = self.http.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.http.close()
            raise NoAnswer(f"{method} {target}: {error!r}") from error
        place = (*self.stream, self.answers)
        self.answers += 1
        decoded = (
            json.loads(content) if "json" in answer.headers.get("content-type", "") and content else None
        )
        return Answer(answer.status, answer.headers, decoded, place)

    def close(self):
        self.http.close()


@dataclasses.dataclass(frozen=True)
class Item:
    """What is compared of an item. An identifier or a time that no answer has told is none, and fits any."""

    id: int | None
    text: str
    notes: str = ""
    checked: bool = False
    important: bool = False
    updated: str | None = None

    @staticmethod
    def of(body):
        return Item(
            body["id"], body["text"], body["notes"], body["checked"], body["important"], body["updatedAt"]
        )

    def fits(self, other):
        return (
            (self.text, self.notes, self.checked, self.important)
            == (other.text, other.notes, other.checked, other.important)
            and (self.id is None or self.id == other.id)
            and (self.updated is None or self.updated == other.updated)
        )


@dataclasses.dataclass(frozen=True)
class Checklist:
    """What is compared of a list: its items in their order too."""

    id: int | None
    name: str
    icon: str
    items: tuple = ()

    def fits(self, other):
        return (
            (self.name, self.icon, len(self.items)) == (other.name, other.icon, len(other.items))
            and (self.id is None or self.id == other.id)
            and all(mine.fits(theirs) for mine, theirs in zip(self.items, other.items))
        )


def fits(lists, others):
    """Whether lists by name are what others are."""
    return lists.keys() == others.keys() and all(lists[name].fits(others[name]) for name in lists)


@dataclasses.dataclass
class Step:
    """What an owner's request leaves: its lists by name. `answered` and `dropped` are places: where its
    success was answered, and where it became known that it had no effect."""

    request: str
    lists: dict
    answered: tuple | None = None
    dropped: tuple | None = None
    failed: bool = False


class Owner:
    """Makes, changes and deletes its own lists and items, one request after the other."""

    def __init__(self, name, rng):
        self.name, self.rng = name, rng
        self.steps = [Step("nothing", {}, answered=())]
        self.number = 0
        self.keyed = []

    @property
    def lists(self):
        return next(step for step in reversed(self.steps) if not step.failed).lists

    @property
    def pending(self):
        """The step whose request was not answered, if any."""
        last = self.steps[-1]
        return None if last.failed or last.answered is not None else last

    def act(self, connection):
        """Makes one request and notes what came of it.

        Raises NoAnswer, after which `reconcile` has to tell whether it had an effect.
        """
        self.number += 1
        method, target, body, headers, lists, accept = self.plan()
        step = Step(f"{method} {target}", lists)
        self.steps.append(step)
        answer = connection.request(method, target, body, headers)
        if 200 <= answer.status < 300:
            step.lists = accept(answer.body)
            step.answered = answer.place
            if headers:
                self.keyed.append((answer.place, target, body, headers, answer.body))
        else:
            step.failed, step.dropped = True, answer.place
        return answer

    def reconcile(self, held, place):
        """After a restart: takes over what is there of its lists, which settles a pending step. False if it
        fits neither."""
        pending = self.pending
        if pending is not None and fits(pending.lists, held):
            pending.lists, pending.answered = held, place
            return True
        if pending is not None:
            pending.failed, pending.dropped = True, place
        return fits(self.lists, held)

    def plan(self):
        """The next request, the lists it leaves as far as can be foretold, and a function that takes an
        answer's body and gives the lists that it leaves."""
        actions = ["add_list"] if len(self.lists) < 2 else []
        if self.lists and not actions:
            actions = ["add_list", "rename_list"] + ["add_item"] * 4
            if len(self.lists) > 2:
                actions.append("delete_list")
            if any(checklist.items for checklist in self.lists.values()):
                actions += (
                    ["change_item"] * 4 + ["toggle"] * 2 + ["delete_item", "move_first", "clear_checked"]
                )
        return getattr(self, self.rng.choice(actions))()

    def some_list(self, filled=False):
        return self.rng.choice([c for c in self.lists.values() if c.items or not filled])

    def replaced(self, old, new):
        """The lists with another in the place of one, or without it."""
        lists = {name: checklist for name, checklist in self.lists.items() if checklist is not old}
        return lists | {new.name: new} if new else lists

    def word(self):
        return f"{self.name} {self.number}"

    def add_list(self):
        icon = self.rng.choice(ICONS)
        made = Checklist(None, self.word(), icon)
        before = self.lists

        def accept(body):
            return before | {made.name: dataclasses.replace(made, id=body["id"])}

        key = {"idempotency-key": f'"{self.word()}"'}
        return (
            "POST",
            "/v1/checklists",
            {"name": made.name, "icon": icon},
            key,
            before | {made.name: made},
            accept,
        )

    def rename_list(self):
        old = self.some_list()
        new = dataclasses.replace(old, name=self.word(), icon=self.rng.choice(ICONS))
        lists = self.replaced(old, new)
        change = {"name": new.name, "icon": new.icon}
        return "PATCH", f"/v1/checklists/{old.id}", change, None, lists, lambda body: lists

    def delete_list(self):
        old = self.some_list()
        lists = self.replaced(old, None)
        return "DELETE", f"/v1/checklists/{old.id}", None, None, lists, lambda body: lists

    def with_items(self, old, items):
        return self.replaced(old, dataclasses.replace(old, items=tuple(items)))

    def note(self):
        """A text of a length that crosses sectors now and then."""
        return "".join(self.rng.choices("abcdefgh é", k=self.rng.choice([0, 0, 9, 300, 1100, 4000]))).strip()

    def add_item(self):
        old = self.some_list()
        made = Item(None, self.word(), self.note(), important=self.rng.random() < 0.3)
        body = {"text": made.text, "notes": made.notes, "important": made.important}
        key = {"idempotency-key": f'"{self.word()}"'} if self.rng.random() < 0.5 else None
        target = f"/v1/checklists/{old.id}/items"
        lists = self.with_items(old, old.items + (made,))
        return "POST", target, body, key, lists, lambda answer: self.took(old, old.items, made, answer)

    def took(self, checklist, items, expected, answer):
        """The lists after an item was answered: it has to be as foretold, and its number and time are known
        now."""
        got = Item.of(answer)
        if not dataclasses.replace(expected, updated=None).fits(got):
            raise AssertionError(f"answered {got} where {expected} was to be")
        return self.with_items(checklist, [*items, got])

    def place_of_item(self):
        checklist = self.some_list(filled=True)
        return checklist, self.rng.randrange(len(checklist.items))

    def changed_item(self, method, target, body, change):
        checklist, index = self.place_of_item()
        items, old = checklist.items, checklist.items[index]
        new = dataclasses.replace(old, updated=None, **change(old))

        def accept(answer):
            lists = self.took(checklist, items[:index], new, answer)
            kept = lists[checklist.name]
            return lists | {kept.name: dataclasses.replace(kept, items=kept.items + items[index + 1 :])}

        lists = self.with_items(checklist, items[:index] + (new,) + items[index + 1 :])
        return method, target(old), body(new), None, lists, accept

    def change_item(self):
        word, note = self.word(), self.note()
        change = {"text": word} if self.rng.random() < 0.5 else {"text": word, "notes": note}
        return self.changed_item(
            "PATCH", lambda item: f"/v1/items/{item.id}", lambda item: change, lambda item: change
        )

    def toggle(self):
        return self.changed_item(
            "POST",
            lambda item: f"/v1/items/{item.id}/toggle",
            lambda item: None,
            lambda item: {"checked": not item.checked},
        )

    def delete_item(self):
        checklist, index = self.place_of_item()
        lists = self.with_items(checklist, checklist.items[:index] + checklist.items[index + 1 :])
        return "DELETE", f"/v1/items/{checklist.items[index].id}", None, None, lists, lambda body: lists

    def move_first(self):
        checklist, index = self.place_of_item()
        items = checklist.items
        moved = dataclasses.replace(items[index], updated=None)
        others = items[:index] + items[index + 1 :]

        def accept(answer):
            return self.with_items(checklist, (Item.of(answer),) + others)

        lists = self.with_items(checklist, (moved,) + others)
        return "POST", f"/v1/items/{moved.id}/move", {"first": True}, None, lists, accept

    def clear_checked(self):
        checklist = self.some_list(filled=True)
        lists = self.with_items(checklist, [item for item in checklist.items if not item.checked])
        target = f"/v1/checklists/{checklist.id}/items?checked=true"
        return "DELETE", target, None, None, lists, lambda body: lists


def walk(connection, target):
    """The elements of a collection, page by page, and the place of the last page."""
    found = []
    while target:
        answer = connection.request("GET", target)
        if answer.status != 200:
            raise AssertionError(f"GET {target}: {answer.status} {answer.body}")
        found += answer.body
        link = answer.headers.get("link", "")
        target = link[1 : link.index(">")] if 'rel="next"' in link else None
    return found, answer.place


def held(connection):
    """All lists with their items, in order, as the service answers them, and the place of the last answer."""
    items, _ = walk(connection, "/v1/items?limit=1000")
    bodies, place = walk(connection, "/v1/checklists?limit=1000")
    by_list = {}
    for body in items:
        by_list.setdefault(body["checklistId"], []).append(Item.of(body))
    return [
        Checklist(body["id"], body["name"], body["icon"], tuple(by_list.pop(body["id"], [])))
        for body in bodies
    ], place


def belonging(owner, lists):
    """The lists of one owner by name."""
    return {checklist.name: checklist for checklist in lists if checklist.name.startswith(owner.name + " ")}

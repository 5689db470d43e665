"""Clients that each own some of what the service holds, and so know at any moment what has to be there.

An owner makes one request after the other and looks afterwards what the service holds of its own. So what is
kept of an owner is what one of its steps left: the last that was shown to anybody, or the one after it.
Nobody else changes it; everybody reads it, and what a reader was shown has to last too.

To cover a new kind of thing: add its address to COLLECTIONS or SINGLES, and to Owner.actions a method that
gives a request on it.
"""

import dataclasses
import http.client
import json
import threading

# What is looked at. An element of a collection belongs to the owner whose name its label begins with; what
# there is one of belongs to the first.
COLLECTIONS = ["/v1/checklists", "/v1/items", "/v1/webhooks"]
SINGLES = ["/v1/preferences"]
LABELS = ["name", "text", "description"]
FIRST_OWNER = "owner0"


class NoAnswer(Exception):
    """The connection ended, or nothing came for too long."""


@dataclasses.dataclass(frozen=True)
class Answer:
    """What came back, and at which place: the session, the client's port, how many answers came before."""

    status: int
    headers: object
    body: object
    place: tuple


class Connection:
    """One connection that is kept."""

    def __init__(self, port, session=0, timeout=60):
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
        is_json = content and "json" in answer.headers.get("content-type", "")
        return Answer(answer.status, answer.headers, json.loads(content) if is_json else None, place)


@dataclasses.dataclass(frozen=True)
class View:
    """What a reader was shown of one collection, all at once: address to body."""

    place: tuple
    collection: str
    elements: dict


def look(connection):
    """Everything that the service holds, a view for each collection."""
    views = []
    for collection in COLLECTIONS:
        answer = connection.request("GET", f"{collection}?limit=1000")
        if answer.status != 200 or "next" in answer.headers.get("link", ""):
            raise AssertionError(f"GET {collection}: {answer.status} {answer.body}")
        elements = {f"{collection}/{body['id']}": body for body in answer.body}
        views.append(View(answer.place, collection, elements))
    for single in SINGLES:
        answer = connection.request("GET", single)
        views.append(View(answer.place, single, {single: answer.body}))
    return views


def together(views):
    """What some views show, in one: address to body."""
    return {address: body for view in views for address, body in view.elements.items()}


def label(body):
    return next((body[name] for name in LABELS if name in body), FIRST_OWNER + " ")


def is_in(address, collection):
    return address == collection or address.startswith(collection + "/")


def belonging(owner, elements):
    """What of some elements belongs to an owner."""
    return {a: body for a, body in elements.items() if label(body).startswith(owner.name + " ")}


def strangers(owners, elements):
    """The labels of what belongs to no owner."""
    names = tuple(owner.name + " " for owner in owners)
    return sorted(label(body) for body in elements.values() if not label(body).startswith(names))


@dataclasses.dataclass
class Step:
    """What an owner's request leaves of its own; none as long as nobody has looked.

    - done: whether the request has been done, judged by what is there: a function of that.
    - answered: the place of its answer, if there was one.
    """

    request: str
    held: dict | None = None
    done: object = None
    answered: tuple | None = None
    refused: bool = False


class Owner:
    """Makes, changes and deletes its own, one request after the other."""

    actions = (
        ["add_item"] * 4
        + ["change_item"] * 4
        + ["toggle"] * 2
        + ["delete_item", "move_first", "clear_checked"]
    )
    actions += ["add_list", "rename_list", "delete_list", "add_webhook", "change_webhook", "set_preferences"]

    def __init__(self, name, rng):
        self.name, self.rng = name, rng
        # The first was none, and left what is there at first.
        self.steps = [Step("nothing", answered=(), done=lambda there: True)]
        # Requests with an idempotency key that were answered: (place, target, body, headers, answered body).
        self.keyed = []
        self.number = 0

    @property
    def held(self):
        """What it knows to be there."""
        return next((step.held for step in reversed(self.steps) if step.held is not None), {})

    def act(self, connection, views=None):
        """Makes one request and looks what it left. Gives the answer, and adds what was seen to `views`.

        Raises NoAnswer, after which `settle` has to be told what is there; AssertionError if that is wrong.
        """
        if self.steps[0].held is None:
            self.settle(together(look(connection)))
        method, target, body, done = self.choose()
        self.number += 1
        step = Step(f"{method} {target}", done=done)
        self.steps.append(step)
        headers = {"idempotency-key": f'"{self.name} {self.number}"'} if method == "POST" else None
        answer = connection.request(method, target, body, headers)
        if answer.status < 300:
            step.answered = answer.place
            if headers:
                self.keyed.append((answer.place, target, body, headers, answer.body))
        else:
            step.refused = True
        seen = look(connection)
        if views is not None:
            views += seen
        if complaint := self.settle(together(seen)):
            raise AssertionError(complaint)
        return answer

    def settle(self, elements, place=None):
        """Takes what is there as what the last request left; what is wrong with that, if anything.

        - place: the answer that showed it to the owner, for a request of which the own answer never came.
        """
        there, last = belonging(self, elements), self.steps[-1]
        if last.held is not None:
            return None if there == last.held else f"{last.request} left {last.held}, and there is {there}"
        before = self.held
        if last.refused or (last.answered is None and there == before):
            self.steps.pop()
            return None if there == before else f"{last.request} was refused, and changed {before} to {there}"
        if not last.done(there):
            return (
                f"{last.request} was {'' if last.answered else 'not '}answered, and left {there} of {before}"
            )
        last.held = there
        last.answered = last.answered or place
        return None

    def choose(self):
        """A request: method, target, body, and whether it has been done, as a function of what is there."""
        if len(self.of("/v1/checklists")) < 2:
            return self.add_list()
        while True:
            if request := getattr(self, self.rng.choice(self.actions))():
                return request

    def of(self, collection):
        """The addresses of what is there in a collection."""
        return [address for address in self.held if is_in(address, collection)]

    def one(self, collection):
        """One of these, and its body; two times none if there is none."""
        address = self.rng.choice(self.of(collection) or [None])
        return address, self.held.get(address)

    def word(self):
        return f"{self.name} {self.number}"

    def note(self):
        """A text of a length that crosses sectors now and then."""
        return "".join(self.rng.choices("abcdefgh é", k=self.rng.choice([0, 0, 9, 300, 1100, 4000]))).strip()

    def add(self, collection, target, body):
        return "POST", target, body, lambda there: any(label(b) == label(body) for b in there.values())

    def patch(self, collection, change):
        address, _ = self.one(collection)
        return address and (
            "PATCH",
            address,
            change,
            lambda there: change.items() <= there.get(address, {}).items(),
        )

    def delete(self, collection):
        address, _ = self.one(collection)
        return address and ("DELETE", address, None, lambda there: address not in there)

    def add_list(self):
        return self.add("/v1/checklists", "/v1/checklists", {"name": self.word(), "icon": "Trips"})

    def rename_list(self):
        return self.patch("/v1/checklists", {"name": self.word(), "icon": "Drinks"})

    def delete_list(self):
        return self.delete("/v1/checklists") if len(self.of("/v1/checklists")) > 2 else None

    def add_item(self):
        address, _ = self.one("/v1/checklists")
        return self.add("/v1/items", f"{address}/items", {"text": self.word(), "notes": self.note()})

    def change_item(self):
        return self.patch("/v1/items", {"text": self.word(), "notes": self.note()})

    def delete_item(self):
        return self.delete("/v1/items")

    def toggle(self):
        address, old = self.one("/v1/items")
        return address and (
            "POST",
            f"{address}/toggle",
            None,
            lambda there: there[address]["checked"] != old["checked"],
        )

    def move_first(self):
        address, old = self.one("/v1/items")

        def is_first(there):
            others = [b for b in there.values() if b.get("checklistId") == old["checklistId"]]
            return all(there[address]["position"] <= other["position"] for other in others)

        return address and ("POST", f"{address}/move", {"first": True}, is_first)

    def clear_checked(self):
        address, old = self.one("/v1/checklists")

        def is_clear(there):
            return not any(b.get("checklistId") == old["id"] and b["checked"] for b in there.values())

        return "DELETE", f"{address}/items?checked=true", None, is_clear

    def add_webhook(self):
        if self.of("/v1/webhooks"):
            return self.delete("/v1/webhooks")
        return self.add(
            "/v1/webhooks", "/v1/webhooks", {"url": "http://127.0.0.1:9/", "description": self.word()}
        )

    def change_webhook(self):
        return self.patch("/v1/webhooks", {"description": self.word()})

    def set_preferences(self):
        change = {"showChecked": self.rng.random() < 0.5, "itemSort": self.rng.choice(["text", "-dueDate"])}
        return self.patch("/v1/preferences", change)


class Reader(threading.Thread):
    """Looks at everything again and again until the connection ends, and keeps what it was shown."""

    def __init__(self, port, session):
        super().__init__()
        self.connection = Connection(port, session)
        self.views, self.complaints = [], []
        self.over = False

    def run(self):
        try:
            while not self.over:
                self.views += look(self.connection)
        except NoAnswer:
            pass
        except AssertionError as error:
            self.complaints.append(str(error))

"""The people of a household and what they know, and the comparison of what the stores answer them."""

import random
import re
import zlib

# The roles in which people and assistants sign in.
SCOPES = ["write", "write", "write", "assist", "read", "admin"]
NAME = re.compile(r"<(\w+) \d+>")


class Difference(AssertionError):
    """Stores answer differently, or against a rule. A shorter run has the same `kind` of the same fault."""

    def __init__(self, kind, told):
        super().__init__(told)
        self.kind = kind


class Actor:
    """A person with a device, or a guest, and what their program last saw."""

    def __init__(self, key, token, scope, person=None, name="", list=None):
        self.key, self.token, self.scope, self.person, self.name = key, token, scope, person, name
        # The list of a guest.
        self.list = list
        self.lists, self.items, self.etags = {}, {}, {}
        self.cursor, self.tokens = None, {}

    def __repr__(self):
        return f"{self.name} ({self.scope})"

    def take(self, value):
        """Remembers each object of an answer."""
        if isinstance(value, list):
            for each in value:
                self.take(each)
        elif isinstance(value, dict):
            kind = NAME.fullmatch(str(value.get("id", "")))
            if kind and kind[1] == "item" and "checklistId" in value:
                self.items[value["id"]] = value
            # In an export a list has no role, and its sections are names.
            elif kind and kind[1] == "checklist" and "role" in value and "sections" in value:
                self.lists[value["id"]] = value
            for each in value.values():
                if isinstance(each, (dict, list)):
                    self.take(each)


class World:
    """A household on stores that must agree. `clients` has one client a store.

    Each step draws from numbers of its own, and a choice among things depends on the step that made each. So
    a step does the same when others are left out.
    """

    def __init__(self, clients, seed, step=0):
        self.clients, self.seed, self.step = clients, seed, step
        self.rng = random.Random(f"{seed} {step}")
        self.known, self.keys, self.trace, self.history, self.requests = {}, {}, [], [], 0
        self.actors = []

    def begin(self, step):
        self.history += [f"step {self.step}", *self.trace]
        self.step, self.draws = step, 0
        self.rng = random.Random(f"{self.seed} {step}")
        self.trace = []

    # Choices

    def pick(self, candidates):
        """One of some things, or None."""
        self.draws += 1
        return min(
            candidates,
            key=lambda each: zlib.crc32(f"{self.seed} {self.step} {self.draws} {self.key(each)}".encode()),
            default=None,
        )

    def key(self, thing):
        return thing.key if isinstance(thing, Actor) else self.keys.get(thing, thing)

    def any(self, kind):
        """Something of a kind that anybody ever saw; it may be gone, or be another's."""
        return self.pick(self.known.get(kind, [])) or f"<{kind} 0>"

    def chance(self, share):
        return self.rng.random() < share

    # Requests

    def note(self, value):
        """Registers each name in an answer with the step that made it."""
        for found in NAME.finditer(repr(value)):
            if found[0] not in self.keys and found[1] != "cursor":
                of = self.known.setdefault(found[1], [])
                self.keys[found[0]] = (
                    f"{self.step} {found[1]} {sum(1 for each in of if self.is_of_step(each))}"
                )
                of.append(found[0])

    def is_of_step(self, name):
        return self.keys[name].startswith(f"{self.step} ")

    def ask(self, actor, method, target, body=None, headers=None, basic=False):
        """The answer on which all stores agree. A tuple as body or field has a value for each store."""
        given = dict(headers or {})
        if actor:
            given |= {"basic": actor.token} if basic else {"authorization": f"Bearer {actor.token}"}
        answers = []
        self.trace.append(f"{actor}: {method} {target} {headers or ''} {body if body is not None else ''}")
        for at, client in enumerate(self.clients):
            own = body[at] if isinstance(body, tuple) else body
            fields = {name: value[at] if isinstance(value, tuple) else value for name, value in given.items()}
            answers.append(client.send(method, target, own, fields))
        return self.agreed(actor, method, target, answers)

    def walk(self, actor, target):
        """All pages of a collection, as one list."""
        self.trace.append(f"{actor}: all of {target}")
        given = {"authorization": f"Bearer {actor.token}"}
        answers = [
            client.walk(target, given, lambda answer: answer.headers.get("next")) for client in self.clients
        ]
        answer = self.agreed(actor, "GET", target, answers)
        return answer.body if answer.status == 200 else []

    def changes(self, actor, limit):
        """The entries that the program of somebody has not read; None if its cursor has expired."""
        given = {"authorization": f"Bearer {actor.token}"}
        at = f"/v1/changes?limit={limit}"
        following = lambda answer: answer.body["hasMore"] and f"{at}&since={answer.body['next']}"
        self.trace.append(f"{actor}: all of {at} since {actor.cursor}")
        since = f"&since={actor.cursor}" if actor.cursor else ""
        answer = self.agreed(
            actor, "GET", at, [client.walk(at + since, given, following) for client in self.clients]
        )
        actor.cursor = answer.body["next"] if answer.status == 200 else None
        return answer.body["changes"] if answer.status == 200 else []

    def agreed(self, actor, method, target, answers):
        """The answer of all stores, which is remembered."""
        self.requests += 1
        shape = f"{method} " + NAME.sub(r"<\1>", target.partition("?")[0])
        first = answers[0]
        for client, other in zip(self.clients[1:], answers[1:]):
            where = differing(first, other, client.store.is_ordered)
            if where:
                names = (self.clients[0].store.name, client.store.name)
                at = re.sub(r"\[\d+\]", "[]", where[0])
                told = [f"  {name}: {each!r:.1500}" for name, each in zip(names, where[1:])]
                told = [f"{self.trace[-1]:.1500}", f"at {where[0]}:", *told]
                raise Difference(f"{shape} differs at {at}", "\n".join(told))
        if first.status >= 500:
            raise Difference(f"{shape} {first.status}", f"{self.trace[-1]:.1500}\n{first}")
        self.trace[-1] += f" -> {first.status}"
        self.note(first.body if not isinstance(first.body, str) else "")
        self.note(first.headers)
        if actor and isinstance(first.body, (dict, list)) and first.status < 300:
            actor.take(first.body)
            if first.etag:
                actor.etags[target] = tuple(each.etag for each in answers)
        first.etags = tuple(each.etag or "*" for each in answers)
        first.raws = tuple(each.raw for each in answers)
        return first

    # People

    def sign_in(self, secret, name, scope, person=None):
        """Somebody new by a link; the response gives a token."""
        answer = self.ask(None, "POST", "/v1/devices", {"secret": secret, "name": name})
        if answer.status != 201:
            return None
        token, of = answer.body["token"], answer.body.get("checklistId")
        number = sum(each.key.startswith(f"{self.step} ") for each in self.actors)
        actor = Actor(f"{self.step} {number}", token, scope, person, name, of)
        self.actors.append(actor)
        return actor

    def add_device(self, by, person, scope, name):
        link = self.ask(by, "POST", f"/v1/people/{person}/sign-in-links", {"scope": scope})
        return self.sign_in(link.body["secret"], name, scope, person) if link.status == 201 else None

    def people(self, count=8):
        """Everybody signs in, and all know each other by a list."""
        self.begin(0)
        link = self.ask(None, "POST", "/v1/people/1/sign-in-links", {"scope": "admin"})
        admin = self.sign_in(link.body["secret"], "Me", "admin", "<person 1>")
        self.note("<person 1>")
        me = self.ask(admin, "GET", "/v1/me")
        assert me.body["person"]["id"] == "<person 1>", me
        shared = self.ask(admin, "POST", "/v1/checklists", {"name": "Everybody"}).body["id"]
        for number in range(1, count):
            name = f"P{number}"
            person = self.ask(admin, "POST", "/v1/people", {"name": name}).body["id"]
            self.ask(admin, "PUT", f"/v1/checklists/{shared}/members/{person}", {"role": ROLES[number % 3]})
            self.add_device(admin, person, "write", name)
            if number < 4:
                self.add_device(admin, person, "assist", f"{name} assistant")
            if number == 4:
                self.add_device(admin, person, "read", f"{name} reader")
        # A first list of everybody's own.
        for actor in list(self.actors):
            if actor.scope == "write":
                own = self.ask(actor, "POST", "/v1/checklists", {"name": f"List of {actor.name}"}).body["id"]
                self.ask(actor, "PATCH", "/v1/preferences", {"selectedChecklistId": own})


ROLES = ["edit", "check", "view"]


def unordered(value):
    """A content as far as stores agree on it that sort by ids of different orders."""
    if isinstance(value, dict):
        return {name: unordered(each) for name, each in value.items()}
    if isinstance(value, list):
        return sorted(
            map(unordered, value),
            key=lambda each: f"{each.get('id')} {each}" if isinstance(each, dict) else f"{each}",
        )
    if isinstance(value, str) and ("\n" in value or "><" in value):
        return "\n".join(sorted(re.split(r"\r?\n|(?<=>)(?=<)", value)))
    return value


def differing(one, other, is_ordered):
    """Where two answers differ first, and how; None if they agree."""
    if one.status != other.status:
        return (
            f"status {one.status} {other.status}", (one.status, one.body), (other.status, other.body)
        )  # fmt: skip
    bodies = (one.body, other.body) if is_ordered else (unordered(one.body), unordered(other.body))
    return first_difference(one.headers, other.headers, "headers") or first_difference(*bodies, "body")


def first_difference(one, other, at):
    if type(one) is type(other):
        if isinstance(one, dict):
            for name in [*one, *(each for each in other if each not in one)]:
                if name not in one or name not in other:
                    return f"{at}.{name}", one.get(name, "absent"), other.get(name, "absent")
                if found := first_difference(one[name], other[name], f"{at}.{name}"):
                    return found
            return None
        if isinstance(one, list):
            for number, (mine, theirs) in enumerate(zip(one, other)):
                if found := first_difference(mine, theirs, f"{at}[{number}]"):
                    return found
            return None if len(one) == len(other) else (f"{at} length", one, other)
        if isinstance(one, str) and one != other and ("\n" in one or "><" in one):
            # The lines of a calendar object, the elements of a multistatus.
            split = lambda text: re.split(r"\r?\n|(?<=>)(?=<)", text)
            for mine, theirs in zip(split(one) + [None], split(other) + [None]):
                if mine != theirs:
                    name = re.sub(r"[:;].*", "", mine or "")
                    return f"{at} line {name}", (mine, one), (theirs, other)
    return None if one == other and type(one) is type(other) else (at, one, other)

"""Eight people at once on one store: invariants instead of equality.

While they act, nobody gets a status of 500 or more. When they rest, counts equal rows, who reads the feed has
what GET shows, and a list is seen by its members alone.
"""

import threading
import time

from stores import Client, Store
from world import Difference, World


class Member:
    """One of the eight, who acts on a thread of their own."""

    def __init__(self, store, founder, number, seed):
        self.world = World([Client(store)], f"{seed} {number}")
        # Names are each client's own; the tokens come from the client that founded the household.
        self.world.clients[0].numbers = {
            kind: dict(known) for kind, known in founder.clients[0].numbers.items()
        }
        self.world.clients[0].own = dict(founder.clients[0].own)
        self.world.known = {kind: list(names) for kind, names in founder.known.items()}
        self.world.keys = dict(founder.keys)
        self.actor = founder.actors[number]
        self.world.actors = [self.actor]
        self.fault, self.steps = None, 0

    def act(self, kinds, deadline):
        try:
            while time.monotonic() < deadline:
                self.steps += 1
                self.world.begin(self.steps)
                [step] = self.world.rng.choices(list(kinds), kinds.values())
                self.world.trace.append(step.__name__)
                step(self.world, self.actor)
        except Exception as fault:
            self.fault = f"{fault!r}\n" + "\n".join(self.world.trace[-5:])

    def ask(self, target):
        return self.world.ask(self.actor, "GET", target)

    def own(self, name):
        """What the store calls something."""
        return self.world.clients[0].own[name]

    def rest(self):
        """What holds for each person when nobody acts. Returns the members of each list that they see."""
        world, actor = self.world, self.actor
        world.begin("rest")
        lists = self.walked("/v1/checklists?limit=7&sort=position")
        items = self.walked("/v1/items?limit=7&archived=any")
        counts = {each["id"]: [each["itemsCount"], each["uncheckedItemsCount"]] for each in lists}
        rows = {id: [0, 0] for id in counts}
        for item in items:
            rows[item["checklistId"]][0] += 1
            rows[item["checklistId"]][1] += not item["checked"]
        self.equal("the counts of lists", counts, rows)
        archived = {each["id"] for each in lists if each["archivedAt"]}
        shown = [each for each in items if each["checklistId"] not in archived]
        totals = self.ask("/v1/counts").body
        self.equal("the total of items", totals["items"], len(shown))
        self.equal(
            "the total of unchecked items", totals["unchecked"], sum(not each["checked"] for each in shown)
        )
        actor.cursor = None
        fed = {"checklist": {}, "item": {}}
        for change in world.changes(actor, 13):
            if change.get("deleted"):
                fed[change["type"]].pop(change["id"], None)
            else:
                fed[change["type"]][change["id"]] = change[change["type"]]
        self.equal("lists of the feed", fed["checklist"], {each["id"]: each for each in lists})
        self.equal("items of the feed", fed["item"], {each["id"]: each for each in items})
        members = {each["id"]: self.ask(f"/v1/checklists/{each['id']}/members").body for each in lists}
        return {self.own(id): {self.own(each["personId"]) for each in of} for id, of in members.items()}

    def walked(self, target):
        """All pages; their number is what each page states."""
        found = self.world.walk(self.actor, target)
        total = int(self.ask(target).headers["x-total-count"])
        self.equal(f"X-Total-Count of {target}", total, len(found))
        return found

    def equal(self, what, one, other):
        if one != other:
            keys = one.keys() | other.keys() if isinstance(one, dict) else ()
            told = [(key, one.get(key), other.get(key)) for key in keys if one.get(key) != other.get(key)][:2]
            raise Difference(what, f"{self.actor}: {what} are {told or (one, other)}")


def check_sight(members):
    """Who sees a list is one of its members, as all of them say."""
    # Some were signed out by themselves.
    members = [each for each in members if each.ask("/v1/me").status == 200]
    seen = {each: each.rest() for each in members}
    for one in members:
        person = one.own(one.actor.person)
        for list, of in seen[one].items():
            one.equal(f"the members of list {list}", person in of, True)
        for other in members:
            for list, of in seen[other].items():
                one.equal(f"the sight of list {list}", list in seen[one], person in of)
                one.equal(f"the members of list {list}", seen[one].get(list, of), of)


def run(clock, kinds, seconds, seed, verifies, **more):
    """The number of steps that people took on a new store."""
    store = Store("crowd", clock, **more)
    try:
        founder = World([Client(store)], seed)
        founder.people()
        people = [each for each in founder.actors if each.scope in ("admin", "write")]
        founder.actors = people
        members = [Member(store, founder, number, seed) for number in range(len(people))]
        deadline = time.monotonic() + seconds
        threads = [threading.Thread(target=each.act, args=(kinds, deadline)) for each in members]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for each in members:
            assert not each.fault, f"seed {seed}: {each.actor}: {each.fault}"
        check_sight(members)
        store.stop(kills=False)
        if verifies:
            store.verify()
        return sum(each.steps for each in members)
    finally:
        store.close()

"""Random people do random things through every door, and three stores agree: files, PostgreSQL with one
process, and PostgreSQL with two processes that are asked in turn.

After each step statuses and bodies agree, every 40 steps all that each person sees. At the end the stores are
in order, move to a store of the other kind, and exports that new stores import agree. A failing run is shrunk
to its fewest steps. Then eight people act at once; see crowd.py.

usage: household.py [SECONDS [SEED]] [--runs COUNT] [--steps COUNT] [--only STEP,STEP,…] [--without NAME,…]
                    [--keep]

`--runs` takes so many seeds instead of as many as the time allows. `--only` repeats steps of a run,
`--without` leaves out kinds of steps, or `verify`, `--keep` does not shrink.
"""

import datetime
import json
import pathlib
import re
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import crowd  # noqa: E402
from doors import DOORS, see_calendars  # noqa: E402
from steps import STEPS, administer, leave  # noqa: E402
from stores import Client, Clock, Store, three  # noqa: E402
from world import Difference, World, first_difference  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402

CHECK_STEPS = 40
# The limit of the time that a failing run is shrunk.
SHRINK_SECONDS_MAX = 300
# How many people export at the end.
EXPORTS = 2
# The limit of the time in which all stores do what is overdue.
SETTLE_SECONDS_MAX = 30
# What each person sees.
SEEN = [
    "/v1/checklists?limit=1000&sort=position", "/v1/items?limit=1000&archived=any&sort=checklist,section",
    "/v1/trash?limit=1000", "/v1/views", "/v1/tags", "/v1/counts", "/v1/reminders", "/v1/preferences",
    "/v1/people",
    "/v1/me", "/v1/devices", "/v1/proposals", "/v1/sessions", "/v1/webhooks", 
    "/v1/agenda?from=2028-01-01&to=2033-12-31&timeZone=UTC", "/v1/calendar.ics", "/v1/export",
]  # fmt: skip


def see_all(world):
    """Everything that each person and guest sees."""
    for actor in list(world.actors):
        for target in SEEN:
            answer = world.ask(actor, "GET", target)
            if target == SEEN[0] and answer.status == 200:
                actor.lists = {each["id"]: each for each in answer.body}
            if answer.status == 401:
                break
        else:
            if actor.person and actor.scope == "write":
                see_calendars(world, actor)
            actor.cursor = None if world.chance(0.3) else actor.cursor
            world.changes(actor, 100)
            for each in list(actor.lists):
                for part in ("members", "membership", "links"):
                    world.ask(actor, "GET", f"/v1/checklists/{each}/{part}")


def check_exports(world, clock):
    """What somebody exports, imports into a new store and exports again is the same, but for ids."""
    for actor in [each for each in world.actors if each.scope == "write"][:EXPORTS]:
        exported = world.ask(actor, "GET", "/v1/export")
        if exported.status != 200 or not exported.body["checklists"]:
            continue
        new = Store("new", clock)
        try:
            client = Client(new)
            client.send("DELETE", "/v1/checklists/1")
            taken = client.send(
                "POST", "/v1/import", exported.raws[0].encode(), {"content-type": "application/json"}
            )
            again = client.send("GET", "/v1/export")
            # An imported task of an app is another task.
            texts = [re.sub(r"(UID|RELATED-TO):.*?\\r", r"\1:x\\r", each.raw) for each in (exported, again)]
            forms = [Client(new).shared(json.loads(each)) for each in texts]
            if found := first_difference(*forms, "export"):
                told = f"{actor} at {found[0]}: {found[1]!r:.800}\nimported: {found[2]!r:.800}\n{taken}"
                raise Difference(re.sub(r"\[\d+\]", "[]", found[0]), told)
        finally:
            new.close()


def restart(world, stores, _):
    """All processes end and start again. Nothing has changed then."""
    kills, people = world.chance(0.5), [each for each in world.actors if each.scope == "write"]
    see = lambda: [world.ask(each, "GET", "/v1/items?limit=1000&archived=any").raws for each in people]
    before = see()
    for store in stores:
        store.stop(kills)
    for store in stores:
        store.start()
    for person, was, found in zip(people, before, see()):
        assert was == found, f"a restart changes what {person} sees:\n{was}\n{found}"


def back_up(world, stores, _):
    for store, client in zip(stores, world.clients):
        store.back_up()
        client.remember()


def restore(world, stores, _):
    """The disk is lost; a backup is not."""
    if stores[0].backup:
        for store, client in zip(stores, world.clients):
            store.restore()
            client.forget()


def step_clock(world, stores, clock):
    """The servers were off for days. What is overdue then happens soon."""
    for store in stores:
        store.stop(kills=False)
    clock.step(datetime.timedelta(days=world.rng.choice([1, 8, 40])))
    for store in stores:
        store.start()
    deadline = time.monotonic() + SETTLE_SECONDS_MAX
    while True:
        try:
            return see_all(world)
        except Difference:
            if time.monotonic() > deadline:
                raise


# What happens to the servers, by its weight beside those of the steps of people.
EVENTS = {restart: 1, back_up: 2, restore: 1.5, step_clock: 0.7}


class Run:
    """One household from its beginning to its end."""

    verifies = True

    def __init__(self, clock, kinds, seed, numbers, checks=True):
        self.clock, self.kinds, self.seed, self.numbers, self.checks = clock, kinds, seed, numbers, checks
        self.requests = 0

    def go(self):
        """The fault that the run finds, with the number of its step, or None."""
        clock = self.clock
        if clock.ahead != clock.first:
            clock.step(clock.first - clock.ahead)
        stores = three(clock)
        self.world = world = World([Client(store) for store in stores], self.seed)
        step = 0
        try:
            world.people()
            for number, step in enumerate(self.numbers, 1):
                world.begin(step)
                self.take_step(world, stores, clock)
                if self.checks and number % CHECK_STEPS == 0:
                    see_all(world)
            step = None
            world.begin("end")
            self.end(world, stores)
        except Difference as fault:
            return fault.kind, step, f"{fault}", world.trace
        except (AssertionError, RuntimeError) as fault:
            kind = re.sub(r"/tmp/\S+|\d+", "…", f"{fault}").split("\n")[0]
            return kind[:200], step, f"{fault}", world.trace
        finally:
            self.requests = world.requests
            self.logs = [(store.name, each.read_log()[-1500:]) for store in stores for each in store.services]
            for store in stores:
                store.close()

    def take_step(self, world, stores, clock):
        [step] = world.rng.choices(list(self.kinds), self.kinds.values())
        world.trace.append(step.__name__)
        if step in EVENTS:
            step(world, stores, clock)
        else:
            step(world, world.pick(world.actors))

    def end(self, world, stores):
        see_all(world)
        for store in stores:
            store.stop(kills=False)
            if self.verifies:
                store.verify()
            store.migrate()
        see_all(world)
        check_exports(world, self.clock)


def shrink(run, fault):
    """The fewest steps that are found to lead to the same fault."""
    began = time.monotonic()
    numbers = list(run.numbers)
    if fault[1] is not None:
        numbers = numbers[: numbers.index(fault[1]) + 1] if fault[1] in numbers else []
    size = max(len(numbers) // 2, 1)
    while size and time.monotonic() - began < SHRINK_SECONDS_MAX:
        at = 0
        while at < len(numbers) and time.monotonic() - began < SHRINK_SECONDS_MAX:
            fewer = numbers[:at] + numbers[at + size :]
            found = Run(run.clock, run.kinds, run.seed, fewer, checks=fault[1] is not None).go()
            if found and found[0] == fault[0]:
                numbers, fault = fewer, found
            else:
                at += size
        size //= 2
    return numbers, fault


def tell(seed, numbers, fault):
    kind, step, told, trace = fault
    print(f"\n{kind}\nseed {seed}, step {step}\n{told}\nThe step:")
    for line in trace[-8:]:
        print(f"  {line:.600}")
    only = ",".join(map(str, numbers))
    print(f"again: household.py 0 {seed} --only {only or 'none'}", flush=True)


def main():
    given = options(__doc__, seconds=60, seed=None, runs=0, only="", without="", steps=200, keep=False)
    without = given.without.split(",")
    Run.verifies = "verify" not in without
    kinds = {step: each for step, each in (STEPS | DOORS | EVENTS).items() if step.__name__ not in without}
    clock = Clock()
    began, seed, count, requests = time.monotonic(), given.seed, 0, 0
    while True:
        numbers = range(1, given.steps + 1)
        if given.only:
            numbers = [int(each) for each in given.only.split(",") if each.isdigit()]
        run = Run(clock, kinds, seed, list(numbers))
        fault = run.go()
        if fault:
            for name, log in run.logs:
                print(f"log of {name}:\n{log}")
            with tempfile.NamedTemporaryFile("w", prefix="household-history-", delete=False) as file:
                file.write("\n".join(run.world.history))
            print(f"all requests: {file.name}")
            tell(seed, run.numbers, fault)
            if not given.keep:
                numbers, fault = shrink(run, fault)
                print(f"shrunk to {len(numbers)} steps:")
                tell(seed, numbers, fault)
            sys.exit(1)
        count, requests = count + len(run.numbers), requests + run.requests
        print(f"seed {seed}: {len(run.numbers)} steps, {run.requests} requests to each store", flush=True)
        seed += 1
        is_late = time.monotonic() - began > given.seconds
        if given.only or (seed - given.seed == given.runs if given.runs else is_late):
            break
    print(f"{count} steps, {requests} requests to each store: all agree")
    if not given.only:
        kinds = {step: each for step, each in kinds.items() if step not in (administer, leave, *EVENTS)}
        for more in ({}, {"on_postgres": True, "processes": 2}):
            count = crowd.run(clock, kinds, given.seconds / 6, given.seed, Run.verifies, **more)
            print(f"eight people at once, {'PostgreSQL' if more else 'files'}: {count} steps", flush=True)


if __name__ == "__main__":
    main()

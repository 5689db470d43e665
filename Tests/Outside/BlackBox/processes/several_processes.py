"""Three processes on one PostgreSQL database: random writers work on each, and streams follow each.

When the writers rest, every follower has what GET shows, although it reads its stream and nothing else.
In each round a process is killed and started again.

usage: several_processes.py [KILLS [SEED]]
"""

import os
import pathlib
import random
import sys
import threading
import time

os.environ["CHECKLISTD_TEST_STORE"] = "postgres"

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from followers import LIMITS, Follower, difference, work  # noqa: E402
from options import options  # noqa: E402
from service import Service  # noqa: E402

COUNT = 3
# A missed change stays missed, however long the wait is.
REST_SECONDS_MAX = 30


def sign_in(service, person, headers=None):
    scope = "write" if headers else "admin"
    link = service.request("POST", f"/v1/people/{person}/sign-in-links", {"scope": scope}, headers)[2]
    return service.request("POST", "/v1/devices", {"secret": link["secret"], "name": "x"})[2]["token"]


def shown(follower):
    """What GET shows the person of a follower, by what the follower lacks or has beyond it."""
    for things, kept in (("checklists", follower.lists), ("items", follower.items)):
        found = {each["id"]: each for each in follower.walk(f"/v1/{things}?limit=1000")}
        if dict(kept) != found:
            return difference(dict(kept), found)
    return None


def rest(followers):
    """The seconds until every follower has what GET shows."""
    began = time.monotonic()
    behind = list(followers)
    while behind:
        differences = [shown(follower) for follower in behind]
        behind = [each for each, how in zip(behind, differences) if how]
        waited = time.monotonic() - began
        assert not behind or waited < REST_SECONDS_MAX, next(filter(None, differences))
        if behind:
            time.sleep(0.02)
    return time.monotonic() - began


def restart(service):
    again = Service(service.data, *LIMITS, port=service.port)
    service.process, service.log = again.process, again.log


def run(services, kills, seed):
    first = services[0]
    admin = sign_in(first, 1)
    headers = {"authorization": f"Bearer {admin}"}
    names = ("Ada", "Bea")
    people = [1] + [first.request("POST", "/v1/people", {"name": name}, headers)[2]["id"] for name in names]
    tokens = [sign_in(first, person, headers) for person in people]
    # They know each other by a list that they share, so that they can share others.
    ours = first.request("POST", "/v1/checklists", {"name": "Ours"}, headers)[2]["id"]
    for person in people[1:]:
        first.request("PUT", f"/v1/checklists/{ours}/members/{person}", {"role": "view"}, headers)
    followers = [
        Follower(service, token, True, random.Random(f"{seed} {number}"))
        for number, service in enumerate(services)
        for token in tokens
    ]
    for follower in followers:
        follower.catch_up()
    ends = threading.Event()
    listening = [threading.Thread(target=each.follow, args=(ends,), daemon=True) for each in followers]
    for thread in listening:
        thread.start()
    answered, longest = [0], 0
    for round in range(kills + 1):
        stops = threading.Event()
        numbers = [7 * round + number for number in range(2 * COUNT)]
        writers = [
            threading.Thread(
                target=work,
                args=(services[n % COUNT], tokens, people, random.Random(f"{seed} {n}"), stops, answered),
            )
            for n in numbers
        ]
        for writer in writers:
            writer.start()
        time.sleep(2)
        if round < kills:
            services[round % COUNT].kill()
            time.sleep(0.5)
            restart(services[round % COUNT])
        stops.set()
        for writer in writers:
            writer.join(60)
            assert not writer.is_alive(), "a writer does not come back"
        longest = max(longest, rest(followers))
    ends.set()
    seen = sum(follower.entries for follower in followers)
    assert answered[0] > 20 * (kills + 1) and seen > answered[0], (answered, seen)
    print(
        f"{kills} kills, {answered[0]} changes, {seen} entries to {len(followers)} followers of {COUNT} "
        f"processes: all as GET shows it, {longest:.2f} s after the last change"
    )


def main():
    given = options(__doc__, kills=3, seed=None)
    with Service(None, *LIMITS) as one:
        with Service(one.data, *LIMITS) as two, Service(one.data, *LIMITS) as three:
            run([one, two, three], given.kills, given.seed)


if __name__ == "__main__":
    main()

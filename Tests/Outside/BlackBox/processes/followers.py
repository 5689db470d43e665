"""Those who follow changes, while the service is killed again and again: what a client has that reads the
feed and nothing else equals what it can read, always.

usage: followers.py [KILLS] [SEED] or [--kills N] [--seed N]
"""

import http.client
import json
import pathlib
import random
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import HANG_SECONDS, Service, wait_until  # noqa: E402

LIMITS = ["--wrong-tokens-per-minute-max", "0"]
# The number of changes before a kill and after it.
CHANGES_BEFORE, CHANGES_AFTER = 150, 50


class Follower:
    """Somebody who knows what there is from the feed alone."""

    def __init__(self, service, token, by_stream, chance):
        self.service, self.token, self.by_stream, self.chance = service, token, by_stream, chance
        self.cursor, self.entries = None, 0
        self.lists, self.items = {}, {}

    def headers(self):
        return {"authorization": f"Bearer {self.token}"}

    def take(self, change):
        self.entries += 1
        kept = self.lists if change["type"] == "checklist" else self.items
        if change.get("deleted"):
            kept.pop(change["id"], None)
            if change["type"] == "checklist":
                gone = [id for id, item in self.items.items() if item["checklistId"] == change["id"]]
                for id in gone:
                    del self.items[id]
        else:
            kept[change["id"]] = change[change["type"]]

    def catch_up(self, limit=7):
        while True:
            since = f"&since={self.cursor}" if self.cursor else ""
            status, _, page = self.service.request(
                "GET", f"/v1/changes?limit={limit}{since}", headers=self.headers()
            )
            assert status == 200, (status, page)
            for change in page["changes"]:
                self.take(change)
            self.cursor = page["next"]
            if not page["hasMore"]:
                return

    def listen(self, stops):
        """Reads the stream for as long as it lasts."""
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=HANG_SECONDS)
        try:
            since = f"?since={self.cursor}" if self.cursor else ""
            connection.request("GET", f"/v1/events{since}", headers=self.headers())
            answer = connection.getresponse()
            assert answer.status == 200, answer.status
            pending, event = [], {}
            while not stops.is_set():
                line = answer.readline().decode()
                if not line:
                    return
                if line == "\n":
                    if "data" in event:
                        pending.append(json.loads(event["data"]))
                    if "id" in event:
                        # What came without a cursor behind it comes again after a lost connection.
                        for change in pending:
                            self.take(change)
                        self.cursor, pending = event["id"], []
                    event = {}
                elif ": " in line:
                    name, value = line.rstrip("\n").split(": ", 1)
                    event[name] = value
        finally:
            connection.close()

    def follow(self, stops):
        while not stops.is_set():
            try:
                if self.by_stream and self.cursor:
                    self.listen(stops)
                else:
                    self.catch_up(self.chance.randint(1, 20))
                    stops.wait(0.05)
            except (OSError, http.client.HTTPException):
                stops.wait(0.05)

    def check(self):
        self.catch_up()
        lists, items = (
            {each["id"]: each for each in self.walk(f"/v1/{things}?limit=1000")}
            for things in ("checklists", "items")
        )
        assert self.lists == lists, difference(self.lists, lists)
        assert self.items == items, difference(self.items, items)

    def walk(self, target):
        found = []
        while target:
            status, headers, page = self.service.request("GET", target, headers=self.headers())
            assert status == 200, (status, page)
            found += page
            link = headers.get("link", "")
            target = link[1:].split(">")[0] if link else None
        return found


def difference(known, found):
    missing = [found[id] for id in found.keys() - known.keys()][:3]
    surplus = [known[id] for id in known.keys() - found.keys()][:3]
    other = [(known[id], found[id]) for id in known.keys() & found.keys() if known[id] != found[id]][:3]
    return f"missing {missing}, not there any more {surplus}, differing {other}"


def work(service, tokens, people, chance, stops, answered):
    """Changes whatever may be changed, as one person after the other."""
    while not stops.is_set():
        who = chance.randrange(len(tokens))
        headers = {"authorization": f"Bearer {tokens[who]}"}
        call = lambda method, target, body=None: service.request(method, target, body, headers)
        try:
            lists = call("GET", "/v1/checklists?limit=100")[2]
            items = call("GET", "/v1/items?limit=100&sort=-updatedAt")[2]
            of = chance.choice(lists)["id"] if lists else None
            item = chance.choice(items)["id"] if items else None
            dice = chance.randrange(20)
            if dice == 0 or of is None:
                status = call("POST", "/v1/checklists", {"name": f"List {chance.random()}"})[0]
            elif dice < 8 or item is None:
                status = call("POST", f"/v1/checklists/{of}/items", {"text": "Milk"})[0]
            elif dice < 11:
                status = call("POST", f"/v1/items/{item}/toggle")[0]
            elif dice < 12:
                status = call("PATCH", f"/v1/items/{item}", {"checklistId": of})[0]
            elif dice < 14:
                status = call("DELETE", f"/v1/items/{item}")[0]
            elif dice < 15:
                status = call("DELETE", f"/v1/checklists/{of}/items?checked=true")[0]
            elif dice < 17:
                other = chance.choice([person for person in people if person != people[who]])
                role = chance.choice(["view", "check", "edit", "own"])
                status = call("PUT", f"/v1/checklists/{of}/members/{other}", {"role": role})[0]
            elif dice < 18:
                status = call("DELETE", f"/v1/checklists/{of}/members/{chance.choice(people)}")[0]
            elif dice < 19 and len(lists) > 3:
                status = call("DELETE", f"/v1/checklists/{of}")[0]
            else:
                trash = call("GET", "/v1/trash")[2]
                status = call("POST", f"/v1/trash/{chance.choice(trash)['id']}/restore")[0] if trash else 0
            answered[0] += status in (200, 201, 204)
        except (OSError, http.client.HTTPException):
            stops.wait(0.02)


def run(service, kills, seed):
    def sign_in(person, headers):
        link = service.request("POST", f"/v1/people/{person}/sign-in-links", {"scope": "write"}, headers)[2]
        return service.request("POST", "/v1/devices", {"secret": link["secret"], "name": "x"})[2]["token"]

    link = service.request("POST", "/v1/people/1/sign-in-links", {"scope": "admin"})[2]
    admin = service.request("POST", "/v1/devices", {"secret": link["secret"], "name": "x"})[2]["token"]
    headers = {"authorization": f"Bearer {admin}"}
    people = [1] + [
        service.request("POST", "/v1/people", {"name": name}, headers)[2]["id"] for name in ("Ada", "Bea")
    ]
    tokens = [sign_in(person, headers) for person in people]
    # They know each other by a list that they share, so that they can share others.
    ours = service.request("POST", "/v1/checklists", {"name": "Ours"}, headers)[2]["id"]
    for person in people[1:]:
        path = f"/v1/checklists/{ours}/members/{person}"
        assert service.request("PUT", path, {"role": "view"}, headers)[0] == 200
    rng = random.Random(seed)
    followers = [
        Follower(service, token, stream, random.Random(rng.random()))
        for token in tokens
        for stream in (False, True)
    ]
    answered, seen = [0], 0

    def wait_for_changes(count):
        wanted = answered[0] + count
        wait_until(lambda: answered[0] >= wanted, lambda: f"{answered[0]} changes of {wanted}")

    for round in range(kills + 1):
        stops = threading.Event()
        threads = [
            threading.Thread(
                target=work,
                args=(service, tokens, people, random.Random(rng.random()), stops, answered),
                daemon=True,
            )
            for _ in range(3)
        ]
        threads += [
            threading.Thread(target=follower.follow, args=(stops,), daemon=True) for follower in followers
        ]
        for thread in threads:
            thread.start()
        wait_for_changes(CHANGES_BEFORE)
        if round < kills:
            service.kill()
            service.start()
            wait_for_changes(CHANGES_AFTER)
        stops.set()
        # Whoever listens to a stream is woken by one more change.
        for token in tokens:
            body = {"name": "Last"}
            service.request("POST", "/v1/checklists", body, {"authorization": f"Bearer {token}"})
        for thread in threads:
            thread.join(HANG_SECONDS)
            assert not thread.is_alive(), "somebody does not come back"
        for follower in followers:
            follower.check()
        seen = sum(follower.entries for follower in followers)
    assert seen > answered[0], (answered, seen)
    print(f"{kills} kills, {answered[0]} changes, {seen} entries to {len(followers)} followers: all as it is")


def main():
    given = options(__doc__, kills=3, seed=None)
    with Service(None, *LIMITS) as service:
        run(service, given.kills, given.seed)


if __name__ == "__main__":
    main()

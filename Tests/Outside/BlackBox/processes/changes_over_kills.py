"""Kills the service while a webhook is told of changes: what its receiver knows from the messages alone is
what there is, each thing that is new is told as that before all else, and each message once under its id.

usage: changes_over_kills.py [ROUNDS] [SEED] or [--rounds N] [--seed N]
"""

import collections
import http.client
import http.server
import json
import pathlib
import random
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import Service  # noqa: E402

EVENTS = [f"{kind}.{what}" for kind in ("checklist", "item") for what in ("created", "updated", "deleted")]


class Receiver(http.server.ThreadingHTTPServer):
    """Keeps each message by its id. Of two about one thing the later counts, in whatever order they come."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.messages, self.repeated = {}, 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def known(self):
        """All messages about each thing, by time: (kind, number) to [(time, event, what it was)]."""
        found = collections.defaultdict(list)
        for message in list(self.messages.values()):
            kind, data = message["type"].split(".")[0], message["data"]
            number = data[kind]["id"] if kind in data else data[f"{kind}Id"]
            found[kind, number].append((message["timestamp"], message["type"], data.get(kind)))
        return {thing: sorted(messages, key=lambda each: each[0]) for thing, messages in found.items()}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        number = self.headers["webhook-id"]
        before = self.server.messages.setdefault(number, message)
        assert before == message, "a repetition says something else"
        self.server.repeated += before is not message
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def work(service, number, stops):
    chance = random.Random(number)
    while not stops.is_set():
        try:
            lists = service.request("GET", "/v1/checklists?limit=100")[2]
            items = service.request("GET", "/v1/items?limit=100&sort=-updatedAt")[2]
            of = chance.choice(lists)["id"]
            item = chance.choice(items)["id"] if items else None
            dice = chance.randrange(16)
            if dice == 0:
                service.request("POST", "/v1/checklists", {"name": f"List {number}"})
            elif dice < 7 or item is None:
                service.request("POST", f"/v1/checklists/{of}/items", {"text": "Milk"})
            elif dice < 10:
                service.request("POST", f"/v1/items/{item}/toggle")
            elif dice < 12:
                service.request("DELETE", f"/v1/items/{item}")
            elif dice < 13:
                service.request("PATCH", f"/v1/checklists/{of}", {"name": f"Other {chance.random()}"})
            elif dice < 14 and len(lists) > 3:
                service.request("DELETE", f"/v1/checklists/{of}")
            elif trash := service.request("GET", "/v1/trash")[2]:
                service.request("POST", f"/v1/trash/{chance.choice(trash)['id']}/restore")
        except (OSError, http.client.HTTPException):
            stops.wait(0.02)
        # Two changes of one thing within a millisecond could not be told apart by their time.
        stops.wait(0.002)


def faults(service, receiver):
    """What a receiver that has all messages knows otherwise than it is."""
    known = receiver.known()
    there = {("checklist", each["id"]): each for each in service.walk("/v1/checklists?limit=1000")}
    there |= {("item", each["id"]): each for each in service.walk("/v1/items?limit=1000")}
    deleted = {thing for thing, messages in known.items() if messages[-1][1].endswith("deleted")}
    found = []
    for thing, body in there.items():
        if thing == ("checklist", 1) or body.get("text") in ("Edit your first item", "Swipe me to delete"):
            continue
        messages = known.get(thing)
        if not messages:
            found.append(f"nothing was told of {thing}")
        elif not messages[0][1].endswith("created"):
            found.append(f"{thing} began with {messages[0][1]}")
        elif thing in deleted:
            found.append(f"{thing} was told to be deleted")
        # Counts of lists change without a message.
        elif thing[0] == "item" and body not in [each[2] for each in messages if each[0] == messages[-1][0]]:
            found.append(f"{thing} is {body} and was told to be {messages[-1]}")
        elif thing[0] == "checklist" and body["name"] != messages[-1][2]["name"]:
            found.append(f"{thing} is called {body['name']} and was told to be {messages[-1]}")
    for thing, messages in known.items():
        parent = ("checklist", (messages[-1][2] or {}).get("checklistId"))
        if thing not in there and thing not in deleted and parent not in deleted:
            found.append(f"{thing} is gone, and that was not told")
    return found


def main():
    given = options(__doc__, rounds=30, seed=None)
    rounds, seed = given.rounds, given.seed
    receiver = Receiver()
    service = Service()
    hook = {"url": f"http://127.0.0.1:{receiver.server_address[1]}/", "events": EVENTS}
    assert service.request("POST", "/v1/webhooks", hook)[0] == 201
    for number in range(rounds):
        stops = threading.Event()
        worker = threading.Thread(target=work, args=(service, seed + number, stops), daemon=True)
        worker.start()
        time.sleep(random.Random(seed + number).uniform(0.1, 0.5))
        service.kill()
        stops.set()
        worker.join()
        # What a process was sending that died is another's after a minute, where others may be alive.
        service = Service(service.data)
        deadline = time.monotonic() + 180
        while (found := faults(service, receiver)) and time.monotonic() < deadline:
            time.sleep(0.05)
        if found:
            sys.exit(f"round {number}, seed {seed}, data {service.data}: " + "\n".join(found[:5]))
    pending = service.request("GET", "/v1/webhooks/1/deliveries?status=failed")[2]
    assert not pending, pending
    code = service.stop()
    assert code == 0, f"ended with {code}"
    print(f"{rounds} kills: {len(receiver.messages)} messages, {receiver.repeated} came again under their id")


main()

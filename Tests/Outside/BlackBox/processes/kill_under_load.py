"""Kills the service with SIGKILL under load, starts it again, and looks for all that had been answered.

Each of 64 connections owns some items: it makes, changes, toggles and deletes them one after the other, or
several as one batch, and notes what was answered. After a kill an item has to be as last answered, or as the
one request that was under way would leave it. A batch was made as a whole, or not at all.

usage: kill_under_load.py [ROUNDS] [SECONDS] [SEED] or [--rounds N] [--seconds S] [--seed N]
"""

import asyncio
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import HANG_SECONDS, Service  # noqa: E402

CONNECTIONS = 64
GONE = "gone"


class Client:
    """One connection and what it knows of its items: id to the text and check mark last answered."""

    def __init__(self, port, name, known):
        self.port, self.name, self.known = port, name, known
        # The changes of the request under way: the item, or None for a new one, and its state after it.
        self.pending = []
        self.answered = 0

    async def request(self, method, target, body=None):
        content = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {target} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(content)}\r\n"
        if content:
            head += "content-type: application/json\r\n"
        self.writer.write(head.encode() + b"\r\n" + content)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        status = int(lines[0].split()[1])
        length = next((int(l.split(":")[1]) for l in lines if l.lower().startswith("content-length:")), 0)
        content = await self.reader.readexactly(length) if length else b""
        self.answered += 1
        return status, json.loads(content) if content else None

    async def run(self, checklist, rng):
        try:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
            while True:
                await self.step(checklist, rng)
        except (OSError, asyncio.IncompleteReadError):
            pass

    async def step(self, checklist, rng):
        live = [item for item, state in self.known.items() if state != GONE]
        actions = ["add", "change", "toggle", "delete", "batch"]
        action = rng.choice(actions) if len(live) > 3 else "add"
        if action == "batch":
            await self.batch(checklist, rng, live)
        elif action == "add":
            text = f"{self.name} {rng.random()}"
            self.pending = [(None, (text, False))]
            status, item = await self.request("POST", f"/v1/checklists/{checklist}/items", {"text": text})
            assert status == 201, (status, item)
            self.known[item["id"]] = (text, False)
        else:
            identifier = rng.choice(live)
            text, checked = self.known[identifier]
            target = f"/v1/items/{identifier}"
            if action == "change":
                after = (f"{self.name} {rng.random()}", checked)
                self.pending = [(identifier, after)]
                status, _ = await self.request("PATCH", target, {"text": after[0]})
            elif action == "toggle":
                after = (text, not checked)
                self.pending = [(identifier, after)]
                status, _ = await self.request("POST", target + "/toggle")
            else:
                after = GONE
                self.pending = [(identifier, after)]
                status, _ = await self.request("DELETE", target)
            assert status in (200, 204), status
            self.known[identifier] = after
        self.pending = []

    async def batch(self, checklist, rng, live):
        """Makes an item, checks it, toggles one and deletes another, as one change."""
        toggled, deleted = rng.sample(live, 2)
        text, checked = self.known[toggled]
        new = f"{self.name} {rng.random()}"
        self.pending = [(None, (new, True)), (toggled, (text, not checked)), (deleted, GONE)]
        operations = [
            {"method": "POST", "path": f"/v1/checklists/{checklist}/items", "body": {"text": new}},
            {"method": "POST", "path": f"/v1/items/{toggled}/toggle"},
            {"method": "DELETE", "path": f"/v1/items/{deleted}"},
            {"method": "POST", "path": "/v1/items/$1/toggle"},
        ]
        status, answer = await self.request("POST", "/v1/batch", {"operations": operations})
        assert status == 200, (status, answer)
        made = answer["results"][0]["body"]["id"]
        for identifier, after in self.pending:
            self.known[identifier or made] = after


def check(service, checklist, clients):
    """What was answered and is not there, after a restart; takes over what the cut-off requests did."""
    there = {
        i["id"]: (i["text"], i["checked"])
        for i in service.walk(f"/v1/checklists/{checklist}/items?limit=1000")
    }
    by_text = {state[0]: identifier for identifier, state in there.items()}
    lost = []
    for client in clients:
        parts = [(by_text.get(after[0]) if item is None else item, after) for item, after in client.pending]
        done = [there.get(item, GONE) == after for item, after in parts]
        if any(done) and all(done):
            client.known.update(parts)
        elif any(done):
            lost.append(("made in part", client.pending, done))
        for identifier, state in client.known.items():
            now = there.get(identifier, GONE)
            if now != state:
                lost.append((identifier, state, now))
            client.known[identifier] = now
    strangers = set(there) - {i for client in clients for i in client.known}
    return lost + [("not asked for", i, there[i]) for i in strangers]


async def load(clients, checklist, rng, seconds, kill):
    tasks = [asyncio.create_task(c.run(checklist, random.Random(rng.random()))) for c in clients]
    await asyncio.sleep(seconds)
    kill()
    await asyncio.wait_for(asyncio.gather(*tasks), HANG_SECONDS)


def main():
    given = options(__doc__, rounds=100, seconds=0.5, seed=None)
    rounds, seconds, seed = given.rounds, given.seconds, given.seed
    rng = random.Random(seed)
    service = Service()
    _, _, made = service.request("POST", "/v1/checklists", {"name": "Load"})
    memory = [{} for _ in range(CONNECTIONS)]
    answered = 0
    for number in range(rounds):
        clients = [Client(service.port, f"c{n}", memory[n]) for n in range(CONNECTIONS)]
        asyncio.run(load(clients, made["id"], rng, seconds * rng.uniform(0.2, 1.8), service.kill))
        answered += sum(client.answered for client in clients)
        service = Service(service.data)
        lost = check(service, made["id"], clients)
        if lost:
            print(f"round {number}, seed {seed}, data {service.data}: {len(lost)} lost, such as {lost[:3]}")
            service.kill()
            sys.exit(1)
    code = service.stop()
    assert code == 0, f"ended with {code}"
    print(
        f"{rounds} kills under {CONNECTIONS} connections: {answered} answered requests, 0 lost,"
        " 0 refusals to start"
    )


main()

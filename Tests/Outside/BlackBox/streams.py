"""Streams of changes, from outside: who is signed out hears nothing more, who does not read is let go and
holds up nobody, a heartbeat comes while nothing happens, a stop ends them politely, and after a backup was
put in place no cursor is answered with what is not so.

usage: streams.py [--night]

--night also limits the memory of streams.
"""

import http.client
import json
import pathlib
import select
import shutil
import socket
import subprocess
import tempfile
import threading

from options import options
from service import BINARY, HANG_SECONDS, ON_POSTGRES, Service, is_over, wait_until

LIMITS = ["--wrong-tokens-per-minute-max", "0", "--write-stall-seconds-max", "5"]
# The interval of the heartbeats of one stream. Streams that begin in a row have theirs in different seconds.
HEARTBEAT_SECONDS = 15


class Stream:
    """The events that somebody is sent."""

    def __init__(self, service, token=None, since=None, ticket=None):
        self.http = http.client.HTTPConnection("127.0.0.1", service.port, timeout=HANG_SECONDS)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        query = "&".join(f"{name}={value}" for name, value in (("since", since), ("ticket", ticket)) if value)
        self.http.request("GET", "/v1/events" + (f"?{query}" if query else ""), headers=headers)
        self.answer = self.http.getresponse()
        assert self.answer.status == 200, (self.answer.status, self.answer.read())
        self.cursor = self.next()[1]

    def next(self):
        """The changes and the cursor of the next event, without heartbeats; `None` twice at the end."""
        changes, cursor = [], None
        while line := self.answer.readline().decode():
            if line == "\n" and cursor:
                return changes, cursor
            if line.startswith("data: "):
                changes.append(json.loads(line[6:]))
            elif line.startswith("id: "):
                cursor = line[4:].rstrip()
        return None, None

    def until(self, text):
        """All changes up to that of the item with a text, or to the end. One event may hold several."""
        found = []
        while (changes := self.next()[0]) is not None:
            found += changes
            if any((change.get("item") or {}).get("text") == text for change in changes):
                return found
        return found

    def lines(self):
        """All lines up to the end of the stream."""
        return self.answer.read().decode().split("\n")


def sign_in(service, person, headers, scope="write"):
    """The token and the number of a new device."""
    link = service.request("POST", f"/v1/people/{person}/sign-in-links", {"scope": scope}, headers)[2]
    return service.request("POST", "/v1/devices", {"secret": link["secret"], "name": "x"})[2]["token"]


def bearer(token):
    return {"authorization": f"Bearer {token}"}


def revoked_tokens(service):
    admin = bearer(sign_in(service, 1, {}, "admin"))
    ada = service.request("POST", "/v1/people", {"name": "Ada"}, admin)[2]["id"]
    list = service.request("POST", "/v1/checklists", {"name": "Ours"}, admin)[2]["id"]
    service.request("PUT", f"/v1/checklists/{list}/members/{ada}", {"role": "edit"}, admin)
    token = sign_in(service, ada, admin)
    link = service.request("POST", f"/v1/checklists/{list}/links", {"role": "view"}, admin)[2]
    guest = service.request("POST", "/v1/devices", {"secret": link["secret"], "name": "x"})[2]["token"]
    stream, of_guest = Stream(service, token), Stream(service, guest)
    service.request("POST", f"/v1/checklists/{list}/items", {"text": "Milk"}, admin)
    for each in (stream, of_guest):
        changes = each.until("Milk")
        assert {"checklist", "item"} == {change["type"] for change in changes}, changes
    service.request("DELETE", f"/v1/checklists/{list}/members/{ada}", headers=admin)
    changes, _ = stream.next()
    assert [(c["type"], c["id"], c.get("deleted")) for c in changes] == [("checklist", list, True)], changes
    service.request("POST", f"/v1/checklists/{list}/items", {"text": "Secret"}, admin)
    assert of_guest.until("Secret")[-1]
    service.request("DELETE", f"/v1/checklists/{list}/links/{link['id']}", headers=admin)
    device = service.request("GET", "/v1/devices", headers=bearer(token))[2][0]["id"]
    service.request("DELETE", f"/v1/devices/{device}", headers=bearer(token))
    # Nothing that happened after she was taken off comes before the end.
    assert not stream.until("Secret")
    of_guest.lines()
    print("streams of who is signed out end: ok", flush=True)
    return admin


def tickets(service, admin):
    """A ticket opens one stream, which ends with the device that asked for it."""
    token = sign_in(service, 1, admin)
    take = lambda: service.request("POST", "/v1/events/tickets", {}, bearer(token))[2]["ticket"]
    first, second = take(), take()
    outcomes = []

    def race():
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=HANG_SECONDS)
        connection.request("GET", f"/v1/events?ticket={first}")
        answer = connection.getresponse()
        outcomes.append((answer.status, answer, connection))

    racers = [threading.Thread(target=race) for _ in range(8)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(HANG_SECONDS)
    assert sorted(status for status, *_ in outcomes) == [200] + [401] * 7, outcomes
    stream = next(answer for status, answer, _ in outcomes if status == 200)
    devices = service.request("GET", "/v1/devices", headers=bearer(token))[2]
    device = [each for each in devices if each["current"]]
    service.request("DELETE", f"/v1/devices/{device[0]['id']}", headers=bearer(token))
    assert stream.read().decode().startswith("id: ")
    status, _, problem = service.request("GET", f"/v1/events?ticket={second}")
    assert status == 401 and problem["type"].endswith(":ticket-invalid"), (status, problem)
    print("tickets: ok", flush=True)


def slow_readers(service, admin, weighs_memory):
    list = service.request("POST", "/v1/checklists", {"name": "Long"}, admin)[2]["id"]
    token = admin["authorization"].split()[1]
    idle = []
    for _ in range(20):
        connection = socket.create_connection(("127.0.0.1", service.port))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(
            f"GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        idle.append(connection)
    seen, awake = set(), Stream(service, token)
    reader = threading.Thread(target=read, args=(awake, seen, 600), daemon=True)
    reader.start()
    before, items = memory(service), []
    for number in range(600):
        body = {"text": f"{number}", "notes": "x" * 20_000}
        status, _, item = service.request("POST", f"/v1/checklists/{list}/items", body, admin)
        assert status == 201, item
        items.append(item["id"])
    reader.join(HANG_SECONDS)
    assert seen == set(items), f"{len(seen)} of 600 came"
    more = memory(service) - before
    # The notes themselves are 12 MB, and twenty queues of all that would be 240 MB.
    assert more < 120 or not weighs_memory, f"{more:.0f} MiB"
    left = lambda: [connection for connection in idle if not is_over(connection)]
    wait_until(lambda: not left(), lambda: f"{len(left())} who do not read are not let go")
    print(f"{more:.0f} MiB for 12 MiB of items and 20 who do not read; slow readers: ok", flush=True)


def read(stream, seen, count):
    """Notes the items of so many events."""
    while len(seen) < count:
        changes, _ = stream.next()
        if changes is None:
            return
        seen |= {change["id"] for change in changes if isinstance(change, dict) and change["type"] == "item"}


def memory(service):
    status = pathlib.Path(f"/proc/{service.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def heartbeat_and_stop(service, admin):
    streams = [Stream(service, admin["authorization"].split()[1]) for _ in range(HEARTBEAT_SECONDS)]
    sockets = [stream.http.sock for stream in streams]
    shown = select.select(sockets, [], [], HANG_SECONDS)[0]
    stream = streams[sockets.index(shown[0])]
    assert stream.answer.readline() == b":\n"
    assert service.stop() == 0
    last = [line for line in stream.lines() if line not in ("", ":")]
    assert len(last) == 1 and last[0].startswith("retry: "), last
    print("heartbeat and stop: ok", flush=True)


def restored_backup():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="checklistd-streams-"))
    data, copy = folder / "data", folder / "copy"
    with Service(data) as service:
        early = service.request("GET", "/v1/changes")[2]["next"]
        environment = {"CHECKLISTD_LISTEN": f"127.0.0.1:{service.port}"}
        subprocess.run([BINARY, "backup", copy, "--data", data], check=True, env=environment)
        service.request("POST", "/v1/checklists", {"name": "After the backup"})
        late = service.request("GET", f"/v1/changes?since={early}")[2]["next"]
        service.stop()
    shutil.rmtree(data)
    shutil.copytree(copy, data)
    with Service(data) as service:
        # As many changes as there were, and others.
        service.request("POST", "/v1/checklists", {"name": "Another one"})
        for cursor in (early, late):
            for target in (f"/v1/changes?since={cursor}", f"/v1/events?since={cursor}"):
                status, _, problem = service.request("GET", target)
                assert status == 410 and "since" in problem["detail"], (status, problem)
        names = [each["checklist"]["name"] for each in service.request("GET", "/v1/changes")[2]["changes"]
                 if each["type"] == "checklist"]
        assert names == ["List", "Another one"], names
    print("cursors of before a backup was put in place: ok")


def main():
    at_night = options(__doc__).night
    with Service(None, *LIMITS) as service:
        admin = revoked_tokens(service)
        tickets(service, admin)
        slow_readers(service, admin, at_night)
        heartbeat_and_stop(service, admin)
    if not ON_POSTGRES:
        restored_backup()


main()

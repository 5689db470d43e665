"""One person deletes 101,000 items for good and uses 101,000 idempotency keys.

The server forgets what is beyond that person's share, and nothing of another person. It rests afterwards and
stops at SIGTERM.

usage: bounds.py
"""

import http.client
import json
import tempfile
import time

from options import options
from people import bearer, done, link, sign_in
from service import Service

SHARE = 100_000
COUNT = SHARE + 1_000
BATCH = 1_000


def caller(service, token):
    """Sends requests of one person on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=120)

    def send(method, target, body=None, key=None):
        fields = bearer(token) | {"content-type": "application/json"}
        if key is not None:
            fields["idempotency-key"] = str(key)
        connection.request(method, target, body and json.dumps(body), fields)
        answer = connection.getresponse()
        content = answer.read()
        return answer.status, answer.headers, content and json.loads(content)

    return send


def bytes_written(service):
    lines = open(f"/proc/{service.process.pid}/io").read().splitlines()
    return dict(line.split(": ") for line in lines)["write_bytes"]


def rest(service):
    """Waits until the process neither computes nor writes for two seconds; fails after 60 s."""
    for _ in range(30):
        before = service.cpu_seconds(), bytes_written(service)
        time.sleep(2)
        if bytes_written(service) == before[1] and service.cpu_seconds() - before[0] <= 0.1:
            return
    raise AssertionError("the server does not rest")


def newest(send):
    """The cursor behind everything that a person sees."""
    cursor = ""
    while True:
        page = send("GET", f"/v1/changes?since={cursor}" if cursor else "/v1/changes")[2]
        cursor = page["next"]
        if not page["hasMore"]:
            return cursor


def fill(ada, bob):
    """Ada deletes one item and has one key; then Bob goes beyond both shares. Returns what Ada made."""
    list_id = ada("POST", "/v1/checklists", {"name": "Ada's"})[2]["id"]
    item = ada("POST", f"/v1/checklists/{list_id}/items", {"text": "Bread"}, key="k")
    since = [newest(send) for send in (ada, bob)]
    assert ada("DELETE", f"/v1/items/{item[2]['id']}")[0] in (200, 204)

    full = bob("POST", "/v1/checklists", {"name": "Bob's"})[2]["id"]
    made = []
    for start in range(0, COUNT, BATCH):
        drafts = [{"text": f"Item {number}"} for number in range(start, start + BATCH)]
        status, _, answer = bob("POST", f"/v1/checklists/{full}/items/batch", drafts)
        assert status == 201, (status, answer)
        made += [each["id"] for each in answer]
    for number in made:
        status, _, answer = bob("DELETE", f"/v1/items/{number}")
        assert status in (200, 204), (status, answer)
    status, _, answer = bob("DELETE", "/v1/trash")
    assert status in (200, 204), (status, answer)
    target = bob("POST", f"/v1/checklists/{full}/items", {"text": "Milk"})[2]["id"]
    for number in range(COUNT):
        status, _, answer = bob("POST", f"/v1/items/{target}/toggle", None, key=number)
        assert status == 200, (status, answer)
    return list_id, item, since


def main():
    options(__doc__)
    with tempfile.TemporaryDirectory() as data:
        people = [link(done(data, "person", "add", name))[1] for name in ("Ada", "Bob")]
        with Service(data) as service:
            tokens = [sign_in(service, secret, "test") for secret in people]
            ada, bob = (caller(service, token) for token in tokens)
            list_id, item, since = fill(ada, bob)
            rest(service)
            assert service.stop() == 0
        with Service(data) as service:
            rest(service)
            ada, bob = (caller(service, token) for token in tokens)
            trash = ada("GET", "/v1/trash")[2]
            assert len(trash) == 1, trash
            again = ada("POST", f"/v1/checklists/{list_id}/items", {"text": "Bread"}, key="k")
            assert again[0] == 201 and again[2]["id"] == item[2]["id"], again
            # Bob has lost sight of too much to follow it; Ada has not.
            assert ada("GET", f"/v1/changes?since={since[0]}")[0] == 200
            assert bob("GET", f"/v1/changes?since={since[1]}")[0] == 410
            began = time.monotonic()
            assert service.stop() == 0
            print(f"stopped after {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()

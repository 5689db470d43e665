"""Kills the service around the times when reminders are due, and looks for each at a receiver.

Every round some items are made that remind within the next moments, the service is killed at a random one,
started again, and has to deliver every reminder. A repetition may only carry the `webhook-id` of the first.
The webhook's secret has just been rotated, so that every message has to be accepted by the `standardwebhooks`
package with the old one and with the new one.

usage: reminders_over_kills.py [ROUNDS]    run by a Python that has standardwebhooks
"""

import collections
import datetime
import http.server
import json
import random
import sys
import threading
import time

from standardwebhooks import Webhook, WebhookVerificationError

from service import Service

SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
REMINDERS = 20


class Receiver(http.server.ThreadingHTTPServer):
    """Notes which ids came for which item, and that a changed byte is refused."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.secrets = [SECRET]
        self.ids = collections.defaultdict(set)
        self.messages = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = dict(self.headers)
        for secret in self.server.secrets:
            Webhook(secret).verify(body, headers)
            try:
                Webhook(secret).verify(body.replace(b"reminder", b"Reminder", 1), headers)
                raise AssertionError("a changed byte was not noticed")
            except WebhookVerificationError:
                pass
        item = json.loads(body)["data"]["item"]["id"]
        self.server.ids[item].add(self.headers["webhook-id"])
        self.server.messages += 1
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def due(milliseconds):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(milliseconds=milliseconds)
    return moment.isoformat(timespec="milliseconds")


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = random.randrange(2**32)
    rng = random.Random(seed)
    receiver = Receiver()
    service = Service()
    hook = {"url": f"http://127.0.0.1:{receiver.server_address[1]}/", "secret": SECRET}
    assert service.request("POST", "/v1/webhooks", hook)[0] == 201
    receiver.secrets.append(service.request("POST", "/v1/webhooks/1/rotate-secret")[2]["secret"])
    expected = set()
    for number in range(rounds):
        for _ in range(REMINDERS):
            body = {"text": "Milk", "dueDate": due(rng.uniform(300, 900)), "shouldRemind": True}
            status, _, item = service.request("POST", "/v1/checklists/1/items", body)
            assert status == 201, item
            if item["dueDate"] > item["createdAt"]:  # else it was past already and is not scheduled
                expected.add(item["id"])
        time.sleep(rng.uniform(0, 0.8))
        service.kill()
        service = Service(service.data)
        # What a process was sending that died is another's after a minute, where others may be alive.
        deadline = time.monotonic() + 90
        while expected - set(receiver.ids) and time.monotonic() < deadline:
            time.sleep(0.01)
        lost = expected - set(receiver.ids)
        renamed = {item: ids for item, ids in receiver.ids.items() if len(ids) > 1}
        if lost or renamed:
            sys.exit(f"round {number}, seed {seed}, data {service.data}: lost {lost}, other ids {renamed}")
    repeated = receiver.messages - len(expected)
    code = service.stop()
    assert code == 0, f"ended with {code}"
    print(f"{rounds} kills: {len(expected)} reminders, 0 lost, {repeated} repeated under its id")


main()

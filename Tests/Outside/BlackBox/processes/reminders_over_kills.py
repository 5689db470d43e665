"""Kills the service around the times when reminders are due, and looks for each at a receiver.

Every round some items are made that remind within the next moments, at their due times and by alarms, and one
that comes again is checked over and over. The service is killed at a random moment, started again, and has to
deliver every reminder, under the `webhook-id` that goes with its time. What was sent without an answer is
sent again under its `Idempotency-Key`, and each completion has to have counted once.
The webhook's secret has just been rotated, so that every message has to be accepted by the `standardwebhooks`
package with the old one and with the new one.

usage: reminders_over_kills.py [ROUNDS] [SEED] or [--rounds N] [--seed N]

Run by a Python that has standardwebhooks.
"""

import collections
import datetime
import http.client
import http.server
import pathlib
import random
import sys
import threading
import time

from standardwebhooks import Webhook, WebhookVerificationError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import Service  # noqa: E402

SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
REMINDERS = 20
# Each reminder is looked for, so none may stand in a summary.
LIMITS = ["--list-messages-per-hour-max", "0"]


class Receiver(http.server.ThreadingHTTPServer):
    """Notes which ids came, and that a changed byte is refused."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.secrets = [SECRET]
        self.messages = collections.Counter()
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
        self.server.messages[self.headers["webhook-id"]] += 1
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def later(milliseconds):
    """A moment, as milliseconds since 1970."""
    return time.time_ns() // 1_000_000 + round(milliseconds)


def text(moment):
    at = datetime.datetime.fromtimestamp(moment // 1000, datetime.timezone.utc)
    return at.replace(microsecond=moment % 1000 * 1000).isoformat(timespec="milliseconds")


class Completions:
    """Checks an item that comes again over and over, and knows how often."""

    def __init__(self, service):
        body = {"text": "Bins", "dueOn": "2026-01-01", "recurrence": {"rule": "FREQ=DAILY"}}
        self.item = service.request("POST", "/v1/checklists/1/items", body)[2]["id"]
        self.sent = 0

    def check(self, service):
        """Sends one completion; as long as there is no answer, it is the same one."""
        key = {"Idempotency-Key": f'"completion {self.sent + 1}"'}
        status, _, item = service.request("POST", f"/v1/items/{self.item}/toggle", headers=key)
        assert status == 200 and not item["checked"], item
        self.sent += 1

    def check_until(self, service, moment):
        try:
            while later(0) < moment:
                self.check(service)
        except (OSError, http.client.HTTPException):
            pass

    def count(self, service):
        return service.request("GET", f"/v1/items/{self.item}")[2]["completionsCount"]


def add(service, rng):
    """Adds an item, and answers by which ids its reminders will be known."""
    moments = [later(rng.uniform(100, 500)) for _ in range(rng.randint(1, 3))]
    body = {"text": "Milk", "dueDate": text(moments[0]), "shouldRemind": True}
    if len(moments) > 1:
        body["alarms"] = [{"at": text(moment)} for moment in moments[1:]]
        body["repeatEvery"] = "PT1H"
    status, _, item = service.request("POST", "/v1/checklists/1/items", body)
    assert status == 201, item
    # What was past already is not scheduled.
    return {f"rem_{item['id']}_{moment}" for moment in moments if text(moment)[:23] > item["createdAt"][:23]}


def main():
    given = options(__doc__, rounds=300, seed=None)
    rounds, seed = given.rounds, given.seed
    rng = random.Random(seed)
    receiver = Receiver()
    service = Service(None, *LIMITS)
    hook = {"url": f"http://127.0.0.1:{receiver.server_address[1]}/", "secret": SECRET}
    assert service.request("POST", "/v1/webhooks", hook)[0] == 201
    receiver.secrets.append(service.request("POST", "/v1/webhooks/1/rotate-secret")[2]["secret"])
    completions = Completions(service)
    expected = set()
    for number in range(rounds):
        for _ in range(REMINDERS):
            expected |= add(service, rng)
        end = later(rng.uniform(0, 450))
        checking = threading.Thread(target=completions.check_until, args=(service, end + 1000), daemon=True)
        checking.start()
        time.sleep(max(0, end - later(0)) / 1000)
        service.kill()
        checking.join()
        service = Service(service.data, *LIMITS)
        completions.check(service)
        # What a process was sending that died is another's after a minute, where others may be alive.
        deadline = time.monotonic() + 180
        while expected - set(receiver.messages) and time.monotonic() < deadline:
            time.sleep(0.01)
        lost = expected - set(receiver.messages)
        others = set(receiver.messages) - expected
        if lost or others or completions.count(service) != completions.sent:
            counts = f"{completions.count(service)} completions of {completions.sent}"
            sys.exit(f"round {number}, seed {seed}, data {service.data}: lost {lost}, {others}, {counts}")
    repeated = receiver.messages.total() - len(expected)
    code = service.stop()
    assert code == 0, f"ended with {code}"
    print(f"{rounds} kills: {len(expected)} reminders, 0 lost, {repeated} repeated under their ids; ", end="")
    print(f"{completions.sent} completions, each counted once")


main()

"""A phone makes changes and loses the answers. 26 hours later, when no idempotency key is known any more, it
sends them again: each has its effect once, on files and on PostgreSQL with one process and with two.

usage: resend.py
"""

import datetime
import json
import uuid

from stores import Client, Clock, three

OFFLINE = datetime.timedelta(hours=26)


class Phone:
    """Requests with keys, in the order in which they are sent again."""

    def __init__(self, store):
        self.client, self.sent = Client(store), []

    def ask(self, method, target, body=None, key=None):
        fields = {"content-type": "application/json"} if body is not None else {}
        if key:
            fields["idempotency-key"] = key
        content = None if body is None else json.dumps(body).encode()
        status, _, content = self.client.exchange(method, target, content, fields)
        return status, json.loads(content) if content else None

    def change(self, method, target, body):
        key = str(uuid.uuid4()) if method == "POST" else None
        status, answer = self.ask(method, target, body, key)
        assert status in (200, 201), (method, target, body, status, answer)
        self.sent.append((method, target, body, key))
        return answer

    def make_changes(self):
        named = {"uid": str(uuid.uuid4())}
        list_id = self.change("POST", "/v1/checklists", {"name": "Holiday", **named})["id"]
        at = f"/v1/checklists/{list_id}"
        section = self.change("POST", f"{at}/sections", {"name": "Car", **named})["id"]
        self.change("POST", f"{at}/sections", {"name": "Bag", "uid": str(uuid.uuid4())})
        items = [
            self.change("POST", f"{at}/items", {"text": text, "uid": str(uuid.uuid4()), **more})
            for text, more in [
                ("Passport", {"sectionId": section}),
                ("Tickets", {}),
                ("Bins", {"dueOn": "2032-01-05", "recurrence": {"rule": "FREQ=WEEKLY"}}),
                ("Call", {"dueDate": "2032-01-05T10:00:00Z", "shouldRemind": True}),
            ]
        ]
        passport, tickets, bins, call = (f"/v1/items/{item['id']}" for item in items)
        self.change("POST", f"{passport}/toggle", {"expect": {"checked": False}})
        self.change("POST", f"{bins}/skip", {"expect": {"dueOn": "2032-01-05"}})
        until = {"until": "2031-12-01T10:00:00Z", "expect": {"snoozedUntil": None}}
        self.change("POST", f"{call}/snooze", until)
        expected = {name: items[1][name] for name in ("position", "sectionId", "parentId")}
        self.change("POST", f"{tickets}/move", {"last": True, "expect": expected})
        self.change("POST", f"{at}/sections/{section}/move", {"last": True})
        self.change("PATCH", tickets, {"notes": "Print", "expect": {"notes": ""}})
        self.change("PATCH", at, {"name": "Summer", "expect": {"name": "Holiday"}})
        self.change("PATCH", f"{at}/membership", {"pinned": True, "expect": {"pinned": False}})
        self.change("PATCH", "/v1/preferences", {"showChecked": False, "expect": {"showChecked": True}})
        bread = {"text": "Bread", "uid": str(uuid.uuid4())}
        self.change("POST", "/v1/batch", {"operations": [
            {"method": "POST", "path": "/v1/checklists", "body": {"name": "Week", "uid": str(uuid.uuid4())}},
            {"method": "POST", "path": "/v1/checklists/$1/items", "body": bread},
            {"method": "POST", "path": f"{passport}/toggle", "body": {"expect": {"checked": True}}},
        ]})  # fmt: skip

    def send_again(self):
        """Each is refused as known, or changes nothing."""
        for method, target, body, key in self.sent:
            status, answer = self.ask(method, target, body, key)
            codes = [each["code"] for each in (answer or {}).get("errors", [])]
            is_known = (status, codes) in ((409, ["taken"]), (412, ["differs"]))
            assert is_known or status == 200, (method, target, body, status, answer)

    def see(self):
        return [
            self.ask("GET", target)
            for target in ("/v1/checklists", "/v1/items?limit=500", "/v1/preferences", "/v1/reminders")
        ]


def main():
    clock = Clock()
    stores = three(clock)
    phones = [Phone(store) for store in stores]
    for phone in phones:
        phone.make_changes()
    seen = [phone.see() for phone in phones]
    for store in stores:
        store.stop(kills=False)
    clock.step(OFFLINE)
    for store in stores:
        store.start()
    for phone, before in zip(phones, seen):
        for _ in range(2):
            phone.send_again()
            after = phone.see()
            assert after == before, f"{phone.client.store.name}:\n{before}\n{after}"
    for store in stores:
        store.stop(kills=False)
        store.verify()
    print(f"{len(phones[0].sent)} changes, sent again after {OFFLINE}: nothing changes")


if __name__ == "__main__":
    main()

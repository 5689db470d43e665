"""A guest lets a thousand items of a list fall due at once, over and over. Receivers get few of the reminders
in an hour, and one message for the others: on files and on PostgreSQL, over kills, with two processes.

usage: floods.py
"""

import datetime
import http.server
import json
import pathlib
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import wait_until  # noqa: E402
from stores import Clock, Store  # noqa: E402

ITEMS, MOST = 1_000, 60
MORE = {"en": "and {} more", "de": "und {} weitere", "fr": "et {} de plus", "ja": "ほか{}件"}


class Receiver(http.server.ThreadingHTTPServer):
    """Keeps each message once, by path and `webhook-id`."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.messages = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.messages.setdefault(self.headers["webhook-id"] + " to " + body.get("topic", ""), body)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


class Flood:
    def __init__(self, store):
        self.store, self.receiver = store, Receiver()
        url = f"http://127.0.0.1:{self.receiver.server_address[1]}/"
        self.list = self.ask("POST", "/v1/checklists", {"name": "Groceries"})["id"]
        self.ask("POST", "/v1/webhooks", {"url": url})
        for language in MORE:
            hook = {"url": f"{url}{language}", "format": "ntfy", "language": language}
            self.ask("POST", "/v1/webhooks", hook)
        link = self.ask("POST", f"/v1/checklists/{self.list}/links", {"role": "edit"})
        joined = self.ask("POST", "/v1/devices", {"secret": link["secret"], "name": "Guest"})
        self.guest = {"authorization": f"Bearer {joined['token']}"}

    def ask(self, method, target, body=None, headers=None):
        status, _, answer = self.store.services[-1].request(method, target, body, headers)
        assert status in (200, 201), (status, answer)
        return answer

    def begin(self):
        """A guest adds items that are due in some seconds. Waits until all have fired."""
        due = self.store.clock.now() + datetime.timedelta(seconds=5)
        item = {"dueDate": due.isoformat(), "shouldRemind": True}
        items = [{"text": f"Item {number}", **item} for number in range(ITEMS)]
        self.ask("POST", f"/v1/checklists/{self.list}/items/batch", items, self.guest)
        wait_until(lambda: not self.ask("GET", "/v1/reminders"))

    def expect(self, reminders, *summaries, waiting):
        """Waits until each receiver has these reminders and summaries, and so many summaries are pending."""
        count = (reminders + len(summaries)) * (1 + len(MORE))
        wait_until(lambda: len(self.receiver.messages) >= count, lambda: len(self.receiver.messages))
        found = list(self.receiver.messages.values())
        assert len(found) == count, (len(found), count)
        told = [body["data"] for body in found if body.get("type") == "messages.withheld"]
        assert told == [{"checklistId": self.list, "count": each} for each in summaries], told
        for language, text in MORE.items():
            told = [body["message"] for body in found if body.get("topic") == language]
            wanted = [text.format(each) for each in summaries]
            assert [each for each in told if each in wanted] == wanted, (told, wanted)
            titles = {body["title"] for body in found if body.get("message") in wanted}
            assert titles <= {"Groceries"}, titles
        for id in range(1, len(MORE) + 2):
            wait_until(lambda: self.pending(id) == ["messages.withheld"] * waiting, lambda: self.pending(id))

    def pending(self, id):
        return [each["event"] for each in self.ask("GET", f"/v1/webhooks/{id}/deliveries?status=pending")]

    def pass_time(self, **time):
        self.store.stop(kills=True)
        self.store.clock.step(datetime.timedelta(**time))
        self.store.start()


def run(store):
    flood = Flood(store)
    flood.begin()
    flood.expect(MOST, waiting=1)
    flood.pass_time(minutes=2)
    flood.expect(MOST, ITEMS - MOST, waiting=0)
    # The count does not begin again with the process.
    flood.begin()
    flood.expect(MOST, ITEMS - MOST, waiting=1)
    flood.begin()
    flood.expect(MOST, ITEMS - MOST, waiting=1)
    flood.pass_time(hours=1)
    flood.expect(MOST, ITEMS - MOST, 2 * ITEMS, waiting=0)
    flood.begin()
    flood.expect(2 * MOST, ITEMS - MOST, 2 * ITEMS, waiting=1)
    # Nothing is lost: the items are on the list, and due.
    counts = flood.ask("GET", "/v1/counts")
    assert counts["overdue"] == 4 * ITEMS, counts
    store.close()
    print(f"{store.name}: {4 * ITEMS} items due, {2 * MOST} reminders and 2 summaries to each receiver")


def main():
    options(__doc__)
    clock = Clock()
    run(Store("files", clock))
    run(Store("two-processes", clock, processes=2, on_postgres=True))


if __name__ == "__main__":
    main()

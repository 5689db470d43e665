"""A process dies with as many requests under way as its webhook takes at a time.

Another process sends what comes due, and what the dead one was sending under the same ids.

usage: dead_process.py
"""

import collections
import datetime
import http.server
import os
import pathlib
import sys
import threading
import time

os.environ["CHECKLISTD_TEST_STORE"] = "postgres"

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import Service  # noqa: E402

AT_ONCE = 4
# The lease of a claim is 60 s.
SECONDS_MAX = 30


class Receiver(http.server.ThreadingHTTPServer):
    """Leaves requests without an answer while it hangs."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.hangs = True
        self.arrived = collections.Counter()
        self.hanging = threading.Semaphore(0)
        self.answered = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        name = self.headers["webhook-id"]
        self.server.arrived[name] += 1
        if self.server.hangs:
            self.server.hanging.release()
            threading.Event().wait()
        self.server.answered[name] = time.monotonic()
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def main():
    options(__doc__)
    receiver = Receiver()
    url = f"http://127.0.0.1:{receiver.server_port}/"
    with Service() as dying:
        list_id = dying.request("POST", "/v1/checklists", {"name": "Home"})[2]["id"]
        webhook = dying.request("POST", "/v1/webhooks", {"url": url})[2]["id"]
        for _ in range(AT_ONCE):
            assert dying.request("POST", f"/v1/webhooks/{webhook}/test")[0] in (200, 201, 202)
        for _ in range(AT_ONCE):
            assert receiver.hanging.acquire(timeout=60), "the process does not send"
        sending = set(receiver.arrived)
        with Service(dying.data) as living:
            due = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=2)
            receiver.hangs = False
            dying.kill()
            killed = time.monotonic()
            item = {"text": "Bins", "dueDate": due.isoformat(timespec="milliseconds"), "shouldRemind": True}
            assert living.request("POST", f"/v1/checklists/{list_id}/items", item)[0] == 201
            while len(receiver.answered) < AT_ONCE + 1:
                assert time.monotonic() - killed < SECONDS_MAX, receiver.answered
                time.sleep(0.05)
            assert all(receiver.arrived[name] == 2 for name in sending), receiver.arrived
            reminder = next(when for name, when in receiver.answered.items() if name not in sending)
            again = max(receiver.answered[name] for name in sending) - killed
    late = reminder - killed - 2
    print(f"what a dead process was sending is sent {again:.1f} s later, a reminder {late:.1f} s late")


if __name__ == "__main__":
    main()

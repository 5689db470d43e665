"""Two processes on one PostgreSQL database: a stream of one gets each change of the other at once.

A process looks for changes of others twice a heartbeat, so each look finds at most one of the changes here:
the next is made after the stream has the last one. More changes than looks prove notifications.

usage: hints.py [CHANGES]
"""

import json
import os
import pathlib
import socket
import statistics
import sys
import time

os.environ["CHECKLISTD_TEST_STORE"] = "postgres"

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from postgres import shared  # noqa: E402
from service import HANG_SECONDS, Service  # noqa: E402

LOOKS_PER_HEARTBEAT = 2
COUNTING = """
    CREATE TABLE heartbeats (process bigint);
    CREATE FUNCTION count_heartbeat() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO heartbeats VALUES (NEW.id); RETURN NULL; END';
    CREATE TRIGGER heartbeat AFTER UPDATE ON processes FOR EACH ROW EXECUTE FUNCTION count_heartbeat();
"""
COUNT = "SELECT coalesce(max(count), 0) FROM (SELECT count(*) FROM heartbeats GROUP BY process) AS counts"


def stream(service):
    """The lines of the event stream of a process."""
    connection = socket.create_connection(("127.0.0.1", service.port), HANG_SECONDS)
    connection.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return connection.makefile("rb")


def read_until(lines, text):
    for line in lines:
        if text.encode() in line:
            return
    raise AssertionError("the stream ended")


def run(one, two, changes):
    database = shared().databases[os.path.abspath(one.data)]
    lines = stream(one)
    read_until(lines, " 200 ")
    shared().query(COUNTING, database)
    waits = []
    for number in range(changes):
        began = time.perf_counter()
        text = f"change {number}."
        status, _, answer = two.request("POST", "/v1/checklists/1/items", {"text": text})
        assert status == 201, (status, answer)
        read_until(lines, json.dumps(text))
        waits.append((time.perf_counter() - began) * 1e3)
    # A look and a heartbeat may be under way at the beginning and at the end.
    looks = LOOKS_PER_HEARTBEAT * (int(shared().query(COUNT, database)) + 2)
    assert looks < changes, f"{looks} looks may have found all {changes} changes"
    print(
        f"{changes} changes during at most {looks} looks without a notification; "
        f"from the request to the stream {statistics.median(waits):.1f} ms (median)"
    )


def main():
    changes = options(__doc__, changes=60).changes
    with Service() as one, Service(one.data) as two:
        run(one, two, changes)


if __name__ == "__main__":
    main()

"""Measures how late reminders reach a receiver on this machine while many others are pending.

The lateness of a reminder is the time from its `dueDate` to the first byte of its message at the receiver. It
is measured for reminders spread over half a minute and for many due in the same moment, without and then with
a second webhook whose receiver accepts connections and never answers.

With --alarms each reminds by an alarm half an hour before it is due, and one in ten comes again every week.

usage: reminders.py [--pending N] [--spread N] [--burst N] [--alarms]
"""

import argparse
import asyncio
import datetime
import json
import pathlib
import random
import socket
import statistics
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Outside/BlackBox"))

from service import Service  # noqa: E402

CONNECTIONS = 8
PIPELINED = 250


class Receiver(asyncio.Protocol):
    """Answers every message with 204, and notes when the first byte for each item came."""

    arrivals = {}

    def connection_made(self, transport):
        self.transport, self.buffer, self.began = transport, b"", None

    def data_received(self, data):
        self.began = self.began or time.time()
        self.buffer += data
        while (head := self.buffer.find(b"\r\n\r\n")) >= 0:
            fields = self.buffer[:head].lower()
            length = int(fields.split(b"content-length:")[1].split(b"\r\n")[0])
            if len(self.buffer) < head + 4 + length:
                return
            message = json.loads(self.buffer[head + 4 : head + 4 + length])
            self.arrivals.setdefault(message["data"]["item"]["id"], self.began)
            self.buffer = self.buffer[head + 4 + length :]
            self.began = time.time() if self.buffer else None
            self.transport.write(b"HTTP/1.1 204 No Content\r\n\r\n")


def timestamp(moment):
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).isoformat(timespec="milliseconds")


def reminding(number, moment, alarms):
    """An item that reminds at a moment."""
    item = {"text": "Pending", "dueDate": timestamp(moment), "shouldRemind": True}
    if alarms:
        item = {"text": "Pending", "dueDate": timestamp(moment + 1_800), "alarms": [{"offset": "-PT30M"}]}
        if number % 10 == 0:
            item |= {"recurrence": {"rule": "FREQ=WEEKLY"}, "timeZone": "Europe/Paris"}
    return json.dumps(item).encode()


async def post_items(port, moments, alarms):
    """Makes an item for each moment, many requests at a time, and returns the ids with their moments."""
    made = {}
    queue = iter([moments[n : n + PIPELINED] for n in range(0, len(moments), PIPELINED)])

    async def work():
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for part in queue:
            for number, moment in enumerate(part):
                body = reminding(number, moment, alarms)
                writer.write(
                    b"POST /v1/checklists/1/items HTTP/1.1\r\nhost: localhost\r\n"
                    b"content-type: application/json\r\ncontent-length: %d\r\n\r\n%b"
                    % (len(body), body)
                )
            for moment in part:
                head = await reader.readuntil(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 201"), head
                identifier = int(head.split(b"/v1/items/")[1].split(b"\r\n")[0])
                made[identifier] = moment
                await reader.readexactly(int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0]))
        writer.close()

    await asyncio.gather(*[work() for _ in range(CONNECTIONS)])
    return made


async def lateness(port, moments, alarms):
    """Milliseconds from each moment to the first byte at the receiver, in order of size."""
    made = await post_items(port, moments, alarms)
    assert max(made.values()) > time.time(), "the items were made too slowly to be early"
    while not made.keys() <= Receiver.arrivals.keys():
        await asyncio.sleep(0.05)
        missing = made.keys() - Receiver.arrivals.keys()
        assert time.time() < max(made.values()) + 60, f"{len(missing)} of {len(made)} did not come"
    return sorted((Receiver.arrivals[item] - moment) * 1000 for item, moment in made.items())


async def measure(service, arguments, label):
    began = time.time() + 5
    moments = [round(began + random.random() * 30, 3) for _ in range(arguments.spread)]
    late = await lateness(service.port, moments, arguments.alarms)
    percentile = statistics.quantiles(late, n=100)
    print(
        f"{label}: {len(late)} reminders over 30 s: p50 {percentile[49]:.1f} ms,"
        f" p99 {percentile[98]:.1f} ms, maximum {late[-1]:.1f} ms"
    )
    moment = round(time.time()) + 15
    late = await lateness(service.port, [moment] * arguments.burst, arguments.alarms)
    print(f"{label}: {len(late)} due at once: the last first attempt after {late[-1]:.0f} ms")


def resident(service):
    status = pathlib.Path(f"/proc/{service.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pending", type=int, default=1_000_000)
    parser.add_argument("--spread", type=int, default=3_000)
    parser.add_argument("--burst", type=int, default=10_000)
    parser.add_argument("--alarms", action="store_true")
    arguments = parser.parse_args()
    server = await asyncio.get_running_loop().create_server(Receiver, "127.0.0.1", 0)
    hanging = socket.create_server(("127.0.0.1", 0), backlog=512)
    with Service(None, "--list-messages-per-hour-max", "0") as service:
        post = lambda target, body: service.request("POST", target, body)  # noqa: E731
        url = "http://127.0.0.1:{}/"
        assert post("/v1/webhooks", {"url": url.format(server.sockets[0].getsockname()[1])})[0] == 201
        year = 365 * 86_400
        moments = [time.time() + random.uniform(1, 5) * year for _ in range(arguments.pending)]
        await post_items(service.port, moments, arguments.alarms)
        pending = service.request("GET", "/v1/counts")[2]["reminders"]
        print(f"{pending} pending reminders, {resident(service):.0f} MB resident")
        await measure(service, arguments, "healthy")
        assert post("/v1/webhooks", {"url": url.format(hanging.getsockname()[1])})[0] == 201
        await measure(service, arguments, "beside one that hangs")


asyncio.run(main())

"""Records runs of the service under strace, with owners and readers at work, and puts their answers into
the trace."""

import dataclasses
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import threading
import time

from owners import Connection, Item, NoAnswer, Owner, belonging, held
from starts import Service
from system_calls import ANSWER_CALLS, FILE_CALLS, Descriptor, events

LAST_SECONDS = 30


class TracedService(Service):
    """The service as a child of strace. Signals go to the service, not to strace."""

    def __init__(
        self, data, trace, *flags, inject=(), calls=f"{FILE_CALLS},{ANSWER_CALLS}", environment=None
    ):
        wrapper = [
            "strace",
            "-f",
            "-y",
            "-xx",
            "-s",
            "100000000",
            "-e",
            "signal=KILL",
            "-e",
            f"trace={calls}",
            "-o",
            str(trace),
            # With the filter that makes tracing cheap strace 6.1 counts calls wrongly, and injects nothing.
            *(inject or ["--seccomp-bpf"]),
        ]
        super().__init__(data, *flags, wrapper=wrapper, environment=environment)

    def child(self):
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        children = pathlib.Path(path).read_text().split()
        return int(children[0]) if children else None

    def signal(self, number):
        try:
            child = self.child()
            if child:
                os.kill(child, number)
        except (FileNotFoundError, ProcessLookupError):
            pass

    def kill(self):
        self.signal(signal.SIGKILL)
        try:
            self.process.wait(LAST_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def stop(self, seconds=15):
        self.signal(signal.SIGTERM)
        return self.process.wait(seconds)


@dataclasses.dataclass(frozen=True)
class Observation:
    """What a reader was shown: all items of a list, or one item; none where it was told that there is no
    such."""

    place: tuple
    kind: str
    id: int
    shown: object

    def agrees(self, lists):
        """Whether lists show just this."""
        if self.kind == "item":
            found = [item for checklist in lists.values() for item in checklist.items if item.id == self.id]
        else:
            found = [checklist.items for checklist in lists.values() if checklist.id == self.id]
        if not found or self.shown is None:
            return not found and self.shown is None
        if self.kind == "item":
            return found[0].fits(self.shown)
        return len(found[0]) == len(self.shown) and all(map(Item.fits, found[0], self.shown))


class Reader:
    """Reads the owners' lists and items, and notes what it was shown."""

    def __init__(self, owners, rng):
        self.owners, self.rng = owners, rng
        self.observations = []

    def act(self, connection):
        lists = [c for owner in self.owners for c in owner.lists.values() if c.id is not None]
        if not lists:
            return
        checklist = self.rng.choice(lists)
        items = [item for item in checklist.items if item.id is not None]
        if items and self.rng.random() < 0.5:
            item = self.rng.choice(items)
            answer = connection.request("GET", f"/v1/items/{item.id}")
            shown, kind, identifier = Item.of(answer.body) if answer.status == 200 else None, "item", item.id
        else:
            answer = connection.request("GET", f"/v1/checklists/{checklist.id}/items?limit=1000")
            shown = tuple(map(Item.of, answer.body)) if answer.status == 200 else None
            kind, identifier = "items", checklist.id
        if answer.status not in (200, 404):
            raise AssertionError(f"a reader was answered {answer.status}: {answer.body}")
        self.observations.append(Observation(answer.place, kind, identifier, shown))


def answer_positions(calls, session, base):
    """Where in a trace each answer left: (session, client's port, number) to the line at which its last
    byte was given to the system. Lines are counted from `base`."""
    clients, buffers, found = {}, {}, {}
    for event in events(calls):
        call = event.call
        descriptor = call.arguments[0] if call.arguments else None
        if call.name in ("accept", "accept4") and event.ends and call.succeeded:
            match = re.search(r"sin6?_port': 'htons\((\d+)\)", str(call.arguments[1]))
            if match:
                clients[call.result] = int(match[1])
                buffers[call.result] = [b"", 0]
        elif call.name == "close" and not event.ends:
            clients.pop(descriptor.number, None)
        elif not event.ends and isinstance(descriptor, Descriptor) and descriptor.number in clients:
            data = sent(call)
            if data:
                buffer = buffers[descriptor.number]
                buffer[0] += data
                for _ in whole_answers(buffer):
                    found[(session, clients[descriptor.number], buffer[1])] = base + event.position
                    buffer[1] += 1
    return found


def sent(call):
    """What a call sends to a socket: all that it was given, or what it is known to have taken of it."""
    if call.name in ("sendto", "write"):
        data = call.arguments[1]
    elif call.name == "writev":
        data = b"".join(part["iov_base"] for part in call.arguments[1])
    elif call.name == "sendmsg":
        data = b"".join(part["iov_base"] for part in call.arguments[1]["msg_iov"])
    else:
        return b""
    return data[: max(call.result, 0)] if call.end is not None else data


def whole_answers(buffer):
    """Takes the complete answers from the front of a stream."""
    while (end := buffer[0].find(b"\r\n\r\n")) >= 0:
        head = buffer[0][:end].lower()
        status = int(head.split(b" ", 2)[1])
        length = re.search(rb"\r\ncontent-length: *(\d+)", head)
        size = end + 4 + (int(length[1]) if length and status not in (204, 304) and status >= 200 else 0)
        if len(buffer[0]) < size:
            return
        buffer[0] = buffer[0][size:]
        if status >= 200:
            yield status


class Recording:
    """Sessions of the service on one data folder, which is `data` in a folder of its own, and who was told
    what."""

    def __init__(self, folder, rng, owners=3, readers=2, flags=(), environment=None):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "disk" / "data"
        self.data.parent.mkdir()
        self.flags, self.environment = flags, environment
        self.owners = [Owner(f"owner{n}", random.Random(rng.random())) for n in range(owners)]
        self.readers = [Reader(self.owners, random.Random(rng.random())) for _ in range(readers)]
        self.sessions, self.copies = [], []
        self.violations = []

    def run(self, steps, idle=0.0, inject=(), end="stop"):
        """One session: each owner makes so many steps while the readers read. It ends by a polite stop, by
        SIGKILL, or by what `inject` does to it."""
        session = len(self.sessions)
        trace = self.folder / f"session{session}.strace"
        self.sessions.append(trace)
        self.copies.append(self.folder / f"after{session}")
        try:
            service = TracedService(
                self.data, trace, *self.flags, inject=inject, environment=self.environment
            )
        except RuntimeError as error:
            if not inject:
                self.violations.append(f"did not start: {error}")
            shutil.copytree(self.data.parent, self.copies[-1])
            return
        if session:
            self.reconcile(service, session)
        for part in range(2 if idle else 1):
            self.work(service, session, steps // 2 if idle else steps)
            time.sleep(idle)
        code = None
        if end == "stop":
            try:
                code = service.stop()
            except subprocess.TimeoutExpired:
                self.violations.append("did not stop in time")
        if service.process.poll() is None:
            service.kill()
        if end == "stop" and code != 0 and not inject:
            self.violations.append(f"ended with {code}: {service.read_log()[-600:]}")
        shutil.copytree(self.data.parent, self.copies[-1])

    def work(self, service, session, steps):
        running = threading.Event()
        running.set()
        writers = [
            threading.Thread(target=self.write, args=(o, service, session, steps)) for o in self.owners
        ]
        readers = [
            threading.Thread(target=self.read, args=(r, service, session, running)) for r in self.readers
        ]
        for thread in writers + readers:
            thread.start()
        for thread in writers:
            thread.join()
        running.clear()
        for thread in readers:
            thread.join()

    def write(self, owner, service, session, steps):
        try:
            connection = Connection(service.port, session)
            for _ in range(steps):
                answer = owner.act(connection)
                if answer.status >= 300:
                    self.violations.append(f"{owner.steps[-1].request}: {answer.status} {answer.body}")
        except (NoAnswer, OSError):
            pass
        except AssertionError as error:
            self.violations.append(str(error))

    def read(self, reader, service, session, running):
        try:
            connection = Connection(service.port, session)
            while running.is_set():
                reader.act(connection)
        except (NoAnswer, OSError):
            pass
        except AssertionError as error:
            self.violations.append(str(error))

    def reconcile(self, service, session):
        lists, place = held(Connection(service.port, session))
        for owner in self.owners:
            if not owner.reconcile(belonging(owner, lists), place):
                self.violations.append(f"session {session} has lost what {owner.name} did")

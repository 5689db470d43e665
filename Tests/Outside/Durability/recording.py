"""Runs of the service under strace, with owners and readers at work."""

import pathlib
import random
import shutil
import subprocess
import threading
import time

from starts import TracedService
from system_calls import ANSWER_CALLS, FILE_CALLS
from workload import Connection, NoAnswer, Owner, Reader, look, together


class Recording:
    """Sessions of the service on one data folder, which is `data` in a folder of its own."""

    def __init__(self, folder, rng, owners, flags):
        self.folder = pathlib.Path(folder)
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        self.flags = flags
        self.owners = [Owner(f"owner{n}", random.Random(rng.random())) for n in range(owners)]
        self.views, self.first_views, self.complaints = [], [], []
        # The trace of each session, and a copy of the disk as the session left it.
        self.traces, self.copies = [], []

    def run(self, steps, idle=0.0, inject=()):
        """One session: each owner makes so many steps while a reader reads, and one more after a pause. It
        ends by a polite stop, or by what `inject` does to it."""
        session = len(self.traces)
        self.traces.append(self.folder / f"session{session}.strace")
        self.copies.append(self.folder / f"after{session}")
        try:
            self.work(session, steps, idle, inject)
        except (RuntimeError, NoAnswer, OSError, AssertionError, subprocess.TimeoutExpired) as error:
            if not inject:
                self.complaints.append(f"session {session}: {error!r}")
        shutil.copytree(self.disk, self.copies[-1], ignore=shutil.ignore_patterns("control.sock"))

    def work(self, session, steps, idle, inject):
        calls = ",".join(FILE_CALLS + ANSWER_CALLS)
        trace = self.traces[session]
        with TracedService(self.disk / "data", trace, *self.flags, calls=calls, inject=inject) as service:
            views = look(Connection(service.port, session))
            self.views += views
            self.first_views = self.first_views or views
            for owner in self.owners:
                if complaint := owner.settle(together(views), views[-1].place):
                    self.complaints.append(f"session {session}: {complaint}")
            reader = Reader(service.port, session)
            writers = [
                threading.Thread(target=self.write, args=(o, service, session, steps)) for o in self.owners
            ]
            for thread in [reader, *writers]:
                thread.start()
            for thread in writers:
                thread.join()
            reader.over = True
            reader.join()
            self.views += reader.views
            self.complaints += reader.complaints
            if inject:
                return
            time.sleep(idle)
            for owner in self.owners:
                owner.act(Connection(service.port, session), self.views)
            if code := service.stop():
                self.complaints.append(f"session {session} ended with {code}: {service.read_log()[-600:]}")

    def write(self, owner, service, session, steps):
        views = []
        try:
            connection = Connection(service.port, session)
            for _ in range(steps):
                answer = owner.act(connection, views)
                if answer.status >= 300:
                    self.complaints.append(f"session {session}: answered {answer.status} {answer.body}")
        except (NoAnswer, OSError):
            pass
        except AssertionError as error:
            self.complaints.append(f"session {session}: {error}")
        self.views += views

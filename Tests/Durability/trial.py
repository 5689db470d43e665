"""One run of the service in bad conditions, and a second in good ones to see what is left.

Whatever the conditions, these hold: every request is answered in bounded time or the process has ended;
what was answered with success is there after a restart; what was answered with an error is not; reads stay
right; a process that ends by itself says which file made it end.
"""

import random
import subprocess
import time

from owners import Connection, NoAnswer, Owner, belonging, fits, held
from starts import Service

REFUSED = (503, 507)
END_SECONDS = 10
ROOM_SECONDS = 8
RETRY_SECONDS = 0.1


class Trial:
    """An owner at work on a service that may fail; `complaints` says what went wrong."""

    def __init__(self, start, seed):
        self.start = start
        self.owner = Owner("owner", random.Random(seed))
        self.service = None
        self.log = ""
        self.complaints = []
        self.statuses = []
        self.refusal = None
        self.code = None

    def complain(self, text):
        self.complaints.append(text)

    def begin(self):
        """Starts the service; false if it did not start, which has to be said with the file's name."""
        try:
            self.service = self.start()
            return True
        except RuntimeError as error:
            self.refusal = str(error)
            if "not ready" in self.refusal:
                self.complain(f"neither starts nor refuses: {self.refusal[-600:]}")
            return False

    def work(self, steps, recovers=None):
        """Makes so many requests; false when the process has ended.

        - recovers: if true, a request refused for want of room has to succeed in a few seconds; if false,
          it need not.
        """
        try:
            connection = Connection(self.service.port)
            for _ in range(steps):
                answer = self.owner.act(connection)
                self.statuses.append(answer.status)
                if answer.status >= 300:
                    self.refused(connection, answer, recovers)
                self.read(connection)
            return True
        except (NoAnswer, OSError) as error:
            self.ended(error)
            return False
        except AssertionError as error:
            self.complain(str(error))
            return True

    def refused(self, connection, answer, recovers):
        """After an error: it is one that says no room or read-only, and goes away by itself if it should."""
        if answer.status not in REFUSED:
            self.complain(f"{self.owner.steps[-1].request} answered {answer.status} {answer.body}")
        ready = connection.request("GET", "/readyz").status
        if recovers is None and ready != 503:
            self.complain(f"refuses changes with {answer.status}, and /readyz answers {ready}")
        if not recovers:
            return
        deadline = time.monotonic() + ROOM_SECONDS
        while time.monotonic() < deadline:
            again = self.owner.act(connection)
            self.statuses.append(again.status)
            if again.status < 300:
                return
            time.sleep(RETRY_SECONDS)
        self.complain(f"still refuses changes {ROOM_SECONDS} s after there was room again: {again.status}")

    def read(self, connection):
        """Compares everything with what was answered, and with nothing that was refused."""
        lists, _ = held(connection)
        if not fits(self.owner.lists, belonging(self.owner, lists)):
            self.complain(f"reads are wrong after {self.owner.steps[-1].request}")

    def ended(self, error):
        """The connection broke, so the process has to have ended, by itself and with a message, or to be
        ending."""
        try:
            self.code = self.service.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.complain(f"no answer, and the process is there: {error}")
            self.service.kill()
            return

    def end(self):
        """A polite stop, in bounded time."""
        if self.service is None:
            return
        if self.service.process.poll() is None:
            try:
                self.code = self.service.stop()
            except subprocess.TimeoutExpired:
                self.complain("does not stop")
                self.service.kill()
        self.log = self.service.read_log()

    def check_end(self, data, killed=False):
        """An end by a crash is a fault in any conditions, and an end by itself names the file."""
        said = self.refusal or self.log
        crashed = "Fatal error" in said or "Illegal instruction" in said
        if crashed or (not killed and self.code is not None and (self.code < 0 or self.code >= 128)):
            self.complain(f"crashed with {self.code}: {said[-800:]}")
        if not killed and (self.refusal or self.code) and str(data.parent) not in said:
            self.complain(f"ended with {self.code} without naming a file: {said[-600:]}")

    def restart(self, start):
        """Starts it in good conditions: everything answered is there, and nothing that was refused."""
        try:
            service = start()
        except RuntimeError as error:
            self.complain(f"does not start again: {str(error)[-800:]}")
            return
        with service:
            lists, place = held(Connection(service.port))
            there = belonging(self.owner, lists)
            if not self.owner.reconcile(there, place):
                last = [
                    f"{step.request}{' refused' if step.failed else ''}" for step in self.owner.steps[-3:]
                ]
                self.complain(f"after a restart there is something else than was answered, last {last}")
            try:
                self.owner.act(Connection(service.port))
            except (NoAnswer, AssertionError) as error:
                self.complain(f"fails after its restart: {error}")
            if service.stop() != 0:
                self.complain(f"fails at its end: {service.read_log()[-600:]}")


def good(data, *flags):
    """A start in good conditions."""
    return lambda: Service(data, *flags)

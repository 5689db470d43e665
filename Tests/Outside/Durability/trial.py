"""One run of the service in bad conditions, and a second in good ones to see what is left.

Whatever the conditions, these hold: every request is answered in bounded time or the process has ended; what
was answered with success is there after a restart; what was answered with an error is not; reads stay right;
a process that ends by itself says which file made it end.
"""

import random
import subprocess
import time

from starts import HANG_SECONDS, Service
from workload import FIRST_OWNER, Connection, NoAnswer, Owner, look, together

REFUSED = (503, 507)
RETRY_SECONDS = 0.1


class Trial:
    """An owner at work on a service that may fail; `complaints` says what went wrong."""

    def __init__(self, data, seed, flags):
        self.data, self.flags = data, flags
        self.owner = Owner(FIRST_OWNER, random.Random(seed))
        self.service, self.code, self.said = None, None, ""
        self.complaints, self.statuses = [], []

    def complain(self, text):
        self.complaints.append(text)

    def begin(self, start=None):
        """Starts the service, in good conditions if none are given; false if it did not start."""
        self.code, self.said = None, ""
        try:
            self.service = start() if start else Service(self.data, *self.flags)
            return True
        except RuntimeError as error:
            self.service, self.said = None, str(error)
            if "not ready" in self.said:
                self.complain(f"neither starts nor refuses: {self.said[-600:]}")
            return False

    def work(self, steps, recovers=None):
        """Makes so many requests; false when the process has ended.

        - recovers: if true, a request that is refused has to succeed when repeated; if none, the service
          has to say that it is not ready.
        """
        try:
            connection = Connection(self.service.port)
            for _ in range(steps):
                answer = self.owner.act(connection)
                self.statuses.append(answer.status)
                if answer.status >= 300:
                    self.refused(connection, answer, recovers)
            return True
        except (NoAnswer, OSError) as error:
            # The connection broke, so the process has to have ended, or to be ending.
            try:
                self.code = self.service.process.wait(HANG_SECONDS)
            except subprocess.TimeoutExpired:
                self.complain(f"no answer, and the process is there: {error}")
                self.service.kill()
            return False
        except AssertionError as error:
            self.complain(str(error))
            return True

    def refused(self, connection, answer, recovers):
        """After an error: it is one that says no room or read-only, and goes away by itself if it should."""
        if answer.status not in REFUSED:
            self.complain(f"answered {answer.status} {answer.body}")
        if recovers is None and connection.request("GET", "/readyz").status != 503:
            self.complain(f"refuses changes with {answer.status}, and /readyz says that it is ready")
        deadline = time.monotonic() + HANG_SECONDS
        while recovers and answer.status >= 300:
            if time.monotonic() > deadline:
                return self.complain(f"still refuses changes after {HANG_SECONDS} s: {answer.status}")
            time.sleep(RETRY_SECONDS)
            answer = self.owner.act(connection)
            self.statuses.append(answer.status)

    def end(self, killed=False):
        """A polite stop, or an end that was seen before. An end by a crash is a fault in any conditions, and
        an end by itself names the file."""
        if self.service is not None:
            if self.service.process.poll() is None:
                try:
                    self.code = self.service.stop()
                except subprocess.TimeoutExpired:
                    self.complain("does not stop")
                    self.service.kill()
            self.said = self.service.read_log()
        ended = self.code or self.service is None
        crashed = not killed and self.code is not None and (self.code < 0 or self.code >= 128)
        if crashed or "Fatal error" in self.said:
            self.complain(f"crashed with {self.code}: {self.said[-800:]}")
        elif ended and not killed and str(self.data.parent) not in self.said:
            self.complain(f"ended with {self.code} without naming a file: {self.said[-600:]}")

    def restart(self):
        """Starts it in good conditions: everything answered is there, and nothing that was refused."""
        if not self.begin():
            return self.complain(f"does not start again: {self.said[-800:]}")
        with self.service as service:
            try:
                connection = Connection(service.port)
                if complaint := self.owner.settle(together(look(connection))):
                    self.complain(f"after a restart {complaint}")
                if self.owner.act(connection).status >= 300:
                    self.complain("refuses changes after its restart")
                if code := service.stop():
                    self.complain(f"ends with {code}: {service.read_log()[-600:]}")
            except (NoAnswer, AssertionError, subprocess.TimeoutExpired) as error:
                self.complain(f"fails after its restart: {error}")

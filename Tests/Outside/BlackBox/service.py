"""Starts the built service over a data folder, on a port that the kernel chooses, and sends it requests.

With CHECKLISTD_TEST_STORE=postgres in the environment a database stands for each folder that is named.
"""

import atexit
import contextlib
import http.client
import itertools
import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import tempfile
import time

import postgres

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARY = os.environ.get("CHECKLISTD", str(ROOT / ".build/release/checklistd"))
# Not for the services themselves.
ON_POSTGRES = os.environ.pop("CHECKLISTD_TEST_STORE", "files") == "postgres"


def kept_in(data, on_postgres=ON_POSTGRES):
    """The flags that name where a service, or a command, has what stands in a folder otherwise."""
    if on_postgres:
        return ["--store", postgres.shared().database(os.path.abspath(data))]
    return ["--data", str(data)]


# The limit of every wait. It ends a hang; no test judges speed by it.
HANG_SECONDS = 60
LISTENING = re.compile(r'\blistening"?[ ,]"?address"?[=:]"?127\.0\.0\.1:(\d+)["\s]')
# Below the range from which the kernel takes ports for listeners and for outgoing connections.
PORTS = itertools.count(random.randrange(10_000, 25_000))


def free_port():
    """A port for a program that cannot listen on port 0. Each port is given out once."""
    for port in PORTS:
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


@contextlib.contextmanager
def closed_port():
    """A port without a listener. It stays bound, so the kernel gives it to no other program."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


def wait_until(condition, told=lambda: "", seconds=HANG_SECONDS):
    """Returns the first true value of the condition; `told` describes the state when there is none."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {told()}"
        time.sleep(0.01)
    return found


def is_over(connection):
    """Whether the peer has closed a connection, also where data is still unread."""
    established = 1
    return connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != established


def content_of(file):
    """The content of an open file. Its offset stays, which the process that writes the file shares."""
    return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode(errors="replace")


class Service:
    """The service as a process. `with` kills it at its end, and so does the end of this program.

    - port: 0 lets the kernel choose. `self.port` is the port on which the service listens.
    """

    running = set()

    def __init__(
        self, data=None, *flags, port=0, wrapper=(), environment=None, stdout=subprocess.DEVNULL,
        on_postgres=ON_POSTGRES,
    ):  # fmt: skip
        self.data = data or tempfile.mkdtemp(prefix="checklistd-")
        self.asked = port
        arguments = [*wrapper, BINARY, "--listen", f"127.0.0.1:{port}", *kept_in(self.data, on_postgres)]
        arguments += flags
        self.begin = lambda log: subprocess.Popen(
            arguments, stderr=log, stdout=stdout, env={**os.environ, **(environment or {})}
        )
        self.start()

    def start(self):
        """Starts the service, or starts it again after its end.

        A given port may be taken for a moment: by a client that reconnects and gets it as its own port.
        """
        deadline = time.monotonic() + HANG_SECONDS
        while True:
            self.log = tempfile.TemporaryFile()
            self.process = self.begin(self.log)
            self.running.add(self)
            try:
                return self.wait_until_ready()
            except RuntimeError as error:
                self.kill()
                if not self.asked or " is taken" not in str(error) or time.monotonic() > deadline:
                    raise
            time.sleep(0.05)

    def wait_until_ready(self):
        """Waits for the log line with the port: on a given port another program may answer."""
        # Connections to port 0 fail.
        self.port = 0
        deadline = time.monotonic() + HANG_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"ended with {self.process.returncode}: {self.read_log()}")
            if not self.port and (found := LISTENING.search(self.read_log())):
                self.port = int(found[1])
            with contextlib.suppress(OSError):
                if self.port and self.request("GET", "/readyz")[0] == 200:
                    return
            time.sleep(0.005)
        raise RuntimeError(f"not ready after {HANG_SECONDS} s: {self.read_log()}")

    def request(self, method, target, body=None, headers=None):
        """Status, headers and decoded body of one request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG_SECONDS)
        try:
            given = dict(headers or {})
            if body is not None and not isinstance(body, bytes):
                body = json.dumps(body).encode()
                given.setdefault("content-type", "application/json")
            connection.request(method, target, body, given)
            answer = connection.getresponse()
            content = answer.read()
            kind = answer.headers.get("content-type", "")
            is_json = "json" in kind and "content-encoding" not in answer.headers
            return answer.status, answer.headers, json.loads(content) if is_json and content else content
        finally:
            connection.close()

    def walk(self, target):
        """All elements of a collection, page by page."""
        while target:
            status, headers, page = self.request("GET", target)
            assert status == 200, (status, page)
            yield from page
            following = re.match(r'<([^>]*)>; rel="next"', headers.get("link", ""))
            target = following and following.group(1)

    def read_log(self):
        return content_of(self.log)

    def wait_for_log(self, text):
        """Waits for a text in the log, which the service writes after its answer. Returns the log."""
        wait_until(lambda: text in self.read_log(), lambda: f"no {text} in {self.read_log()}")
        return self.read_log()

    def cpu_seconds(self):
        """User and system time of the process."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def signal(self, number):
        """Sends a signal to the service, or to the child of its wrapper, if that process still exists."""
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            tasks = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
            for process in tasks.read_text().split() or [self.process.pid]:
                os.kill(int(process), number)

    def kill(self):
        if self.process.poll() is None:
            self.signal(signal.SIGKILL)
            try:
                self.process.wait(HANG_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.running.discard(self)

    def stop(self, seconds=HANG_SECONDS):
        """The exit code after a polite request to stop."""
        self.signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


@atexit.register
def end_all():
    for service in list(Service.running):
        service.kill()

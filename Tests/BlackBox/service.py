"""Starts the built service on a free port over a data folder, and talks to it from outside.

With CHECKLISTD_TEST_STORE=postgres in the environment a database stands for each folder that is named.
"""

import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time

import postgres

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("CHECKLISTD", str(ROOT / ".build/release/checklistd"))
# Not for the services themselves.
ON_POSTGRES = os.environ.pop("CHECKLISTD_TEST_STORE", "files") == "postgres"


def kept_in(data):
    """The flags that name where a service, or a command, has what stands in a folder otherwise."""
    if ON_POSTGRES:
        return ["--store", postgres.shared().database(os.path.abspath(data))]
    return ["--data", str(data)]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Service:
    """One run of the service; `with` stops it."""

    def __init__(
        self, data=None, *flags, port=None, wrapper=(), environment=None, stdout=subprocess.DEVNULL
    ):
        self.data = data or tempfile.mkdtemp(prefix="checklistd-")
        self.port = port or free_port()
        self.log = tempfile.TemporaryFile()
        arguments = [*wrapper, BINARY, "--listen", f"127.0.0.1:{self.port}", *kept_in(self.data), *flags]
        self.process = subprocess.Popen(
            arguments, stderr=self.log, stdout=stdout, env={**os.environ, **(environment or {})}
        )
        self.wait_until_ready()

    def wait_until_ready(self, seconds=60):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"ended with {self.process.returncode}: {self.read_log()}")
            try:
                if self.request("GET", "/readyz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.005)
        raise RuntimeError(f"not ready after {seconds} s: {self.read_log()}")

    def request(self, method, target, body=None, headers=None):
        """Status, headers and decoded body of one request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
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
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, seconds=15):
        """The exit code after a polite request to stop."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()

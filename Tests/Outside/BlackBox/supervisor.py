"""What a service manager sees: readiness, signs of life, the end, levels in the journal, and health checks.

usage: supervisor.py
"""

import contextlib
import os
import select
import signal
import socket
import subprocess
import threading
from pathlib import Path

from options import run_tests
from service import BINARY, HANG_SECONDS, Service, kept_in, wait_until


class Manager:
    """The datagram socket of a service manager."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address.replace("@", "\0"))

    def next(self, seconds=HANG_SECONDS):
        """The next message; `None` if none comes in time."""
        return self.socket.recv(1000).decode() if select.select([self.socket], [], [], seconds)[0] else None


def start(folder, *flags, log=subprocess.DEVNULL, **environment):
    arguments = [BINARY, "--listen", "127.0.0.1:0", *kept_in(folder), *flags]
    return subprocess.Popen(arguments, stderr=log, env={**os.environ, **environment})


def test_a_manager_is_told_the_states(folder):
    for address in (f"{folder}/notify", f"@checklistd-{os.getpid()}"):
        manager = Manager(address)
        process = start(f"{folder}/data", NOTIFY_SOCKET=address, WATCHDOG_USEC="400000")
        assert manager.next() == "READY=1"
        assert [manager.next() for _ in range(3)] == ["WATCHDOG=1"] * 3
        # A process that hangs sends no sign of life.
        process.send_signal(signal.SIGSTOP)
        while manager.next(0):
            pass
        assert manager.next(1) is None
        process.send_signal(signal.SIGCONT)
        assert manager.next() == "WATCHDOG=1"
        process.send_signal(signal.SIGTERM)
        rest = []
        while (message := manager.next()) != "STOPPING=1":
            rest.append(message)
        assert set(rest) <= {"WATCHDOG=1"}, rest
        assert process.wait(HANG_SECONDS) == 0
        assert manager.next(0) is None


def test_a_failed_start_is_not_ready(folder):
    manager = Manager(f"{folder}/notify")
    flags = ["--webhook-ca", f"{folder}/missing"]
    process = start(f"{folder}/data", *flags, NOTIFY_SOCKET=f"{folder}/notify")
    assert process.wait(HANG_SECONDS) == 66
    assert manager.next(0) is None


def test_the_journal_gets_levels(folder):
    for flags, status in (([], 0), (["--webhook-ca", f"{folder}/missing"], 66)):
        path = Path(folder, "journal")
        with path.open("wb") as log:
            found = os.fstat(log.fileno())
            stream = f"{found.st_dev}:{found.st_ino}"
            process = start(f"{folder}/data", *flags, log=log, JOURNAL_STREAM=stream, CHECKLISTD_X="1")
            if status == 0:
                wait_until(lambda: " listening " in path.read_text(), path.read_text)
                process.send_signal(signal.SIGTERM)
            assert process.wait(HANG_SECONDS) == status
        lines = path.read_text().splitlines()
        assert any(line.startswith("<4>") and "unknown environment variable" in line for line in lines), lines
        end = "<3>checklistd: --webhook-ca" if status else "<6>"
        assert lines[-1].startswith(end), lines


def test_credentials_are_files_in_a_folder(folder):
    Path(folder, "smtp").write_text("secret\n")
    mail = ["--smtp", "smtp://user@localhost", "--smtp-from", "a@example.org", "--url", "http://localhost"]
    flags = [*mail, "--smtp-password-file", "%d/smtp"]
    with Service(f"{folder}/data", *flags, environment={"CREDENTIALS_DIRECTORY": folder}) as service:
        assert service.stop() == 0
    refused = subprocess.run(
        [BINARY, *kept_in(f"{folder}/data"), "--listen", "127.0.0.1:0", *flags],
        capture_output=True, text=True, timeout=60,
    )
    assert refused.returncode == 66 and "LoadCredential=" in refused.stderr, refused


def healthcheck(*flags, **environment):
    done = subprocess.run(
        [BINARY, "healthcheck", *flags], capture_output=True, text=True, timeout=HANG_SECONDS,
        env={**os.environ, **environment},
    )
    assert (done.stdout + done.stderr).count("\n") == 1, done
    return done.returncode, done.stdout + done.stderr


def test_a_health_check_asks_the_server(folder):
    unix = f"unix:{folder}/socket?mode=0600"
    with Service(f"{folder}/data", "--listen", unix) as service:
        address = f"127.0.0.1:{service.port}"
        for found in (
            healthcheck("--listen", address),
            healthcheck(CHECKLISTD_LISTEN=f"0.0.0.0:{service.port}"),
            healthcheck(CHECKLISTD_LISTEN=unix, CHECKLISTD_DATA="x", CHECKLISTD_STORE="postgres://x/y"),
        ):
            assert found[0] == 0 and "is ready" in found[1], found
        service.signal(signal.SIGSTOP)
        status, line = healthcheck("--listen", address)
        assert status == 1 and "within 5 seconds" in line, line
        service.signal(signal.SIGCONT)
        service.stop()
    for flags in (["--listen", address], ["--listen", unix]):
        status, line = healthcheck(*flags)
        assert status == 1 and "not ready" in line, line
    assert healthcheck("--listen", "127.0.0.1:0")[0] == 64
    assert not os.path.exists("x") and not os.path.exists("data"), "a health check made a folder"


def test_a_health_check_tells_the_reason(folder):
    reason = b'{"ready": false, "reason": "The disk is full."}'
    for answer, told in (
        (b"HTTP/1.1 503 x\r\ncontent-length: %d\r\n\r\n" % len(reason) + reason, "The disk is full."),
        (b"HTTP/1.1 404 x\r\n\r\n", "status 404"),
        (b"SSH-2.0-x\r\n", "not HTTP"),
        (b"", "not HTTP"),
    ):
        with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as server:

            def serve():
                connection = server.accept()[0]
                with contextlib.closing(connection):
                    connection.recv(1000)
                    connection.sendall(answer)

            threading.Thread(target=serve, daemon=True).start()
            status, line = healthcheck("--listen", f"127.0.0.1:{server.getsockname()[1]}")
            assert status == 1 and told in line, line


if __name__ == "__main__":
    run_tests(globals())

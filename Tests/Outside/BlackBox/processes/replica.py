"""Loses the data folder of a killed service, and restores it from the replica.

64 connections add items and note when each was sent and answered. A restore of the last moment must have all
that was answered until a second before the kill. A restore of an earlier moment must have all that was
answered by then, and nothing that was sent later. A replica that is full, read-only, gone, or of another
store is reported in log, metrics and /readyz, and holds up no request.

usage: replica.py [SECONDS] or [--seconds S] [--speed ROUNDS]
"""

import asyncio
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import BINARY, HANG_SECONDS, Service, wait_until  # noqa: E402

CONNECTIONS = 64
MOMENTS = 10
# The clocks of both sides count in milliseconds.
TICK_SECONDS = 0.002
# A few checkpoints remove segments that the replica follows.
CHECKPOINTS = ["--journal-changes-max", "1000"]


class Load:
    """Connections that add items; the times at which each text was sent and answered."""

    def __init__(self, port):
        self.port, self.sent, self.answered = port, {}, {}
        self.ending = False

    async def connection(self, name):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            number = 0
            while not self.ending:
                number += 1
                text = f"{name}-{number}"
                body = json.dumps({"text": text}).encode()
                self.sent[text] = time.time()
                head = "POST /v1/checklists/1/items HTTP/1.1\r\nhost: localhost\r\n"
                head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
                writer.write(head.encode() + body)
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
                await reader.readexactly(length)
                assert b" 201 " in head, head
                self.answered[text] = time.time()
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            pass

    async def run(self, seconds, end):
        """Runs for a time, then calls `end`. Returns some moments meanwhile."""
        tasks = [asyncio.create_task(self.connection(f"c{n}")) for n in range(CONNECTIONS)]
        moments = []
        for _ in range(MOMENTS):
            await asyncio.sleep(seconds / (MOMENTS + 1))
            moments.append(time.time())
        await asyncio.sleep(seconds / (MOMENTS + 1))
        end()
        await asyncio.wait_for(asyncio.gather(*tasks), HANG_SECONDS)
        return moments


def rfc3339(moment):
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).isoformat(timespec="milliseconds")


def command(*arguments):
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=HANG_SECONDS)


def restored(replica, at="latest"):
    """The texts of the items that a restore finds."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/data"
        done = command("restore", "--from", replica, "--at", at, "--data", data)
        assert done.returncode == 0, done
        exported = command("export", "--data", data)
        assert exported.returncode == 0, exported
        lists = json.loads(exported.stdout)["checklists"]
        return {item["text"] for each in lists for item in each["items"]}


def check_loss(seconds):
    folder = tempfile.mkdtemp(prefix="checklistd-")
    data, replica = f"{folder}/data", f"{folder}/replica"
    service = Service(data, "--replica", replica, *CHECKPOINTS)
    wait_until(lambda: "state=follows" in service.read_log(), service.read_log)
    load = Load(service.port)
    killed = []

    def lose():
        service.kill()
        killed.append(time.time())
        shutil.rmtree(data)

    moments = asyncio.run(load.run(seconds, lose))
    there = restored(replica)
    lost = [text for text in load.answered if text not in there]
    oldest = max((killed[0] - load.answered[text] for text in lost), default=0)
    assert oldest <= 1, f"{len(lost)} lost, the oldest answered {oldest:.3f} s before the kill, {folder}"
    strangers = {t for t in there if t.startswith("c")} - set(load.sent)
    assert not strangers, strangers
    for moment in moments:
        there = restored(replica, rfc3339(moment))
        missing = [t for t, at in load.answered.items() if at < moment - TICK_SECONDS and t not in there]
        later = [t for t, at in load.sent.items() if at > moment + TICK_SECONDS and t in there]
        assert not missing and not later, (rfc3339(moment), missing[:3], later[:3], folder)
    listed = command("restore", "--from", replica, "--list")
    assert listed.returncode == 0 and listed.stdout, listed
    # The restored store continues the same replica.
    done = command("restore", "--from", replica, "--data", data)
    assert done.returncode == 0, done
    with Service(data, "--replica", replica) as again:
        wait_until(lambda: "state=follows" in again.read_log(), again.read_log)
    shutil.rmtree(folder)
    print(
        f"{len(load.answered)} answered, the data folder lost: {len(lost)} lost, answered at most"
        f" {oldest * 1000:.0f} ms before; {MOMENTS} moments as answered"
    )


def metric(service, name):
    page = service.request("GET", "/metrics")[2].decode()
    return next(float(line.split()[1]) for line in page.splitlines() if line.startswith(name + " "))


def warning(service):
    status, _, body = service.request("GET", "/readyz")
    assert status == 200, body
    return body.get("warning")


def check_failure(name, break_it, mend_it, replica, data):
    """A replica that fails is reported once, holds up no request, and follows again."""
    number = 0

    def add(service):
        nonlocal number
        number += 1
        begin = time.monotonic()
        body = {"text": f"{name} {number}", "notes": "x" * 4000}
        status, _, answer = service.request("POST", "/v1/checklists/1/items", body)
        assert status == 201 and time.monotonic() - begin < 5, (status, answer)

    with Service(data, "--replica", replica) as service:
        wait_until(lambda: "state=follows" in service.read_log(), service.read_log)
        add(service)
        break_it()
        begin = time.monotonic()

        def fails():
            add(service)
            return warning(service)

        told = wait_until(fails, service.read_log)
        took = time.monotonic() - begin
        assert replica not in told, told
        time.sleep(2.5)
        add(service)
        assert service.read_log().count("state=failed") == 1, service.read_log()
        assert metric(service, "checklistd_replica_failures_total") > 1
        lag = metric(service, "checklistd_replica_lag_seconds")
        assert lag > 1, lag
        mend_it()
        wait_until(lambda: warning(service) is None, service.read_log)
        add(service)
        assert metric(service, "checklistd_replica_last_success_timestamp_seconds") > time.time() - 60
        assert service.read_log().count("state=follows") == 2, service.read_log()
        assert service.stop() == 0
    there = restored(replica)
    missing = [n for n in range(1, number + 1) if f"{name} {n}" not in there]
    assert not missing, (name, missing[:5])
    print(f"{name}: reported after {took:.1f} s as '{told}', {number} changes, none missing")


def check_failures():
    folder = tempfile.mkdtemp(prefix="checklistd-")
    disk, away = f"{folder}/disk", f"{folder}/away"
    os.mkdir(disk)
    data, replica = f"{folder}/data", f"{disk}/replica"
    check_failure("gone", lambda: os.rename(disk, away), lambda: os.rename(away, disk), replica, data)
    remove = lambda: shutil.rmtree(disk, ignore_errors=True)  # noqa: E731
    check_failure("removed", remove, lambda: os.makedirs(replica), replica, data)
    shutil.rmtree(disk)

    def mount(*options):
        subprocess.run(["mount", *options, disk], check=True, capture_output=True)

    def cover():
        """Mounts the same files over the disk, read-only."""
        mount("--bind", disk)
        mount("-o", "remount,bind,ro")

    os.mkdir(disk)
    try:
        mount("-t", "tmpfs", "-o", "size=2m", "replica")
    except subprocess.CalledProcessError as error:
        print(f"no file system can be mounted here: {error.stderr.decode().strip()}")
    else:
        try:
            check_failure(
                "full", lambda: pathlib.Path(disk, "filler").write_bytes(b"x" * 1_700_000),
                lambda: mount("-o", "remount,size=64m"), replica, data,
            )
            uncover = lambda: subprocess.run(["umount", disk], check=True)  # noqa: E731
            check_failure("read-only", cover, uncover, replica, data)
        finally:
            subprocess.run(["umount", "--lazy", disk], check=True)
    replica = f"{folder}/replica"
    with Service(data, "--replica", replica) as service:
        wait_until(lambda: "state=follows" in service.read_log(), service.read_log)
    for flags, status in (
        (["--data", f"{folder}/other", "--replica", replica], 73),
        (["--data", data, "--replica", folder], 64),
        (["--data", data, "--replica", f"{BINARY}/x"], 66),
        (["--store", "postgres://x@127.0.0.1:1/x", "--replica", replica], 64),
    ):
        done = command("--listen", "127.0.0.1:0", *flags)
        assert done.returncode == status and "--replica" in done.stderr, (flags, done)
    shutil.rmtree(folder)
    print("an unusable replica is refused at the start")


def speed(seconds, *flags):
    """Answered changes a second."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [flag.format(folder=folder) for flag in flags]
        with Service(f"{folder}/data", *arguments) as service:
            load = Load(service.port)

            def end():
                load.ending = True

            asyncio.run(load.run(seconds, end))
            return len(load.answered) / seconds


def main():
    given = options(__doc__, seconds=4, speed=0)
    if not given.speed:
        check_loss(given.seconds)
        check_failures()
    for _ in range(given.speed):
        without = speed(given.seconds)
        followed = speed(given.seconds, "--replica", "{folder}/replica")
        print(f"{without:.0f}/s without a replica, {followed:.0f}/s with one: {followed / without:.2f}")


main()

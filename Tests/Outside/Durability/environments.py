"""Runs the service where it cannot write as it wants: on a full disk, under a limit on file sizes, on a
read-only disk, in folders that are not writable or not its own, and on a folder that is in use.

usage: environments.py [--seed N] [--only TEXT] [-- FLAG ...]

Some of this needs the right to mount and to become another user; what cannot be had is skipped, and said so.
"""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

from starts import Service, command_line
from trial import Trial
from workload import Connection, NoAnswer

NOBODY = 65534
REQUESTS_MAX = 600
DISK_BYTES = 1 << 20
FILE_KILOBYTES_MAX = 64
REFUSALS_MAX = 20


class NotPermitted(Exception):
    """What these conditions need is not allowed here."""


def command(*arguments):
    result = subprocess.run([*map(str, arguments)], capture_output=True, text=True)
    if result.returncode != 0:
        raise NotPermitted(f"{arguments}: {result.stderr.strip()}")


@contextlib.contextmanager
def small_disk(folder):
    command("mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", folder)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=False)


def until_refused(trial):
    """Works until a request is refused, and a little on."""
    for _ in range(REQUESTS_MAX):
        if not trial.work(1):
            return trial.complain(f"ended where it should have refused: {trial.service.read_log()[-600:]}")
        if trial.statuses and trial.statuses[-1] >= 300:
            return trial.work(5)
    trial.complain(f"nothing was refused in {REQUESTS_MAX} requests")


def a_full_disk_that_has_room_again(folder, trial):
    with small_disk(folder):
        filler = folder / "filler"
        filler.write_bytes(bytes(DISK_BYTES * 9 // 10))
        if not trial.begin():
            return trial.complain(f"does not start with 100 kB of room: {trial.said}")
        until_refused(trial)
        filler.unlink()
        trial.work(10, recovers=True)
        trial.end()
        trial.restart()


def a_disk_that_is_full_at_the_start(folder, trial):
    with small_disk(folder):
        run_and_kill(trial)
        filler = folder / "filler"
        with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
            while file.write(bytes(512)):
                pass
        if trial.begin():
            trial.work(3)
        trial.end()
        filler.unlink()
        trial.restart()


def a_limit_on_file_sizes(folder, trial):
    """Writes beyond it are cut short, then refused, with a signal that must not end the process."""
    wrapper = ["bash", "-c", f'ulimit -f {FILE_KILOBYTES_MAX}; exec "$@"', "limited"]
    # Without the flags: a journal that is checkpointed all the time never becomes that long.
    if trial.begin(lambda: Service(trial.data, wrapper=wrapper)):
        until_refused(trial)
    trial.end()
    trial.restart()


def several_clients_that_reach_a_limit_on_file_sizes(folder, trial):
    """Each adds to lists that all share, and reads one after each refusal: what was answered is there."""
    wrapper = ["bash", "-c", f'ulimit -f {FILE_KILOBYTES_MAX}; exec "$@"', "limited"]
    if not trial.begin(lambda: Service(trial.data, wrapper=wrapper)):
        return trial.end()
    connection = Connection(trial.service.port)
    lists = [connection.request("POST", "/v1/checklists", {"name": "Shared"}).body["id"] for _ in range(3)]
    clients = [Adder(trial.service.port, lists[number % 3 :] + lists[: number % 3]) for number in range(4)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
        trial.complaints += client.complaints
    if not all(client.refusals for client in clients):
        trial.complain("nothing was refused to one of the clients")
    trial.end()
    if trial.begin():
        answered = sorted(identifier for client in clients for identifier in client.answered)
        items = Connection(trial.service.port).request("GET", "/v1/items?limit=1000&q=added").body
        if (there := sorted(item["id"] for item in items)) != answered:
            trial.complain(f"after a restart there is {there}, and {answered} was answered")
        trial.end()


class Adder(threading.Thread):
    """Adds items to lists in turn until it was refused some times, and reads a list after each refusal."""

    def __init__(self, port, lists):
        super().__init__()
        self.connection, self.lists = Connection(port), lists
        self.answered, self.refusals, self.complaints = [], 0, []

    def run(self):
        try:
            for number in range(REQUESTS_MAX):
                if self.refusals == REFUSALS_MAX:
                    break
                self.add(f"/v1/checklists/{self.lists[number % len(self.lists)]}/items")
        except NoAnswer as error:
            self.complaints.append(f"no answer: {error}")

    def add(self, target):
        answer = self.connection.request("POST", target, {"text": "added " + "x" * 900})
        if answer.status == 201:
            self.answered.append(answer.body["id"])
            return
        self.refusals += 1
        there = self.connection.request("GET", f"{target}?limit=1000")
        if answer.status != 507 or there.status != 200:
            self.complaints.append(f"refused with {answer.status}, and reading is answered {there.status}")


def a_disk_that_is_read_only(folder, trial):
    with small_disk(folder):
        run_and_kill(trial)
        command("mount", "-o", "remount,ro", folder)
        if trial.begin():
            trial.work(3)
        trial.end()
        command("mount", "-o", "remount,rw", folder)
        trial.restart()


def a_folder_that_is_not_writable(folder, trial):
    as_nobody(folder, trial, owner=NOBODY, mode=0o555)


def a_folder_of_another_user(folder, trial):
    as_nobody(folder, trial, owner=0, mode=0o700)


def a_folder_in_use(folder, trial):
    """A second service is refused, and the first goes on."""
    trial.begin()
    trial.work(3)
    try:
        Service(trial.data, *trial.flags).kill()
        trial.complain("two services work on one folder")
    except RuntimeError as error:
        if str(trial.data) not in str(error):
            trial.complain(f"refuses a folder in use without naming it: {str(error)[-600:]}")
    trial.work(3)
    trial.end()
    trial.restart()


def run_and_kill(trial):
    trial.begin()
    trial.work(10)
    trial.service.kill()


def as_nobody(folder, trial, owner, mode):
    """A service that may not write its folder says so, and changes nothing."""
    os.chmod(folder, 0o755)
    run_and_kill(trial)
    everything = [trial.data, *trial.data.rglob("*")]
    for path in everything:
        os.chown(path, owner, owner)
        os.chmod(path, mode if path.is_dir() else mode & 0o666)
    wrapper = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    command(*wrapper, "true")
    if trial.begin(lambda: Service(trial.data, *trial.flags, wrapper=wrapper)):
        trial.work(2)
    trial.end()
    for path in everything:
        os.chown(path, 0, 0)
        os.chmod(path, 0o700 if path.is_dir() else 0o600)
    trial.restart()


ENVIRONMENTS = [
    a_full_disk_that_has_room_again,
    a_disk_that_is_full_at_the_start,
    a_limit_on_file_sizes,
    several_clients_that_reach_a_limit_on_file_sizes,
    a_disk_that_is_read_only,
    a_folder_that_is_not_writable,
    a_folder_of_another_user,
    a_folder_in_use,
]


def main():
    options = command_line(__doc__, only="")
    print(f"seed {options.seed}")
    violations = skipped = 0
    chosen = [e for e in ENVIRONMENTS if options.only in e.__name__.replace("_", " ")]
    for environment in chosen:
        name, begun = environment.__name__.replace("_", " "), time.monotonic()
        with tempfile.TemporaryDirectory(prefix="environment-") as top:
            folder = pathlib.Path(top)
            trial = Trial(folder / "data", options.seed, options.flags)
            try:
                environment(folder, trial)
            except NotPermitted as error:
                print(f"  {name}: SKIPPED, not permitted here: {error}")
                skipped += 1
                continue
            except (NoAnswer, OSError, AssertionError) as error:
                trial.complain(f"failed: {error!r}")
        for complaint in trial.complaints:
            print(f"VIOLATION {name}: {complaint}")
        violations += len(trial.complaints)
        print(f"  {name}: {time.monotonic() - begun:.1f} s", flush=True)
    count = len(chosen) - skipped
    print(f"environments: {count} of {len(chosen)}, {violations} violations, seed {options.seed}")
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()

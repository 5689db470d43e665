"""Conditions that a machine can be in: a full disk, a limit on file sizes, folders that cannot be written."""

import contextlib
import os
import pathlib
import subprocess
import tempfile
import time

from owners import NoAnswer
from starts import Service
from trial import Trial, good

NOBODY = "65534"
STEPS_MAX = 600
TMPFS_BYTES = 1 << 20


class NotPermitted(Exception):
    """What these conditions need is not allowed here."""


def command(*arguments):
    result = subprocess.run(arguments, capture_output=True, text=True)
    if result.returncode != 0:
        raise NotPermitted(f"{' '.join(map(str, arguments))}: {result.stderr.strip()}")


@contextlib.contextmanager
def mounted(folder):
    """A disk of 1 MB."""
    command("mount", "-t", "tmpfs", "-o", f"size={TMPFS_BYTES}", "tmpfs", folder)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=False)


def until_refused(trial):
    """Works until a request is refused; false if none is, or if the process ended."""
    for _ in range(STEPS_MAX):
        if not trial.work(1):
            return False
        if trial.statuses[-1] >= 300:
            return True
    trial.complain(f"nothing was refused in {STEPS_MAX} requests")
    return False


def full_disk(folder, seed, flags):
    """A disk fills up, stays full for some requests, and has room again."""
    with mounted(folder):
        data = pathlib.Path(folder) / "data"
        filler = pathlib.Path(folder) / "filler"
        filler.write_bytes(bytes(TMPFS_BYTES * 9 // 10))
        trial = Trial(good(data, *flags), seed)
        if not trial.begin():
            trial.complain(f"does not start with 100 kB of room: {trial.refusal}")
            return trial.complaints
        if until_refused(trial):
            trial.work(5)
            filler.unlink()
            trial.statuses.clear()
            trial.work(10, recovers=True)
            if not any(status < 300 for status in trial.statuses):
                trial.complain(f"refuses changes though there is room: {trial.statuses}")
        else:
            trial.complain(f"ended on a full disk: {trial.service.read_log()[-600:]}")
        trial.end()
        trial.restart(good(data, *flags))
        return trial.complaints


def start_on_full_disk(folder, seed, flags):
    """A start with no room at all shows what there is, or says which file it could not write."""
    with mounted(folder):
        data = pathlib.Path(folder) / "data"
        trial = Trial(good(data, *flags), seed)
        trial.begin()
        trial.work(10)
        trial.service.kill()
        trial.service, trial.code = None, None
        filler = pathlib.Path(folder) / "filler"
        with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
            while file.write(bytes(512)):
                pass
        if trial.begin():
            trial.work(3)
        trial.end()
        trial.check_end(data)
        filler.unlink()
        trial.restart(good(data, *flags))
        return trial.complaints


def file_size_limit(folder, seed, flags):
    """Writes beyond `ulimit -f` are cut short, then refused, with a signal that must not end the process.

    The flags are left out: a journal that is checkpointed all the time never becomes that long.
    """
    data = pathlib.Path(folder) / "data"
    wrapper = ["bash", "-c", 'ulimit -f 64; exec "$@"', "limited"]
    trial = Trial(lambda: Service(data, wrapper=wrapper), seed)
    if not trial.begin():
        return [f"does not start under ulimit -f 64: {trial.refusal}"]
    if until_refused(trial):
        trial.work(5)
    else:
        trial.complain(f"ended at the limit: {trial.service.read_log()[-600:]}")
    trial.end()
    trial.check_end(data)
    trial.restart(good(data, *flags))
    return trial.complaints


def readable_only(folder, seed, flags):
    """A disk becomes read-only under the service, which goes on answering reads."""
    with mounted(folder):
        data = pathlib.Path(folder) / "data"
        trial = Trial(good(data, *flags), seed)
        trial.begin()
        trial.work(10)
        trial.service.kill()
        command("mount", "-o", "remount,ro", folder)
        try:
            trial.refusal = None
            if trial.begin():
                trial.work(3)
                trial.end()
            elif str(data) not in trial.refusal:
                trial.complain(f"refuses a read-only disk without naming a file: {trial.refusal[-600:]}")
        finally:
            command("mount", "-o", "remount,rw", folder)
        trial.restart(good(data, *flags))
        return trial.complaints


def of_another(folder, seed, flags, mode, owner):
    """A service that may not write its folder says so, and changes nothing."""
    os.chmod(folder, 0o755)
    data = pathlib.Path(folder) / "data"
    trial = Trial(good(data, *flags), seed)
    trial.begin()
    trial.work(5)
    trial.end()
    for path in [data, *data.rglob("*")]:
        os.chown(path, owner, owner)
        os.chmod(path, mode if path.is_dir() else mode & 0o666)
    wrapper = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    command(*wrapper, "true")
    trial.start, trial.service, trial.code = (lambda: Service(data, *flags, wrapper=wrapper)), None, None
    if trial.begin():
        trial.work(2)
    trial.end()
    trial.check_end(data)
    for path in [data, *data.rglob("*")]:
        os.chown(path, 0, 0)
        os.chmod(path, 0o700 if path.is_dir() else 0o600)
    trial.restart(good(data, *flags))
    return trial.complaints


def not_writable(folder, seed, flags):
    return of_another(folder, seed, flags, 0o555, int(NOBODY))


def owned_by_another(folder, seed, flags):
    return of_another(folder, seed, flags, 0o700, 0)


def in_use(folder, seed, flags):
    """A second service on the folder is refused, and the first goes on."""
    data = pathlib.Path(folder) / "data"
    trial = Trial(good(data, *flags), seed)
    trial.begin()
    trial.work(3)
    try:
        Service(data, *flags).kill()
        trial.complain("two services work on one folder")
    except RuntimeError as error:
        if str(data) not in str(error):
            trial.complain(f"refuses a folder in use without naming it: {str(error)[-600:]}")
    trial.work(3)
    trial.end()
    trial.restart(good(data, *flags))
    return trial.complaints


ALL = [
    full_disk,
    start_on_full_disk,
    file_size_limit,
    readable_only,
    not_writable,
    owned_by_another,
    in_use,
]


def run_all(only, seed, flags):
    """The complaints of all conditions whose name contains a text, and how many could not be had."""
    found, skipped = [], 0
    for condition in ALL:
        name = condition.__name__.replace("_", " ")
        if only not in name:
            continue
        begun = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="condition-") as folder:
            try:
                complaints = condition(folder, seed, flags)
            except NotPermitted as error:
                print(f"  {name}: SKIPPED, not permitted here: {error}")
                skipped += 1
                continue
            except (NoAnswer, OSError, AssertionError) as error:
                complaints = [f"failed: {error!r}"]
        print(f"  {name}: {len(complaints)} violations, {time.monotonic() - begun:.1f} s", flush=True)
        found += [f"{name}: {complaint}" for complaint in complaints]
    return found, skipped

"""Damages every file of a data folder in every way and looks what a start makes of it.

A start shows the same content as before, or is refused with the file's name and what to do, the folder
unchanged. It never shows something else, but for one case: the last batch of a process that was killed may
be gone without a word.

usage: damage.py [--seconds S] [--seed N] [--steps N] [-- FLAG ...]

  --seconds   how long damages are tried (default 60); those that are left are counted
"""

import collections
import dataclasses
import hashlib
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib

from starts import BINARY, Service, command_line, side_by_side
from workload import FIRST_OWNER, Connection, NoAnswer, Owner, look, together

REPORTED_MAX = 10
POSITIONS_MAX = 60
WAYS_OUT = re.compile(r"backup|[Rr]estore|verify|version|repair|remove|delete", re.ASCII)


@dataclasses.dataclass(frozen=True)
class Original:
    """A data folder, what it shows, and what it showed before the last request if that may be lost."""

    name: str
    folder: pathlib.Path
    shown: dict
    before: dict | None


@dataclasses.dataclass(frozen=True)
class Damage:
    """What is done to one file of a folder; content none removes it."""

    original: Original
    file: str
    story: str
    content: bytes | None


def originals(top, options):
    """Data folders as a clean stop, a kill some time after the last request and a kill right after it leave
    them."""
    for name, idle, polite in [
        ("stopped", 0, True),
        ("killed at rest", 1.5, False),
        ("killed at work", 0, False),
    ]:
        folder = top / name.replace(" ", "-")
        with Service(folder, *options.flags) as service:
            owner = Owner(FIRST_OWNER, random.Random(options.seed))
            connection = Connection(service.port)
            for _ in range(options.steps):
                owner.act(connection)
            before = together(look(connection))
            owner.act(connection)
            shown = together(look(connection))
            time.sleep(idle)
            if polite:
                service.stop()
            else:
                service.kill()
        yield Original(name, folder, shown, before if name == "killed at work" else None)


def damages(original, rng):
    """All that is done to the files of a folder; flips and cuts at every place of small files, and at some
    of others."""
    files = {
        str(path.relative_to(original.folder)): path.read_bytes()
        for path in sorted(original.folder.rglob("*"))
        if path.is_file()
    }
    for file, content in files.items():
        yield Damage(original, file, "removed", None)
        yield Damage(original, file, "emptied", b"")
        for position in places(content, rng):
            bit = 1 << rng.randrange(8)
            flipped = content[:position] + bytes([content[position] ^ bit]) + content[position + 1 :]
            yield Damage(
                original, file, f"bit {bit:#x} of byte {position} of {len(content)} flipped", flipped
            )
        for position in places(content, rng):
            yield Damage(original, file, f"cut off at byte {position} of {len(content)}", content[:position])
        for start in range(0, len(content), 512):
            zeroed = content[:start] + bytes(len(content[start : start + 512])) + content[start + 512 :]
            yield Damage(original, file, f"sector at byte {start} zeroed", zeroed)
        for story, foreign in [
            ("zeros", bytes(len(content))),
            ("a word", b"hello\n"),
            ("an object", b"{}\n"),
            ("an array", b"[]\n"),
            ("itself twice", content * 2),
            ("itself and a word", content + b"hello\n"),
            ("random bytes", rng.randbytes(len(content) or 9)),
        ]:
            yield Damage(original, file, f"replaced by {story}", foreign)
        for other, theirs in files.items():
            if theirs != content and pathlib.Path(other).parent == pathlib.Path(file).parent:
                yield Damage(original, file, f"replaced by {other}", theirs)
        newer = re.sub(rb'"format": ?\d+', b'"format":99', content, count=1)
        if newer != content:
            # A newer version checks its files as well.
            head, _, tail = newer.partition(b',"crc32":"')
            checked = head + b',"crc32":"%08x' % zlib.crc32(head) + tail[8:]
            yield Damage(original, file, "of format 99", checked if tail else newer)
        unknown = re.sub(rb'("format": ?\d+)', rb'\1,"unheard":1', content, count=1)
        if unknown != content:
            yield Damage(original, file, "with an unknown key", unknown)


def places(content, rng):
    if len(content) <= POSITIONS_MAX:
        return range(len(content))
    ends = [match.start() for match in re.finditer(rb"\n", content)]
    some = set(rng.sample(range(len(content)), POSITIONS_MAX // 2))
    some |= set(rng.sample(ends, min(len(ends), POSITIONS_MAX // 4)))
    return sorted(some | {min(end + 1, len(content) - 1) for end in ends[-POSITIONS_MAX // 4 :]})


def digest(folder):
    sha = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.name != "LOCK":
            sha.update(
                f"{path.relative_to(folder)}\0".encode() + (path.read_bytes() if path.is_file() else b"")
            )
    return sha.hexdigest()


def attempt(damage):
    """What a start on the damaged folder came to: (in a word, complaints)."""
    with tempfile.TemporaryDirectory(prefix="damage-", dir="/dev/shm") as top:
        data = pathlib.Path(top) / "data"
        shutil.copytree(damage.original.folder, data, ignore=shutil.ignore_patterns("control.sock"))
        target = data / damage.file
        if damage.content is None:
            target.unlink()
        else:
            target.write_bytes(damage.content)
        before = digest(data)
        checked = subprocess.run(
            [BINARY, "verify", "--data", str(data)], capture_output=True, text=True, timeout=60
        )
        complaints = [] if digest(data) == before else ["verify changed the folder"]
        try:
            service = Service(data)
        except RuntimeError as error:
            word, said = "refused", str(error)
            complaints += refusal_complaints(damage, said, data, before)
            if checked.returncode == 0:
                complaints.append(f"verify finds nothing, and a start is refused: {said[-300:]}")
            return word, complaints
        with service:
            try:
                shown = together(look(Connection(service.port)))
            except (NoAnswer, OSError, AssertionError) as error:
                return "failed", complaints + [f"started and failed: {error!r}"]
            log = service.read_log()
        word, more = judge(damage, shown, log, data)
        if checked.returncode != 0 and word == "the same":
            word = "the same, though verify complains"
        return word, complaints + more


def refusal_complaints(damage, said, data, before):
    complaints = []
    name = pathlib.Path(damage.file).name
    folder = pathlib.Path(damage.file).parts[0]
    if name not in said and not (damage.content is None and f"{data / folder}" in said):
        complaints.append(f"the refusal does not name the file: {said[-400:]}")
    if not WAYS_OUT.search(said):
        complaints.append(f"the refusal names no way out: {said[-400:]}")
    if digest(data) != before:
        complaints.append("the refused start changed the folder")
    if "ended with -" in said or "Fatal error" in said or "not ready" in said:
        complaints.append(f"crashed or hung: {said[-400:]}")
    return complaints


def judge(damage, shown, log, data):
    if "format 99" in damage.story:
        return "newer accepted", [f"takes a newer format: {log[-300:]}"]
    if shown == damage.original.shown:
        return "the same", []
    if damage.original.before is not None and shown == damage.original.before:
        return "without the last batch", []
    gone = sorted(set(damage.original.shown) - set(shown))
    said = "and says so" if "torn-" in log else "silently"
    return f"different {said}", [f"shows something else, {said}; gone: {gone}"]


def main():
    options = command_line(__doc__, seconds=60.0, steps=40)
    print(f"seed {options.seed}")
    rng = random.Random(options.seed)
    outcomes, violations, tried = collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory(prefix="damage-originals-") as top:
        planned = [d for original in originals(pathlib.Path(top), options) for d in damages(original, rng)]
        rng.shuffle(planned)
        for damage, (word, complaints) in side_by_side(attempt, planned, options.seconds):
            tried += 1
            outcomes[word] += 1
            for complaint in complaints:
                violations += 1
                if violations <= REPORTED_MAX:
                    where = f"{damage.original.name}: {damage.file} {damage.story}"
                    print(f"VIOLATION {where}: {complaint}", flush=True)
    for word, count in sorted(outcomes.items()):
        print(f"  {count:5} {word}")
    print(f"damage: {tried} of {len(planned)} damages tried, {violations} violations, seed {options.seed}")
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()

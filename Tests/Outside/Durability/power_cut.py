"""What a power cut may leave of a disk at a moment: the corner cases of what was not synced, and random ones.

Of what is not synced, a file keeps any mixture of its 512-byte sectors, old and new, and any size it has had
since (a size without the data reads as zeros); a folder keeps its changes of names up to any of them, in
order. Files and folders are independent of one another, so a new name may last without what is in the file,
and the other way round.
"""

import dataclasses
import hashlib
import os
import random

from disk import Disk, File, Folder, contents

SECTOR = 512
# How many single sectors and how many lengths of history are tried for one file, besides the random mixtures.
SINGLES_MAX = 8
PREFIXES_MAX = 4


@dataclasses.dataclass(frozen=True)
class State:
    """What a power cut may leave: content by path, none for a folder, and how it came about."""

    files: dict
    story: str

    def digest(self):
        sha = hashlib.sha256()
        for path, content in sorted(self.files.items()):
            sha.update(repr((path, content)).encode())
        return sha.hexdigest()

    def write(self, folder):
        """Makes the state real in an empty folder."""
        for path, content in sorted(self.files.items()):
            if content is None:
                os.mkdir(os.path.join(folder, path), 0o700)
            else:
                with open(os.path.join(folder, path), "wb") as file:
                    file.write(content)


def mixture(versions, size, choice):
    """A content of that size with sector `s` from version `choice(s)`, and zero where that was shorter."""
    parts = []
    for start in range(0, size, SECTOR):
        end = min(start + SECTOR, size)
        part = versions[choice(start // SECTOR)][start:end]
        parts.append(part + bytes(end - start - len(part)))
    return b"".join(parts)


def random_mixture(versions, rng):
    size = len(rng.choice(versions))
    return mixture(versions, size, lambda sector: rng.randrange(len(versions)))


def thinned(elements, limit, rng):
    """The elements, or so many of them: always the first and the last."""
    elements = list(elements)
    if len(elements) <= limit:
        return elements
    return sorted({elements[0], elements[-1], *rng.sample(elements[1:-1], limit - 2)})


def possible_contents(file, rng):
    """What may be left of a file, with a story, without doubles: first all lost, then all kept."""
    versions = file.versions()
    last, new = len(versions) - 1, len(versions[-1])
    found = {versions[0]: f"none of {last} writes"}
    found.setdefault(versions[last], f"all of {last} writes")
    for count in thinned(range(1, last), PREFIXES_MAX, rng):
        found.setdefault(versions[count], f"{count} of {last} writes")
    found.setdefault(mixture(versions, new, lambda sector: 0), "the size of all writes, the data of none")
    sectors = range((new + SECTOR - 1) // SECTOR)
    changed = [s for s in sectors if len({v[s * SECTOR : (s + 1) * SECTOR] for v in versions}) > 1]
    for one in thinned(changed, SINGLES_MAX, rng):
        for story, choice in [
            (f"all but sector {one}", lambda sector: 0 if sector == one else last),
            (f"only sector {one}", lambda sector: last if sector == one else 0),
            (f"up to sector {one}", lambda sector: last if sector <= one else 0),
        ]:
            found.setdefault(mixture(versions, new, choice), story)
        found.setdefault(versions[last][: (one + 1) * SECTOR], f"cut off after sector {one}")
    found.setdefault(random_mixture(versions, rng), "a mixture of sectors")
    return list(found.items())


def states(disk, rng, samples):
    """States that a power cut may leave now, of which `samples` random ones come after the corner cases."""
    paths = disk.nodes()
    folders = [node for node in paths if isinstance(node, Folder) and node.changes]
    files = {node: possible_contents(node, rng) for node in paths if isinstance(node, File) and node.changes}
    # How many changes of names a folder keeps; those that are not in here keep all.
    none = {folder: 0 for folder in folders}
    # What a file keeps.
    lost = {node: options[0][0] for node, options in files.items()}
    kept = {node: node.versions()[-1] for node in files}

    def state(names, chosen, story):
        found = contents(disk.root, lambda f: f.names(names.get(f)), lambda f: chosen.get(f, f.synced))
        return State(found, story)

    yield state({}, kept, "all kept")
    yield state(none, lost, "all that is not synced lost")
    yield state({}, lost, "names kept, contents lost")
    yield state(none, kept, "names lost, contents kept")
    for folder in folders:
        for count in range(len(folder.changes)):
            story = f"names of {paths[folder] or '.'}: {count} of {len(folder.changes)} changes kept"
            yield state({folder: count}, kept, story + ", contents kept")
            yield state({folder: count}, lost, story + ", contents lost")
    for node, options in files.items():
        for content, story in options:
            yield state({}, kept | {node: content}, f"{paths[node]}: {story}, else kept")
            yield state({}, lost | {node: content}, f"{paths[node]}: {story}, other contents lost")
            yield state(none, kept | {node: content}, f"{paths[node]}: {story}, names lost")
    for _ in range(samples if folders or files else 0):
        names = {folder: rng.randint(0, len(folder.changes)) for folder in folders}
        mixed = {node: random_mixture(node.versions(), rng) for node in files}
        yield state(names, mixed, "a random mixture of everything that is not synced")


def self_test():
    """Fails if of the states of a small disk one is missing, or one is there that may not be."""
    disk = Disk.__new__(Disk)
    old, new = b"a" * 700, b"a" * 700 + b"b" * 700
    file, disk.root = File(old, [(1, lambda content: new)]), Folder()
    disk.root.synced = {"old": file}
    disk.root.changes = [(2, lambda names: names.update({"new": names.pop("old")}))]
    found = {item for state in states(disk, random.Random(1), 50) for item in state.files.items()}
    torn = [old + bytes(700), new[:1024], new[:1024] + bytes(376), old + bytes(324) + new[1024:]]
    for content in [old, new, *torn]:
        assert {("old", content), ("new", content)} <= found, f"not found: {content}"
    for name, content in found:
        assert name in ("old", "new") and content.startswith(old) and len(content) <= 1400, (name, content)
        assert set(content[700:]) <= {0, ord("b")}
    return f"power cut: {len(found)} states of a small disk as they have to be"

"""What a power cut may leave of a disk at a moment: the corner cases of what was not synced, and random
mixtures.

Of what is not synced, a file keeps any mixture of its 512-byte sectors, old and new, and any size it has
had since (a size without the data reads as zeros); a folder keeps its changes of names up to any of them,
in order. Files and folders are independent of one another, so a new name may last without what is in the
file, and the other way round.
"""

import dataclasses
import hashlib
import os
import random

from disk import Disk, FileNode, FolderNode

SECTOR = 512
# How many single sectors and how many lengths of history are tried for one file, besides the random mixtures.
SINGLES_MAX = 8
PREFIXES_MAX = 8


@dataclasses.dataclass(frozen=True)
class State:
    """What a power cut may leave: contents by path, folders, and how it came about."""

    files: dict
    folders: frozenset
    story: str

    def digest(self):
        sha = hashlib.sha256()
        for path in sorted(self.files):
            sha.update(f"{path}\0{len(self.files[path])}\0".encode() + self.files[path])
        sha.update("\0".join(sorted(self.folders)).encode())
        return sha.hexdigest()

    def write(self, folder):
        """Makes the state real in an empty folder."""
        for path in sorted(self.folders):
            os.makedirs(os.path.join(folder, path), 0o700, exist_ok=True)
        for path, content in self.files.items():
            with open(os.path.join(folder, path), "wb") as file:
                file.write(content)


def mixture(versions, size, choice):
    """A content of that size whose sector `s` is from version `choice(s)`, and zero where that one was
    shorter."""
    parts = []
    for start in range(0, size, SECTOR):
        end = min(start + SECTOR, size)
        part = versions[choice(start // SECTOR)][start:end]
        parts.append(part + bytes(end - start - len(part)))
    return b"".join(parts)


def dirty_sectors(versions):
    """The sectors that are not the same in all versions."""
    longest = max(len(version) for version in versions)
    found = []
    for number in range((longest + SECTOR - 1) // SECTOR):
        start = number * SECTOR
        if len({version[start : start + SECTOR] for version in versions}) > 1:
            found.append(number)
    return found


def thinned(elements, limit, rng):
    """The elements, or so many of them: always the first and the last."""
    elements = list(elements)
    if len(elements) <= limit:
        return elements
    return sorted({elements[0], elements[-1], *rng.sample(elements[1:-1], limit - 2)})


def contents(node, rng):
    """What may be left of a file: (content, in words), without doubles; the first is all lost, the second
    all kept."""
    versions = node.versions()
    last = len(versions) - 1
    found = {versions[0]: f"none of {last} writes"}
    found.setdefault(versions[last], f"all of {last} writes")
    if last == 0:
        return list(found.items())
    for count in thinned(range(1, last), PREFIXES_MAX, rng) if last > 1 else []:
        found.setdefault(versions[count], f"{count} of {last} writes")
    dirty = dirty_sectors(versions)
    sizes = sorted({len(version) for version in versions})
    new = len(versions[last])
    found.setdefault(mixture(versions, new, lambda sector: 0), "the size of all writes, the data of none")
    for single in thinned(dirty, SINGLES_MAX, rng):
        found.setdefault(
            mixture(versions, new, lambda sector: 0 if sector == single else last), f"all but sector {single}"
        )
        found.setdefault(
            mixture(versions, new, lambda sector: last if sector == single else 0), f"only sector {single}"
        )
        found.setdefault(
            mixture(versions, new, lambda sector: last if sector <= single else 0), f"up to sector {single}"
        )
        found.setdefault(versions[last][: (single + 1) * SECTOR], f"cut off after sector {single}")
    for size in thinned(sizes, PREFIXES_MAX, rng):
        found.setdefault(random_mixture(versions, dirty, size, rng), f"a mixture of {size} bytes")
    return list(found.items())


def random_mixture(versions, dirty, size, rng):
    chosen = {sector: rng.randrange(len(versions)) for sector in dirty}
    return mixture(versions, size, lambda sector: chosen.get(sector, 0))


def build(disk, kept_names, kept_contents, story):
    """The state in which each folder has kept so many of its changes and each file one of its contents."""
    files, folders, waiting = {}, set(), [("", disk.root)]
    while waiting:
        path, folder = waiting.pop()
        for name, node in folder.names(kept_names.get(folder)).items():
            inner = f"{path}/{name}".lstrip("/")
            if isinstance(node, FolderNode):
                folders.add(inner)
                waiting.append((inner, node))
            else:
                files[inner] = kept_contents.get(node, node.synced)
    return State(files, frozenset(folders), story)


def states(disk, rng, samples):
    """States that a power cut may leave now; `samples` says how many random ones come after the corner
    cases."""
    paths = disk.nodes()
    folders = [node for node in paths if isinstance(node, FolderNode) and node.operations]
    choices = {node: contents(node, rng) for node in paths if isinstance(node, FileNode) and node.operations}
    none = {folder: 0 for folder in folders}
    lost = {node: options[0][0] for node, options in choices.items()}
    kept = {node: options[1][0] if len(options) > 1 else options[0][0] for node, options in choices.items()}
    yield build(disk, {}, kept, "all kept")
    yield build(disk, none, lost, "all that is not synced lost")
    yield build(disk, {}, lost, "names kept, contents lost")
    yield build(disk, none, kept, "names lost, contents kept")
    for folder in folders:
        for count in range(len(folder.operations)):
            story = f"names of {paths[folder] or '.'}: {count} of {len(folder.operations)} changes kept"
            yield build(disk, {folder: count}, kept, story + ", contents kept")
            yield build(disk, {folder: count}, lost, story + ", contents lost")
    for node, options in choices.items():
        for content, words in options:
            yield build(disk, {}, kept | {node: content}, f"{paths[node]}: {words}, else kept")
            if len(choices) > 1:
                yield build(disk, {}, lost | {node: content}, f"{paths[node]}: {words}, other contents lost")
            if folders:
                yield build(disk, none, kept | {node: content}, f"{paths[node]}: {words}, names lost")
    if folders or choices:
        for _ in range(samples):
            yield random_state(disk, paths, folders, choices, rng)


def random_state(disk, paths, folders, choices, rng):
    names = {folder: rng.randint(0, len(folder.operations)) for folder in folders}
    mixed, words = {}, []
    for node, options in choices.items():
        versions = node.versions()
        if rng.random() < 0.5:
            mixed[node], word = rng.choice(options)
        else:
            size = len(rng.choice(versions))
            mixed[node] = random_mixture(versions, dirty_sectors(versions), size, rng)
            word = f"a mixture of {size} bytes"
        words.append(f"{paths[node]}: {word}")
    words += [f"names of {paths[folder] or '.'}: {count} kept" for folder, count in names.items()]
    return build(disk, names, mixed, "; ".join(words))


def self_test():
    """Fails if a state is missing that has to be among those of a small disk, or one is there that may not
    be."""
    disk = Disk.__new__(Disk)
    file, folder = FileNode(b"a" * 700), FolderNode()
    file.operations = [(1, "write", 700, b"b" * 700)]
    folder.synced = {"old": file}
    folder.operations = [(2, "move", "old", "new")]
    disk.root = folder
    found = {
        (name, content)
        for state in states(disk, random.Random(1), 50)
        for name, content in state.files.items()
    }
    old, new = b"a" * 700, b"a" * 700 + b"b" * 700
    for content in (
        old,
        new,
        old + bytes(700),
        new[:1024],
        new[:1024] + bytes(376),
        old + bytes(324) + new[1024:],
    ):
        assert {("old", content), ("new", content)} <= found, f"not found: {content}"
    for name, content in found:
        assert name in ("old", "new") and content.startswith(old) and len(content) <= 1400, (name, content)
        assert set(content[700:]) <= {0, ord("b")}
    return f"power cut: {len(found)} states of a small disk as they have to be"

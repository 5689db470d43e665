"""A model of the disk under a folder: what is synced and what is not, as system calls change it.

The rules are POSIX's, not those of one file system: what was written to a file lasts once a sync of the file
that began afterwards has returned; a name that was made, changed or taken away lasts once a sync of its
folder has returned, and a sync of the file does not help.

It knows the calls that the store makes. Any other that touches the folder is an error, and after every run
the model is compared with what the folder really holds.
"""

import dataclasses
import os

from system_calls import FILE_CALLS

SYNCS = ("fsync", "fdatasync")


class NotModelled(Exception):
    """A call that this model would get wrong."""


@dataclasses.dataclass(eq=False)
class File:
    """A file's content on the disk, and the changes since, oldest first: (sequence, function)."""

    synced: bytes = b""
    changes: list = dataclasses.field(default_factory=list)

    def versions(self):
        """The content after none, one, … all of the changes."""
        contents = [self.synced]
        for _, change in self.changes:
            contents.append(change(contents[-1]))
        return contents

    def settle(self, through):
        """Makes the changes up to a sequence number last."""
        count = sum(sequence <= through for sequence, _ in self.changes)
        self.synced, self.changes = self.versions()[count], self.changes[count:]


@dataclasses.dataclass(eq=False)
class Folder:
    """A folder's names on the disk, and the changes to them since, oldest first: (sequence, function)."""

    synced: dict = dataclasses.field(default_factory=dict)
    changes: list = dataclasses.field(default_factory=list)

    def names(self, count=None):
        """The names after so many of the changes, or after all."""
        names = dict(self.synced)
        for _, change in self.changes[:count]:
            change(names)
        return names

    def settle(self, through):
        count = sum(sequence <= through for sequence, _ in self.changes)
        self.synced, self.changes = self.names(count), self.changes[count:]


class Disk:
    """The disk under one folder; `apply` follows a trace. What the folder holds at first counts as synced."""

    def __init__(self, folder):
        self.folder = os.path.realpath(folder)
        self.sequence = 0
        self.covers = {}
        self.root = load(self.folder)

    def nodes(self):
        """Every node that has a name or may get one back, with a path of it to tell about."""
        found, waiting = {}, [("", self.root)]
        while waiting:
            path, node = waiting.pop()
            found[node] = path
            if isinstance(node, Folder):
                for count in range(len(node.changes) + 1):
                    children = node.names(count).items()
                    waiting += [(f"{path}/{n}".lstrip("/"), c) for n, c in children if c not in found]
        return found

    def lookup(self, path):
        """The folder that a path's last part is in, that part, and what it names now; none if the path is
        outside."""
        path = os.path.normpath(path or "/")
        if path == self.folder:
            return None, "", self.root
        if not path.startswith(self.folder + "/"):
            return None
        node, parts = self.root, path[len(self.folder) + 1 :].split("/")
        for part in parts[:-1]:
            node = node.names()[part]
        return node, parts[-1], node.names().get(parts[-1])

    def apply(self, ends, call):
        """Follows the begin or the end of a call; true if what a power cut may leave is different now."""
        if call.name in SYNCS and not ends:
            self.covers[call] = self.sequence
        if not ends or not call.succeeded or call.injected:
            return False
        before = self.sequence
        if call.name in SYNCS:
            return self.sync(call)
        handler = getattr(self, call.name, None)
        if handler is not None:
            handler(call)
        elif call.name in FILE_CALLS and any(map(self.lookup, [call.path, *call.paths])):
            raise NotModelled(f"{call.name}({call.text[:200]})")
        return self.sequence != before

    def change(self, node, function):
        self.sequence += 1
        node.changes.append((self.sequence, function))

    def sync(self, call):
        covered, found = self.covers.pop(call), self.lookup(call.path)
        if found is None or found[2] is None or not found[2].changes:
            return False
        found[2].settle(covered)
        return True

    # The calls of the store, by their names.

    def openat(self, call):
        if not (found := self.lookup(call.paths[0])) or "O_CREAT" not in call.text:
            return
        folder, name, node = found
        if node is None:
            self.enter(folder, name, File())
        elif "O_TRUNC" in call.text:
            self.change(node, lambda content: b"")

    def pwrite64(self, call):
        if not (found := self.lookup(call.path)):
            return
        offset, data = call.last_number, call.strings[0][: call.result]

        def write(content):
            content += bytes(max(0, offset - len(content)))
            return content[:offset] + data + content[offset + len(data) :]

        self.change(found[2], write)

    def ftruncate(self, call):
        if found := self.lookup(call.path):
            size = call.last_number
            self.change(found[2], lambda content: content[:size] + bytes(max(0, size - len(content))))

    def rename(self, call):
        source, target = map(self.lookup, call.paths)
        if source is None and target is None:
            return
        if source is None or target is None or source[0] is not target[0]:
            raise NotModelled(f"a rename from one folder to another: {call.paths}")
        folder, old, _ = source
        self.change(folder, lambda names: names.update({target[1]: names.pop(old)}))

    def unlink(self, call):
        if found := self.lookup(call.paths[0]):
            self.change(found[0], lambda names: names.pop(found[1], None))

    rmdir = unlink

    def mkdir(self, call):
        if found := self.lookup(call.paths[0]):
            self.enter(found[0], found[1], Folder())

    def enter(self, folder, name, node):
        self.change(folder, lambda names: names.update({name: node}))

    # The whole.

    def end_process(self, calls, folder):
        """Ends a process whose calls those were. What it had not synced stays so.

        A call that it was in when it was killed may have been made or not: what `folder` holds tells.
        """
        for call in calls:
            wrong, before = len(self.differences(folder)), self.sequence
            if call.end is None and wrong and call.name not in SYNCS:
                size = len(call.strings[0]) if call.name == "pwrite64" else 0
                self.apply(True, dataclasses.replace(call, end=call.begin, result=size))
                if len(self.differences(folder)) >= wrong:
                    for node in self.nodes():
                        node.changes = [change for change in node.changes if change[0] <= before]
        self.covers = {}

    def differences(self, folder):
        """Where the model is not what a folder really holds: it has to be, or it proves nothing."""
        mine, real = contents(self.root), contents(load(folder))
        return [path for path in sorted(mine | real) if mine.get(path) != real.get(path)]


def load(path):
    """What a real folder holds, as synced. The socket of a killed server is no part of the data."""
    folder = Folder()
    for entry in os.scandir(path):
        if entry.is_dir(follow_symlinks=False):
            folder.synced[entry.name] = load(entry.path)
        elif entry.is_file(follow_symlinks=False):
            with open(entry.path, "rb") as file:
                folder.synced[entry.name] = File(file.read())
    return folder


def contents(root, names=Folder.names, content=lambda file: file.versions()[-1]):
    """Path to content of all files, and to none of all folders: as a process sees them, or by other functions
    that give a folder's names and a file's content."""
    found, waiting = {}, [("", root)]
    while waiting:
        path, folder = waiting.pop()
        for name, node in names(folder).items():
            inner = f"{path}/{name}".lstrip("/")
            if isinstance(node, Folder):
                found[inner] = None
                waiting.append((inner, node))
            else:
                found[inner] = content(node)
    return found

"""A model of the disk under a folder: what is synced and what is not, as system calls change it.

The rules are POSIX's, not those of one file system:
- what was written to a file lasts once a sync of the file that began afterwards has returned;
- a name that was made, changed or taken away lasts once a sync of its folder has returned; a sync of the
  file does not help;
"""

import copy
import dataclasses
import os

from system_calls import Descriptor, Event


class NotModelled(Exception):
    """A call that this model would get wrong."""


@dataclasses.dataclass(eq=False)
class FileNode:
    """A file's content on the disk, and the writes and truncations since, oldest first: (sequence, kind,
    …)."""

    synced: bytes = b""
    operations: list = dataclasses.field(default_factory=list)

    def versions(self):
        """The content after none, one, … all of the operations."""
        contents = [self.synced]
        for _, kind, *details in self.operations:
            contents.append(changed(contents[-1], kind, *details))
        return contents

    def current(self):
        return self.versions()[-1]

    def settle(self, through):
        """Makes the operations up to a sequence number last."""
        lasting = [operation for operation in self.operations if operation[0] <= through]
        for _, kind, *details in lasting:
            self.synced = changed(self.synced, kind, *details)
        self.operations = self.operations[len(lasting) :]


@dataclasses.dataclass(eq=False)
class FolderNode:
    """A folder's names on the disk, and the changes to them since, oldest first: (sequence, kind, …)."""

    synced: dict = dataclasses.field(default_factory=dict)
    operations: list = dataclasses.field(default_factory=list)

    def names(self, count=None):
        """The names after so many of the changes, or after all."""
        names = dict(self.synced)
        for operation in self.operations[:count]:
            rename(names, *operation[1:])
        return names

    def settle(self, through):
        lasting = [operation for operation in self.operations if operation[0] <= through]
        self.synced = self.names(len(lasting))
        self.operations = self.operations[len(lasting) :]


def changed(content, kind, *details):
    """A file's content after a write at an offset, or after a truncation."""
    if kind == "truncate":
        (size,) = details
        return content[:size] + bytes(max(0, size - len(content)))
    offset, data = details
    if offset > len(content):
        content += bytes(offset - len(content))
    return content[:offset] + data + content[offset + len(data) :]


def rename(names, kind, *details):
    """Changes a folder's names: `enter` gives a node a name, `leave` takes a name away, `move` gives a new
    one."""
    if kind == "enter":
        names[details[0]] = details[1]
    elif kind == "leave":
        names.pop(details[0], None)
    else:
        names[details[1]] = names.pop(details[0])


@dataclasses.dataclass
class OpenFile:
    node: object
    position: int = 0
    appends: bool = False


class Disk:
    """The disk under one folder; `apply` follows a trace.

    What the folder holds when the model is made counts as synced; `empty` makes the model of a folder that
    had nothing in it.
    """

    def __init__(self, folder, empty=False):
        self.folder = os.path.realpath(folder)
        self.sequence = 0
        self.descriptors = {}
        self.covers = {}
        self.root = FolderNode() if empty else self.load(self.folder)

    def load(self, path):
        node = FolderNode()
        for entry in os.scandir(path):
            if entry.is_dir(follow_symlinks=False):
                node.synced[entry.name] = self.load(entry.path)
            else:
                with open(entry.path, "rb") as file:
                    node.synced[entry.name] = FileNode(file.read())
        return node

    def end_process(self, calls, folder):
        """Forgets the descriptors of a process that has ended. What it had not synced stays so.

        A call that it was in when it was killed may have been made or not: what `folder` holds tells.
        """
        for call in calls:
            wrong = len(self.differences(folder))
            if call.end is None and wrong:
                size = len(call.arguments[1]) if "write" in call.name else 0
                made = dataclasses.replace(call, end=call.begin, result=size)
                other = copy.deepcopy(self)
                other.apply(Event(call.begin, True, made))
                if len(other.differences(folder)) < wrong:
                    self.__dict__ = other.__dict__
        self.descriptors = {}
        self.covers = {}

    def nodes(self):
        """Every node that has a name or may get one back, with a path of it to tell about."""
        found, waiting = {}, [("", self.root)]
        while waiting:
            path, node = waiting.pop()
            if node in found:
                continue
            found[node] = path
            if isinstance(node, FolderNode):
                children = list(node.synced.items())
                children += [operation[2:4] for operation in node.operations if operation[1] == "enter"]
                waiting += [(f"{path}/{name}".lstrip("/"), child) for name, child in children]
        return found

    def lookup(self, path):
        """The folder that a path's last part is in, that part, and the node, if any; none outside the
        folder."""
        path = os.path.normpath(os.path.join("/", path))
        if path == self.folder:
            return None, "", self.root
        if not path.startswith(self.folder + "/"):
            return None
        node, parts = self.root, path[len(self.folder) + 1 :].split("/")
        for part in parts[:-1]:
            node = node.names().get(part)
            if not isinstance(node, FolderNode):
                raise NotModelled(f"{path}: its folder is unknown")
        return node, parts[-1], node.names().get(parts[-1])

    def change(self, node, *operation):
        self.sequence += 1
        node.operations.append((self.sequence, *operation))

    def apply(self, event):
        """Follows an event; true if what a power cut may leave is different now."""
        handler = getattr(self, ("end_" if event.ends else "begin_") + event.call.name, None)
        if handler is None or (event.ends and not event.call.succeeded):
            return False
        before = self.sequence
        return bool(handler(event.call)) or self.sequence != before

    # Descriptors

    def end_openat(self, call):
        folder, name, flags = call.arguments[:3]
        self.opened(call, self.absolute(folder, name), flags)

    def end_open(self, call):
        self.opened(call, self.absolute(None, call.arguments[0]), call.arguments[1])

    def end_creat(self, call):
        self.opened(call, self.absolute(None, call.arguments[0]), "O_WRONLY|O_CREAT|O_TRUNC")

    def opened(self, call, path, flags):
        self.descriptors.pop(call.result, None)
        found = self.lookup(path)
        if found is None or "O_PATH" in flags:
            return
        if "O_TMPFILE" in flags:
            raise NotModelled("O_TMPFILE")
        folder, name, node = found
        if node is None:
            node = FileNode()
            self.change(folder, "enter", name, node)
        elif "O_TRUNC" in flags:
            self.change(node, "truncate", 0)
        self.descriptors[call.result] = OpenFile(node, 0, "O_APPEND" in flags)

    def begin_close(self, call):
        # Another thread may be given the number before this one has returned.
        self.descriptors.pop(call.arguments[0].number, None)

    def end_dup(self, call):
        self.descriptors.pop(call.result, None)
        if (file := self.file(call)) is not None:
            self.descriptors[call.result] = file

    end_dup2 = end_dup3 = end_dup

    def file(self, call):
        descriptor = call.arguments[0]
        return self.descriptors.get(descriptor.number) if isinstance(descriptor, Descriptor) else None

    def absolute(self, folder, name):
        text = name.decode(errors="surrogateescape")
        if os.path.isabs(text):
            return text
        if folder is None:
            raise NotModelled(f"a relative path without its folder: {text}")
        return os.path.join(folder.path, text)

    # Contents

    def end_lseek(self, call):
        if (file := self.file(call)) is not None:
            file.position = call.result

    def end_write(self, call):
        self.wrote(call, call.arguments[1])

    def end_writev(self, call):
        self.wrote(call, b"".join(part["iov_base"] for part in call.arguments[1]))

    def end_pwrite64(self, call):
        self.wrote(call, call.arguments[1], call.arguments[3])

    def end_pwritev(self, call):
        self.wrote(call, b"".join(part["iov_base"] for part in call.arguments[1]), call.arguments[3])

    def wrote(self, call, data, offset=None):
        if (file := self.file(call)) is None or call.injected:
            return
        if len(data) < call.result:
            raise NotModelled("strace cut off the data of a write; give it a higher -s")
        if file.appends:
            offset = len(file.node.current())
        if offset is None:
            offset = file.position
            file.position += call.result
        self.change(file.node, "write", offset, data[: call.result])

    def end_ftruncate(self, call):
        if (file := self.file(call)) is not None:
            self.change(file.node, "truncate", call.arguments[1])

    def end_truncate(self, call):
        found = self.lookup(self.absolute(None, call.arguments[0]))
        if found is not None:
            self.change(found[2], "truncate", call.arguments[1])

    def refuse(self, call):
        for argument in call.arguments:
            if isinstance(argument, Descriptor) and argument.number in self.descriptors:
                raise NotModelled(f"{call.name} on {argument.path}")

    end_fallocate = end_copy_file_range = end_sendfile = end_splice = end_pwritev2 = refuse

    def end_io_uring_setup(self, call):
        raise NotModelled("io_uring writes without system calls")

    # Syncs

    def begin_fsync(self, call):
        self.covers[call] = self.sequence

    def end_fsync(self, call):
        cover = self.covers.pop(call)
        file = self.file(call)
        if file is None or call.injected or not file.node.operations:
            return False
        file.node.settle(cover)
        return True

    begin_fdatasync, end_fdatasync = begin_fsync, end_fsync
    begin_syncfs = begin_sync = begin_fsync

    def end_sync(self, call):
        cover = self.covers.pop(call)
        for node in self.nodes():
            node.settle(cover)
        return True

    end_syncfs = end_sync

    # Names

    def end_rename(self, call):
        self.renamed(*(self.absolute(None, name) for name in call.arguments[:2]))

    def end_renameat(self, call):
        if len(call.arguments) > 4 and call.arguments[4] != 0 and "NOREPLACE" not in str(call.arguments[4]):
            raise NotModelled(f"renameat2 with {call.arguments[4]}")
        self.renamed(self.absolute(*call.arguments[0:2]), self.absolute(*call.arguments[2:4]))

    end_renameat2 = end_renameat

    def renamed(self, old, new):
        source, target = self.lookup(old), self.lookup(new)
        if source is None and target is None:
            return
        if source is None or target is None or source[0] is not target[0]:
            raise NotModelled(f"a rename from one folder to another: {old} to {new}")
        self.change(source[0], "move", source[1], target[1])

    def end_unlink(self, call):
        self.removed(self.absolute(None, call.arguments[0]))

    end_rmdir = end_unlink

    def end_unlinkat(self, call):
        self.removed(self.absolute(*call.arguments[:2]))

    def removed(self, path):
        if (found := self.lookup(path)) is not None:
            self.change(found[0], "leave", found[1])

    def end_mkdir(self, call):
        self.made(self.absolute(None, call.arguments[0]), FolderNode())

    def end_mkdirat(self, call):
        self.made(self.absolute(*call.arguments[:2]), FolderNode())

    def end_link(self, call):
        source = self.lookup(self.absolute(None, call.arguments[0]))
        self.made(self.absolute(None, call.arguments[1]), source and source[2])

    def end_linkat(self, call):
        source = self.lookup(self.absolute(*call.arguments[0:2]))
        self.made(self.absolute(*call.arguments[2:4]), source and source[2])

    def made(self, path, node):
        if (found := self.lookup(path)) is not None and found[0] is not None:
            self.change(found[0], "enter", found[1], node)

    def end_symlink(self, call):
        raise NotModelled("a symbolic link")

    end_symlinkat = end_symlink

    # The whole

    def tree(self):
        """What a process sees now: contents by path, and folders."""
        files, folders, waiting = {}, set(), [("", self.root)]
        while waiting:
            path, folder = waiting.pop()
            for name, node in folder.names().items():
                inner = f"{path}/{name}".lstrip("/")
                if isinstance(node, FolderNode):
                    folders.add(inner)
                    waiting.append((inner, node))
                else:
                    files[inner] = node.current()
        return files, folders

    def differences(self, folder):
        """Where the model is not what a folder really holds: it has to be, or it proves nothing."""
        real = Disk(folder).tree()
        mine = self.tree()
        paths = set(real[0]) | set(mine[0])
        found = [path for path in sorted(paths) if real[0].get(path) != mine[0].get(path)]
        return found + sorted(real[1] ^ mine[1])

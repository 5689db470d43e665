"""Reads what strace wrote: which system calls were begun and which returned, in the order in which that was
seen, and when each answer left.

strace stops a thread before its call is made and again before it sees the result, so of two calls where one
waits for the other the lines are in that order.
"""

import dataclasses
import re

# Every call that can change a file or a name, so that one the disk's model does not know is noticed.
# `io_uring_setup` is here to be refused: its writes would go unseen.
FILE_CALLS = (
    "open openat openat2 creat write pwrite64 writev pwritev pwritev2 truncate ftruncate fallocate "
    "copy_file_range sendfile splice fsync fdatasync sync syncfs rename renameat renameat2 unlink unlinkat "
    "mkdir mkdirat rmdir link linkat symlink symlinkat io_uring_setup"
).split()
ANSWER_CALLS = ["accept", "accept4", "sendto", "sendmsg", "sendmmsg"]

# A thread that is killed while it is looked at is `detached`; of one that ends then the call is not known.
BEGUN = re.compile(r"(\w+)\((.*) <(?:unfinished|detached) \.\.\.>$")
RESUMED = re.compile(r"<\.\.\. (\w+) resumed>(.*)$")
WHOLE = re.compile(r"(\w+)\((.*)$")
RESULT = re.compile(r"^(.*)\)\s+= (\?|-?\d+)(?:<.*>)?(.*)$")
UNKNOWN = ("+++", "---", "???", "<... ???")

STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
DESCRIPTOR = re.compile(r"(\d+|AT_FDCWD)<((?:\\x[0-9a-f]{2})*)>")


@dataclasses.dataclass(eq=False)
class Call:
    """A system call of one thread. `begin` and `end` are lines of the trace; `end` is none if it never
    returned."""

    name: str
    text: str
    begin: int
    end: int | None = None
    result: int | None = None
    injected: bool = False

    @property
    def succeeded(self):
        return self.result is not None and self.result >= 0

    @property
    def strings(self):
        """The strings among the arguments, as bytes."""
        return [unescape(text) for text in STRING.findall(self.text)]

    @property
    def paths(self):
        """The names of files among the arguments, absolute."""
        names = [string.decode(errors="surrogateescape") for string in self.strings]
        return [name if name.startswith("/") else f"{self.path}/{name}" for name in names]

    @property
    def descriptor(self):
        """The number of the file that it is about."""
        match = DESCRIPTOR.match(self.text)
        return int(match[1]) if match and match[1] != "AT_FDCWD" else None

    @property
    def path(self):
        """Where the file is that it is about."""
        match = DESCRIPTOR.match(self.text)
        return unescape(match[2]).decode() if match else None

    @property
    def last_number(self):
        return int(self.text.rsplit(", ", 1)[1])

    def finish(self, text, line):
        """Takes over how it returned."""
        match = RESULT.match(text)
        if not match:
            raise ValueError(f"line {line} has no result: {text[-200:]}")
        self.text, self.injected = match[1], "(INJECTED)" in match[3]
        if match[2] != "?":
            self.end, self.result = line, int(match[2])


def unescape(text):
    return bytes.fromhex(text.replace("\\x", ""))


def read_trace(path):
    """The calls of a trace in the order in which they began. It needs the flags `-f -xx -y` and a string
    limit (`-s`) that no call exceeds."""
    calls, unfinished = [], {}
    with open(path, encoding="ascii", errors="replace") as file:
        for line, content in enumerate(file):
            thread, _, rest = content.strip().partition(" ")
            rest = rest.lstrip()
            if not rest or rest.startswith(UNKNOWN):
                continue
            if match := RESUMED.match(rest):
                call = unfinished.pop(thread)
                call.finish(call.text + match[2], line)
            elif match := BEGUN.match(rest):
                call = unfinished[thread] = Call(match[1], match[2], line)
                calls.append(call)
            elif match := WHOLE.match(rest):
                calls.append(Call(match[1], "", line))
                calls[-1].finish(match[2], line)
            else:
                raise ValueError(f"line {line} of {path}: {rest[:200]}")
    return calls


def events(calls):
    """(line, whether the call returned there, call) for all begins and ends, in their order."""
    begins = [(call.begin, False, call) for call in calls]
    ends = [(call.end, True, call) for call in calls if call.end is not None]
    # Of a call on one line the begin comes first; the sort is stable.
    return sorted(begins + ends, key=lambda event: event[0])


def length(calls):
    """How many lines a trace has, as far as that matters."""
    return max((max(call.begin, call.end or 0) for call in calls), default=0) + 1


def answer_lines(calls, session, base):
    """Where each answer left: its place, which is (session, the client's port, how many came before), to the
    line at which its last byte was given to the system. Lines are counted from `base`."""
    clients, streams, found = {}, {}, {}
    for line, ends, call in events(calls):
        if call.name.startswith("accept") and ends and call.succeeded:
            if port := re.search(r"htons\((\d+)\)", call.text):
                clients[call.result], streams[call.result] = int(port[1]), [b"", 0]
        elif not ends and call.descriptor in clients and call.path.startswith("socket:"):
            data = b"".join(call.strings)
            stream = streams[call.descriptor]
            stream[0] += data[: max(call.result, 0)] if call.end is not None else data
            while (size := answer_bytes(stream[0])) is not None:
                stream[0] = stream[0][size:]
                found[(session, clients[call.descriptor], stream[1])] = base + line
                stream[1] += 1
    return found


def answer_bytes(stream):
    """How long the first answer of a stream is; none if it is not whole."""
    head, end, rest = stream.partition(b"\r\n\r\n")
    content = re.search(rb"\r\ncontent-length: *(\d+)", head.lower())
    size = int(content[1]) if content and head.split(b" ", 2)[1] not in (b"204", b"304") else 0
    return len(head) + len(end) + size if end and len(rest) >= size else None

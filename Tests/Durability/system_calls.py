"""Reads what strace wrote: system calls with their arguments as values, in the order in which they began
and ended."""

import dataclasses
import re

# What a trace has to hold for the disk to be modelled: every call that can change a file, make a name or a
# descriptor, and those that send an answer. `io_uring_setup` is here to
# be refused: its writes would go unseen.
FILE_CALLS = (
    "open,openat,openat2,creat,close,dup,dup2,dup3,lseek,write,pwrite64,writev,pwritev,pwritev2,"
    "truncate,ftruncate,fallocate,copy_file_range,sendfile,splice,fsync,fdatasync,sync,syncfs,"
    "rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,"
    "io_uring_setup"
)
ANSWER_CALLS = "accept,accept4,sendto,sendmsg,sendmmsg"

TOKEN = re.compile(
    r'"(?P<text>(?:\\x[0-9a-f]{2})*)"'
    r"|(?P<number>AT_FDCWD|-?\d+)<(?P<path>(?:\\x[0-9a-f]{2})*)>(?:\(deleted\))?"
    r"|(?P<punctuation>[\[\]{}(),=])"
    r"|(?P<word>[^\[\]{}(),=\"\s]+)"
    r"|\s+"
)
# The second is what strace writes of a thread that is killed while it is being looked at.
BEGUN = re.compile(r"(\w+)\((.*) <(?:unfinished|detached) \.\.\.>$")
RESUMED = re.compile(r"<\.\.\. (\w+) resumed>(.*)$")
WHOLE = re.compile(r"(\w+)\((.*)$")
RESULT = re.compile(r"^(.*)\)\s+= (\?|-?\d+|0x[0-9a-f]+)(.*)$")
WORKING_FOLDER = -100


@dataclasses.dataclass(frozen=True)
class Descriptor:
    """An open file as an argument: its number (-100 for the working folder) and the path that it had."""

    number: int
    path: str


@dataclasses.dataclass(eq=False)
class Call:
    """A system call of one thread. `begin` and `end` are lines of the trace; `end` is none if it never
    returned."""

    thread: int
    name: str
    arguments: list
    begin: int
    end: int | None = None
    result: int | None = None
    error: str | None = None
    injected: bool = False

    @property
    def succeeded(self):
        return self.end is not None and self.error is None and self.result is not None


@dataclasses.dataclass(frozen=True)
class Event:
    """A call's begin or its end, and at which line of the trace."""

    position: int
    ends: bool
    call: Call


def unescape(text):
    return bytes.fromhex(text.replace("\\x", ""))


def tokens(text):
    """The values and the punctuation of an argument list; punctuation comes as one-character `str`
    subclass."""
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            raise ValueError(
                f"not an argument list at {position}: {text[max(0, position - 40):position + 80]}"
            )
        position = match.end()
        if match["text"] is not None:
            yield "value", unescape(match["text"])
        elif match["number"] is not None:
            number = WORKING_FOLDER if match["number"] == "AT_FDCWD" else int(match["number"])
            yield "value", Descriptor(number, unescape(match["path"]).decode(errors="surrogateescape"))
        elif match["punctuation"]:
            yield "punctuation", match["punctuation"]
        elif match["word"]:
            yield "word", match["word"]


def parse_arguments(text):
    """The arguments of a call: bytes for strings, int for numbers, `Descriptor`, list for arrays, dict for
    structures, and the text itself for flags and whatever else."""
    stack = [[]]
    for kind, token in tokens(text):
        if kind == "punctuation" and token in "[{(":
            stack.append([])
        elif kind == "punctuation" and token in "]})":
            inner = stack.pop()
            stack[-1].append((token, inner))
        else:
            stack[-1].append((kind, token))
    if len(stack) != 1:
        raise ValueError(f"brackets do not match: {text[:200]}")
    return values(stack[0])


def values(items):
    """What stands between the commas of a list."""
    groups = [[]]
    for item in items:
        if item == ("punctuation", ","):
            groups.append([])
        else:
            groups[-1].append(item)
    return [value(group) for group in groups if group]


def value(group):
    if len(group) >= 3 and group[1] == ("punctuation", "="):
        return (group[0][1], value(group[2:]))
    if len(group) > 1:
        return "".join(plain(item) for item in group)
    kind, content = group[0]
    if kind == "]":
        return values(content)
    if kind == "}":
        return dict(member for member in values(content) if isinstance(member, tuple))
    if kind == "word" and re.fullmatch(r"-?(0x[0-9a-f]+|\d+)", content):
        return int(content, 16 if "x" in content else 8 if re.fullmatch(r"0\d+", content) else 10)
    return content


def plain(item):
    kind, content = item
    if kind in "]})":
        opening = {"]": "[", "}": "{", ")": "("}[kind]
        return opening + "".join(plain(inner) for inner in content) + kind
    return content if isinstance(content, str) else repr(content)


def finish(call, text, line):
    """Takes over how a call returned: its arguments (those written by the system too), result and error."""
    match = RESULT.match(text)
    if not match:
        raise ValueError(f"line {line}: no result in {text[-200:]}")
    call.arguments = parse_arguments(match[1])
    call.injected = "(INJECTED)" in match[3]
    if match[2] == "?":
        return
    call.end = line
    call.result = int(match[2], 0)
    if call.result < 0:
        call.error = match[3].split()[0] if match[3].split() else "EUNKNOWN"


def read_trace(path):
    """The calls of a trace in the order in which they began.

    Needs the flags `-f -xx -y` and a string limit (`-s`) that no call exceeds.
    """
    calls, open_calls = [], {}
    with open(path, encoding="ascii", errors="replace") as file:
        for line, content in enumerate(file):
            thread, _, rest = content.rstrip("\n").lstrip().partition(" ")
            rest = rest.lstrip()
            # Of a thread that ends while it is looked at strace does not know the call.
            if rest.startswith(("+++", "---", "???", "<... ???")):
                continue
            if match := RESUMED.match(rest):
                call, begun = open_calls.pop(thread)
                finish(call, begun + match[2], line)
            elif match := BEGUN.match(rest):
                call = Call(int(thread), match[1], parse_arguments(match[2]), line)
                open_calls[thread] = (call, match[2])
                calls.append(call)
            elif match := WHOLE.match(rest):
                call = Call(int(thread), match[1], [], line)
                finish(call, match[2], line)
                calls.append(call)
            elif rest:
                raise ValueError(f"line {line} of {path}: {rest[:200]}")
    return calls


def events(calls):
    """Begins and ends in the order in which they were seen. A call that never returned has no end.

    strace stops a thread before its call is made and again before it sees the result, so of two calls where
    one waits for the other the lines are in that order.
    """
    found = []
    for call in calls:
        found.append(Event(call.begin, False, call))
        if call.end is not None:
            found.append(Event(call.end, True, call))
    # Of a call on one line the begin comes first; the sort is stable.
    found.sort(key=lambda event: event.position)
    return found


def self_test():
    """Fails if a line is read other than strace means it."""
    name = "".join(f"\\x{byte:02x}" for byte in b"/d/x")
    lines = [
        f'7 openat(AT_FDCWD<{name}>, "{name}", O_RDWR|O_CREAT, 0600) = 4<{name}>',
        f'7 pwrite64(4<{name}>, "\\x22\\x0a\\x5c", 3, 100 <unfinished ...>',
        f'8 writev(5<{name}>(deleted), [{{iov_base="\\x61", iov_len=1}}, {{iov_base="\\x62\\x63"}}], 2) = 3',
        "7 <... pwrite64 resumed>)              = 3",
        '8 accept4(5, {sa_family=AF_INET, sin_port=htons(4567), sin_addr=inet_addr("\\x31")}, [16], 0) = 9',
        f"7 fdatasync(4<{name}>)             = -1 EIO (Input/output error) (INJECTED)",
        "8 --- SIGCHLD {si_signo=SIGCHLD} ---",
        f"7 fsync(4<{name}> <unfinished ...>",
        "7 <... fsync resumed>) = ?",
        f"8 fdatasync(4<{name}> <detached ...>",
        "7 +++ killed by SIGKILL +++",
    ]
    import tempfile

    with tempfile.NamedTemporaryFile("w", suffix=".strace") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        opened, pwrite, writev, accept, fdatasync, fsync, cut = read_trace(file.name)
    assert opened.arguments[1] == b"/d/x" and opened.arguments[2] == "O_RDWR|O_CREAT" and opened.result == 4
    assert opened.arguments[3] == 0o600, opened.arguments
    assert pwrite.arguments == [Descriptor(4, "/d/x"), b'"\n\\', 3, 100] and (pwrite.begin, pwrite.end) == (
        1,
        3,
    )
    assert [part["iov_base"] for part in writev.arguments[1]] == [b"a", b"bc"]
    assert accept.arguments[1]["sin_port"] == "htons(4567)" and accept.result == 9, accept.arguments
    assert fdatasync.error == "EIO" and fdatasync.injected and not fdatasync.succeeded
    for call in (fsync, cut):
        assert call.end is None and not call.succeeded
    order = [(event.call.name, event.ends) for event in events([pwrite, writev])]
    assert order == [("pwrite64", False), ("writev", False), ("writev", True), ("pwrite64", True)], order
    return "system calls: 11 lines read as meant"


if __name__ == "__main__":
    print(self_test())

"""The three stores of a household, and a client that speaks to one of them in names that all three share.

A client replaces each identifier, secret and cursor in an answer by a name such as `<item 3>`, numbered by
first appearance, and each moment near the present by `<now>`. So equal answers of different stores have equal
names. Requests are written with the same names.
"""

import base64
import datetime
import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import postgres  # noqa: E402
from names import DIGITS, FIELDS, MOMENTS, NEAR, PATHS, TIMESTAMP, kind_of  # noqa: E402
from service import BINARY, HANG_SECONDS, Service, kept_in  # noqa: E402

# Every run begins at the same moment, so that a seed means the same on each day: shortly before Europe goes
# to summer time.
BEGINNING = datetime.datetime(2030, 3, 20, 10, tzinfo=datetime.UTC)
FLAGS = ["--wrong-tokens-per-minute-max", "0"]
NOTHING = 987654321
NAME = re.compile(r"<(\w+) (\d+)>")


class Clock:
    """The clock of all processes, also of PostgreSQL; `ahead` is its difference to that of the machine.

    This program has it in its environment, for all processes that it starts from then on.
    """

    def __init__(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="household-clock-"))
        # PostgreSQL runs as another user.
        folder.chmod(0o755)
        source = pathlib.Path(__file__).with_name("clock.c")
        subprocess.run(["clang", "-O1", "-shared", "-fPIC", "-o", folder / "clock.so", source], check=True)
        os.environ["LD_PRELOAD"] = str(folder / "clock.so")
        self.ahead = self.first = BEGINNING - datetime.datetime.now(datetime.UTC)
        self.step(datetime.timedelta())

    def step(self, by):
        """Takes effect at the next start of a process."""
        self.ahead += by
        os.environ["CLOCK_AHEAD_SECONDS"] = str(int(self.ahead.total_seconds()))
        if by:
            postgres.shared().stop()
            postgres.shared().start()

    def now(self):
        return datetime.datetime.now(datetime.UTC) + self.ahead


class Store:
    """One store and the processes that serve it."""

    def __init__(self, name, clock, processes=1, on_postgres=False):
        self.name, self.clock, self.on_postgres = name, clock, on_postgres
        # Each process has its own supply of ids, so what sorts by id has another order than with one.
        self.is_ordered = processes == 1
        self.processes, self.backup, self.services = processes, None, []
        self.open(tempfile.mkdtemp(prefix=f"household-{name}-"))

    def open(self, data):
        """Serves a folder, or the database that stands for it."""
        self.data = data
        count = self.processes if self.on_postgres else 1
        self.services = [Service(data, *FLAGS, on_postgres=self.on_postgres) for _ in range(count)]

    def stop(self, kills):
        for service in self.services:
            if kills:
                service.kill()
            else:
                code = service.stop()
                assert code == 0, f"{self.name}: a stop ended with {code}: {service.read_log()[-2000:]}"

    def start(self):
        for service in self.services:
            service.start()

    def back_up(self):
        self.backup = self.new_folder()
        self.command("backup", self.backup)

    def restore(self):
        """Goes on from the backup, without the changes since then."""
        self.stop(kills=False)
        if self.on_postgres:
            data = self.new_folder()
            self.copy(["--data", self.backup], kept_in(data, True))
            self.open(data)
        else:
            self.open(self.backup)
        self.backup = None

    def migrate(self):
        """Moves from a folder to a database, or the other way."""
        self.stop(kills=False)
        data, source = self.new_folder(), kept_in(self.data, self.on_postgres)
        self.on_postgres = not self.on_postgres
        self.copy(source, kept_in(data, self.on_postgres))
        self.open(data)

    def new_folder(self):
        """The path of a folder that does not exist."""
        return os.path.join(tempfile.mkdtemp(prefix=f"household-{self.name}-"), "data")

    def copy(self, source, destination):
        self.run("migrate", "--from", source[1], "--to", destination[1])

    def command(self, *words):
        """What a command prints that reads this store."""
        return self.run(*words, *kept_in(self.data, self.on_postgres))

    def verify(self):
        told = self.command("verify")
        assert "in order" in told, f"{self.name}: verify: {told}"

    def run(self, *words):
        done = subprocess.run([BINARY, *words], capture_output=True, text=True, timeout=HANG_SECONDS)
        told = done.stdout + done.stderr
        assert done.returncode == 0, f"{self.name}: {words[0]} ended with {done.returncode}: {told}"
        return done.stdout

    def close(self):
        for service in self.services:
            service.kill()


def three(clock):
    return [
        Store("files", clock),
        Store("postgres", clock, on_postgres=True),
        Store("two-processes", clock, processes=2, on_postgres=True),
    ]


class Answer:
    """Status, header fields and content in shared names; `raw` is the text as it came."""

    def __init__(self, status, headers, body, raw):
        self.status, self.headers, self.body, self.raw = status, headers, body, raw

    def __repr__(self):
        return f"{self.status} {self.headers} {self.body!r:.2000}"


class Client:
    """A program that speaks to one store, to its processes in turn."""

    def __init__(self, store):
        self.store, self.turn = store, 0
        self.connections = {}
        self.numbers, self.own = {}, {}
        self.marks, self.lost = {}, {}
        # What each ETag stood for.
        self.bodies = {}

    # Names

    def remember(self):
        """Before changes that may be lost."""
        self.marks = {kind: set(known) for kind, known in self.numbers.items()}

    def forget(self):
        """What was made since then is lost. Its numbers name nothing any more, and nothing else."""
        for kind, known in self.numbers.items():
            lost = known.keys() - self.marks.get(kind, set())
            self.lost.setdefault(kind, set()).update(lost)
            for own in lost:
                # Its name stays taken.
                known[f"lost {own}"] = known.pop(own)

    def name(self, kind, own):
        """The shared name of what this store calls by a name of its own."""
        known = self.numbers.setdefault(kind, {})
        if own not in known:
            assert own not in self.lost.get(kind, ()), f"{self.store.name}: {kind} {own} is given again"
            known[own] = len(known) + 1
            self.own[f"<{kind} {known[own]}>"] = own
        return f"<{kind} {known[own]}>"

    def fill(self, value):
        """A part of a request, in the names of this store. What never existed has a number of its own."""
        if isinstance(value, dict):
            return {name: self.fill(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self.fill(each) for each in value]
        if isinstance(value, str):
            if NAME.fullmatch(value):
                return self.own.get(value, NOTHING)
            return NAME.sub(lambda found: str(self.own.get(found[0], NOTHING)), value)
        return value

    def moment(self, text):
        value = datetime.datetime.fromisoformat(text)
        is_near = abs(value - self.store.clock.now()) < NEAR
        return "<now>" if is_near or value.microsecond else text

    def shared(self, value, field="", above=""):
        """A part of an answer, in shared names."""
        if isinstance(value, dict):
            found = {}
            for name, each in value.items():
                if name == "content" and above == "result":
                    # What a tool of /mcp says in words.
                    is_told = "structuredContent" not in value
                    found[name] = [DIGITS.sub("N", part["text"]) for part in each] if is_told else []
                elif name == "id" and "jsonrpc" not in value:
                    kind = kind_of(value, above)
                    assert kind, f"of what kind is {value}?"
                    found[name] = self.name(kind, each)
                elif name == "value" and value.get("field") == "checklistId":
                    found[name] = self.name("checklist", each)
                elif name == "detail":
                    found[name] = DIGITS.sub("N", each)
                else:
                    inner = field if isinstance(value.get(name), list) else ""
                    found[name] = self.shared(each, name, name if isinstance(each, (dict, list)) else inner)
            return found
        if isinstance(value, list):
            return self.elements(value, field, above)
        if isinstance(value, bool) or value is None:
            return value
        if field in FIELDS and (isinstance(value, int) or FIELDS[field] in ("secret", "cursor")):
            return self.name(FIELDS[field], value)
        if isinstance(value, str):
            if field in ("etag", "ifMatch"):
                return "<etag>"
            if field in MOMENTS and TIMESTAMP.fullmatch(value):
                return "<now>"
            return self.text(value)
        return value

    def elements(self, value, field, above):
        """The elements of an array, named by their content: stores may sort new ones by ids of their own."""
        found = [None] * len(value)
        for at in sorted(range(len(value)), key=lambda at: self.rank(value[at], above)):
            found[at] = self.shared(value[at], field, above)
        return found

    def rank(self, value, above):
        if not isinstance(value, dict) or "id" not in value:
            return 0, ""
        known = self.numbers.get(kind_of(value, above), {}).get(value["id"])
        content = {
            name: value[name] for name in ("text", "name", "position", "notes", "dueOn") if name in value
        }
        return (known, "") if known else (1 << 53, f"{content}")

    def text(self, value):
        """A text in shared names: paths, calendar objects, multistatus."""
        if not value or not any(sign in value for sign in ("/", ":", "@", "cl")):
            return value
        value = re.sub(r"/v1/[^\s\"]+", lambda found: self.path(found[0]), value)
        value = re.sub(r"cl[lde]_[A-Za-z0-9_-]{43}", lambda found: self.name("secret", found[0]), value)
        value = re.sub(
            r"item-(\d+)-\d+@checklistd", lambda f: f"item-{self.name('item', int(f[1]))}@checklistd", value
        )
        value = re.sub(
            r"checklistd-(\d+)\.ics", lambda f: f"checklistd-{self.name('item', int(f[1]))}.ics", value
        )
        value = re.sub(r"/list-(\d+)/", lambda f: f"/list-{self.name('checklist', int(f[1]))}/", value)
        value = re.sub(r"data:,[^<\s]+", "<cursor>", value)
        value = re.sub(r"(<D:getetag>)[^<]+", r"\1<etag>", value)
        value = re.sub(r"(<D:getlastmodified>|<D:creationdate>)[^<]+", r"\1<now>", value)
        value = re.sub(
            r"/(calendars|principals)/(link-)?(\d+)/",
            lambda f: f"/{f[1]}/{f[2] or ''}{self.name('link' if f[2] else 'person', int(f[3]))}/", value,
        )  # fmt: skip
        value = re.sub(
            r"(DTSTAMP|CREATED|LAST-MODIFIED|COMPLETED|X-\w+-TIME)(;[^:]*)?:\d{8}T\d{6}Z", r"\1:<now>", value
        )
        if value.startswith("\ufefflist,"):
            # The last columns of a row of CSV are the ids of an item and its parent.
            name = lambda id: self.name("item", int(id)) if id else ""
            value = re.sub(r",(\d+),(\d*)(?=\r\n)", lambda f: f",{name(f[1])},{name(f[2])}", value)
        return TIMESTAMP.sub(lambda found: self.moment(found[0]), value)

    def path(self, path):
        """A path or URL of the API."""
        parts, _, query = path.partition("?")
        found = parts.split("/")
        for at in range(1, len(found)):
            if found[at].isdigit() and found[at - 1] in PATHS:
                found[at] = self.name(PATHS[found[at - 1]], int(found[at]))
        return "/".join(found) + ("?" + DIGITS.sub("N", query) if query else "")

    # Requests

    def send(self, method, target, body=None, headers=None):
        """The answer to a request in shared names. A body of bytes goes as it is."""
        given = {name: self.fill(value) for name, value in (headers or {}).items()}
        if "basic" in given:
            given["authorization"] = "Basic " + base64.b64encode(f"x:{given.pop('basic')}".encode()).decode()
        if isinstance(body, bytes):
            content = body
        elif isinstance(body, str):
            content = self.fill(body).encode()
        elif body is None:
            content = None
        else:
            content = json.dumps(self.fill(body)).encode()
            given.setdefault("content-type", "application/json")
        status, fields, content = self.exchange(method, self.fill(target), content, given)
        text = content.decode(errors="replace")
        is_json = "json" in fields.get("content-type", "")
        # The outermost array or object is what the path names.
        last = [part for part in target.partition("?")[0].split("/") if part]
        above = next((PATHS[part] for part in reversed(last) if part in PATHS), "")
        body = self.shared(json.loads(text), "", above) if is_json and text else self.text(text)
        headers = {}
        for name in ("x-total-count", "idempotent-replayed", "content-type", "dav", "allow"):
            if name in fields:
                headers[name] = fields[name]
        if "location" in fields:
            headers["location"] = self.text(fields["location"])
        if "trash-id" in fields:
            headers["trash-id"] = self.name("trash", int(fields["trash-id"]))
        if 'rel="next"' in fields.get("link", ""):
            headers["next"] = self.name("cursor", fields["link"][1:].split(">")[0])
        if method == "GET" and status == 200 and fields.get("etag", "W/").startswith('"'):
            key = target, given.get("authorization"), fields["etag"]
            before = self.bodies.setdefault(key, text)
            assert before == text, (
                f"{self.store.name}: two bodies of {target} have one ETag:\n{before}\n{text}"
            )
        answer = Answer(status, headers, body, text)
        answer.etag = fields.get("etag")
        return answer

    def walk(self, target, headers, next):
        """All pages of a collection as one answer; `next` is the target of the page after an answer."""
        first = answer = self.send("GET", target, None, headers)
        pages = 1
        while answer.status == 200 and (target := next(answer)):
            answer = self.send("GET", target, None, headers)
            pages += 1
            if answer.status != 200:
                return answer
            if isinstance(first.body, list):
                first.body += answer.body
            else:
                first.body = {**answer.body, "changes": first.body["changes"] + answer.body["changes"]}
        first.headers.pop("next", None)
        return first

    def exchange(self, method, target, content, headers):
        services = self.store.services
        self.turn += 1
        service = services[self.turn % len(services)]
        for is_again in (False, True):
            connection, port = self.connections.get(id(service), (None, 0))
            if connection is None or port != service.port:
                connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=HANG_SECONDS)
                self.connections[id(service)] = connection, service.port
                is_again = True
            try:
                connection.request(method, target, content, headers)
                answer = connection.getresponse()
                content = answer.read()
                fields = {name.lower(): value for name, value in answer.getheaders()}
                return answer.status, fields, content
            except (http.client.HTTPException, OSError):
                # An idle connection may be closed at any time.
                connection.close()
                del self.connections[id(service)]
                if is_again:
                    raise

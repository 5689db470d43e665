"""Two people with vdirsyncer and todoman, each on a folder, a program of python-caldav, and the JSON API: all
edit the same list at random, at times at the same moment, and in the end all have the same.
"""

import collections
import concurrent.futures
import datetime
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import icalendar
from caldav.lib import error
from dateutil.parser import isoparse
from dateutil.rrule import rruleset, rrulestr
from todoman.model import Database, Todo

from caldav_servers import connect, lines, make_list, task

UTC = datetime.timezone.utc
CONFIGURATION = """
[general]
status_path = "{folder}/status/"
[pair tasks]
a = "local"
b = "remote"
collections = ["edits"]
conflict_resolution = "{wins} wins"
[storage local]
type = "filesystem"
path = "{folder}/lists/"
fileext = ".ics"
[storage remote]
type = "caldav"
url = "{server.url}"
username = "{server.user}"
password = "{server.password}"
"""
# The least number of edits, also on a slow machine.
EDITS_MIN = 30
WORDS = ["milk", "brød", "две", "牛乳", "🐈‍⬛", "a;b", "c, d", "back\\slash", "“quoted”", "x" * 90, "n"]
# What a sync of one tells who was overtaken by another meanwhile; the next one settles it. Of a task that has
# gone after it was listed, it tells the address alone.
OVERTAKEN = (
    "Precondition Failed", "412", "NotFoundError", "Not Found", "404", "Conflict", "already exists",
    "Unknown error occurred for tasks/edits: /dav/",
)


def words(chance):
    return " ".join(chance.choices(WORDS, k=chance.randint(1, 4)))


def some_due(chance):
    day = datetime.date(2030, chance.randint(1, 12), chance.randint(1, 28))
    if chance.random() < 0.4:
        return day
    moment = datetime.time(chance.randrange(24), chance.randrange(60), tzinfo=UTC)
    return datetime.datetime.combine(day, moment)


def recurring(chance, number):
    """A weekly task of the shape that calendar programs write, with exceptions and an alarm."""
    day = datetime.date(2030, chance.randint(1, 12), chance.randint(1, 20))
    later = [f"{day + datetime.timedelta(weeks=weeks):%Y%m%d}" for weeks in (1, 2, 3)]
    due = f"{day + datetime.timedelta(days=chance.choice([0, 0, 1])):%Y%m%d}"
    if chance.random() < 0.4:
        kind, time, end = ";VALUE=DATE", "", ""
    else:
        kind, time, end = ";TZID=Europe/Paris", "T090000", chance.choice(["T090000", "T103000"])
    found = [
        f"SUMMARY:{number}", f"DTSTART{kind}:{day:%Y%m%d}{time}", f"DUE{kind}:{due}{end}",
        f"RRULE:FREQ=WEEKLY{chance.choice(['', ';COUNT=6'])}",
    ]
    if chance.random() < 0.5:
        found.append(f"EXDATE{kind}:{later[0]}{time}")
    if chance.random() < 0.3:
        found.append(f"RDATE{kind}:{day + datetime.timedelta(days=10):%Y%m%d}{time}")
    found += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT15M", "END:VALARM"]
    if chance.random() < 0.4:
        found += [
            "END:VTODO", "BEGIN:VTODO", f"UID:python-{number}", "DTSTAMP:20260101T000000Z",
            f"SUMMARY:{number} apart", f"RECURRENCE-ID{kind}:{later[1]}{time}",
            f"DTSTART{kind}:{later[1]}{time}", f"DUE{kind}:{later[2]}{end}",
        ]
    return found


def on_clock(time, zone):
    """What a clock in a zone shows at a date or time."""
    if not isinstance(time, datetime.datetime):
        return datetime.datetime.combine(time, datetime.time())
    return time.astimezone(zone).replace(tzinfo=None) if time.tzinfo else time


def first_occurrence(component, start, zone):
    """The start of the first occurrence: `DTSTART`, unless the exceptions leave it out."""
    found = rruleset()
    if "RRULE" in component:
        found.rrule(rrulestr(component["RRULE"].to_ical().decode(), dtstart=start))
    else:
        found.rdate(start)
    for name, add in (("EXDATE", found.exdate), ("RDATE", found.rdate)):
        values = component.get(name, [])
        for value in values if isinstance(values, list) else [values]:
            for each in value.dts:
                # Dates before the start have no effect.
                if (time := on_clock(each.dt, zone)) >= start:
                    add(time)
    return found[0]


def seen(content):
    """What a person sees of a task, in whatever form it is written."""
    tasks = icalendar.Calendar.from_ical(content).walk("VTODO")
    (component,) = (each for each in tasks if "RECURRENCE-ID" not in each)
    due = component["DUE"].dt if "DUE" in component else None
    is_series = "RRULE" in component or "RDATE" in component
    if is_series:
        start = (component.get("DTSTART") or component["DUE"]).dt
        zone = getattr(start, "tzinfo", None)
        first = first_occurrence(component, on_clock(start, zone), zone)
        overrides = [each for each in tasks if "RECURRENCE-ID" in each]
        same = [each for each in overrides if on_clock(each["RECURRENCE-ID"].dt, zone) == first]
        due = same[0]["DUE"].dt if same else due + (first - on_clock(start, zone))
    if isinstance(due, datetime.datetime):
        due = due.astimezone(UTC)
    return (
        str(component.get("SUMMARY", "")),
        str(component.get("DESCRIPTION", "")),
        str(due),
        component.get("STATUS") == "COMPLETED",
        1 <= int(component.get("PRIORITY", 0)) <= 4,
        is_series,
    )


class Client:
    """A folder that vdirsyncer keeps in step and todoman edits."""

    def __init__(self, server, folder, wins):
        self.folder, self.lists = folder, folder / "lists/edits"
        self.lists.mkdir(parents=True)
        (folder / "config").write_text(CONFIGURATION.format(folder=folder, server=server, wins=wins))
        self.vdirsyncer("discover")

    def vdirsyncer(self, word):
        program = [sys.executable, "-m", "vdirsyncer", "-c", str(self.folder / "config"), word]
        environment = {**os.environ, "NO_PROXY": "127.0.0.1"}
        return subprocess.run(
            program, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, env=environment
        )

    def sync(self):
        """Whether it went through; that somebody was faster is no fault."""
        result = self.vdirsyncer("sync")
        told = result.stdout + result.stderr
        assert result.returncode == 0 or any(each in told for each in OVERTAKEN), told
        return result.returncode == 0

    def edit(self, chance, number):
        cache = self.folder / "cache"
        cache.unlink(missing_ok=True)
        database = Database([str(self.lists)], str(cache))
        try:
            todos = list(database.todos(status=["ANY"]))
            dice = chance.random()
            if dice < 0.3 or len(todos) < 5:
                todo = Todo(new=True, list=next(iter(database.lists())))
                todo.summary = f"{words(chance)} {number}"
                todo.due = chance.choice([None, some_due(chance)])
                return database.save(todo)
            todo = chance.choice(todos)
            if dice < 0.4:
                return database.delete(todo)
            if "RECURRENCE-ID" in pathlib.Path(todo.path).read_text():
                # todoman writes every component of the file alike.
                return None
            if dice < 0.6 and not todo.is_completed:
                todo.complete()
            elif dice < 0.7:
                todo.status, todo.completed_at, todo.percent_complete = "NEEDS-ACTION", None, 0
            elif dice < 0.8:
                todo.due = None if todo.rrule == "" and chance.random() < 0.3 else some_due(chance)
            elif dice < 0.85:
                todo.priority = chance.choice([0, 1, 4, 5, 9])
            elif dice < 0.95:
                todo.summary = f"{words(chance)} {number}"
            else:
                todo.description = words(chance) + "\n" + words(chance)
            database.save(todo)
        finally:
            database.close()

    def contents(self):
        return [path.read_bytes() for path in self.lists.glob("*.ics")]


class Program:
    """A program that uses python-caldav."""

    def __init__(self, server):
        self.list = connect(server).calendar(cal_id="edits")

    def edit(self, chance, number):
        todos = self.list.get_todos(include_completed=True)
        dice = chance.random()
        if dice < 0.4 or len(todos) < 5:
            body = recurring(chance, number)
            return self.list.add_todo(task(f"python-{number}", *body))
        todo = chance.choice(todos)
        try:
            if dice < 0.5:
                return todo.delete()
            components = todo.icalendar_instance.walk("VTODO")
            component = chance.choice(components)
            if dice < 0.7:
                component["SUMMARY"] = icalendar.vText(f"{words(chance)} {number}")
            elif dice < 0.8:
                component["PRIORITY"] = chance.choice([1, 5, 9])
            elif dice < 0.9 and "RRULE" in components[0]:
                last = components[0].get("DTSTART", components[0]["DUE"]).dt
                components[0].add("EXDATE", last + datetime.timedelta(weeks=chance.randint(1, 4)))
            else:
                component["LOCATION"] = icalendar.vText(words(chance))
            todo.save()
        except error.DAVError as refusal:
            # It was deleted, or changed, by others meanwhile.
            assert any(each in str(refusal) for each in OVERTAKEN), refusal


class API:
    """The end that is the JSON API."""

    def __init__(self, server):
        (found,) = [each for each in server.pages("/v1/checklists") if each["name"] == "Edits"]
        self.server, self.target = server, f"/v1/checklists/{found['id']}/items"

    def edit(self, chance, number):
        items = self.server.pages(self.target)
        dice = chance.random()
        if dice < 0.3 or len(items) < 5:
            draft = {"text": f"{words(chance)} {number}", "notes": words(chance), **self.due(chance)}
            if draft.get("dueDate") and chance.random() < 0.5:
                draft |= {"timeZone": "Europe/Berlin", "recurrence": {"rule": "FREQ=WEEKLY"}}
            return self.server.api("POST", self.target, draft)
        item = chance.choice(items)
        target = f"/v1/items/{item['id']}"
        if dice < 0.4:
            self.change("DELETE", target)
        elif dice < 0.6:
            self.change("POST", f"{target}/toggle")
        elif dice < 0.65:
            self.change("POST", f"{target}/skip", accepts=[409])
        elif dice < 0.8:
            self.change("PATCH", target, self.due(chance))
        elif dice < 0.9:
            self.change("PATCH", target, {"important": chance.random() < 0.5, "notes": words(chance)})
        else:
            self.change("PATCH", target, {"text": f"{words(chance)} {number}"})

    def change(self, method, target, body=None, accepts=()):
        """The item may be gone by now."""
        bearer = {"authorization": f"Bearer {self.server.password}"}
        status, _, answer = self.server.request(method, target, body, bearer)
        assert status < 300 or status in (404, *accepts), (method, target, body, status, answer)

    def due(self, chance):
        due = some_due(chance)
        if isinstance(due, datetime.datetime):
            return {"dueDate": due.isoformat().replace("+00:00", "Z")}
        return {"dueOn": due.isoformat()}

    def seen(self):
        for item in self.server.pages(self.target):
            due = item.get("dueOn") or item["dueDate"] and isoparse(item["dueDate"])
            yield (
                item["text"], item["notes"], str(due), item["checked"], item["important"],
                item.get("recurrence") is not None,
            )


class Direct:
    """The third end where there is no such API: requests to the server itself."""

    def __init__(self, server):
        self.server, self.list = server, connect(server).calendar(cal_id="edits")

    def edit(self, chance, number):
        hrefs = [each.url.path for each in self.list.get_todos(include_completed=True)]
        href = chance.choice(hrefs) if hrefs and chance.random() < 0.7 else None
        if href and chance.random() < 0.15 and len(hrefs) > 5:
            self.server.dav("DELETE", href)
        elif href:
            status, headers, content = self.server.dav("GET", href)
            said = [each for each in lines(content) if not each.startswith("SUMMARY")]
            said.insert(said.index("BEGIN:VTODO") + 1, f"SUMMARY:Changed {number}")
            if status == 200:
                self.server.dav("PUT", href, "\r\n".join(said) + "\r\n", if_match=headers["etag"])
        else:
            body = task(f"direct-{number}", f"SUMMARY:Direct {number}")
            self.server.dav("PUT", f"{self.list.url.path}direct-{number}.ics", body)

    def seen(self):
        for todo in self.list.get_todos(include_completed=True):
            yield seen(todo.data)


def settle(clients):
    """Syncs in turn until a whole round changes nothing."""
    before = None
    for _ in range(8):
        went = [client.sync() for client in clients]
        now = [sorted(client.contents()) for client in clients]
        if all(went) and now == before:
            return
        before = now
    raise AssertionError("they do not come to rest")


def check(clients, third):
    ends = [collections.Counter(seen(content) for content in client.contents()) for client in clients]
    ends.append(collections.Counter(third.seen()))
    for name, end in zip(("another client", "the server"), ends[1:]):
        differing = (ends[0] - end) + (end - ends[0])
        texts = [each.decode() for each in clients[0].contents() if seen(each) in differing]
        assert end == ends[0], {
            "texts": texts[:3],
            f"only at {name}": list((end - ends[0]).elements())[:5],
            "only at the first client": list((ends[0] - end).elements())[:5],
        }
    uids = [sorted(line for each in client.contents() for line in lines(each) if line.startswith("UID:"))
            for client in clients]
    assert uids[0] == uids[1]
    return sum(ends[0].values())


def run(server, seconds, seed):
    print(f"random edits with seed {seed}: ", end="", flush=True)
    chance = random.Random(seed)
    make_list(server, "Edits")
    with tempfile.TemporaryDirectory(prefix="vdirsyncer-") as folder:
        clients = [Client(server, pathlib.Path(folder) / wins, wins) for wins in ("a", "b")]
        third = (API if server.has_api else Direct)(server)
        others = [third, Program(server)] if server.has_api else [third]
        edits = syncs = overtaken = 0
        equal = 1
        deadline, next_check = time.monotonic() + seconds, time.monotonic() + min(seconds, 30)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            while time.monotonic() < deadline or edits < EDITS_MIN:
                for end in chance.choices([*clients, *others], k=chance.randint(1, 12)):
                    edits += 1
                    end.edit(chance, edits)
                some = chance.sample(clients, chance.randint(1, 2))
                running = [pool.submit(client.sync) for client in some]
                # Edits in the middle of a sync.
                for _ in range(chance.randint(0, 6)):
                    edits += 1
                    chance.choice(others).edit(chance, edits)
                    time.sleep(chance.uniform(0, 0.15))
                went = [each.result() for each in running]
                syncs, overtaken = syncs + len(went), overtaken + went.count(False)
                if time.monotonic() > next_check:
                    settle(clients)
                    check(clients, third)
                    equal, next_check = equal + 1, time.monotonic() + 30
        settle(clients)
        count = check(clients, third)
    assert count > 3, (edits, count)
    print(f"{edits} edits, {syncs} syncs, {overtaken} overtaken, equal {equal} times, {count} at the end")

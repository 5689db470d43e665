"""Calendars as two independent libraries read them, across changes of clocks; and who may have them.

usage: calendar_feed.py    run by a Python that has icalendar and vobject
"""

import datetime
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zoneinfo

import icalendar
import vobject

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import BINARY, HANG_SECONDS, Service, wait_until  # noqa: E402

ZONES = [
    "Europe/Paris",
    "America/New_York",
    "America/St_Johns",
    "America/Santiago",
    "Africa/Casablanca",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
]
TEXTS = [
    "Crème fraîche, 2 pots; or 3",
    'Back\\slash, "quotes" and \\n that is none',
    "👩‍👩‍👧‍👦 " * 30 + "family",
    "a" * 74 + "é" + "ü" * 80,
    "BEGIN:VTODO",
]
NOTES = ["", "one\ntwo\r\nthree\rfour\n\n", "tab\there; semi, comma\\", "🧺" * 200]


def changes_of_clocks(zone, year):
    """The moments of a year at which clocks change, to the minute."""
    moment = datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc)
    step = datetime.timedelta(minutes=30)
    offset = moment.astimezone(zone).utcoffset()
    while moment.year == year:
        moment += step
        if moment.astimezone(zone).utcoffset() != offset:
            offset = moment.astimezone(zone).utcoffset()
            yield moment


def drafts():
    """Items that are due at wall clock times around each change of clocks, with texts that need care."""
    random.seed(11)
    for name in ZONES:
        zone = zoneinfo.ZoneInfo(name)
        for change in changes_of_clocks(zone, 2027):
            for minutes in (-90, -30, 0, 30, 90, 1440):
                due = (change + datetime.timedelta(minutes=minutes)).astimezone(zone)
                yield {
                    "text": f"{name} {due.isoformat()} {random.choice(TEXTS)}",
                    "notes": random.choice(NOTES),
                    "dueDate": due.isoformat(),
                    "important": random.random() < 0.5,
                    "checked": random.random() < 0.3,
                    "shouldRemind": random.random() < 0.5,
                    "location": random.choice(
                        [
                            None,
                            {"city": "Orléans; Loiret"},
                            {
                                "street": "52 Rue de Rivoli",
                                "city": "Paris",
                                "latitude": 48.8571,
                                "longitude": 2.3535,
                            },
                            {"latitude": -0.0000004, "longitude": -179.9999999},
                        ]
                    ),
                }
    yield {"text": "never due"}


def seconds(text):
    """The moment of a timestamp, without what is finer than a second."""
    return text and datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).replace(microsecond=0)


def lines(text):
    """Line ends as they come out of a calendar."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def expected(item):
    """What a task has to say of an item."""
    place = item["location"] or {}
    return {
        "summary": item["text"],
        "description": lines(item["notes"]) or None,
        "due": seconds(item["dueDate"]),
        "status": "COMPLETED" if item["checked"] else "NEEDS-ACTION",
        "completed": seconds(item["checkedAt"]),
        "priority": 1 if item["important"] else None,
        "geo": place.get("latitude") is not None
        and (round(place["latitude"], 6), round(place["longitude"], 6)),
        "alarm": (
            seconds(item["snoozedUntil"] or item["dueDate"])
            if item["shouldRemind"] and not item["checked"]
            else None
        ),
    }


def alarm_time(trigger, related, due):
    if isinstance(trigger, datetime.timedelta):
        assert related == "END", related
        return due + trigger
    return trigger


def read_with_icalendar(content):
    for task in icalendar.Calendar.from_ical(content).walk("VTODO"):
        text = lambda name: str(task[name]) if name in task else None
        moment = lambda name: task[name].dt if name in task else None
        alarms = task.walk("VALARM")
        assert len(alarms) <= 1 and task["DTSTAMP"].dt >= task["CREATED"].dt
        yield str(task["UID"]), {
            "summary": text("SUMMARY"),
            "description": text("DESCRIPTION"),
            "due": moment("DUE"),
            "status": text("STATUS"),
            "completed": moment("COMPLETED"),
            "priority": task.get("PRIORITY"),
            "geo": "GEO" in task and (task["GEO"].latitude, task["GEO"].longitude),
            "alarm": (
                alarm_time(alarms[0]["TRIGGER"].dt, alarms[0]["TRIGGER"].params.get("RELATED"), moment("DUE"))
                if alarms
                else None
            ),
        }


def read_with_vobject(content):
    for task in getattr(vobject.readOne(content.decode()), "vtodo_list", []):
        value = lambda name: getattr(task, name).value if hasattr(task, name) else None
        alarm = None
        if hasattr(task, "valarm"):
            trigger = task.valarm.trigger
            alarm = alarm_time(trigger.value, trigger.params.get("RELATED", [None])[0], value("due"))
        priority, geo = value("priority"), value("geo")
        yield value("uid"), {
            "summary": value("summary"),
            "description": value("description"),
            "due": value("due"),
            "status": value("status"),
            "completed": value("completed"),
            "priority": priority and int(priority),
            "geo": geo is not None and tuple(float(degrees) for degrees in geo.split(";")),
            "alarm": alarm,
        }


def compare(content, items):
    """Every item is there once, in both readings as it is kept."""
    for line in content.split(b"\r\n"):
        assert len(line) <= 75 and b"\n" not in line and b"\r" not in line, line
        line.decode()
    assert content.endswith(b"END:VCALENDAR\r\n")
    for read in (read_with_icalendar, read_with_vobject):
        tasks = dict(read(content))
        assert len(tasks) == len(items), (read.__name__, len(tasks), len(items))
        for item in items:
            (uid,) = [uid for uid in tasks if uid.startswith(f"item-{item['id']}-")]
            assert tasks[uid] == expected(item), (read.__name__, tasks[uid], expected(item))
            if item["dueDate"]:
                # The text says what clocks show where the item is due.
                zone, wall = item["text"].split(" ")[:2]
                shown = tasks[uid]["due"].astimezone(zoneinfo.ZoneInfo(zone))
                assert shown.isoformat() == wall, (shown, wall)


def token(data, scope):
    command = [BINARY, "token", "create", "--name", scope, "--scope", scope, "--data", data]
    made = subprocess.run(command, capture_output=True, text=True, check=True, timeout=HANG_SECONDS)
    return made.stdout.strip()


def main():
    options(__doc__)
    data = tempfile.mkdtemp(prefix="checklistd-")
    feed, read, admin = (token(data, scope) for scope in ("feed", "read", "admin"))
    bearer = {"authorization": f"Bearer {admin}"}
    with Service(data, "--log-level", "debug") as service:
        given = list(drafts())
        status, _, made = service.request("POST", "/v1/checklists", {"name": "Über, alles; \\"}, bearer)
        items = f"/v1/checklists/{made['id']}/items/batch"
        status, _, items = service.request("POST", items, given, bearer)
        assert status == 201 and len(items) == len(given), (status, items)
        item = next(item for item in items if item["shouldRemind"] and not item["checked"])
        snooze = {"until": "2028-02-29T12:00:00Z"}
        status, _, snoozed = service.request("POST", f"/v1/items/{item['id']}/snooze", snooze, bearer)
        assert status == 200 and snoozed["snoozedUntil"], snoozed
        items[items.index(item)] = snoozed

        one = f"/v1/checklists/{made['id']}/calendar.ics"
        status, headers, content = service.request("GET", f"{one}?token={feed}")
        assert status == 200 and headers["content-type"] == "text/calendar; charset=utf-8", (status, headers)
        compare(content, items)
        name = made["name"].replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")
        assert f"\r\nX-WR-CALNAME:{name}\r\n".encode() in content
        print(f"{len(items)} items in {len(ZONES)} zones read alike by icalendar and vobject")

        known = {"if-none-match": headers["etag"]}
        assert service.request("GET", f"{one}?token={feed}", headers=known)[0] == 304
        assert (
            service.request("PATCH", f"/v1/items/{item['id']}", {"text": item["text"] + "!"}, bearer)[0]
            == 200
        )
        status, _, changed = service.request("GET", f"{one}?token={feed}", headers=known)
        uids = [
            set(re.findall(rb"^UID:.*", text.replace(b"\r\n ", b""), re.MULTILINE))
            for text in (content, changed)
        ]
        assert status == 200 and uids[0] == uids[1] and len(uids[0]) == len(items)
        everything = service.request("GET", f"/v1/calendar.ics?token={feed}")[2]
        assert len(list(read_with_icalendar(everything))) == len(items) + 2

        for target in (
            "/v1/checklists",
            "/v1/items",
            "/v1/preferences",
            "/v1/export",
            "/metrics",
            items_of(made),
        ):
            assert service.request("GET", f"{target}?token={feed}")[0] == 401, target
            assert service.request("GET", target, headers={"authorization": f"Bearer {feed}"})[0] in (
                403,
                404,
            ), target
        assert (
            service.request("POST", "/v1/checklists", {"name": "x"}, {"authorization": f"Bearer {feed}"})[0]
            == 403
        )
        for other in (read, admin):
            assert service.request("GET", f"/v1/calendar.ics?token={other}")[0] == 403
            assert (
                service.request("GET", "/v1/calendar.ics", headers={"authorization": f"Bearer {other}"})[0]
                == 200
            )
        for wrong in ("?token=", "?token=cld_wrong", f"?token={feed}&token={feed}", ""):
            assert service.request("GET", f"/v1/calendar.ics{wrong}")[0] == 401, wrong
        subprocess.run([BINARY, "token", "revoke", "feed", "--data", data], check=True, capture_output=True)
        wait_until(lambda: service.request("GET", f"{one}?token={feed}")[0] == 401)
        assert service.stop() == 0
        log = service.read_log()
        assert "calendar.ics" in log and feed not in log and read not in log and admin not in log
        print("the feed token opens calendars and nothing else, and stands in no log")


def items_of(checklist):
    return f"/v1/checklists/{checklist['id']}/items"


main()

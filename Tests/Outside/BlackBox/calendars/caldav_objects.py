"""What single tasks carry through the service: names nobody gave, properties and parts that it does not know,
and the ways in which calendar programs say that a task that comes again is done.
"""

import datetime
from collections import Counter

import icalendar

from caldav_servers import lines, make_list, task

UTC = datetime.timezone.utc


def test_without_a_summary(server):
    list = make_list(server, "Nameless")
    path = list.url.path + "nameless.ics"
    assert server.dav("PUT", path, task("nameless", "DESCRIPTION:Only this"))[0] == 201
    (todo,) = list.get_todos()
    assert todo.icalendar_component["DESCRIPTION"] == "Only this"
    assert not todo.icalendar_component.get("SUMMARY")
    todo.complete()
    assert list.get_todos() == [] and len(list.get_todos(include_completed=True)) == 1
    if server.has_api:
        (item,) = server.items("Nameless")
        assert item["checked"] and item["notes"] == "Only this", item
        server.api("PATCH", f"/v1/items/{item['id']}", {"text": "Named"})
        assert list.get_todo_by_uid("nameless").icalendar_component["SUMMARY"] == "Named"


ZONE = """BEGIN:VTIMEZONE\r
TZID:Customized Time Zone 1\r
X-LIC-LOCATION:Europe/Berlin\r
BEGIN:STANDARD\r
DTSTART:19701025T030000\r
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r
TZOFFSETFROM:+0200\r
TZOFFSETTO:+0100\r
TZNAME:CET\r
END:STANDARD\r
BEGIN:DAYLIGHT\r
DTSTART:19700329T020000\r
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r
TZOFFSETFROM:+0100\r
TZOFFSETTO:+0200\r
TZNAME:CEST\r
END:DAYLIGHT\r
END:VTIMEZONE\r
"""
FOREIGN = [
    "X-EXAMPLE-COLOUR;X-OF=\"a;b\":blue\\, or: green",
    "CATEGORIES:Home,Very\\, very long",
    "ATTENDEE;CN=\"Ada Lovelace\";PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:ada@example.com",
    "ORGANIZER;CN=Grace:mailto:grace@example.com",
    "RELATED-TO;RELTYPE=PARENT:another-task",
    "CLASS:PRIVATE",
    "URL:https://example.com/?a=1&b=2",
    "ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:" + "QUJD" * 60,
    "COMMENT;LANGUAGE=de:Ü😀" + "ä" * 90,
    "DTSTART;TZID=Customized Time Zone 1:20300506T070000",
    "DUE;TZID=Customized Time Zone 1:20300506T090000",
    "BEGIN:VALARM",
    "UID:alarm-1",
    "ACTION:DISPLAY",
    "DESCRIPTION:Ring",
    "TRIGGER;RELATED=END:-PT15M",
    "ACKNOWLEDGED:20290101T000000Z",
    "X-EXAMPLE-SOUND:chime",
    "END:VALARM",
    "BEGIN:X-EXAMPLE-PART",
    "X-EXAMPLE-THING:kept",
    "END:X-EXAMPLE-PART",
]


def kept(content):
    """The content lines without those that every change changes."""
    volatile = ("DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "CREATED", "PRODID")
    return sorted(line for line in lines(content) if not line.startswith(volatile))


def loosely(content):
    """The same, where a server may write parameters in another order and with other quotes."""
    return sorted(
        ";".join(sorted(name.replace('"', "").split(";"))) + value
        for name, _, value in (line.partition(":") for line in kept(content))
    )


def test_what_nobody_here_knows_stays(server):
    list = make_list(server, "Foreign")
    path = list.url.path + "a%20name%20of%20theirs.ics"
    same = kept if server.has_api else loosely
    sent = task("Foreign-1@example.com", "SUMMARY:Milk", *FOREIGN, parts=ZONE)
    assert server.dav("PUT", path, sent)[0] == 201
    status, _, stored = server.dav("GET", path)
    assert status == 200 and same(stored) == same(sent), difference(sent, stored)
    expected = sent.replace("SUMMARY:Milk", "SUMMARY:Bread")
    status = server.dav("PUT", path, stored.decode().replace("SUMMARY:Milk", "SUMMARY:Bread"))[0]
    assert status in (200, 201, 204), status
    stored = server.dav("GET", path)[2]
    assert same(stored) == same(expected), difference(expected, stored)
    if server.has_api:
        edit_by_the_api(server, path)
    # Another client reads all of it with a library of its own.
    todo = list.get_todo_by_uid("Foreign-1@example.com")
    assert todo.icalendar_component["ATTENDEE"].params["CN"] == "Ada Lovelace"
    assert [each.name for each in todo.icalendar_component.subcomponents] == ["VALARM", "X-EXAMPLE-PART"]
    assert icalendar.Calendar.from_ical(server.dav("GET", path)[2]).walk("VTIMEZONE")


def edit_by_the_api(server, path):
    """Each field in turn: the lines of that field change, and no octet of another."""
    item = server.item("Foreign", "Bread")
    assert item["dueDate"] == "2030-05-06T07:00:00.000Z", item
    edits = [
        ("text", "Butter", ["SUMMARY:Butter"], ["SUMMARY:Bread"]),
        ("notes", "Salted", ["DESCRIPTION:Salted"], []),
        ("important", True, ["PRIORITY:1"], []),
        ("important", False, [], ["PRIORITY:1"]),
        ("notes", "Sweet", ["DESCRIPTION:Sweet"], ["DESCRIPTION:Salted"]),
    ]
    before = kept(server.dav("GET", path)[2])
    for field, value, appears, goes in edits:
        server.api("PATCH", f"/v1/items/{item['id']}", {field: value})
        after = kept(server.dav("GET", path)[2])
        expected = list((Counter(before) - Counter(goes) + Counter(appears)).elements())
        assert after == sorted(expected), (field, value, difference("\n".join(expected), "\n".join(after)))
        before = after
    for checked in (True, False):
        server.api("PATCH", f"/v1/items/{item['id']}", {"checked": checked})
        after = kept(server.dav("GET", path)[2])
        assert ("STATUS:COMPLETED" in after) == checked, after
        assert any(line.startswith("COMPLETED:") for line in after) == checked, after
        states = ("STATUS:", "COMPLETED:", "PERCENT-COMPLETE:")
        others = [line for line in after if not line.startswith(states)]
        assert others == before, (checked, difference("\n".join(before), "\n".join(others)))


def difference(one, other):
    one, other = lines(one), lines(other)
    return {"lost": [each for each in one if each not in other], "new": [e for e in other if e not in one]}


def recurring(list, name):
    """A task that comes every Monday, and where it stands."""
    start = datetime.datetime(2030, 5, 6, 7, tzinfo=UTC)
    rule = {"FREQ": "WEEKLY", "BYDAY": "MO"}
    return list.add_todo(summary=name, dtstart=start, due=start + datetime.timedelta(hours=1), rrule=rule)


def test_the_same_octets_from_each_process(server):
    if not server.has_api:
        return
    list = make_list(server, "Octets")
    path = list.url.path + "octets.ics"
    assert server.dav("PUT", path, task("octets", "SUMMARY:Sent", "DUE:20300101T090000Z"))[0] == 201
    item = server.item("Octets", "Sent")
    change = {"text": "Changed", "notes": "n", "important": True, "checked": True, "tags": ["a", "b"]}
    server.api("PATCH", f"/v1/items/{item['id']}", {**change, "location": {"street": "s"}})
    read = set()
    # Each process hashes in another way.
    for _ in range(6):
        _, headers, content = server.dav("GET", path)
        read.add((headers["etag"], content))
        server.kill()
        server.start()
    assert len(read) == 1, read


def test_completed_by_moving_it(server):
    """python-caldav: the task moves to its next time, and what was done becomes a task of its own."""
    list = make_list(server, "Moved")
    todo = list.get_todo_by_uid(recurring(list, "Water").id)
    todo.complete(completion_timestamp=datetime.datetime(2030, 5, 6, 9, tzinfo=UTC), handle_rrule=True)
    everything = list.get_todos(include_completed=True)
    assert [str(each.icalendar_component["STATUS"]) for each in everything].count("COMPLETED") == 1
    (todo,) = list.get_todos()
    assert todo.icalendar_component["DTSTART"].dt == datetime.datetime(2030, 5, 13, 7, tzinfo=UTC)
    if server.has_api:
        (item,) = [each for each in server.items("Moved") if not each["checked"]]
        assert item["dueDate"] == "2030-05-13T08:00:00.000Z", item
        assert item["recurrence"]["rule"] == "FREQ=WEEKLY;BYDAY=MO", item


def test_completed_by_an_override(server):
    """Thunderbird: the task stays, and one occurrence of it stands beside it as done."""
    list = make_list(server, "Overridden")
    path = list.url.path + "override.ics"
    due = ["DTSTART:20300506T070000Z", "DUE:20300506T080000Z"]
    sent = task("override", "SUMMARY:Water", *due, "RRULE:FREQ=WEEKLY;BYDAY=MO", "X-EXAMPLE:1")
    assert server.dav("PUT", path, sent)[0] == 201
    done = ["RECURRENCE-ID:20300506T070000Z", *due, "STATUS:COMPLETED", "COMPLETED:20260101T000000Z"]
    over = lines(task("override", "SUMMARY:Water", *done))[3:-1]
    _, headers, stored = server.dav("GET", path)
    stored = stored.decode().replace("END:VCALENDAR\r\n", "\r\n".join([*over, "END:VCALENDAR", ""]))
    assert server.dav("PUT", path, stored, if_match=headers["etag"])[0] in (200, 201, 204)
    (todo,) = list.get_todos()
    if server.has_api:
        (item,) = server.items("Overridden")
        assert not item["checked"] and item["dueDate"] == "2030-05-13T08:00:00.000Z", item
        assert item["completionsCount"] == 1, item
        assert "X-EXAMPLE:1" in lines(server.dav("GET", path)[2])
        # Done once more, from the page.
        server.api("POST", f"/v1/items/{item['id']}/toggle")
        assert server.items("Overridden")[0]["dueDate"] == "2030-05-20T08:00:00.000Z"
        read = icalendar.Calendar.from_ical(server.dav("GET", path)[2])
        masters = [each for each in read.walk("VTODO") if "RECURRENCE-ID" not in each]
        assert len(masters) == 1 and masters[0].get("STATUS") != "COMPLETED"


def test_completed_by_this_and_future(server):
    """The other way of python-caldav: the occurrence that was done, and an override for all that follow."""
    list = make_list(server, "Future")
    todo = list.get_todo_by_uid(recurring(list, "Water").id)
    moment = datetime.datetime(2030, 5, 6, 7, 30, tzinfo=UTC)
    todo.complete(completion_timestamp=moment, handle_rrule=True, rrule_mode="this_and_future")
    assert len(list.get_todos()) == 1
    if server.has_api:
        (item,) = server.items("Future")
        assert not item["checked"] and item["dueDate"] == "2030-05-13T08:00:00.000Z", item

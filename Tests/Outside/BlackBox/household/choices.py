"""What people choose: lists, items, fields and requests, at random."""

import datetime
import json
import uuid

from stores import BEGINNING

# The list on which all know each other stays.
EVERYBODY = "<checklist 1>"
TEXTS = [
    "Milk",
    "Bread",
    "milk",
    "Brød",
    "牛乳",
    "Call mum",
    "Tidy up",
    "Crème",
    "a;b, c\\d",
    "🐈‍⬛ food",
    "x" * 60,
]
TAGS = ["home", "garden", "Home", "späti", "urgent"]
UNITS = ["kg", "l", "pieces", "Dosen"]
ZONES = ["Europe/Paris", "UTC", "America/New_York", "Asia/Tokyo", None]
RULES = [
    "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY",
    "FREQ=DAILY;COUNT=2",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=WEEKLY;INTERVAL=2;UNTIL=20300601",
]  # fmt: skip
LINES = [
    "Milk tomorrow 18:00 !!", "2 kg apples", "Rent every month", "Bread @home", "Call mum every friday at 9",
    "in 3 days water plants", "Morgen Müll rausbringen", "Tee #Everybody", "1,5 l Saft",
]  # fmt: skip
SORTS = [
    "position", "-position", "text", "dueDate,text", "checked,-important", "checklist,section", "createdAt",
    "section", "-dueDate",
]  # fmt: skip
IMPORTS = [
    ("text", "Milk\nBread\n"),
    ("markdown", "# Trip\n- [ ] Passport\n  - [x] Photo\n- [ ] Tickets\n## Later\n- [ ] Hotel\n"),
    ("csv", "text,due,tags\nMilk,2030-05-01,home\nBread,,garden\n"),
    ("todo.txt", "(A) Call mum +Family @phone due:2030-05-01\nx 2030-01-01 Pay rent\n"),
    ("json", json.dumps({"checklists": [{"name": "Trip", "items": [{"text": "Passport", "tags": ["x"]}]}]})),
    ("ics", "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VTODO\nUID:u1\nSUMMARY:Paint\nEND:VTODO\n"
            "END:VCALENDAR\n"),
]  # fmt: skip


def day(w, offsets=(-400, -3, 3, 10, 11, 12, 45, 800)):
    return (BEGINNING + datetime.timedelta(days=w.rng.choice(offsets))).date()


def time(w, **more):
    return f"{day(w, **more)}T{w.rng.choice(['07:30', '18:00', '01:30'])}:00{w.rng.choice(['Z', '+02:00'])}"


def the_list(w, actor):
    if actor.list and w.chance(0.9):
        return actor.list
    return w.any("checklist") if w.chance(0.08) else w.pick(actor.lists) or w.any("checklist")


def the_item(w, actor, of=None):
    if w.chance(0.06):
        return w.any("item")
    mine = [id for id, item in actor.items.items() if of is None or item.get("checklistId") == of]
    return w.pick(mine) or w.any("item")


def the_section(w, actor, of):
    if w.chance(0.1):
        return w.any("section")
    return w.pick([each["id"] for each in actor.lists.get(of, {}).get("sections", [])]) or w.any("section")


def person(w):
    return w.any("person")


def maybe(w, body, share, name, value):
    if w.chance(share):
        body[name] = value()


def timing(w, body):
    """Due dates and what depends on them."""
    if w.chance(0.45):
        if w.chance(0.5):
            body["dueOn"] = str(day(w))
        else:
            body["dueDate"] = time(w)
        maybe(w, body, 0.3, "timeZone", lambda: w.rng.choice(ZONES))
        is_future = (body.get("dueOn") or body["dueDate"]) > "2030-03-22"
        if is_future:
            maybe(w, body, 0.4, "shouldRemind", lambda: True)
            maybe(
                w, body, 0.2, "alarms", lambda: [{"offset": w.rng.choice(["-PT1H", "-P1D", "PT9H", "PT0S"])}]
            )
            maybe(w, body, 0.1, "repeatEvery", lambda: "PT24H")
        if w.chance(0.4):
            body["recurrence"] = {"rule": w.rng.choice(RULES), "from": w.rng.choice(["due", "completion"])}
        maybe(w, body, 0.1, "startOn", lambda: "2029-01-01")


def draft(w, actor, of):
    body = {"text": w.rng.choice(TEXTS)}
    maybe(w, body, 0.2, "notes", lambda: w.rng.choice(TEXTS) + "\nmore")
    maybe(w, body, 0.15, "checked", lambda: True)
    maybe(w, body, 0.15, "important", lambda: True)
    timing(w, body)
    maybe(w, body, 0.25, "tags", lambda: w.rng.sample(TAGS, w.rng.randint(1, 2)))
    maybe(w, body, 0.2, "quantity", lambda: w.rng.choice([1, 0.5, 12, 3]))
    if "quantity" in body:
        maybe(w, body, 0.5, "unit", lambda: w.rng.choice(UNITS))
    maybe(w, body, 0.2, "sectionId", lambda: the_section(w, actor, of) if w.chance(0.85) else None)
    maybe(w, body, 0.2, "parentId", lambda: the_item(w, actor, of))
    maybe(w, body, 0.1, "assigneeId", lambda: person(w))
    maybe(w, body, 0.3, "uid", lambda: some_uid(w))
    maybe(w, body, 0.08, "location", lambda: {"city": "Paris", "latitude": 48.8, "longitude": 2.3})
    return body


def some_uid(w):
    """One of a few, so that the same comes again."""
    return str(uuid.UUID(int=0xABC000 + w.rng.randrange(5)))


def patch(w, actor, item):
    body = {}
    maybe(w, body, 0.3, "text", lambda: w.rng.choice(TEXTS))
    maybe(w, body, 0.15, "notes", lambda: w.rng.choice([None, "Two", "more\nlines"]))
    maybe(w, body, 0.3, "checked", lambda: w.chance(0.6))
    maybe(w, body, 0.2, "important", lambda: w.chance(0.5))
    timing(w, body)
    if w.chance(0.1):
        body |= {"dueOn": None, "dueDate": None, "shouldRemind": False, "recurrence": None, "alarms": []}
        body.pop("repeatEvery", None)
    maybe(w, body, 0.2, "tags", lambda: w.rng.sample(TAGS, w.rng.randint(0, 2)))
    maybe(w, body, 0.1, "quantity", lambda: w.rng.choice([None, 2, 7.25]))
    maybe(w, body, 0.1, "unit", lambda: w.rng.choice([None, *UNITS]))
    of = actor.items.get(item, {}).get("checklistId")
    maybe(w, body, 0.15, "checklistId", lambda: the_list(w, actor))
    maybe(w, body, 0.15, "sectionId", lambda: the_section(w, actor, body.get("checklistId", of)))
    maybe(w, body, 0.12, "parentId", lambda: the_item(w, actor, of) if w.chance(0.7) else None)
    maybe(w, body, 0.08, "assigneeId", lambda: w.rng.choice([None, person(w)]))
    return body or {"important": True}


def placement(w, siblings):
    return w.rng.choice([{"first": True}, {"last": True}, {w.rng.choice(["before", "after"]): siblings()}])


def if_match(w, actor, target):
    """With the tag that the program last saw, as the page sends it."""
    return {"if-match": actor.etags[target]} if target in actor.etags and w.chance(0.5) else {}


def send(w, actor, method, target, body=None, headers=None):
    """A change, at times with an idempotency key and a second time, as after a lost answer."""
    if method == "POST" and w.chance(0.2):
        headers = {**(headers or {}), "idempotency-key": str(uuid.UUID(int=w.rng.getrandbits(128)))}
        first = w.ask(actor, method, target, body, headers)
        if w.chance(0.6):
            w.ask(actor, method, target, body, headers)
        return first
    return w.ask(actor, method, target, body, headers)


# Reading

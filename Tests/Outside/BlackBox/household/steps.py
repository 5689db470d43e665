"""What people do through the API: each function is one random step of one of them."""

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


def look(w, actor):
    """The program of somebody reads what its page shows."""
    w.rng.choice([look_at_lists, look_at_items, look_at_changes, look_around])(w, actor)


def look_at_lists(w, actor):
    answer = w.ask(
        actor, "GET", "/v1/checklists?limit=1000&sort=" + w.rng.choice(["name", "position", "createdAt"])
    )
    if answer.status == 200:
        actor.lists = {each["id"]: each for each in answer.body}
    if id := w.pick(actor.lists):
        w.ask(actor, "GET", f"/v1/checklists/{id}")


def look_at_items(w, actor):
    of = the_list(w, actor)
    found = w.walk(
        actor, f"/v1/checklists/{of}/items?limit={w.rng.choice([3, 1000])}&sort={w.rng.choice(SORTS)}"
    )
    actor.items = {id: item for id, item in actor.items.items() if item["checklistId"] != of}
    actor.items |= {each["id"]: each for each in found}
    w.ask(actor, "GET", f"/v1/items/{the_item(w, actor)}")


def look_at_changes(w, actor):
    for each in w.changes(actor, w.rng.choice([5, 1000])):
        if each.get("deleted"):
            (actor.lists if each["type"] == "checklist" else actor.items).pop(each["id"], None)


def discover(w, actor):
    """Names what a change made without telling."""
    w.ask(actor, "GET", "/v1/items?limit=1000&archived=any")


def look_around(w, actor):
    filters = [
        "tag=home", "checked=false", "due=overdue", "due=none", "important=true", "q=milk", "assigneeId=me",
        "parentId=none", "archived=any", "shouldRemind=true", "starts=past", "include=checklist",
        f"uid={some_uid(w)}", f"checklistId={the_list(w, actor)}", "due=week",
    ]  # fmt: skip
    target = w.rng.choice([
        f"/v1/items?limit=1000&{w.rng.choice(filters)}&sort={w.rng.choice(SORTS)}", "/v1/tags", "/v1/views",
        "/v1/reminders", "/v1/trash", "/v1/counts", "/v1/agenda?from=2029-01-01&to=2032-12-31&timeZone=UTC",
        "/v1/me", "/v1/people", "/v1/proposals", "/v1/sessions", "/v1/preferences", "/v1/calendar.ics",
        f"/v1/checklists/{the_list(w, actor)}/members", f"/v1/checklists/{the_list(w, actor)}/links",
        f"/v1/checklists/{the_list(w, actor)}/calendar.ics", f"/v1/views/{w.any('view')}/items",
        f"/v1/checklists/{the_list(w, actor)}/membership", "/v1/devices", "/v1/webhooks",
        f"/v1/people/{person(w)}",
        "/v1/export?format=" + w.rng.choice(["full", "ics", "csv", "markdown", "todo.txt"]),
        f"/v1/export?checklistId={the_list(w, actor)}",
    ])  # fmt: skip
    w.ask(actor, "GET", target)


# Lists


def add_list(w, actor):
    body = {"name": w.rng.choice(["Home", "Trip", "List 10", "list 2", "Éclair"])}
    maybe(w, body, 0.2, "icon", lambda: w.rng.choice(["Trips", "Groceries", "Folder"]))
    maybe(w, body, 0.15, "resetRule", lambda: {"rule": "FREQ=MONTHLY", "timeZone": "UTC"})
    maybe(w, body, 0.15, "remembersSections", lambda: False)
    send(w, actor, "POST", "/v1/checklists", body)


def change_list(w, actor):
    target = f"/v1/checklists/{the_list(w, actor)}"
    body = w.rng.choice([
        {"name": "Renamed"}, {"icon": "Trips"}, {"resetRule": {"rule": "FREQ=YEARLY"}}, {"resetRule": None},
        {"remembersSections": w.chance(0.5)},
    ])  # fmt: skip
    w.ask(actor, "PATCH", target, body, if_match(w, actor, target))


def delete_list(w, actor):
    of = the_list(w, actor)
    if of != EVERYBODY:
        target = f"/v1/checklists/{of}"
        w.ask(actor, "DELETE", target, None, if_match(w, actor, target))


def delete_lists(w, actor):
    ids = [the_list(w, actor) for _ in range(2)]
    if EVERYBODY not in ids:
        w.ask(actor, "DELETE", f"/v1/checklists?ids={','.join(dict.fromkeys(ids))}")


def copy_list(w, actor):
    body = w.rng.choice([None, {"name": "Copy"}, {"unchecked": True}, {"shiftDatesTo": "2031-01-31"}])
    send(w, actor, "POST", f"/v1/checklists/{the_list(w, actor)}/copy", body)
    discover(w, actor)


def sections(w, actor):
    of = the_list(w, actor)
    at = f"/v1/checklists/{of}/sections"
    dice = w.rng.random()
    if dice < 0.5:
        send(w, actor, "POST", at, {"name": w.rng.choice(["Cool", "Dry", "Fruit"])})
    elif dice < 0.65:
        w.ask(actor, "PATCH", f"{at}/{the_section(w, actor, of)}", {"name": "Other"})
    elif dice < 0.8:
        send(
            w,
            actor,
            "POST",
            f"{at}/{the_section(w, actor, of)}/move",
            placement(w, lambda: the_section(w, actor, of)),
        )
    else:
        w.ask(actor, "DELETE", f"{at}/{the_section(w, actor, of)}")


def membership(w, actor):
    body = w.rng.choice([
        {"pinned": True}, {"pinned": False}, {"archived": True}, {"archived": False}, {"muted": True},
        {"itemSort": "text"}, {"showChecked": False}, {"position": w.rng.randint(-3, 3)},
    ])  # fmt: skip
    w.ask(actor, "PATCH", f"/v1/checklists/{the_list(w, actor)}/membership", body)


def open_list(w, actor):
    """The page stores which list is open."""
    body = w.rng.choice([{"showChecked": False}, {"timeZone": "Europe/Paris"}, {"itemSort": "text"}])
    w.ask(
        actor,
        "PATCH",
        "/v1/preferences",
        body if w.chance(0.2) else {"selectedChecklistId": the_list(w, actor)},
    )


# Items


def add_item(w, actor):
    of = the_list(w, actor)
    target = f"/v1/checklists/{of}/items" + ("?merge=true" if w.chance(0.2) else "")
    send(w, actor, "POST", target, draft(w, actor, of))


def add_items(w, actor):
    of = the_list(w, actor)
    at = (
        f"/v1/checklists/{of}/items"
        + ("/batch" if w.chance(0.6) else "")
        + ("?merge=true" if w.chance(0.3) else "")
    )
    send(w, actor, "POST", at, [draft(w, actor, of) for _ in range(w.rng.randint(1, 4))])


def quick_add(w, actor):
    of = the_list(w, actor)
    body = {"quickAdd": w.rng.choice(LINES), "timeZone": "Europe/Paris"}
    if w.chance(0.3):
        w.ask(actor, "POST", "/v1/quick-add", body)
    else:
        send(w, actor, "POST", f"/v1/checklists/{of}/items", body)


def change_item(w, actor):
    item = the_item(w, actor)
    target = f"/v1/items/{item}"
    w.ask(actor, "PATCH", target, patch(w, actor, item), if_match(w, actor, target))


def send_back(w, actor):
    """A client sends a whole object that it has read, with a field changed."""
    target = f"/v1/items/{the_item(w, actor)}"
    answer = w.ask(actor, "GET", target)
    # Moments stand for others in each store.
    if answer.status == 200 and "<now>" not in repr([answer.body["dueDate"], answer.body["snoozedUntil"]]):
        hidden = ("createdAt", "updatedAt", "checkedAt", "lastCompletedAt")
        body = {name: value for name, value in answer.body.items() if name not in hidden}
        w.ask(actor, "PATCH", target, {**body, "important": not body["important"]})


def toggle(w, actor):
    target = f"/v1/items/{the_item(w, actor)}"
    send(
        w,
        actor,
        "POST",
        f"{target}/{'skip' if w.chance(0.2) else 'toggle'}",
        None,
        if_match(w, actor, target),
    )


def move_item(w, actor):
    item = the_item(w, actor)
    of = actor.items.get(item, {}).get("checklistId")
    send(w, actor, "POST", f"/v1/items/{item}/move", placement(w, lambda: the_item(w, actor, of)))


def snooze(w, actor):
    target = f"/v1/items/{the_item(w, actor)}/snooze"
    body = w.rng.choice([{"for": "P3D"}, {"until": "2030-05-05T10:00:00Z"}])
    if w.chance(0.3):
        w.ask(actor, "DELETE", target)
    else:
        w.ask(actor, w.rng.choice(["POST", "PUT"]), target, body)


def delete_item(w, actor):
    target = f"/v1/items/{the_item(w, actor)}"
    w.ask(actor, "DELETE", target, None, if_match(w, actor, target))


def change_many(w, actor):
    of = the_list(w, actor)
    body = w.rng.choice([
        {"checked": True}, {"checked": False}, {"important": True}, {"tags": ["all"]},
        {"checklistId": the_list(w, actor)}, {"sectionId": the_section(w, actor, of)},
        {"dueOn": "2030-07-31"},
        {"assigneeId": person(w)},
    ])  # fmt: skip
    filters = w.rng.choice(["", "?checked=true", "?checked=false", "?important=true", "?q=milk"])
    w.ask(actor, "PATCH", f"/v1/checklists/{of}/items{filters}", body)


def delete_many(w, actor):
    of = the_list(w, actor)
    ids = f"?ids={the_item(w, actor, of)},{the_item(w, actor, of)}"
    w.ask(actor, "DELETE", f"/v1/checklists/{of}/items{w.rng.choice(['?checked=true', ids, ids])}")


def tags(w, actor):
    target = f"/v1/tags/{w.rng.choice(['home', 'garden', 'HOME', 'all', 'nobody'])}"
    if w.chance(0.6):
        w.ask(actor, "PATCH", target, {"name": w.rng.choice(TAGS)})
    else:
        w.ask(actor, "DELETE", target)


def views(w, actor):
    query = w.rng.choice([
        {"checked": False}, {"tag": ["home"]}, {"checklistId": [the_list(w, actor)]}, {"due": "week"},
        {"assigneeId": "me"}, {"assigneeId": person(w)}, {"sort": "-important,text"}, {},
        {"checklistId": [the_list(w, actor)], "sectionId": the_section(w, actor, None)},
    ])  # fmt: skip
    at = f"/v1/views/{w.any('view')}"
    dice = w.rng.random()
    if dice < 0.5:
        send(w, actor, "POST", "/v1/views", {"name": "View", "query": query})
    elif dice < 0.65:
        w.ask(actor, "PATCH", at, {"query": query})
    elif dice < 0.8:
        send(w, actor, "POST", f"{at}/move", placement(w, lambda: w.any("view")))
    else:
        w.ask(actor, "DELETE", at)


def batch(w, actor):
    """What the page sends after it was offline: a list with items under temporary ids, then other changes."""
    of = the_list(w, actor)
    operations = []
    add = lambda method, path, body=None: operations.append(
        {"method": method, "path": path} | ({} if body is None else {"body": body})
    )
    if w.chance(0.5):
        add("POST", "/v1/checklists", {"name": "Offline"})
        add("POST", "/v1/checklists/$1/sections", {"name": "Cool"})
        add("POST", "/v1/checklists/$1/items", {"text": "Milk", "sectionId": "$2"})
        add("POST", "/v1/checklists/$1/items", {"text": "Part", "parentId": "$3"})
        add("POST", "/v1/items/$4/move", {"first": True})
    for _ in range(w.rng.randint(1, 3)):
        item = the_item(w, actor)
        match w.rng.randrange(7):
            case 0:
                add("POST", f"/v1/checklists/{of}/items", draft(w, actor, of))
            case 1:
                add("PATCH", f"/v1/items/{item}", patch(w, actor, item))
            case 2:
                add("POST", f"/v1/items/{item}/toggle")
            case 3:
                add("DELETE", f"/v1/items/{item}")
            case 4:
                add("PATCH", f"/v1/checklists/{of}/items?checked=false", {"important": True})
            case 5:
                add("POST", f"/v1/trash/{w.any('trash')}/restore")
            case 6:
                add("PATCH", "/v1/tags/home", {"name": "garden"})
    send(w, actor, "POST", "/v1/batch", {"operations": operations})


def trash(w, actor):
    answer = w.ask(actor, "GET", "/v1/trash?limit=1000")
    seen = [each["id"] for each in answer.body] if answer.status == 200 else []
    id = w.any("trash") if w.chance(0.1) else w.pick(seen) or w.any("trash")
    dice = w.rng.random()
    if dice < 0.75:
        send(w, actor, "POST", f"/v1/trash/{id}/restore")
    elif dice < 0.93:
        w.ask(actor, "DELETE", f"/v1/trash/{id}")
    else:
        w.ask(actor, "DELETE", "/v1/trash")


# People


def members(w, actor):
    who = actor.person if w.chance(0.3) and actor.person else person(w)
    target = f"/v1/checklists/{the_list(w, actor)}/members/{who}"
    if f"/{EVERYBODY}/" in target:
        return
    if w.chance(0.75):
        w.ask(actor, "PUT", target, {"role": w.rng.choice(["view", "check", "edit", "own", "own"])})
    else:
        w.ask(actor, "DELETE", target)


def links(w, actor):
    at = f"/v1/checklists/{the_list(w, actor)}/links"
    if w.chance(0.7):
        answer = send(w, actor, "POST", at, {"role": w.rng.choice(["view", "check", "edit"])})
        if answer.status == 201 and "secret" in answer.body:
            w.sign_in(answer.body["secret"], "Guest", "guest")
    else:
        w.ask(actor, "DELETE", f"{at}/{w.any('link')}")


def administer(w, _):
    """Person 1 adds, renames and removes people."""
    admin = w.actors[0]
    dice = w.rng.random()
    if dice < 0.35:
        answer = send(w, admin, "POST", "/v1/people", {"name": "New"})
        if answer.status == 201:
            w.ask(admin, "PUT", f"/v1/checklists/{EVERYBODY}/members/{answer.body['id']}", {"role": "edit"})
            w.add_device(admin, answer.body["id"], w.rng.choice(["write", "assist", "admin"]), "New")
    elif dice < 0.5:
        w.ask(admin, "PATCH", f"/v1/people/{person(w)}", {"name": "Renamed"})
    elif dice < 0.85:
        heir = f"?transferTo={person(w)}" if w.chance(0.8) else ""
        w.ask(admin, "DELETE", f"/v1/people/{person(w)}{heir}")
    else:
        w.ask(admin, "DELETE", f"/v1/devices/{w.any('device')}?personId={person(w)}")


def leave(w, _):
    """Somebody leaves the household. Their lists go to another, who throws some of them away."""
    admin, one, heir = w.actors[0], w.pick(w.actors), w.pick(w.actors)
    if not (one.person and heir.person) or one.person in (heir.person, "<person 1>"):
        return
    before = w.ask(one, "GET", "/v1/checklists?limit=1000")
    if before.status != 200:
        return
    if w.ask(admin, "DELETE", f"/v1/people/{one.person}?transferTo={heir.person}").status == 204:
        seen = [each["id"] for each in before.body if each["role"] == "own"]
        for _ in range(2):
            if (of := w.pick(seen)) and of != EVERYBODY:
                w.ask(heir, "DELETE", f"/v1/checklists/{of}")


def devices(w, actor):
    if actor.person and w.chance(0.7):
        w.add_device(actor, actor.person, w.rng.choice(["write", "read", "feed", "assist"]), "Another")
    elif len(w.known.get("device", [])) > 12:
        w.ask(actor, "DELETE", f"/v1/devices/{w.any('device')}")


def proposals(w, actor):
    answer = w.ask(actor, "GET", "/v1/proposals")
    seen = [each["id"] for each in answer.body] if answer.status == 200 else []
    id = w.pick(seen) or w.any("proposal")
    if w.chance(0.75):
        send(w, actor, "POST", f"/v1/proposals/{id}/approve")
    else:
        w.ask(actor, "DELETE", f"/v1/proposals/{id}")


def undo(w, actor):
    answer = w.ask(actor, "GET", "/v1/sessions")
    seen = [each["id"] for each in answer.body] if answer.status == 200 else []
    send(w, actor, "POST", f"/v1/sessions/{w.pick(seen) or w.any('session')}/undo")


def webhooks(w, actor):
    if w.chance(0.5):
        body = {"url": "https://receiver.invalid/", "description": w.rng.choice(TEXTS)}
        maybe(w, body, 0.3, "checklistId", lambda: the_list(w, actor))
        send(w, actor, "POST", "/v1/webhooks", body)
    else:
        w.ask(actor, "DELETE", f"/v1/webhooks/{w.any('webhook')}")


def announce(w, actor):
    send(w, actor, "POST", f"/v1/checklists/{the_list(w, actor)}/announcements", {"kind": "shopping"})


def take_in(w, actor):
    """An import, of a file or of an export that somebody has just made."""
    if w.chance(0.3):
        answer = w.ask(actor, "GET", f"/v1/export?checklistId={the_list(w, actor)}")
        if answer.status == 200:
            bodies = tuple(each.encode() for each in answer.raws)
            w.ask(actor, "POST", "/v1/import", bodies, {"content-type": "application/json"})
        return discover(w, actor)
    form, content = w.rng.choice(IMPORTS)
    kind = {"content-type": "application/json" if form == "json" else "application/octet-stream"}
    at = "/v1/import" if w.chance(0.5) else f"/v1/checklists/{the_list(w, actor)}/import"
    w.ask(actor, "POST", f"{at}?format={form}&timeZone=UTC", content.encode(), kind)
    discover(w, actor)


STEPS = {
    look: 22, add_list: 3, change_list: 2, delete_list: 2, delete_lists: 0.5, copy_list: 1, sections: 5,
    membership: 3, open_list: 4, add_item: 12, add_items: 4, quick_add: 3, change_item: 13, send_back: 2,
    toggle: 7, move_item: 4, snooze: 2, delete_item: 5, change_many: 2, delete_many: 2, tags: 2, views: 3,
    batch: 4, trash: 6, members: 5, links: 3, administer: 1.5, leave: 1.5, devices: 1.5, proposals: 4,
    undo: 3, webhooks: 1, announce: 0.5, take_in: 2,
}  # fmt: skip

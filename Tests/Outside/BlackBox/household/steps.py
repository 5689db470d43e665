"""What people do through the API: each function is one random step of one of them."""

from choices import (
    EVERYBODY, IMPORTS, LINES, TAGS, TEXTS, draft, if_match, maybe, patch, person, placement, send,
    some_uid, the_item, the_list, the_section,
)
from reads import discover, look


def add_list(w, actor):
    body = {"name": w.rng.choice(["Home", "Trip", "List 10", "list 2", "Éclair"])}
    maybe(w, body, 0.2, "icon", lambda: w.rng.choice(["Trips", "Groceries", "Folder"]))
    maybe(w, body, 0.15, "resetRule", lambda: {"rule": "FREQ=MONTHLY", "timeZone": "UTC"})
    maybe(w, body, 0.15, "remembersSections", lambda: False)
    maybe(w, body, 0.15, "uid", lambda: some_uid(w))
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
        body = {"name": w.rng.choice(["Cool", "Dry", "Fruit"])}
        maybe(w, body, 0.15, "uid", lambda: some_uid(w))
        send(w, actor, "POST", at, body)
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
    item = the_item(w, actor)
    target, known = f"/v1/items/{item}", actor.items.get(item, {})
    expected = {name: known[name] for name in ("checked", "dueOn") if name in known}
    body = {"expect": expected} if expected and w.chance(0.2) else None
    action = "skip" if w.chance(0.2) else "toggle"
    send(w, actor, "POST", f"{target}/{action}", body, if_match(w, actor, target))


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

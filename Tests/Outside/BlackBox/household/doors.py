"""What calendar apps and assistants of a household do: each function is one random step of one of them."""

import re
import uuid

from choices import LINES, TEXTS, the_item, the_list
from steps import undo

DAV = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
OBJECTS = (
    f"<C:calendar-query {DAV}><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter>"
    '<C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>'
)
HREF = re.compile(r"<D:href>(.*?)</D:href>")
KIND = {"content-type": "text/calendar; charset=utf-8"}


def task(uid, *lines):
    """A calendar object as an app writes it."""
    begin = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Household//EN", "BEGIN:VTODO", f"UID:{uid}"]
    end = ["DTSTAMP:20300101T000000Z", "END:VTODO", "END:VCALENDAR", ""]
    return "\r\n".join([*begin, *lines, *end])


def home(actor):
    """The path of the calendars of somebody."""
    return f"/dav/calendars/{actor.person}/"


def ask(w, actor, method, target, body=None, headers=None):
    return w.ask(actor, method, target, body, headers, basic=True)


def calendars(w, actor):
    """The app lists the calendars, and gives the path of one."""
    answer = ask(w, actor, "PROPFIND", home(actor), "", {"depth": "1"})
    found = set(HREF.findall(answer.body)) if answer.status == 207 else set()
    return w.pick(sorted(each for each in found if each.startswith(home(actor)) and each != home(actor)))


def objects(w, actor):
    """The app reads a calendar; the paths of its objects."""
    at = calendars(w, actor)
    return (None, []) if at is None else (at, objects_at(w, actor, at))


def see_calendars(w, actor):
    """All calendars of a person, and their objects."""
    answer = ask(w, actor, "PROPFIND", home(actor), "", {"depth": "1"})
    if answer.status == 207:
        for at in sorted(set(HREF.findall(answer.body)) - {home(actor)}):
            if at.startswith(home(actor)):
                objects_at(w, actor, at)


def objects_at(w, actor, at):
    answer = ask(w, actor, "REPORT", at, OBJECTS, {"depth": "1", "content-type": "application/xml"})
    return sorted(HREF.findall(answer.body)) if answer.status == 207 else []


def edited(w, text):
    """An object after an edit in an app, which keeps what it does not know."""
    match w.rng.randrange(7):
        case 0:
            return text
        case 1:
            return re.sub(
                r"\r\nSUMMARY[:;][^\r]*(\r\n [^\r]*)*",
                f"\r\nSUMMARY:{w.rng.choice(['Tea', 'Oats'])}",
                text,
                count=1,
            )
        case 2:
            text = re.sub(r"\r\n(STATUS|COMPLETED|PERCENT-COMPLETE)[:;][^\r]*", "", text)
            return text.replace(
                "\r\nEND:VTODO", "\r\nSTATUS:COMPLETED\r\nCOMPLETED:20300319T100000Z\r\nEND:VTODO", 1
            )
        case 3:
            text = re.sub(r"\r\n(STATUS|COMPLETED|PERCENT-COMPLETE)[:;][^\r]*", "", text)
            return text.replace("\r\nEND:VTODO", "\r\nSTATUS:NEEDS-ACTION\r\nEND:VTODO", 1)
        case 4:
            text = re.sub(r"\r\nPRIORITY[:;][^\r]*", "", text)
            return text.replace("\r\nEND:VTODO", f"\r\nPRIORITY:{w.rng.choice([1, 5, 9])}\r\nEND:VTODO", 1)
        case 5:
            return text.replace("\r\nEND:VTODO", "\r\nX-APP-FIELD;X-B=1;X-A=2:kept\r\nEND:VTODO", 1)
        case _:
            text = re.sub(r"\r\nCATEGORIES[:;][^\r]*", "", text)
            return text.replace("\r\nEND:VTODO", "\r\nCATEGORIES:home,garden\r\nEND:VTODO", 1)


def put_object(w, actor):
    """An app reads an object and sends it back, as it came or edited, at times twice."""
    _, found = objects(w, actor)
    href = w.pick(found)
    if href is None:
        return
    answer = ask(w, actor, "GET", href)
    if answer.status != 200:
        return
    state = w.rng.getstate()
    bodies = []
    for raw in answer.raws:
        # The same edit in each store.
        w.rng.setstate(state)
        bodies.append(edited(w, raw).encode())
    tags = KIND | {"if-match": answer.etags} if w.chance(0.6) else KIND
    ask(w, actor, "PUT", href, tuple(bodies), tags)
    if w.chance(0.3):
        # An echo of what the server has now.
        again = ask(w, actor, "GET", href)
        if again.status == 200:
            ask(w, actor, "PUT", href, tuple(each.encode() for each in again.raws), KIND)
    ask(w, actor, "GET", href)


def new_object(w, actor):
    at, found = objects(w, actor)
    if at is None:
        return
    uid = f"app-{w.rng.randrange(15)}"
    lines = [f"SUMMARY:{w.rng.choice(TEXTS).replace(';', '').replace(',', '')}"]
    if w.chance(0.4):
        lines += [f"DUE;VALUE=DATE:2030{w.rng.choice(['0410', '0131', '0731'])}"]
        if w.chance(0.5):
            lines += ["RRULE:" + w.rng.choice(["FREQ=DAILY", "FREQ=MONTHLY", "FREQ=WEEKLY;COUNT=3"])]
    elif w.chance(0.3):
        lines += ["DTSTART;TZID=Europe/Paris:20300401T090000", "DUE;TZID=Europe/Paris:20300402T100000"]
        lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT15M", "END:VALARM"]
    if w.chance(0.3):
        lines += [f"RELATED-TO:app-{w.rng.randrange(15)}"]
    if w.chance(0.2):
        lines += [
            "X-B:2",
            "X-A:1",
            "X-C;X-P=3:4",
            "URL:https://example.org/",
            "CLASS:PRIVATE",
            "GEO:48.8;2.3",
        ]
    # Another name for the same UID is refused.
    name = uid if w.chance(0.9) else f"{uid}-other"
    headers = KIND | {"if-none-match": "*"} if w.chance(0.7) else KIND
    ask(w, actor, "PUT", f"{at}{name}.ics", task(uid, *lines), headers)
    ask(w, actor, "GET", f"{at}{name}.ics")
    w.ask(actor, "GET", "/v1/items?limit=1000&archived=any")


def remove_object(w, actor):
    _, found = objects(w, actor)
    if href := w.pick(found):
        ask(w, actor, "DELETE", href)


def transfer_object(w, actor):
    _, found = objects(w, actor)
    href, to = w.pick(found), calendars(w, actor)
    if href and to:
        name = href.rsplit("/", 1)[1] if w.chance(0.5) else "moved.ics"
        headers = {"destination": to + name, "overwrite": w.rng.choice(["T", "F"])}
        ask(w, actor, w.rng.choice(["MOVE", "COPY"]), href, None, headers)
        w.ask(actor, "GET", "/v1/items?limit=1000&archived=any")


def named(element, name):
    """A body that gives a calendar a name."""
    name = f"<D:displayname>{name}</D:displayname>"
    return f"<{element} {DAV}><D:set><D:prop>{name}</D:prop></D:set></{element}>"


def calendar(w, actor):
    at = f"{home(actor)}cal-{w.rng.randrange(4)}/"
    if w.chance(0.6):
        body = named("C:mkcalendar", "Calendar")
        ask(w, actor, "MKCALENDAR", at, body, {"content-type": "application/xml"})
        w.ask(actor, "GET", "/v1/checklists?limit=1000")
    elif w.chance(0.5):
        body = named("D:propertyupdate", "Other")
        ask(w, actor, "PROPPATCH", at, body, {"content-type": "application/xml"})
    else:
        ask(w, actor, "DELETE", at)


def sync(w, actor):
    """The app reads what has changed since its last token."""
    at = calendars(w, actor)
    if at is None:
        return
    bodies = tuple(
        f"<D:sync-collection {DAV}><D:sync-token>{token}</D:sync-token><D:sync-level>1</D:sync-level>"
        "<D:prop><D:getetag/></D:prop></D:sync-collection>".encode()
        for token in actor.tokens.get(at, [""] * len(w.clients))
    )
    answer = ask(w, actor, "REPORT", at, bodies, {"content-type": "application/xml"})
    if answer.status == 207:
        actor.tokens[at] = [re.search(r"<D:sync-token>([^<]+)</D:sync-token>", raw)[1] for raw in answer.raws]


def carry(w, _):
    """An assistant moves an item to another list. The app of its owner does not know, and sends it again."""
    one = w.pick([each for each in w.actors if each.scope == "assist"])
    owner = w.pick([each for each in w.actors if one and each.person == one.person and each.scope == "write"])
    if owner is None:
        return
    found = w.ask(owner, "GET", "/v1/checklists?limit=1000").body
    if not isinstance(found, list):
        return
    lists = [each["id"] for each in found if each["role"] in ("edit", "own")]
    of, to = w.pick(lists), w.pick(lists)
    if of == to:
        to = w.ask(owner, "POST", "/v1/checklists", {"name": "Another"}).body.get("id")
    draft = {"text": w.rng.choice(TEXTS), "uid": str(uuid.UUID(int=w.rng.getrandbits(128)))}
    added = w.ask(owner, "POST", f"/v1/checklists/{of}/items", draft)
    if added.status == 201:
        w.ask(one, "PATCH", f"/v1/items/{added.body['id']}", {"checklistId": to})
        w.ask(owner, "POST", f"/v1/checklists/{of}/items", draft)
        if w.chance(0.7):
            undo(w, owner)


def dav(step):
    """A step for an actor who is a person."""

    def as_person(w, actor):
        step(w, actor if actor.person else w.actors[0])

    as_person.__name__ = step.__name__
    return as_person


def assistant(w, actor):
    """A tool of /mcp."""
    of, items = the_list(w, actor), [the_item(w, actor) for _ in range(w.rng.randint(1, 3))]
    name, arguments = w.rng.choice([
        ("add_items", {"listId": of, "lines": w.rng.sample(LINES, 2)}),
        ("add_items", {"listId": of, "lines": ["Milk", "Bread"], "merge": True}),
        ("create_list", {"name": "By an assistant", "lines": ["Milk", "2 kg apples"]}),
        ("update_items", {"changes": [{"itemId": items[0], "text": "Tea", "dueOn": "2030-06-30"}]}),
        ("check_items", {"itemIds": items}), ("check_items", {"itemIds": items, "checked": False}),
        ("move_items", {"itemIds": items, "listId": of}),
        ("move_items", {"itemIds": items, "place": "first"}),
        ("delete_items", {"itemIds": items}), ("delete_items", {"itemIds": items[:1]}),
        ("restore", {"trashIds": [w.any("trash")]}), ("restore", {}), ("list_lists", {}),
        ("find_items", {"text": "milk"}), ("agenda", {"timeZone": "UTC"}),
    ])  # fmt: skip
    params = {"name": name, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    w.ask(actor, "POST", "/mcp", message)


DOORS = {
    dav(put_object): 7, dav(new_object): 6, dav(remove_object): 1.5, dav(transfer_object): 1.5,
    dav(calendar): 1.5, dav(sync): 2, assistant: 6, carry: 1.5,
}  # fmt: skip

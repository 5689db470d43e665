"""Every operation of openapi.yaml as every kind of caller: persons who own a list, may edit, check or view
it, a stranger, an administrator, an owner with a token that only reads or only follows calendars, guests by
share links, requests without a token or with one that is out of force, and the local machine.

What each may do is read from `x-access`, which the tests of the program hold to the route table. A new
operation needs a row only where it sends something or answers an unusual status.

usage: matrix.py
"""

import datetime
import http.client
import json
import pathlib
import re
import sys

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import HANG_SECONDS, ROOT, Service, wait_until  # noqa: E402

ROLES = ["view", "check", "edit", "own"]
SCOPES = ["feed", "read", "assist", "write", "admin"]
PERSONS = {"owner": "own", "editor": "edit", "checker": "check", "viewer": "view"}
PERSONS |= {"stranger": None, "admin": None}

# Tokens of the owner that allow less than `write`, by their scope; guests, by what their link allows.
SCOPED = {"reader": "read", "follower": "feed", "assistant": "assist"}
GUESTS = {"view link": "view", "link": "check", "edit link": "edit"}

SUBSCRIPTION = {  # the keys of the example of RFC 8291
    "endpoint": "https://push.example.org/send/4f2a",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}
# Mail could be sent; nobody takes it.
MAIL = ["--smtp", "smtp://127.0.0.1:1", "--smtp-from", "lists@example.org", "--url", "https://lists.example"]
ADDRESS = {"address": "ada@example.org"}
LATER = {"until": "2199-01-01T00:00:00Z"}
# What an operation sends, and what it answers to a caller that may. Without a row nothing is sent, and the
# answer is 200, or 204 to DELETE.
REQUESTS = {
    "createChecklist": (201, {"name": "Mine"}), "updateChecklist": (200, {"name": "Other"}),
    "copyChecklist": (201, None), "importChecklists": (200, {"checklists": []}),
    "importItems": (200, {"checklists": [{"name": "Trip", "items": [{"text": "Passport"}]}]}),
    "createSection": (201, {"name": "New"}), "updateSection": (200, {"name": "Other"}),
    "moveSection": (200, {"first": True}), "createAnnouncement": (200, {"kind": "shopping"}),
    "createItem": (201, {"text": "New"}), "createItems": (201, [{"text": "New"}]),
    "updateItem": (200, {"checked": True}), "updateChecklistItems": (200, {"checked": True}),
    "deleteChecklistItems": (200, None), "deleteChecklists": (200, None),
    "moveItem": (200, {"first": True}), "getItemWeather": (404, None),
    "skipItem": (409, None), "snoozeItem": (409, LATER), "setSnooze": (409, LATER),
    "setMember": (200, {"role": "view"}), "setMembership": (200, {"muted": True, "itemSort": "text"}),
    "updateMembership": (200, {"pinned": True, "archived": True}),
    "createShareLink": (201, {"role": "view"}), "signIn": (404, {"secret": "cll_nonsense", "name": "x"}),
    "createPerson": (201, {"name": "New"}), "updatePerson": (200, {"name": "Me"}),
    "createSignInLink": (201, {}), "updatePreferences": (200, {"showChecked": False}),
    "updateTag": (200, {"name": "drinks"}), "deleteTag": (200, None),
    "createView": (201, {"name": "New", "query": {"checked": False}}),
    "updateView": (200, {"name": "Other"}), "moveView": (200, {"last": True}),
    # It is confirmed by a message alone.
    "setEmail": (200, ADDRESS), "testEmail": (409, None),
    "createPushSubscription": (201, SUBSCRIPTION), "testPushSubscription": (201, None),
    "createWebhook": (201, {"url": "https://example.org/"}), "updateWebhook": (200, {"description": "x"}),
    "testWebhook": (201, None), "redeliver": ((200, 409), None),
    # The operation changes nothing: its tag does not exist. Its permission is that of the batch, or higher.
    "runBatch": (404, {"operations": [{"method": "POST", "path": "/v1/items/999999999/toggle"}]}),
    "parseQuickAdd": (200, {"quickAdd": "Milk tomorrow !!"}),
    "createQRCode": (200, {"text": "https://lists.example/"}),
}
# What is more than a check mark needs another role on the list.
ROLE_BY_BODY = {
    "updateItem": ("edit", {"important": True}), "updateChecklistItems": ("edit", {"important": True}),
}
# The least role of a person on the list, where no guest may do the same. For all others it is `own`.
ROLE_OF_PERSONS = {
    "copyChecklist": "view", "getMembership": "view", "setMembership": "view", "updateMembership": "view",
    "createAnnouncement": "edit",
}
# What has to be asked for after the path.
QUERIES = {
    "listOccurrences": "?rule=FREQ=DAILY&dueOn=2026-11-23", "deleteChecklists": "?ids=999999998-999999999",
}
# Operations that need a mail address.
ON_EMAIL = ("getEmail", "deleteEmail", "testEmail")
# What paths of lists and items, and of things of one person, name.
ON_LIST = ("{checklistId}", "{itemId}")
OF_OWNER = tuple(
    f"{{{name}Id}}"
    for name in ("webhook", "delivery", "subscription", "device", "view", "proposal", "session")
)
# Paths of resources that are hidden, by 404, from callers that may not see them.
HIDDEN = (*ON_LIST, *OF_OWNER, "{trashId}", "{tag}")
# Callers without a token, or with one that is revoked or expired.
WITHOUT_TOKEN = ("nobody", "revoked", "expired", "revoked device")


class World:
    """A service with everybody, and a list for each request."""

    def __init__(self, service):
        self.service = service
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=HANG_SECONDS)
        status, _, signed = self.sign_in(1, "admin")
        assert status == 201, signed
        self.tokens = {"admin": signed["token"], "nobody": None}
        self.people = {"admin": 1}
        for name in PERSONS:
            if name != "admin":
                person = self.call("admin", "POST", "/v1/people", {"name": name})[2]["id"]
                self.people[name] = person
                self.tokens[name] = self.sign_in(person, "write")[2]["token"]
        for name, scope in SCOPED.items():
            self.tokens[name] = self.sign_in(self.people["owner"], scope)[2]["token"]
        self.bystander = self.call("admin", "POST", "/v1/people", {"name": "Bystander"})[2]["id"]
        self.introduce()
        lost = self.sign_in(self.people["owner"], "write")[2]
        self.tokens["revoked device"] = lost["token"]
        assert self.call("owner", "DELETE", f"/v1/devices/{lost['device']['id']}")[0] == 204
        self.devices = self.call("owner", "GET", "/v1/devices")[2]
        self.end_links()

    def call(self, who, method, target, body=None):
        """Status, headers and content of a request; all go over one connection."""
        headers = self.authorization(who) if who else {}
        if body is not None:
            headers["content-type"] = "application/json"
        self.connection.request(method, target, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        content = answer.read()
        is_json = content and "json" in answer.headers.get("content-type", "")
        return answer.status, answer.headers, json.loads(content) if is_json else content

    def authorization(self, who):
        token = self.tokens[who]
        return {"authorization": f"Bearer {token}"} if token else {}

    def sign_in(self, person, scope):
        who = "admin" if hasattr(self, "tokens") else None
        link = self.call(who, "POST", f"/v1/people/{person}/sign-in-links", {"scope": scope})[2]
        return self.service.request("POST", "/v1/devices", {"secret": link["secret"], "name": "Phone"})

    def introduce(self):
        """Has people know each other, by a list that they share, so that they can share others."""
        checklist = self.call("admin", "POST", "/v1/checklists", {"name": "Everybody"})[2]["id"]
        known = [self.people[name] for name, role in PERSONS.items() if role] + [self.bystander]
        for person in known:
            target = f"/v1/checklists/{checklist}/members/{person}"
            assert self.call("admin", "PUT", target, {"role": "view"})[0] == 200

    def guest(self, link):
        shown = {"secret": link["secret"], "name": "x"}
        return self.service.request("POST", "/v1/devices", shown)[2]["token"]

    def end_links(self):
        """Has somebody hold a link that was revoked, and somebody one that has expired."""
        checklist = self.call("owner", "POST", "/v1/checklists", {"name": "List"})[2]["id"]
        links = f"/v1/checklists/{checklist}/links"
        lost = self.call("owner", "POST", links, {"role": "edit"})[2]
        self.tokens["revoked"] = self.guest(lost)
        assert self.call("revoked", "GET", "/v1/me")[0] == 200
        assert self.call("owner", "DELETE", f"{links}/{lost['id']}")[0] == 204
        assert any(self.use_until_it_expires(links, seconds) for seconds in (0.5, 5, 30))

    def use_until_it_expires(self, links, seconds):
        """Signs in by a link with a short validity, and waits for its end. False if it expired before."""
        end = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=seconds)
        status, _, brief = self.call("owner", "POST", links, {"role": "edit", "expiresAt": end.isoformat()})
        secret = brief.get("secret", "cll_none")
        signed, _, device = self.service.request("POST", "/v1/devices", {"secret": secret, "name": "x"})
        if (status, signed) != (201, 201):
            return False
        self.tokens["expired"] = device["token"]
        was_valid = self.call("expired", "GET", "/v1/me")[0] == 200
        wait_until(lambda: self.call("expired", "GET", "/v1/me")[0] == 401)
        return was_valid

    def stage(self):
        """A new list with an item, shared with those who have a role, and what paths name."""
        checklist = self.call("owner", "POST", "/v1/checklists", {"name": "List"})[2]["id"]
        at = f"/v1/checklists/{checklist}"
        # Copies of earlier lists belong to other callers, with the tags of those lists.
        tag = f"dairy-{checklist}"
        add = ("owner", "POST", f"{at}/items", {"text": "Milk", "tags": [tag]})
        lost, item = (self.call(*add)[2]["id"] for _ in range(2))
        self.call("owner", "DELETE", f"/v1/items/{lost}")
        trash = self.call("owner", "GET", "/v1/trash?limit=1")[2][0]["id"]
        section = self.call("owner", "POST", f"{at}/sections", {"name": "Dairy"})[2]["id"]
        view = self.call("owner", "POST", "/v1/views", {"name": "Open", "query": {"checked": False}})[2]["id"]
        members = [(self.people[name], role) for name, role in PERSONS.items() if role and name != "owner"]
        for person, role in [*members, (self.bystander, "view")]:
            assert self.call("owner", "PUT", f"{at}/members/{person}", {"role": role})[0] == 200
        for name, role in GUESTS.items():
            self.tokens[name] = self.guest(self.call("owner", "POST", f"{at}/links", {"role": role})[2])
        link = self.call("owner", "POST", f"{at}/links", {"role": "check"})[2]
        webhook, delivery = self.webhook(at)
        device = self.call("owner", "POST", "/v1/push-subscriptions", SUBSCRIPTION)[2]["id"]
        draft = self.call("assistant", "POST", f"{at}/items", {"text": "Tea"})[2]["id"]
        session = self.call("owner", "GET", "/v1/sessions")[2][0]["id"]
        proposal = self.call("assistant", "DELETE", f"/v1/items/{draft}")[2]["id"]
        return {
            "subscriptionId": device, "checklistId": checklist, "itemId": item, "linkId": link["id"],
            "webhookId": webhook, "deliveryId": delivery, "personId": self.bystander, "proposalId": proposal,
            "deviceId": self.devices[0]["id"], "trashId": trash, "file": "no-icon.svg", "tag": tag,
            "sectionId": section, "viewId": view, "sessionId": session,
        }

    def webhook(self, at):
        """A webhook and a delivery of it. A change makes one: a person may send few tests in an hour."""
        body, path = {"url": "https://example.org/", "events": ["item.created"]}, "/v1/webhooks"
        webhook = self.call("owner", "POST", path, body)[2]["id"]
        self.call("owner", "POST", f"{at}/items", {"text": "Salt"})
        wait_until(deliveries := lambda: self.call("owner", "GET", f"{path}/{webhook}/deliveries")[2])
        return webhook, deliveries()[0]["id"]

    def begin(self, who, target):
        """What a stream is answered with, before anything of it."""
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=HANG_SECONDS)
        connection.request("GET", target, headers=self.authorization(who))
        answer = connection.getresponse()
        connection.close()
        return answer.status, dict(answer.getheaders()), None

    def clear(self, names):
        self.call("owner", "DELETE", f"/v1/push-subscriptions/{names['subscriptionId']}")
        for kind in ("checklist", "webhook", "view", "proposal"):
            self.call("owner", "DELETE", f"/v1/{kind}s/{names[f'{kind}Id']}")


def told(headers):  # whenever that was
    return sorted((name.lower(), value) for name, value in headers.items() if name.lower() != "date")


def request(name, method):
    """The status of a caller that may, and what is sent."""
    return REQUESTS.get(name, (204 if method == "DELETE" else 200, None))


def needs(role, least, status):
    return status if ROLES.index(role) >= ROLES.index(least) else 403


def expected(name, path, access, who, least, status):
    """What a caller is answered, by what the operation says of each kind of caller."""
    if access == "open":
        return status
    if who in WITHOUT_TOKEN:
        return 401
    if who in GUESTS:
        return expected_of_guest(name, path, access, GUESTS[who], least, status)
    scope = SCOPED.get(who, "admin" if who == "admin" else "write")
    if SCOPES.index(scope) < SCOPES.index(access["person"]):
        return 403
    if who in SCOPED:
        if scope == "assist" and name.startswith("delete") and name != "deleteSnooze":
            status = 202
        who = "owner"
    role = PERSONS[who]
    if "{trashId}" in path:
        # Who may not change the list does not see what was deleted from it; its owners purge it.
        if role not in ("edit", "own"):
            return 404
        return needs(role, "own" if name == "deleteTrashEntry" else "edit", status)
    if "{tag}" in path:
        return 404 if role is None else needs(role, "edit", status)
    if any(part in path for part in OF_OWNER):
        return status if who == "owner" else 404
    if any(part in path for part in ON_LIST):
        if role is None:
            return 404
        # Of members the rules require the same role as of guests. Operations that are not for guests are for
        # owners, except in ROLE_OF_PERSONS; `x-access` does not say that.
        shared = access["guest"] if access["guest"] != "never" else "own"
        return needs(role, least or ROLE_OF_PERSONS.get(name, shared), status)
    return status


def expected_of_guest(name, path, access, role, least, status):
    # The token of a link to view has the scope read.
    scope = "read" if role == "view" else "write"
    if SCOPES.index(scope) < SCOPES.index(access["person"]) or access["guest"] == "never":
        return 403
    if "{trashId}" in path:
        return status if ROLES.index(role) >= ROLES.index(access["guest"]) else 404
    return needs(role, least or access["guest"], status)


def check_local(operations, faults):
    """Before the first token the local machine may use every operation. The ids in paths do not exist."""
    with Service(None, *MAIL) as service:
        for name, (method, path, _) in operations.items():
            if name == "streamChanges":
                continue
            target = re.sub(r"{\w+}", "999999999", path) + QUERIES.get(name, "")
            status, body = request(name, method)
            if name in ON_EMAIL:
                service.request("PUT", "/v1/me/email", ADDRESS)
            found = service.request(method, target, body)[0]
            if found in (401, 403) or found >= 500 or target == path and found != status:
                faults.append(f"{name} as the local machine: {found}")
    return len(operations) - 1


def prepare(world, name, who, names):
    """What an operation is about, where that depends on the caller or is used up."""
    if name in ("getPerson", "updatePerson", "createSignInLink"):
        # Persons name themselves, and guests the owner of their list.
        names["personId"] = world.people.get(who, world.people["owner"])
    if name == "deletePerson":
        names["personId"] = world.call("admin", "POST", "/v1/people", {"name": "Gone"})[2]["id"]
    if name == "deleteDevice":
        world.sign_in(world.people["owner"], "write")
        names["deviceId"] = world.call("owner", "GET", "/v1/devices")[2][-1]["id"]
    if name in ON_EMAIL:
        world.call(who, "PUT", "/v1/me/email", ADDRESS)


def check_people(world, faults):
    """A caller sees the members of its lists, and no other person."""
    names = world.stage()
    rows = [(who, person) for who in ("viewer", "stranger", *GUESTS) for person in ("owner", "stranger")]
    for who, person in rows:
        wanted = 200 if (who == "stranger") == (person == "stranger") else 404
        found = world.call(who, "GET", f"/v1/people/{world.people[person]}")[0]
        if found != wanted:
            faults.append(f"getPerson of {person} as {who}: {found} and not {wanted}")
    world.clear(names)
    return len(rows)


def check_operation(world, name, operation, variant, faults):
    """One operation with one body, as every caller."""
    method, path, access = operation
    status, body, least = variant
    names, callers = None, [*PERSONS, *SCOPED, *GUESTS, *WITHOUT_TOKEN]
    for who in callers:
        # A read or a refused request has changed nothing.
        names = names or world.stage()
        prepare(world, name, who, names)
        wanted = expected(name, path, access, who, least, status)
        target = path.format(**names) + QUERIES.get(name, "")
        if name == "streamChanges":
            found, headers, content = world.begin(who, target)
        else:
            found, headers, content = world.call(who, method, target, body)
        if found == 404 and any(part in path for part in HIDDEN) and status != 404:
            # What one may not see is answered as what is not there, to the letter.
            nothing = path.format(**{key: 999_999_999 for key in names})
            other = world.call(who, method, nothing, body)
            if (found, told(headers), content) != (other[0], told(other[1]), other[2]):
                faults.append(f"{name} as {who} tells that there is something")
        if who in GUESTS and access != "open" and access["guest"] == "never":
            # The refusal comes before path, query and content are read.
            unknown = path.format(**{key: 999_999_999 for key in names}) + "?nonsense=1"
            malformed = None if method in ("GET", "DELETE") else {"nonsense": 1}
            other = world.call(who, method, unknown, malformed)
            if (found, content) != (other[0], other[2]):
                faults.append(f"{name} as {who}: an unknown path is refused in another way")
        if found not in (wanted if isinstance(wanted, tuple) else (wanted,)):
            faults.append(f"{name} as {who}: {found} and not {wanted}")
        if method != "GET" and found < 400:
            world.clear(names)
            names = None
    if names:
        world.clear(names)
    return len(callers)


def main():
    options(__doc__)
    description = yaml.safe_load((ROOT / "openapi.yaml").read_text())
    operations = {
        operation["operationId"]: (method.upper(), path, operation["x-access"])
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
    }
    rows = {*REQUESTS, *ROLE_BY_BODY, *ROLE_OF_PERSONS, *QUERIES}
    assert rows <= set(operations), f"rows of no operation: {sorted(rows - set(operations))}"
    faults = []
    count = check_local(operations, faults)
    with Service(None, "--wrong-tokens-per-minute-max", "0", *MAIL) as service:
        world = World(service)
        for name, operation in operations.items():
            variants = [(*request(name, operation[0]), None)]
            if name in ROLE_BY_BODY:
                least, body = ROLE_BY_BODY[name]
                variants.append((request(name, operation[0])[0], body, least))
            for variant in variants:
                count += check_operation(world, name, operation, variant, faults)
        count += check_people(world, faults)
    print(f"{count} requests: {len(operations)} operations as every kind of caller")
    assert not faults, "\n".join(faults)


main()

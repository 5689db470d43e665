"""Every operation of openapi.yaml as everybody there is: who owns a list, may edit, check or view it, a
stranger, guests by a link, whose link was revoked or has expired, and who administers. A new operation
without a row fails.

usage: matrix.py
"""

import datetime
import http.client
import json
import pathlib
import sys

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import HANG_SECONDS, ROOT, Service, wait_until  # noqa: E402

ROLES = ["view", "check", "edit", "own"]
PERSONS = {
    "owner": "own", "editor": "edit", "checker": "check", "viewer": "view", "stranger": None, "admin": None,
}

# Guests, by what their link allows.
GUESTS = {"link": "check", "edit link": "edit"}

# What is done on a list: the least role, what it answers then, and what is sent.
ON_LIST = {
    "getChecklist": ("view", 200, None),
    "updateChecklist": ("edit", 200, {"name": "Other"}),
    "deleteChecklist": ("own", 204, None),
    "listChecklistItems": ("view", 200, None),
    "createItem": ("edit", 201, {"text": "New"}),
    "updateChecklistItems": ("edit", 200, {"important": True}),
    "deleteChecklistItems": ("edit", 200, None),
    "createItems": ("edit", 201, [{"text": "New"}]),
    "getItem": ("view", 200, None),
    "updateItem": ("edit", 200, {"important": True}),
    "deleteItem": ("edit", 204, None),
    "getItemWeather": ("view", 404, None),
    "toggleItem": ("check", 200, None),
    "moveItem": ("edit", 200, {"first": True}),
    "skipItem": ("check", 409, None),
    "snoozeItem": ("check", 409, {"until": "2199-01-01T00:00:00Z"}),
    "putSnooze": ("check", 409, {"until": "2199-01-01T00:00:00Z"}),
    "deleteSnooze": ("check", 204, None),
    "copyChecklist": ("view", 201, None),
    "getChecklistCalendar": ("view", 200, None),
    "listMembers": ("view", 200, None),
    "putMember": ("own", 200, {"role": "view"}),
    "removeMember": ("own", 204, None),
    "listLinks": ("own", 200, None),
    "addLink": ("own", 201, {"role": "view"}),
    "removeLink": ("own", 204, None),
}
# What the owner deleted from a list: who may not change that does not see it, and the owner alone purges it.
OF_TRASH = {"deleteTrash": 204, "restoreTrash": 200}
# A device, by the keys of the example of RFC 8291.
SUBSCRIPTION = {
    "endpoint": "https://push.example.org/send/4f2a",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
# Mail could be sent; nobody takes it.
MAIL = ["--smtp", "smtp://127.0.0.1:1", "--smtp-from", "lists@example.org", "--url", "https://lists.example"]
ADDRESS = {"address": "ada@example.org"}
# What is about whoever asks, and works for every person; a guest by a link is answered 403, or as said.
ON_ONESELF = {
    "getMembership": (200, None), "putMembership": (200, {"muted": True, "itemSort": "text"}),
    "getEmail": (200, None), "setEmail": (200, ADDRESS), "deleteEmail": (204, None),
    # It is confirmed by a message alone.
    "testEmail": (409, None),
    "listPushSubscriptions": (200, None), "addPushSubscription": (201, SUBSCRIPTION),
    "listWebhooks": (200, None), "addWebhook": (201, {"url": "https://example.org/"}),
    "getPreferences": (200, None), "updatePreferences": (200, {"showChecked": False}),
    "createChecklist": (201, {"name": "Mine"}), "importChecklists": (200, {"checklists": []}),
    "listDevices": (200, None), "getPerson": (200, None), "updatePerson": (200, {"name": "Me"}),
    "addSignInLink": (201, {}), "emptyTrash": (204, None),
}
# What shows as much as one sees, whoever one is.
FOR_ALL = [
    "listChecklists", "listItems", "listReminders", "getCounts", "getAgenda", "listIcons", "getCalendar",
    "exportChecklists", "getMe", "listPeople", "listChanges", "followChanges", "listTrash",
]
# What is worked out for anybody who asks.
FOR_ANYBODY = {
    "getPushKey": (200, None), "readQuickAdd": (200, {"quickAdd": "Milk tomorrow !!"}),
    "listOccurrences": (200, None),
}
# What has to be asked for after the path.
QUERIES = {"listOccurrences": "?rule=FREQ=DAILY&dueOn=2026-11-23"}
# What belongs to the owner alone, and is not there for others.
OF_OWNER = {
    "getWebhook": (200, None), "updateWebhook": (200, {"description": "x"}), "deleteWebhook": (204, None),
    "rotateWebhookSecret": (200, None), "testWebhook": (201, None), "listDeliveries": (200, None),
    "getDelivery": (200, None), "redeliver": ((200, 409), None), "removeDevice": (204, None),
    "getPushSubscription": (200, None), "deletePushSubscription": (204, None),
    "testPushSubscription": (201, None),
}
FOR_ADMIN = {"addPerson": (201, {"name": "New"}), "removePerson": (204, None)}
OPEN = {"signIn": (404, {"secret": "cll_nonsense", "name": "x"})}


class World:
    """A service with everybody, and a list for each request."""

    def __init__(self, service):
        self.service = service
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=HANG_SECONDS)
        status, _, signed = self.sign_in(1, "admin")
        assert status == 201, signed
        self.tokens = {"admin": signed["token"]}
        self.people = {"admin": 1}
        for name in PERSONS:
            if name != "admin":
                person = self.call("admin", "POST", "/v1/people", {"name": name})[2]["id"]
                self.people[name] = person
                self.tokens[name] = self.sign_in(person, "write")[2]["token"]
        self.bystander = self.call("admin", "POST", "/v1/people", {"name": "Bystander"})[2]["id"]
        self.introduce()
        self.devices = self.call("owner", "GET", "/v1/devices")[2]
        self.end_links()

    def call(self, who, method, target, body=None):
        """Status, headers and content of a request; all go over one connection."""
        headers = {"authorization": f"Bearer {self.tokens[who]}"} if who else {}
        if body is not None:
            headers["content-type"] = "application/json"
        self.connection.request(method, target, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        content = answer.read()
        is_json = content and "json" in answer.headers.get("content-type", "")
        return answer.status, answer.headers, json.loads(content) if is_json else content

    def sign_in(self, person, scope):
        who = "admin" if hasattr(self, "tokens") else None
        link = self.call(who, "POST", f"/v1/people/{person}/sign-in-links", {"scope": scope})[2]
        return self.service.request("POST", "/v1/devices", {"secret": link["secret"], "name": "Phone"})

    def introduce(self):
        """Has people know each other, by a list that they share, so that they can share others."""
        checklist = self.call("admin", "POST", "/v1/checklists", {"name": "Everybody"})[2]["id"]
        known = [self.people[name] for name, role in PERSONS.items() if role] + [self.bystander]
        for person in known:
            path = f"/v1/checklists/{checklist}/members/{person}"
            assert self.call("admin", "PUT", path, {"role": "view"})[0] == 200

    def guest(self, link):
        body = {"secret": link["secret"], "name": "x"}
        return self.service.request("POST", "/v1/devices", body)[2]["token"]

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
        body = {"secret": brief.get("secret", "cll_none"), "name": "x"}
        signed, _, device = self.service.request("POST", "/v1/devices", body)
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
        lost, item = (self.call("owner", "POST", f"{at}/items", {"text": "Milk"})[2]["id"] for _ in range(2))
        self.call("owner", "DELETE", f"/v1/items/{lost}")
        trash = self.call("owner", "GET", "/v1/trash?limit=1")[2][0]["id"]
        members = [(self.people[name], role) for name, role in PERSONS.items() if role and name != "owner"]
        for person, role in [*members, (self.bystander, "view")]:
            answer = self.call("owner", "PUT", f"{at}/members/{person}", {"role": role})
            assert answer[0] == 200, answer
        for name, role in GUESTS.items():
            self.tokens[name] = self.guest(self.call("owner", "POST", f"{at}/links", {"role": role})[2])
        link = self.call("owner", "POST", f"{at}/links", {"role": "check"})[2]
        webhook = self.call("owner", "POST", "/v1/webhooks", {"url": "https://example.org/"})[2]["id"]
        delivery = self.call("owner", "POST", f"/v1/webhooks/{webhook}/test")[2]["id"]
        device = self.call("owner", "POST", "/v1/push-subscriptions", SUBSCRIPTION)[2]["id"]
        return {
            "subscriptionId": device, "checklistId": checklist, "itemId": item, "linkId": link["id"],
            "webhookId": webhook, "deliveryId": delivery, "personId": self.bystander,
            "deviceId": self.devices[0]["id"], "trashId": trash,
        }

    def begin(self, who, target):
        """What a stream is answered with, before anything of it."""
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=HANG_SECONDS)
        connection.request("GET", target, headers={"authorization": f"Bearer {self.tokens[who]}"})
        answer = connection.getresponse()
        connection.close()
        return answer.status, dict(answer.getheaders()), None

    def clear(self, names):
        self.call("owner", "DELETE", f"/v1/push-subscriptions/{names['subscriptionId']}")
        self.call("owner", "DELETE", f"/v1/checklists/{names['checklistId']}")
        self.call("owner", "DELETE", f"/v1/webhooks/{names['webhookId']}")


def told(headers):
    """What headers tell, whenever that was."""
    return sorted((name.lower(), value) for name, value in headers.items() if name.lower() != "date")


def expected(name, who):
    """What an operation has to answer to somebody, and what is sent."""
    role = PERSONS.get(who, GUESTS.get(who))
    if name in OPEN:
        return OPEN[name]
    if name in ON_LIST:
        least, status, body = ON_LIST[name]
        if name == "copyChecklist" and who in GUESTS:
            # Lists are somebody's.
            return 403, body
        if role is None:
            return 404, body
        return (status if ROLES.index(role) >= ROLES.index(least) else 403), body
    if name in ON_ONESELF:
        status, body = ON_ONESELF[name]
        if who in GUESTS:
            return 404 if name == "getPerson" else 403, body
        if name.endswith("Membership") and role is None:
            return 404, body
        return status, body
    if name in FOR_ALL:
        return 200, None
    if name in FOR_ANYBODY:
        return FOR_ANYBODY[name]
    if name == "deleteTrash" and who in GUESTS:
        return 403, None
    if name in OF_TRASH:
        if role not in ("edit", "own"):
            return 404, None
        return (403 if name == "deleteTrash" and role == "edit" else OF_TRASH[name]), None
    if name in OF_OWNER:
        status, body = OF_OWNER[name]
        return (status if who == "owner" else 403 if who in GUESTS else 404), body
    status, body = FOR_ADMIN[name]
    return (status if who == "admin" else 403), body


def check_other_routes(world, faults):
    """What is beside the operations and asks for a token is for people, and for no guest."""
    names = world.stage()
    for name, token in {**world.tokens, "nobody": None}.items():
        headers = {"authorization": f"Bearer {token}"} if token else {}
        found = world.service.request("GET", "/metrics", headers=headers)[0]
        wanted = 200 if name in PERSONS else 403 if name in GUESTS else 401
        if found != wanted:
            faults.append(f"/metrics as {name}: {found} and not {wanted}")
    world.clear(names)
    return len(world.tokens) + 1


def main():
    options(__doc__)
    description = yaml.safe_load((ROOT / "openapi.yaml").read_text())
    operations = {
        operation["operationId"]: (method.upper(), path)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
        if method != "parameters" and path.startswith("/v1")
    }
    rows = {*ON_LIST, *ON_ONESELF, *FOR_ALL, *FOR_ANYBODY, *OF_TRASH, *OF_OWNER, *FOR_ADMIN, *OPEN}
    assert rows == set(operations), f"rows that differ: {sorted(rows ^ set(operations))}"
    faults, count = [], 0
    with Service(None, "--wrong-tokens-per-minute-max", "0", *MAIL) as service:
        world = World(service)
        for name, (method, path) in operations.items():
            names = None
            for who in [*PERSONS, *GUESTS, "revoked", "expired"]:
                # A read or a refused request has changed nothing.
                names = names or world.stage()
                if name in ("getPerson", "updatePerson", "addSignInLink"):
                    names["personId"] = world.people.get(who, world.people["stranger"])
                if name == "removePerson":
                    names["personId"] = world.call("admin", "POST", "/v1/people", {"name": "Gone"})[2]["id"]
                if name == "removeDevice":
                    world.sign_in(world.people["owner"], "write")
                    names["deviceId"] = world.call("owner", "GET", "/v1/devices")[2][-1]["id"]
                if name in ("getEmail", "deleteEmail", "testEmail"):
                    world.call(who, "PUT", "/v1/me/email", ADDRESS)
                wanted, body = expected(name, who)
                if who in ("revoked", "expired") and name not in OPEN:
                    wanted = 401
                target = path.format(**names) + QUERIES.get(name, "")
                if name == "followChanges":
                    found, headers, content = world.begin(who, target)
                else:
                    found, headers, content = world.call(who, method, target, body)
                count += 1
                if found == 404 and name in {*ON_LIST, *OF_TRASH} and name != "getItemWeather":
                    # What one may not see is answered as what is not there, to the letter.
                    nothing = path.format(**{key: 999_999_999 for key in names})
                    other = world.call(who, method, nothing, body)
                    if (found, told(headers), content) != (other[0], told(other[1]), other[2]):
                        faults.append(f"{name} as {who} tells that there is something")
                if found not in (wanted if isinstance(wanted, tuple) else (wanted,)):
                    faults.append(f"{name} as {who}: {found} and not {wanted}")
                if method != "GET" and found < 400:
                    world.clear(names)
                    names = None
            if names:
                world.clear(names)
        count += check_other_routes(world, faults)
    print(f"{count} requests: {len(operations)} operations as {len(PERSONS) + len(GUESTS) + 2} each")
    assert not faults, "\n".join(faults)


main()

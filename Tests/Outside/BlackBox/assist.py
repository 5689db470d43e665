"""A token with the scope assist: one undo takes back all changes of a session, and deletions need approval.

usage: assist.py

With CHECKLISTD_TEST_STORE=postgres on PostgreSQL.
"""

import json
import urllib.parse

from access import bearer, make, wait_for_tokens
from options import options, run_tests
from receivers import Receiver
from service import Service, wait_until

PAGE = "https://lists.example"
# Fields that an undo changes again.
VERSION_FIELDS = ("revision", "updatedAt", "changedAt", "changedBy")


class Caller:
    """A caller with a token."""

    def __init__(self, service, token):
        self.service, self.headers = service, bearer(token)

    def send(self, method, path, body=None, status=None):
        answer = self.service.request(method, path, body, self.headers)
        assert answer[0] == status if status else answer[0] // 100 == 2, (method, path, answer)
        return answer[2]

    def use(self, tool, **arguments):
        """The result of a tool at /mcp."""
        params = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        return self.send("POST", "/mcp", message, 200)["result"]

    def contents(self):
        """All lists with their items, without the fields that every change sets."""
        paths = [f"/v1/{kind}?limit=200" for kind in ("checklists", "items")]
        found = [each for path in paths for each in self.send("GET", path)]
        return [{name: each[name] for name in each if name not in VERSION_FIELDS} for each in found]


def callers(service, data):
    """The owner, and an assistant of the owner."""
    found = [Caller(service, make(data, scope, scope)) for scope in ("write", "assist")]
    wait_for_tokens(service, 2)
    return found


def filled(owner):
    """The identifiers of a new list and of its 20 items."""
    groceries = owner.send("POST", "/v1/checklists", {"name": "Groceries"})["id"]
    drafts = [{"text": f"Item {number}", "tags": ["shop"]} for number in range(20)]
    items = owner.send("POST", f"/v1/checklists/{groceries}/items/batch", drafts)
    return groceries, [item["id"] for item in items]


def test_one_undo_takes_back_a_session(data):
    with Service(data) as service:
        owner, assistant = callers(service, data)
        groceries, ids = filled(owner)
        before = owner.contents()
        lines = [f"New {number} @late" for number in range(25)]
        added = assistant.use("add_items", listId=groceries, lines=lines)
        new = [item["itemId"] for item in added["structuredContent"]["items"]]
        changes = [{"itemId": item, "text": "Tea", "important": True} for item in ids[:10]]
        assert not assistant.use("update_items", changes=changes).get("isError")
        assert not assistant.use("check_items", itemIds=ids[5:15]).get("isError")
        places = {"itemIds": [ids[19], new[3]], "listId": groceries, "place": "first"}
        assert not assistant.use("move_items", **places).get("isError")
        made = assistant.use("create_list", name="Party", lines=["Cake", "Candles"])
        assert not made.get("isError"), made
        assistant.send("PATCH", f"/v1/items/{ids[16]}", {"notes": "Two", "dueDate": "2027-01-02T10:00:00Z"})
        assistant.send("POST", f"/v1/items/{ids[17]}/toggle")
        party = made["structuredContent"]["list"]["listId"]
        assert not assistant.use("move_items", itemIds=[ids[18]], listId=party).get("isError")
        assert owner.contents() != before
        [session] = owner.send("GET", "/v1/sessions")
        assert session["itemsCount"] == 46 and session["checklistsCount"] == 1, session
        undo = f"/v1/sessions/{session['id']}/undo"
        assistant.send("POST", undo, status=403)
        undone = owner.send("POST", undo)
        assert len(undone["restoredItemIds"]) == 19 and len(undone["deletedItemIds"]) == 27, undone
        assert len(undone["deletedChecklistIds"]) == 1, undone
        assert not undone["changedItemIds"] and not undone["missingItemIds"], undone
        assert owner.contents() == before, (owner.contents(), before)
        assert owner.send("GET", "/v1/sessions") == []
        owner.send("POST", undo, status=404)


def test_later_changes_of_the_owner_stay(data):
    with Service(data) as service:
        owner, assistant = callers(service, data)
        _, ids = filled(owner)
        for item in ids[:2]:
            assistant.send("PATCH", f"/v1/items/{item}", {"text": "Tea"})
        owner.send("PATCH", f"/v1/items/{ids[0]}", {"text": "Green tea"})
        assert service.stop() == 0
        with Service(data) as again:
            owner = Caller(again, owner.headers["authorization"].split()[1])
            [session] = owner.send("GET", "/v1/sessions")
            undone = owner.send("POST", f"/v1/sessions/{session['id']}/undo")
            assert undone["changedItemIds"] == [ids[0]] and undone["restoredItemIds"] == [ids[1]], undone
            texts = [owner.send("GET", f"/v1/items/{item}")["text"] for item in ids[:2]]
            assert texts == ["Green tea", "Item 1"], texts


def test_deletions_wait_for_approval(data):
    """By the link of an ntfy message, by the API, and not at all."""
    receiver = Receiver()
    with Service(data, "--url", PAGE, "--webhook-allow", "127.0.0.1") as service:
        owner, assistant = callers(service, data)
        groceries, ids = filled(owner)
        view = owner.send("POST", "/v1/views", {"name": "Open", "query": {"checked": False}})["id"]
        section = owner.send("POST", f"/v1/checklists/{groceries}/sections", {"name": "Cool"})["id"]
        hook = {"url": receiver.url("/family"), "format": "ntfy"}
        owner.send("POST", "/v1/webhooks", hook)
        before = owner.contents()

        # ntfy: the message has one action, which acts once.
        answer = assistant.use("delete_items", itemIds=ids[:3])
        assert "Delete 3 items of Groceries" in json.dumps(answer), answer
        message = json.loads(receiver.take("/")[1])
        lines = [f"Delete 1 item from “Groceries”: “Item {number}”" for number in range(3)]
        assert message["message"] == "\n".join(lines), message
        [action] = message["actions"]
        assert action["label"] == "Approve" and action["url"].startswith(f"{PAGE}/act?link="), action
        parts = urllib.parse.urlsplit(action["url"])
        assert owner.contents() == before
        for method, status in [("GET", 200), (action["method"], 200), (action["method"], 410)]:
            found = service.request(method, f"{parts.path}?{parts.query}")
            assert found[0] == status, (method, found)
        assert owner.send("GET", f"/v1/checklists/{groceries}")["itemsCount"] == 17
        assert owner.send("GET", "/v1/proposals") == []

        # The API: each kind of deletion and a large change.
        proposed = [
            assistant.send(method, path, body, 202)
            for method, path, body in [
                ("DELETE", f"/v1/items/{ids[3]}", None), ("DELETE", f"/v1/views/{view}", None),
                ("DELETE", f"/v1/checklists/{groceries}/sections/{section}", None),
                ("DELETE", f"/v1/checklists/{groceries}/items", None), ("DELETE", "/v1/tags/shop", None),
                ("DELETE", f"/v1/checklists/{groceries}", None),
            ]
        ]  # fmt: skip
        assert owner.send("GET", "/v1/proposals") == proposed
        for proposal in proposed:
            path = f"/v1/proposals/{proposal['id']}"
            assistant.send("POST", f"{path}/approve", status=403)
            assistant.send("DELETE", path, status=403)
            if proposal is proposed[-1]:
                owner.send("DELETE", path, status=204)
            else:
                owner.send("POST", f"{path}/approve", status=200)
            owner.send("POST", f"{path}/approve", status=404)
        assert owner.send("GET", "/v1/views") == [] and owner.send("GET", "/v1/tags") == []
        assert owner.send("GET", f"/v1/checklists/{groceries}")["itemsCount"] == 0
        assert len(owner.send("GET", "/v1/trash?limit=100")) > 0

        # What no approval can undo is refused.
        for path in ("/v1/trash", "/v1/checklists?ids=1-2"):
            assistant.send("DELETE", path, status=403)
        wait_until(lambda: receiver.at("/").qsize() == len(proposed))
        assert "link=" not in service.read_log()


if __name__ == "__main__":
    given = options(__doc__)
    run_tests(globals(), given.night)

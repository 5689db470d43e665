"""What the installed Python client has to be able to do; see installed_clients.py.

usage: installed_client.py URL VERSION
"""

import importlib.metadata
import re
import sys

from checklistd_client import Client
from checklistd_client.api.checklists import create_checklist
from checklistd_client.api.items import create_items, get_item, list_checklist_items
from checklistd_client.models import ChecklistDraft, ItemDraft, Problem

address, version = sys.argv[1:]
client = Client(base_url=address)
assert importlib.metadata.version("checklistd-client") == version

checklist = create_checklist.sync(client=client, body=ChecklistDraft(name="Python"))
drafts = [ItemDraft(text=f"Item {number}") for number in range(7)]
added = create_items.sync(checklist.id, client=client, body=drafts)
assert [item.text for item in added] == [draft.text for draft in drafts]

found, following = [], {}
while following is not None:
    page = list_checklist_items.sync_detailed(checklist.id, client=client, limit=3, **following)
    assert page.headers["x-total-count"] == "7" and len(page.parsed) <= 3
    found += [item.text for item in page.parsed]
    cursor = re.search(r"[?&]cursor=([^&>]*)", page.headers.get("link", ""))
    following = {"cursor": cursor[1]} if cursor else None
assert found == [draft.text for draft in drafts], found

refused = create_checklist.sync(client=client, body=ChecklistDraft(name="x" * 1001))
assert isinstance(refused, Problem) and refused.type_ == "tag:checklistd,2026:invalid-content", refused
assert [(error.pointer, error.code) for error in refused.errors] == [("/name", "too-long")], refused
missing = get_item.sync_detailed(2**53 - 1, client=client)
assert missing.status_code == 404 and missing.parsed.type_ == "tag:checklistd,2026:not-found", missing

"""What the fields and paths of the API name, and how a name is recognized."""

import datetime
import re

# What fields name, by the name of the field.
FIELDS = {
    "checklistId": "checklist", "listId": "checklist", "selectedChecklistId": "checklist",
    "deletedChecklistIds": "checklist", "changedChecklistIds": "checklist", "itemId": "item",
    "itemIds": "item", "parentId": "item",
    "restoredItemIds": "item", "deletedItemIds": "item", "changedItemIds": "item", "missingItemIds": "item",
    "sectionId": "section", "personId": "person", "changedById": "person", "assigneeId": "person",
    "deviceId": "device", "linkId": "link", "trashId": "trash", "trashIds": "trash", "viewId": "view",
    "secret": "secret", "token": "secret", "next": "cursor", "section": "section", "parent": "item",
    "assignee": "person", "proposalId": "proposal", "nextCursor": "cursor", "ticket": "secret",
}  # fmt: skip
# What is at which path.
PATHS = {
    "checklists": "checklist", "items": "item", "sections": "section", "views": "view", "people": "person",
    "members": "person", "trash": "trash", "links": "link", "devices": "device", "proposals": "proposal",
    "sessions": "session", "webhooks": "webhook", "sign-in-links": "link", "deliveries": "delivery",
}  # fmt: skip
# Moments that the server sets.
MOMENTS = {
    "createdAt", "updatedAt", "deletedAt", "expiresAt", "checkedAt", "lastCompletedAt", "archivedAt",
    "lastUsedAt",
    "startedAt", "endedAt", "at", "exportedAt",
}  # fmt: skip
TIMESTAMP = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)|\b\d{8}T\d{6}Z"
)
# What the words of a problem say of numbers; its code and pointers are compared.
DIGITS = re.compile(r"\d+(-\d+)?(, \d+)*")
NEAR = datetime.timedelta(hours=3)


def kind_of(object, above):
    """The kind of an object with an `id`."""
    if "deletedAt" in object:
        return "trash"
    if "type" in object and ("by" in object or "deleted" in object):
        return object["type"]
    if "text" in object:
        return "item"
    if "action" in object:
        return "proposal"
    if "startedAt" in object:
        return "session"
    if "query" in object:
        return "view"
    if "url" in object:
        return "webhook"
    if "icon" in object or "items" in object:
        return "checklist"
    if "lastUsedAt" in object:
        return "device"
    if "expiresAt" in object or "role" in object:
        return "link"
    return {"sections": "section", "person": "person", "lists": "checklist"}.get(above, above)

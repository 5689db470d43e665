"""What people read."""

from choices import SORTS, person, some_uid, the_item, the_list


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

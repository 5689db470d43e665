"""Calendar programs on the service: python-caldav; vdirsyncer with todoman, two of them, beside the JSON API;
and the requests of Apple Reminders, DAVx5, Thunderbird, Evolution and Home Assistant as they send them.

usage: caldav_clients.py [--against radicale] [--only TEXT] [seconds of random edits [seed]]
"""

import datetime
import random
import sys

import caldav
from caldav.lib import error

import caldav_edits
import caldav_objects
import caldav_structure
import caldav_transcripts
from caldav_servers import chosen, connect, make_list, summaries, task

UTC = datetime.timezone.utc


def refused(kind, action, *arguments, **more):
    try:
        action(*arguments, **more)
    except kind as refusal:
        return refusal
    raise AssertionError(f"{kind.__name__} did not come")


def test_discovery_and_lists(server):
    principal = connect(server)
    assert str(principal.url).startswith(server.url), principal.url
    assert str(principal.calendar_home_set.url).startswith(server.url)
    groceries = make_list(server, "Groceries")
    assert str(groceries.url).endswith("/groceries/"), groceries.url
    found = {str(each.url): each for each in principal.get_calendars()}
    assert found[str(groceries.url)].get_display_name() == "Groceries"
    assert found[str(groceries.url)].get_supported_components() == ["VTODO"]
    # The name is taken, whatever the list is called.
    refused(error.DAVError, principal.make_calendar, "Other", cal_id="groceries")
    groceries.set_properties([caldav.elements.dav.DisplayName("Shopping & “more”")])
    assert groceries.get_property(caldav.elements.dav.DisplayName()) == "Shopping & “more”"
    if server.has_api:
        assert "Shopping & “more”" in [each["name"] for each in server.pages("/v1/checklists")]
        made = server.api("POST", "/v1/checklists", {"name": "From the API"})
        found = {str(each.url): each for each in principal.get_calendars()}
        (url,) = [url for url in found if url.endswith(f"/list-{made['id']}/")]
        assert found[url].get_display_name() == "From the API"
    groceries.delete()
    assert str(groceries.url) not in [str(each.url) for each in principal.get_calendars()]


def test_todos(server):
    list = make_list(server, "Todos")
    due = datetime.datetime(2030, 5, 6, 7, 8, 9, tzinfo=UTC)
    milk = list.add_todo(summary="Milk", due=due, priority=1, description="two, please; \\ or\nthree")
    list.add_todo(summary="Bread", due=datetime.date(2030, 5, 7))
    assert summaries(list.get_todos()) == ["Bread", "Milk"]
    read = list.get_todo_by_uid(milk.id).icalendar_component
    assert read["DUE"].dt == due and int(read["PRIORITY"]) == 1
    assert str(read["DESCRIPTION"]) == "two, please; \\ or\nthree"
    assert list.get_todo_by_uid(milk.id).icalendar_component["SUMMARY"] == "Milk"
    if server.has_api:
        item = server.item("Todos", "Milk")
        assert item["dueDate"] == "2030-05-06T07:08:09.000Z" and item["important"], item
        assert item["notes"] == "two, please; \\ or\nthree" and not item["checked"], item
        assert server.item("Todos", "Bread")["dueOn"] == "2030-05-07"
    milk = list.get_todo_by_uid(milk.id)
    with milk.edit_icalendar_component() as component:
        component["SUMMARY"] = "Milch für 🐈"
    milk.save()
    assert summaries(list.get_todos()) == ["Bread", "Milch für 🐈"]
    done = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    milk = list.get_todo_by_uid(milk.id)
    milk.complete(completion_timestamp=done)
    assert summaries(list.get_todos()) == ["Bread"]
    assert summaries(list.get_todos(include_completed=True)) == ["Bread", "Milch für 🐈"]
    read = list.get_todo_by_uid(milk.id).icalendar_component
    assert read["STATUS"] == "COMPLETED" and read["COMPLETED"].dt == done
    if server.has_api:
        item = server.item("Todos", "Milch für 🐈")
        assert item["checked"] and item["checkedAt"] == "2026-01-02T03:04:05.000Z", item
        server.api("POST", f"/v1/items/{item['id']}/toggle")
        read = list.get_todo_by_uid(milk.id).icalendar_component
        assert "COMPLETED" not in read and read.get("STATUS", "NEEDS-ACTION") == "NEEDS-ACTION", read
        server.api("POST", f"/v1/items/{item['id']}/toggle")
        assert list.get_todo_by_uid(milk.id).icalendar_component["STATUS"] == "COMPLETED"
    milk = list.get_todo_by_uid(milk.id)
    milk.uncomplete()
    assert summaries(list.get_todos()) == ["Bread", "Milch für 🐈"]
    milk.delete()
    assert summaries(list.get_todos(include_completed=True)) == ["Bread"]
    refused(error.NotFoundError, list.get_todo_by_uid, milk.id)
    refused(error.NotFoundError, milk.load)


def test_searches(server):
    list = make_list(server, "Searches")
    for day in (1, 2, 3, 10):
        list.add_todo(summary=f"At {day}", due=datetime.datetime(2030, 5, day, 12, tzinfo=UTC))
    list.add_todo(summary="All day", due=datetime.date(2030, 5, 2))
    list.add_todo(summary="Never")
    list.add_todo(summary="Müsli", categories=["Food", "Morning"])
    list.get_todo_by_uid(list.search(todo=True, summary="At 3")[0].id).complete()

    def between(first, last, **more):
        begin, end = (datetime.datetime(2030, 5, day, tzinfo=UTC) for day in (first, last))
        return summaries(list.search(todo=True, start=begin, end=end, **more))

    undated = ["Müsli", "Never"]
    # RFC 4791 §9.9: what has neither dates nor a completion is always there.
    assert between(2, 3, include_completed=True) == ["All day", "At 2", *undated]
    assert between(2, 5) == ["All day", "At 2", *undated], between(2, 5)
    assert between(3, 5, include_completed=True) == ["At 3", *undated]
    assert between(11, 12) == undated
    assert summaries(list.search(todo=True, include_completed=False, sort_keys=["due"]))[0] == "All day"
    assert len(list.search(todo=True, include_completed=True)) == 7
    assert summaries(list.search(todo=True, summary="üsli")) == ["Müsli"]
    assert summaries(list.search(todo=True, categories="Food")) == ["Müsli"]
    assert summaries(list.search(todo=True, no_due=True)) == undated
    assert list.search(event=True) == []


def test_sync_tokens(server):
    list = make_list(server, "Synced")
    first = [list.add_todo(summary=f"Task {number}") for number in range(5)]
    known = list.get_objects_by_sync_token(load_objects=True, disable_fallback=True)
    assert len(known) == 5 and known.sync_token
    changed, deleted = known.sync()
    assert changed == [] and deleted == []
    other = list.get_todo_by_uid(first[0].id)
    with other.edit_icalendar_component() as component:
        component["SUMMARY"] = "Changed"
    other.save()
    list.get_todo_by_uid(first[1].id).delete()
    list.add_todo(summary="Added")
    fleeting = list.add_todo(summary="Fleeting")
    fleeting.delete()
    changed, deleted = known.sync()
    assert summaries(changed) == ["Added", "Changed"]
    assert [each.url for each in deleted] == [first[1].url], deleted
    assert len(known) == 5
    if server.has_api:
        item = server.item("Synced", "Task 2")
        server.api("PATCH", f"/v1/items/{item['id']}", {"text": "By the API"})
        server.api("DELETE", f"/v1/items/{server.item('Synced', 'Task 3')['id']}")
        changed, deleted = known.sync()
        assert summaries(changed) == ["By the API"] and [each.url for each in deleted] == [first[3].url]
    token = known.sync_token
    refused(error.DAVError, list.get_objects_by_sync_token, token + "0x", disable_fallback=True)
    assert list.get_objects_by_sync_token(token, disable_fallback=True).sync_token == token


def test_conflicts(server):
    list = make_list(server, "Conflicts")
    uid = list.add_todo(summary="Milk").id
    mine, theirs = (list.get_todo_by_uid(uid) for _ in range(2))
    for each in (mine, theirs):
        each.load()
        assert each.etag, "no ETag"
    with theirs.edit_icalendar_component() as component:
        component["SUMMARY"] = "Theirs"
    theirs.save()
    with mine.edit_icalendar_component() as component:
        component["SUMMARY"] = "Mine"
    refused(error.ETagMismatchError, mine.save)
    refused(error.ETagMismatchError, mine.delete, if_match=True)
    assert summaries(list.get_todos()) == ["Theirs"]
    # Whoever reads it anew gets through.
    mine.load()
    with mine.edit_icalendar_component() as component:
        component["SUMMARY"] = "Mine"
    mine.save()
    if server.has_api:
        mine.load()
        item = server.item("Conflicts", "Mine")
        server.api("PATCH", f"/v1/items/{item['id']}", {"notes": "By the API"})
        with mine.edit_icalendar_component() as component:
            component["SUMMARY"] = "Late"
        refused(error.ETagMismatchError, mine.save)
    assert summaries(list.get_todos()) == ["Mine"]
    path = mine.url.path
    assert server.dav("PUT", path, task(uid, "SUMMARY:New"), if_none_match="*")[0] == 412
    # Another name for what is there already (RFC 4791 §5.3.2.1, no-uid-conflict).
    status, _, content = server.dav("PUT", path.rsplit("/", 1)[0] + "/other.ics", task(uid, "SUMMARY:New"))
    assert status in (403, 409), status
    assert b"no-uid-conflict" in content, content


def main():
    arguments = sys.argv[1:]
    kind, only = chosen(arguments), ""
    if "--only" in arguments:
        at = arguments.index("--only")
        only = arguments[at + 1]
        del arguments[at : at + 2]
    seconds = float(arguments[0]) if arguments else 60
    seed = int(arguments[1]) if len(arguments) > 1 else random.randrange(1 << 32)
    modules = (caldav_objects, caldav_structure, caldav_transcripts)
    tests = dict(globals())
    for module in modules:
        tests.update(vars(module))
    with kind() as server:
        for name, test in tests.items():
            if name.startswith("test_") and only in name:
                test(server)
                print(f"{name[5:].replace('_', ' ')}: ok", flush=True)
        if only in "random edits":
            caldav_edits.run(server, seconds, seed)


if __name__ == "__main__":
    main()

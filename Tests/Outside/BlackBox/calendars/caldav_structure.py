"""Tags, subtasks, starts and amounts as calendar programs send them: python-caldav sets parents, Tasks.org
sends subtasks in any order and hides a task until its start.
"""

import datetime
import random

import icalendar

from caldav_servers import lines, make_list, task

UTC = datetime.timezone.utc


def component(list, uid):
    return list.get_todo_by_uid(uid).icalendar_component


def test_tags(server):
    list = make_list(server, "Tags")
    sent = component(list, list.add_todo(summary="Milk", categories=["Home", "a, b", "Été"]).id)
    assert sorted(str(each) for each in sent["CATEGORIES"].cats) == ["Home", "a, b", "Été"]
    if not server.has_api:
        return
    (item,) = server.items("Tags")
    # A comma cannot be part of a tag.
    assert item["tags"] == ["Home", "Été"], item
    server.api("PATCH", f"/v1/items/{item['id']}", {"tags": ["Été", "Shop"]})
    changed = component(list, str(sent["UID"]))["CATEGORIES"].cats
    assert sorted(str(each) for each in changed) == ["Shop", "a, b", "Été"], changed


def test_subtasks_in_any_order(server):
    chance = random.Random(7)
    for round in range(4):
        list = make_list(server, f"Trees {round}")
        uids = [f"{round}-{name}" for name in "abcdef"]
        parents = {uids[number]: uids[chance.randrange(number)] for number in range(1, len(uids))}
        order = chance.sample(uids, len(uids))
        sent = {}
        for uid in order:
            relation = [f"RELATED-TO;RELTYPE=PARENT:{parents[uid]}"] if uid in parents else []
            sent[uid] = task(uid, f"SUMMARY:{uid}", *relation)
            assert server.dav("PUT", f"{list.url.path}{uid}.ics", sent[uid])[0] == 201
        for uid in uids:
            assert lines(server.dav("GET", f"{list.url.path}{uid}.ics")[2]) == lines(sent[uid])
        if server.has_api:
            items = {item["text"]: item for item in server.items(f"Trees {round}")}
            top = items[uids[0]]
            assert top["parentId"] is None and top["subtasksCount"] == 5, (order, parents, items)
            assert all(items[uid]["parentId"] == top["id"] for uid in uids[1:]), (order, parents, items)


def test_parents_by_another_program(server):
    list = make_list(server, "Parents")
    party = list.add_todo(summary="Party")
    cake = list.add_todo(summary="Cake", parent=[party.id])
    assert str(component(list, cake.id)["RELATED-TO"]) == party.id
    if not server.has_api:
        return
    items = {item["text"]: item for item in server.items("Parents")}
    assert items["Cake"]["parentId"] == items["Party"]["id"], items
    checklist = items["Cake"]["checklistId"]
    guests = server.api(
        "POST", f"/v1/checklists/{checklist}/items", {"text": "Guests", "parentId": items["Party"]["id"]}
    )
    by_text = {str(todo.icalendar_component["SUMMARY"]): todo for todo in list.get_todos()}
    assert str(by_text["Guests"].icalendar_component["RELATED-TO"]) == party.id
    server.api("PATCH", f"/v1/items/{guests['id']}", {"parentId": None})
    by_text = {str(todo.icalendar_component["SUMMARY"]): todo for todo in list.get_todos()}
    assert "RELATED-TO" not in by_text["Guests"].icalendar_component


def test_hidden_until(server):
    list = make_list(server, "Hidden")
    start, due = datetime.date(2030, 5, 6), datetime.date(2030, 5, 9)
    uid = list.add_todo(summary="Water", dtstart=start, due=due).id
    apple = datetime.datetime(2030, 5, 6, 7, tzinfo=UTC)
    list.add_todo(summary="Apple", dtstart=apple, due=apple)
    if not server.has_api:
        return
    items = {item["text"]: item for item in server.items("Hidden")}
    assert items["Water"]["startOn"] == "2030-05-06" and items["Water"]["startDate"] is None, items
    assert items["Apple"]["startOn"] is None and items["Apple"]["startDate"] is None, items
    server.api("PATCH", f"/v1/items/{items['Water']['id']}", {"startOn": "2030-05-07"})
    read = component(list, uid)
    assert read["DTSTART"].dt == datetime.date(2030, 5, 7) and read["DUE"].dt == due, read
    server.api("PATCH", f"/v1/items/{items['Water']['id']}", {"startOn": None})
    assert "DTSTART" not in component(list, uid)


def test_amounts(server):
    if not server.has_api:
        return
    list = make_list(server, "Amounts")
    checklist = next(each for each in server.pages("/v1/checklists") if each["name"] == "Amounts")
    path = f"/v1/checklists/{checklist['id']}/items"
    item = server.api("POST", path, {"text": "flour", "quantity": 500, "unit": "g"})
    (todo,) = list.get_todos()
    assert str(todo.icalendar_component["SUMMARY"]) == "500 g flour"
    todo.save()
    kept = server.api("GET", f"/v1/items/{item['id']}")
    assert (kept["text"], kept["quantity"], kept["unit"]) == ("flour", 500, "g"), kept
    read = icalendar.Calendar.from_ical(todo.data).walk("VTODO")[0]
    assert str(read["SUMMARY"]) == "500 g flour"

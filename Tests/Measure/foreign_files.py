"""Files of other programs with any number of items, in the structure that each program writes."""

import io
import json
import uuid
import zipfile
from datetime import date, timedelta

FIRST = date(2027, 1, 1)


def day(number):
    """The due day of an item."""
    return FIRST + timedelta(days=number % 1000)


def todoist(count):
    """A CSV file of a project."""
    head = "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\r\n"
    rows = (
        f"task,Task {n} @home,Note {n},{n % 4 + 1},{n % 2 + 1},,,{day(n)},en,Europe/Berlin\r\n"
        for n in range(count)
    )
    return ("\ufeff" + head + "".join(rows)).encode()


def todoist_backup(count):
    """A zip file of ten projects."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(10):
            archive.writestr(f"Project {number} [{number}].csv", todoist(count // 10))
    return file.getvalue()


def ticktick(count):
    """The CSV file of a backup."""
    head = (
        '"Date: 2026-11-20+0000"\n"Version: 7.1"\n"Status: \n0 Normal\n1 Completed\n2 Archived"\n'
        '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date",'
        '"Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone",'
        '"Is All Day","Is Floating",'
        '"Column Name","Column Order","View Mode","taskId","parentId"\n'
    )
    rows = (
        f'"","List {n % 10}","Task {n}","TEXT","home","Note {n}","N","{day(n)}T23:00:00+0000",'
        f'"{day(n)}T23:00:00+0000","PT0S","FREQ=WEEKLY;INTERVAL=1","0","0","2026-11-01T10:00:00+0000","",'
        f'"{-n}","Europe/Berlin","true","false",'
        f'"","","list","{n + 1}",""\n'
        for n in range(count)
    )
    return ("\ufeff" + head + "".join(rows)).encode()


def google_tasks(count):
    """`Tasks.json` of Google Takeout."""
    items = [
        {
            "kind": "tasks#task",
            "id": f"T{n}",
            "title": f"Task {n}",
            "notes": f"Note {n}",
            "status": "needsAction",
            "due": f"{day(n)}T00:00:00Z",
            "position": f"{n:020}",
            "task_type": "personal_task",
        }
        for n in range(count)
    ]
    return json.dumps(
        {"kind": "tasks#taskLists", "items": [{"id": "L", "title": "My Tasks", "items": items}]}
    ).encode()


def google_keep(count):
    """Notes of Google Keep, with a hundred boxes each."""
    boxes = [{"text": f"Task {n}", "isChecked": n % 3 == 0} for n in range(count)]
    notes = [{"title": f"List {n}", "listContent": boxes[n : n + 100]} for n in range(0, count, 100)]
    return json.dumps(notes).encode()


def microsoft_to_do(count):
    """A list of Microsoft Graph with its tasks."""
    tasks = [
        {
            "id": f"T{n}",
            "title": f"Task {n}",
            "status": "notStarted",
            "importance": "normal",
            "body": {"content": f"<p>Note {n}</p>", "contentType": "html"},
            "isReminderOn": False,
            "dueDateTime": {"dateTime": f"{day(n)}T00:00:00.0000000", "timeZone": "W. Europe Standard Time"},
            "categories": ["home"],
            "checklistItems": [{"displayName": "Step", "isChecked": True}] if n % 10 == 0 else [],
        }
        for n in range(count)
    ]
    return json.dumps([{"displayName": "Tasks", "tasks": tasks}]).encode()


def ics(count):
    """A calendar with tasks."""
    tasks = (
        f"BEGIN:VTODO\r\nUID:{uuid.UUID(int=n)}\r\nDTSTAMP:20261101T100000Z\r\nSUMMARY:Task {n}\r\n"
        f"DESCRIPTION:Note {n}\r\nDUE;VALUE=DATE:{day(n):%Y%m%d}\r\nCATEGORIES:home\r\nEND:VTODO\r\n"
        for n in range(count)
    )
    return (
        f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\n{''.join(tasks)}END:VCALENDAR\r\n".encode()
    )


def vikunja(count):
    """The zip file of an export."""
    tasks = [
        {
            "id": n + 1,
            "title": f"Task {n}",
            "description": f"<p>Note {n}</p>",
            "done": False,
            "done_at": "0001-01-01T00:00:00Z",
            "due_date": f"{day(n)}T18:00:00Z",
            "priority": 0,
            "labels": [{"title": "home"}],
            "position": n,
        }
        for n in range(count)
    ]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("VERSION", "v0.24.0")
        archive.writestr(
            "data.json", json.dumps([{"id": 1, "title": "Inbox", "parent_project_id": 0, "tasks": tasks}])
        )
    return file.getvalue()


def trello(count):
    """The JSON export of a board."""
    cards = [
        {
            "id": f"c{n}",
            "name": f"Card {n}",
            "desc": f"Note {n}",
            "closed": False,
            "pos": n,
            "idList": f"l{n % 3}",
            "due": f"{day(n)}T18:00:00.000Z",
            "dueComplete": False,
            "labels": [{"name": "home", "color": "green"}],
            "idChecklists": [],
        }
        for n in range(count)
    ]
    lists = [
        {"id": f"l{n}", "name": name, "closed": False, "pos": n}
        for n, name in enumerate(["To do", "Doing", "Done"])
    ]
    return json.dumps({"name": "Board", "lists": lists, "cards": cards, "checklists": []}).encode()


def taskwarrior(count):
    """The output of `task export`."""
    tasks = (
        json.dumps(
            {
                "id": n + 1,
                "uuid": str(uuid.UUID(int=n)),
                "description": f"Task {n}",
                "entry": "20261101T100000Z",
                "status": "pending",
                "due": f"{day(n):%Y%m%d}T170000Z",
                "project": f"Home.{n % 5}",
                "tags": ["home"],
                "urgency": 1.5,
            }
        )
        for n in range(count)
    )
    return ("[\n" + ",\n".join(tasks) + "\n]\n").encode()


def todo_txt(count):
    """Lines of todo.txt."""
    return "".join(
        f"({'ABC'[n % 3]}) 2026-11-01 Task {n} +home @phone due:{day(n)}\n" for n in range(count)
    ).encode()


def markdown(count):
    """Check boxes with the signs of Obsidian Tasks."""
    return (
        "# Home\n\n".encode() + "".join(f"- [ ] Task {n} #home 📅 {day(n)}\n" for n in range(count)).encode()
    )


def org(count):
    """Headlines of org-mode."""
    state = "TO" + "DO"
    return "".join(
        f"* {state} Task {n} :home:\n  DEADLINE: <{day(n)} Fri>\n  Note {n}\n" for n in range(count)
    ).encode()


def csv(count):
    """A table with a header."""
    return (
        "Title,Due,Notes,Tags\n" + "".join(f"Task {n},{day(n)},Note {n},home\n" for n in range(count))
    ).encode()


def text(count):
    """A line for each item."""
    return "".join(f"- Task {n}\n" for n in range(count)).encode()


FILES = {
    "todoist": todoist,
    "todoist backup": todoist_backup,
    "ticktick": ticktick,
    "google-tasks": google_tasks,
    "google-keep": google_keep,
    "microsoft-to-do": microsoft_to_do,
    "ics": ics,
    "vikunja": vikunja,
    "trello": trello,
    "taskwarrior": taskwarrior,
    "todo.txt": todo_txt,
    "markdown": markdown,
    "org": org,
    "csv": csv,
    "text": text,
}


def bomb(count):
    """A zip file whose content is a thousand times as large."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("data.json", b"[" * (count * 1000))
    return file.getvalue()


HOSTILE = {
    "zip bomb": lambda: bomb(1_000_000),
    "nested arrays": lambda: b"[" * 60_000_000,
    "many empty arrays": lambda: b"[" + b"[]," * 20_000_000 + b"[]]",
    "a million columns": lambda: b"a," * 1_000_000 + b"a\n" + b"1," * 1_000_000 + b"1\n",
    "many columns in many rows": lambda: (b"a" + b"," * 5_000 + b"\n") * 10_000,
    "one open quote": lambda: b'Title,Due\n"' + b"x,\n" * 20_000_000,
    "deep indentation": lambda: b"".join(b" " * (n % 2_000) + b"- [ ] x\n" for n in range(50_000)),
    "a line of 60 MB": lambda: b"- [ ] " + b"x " * 30_000_000,
    "a million headings": lambda: b"## S\n- [ ] x\n" * 200_000,
    "a million components": lambda: (
        b"BEGIN:VCALENDAR\r\n" + b"BEGIN:VTODO\r\nEND:VTODO\r\n" * 1_000_000 + b"END:VCALENDAR\r\n"
    ),
    "nested components": lambda: b"BEGIN:VCALENDAR\r\n" + b"BEGIN:VTODO\r\n" * 2_000_000,
    "open tags": lambda: json.dumps(
        {"name": "B", "lists": [], "cards": [{"name": "x", "desc": "<b>" * 10_000_000, "idList": "l"}]}
    ).encode(),
}

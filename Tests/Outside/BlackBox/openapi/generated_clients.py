"""Makes clients from openapi.yaml as other programs' authors do, and has them work with the running service:
one in Python by openapi-python-client, one in TypeScript by openapi-generator, compiled strictly.

usage: generated_clients.py [--python-only]

Run by a Python that has both generators. TypeScript needs java, tsc and node; --python-only leaves it out.
"""

import importlib
import json
import pathlib
import pkgutil
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options, run_tests  # noqa: E402
from service import ROOT, Service  # noqa: E402

GENERATORS = pathlib.Path(sys.executable).parent
DESCRIPTION = ROOT / "openapi.yaml"
STORY = pathlib.Path(__file__).with_name("generated_client.ts")

# Nothing of an answer can be given to a client as its type, so that it is told that this is left out.
LEFT_OUT = {"GET /icons/{file}", "GET /openapi.yaml", "POST /v1/qr-codes"}


def run(*command, folder=None):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, f"{command[0]}: {result.stdout[-4000:]}{result.stderr[-4000:]}"
    return result.stdout + result.stderr


def make_python_client(folder):
    """The client as a package, every module of which has been imported."""
    log = run(
        GENERATORS / "openapi-python-client",
        "generate",
        "--path",
        DESCRIPTION,
        "--output-path",
        folder / "python_client",
        "--meta",
        "none",
    )
    warned = set(re.findall(r"WARNING parsing (\S+ \S+)", log))
    assert warned <= LEFT_OUT and "will not be generated" not in log, log
    sys.path.insert(0, str(folder))
    client = importlib.import_module("python_client")
    for module in pkgutil.walk_packages(client.__path__, "python_client."):
        importlib.import_module(module.name)
    return client


def test_the_python_client(folder):
    with Service() as service:
        use_the_python_client(pathlib.Path(folder), service)


def use_the_python_client(folder, service):
    client = make_python_client(folder).Client(base_url=f"http://127.0.0.1:{service.port}")
    api, models = (importlib.import_module(f"python_client.{name}") for name in ("api", "models"))

    def call(tag, name, *arguments, status=200, **more):
        module = getattr(getattr(api, tag), name)
        answer = module.sync_detailed(*arguments, client=client, **more)
        assert answer.status_code == status, (name, answer)
        return answer

    made = call(
        "checklists", "create_checklist", body=models.ChecklistDraft(name="Python"), status=201
    ).parsed
    assert made.icon == models.Icon.FOLDER

    draft = models.ItemDraft.from_dict(
        {
            "text": "Oat milk",
            "notes": "Two",
            "dueDate": "2100-01-01T12:00:00+02:00",
            "shouldRemind": True,
            "location": {"city": "Paris", "latitude": 48.8571, "longitude": 2.3535},
        }
    )
    once = {"body": draft, "idempotency_key": "python-1", "status": 201}
    answer = call("items", "create_item", made.id, **once)
    again = call("items", "create_item", made.id, **once)
    assert answer.parsed == again.parsed and again.headers["idempotent-replayed"] == "true"
    item = answer.parsed
    assert item.due_date.isoformat() == "2100-01-01T10:00:00+00:00" and item.location.city == "Paris"

    later = {"body": models.SnoozeFor(for_="PT10M"), "if_match": answer.headers["etag"]}
    snoozed = call("reminders", "snooze_item", item.id, **later)
    assert snoozed.parsed.snoozed_until is not None
    patch = models.ItemPatch(
        notes=None,
        due_date=None,
        should_remind=False,
        location=models.LocationPatch(city=None, latitude=None, longitude=None, country="France"),
    )
    stale = call("items", "update_item", item.id, body=patch, if_match=answer.headers["etag"], status=412)
    assert stale.parsed.status == 412
    changed = call("items", "update_item", item.id, body=patch, if_match=snoozed.headers["etag"]).parsed
    assert (changed.notes, changed.due_date, changed.snoozed_until) == ("", None, None)
    assert (changed.location.city, changed.location.country) == (None, "France")
    assert call("items", "update_item", item.id, body=models.ItemPatch(location=None)).parsed.location is None

    toggled = call("items", "toggle_item", item.id)
    assert toggled.parsed.checked and toggled.parsed.checked_at is not None
    etag = toggled.headers["etag"]
    assert call("items", "get_item", item.id, if_none_match=etag, status=304).parsed is None

    drafts = [models.ItemDraft(text=f"Item {number}") for number in range(6)]
    added = call("items", "create_items", made.id, body=drafts, status=201).parsed
    assert call("items", "move_item", added[5].id, body=models.Placement(first=True)).parsed.text == "Item 5"
    found, cursor = [], {}
    while True:
        page = call("items", "list_checklist_items", made.id, limit=3, **cursor)
        found += [item.text for item in page.parsed]
        assert page.headers["x-total-count"] == "7"
        following = re.search(r"[?&]cursor=([^&>]*)", page.headers.get("link", ""))
        if not following:
            break
        cursor = {"cursor": following[1]}
    assert found == ["Item 5", "Oat milk", *(f"Item {number}" for number in range(5))], found

    preferences = models.PreferencesPatch(selected_checklist_id=None, show_checked=False)
    assert call("overview", "update_preferences", body=preferences).parsed.selected_checklist_id is None
    call("checklists", "delete_checklist", made.id, status=204)
    refused = call("items", "get_item", item.id, status=404)
    assert isinstance(refused.parsed, models.Problem)


def test_the_typescript_client(folder):
    with Service() as service:
        use_the_typescript_client(pathlib.Path(folder), service)


def use_the_typescript_client(folder, service):
    missing = [tool for tool in ("java", "tsc", "node") if not shutil.which(tool)]
    assert not missing, f"needs {', '.join(missing)}, or --python-only"
    run(
        GENERATORS / "openapi-generator-cli",
        "generate",
        "--input-spec",
        DESCRIPTION,
        "--generator-name",
        "typescript-fetch",
        "--output",
        folder / "client",
    )
    shutil.copy(STORY, folder)
    options = {
        "strict": True,
        # What is made for TypeScript 4.9 and later looks up a field after `in`, which 4.8 cannot follow.
        "suppressImplicitAnyIndexErrors": True,
        "target": "es2020",
        "module": "commonjs",
        "lib": ["es2020", "dom", "dom.iterable"],
        "types": [],
        "outDir": "built",
    }
    project = {"compilerOptions": options, "include": [STORY.name, "client/**/*.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(project))
    run("tsc", "--project", ".", folder=folder)
    run("node", f"built/{STORY.stem}.js", f"http://127.0.0.1:{service.port}", folder=folder)


if __name__ == "__main__":
    tests = [test_the_python_client]
    if not options(__doc__, python_only=False).python_only:
        tests.append(test_the_typescript_client)
    run_tests({test.__name__: test for test in tests})

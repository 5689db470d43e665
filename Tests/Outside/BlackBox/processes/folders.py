"""Data folders that are missing, empty, damaged or moved away, and the commands that need one."""

import os
import pathlib
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from command_line import CREATE, done, run  # noqa: E402
from options import run_tests  # noqa: E402
from service import BINARY, Service  # noqa: E402


def test_folders_are_made(folder):
    data, copy = f"{folder}/a/b/c", f"{folder}/backups/week/monday"
    with Service(data):
        assert "1 checklists" in done("backup", copy, "--data", data)
    assert "is in order" in done("verify", "--data", copy)
    Path(folder, "file").touch()
    for refused in (
        run("backup", f"{folder}/file/x", "--data", data),
        run("backup", copy, "--data", f"{folder}/none"),
        run("verify", "--data", f"{folder}/none"),
        run("export", "--data", f"{folder}/none"),
        run("--data", f"{folder}/file/x"),
    ):
        assert refused.returncode > 0 and re.search(r"name (a|one)", refused.stderr.lower()), refused
        assert "partial" not in refused.stderr, refused


def test_a_folder_without_a_store(folder):
    """Commands that read refuse it, and a misspelled folder gets none. What makes a store says so."""
    data, missing, empty = f"{folder}/data", f"{folder}/missing", f"{folder}/empty"
    os.mkdir(empty)
    reads = (["verify"], ["export"], ["backup", f"{folder}/copy"], ["token", "list"], ["person", "list"])
    changes = (CREATE, ["token", "revoke", "a"], ["person", "add", "Ada"], ["device", "revoke", "1"])
    for path, commands in ((missing, (*reads, *changes)), (empty, reads)):
        for command in commands:
            refused = run(*command, "--data", path)
            assert refused.returncode == 66 and f"{path} has no store" in refused.stderr, refused
        refused = run("migrate", "--from", path, "--to", f"{folder}/copy")
        assert refused.returncode == 66 and f"{path} has no store" in refused.stderr, refused
    assert sorted(os.listdir(folder)) == ["empty"] and not os.listdir(empty)
    made = run(*CREATE, "--data", empty)
    assert made.returncode == 0 and f"{empty} has no store yet" in made.stderr, made
    assert "a" in done("token", "list", "--data", empty)
    for path in (empty, data):
        for log in ("made a new store", None):
            with Service(path) as service:
                assert ("made a new store" in service.read_log()) == bool(log), service.read_log()
                assert service.stop() == 0
    made = run("import", "-", "--data", f"{folder}/other", input='{"format": 1, "checklists": []}')
    assert f"Made a new store in {folder}/other" in made.stderr, made


def test_lost_tokens_open_nothing(folder):
    data = f"{folder}/data"
    with Service(data) as service:
        done(*CREATE, "--data", data)
        service.wait_for_log("count=1")
        os.remove(f"{data}/tokens.json")
        service.wait_for_log("tokens cannot be read")
        assert service.request("GET", "/v1/checklists")[0] == 401
        assert service.stop() == 0
    for command in ([], ["verify"], ["token", "list"], ["backup", f"{folder}/copy"]):
        refused = run(*command, "--data", data)
        assert refused.returncode == 65 and "tokens.json is missing" in refused.stderr, refused
        assert "checklistd token create" in refused.stderr, refused
    made = run(*CREATE, "--data", data)
    assert made.returncode == 0 and "replaces all earlier ones" in made.stderr, made
    with Service(data) as service:
        assert service.request("GET", "/v1/checklists")[0] == 401
        token = {"authorization": f"Bearer {made.stdout.strip()}"}
        assert service.request("GET", "/v1/checklists", headers=token)[0] == 200


def test_a_folder_that_moves_away(folder):
    data, away = f"{folder}/data", f"{folder}/away"
    with Service(data) as service:
        assert service.request("POST", "/v1/checklists", {"name": "Before"})[0] == 201
        os.rename(data, away)
        assert "restart the server" in service.wait_for_log("data folder moved or deleted")
        status, _, problem = service.request("POST", "/v1/checklists", {"name": "After"})
        assert status == 503 and problem["type"].endswith(":read-only"), problem
        status, _, readiness = service.request("GET", "/readyz")
        assert status == 503 and "moved or deleted" in readiness["reason"], readiness
        assert service.request("GET", "/v1/checklists")[0] == 200
        assert service.stop() == 0
    with Service(away) as service:
        names = [each["name"] for each in service.walk("/v1/checklists")]
        assert "Before" in names and "After" not in names, names


def test_arguments_need_no_proc(folder):
    if os.geteuid() == 0:
        hidden = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$0" "$@"', BINARY]
        told = subprocess.run([*hidden, "--version"], capture_output=True, text=True, cwd=folder, timeout=60)
        assert told.stdout.startswith("checklistd ") and not os.listdir(folder), told


if __name__ == "__main__":
    run_tests({name: value for name, value in globals().items() if name.startswith("test_")})

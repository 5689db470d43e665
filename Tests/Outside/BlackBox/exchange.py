"""Takes very many items in and out while others read, and hostile files.

usage: exchange.py [--night]

--night takes 100,000 items and also limits memory and response times, on an otherwise idle machine.
"""

import http.client
import json
import plistlib
import re
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from options import options, run_tests
from service import BINARY, HANG_SECONDS, ON_POSTGRES, Service, kept_in, wait_until

AT_NIGHT = options(__doc__).night
# A database takes its time for a row, with all its indexes.
COUNT = 10_000 if not AT_NIGHT else 20_000 if ON_POSTGRES else 100_000
# The number of values in hostile files; their texts have 7.5 octets for each.
SIZE = (8 if AT_NIGHT else 1) << 20


def lists():
    return [
        {
            "name": f"List {number} 🛒",
            "iconName": "Groceries",
            "items": [
                {
                    "text": f"Item {item} 👩‍👩‍👧‍👦 é",
                    "checked": item % 3 == 0,
                    "dueDate": 800_000_000 + item,
                    "shouldRemind": False,
                    "itemID": item,
                }
                for item in range(COUNT // 10)
            ],
        }
        for number in range(10)
    ]


def resident_kib(service, field="VmRSS"):
    status = open(f"/proc/{service.process.pid}/status").read()
    return int(re.search(rf"{field}:\s+(\d+)", status).group(1))


class Reader(threading.Thread):
    """Reads on one connection until it is stopped, and knows how long the slowest answer took."""

    def __init__(self, service, target):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=HANG_SECONDS)
        self.target, self.times, self.is_over = target, [], False

    def run(self):
        while not self.is_over:
            start = time.perf_counter()
            self.connection.request("GET", self.target)
            answer = self.connection.getresponse()
            answer.read()
            self.times.append(time.perf_counter() - start)
            assert answer.status == 200, answer.status

    def stop(self):
        self.is_over = True
        self.join()
        worst = max(self.times) * 1000
        print(f"  {self.target}: {len(self.times)} reads, the slowest took {worst:.1f} ms")
        return worst


def test_very_many_items(data):
    document = json.dumps(lists()).encode()
    with Service(data) as service:
        readers = [Reader(service, target) for target in ("/v1/counts", "/v1/checklists", "/v1/items/1")]
        for reader in readers:
            reader.start()
        wait_until(lambda: all(reader.times for reader in readers))
        start = time.perf_counter()
        status, _, answer = service.request(
            "POST", "/v1/import", document, {"content-type": "application/json"}
        )
        seconds = time.perf_counter() - start
        print(f"  {len(document) >> 20} MiB with {COUNT} items taken in within {seconds:.2f} s")
        worst = [reader.stop() for reader in readers]
        assert (status, answer["items"], answer["skipped"]) == (200, COUNT, []), (status, answer)
        # Far above what is measured on a machine that has nothing else to do, and far below the import.
        assert not AT_NIGHT or max(worst) < 2000, worst
        # A power failure right behind the answer: what was answered is there.
        service.kill()
    verified = subprocess.run([BINARY, "verify", *kept_in(data)], capture_output=True, text=True)
    assert f"with {COUNT + 2} items" in verified.stdout, verified
    with Service(data) as service:
        assert service.request("GET", "/v1/counts")[2]["items"] == COUNT + 2
        # What reading the folder took at most does not count.
        with open(f"/proc/{service.process.pid}/clear_refs", "w") as file:
            file.write("5")
        before = resident_kib(service)
        start = time.perf_counter()
        exported = service.request("GET", "/v1/export?format=app")[2]
        print(f"  taken out within {time.perf_counter() - start:.2f} s")
        grown = resident_kib(service, "VmHWM") - before
        assert ON_POSTGRES or not AT_NIGHT or grown < 32 * 1024, grown
        for ours, theirs in zip(lists(), exported[1:]):
            assert theirs.pop("icon") == ours["iconName"]
            for item in (*ours["items"], *theirs["items"]):
                # Without a reminder, the date of an app says nothing.
                del item["itemID"], item["dueDate"]
            assert ours == theirs
        plist = service.request("GET", "/v1/export?format=plist")[2]
        assert plistlib.loads(plist)[10]["items"][-1]["text"] == lists()[9]["items"][-1]["text"]
    printed = subprocess.run([BINARY, "export", *kept_in(data)], capture_output=True, timeout=60)
    with tempfile.TemporaryDirectory() as other, tempfile.NamedTemporaryFile() as file:
        file.write(printed.stdout)
        file.flush()
        again = subprocess.run(
            [BINARY, "import", file.name, *kept_in(other)], capture_output=True, text=True, timeout=60
        )
        assert again.returncode == 0 and f"{COUNT + 2} items" in again.stdout, again


def night_memory_after_imports(data):
    """What imports need while they run goes back to the system: a restart gains little."""
    document = json.dumps(lists()).encode()
    with Service(data) as service:
        for _ in range(3):
            status, _, _ = service.request(
                "POST", "/v1/import", document, {"content-type": "application/json"}
            )
            assert status == 200, status
        # The last of it is freed behind the answer.
        time.sleep(1)
        after = resident_kib(service)
        service.stop()
    with Service(data) as service:
        assert service.request("GET", "/v1/counts")[2]["items"] == 3 * COUNT + 2
        restarted = resident_kib(service)
    print(f"  {after >> 10} MiB after three imports, {restarted >> 10} MiB after a restart")
    # A service that keeps nothing in memory needs next to none after a restart.
    assert ON_POSTGRES or after <= 1.2 * restarted


def test_files_of_the_apps(data):
    """What XML cannot have, both names of the icon, and the items of an app that knows one list only."""
    with Service(data) as service:
        texts = ["a\ufffeb\uffff", "<\u0338 &\u0301 >\u20d2", "\U0001fffe\U0010ffff"]
        items = [{"text": text, "checked": False, "dueDate": 0, "itemID": 1} for text in texts]
        for document in (json.dumps(items).encode(), plistlib.dumps(items[2:], fmt=plistlib.FMT_BINARY)):
            status, _, answer = service.request(
                "POST", "/v1/import", document, {"content-type": "application/octet-stream"}
            )
            assert (status, answer["checklists"], answer["skipped"]) == (200, 1, []), answer
        plist = service.request("GET", "/v1/export?format=plist")[2]
        lists = plistlib.loads(plist)
        assert [entry["name"] for entry in lists[1:]] == ["Checklist"] * 2
        replaced = [re.sub("[\ufffe\uffff]", "\ufffd", text) for text in texts]
        assert [item["text"] for item in lists[1]["items"]] == replaced, lists[1]
        for exported in (lists, service.request("GET", "/v1/export?format=app")[2]):
            assert all(entry["icon"] == entry["iconName"] for entry in exported)
        # What was written is taken in again.
        status, _, answer = service.request(
            "POST", "/v1/import", plist, {"content-type": "application/x-plist"}
        )
        assert (status, answer["skipped"]) == (200, []), answer


def hostile():
    head = b'<?xml version="1.0"?><plist version="1.0">'
    yield "deep XML", head + b"<array>" * SIZE
    yield "many XML values", head + b"<array>" + b"<dict/>" * SIZE + b"</array></plist>"
    yield "an endless text", head + b"<array><string>" + b"a" * (SIZE * 15 // 2)
    yield "many JSON values", b"[" + b"[]," * (SIZE * 5 // 2) + b"[]]"
    yield "deep JSON", b"[" * (SIZE * 15 // 2)
    doubling, places = b"", []
    for number in range(40):
        places.append(8 + len(doubling))
        doubling += bytes([0xA2, number + 1, number + 1])
    places.append(8 + len(doubling))
    trailer = (
        bytes([0] * 6 + [1, 1]) + (41).to_bytes(8) + (0).to_bytes(8) + (8 + len(doubling) + 1).to_bytes(8)
    )
    yield "2^40 binary values", b"bplist00" + doubling + b"\x09" + bytes(places) + trailer


def test_hostile_files(data):
    with Service(data) as service:
        for name, document in hostile():
            start = time.perf_counter()
            status, _, answer = service.request(
                "POST", "/v1/import", document, {"content-type": "application/octet-stream"}
            )
            assert status in (400, 413, 422), (name, status, answer)
            peak = resident_kib(service, "VmHWM") >> 10
            print(f"  {name}: {status} within {time.perf_counter() - start:.2f} s, {peak} MiB at most so far")
        assert peak < 400 or not AT_NIGHT, peak
        # What is too much is refused by its announced length, before any of it is sent.
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=HANG_SECONDS)
        connection.putrequest("POST", "/v1/import")
        connection.putheader("content-type", "application/octet-stream")
        connection.putheader("content-length", str((64 << 20) + 1))
        connection.endheaders()
        assert connection.getresponse().status == 413
        connection.close()
        assert service.request("GET", "/v1/counts")[2]["checklists"] == 1


def command(*arguments, input):
    """The output of a command that succeeds."""
    result = subprocess.run([BINARY, *arguments], input=input, capture_output=True, text=True)
    assert result.returncode == 0, result
    return result.stdout


def refusal(*arguments, input):
    """The result of a command that fails."""
    result = subprocess.run([BINARY, *arguments], input=input, capture_output=True, text=True)
    assert result.returncode != 0, result
    return result


def test_files_of_other_programs_come_in_and_out(data):
    table = "Title;Due;Owner\nWater;2027-01-02;Ada\n"
    told = command("import", "-", "--dry-run", input=table)
    assert "Columns: text, due, (notes)" in told, told
    assert "  row 2: kept in the notes: Owner “Ada”" in told, told
    command("import", "-", "--data", data, input=table)
    command("import", "-", "--data", data, "--columns", "text,,notes", input=table)
    lines = "x Done +Home\n(A) Call +Home due:2027-01-02\n"
    command("import", "-", "--data", data, "--format", "todo.txt", input=lines)
    for format in ("csv", "markdown", "todo.txt", "text", "ics"):
        exported = command("export", "--data", data, "--format", format, input="")
        assert "Water" in exported and "Call" in exported, exported
        again = command("import", "-", "--dry-run", "--format", format, input=exported)
        assert "with 4 items" in again, again
    table = "List,Title,Due\nHome,Water,morgen\nWork,Call,heute\n"
    flags = ["--lists", "1", "--language", "de", "--time-zone", "Asia/Tokyo"]
    told = command("import", "-", "--dry-run", *flags, input=table)
    assert told.splitlines()[3].split()[0] == "1" and "Work" in told and "Home" not in told, told
    assert "date" not in told, told
    refused = refusal("import", "-", "--dry-run", "--lists", "5", input=table)
    assert "The file has lists 0 to 1, but lists names 5." in refused.stderr, refused
    refused = refusal("import", "-", "--data", data, "--format", "full", input=lines)
    assert refused.returncode == 64 and "import cannot read 'full'" in refused.stderr, refused
    refused = refusal("export", "--data", data, "--format", "org", input="")
    assert refused.returncode == 64 and "export cannot write 'org'" in refused.stderr, refused


def test_a_running_server_imports_a_file_of_the_command(data):
    path = Path(data, "Päck & go.md")
    path.write_text("- [ ] Passport\n- [x] Tickets\n")
    with Service(data + "/store") as service:
        told = command("import", path, "--data", service.data, input="")
        assert "Imported 1 checklist with 2 items" in told, told
        table = "List,Title,Due\nHome,Water,morgen\nWork,Call,heute\n"
        command("import", "-", "--data", service.data, "--lists", "1", "--language", "de", input=table)
        items = service.request("GET", "/v1/items")[2]
        assert [each.get("dueOn") is not None for each in items if each["text"] == "Call"] == [True], items
        assert "Water" not in [each["text"] for each in items], items
        lists = service.request("GET", "/v1/checklists")[2]
        assert ("Päck & go", 2) in [(each["name"], each["itemsCount"]) for each in lists], lists
        refused = refusal("import", "-", "--data", service.data, "--format", "trello", input="x")
        assert refused.returncode == 65, refused


run_tests(globals(), AT_NIGHT)

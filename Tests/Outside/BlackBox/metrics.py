"""The metrics page: who may read it, and that its amounts are totals of all people.

usage: metrics.py
"""

import json
import os
import subprocess
import tempfile
import time

from service import BINARY, ON_POSTGRES, Service, kept_in


def bearer(token):
    return {"authorization": f"Bearer {token}"}


def metrics(service, headers=None):
    """The samples without labels, by name."""
    status, answer_headers, page = service.request("GET", "/metrics", headers=headers)
    assert status == 200, (status, page)
    assert answer_headers["content-type"].startswith("text/plain; version=0.0.4")
    samples = (line.rsplit(" ", 1) for line in page.decode().splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in samples if "{" not in name}


def command(service, *arguments):
    url = f"http://127.0.0.1:{service.port}"
    flags = [*kept_in(service.data), *(["--url", url] if arguments[0] == "person" else [])]
    done = subprocess.run([BINARY, *arguments, *flags], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done
    return done.stdout


def signed_in(service, shown):
    """The token of a device that signs in with the link that a command has shown."""
    secret = next(word for word in shown.split() if "#join=" in word).split("#join=")[1]
    status, _, device = service.request("POST", "/v1/devices", {"secret": secret, "name": "phone"})
    assert status == 201, device
    return device["token"]


def test_amounts_are_totals_of_all_people(data):
    with Service(data) as service:
        before = metrics(service)
        assert before["checklistd_checklists"] == 1 and before["checklistd_items"] == 2, before
        ada = signed_in(service, command(service, "person", "add", "Ada"))
        lists = [service.request("POST", "/v1/checklists", {"name": "x"}, bearer(ada))[2] for _ in range(3)]
        for each in lists:
            target = f"/v1/checklists/{each['id']}/items"
            body = {"text": "y", "dueDate": "2100-01-01T00:00:00Z", "shouldRemind": True}
            status, _, item = service.request("POST", target, body, bearer(ada))
            assert status == 201, item
        admin = signed_in(service, command(service, "person", "link", "1", "--scope", "admin"))
        after = metrics(service, bearer(admin))
        assert after["checklistd_checklists"] == 4 and after["checklistd_items"] == 5, after
        assert after["checklistd_data_bytes"] > before["checklistd_data_bytes"] > 0, after
        # A database counts the reminders once a minute.
        assert after["checklistd_reminders_pending"] == (0 if ON_POSTGRES else 3), after
        assert service.request("GET", "/metrics", headers=bearer(ada))[0] == 403
        assert service.request("GET", "/metrics")[0] == 401


def test_the_process_and_the_disk(data):
    with Service(data) as service:
        found = metrics(service)
        assert abs(found["process_start_time_seconds"] - time.time()) < 60, found
        assert found["process_cpu_seconds_total"] > 0 and found["process_resident_memory_bytes"] > 1 << 20
        assert 0 < found["process_open_fds"] < found["process_max_fds"], found
        assert ("checklistd_disk_free_bytes" in found) != ON_POSTGRES, found
        if not ON_POSTGRES:
            assert found["checklistd_disk_free_bytes"] > 0 and found["checklistd_disk_used_bytes"] > 0, found
        assert service.request("GET", "/metrics", headers={"via": "1.1 proxy"})[0] == 421


def test_other_machines_need_a_token(data):
    shown = subprocess.run(["ip", "-json", "address"], capture_output=True, text=True).stdout
    addresses = json.loads(shown or "[]")
    found = [each["local"] for link in addresses for each in link["addr_info"] if each["family"] == "inet"]
    other = next((each for each in found if not each.startswith("127.")), None)
    with Service(data, "--listen", "0.0.0.0:0", "--no-auth") as service:
        assert service.request("GET", "/metrics")[0] == 200
        assert service.request("GET", "/metrics", headers={"x-forwarded-for": "192.0.2.1"})[0] == 401
        if other is None:
            return print("SKIP: this machine has the loopback address only")
        port = service.read_log().split("0.0.0.0:")[1].split()[0]
        done = subprocess.run(
            ["curl", "-s", "-o", os.devnull, "-w", "%{http_code}", f"http://{other}:{port}/metrics"],
            capture_output=True, text=True,
        )
        assert done.stdout == "401", done


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            with tempfile.TemporaryDirectory() as data:
                test(data)
            print(f"{name[5:].replace('_', ' ')}: ok")


if __name__ == "__main__":
    main()

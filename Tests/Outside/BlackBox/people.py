"""Who there is and what they sign in with, by commands: while nobody serves, beside a service, and at a first
start.

usage: people.py
"""

import json
import os
import re
import stat
import subprocess
import threading

from options import options, run_tests
from service import BINARY, ON_POSTGRES, Service, closed_port, kept_in

LINK = re.compile(r"(\S+)/#join=(cll_[A-Za-z0-9_-]{43})")


def run(data, *words, port=8080):
    """What a command does; the service, if there is one, listens at the port."""
    environment = {**os.environ, "CHECKLISTD_LISTEN": f"127.0.0.1:{port}"}
    arguments = [BINARY, *words, *kept_in(data)]
    return subprocess.run(arguments, capture_output=True, text=True, timeout=60, env=environment)


def done(data, *words, **more):
    result = run(data, *words, **more)
    assert result.returncode == 0, result
    return result.stdout


def refused(status, told, data, *words, **more):
    result = run(data, *words, **more)
    assert result.returncode == status and told in result.stderr and not result.stdout, result


def link(printed):
    """The address and the secret of a link that stands alone on a line."""
    found = LINK.fullmatch(printed.rstrip("\n"))
    assert found, printed
    return found.groups()


def bearer(token):
    return {"authorization": f"Bearer {token}"}


def sign_in(service, secret, name, status=201):
    """The token of a device, by curl, as somebody without a browser does it."""
    body = json.dumps({"secret": secret, "name": name})
    curl = ["curl", "-s", "-w", "\n%{http_code}", "-H", "content-type: application/json", "-d", body]
    answer = subprocess.run(
        [*curl, f"http://127.0.0.1:{service.port}/v1/devices"], capture_output=True, text=True, check=True
    )
    content, code = answer.stdout.rsplit("\n", 1)
    assert int(code) == status, answer
    return json.loads(content).get("token")


def people(data, **more):
    """Number, count of devices and name of everybody."""
    lines = done(data, "person", "list", **more).splitlines()
    return [tuple(re.match(r"(\d+) +(\d+) devices? +(.*)", line).groups()) for line in lines]


def tokens_of(data):
    """What is kept of tokens, if one was made; a database has no file."""
    path = os.path.join(data, "tokens.json")
    kept = open(path).read() if os.path.exists(path) else ""
    return kept if "tokens" in kept else None


def test_people_while_nobody_serves(data):
    address, secret = link(done(data, "person", "add", "Ada", "--url", "https://lists.example/"))
    assert address == "https://lists.example"
    _, other = link(done(data, "person", "link", "2", "--scope", "read"))
    assert people(data) == [("1", "0", "Me"), ("2", "0", "Ada")]
    assert done(data, "device", "list") == "There are no devices.\n"
    refused(73, "The name must not be empty", data, "person", "add", "")
    refused(64, "takes an id", data, "person", "link", "Ada")
    refused(66, "There is no such person", data, "person", "link", "9")
    refused(66, "There is no such person", data, "person", "remove", "9")
    refused(73, "cannot be removed", data, "person", "remove", "1")
    refused(66, "There is no person 9", data, "device", "list", "--person", "9")
    with Service(data) as service:
        # Whoever came before the first start finds what there is after it.
        assert service.request("GET", "/v1/counts")[2]["checklists"] == 1
        phone = sign_in(service, secret, "Phone")
        assert sign_in(service, secret, "Thief", 404) is None
        tablet = sign_in(service, other, "Tablet")
        assert service.request("GET", "/v1/me", headers=bearer(phone))[2]["scope"] == "write"
        assert service.request("GET", "/v1/me", headers=bearer(tablet))[2]["scope"] == "read"
        assert service.request("GET", "/v1/checklists")[0] == 401
        assert service.stop() == 0
        log = service.read_log()
    for kept in (secret, other, phone, tablet):
        assert kept not in log and kept[4:] not in log
    assert people(data) == [("1", "0", "Me"), ("2", "2", "Ada")]


def test_people_beside_a_service(data):
    with Service(data, "--log-level", "debug") as service:
        port = service.port
        address, secret = link(done(data, "person", "add", "Ada Lovelace", port=port))
        assert address == f"http://127.0.0.1:{port}"
        # Nothing is left of how the command came in, and who needed no token needs none.
        assert service.request("GET", "/v1/checklists")[0] == 200
        assert tokens_of(data) is None
        phone = sign_in(service, secret, "Phone")
        assert service.request("GET", "/v1/checklists")[0] == 401
        me = service.request("GET", "/v1/me", headers=bearer(phone))[2]
        listed = done(data, "device", "list", "--person", "2")
        number, scope, _, rest = listed.rstrip("\n").split(maxsplit=3)
        assert (scope, rest) == ("write", "person 2, Ada Lovelace: Phone"), listed
        assert int(number) == me["device"]["id"], (listed, me)
        refused(66, "There is no such device", data, "device", "revoke", number, port=port)
        done(data, "device", "revoke", number, "--person", "2", port=port)
        assert service.request("GET", "/v1/me", headers=bearer(phone))[0] == 401
        assert done(data, "device", "list") == "There are no devices.\n"
        # Whoever runs the service gets in again, whatever else is lost.
        _, secret = link(done(data, "person", "link", "1", "--scope", "admin", port=port))
        admin = sign_in(service, secret, "Laptop")
        assert service.request("GET", "/v1/people", headers=bearer(admin))[0] == 200
        log = service.read_log()
    assert admin not in log and secret not in log and "token=" not in log


def test_commands_leave_other_clients_alone(data):
    """A command uses the socket in the folder, so requests without a token never get 401 meanwhile."""
    if ON_POSTGRES:
        print("a database has no socket; ", end="")
        return
    with Service(data, "--access-log") as service:
        socket = os.path.join(data, "control.sock")
        found = os.stat(socket)
        assert stat.S_ISSOCK(found.st_mode) and found.st_mode & 0o777 == 0o600, found
        statuses, ended = set(), threading.Event()

        def ask():
            while not ended.is_set():
                statuses.add(service.request("GET", "/v1/counts")[0])

        client = threading.Thread(target=ask)
        client.start()
        with closed_port() as nowhere:
            for name in ("Ada", "Grace"):
                done(data, "person", "add", name, port=nowhere)
        done(data, "person", "remove", "3")
        ended.set()
        client.join()
        assert statuses == {200}, statuses
        assert people(data) == [("1", "0", "Me"), ("2", "0", "Ada")]
        assert tokens_of(data) is None
        assert "is in order" in done(data, "verify") and "control.sock" not in done(data, "verify")
        assert "address=unix" in service.wait_for_log("path=/v1/people status=201")
        service.kill()
        assert os.path.exists(socket)
    # The socket of a killed server is replaced, and a stopped server removes its own.
    with Service(data) as service:
        done(data, "person", "link", "2", port=service.port)
        assert service.stop() == 0
        assert not os.path.exists(socket)


def test_a_folder_with_a_long_path_has_a_socket(data):
    if ON_POSTGRES:
        print("a database has no socket; ", end="")
        return
    long = os.path.join(data, "x" * 120)
    with Service(long) as service:
        assert stat.S_IMODE(os.stat(f"{long}/control.sock").st_mode) == 0o600
        done(long, "person", "add", "Ada", port=service.port)
        assert people(long) == [("1", "0", "Me"), ("2", "0", "Ada")]
        assert service.stop() == 0 and not os.path.exists(f"{long}/control.sock")


def test_lists_of_who_is_removed(data):
    with Service(data) as service:
        _, secret = link(done(data, "person", "add", "Ada", port=service.port))
        phone = sign_in(service, secret, "Phone")
        created = service.request("POST", "/v1/checklists", {"name": "Hers"}, bearer(phone))
        assert created[0] == 201, created
        lists = created[2]["id"]
        told = f"Person 2 is the only owner of lists {lists}; name their next owner with --transfer-to."
        refused(73, told, data, "person", "remove", "2", port=service.port)
        refused(73, "--transfer-to must be", data, "person", "remove", "2", "--transfer-to", "2",
                port=service.port)
        done(data, "person", "remove", "2", "--transfer-to", "1", port=service.port)
        assert service.request("GET", "/v1/me", headers=bearer(phone))[0] == 401
        # With the last device goes the need for a token.
        names = [each["name"] for each in service.request("GET", "/v1/checklists")[2]]
        assert sorted(names) == ["Hers", "List"], names
        done(data, "person", "add", "Grace", port=service.port)
        done(data, "person", "remove", "3", port=service.port)
        assert people(data) == [("1", "0", "Me")]


def test_limits(data):
    limits = ["--people-max", "2", "--items-per-person-max", "3"]
    with Service(data, *limits) as service:
        _, secret = link(done(data, "person", "add", "Ada", *limits[:2], port=service.port))
        refused(73, "There are 2 of at most 2 people (--people-max)", data, "person", "add", "Grace",
                *limits[:2], port=service.port)
        phone = bearer(sign_in(service, secret, "Phone"))
        _, mine = link(done(data, "person", "link", "1", "--scope", "admin", port=service.port))
        laptop = bearer(sign_in(service, mine, "Laptop"))
        _, _, ours = service.request("POST", "/v1/checklists", {"name": "Ours"}, laptop)
        # Person 1 administers the service, and so can share with Ada.
        path = f"/v1/checklists/{ours['id']}/members/2"
        assert service.request("PUT", path, {"role": "view"}, laptop)[0] == 200
        hers = service.request("POST", "/v1/checklists", {"name": "Hers"}, phone)[2]["id"]
        assert service.request("PUT", f"/v1/checklists/{hers}/members/1", {"role": "edit"}, phone)[0] < 300
        items = f"/v1/checklists/{hers}/items"
        for headers in (phone, laptop, phone):
            assert service.request("POST", items, {"text": "Milk"}, headers)[0] == 201
        for headers in (phone, laptop):
            status, _, problem = service.request("POST", items, {"text": "Milk"}, headers)
            told = "There are 3 of at most 3 items on lists of one person (--items-per-person-max)"
            assert status == 403 and problem["detail"].startswith(told), problem
        # What somebody may add to is no list of their own; the first has two items from the start.
        answer = service.request("POST", "/v1/checklists/1/items", {"text": "Milk"}, laptop)
        assert answer[0] == 201, answer


def test_a_server_without_its_socket(data):
    if ON_POSTGRES:
        print("a database needs no server; ", end="")
        return
    with Service(data) as service:
        os.remove(os.path.join(data, "control.sock"))
        for words in (["person", "add", "Ada"], ["device", "revoke", "1"]):
            result = run(service.data, *words, port=service.port)
            assert result.returncode == 69 and "control.sock" in result.stderr, result
        assert people(service.data) == [("1", "0", "Me")] and tokens_of(service.data) is None


EVERYWHERE = ["--listen", "0.0.0.0:0"]


def test_a_first_start_shows_a_link(data):
    flags = ["--create-token", "--url", "https://lists.example"]
    with Service(data, *EVERYWHERE, *flags, stdout=subprocess.PIPE) as service:
        assert service.stop() == 0
        printed = service.process.stdout.read().decode()
        token = re.search(r"Bearer (cld_\S+)", printed)[1]
        address, secret = LINK.search(printed).groups()
        assert address == "https://lists.example"
        assert token not in service.read_log() and secret not in service.read_log()
    with Service(data, *EVERYWHERE, *flags, stdout=subprocess.PIPE) as service:
        for each in (token, sign_in(service, secret, "Browser")):
            status, _, me = service.request("GET", "/v1/me", headers=bearer(each))
            assert status == 200 and me["scope"] == "admin" and me["person"]["id"] == 1, me
        assert service.stop() == 0
        assert service.process.stdout.read() == b""


def test_links_let_it_listen_everywhere(data):
    refused(78, "person link 1 --scope admin", data, *EVERYWHERE)
    _, secret = link(done(data, "person", "link", "1", "--scope", "admin"))
    with Service(data, *EVERYWHERE) as service:
        assert service.request("GET", "/v1/checklists")[0] == 401
        token = sign_in(service, secret, "Laptop")
        assert service.request("GET", "/v1/checklists", headers=bearer(token))[0] == 200
        service.stop()
    # With a device it goes on as it was.
    with Service(data, *EVERYWHERE) as service:
        assert service.request("GET", "/v1/checklists", headers=bearer(token))[0] == 200


if __name__ == "__main__":
    options(__doc__)
    run_tests(globals(), at_once=5)

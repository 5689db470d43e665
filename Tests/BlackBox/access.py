"""Who is let in: tokens made and revoked while the service runs, a container's first start, secrets.

usage: access.py
"""

import os
import re
import socket
import subprocess
import tempfile
import time

from service import BINARY, Service, free_port

TOKEN = re.compile(r"cld_[A-Za-z0-9_-]{43}")


def command(*arguments, environment=None):
    return subprocess.run(
        [BINARY, *arguments],
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, **(environment or {})},
    )


def make(data, name, scope):
    result = command("token", "create", "--name", name, "--scope", scope, "--data", data)
    assert result.returncode == 0 and TOKEN.fullmatch(result.stdout.strip()), result
    return result.stdout.strip()


def bearer(token):
    return {"authorization": f"Bearer {token}"}


def wait_for(status, service, target, headers, seconds=1.0):
    """How long it took until the service answered so; rarely enough for wrong tokens not to be too many."""
    start = time.monotonic()
    while (last := service.request("GET", target, headers=headers)[0]) != status:
        assert time.monotonic() - start < seconds, f"{target} is {last} and not {status} after {seconds} s"
        time.sleep(0.1)
    return time.monotonic() - start


def test_tokens_without_a_restart(data):
    with Service(data, "--log-level", "debug") as service:
        assert service.request("GET", "/v1/checklists")[0] == 200
        read = make(data, "reader", "read")
        print(f"a token counted after {wait_for(401, service, '/v1/checklists', {}):.2f} s")
        write, admin = make(data, "writer", "write"), make(data, "admin", "admin")
        wait_for(200, service, "/v1/checklists", bearer(admin))
        assert service.request("GET", "/v1/checklists", headers=bearer(read))[0] == 200
        assert service.request("POST", "/v1/checklists", {"name": "x"}, bearer(read))[0] == 403
        assert service.request("POST", "/v1/checklists", {"name": "x"}, bearer(write))[0] == 201
        for target, status in {
            "/metrics": 401,
            "/healthz": 200,
            "/readyz": 200,
            "/openapi.yaml": 200,
        }.items():
            assert service.request("GET", target)[0] == status, target
        assert service.request("GET", "/metrics", headers=bearer(read))[0] == 200
        assert command("token", "revoke", "writer", "--data", data).returncode == 0
        print(f"a revoked one stopped after {wait_for(401, service, '/v1/checklists', bearer(write)):.2f} s")
        statuses = [service.request("GET", "/v1/counts", headers=bearer("cld_wrong"))[0] for _ in range(30)]
        assert 429 in statuses and statuses[-1] == 429, statuses
        assert service.request("GET", "/v1/counts", headers=bearer(read))[0] == 200
        listed = command("token", "list", "--data", data).stdout
        kept = open(os.path.join(data, "tokens.json")).read()
        service.stop()
        for secret in (read, write, admin, "cld_wrong"):
            for place, text in {"log": service.read_log(), "list": listed, "file": kept}.items():
                assert secret not in text and secret[4:] not in text, f"a token stands in the {place}"
    assert os.stat(os.path.join(data, "tokens.json")).st_mode & 0o777 == 0o600


def test_names_that_are_not_of_this_machine(data):
    with Service(data) as service:
        assert service.request("GET", "/v1/checklists", headers={"host": "evil.example"})[0] == 421
        assert (
            service.request("POST", "/v1/items/1/toggle", headers={"origin": "https://evil.example"})[0]
            == 403
        )


def test_exposure(data):
    refused = command("--listen", f"0.0.0.0:{free_port()}", "--data", data)
    assert refused.returncode == 78 and "--no-auth" in refused.stderr, refused
    port = free_port()
    with Service(data, "--listen", f"0.0.0.0:{port}", "--no-auth") as service:
        assert service.request("GET", "/v1/checklists", headers={"host": "lists.example"})[0] == 200


def test_the_first_start_of_a_container(data):
    port = free_port()
    environment = {"CHECKLISTD_CREATE_TOKEN": "true", "CHECKLISTD_DATA": data}
    for start in range(2):
        process = subprocess.Popen(
            [BINARY, "--listen", f"0.0.0.0:{port}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **environment},
        )
        for _ in range(500):
            time.sleep(0.02)
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
        process.terminate()
        printed = TOKEN.findall(process.communicate(timeout=15)[0])
        assert len(printed) == (1 if start == 0 else 0), printed
        assert process.returncode == 0, process.returncode


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            with tempfile.TemporaryDirectory() as data:
                test(data)
            print(f"{name[5:].replace('_', ' ')}: ok")


main()

"""Who is let in: tokens made and revoked while the service runs, a container's first start,
every route without the right token, and secrets in logs.

usage: access.py
"""

import http.server
import os
import re
import socket
import subprocess
import tempfile
import threading

import yaml
from nginx import nginx, through
from options import options, run_tests
from service import BINARY, HANG_SECONDS, ON_POSTGRES, ROOT, Service, content_of, kept_in, wait_until

TOKEN = re.compile(r"cld_[A-Za-z0-9_-]{43}")


def command(*arguments, environment=None):
    return subprocess.run(
        [BINARY, *arguments],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        env={**os.environ, **(environment or {})},
    )


def make(data, name, scope):
    result = command("token", "create", "--name", name, "--scope", scope, *kept_in(data))
    assert result.returncode == 0 and TOKEN.fullmatch(result.stdout.strip()), result
    return result.stdout.strip()


def bearer(token):
    return {"authorization": f"Bearer {token}"}


def wait_for_tokens(service, count):
    """Waits for the log line with the number of tokens. Requests until then would count as wrong tokens."""

    def counts():
        return re.findall(r'\btokens loaded"?[ ,]"?count"?[=:](\d+)', service.read_log())

    wait_until(lambda: counts()[-1:] == [str(count)], lambda: f"{count} tokens, but {counts()}")


def test_tokens_without_a_restart(data):
    with Service(data, "--log-level", "debug") as service:
        assert service.request("GET", "/v1/checklists")[0] == 200
        read = make(data, "reader", "read")
        wait_for_tokens(service, 1)
        assert service.request("GET", "/v1/checklists")[0] == 401
        write, admin = make(data, "writer", "write"), make(data, "admin", "admin")
        wait_for_tokens(service, 3)
        assert service.request("GET", "/v1/checklists", headers=bearer(admin))[0] == 200
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
        assert service.request("GET", "/metrics", headers=bearer(write))[0] == 403
        assert service.request("GET", "/metrics", headers=bearer(admin))[0] == 200
        assert command("token", "revoke", "writer", *kept_in(data)).returncode == 0
        wait_for_tokens(service, 2)
        assert service.request("GET", "/v1/checklists", headers=bearer(write))[0] == 401
        statuses = [service.request("GET", "/v1/counts", headers=bearer("cld_wrong"))[0] for _ in range(30)]
        assert 429 in statuses and statuses[-1] == 429, statuses
        assert service.request("GET", "/v1/counts", headers=bearer(read))[0] == 200
        listed = command("token", "list", *kept_in(data)).stdout
        kept = "" if ON_POSTGRES else open(os.path.join(data, "tokens.json")).read()
        service.stop()
        for secret in (read, write, admin, "cld_wrong"):
            for place, text in {"log": service.read_log(), "list": listed, "file": kept}.items():
                assert secret not in text and secret[4:] not in text, f"a token stands in the {place}"
    if not ON_POSTGRES:
        assert os.stat(os.path.join(data, "tokens.json")).st_mode & 0o777 == 0o600


def test_names_that_are_not_of_this_machine(data):
    with Service(data) as service:
        assert service.request("GET", "/v1/checklists", headers={"host": "evil.example"})[0] == 421
        assert (
            service.request("POST", "/v1/items/1/toggle", headers={"origin": "https://evil.example"})[0]
            == 403
        )


def test_strangers_behind_nginx(data):
    """With its defaults, with the lines of the manual, and with what Debian's nginx includes."""
    with Service(os.path.join(data, "data")) as service:
        upstream = f"proxy_pass http://127.0.0.1:{service.port};"
        manual = (ROOT / "Sources/checklistd/Documentation.docc/Proxies.md").read_text()
        lines = re.search(r"^ *proxy_pass.*?(?=^    }$)", manual, re.M | re.S)[0]
        forms = {
            "nginx as it is": upstream,
            "the manual's nginx": lines.replace("127.0.0.1:8080;", f"127.0.0.1:{service.port};"),
            "X-Real-IP alone": upstream + "proxy_http_version 1.1; proxy_set_header X-Real-IP $remote_addr;",
            "a proxy in the chain": upstream + 'proxy_http_version 1.1; proxy_set_header Via "1.1 nginx";',
        }
        folders = iter(range(len(forms) + 1))

        def behind(lines):
            folder = os.path.join(data, f"nginx-{next(folders)}")
            os.mkdir(folder)
            return nginx(folder, lines)

        for name, lines in forms.items():
            with behind(lines) as port:
                for method, target in (("GET", "/v1/checklists"), ("POST", "/v1/checklists"), ("GET", "/")):
                    body = {"name": "stranger"} if method == "POST" else None
                    status, content = through(port, method, target, body)
                    assert status == 421, (name, method, target, status, content)
                    assert "token create" in content, (name, content)
        assert service.request("GET", "/v1/counts")[2]["checklists"] == 1
        token = make(service.data, "phone", "write")
        wait_for_tokens(service, 1)
        with behind(forms["the manual's nginx"]) as port:
            assert through(port, "GET", "/v1/checklists")[0] == 401
            assert through(port, "GET", "/v1/checklists", headers=bearer(token))[0] == 200
            # A browser of before Fetch Metadata tells its own page from others by the name that it asked for.
            page = {"origin": "https://lists.example"}
            assert through(port, "POST", "/v1/checklists", {"name": "x"}, bearer(token) | page)[0] == 201
            page = {"origin": "https://evil.example"}
            assert through(port, "POST", "/v1/checklists", {"name": "x"}, bearer(token) | page)[0] == 403


def test_exposure(data):
    refused = command("--listen", "0.0.0.0:0", *kept_in(data))
    assert refused.returncode == 78 and "--no-auth" in refused.stderr, refused
    with Service(data, "--listen", "0.0.0.0:0", "--no-auth") as service:
        assert service.request("GET", "/v1/checklists", headers={"host": "lists.example"})[0] == 200


def test_the_first_start_of_a_container(data):
    flag, place = kept_in(data)
    environment = {"CHECKLISTD_CREATE_TOKEN": "true", f"CHECKLISTD_{flag[2:].upper()}": place}
    for start in range(2):
        with tempfile.TemporaryFile() as log:
            process = subprocess.Popen(
                [BINARY, "--listen", "0.0.0.0:0"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **environment},
            )
            wait_until(lambda: "listening" in content_of(log) or process.poll() is not None)
            process.terminate()
            printed = TOKEN.findall(process.communicate(timeout=HANG_SECONDS)[0])
            assert len(printed) == (1 if start == 0 else 0), printed
            assert process.returncode == 0, (process.returncode, content_of(log))


def ask(service, request):
    """The statuses of all answers to what is sent on one connection."""
    with socket.create_connection(("127.0.0.1", service.port), HANG_SECONDS) as client:
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := client.recv(65536):
            answer += piece
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) [A-Z]", answer)]


def disguises(method, path, token):
    """Requests for a path that do not show the token as they should."""

    def request(fields="", line=f"{method} {path} HTTP/1.1", body=""):
        return f"{line}\r\nHost: localhost\r\n{fields}\r\n{body}".encode()

    trailer = f"0\r\nAuthorization: Bearer {token}\r\n\r\n"
    yield request()
    yield request(line=f"{method} {path} HTTP/1.0")
    yield request(line=f"{method} http://localhost{path} HTTP/1.1")
    yield request(line=f"{method} /%{ord(path[1]):02x}{path[2:]} HTTP/1.1")
    yield request(line=f"{method} {path}?access_token={token} HTTP/1.1")
    yield request("Transfer-Encoding: chunked\r\n", body=trailer)
    yield request("Content-Length: 2\r\nExpect: 100-continue\r\n")
    for field in (
        f"Proxy-Authorization: Bearer {token}",
        f"Cookie: token={token}",
        f"Authorization: {token}",
    ):
        yield request(f"{field}\r\n")
    for field in (
        f"Authorization: Basic {token}",
        "X-Forwarded-For: 127.0.0.1",
        f"Authorization: Bearer {token}x",
    ):
        yield request(f"{field}\r\n")
    yield request(f"Authorization: Bearer {token}\r\n" * 2)


def test_every_route_of_the_running_service(data):
    """As openapi.yaml has them, which the tests of the API hold against the route table."""
    scopes = ("feed", "read", "assist", "write", "admin")
    tokens = {scope: make(data, scope, scope) for scope in scopes}
    revoked = make(data, "revoked", "admin")
    assert command("token", "revoke", "revoked", *kept_in(data)).returncode == 0
    asked = 0
    with Service(data, "--wrong-tokens-per-minute-max", "0") as service:
        description = yaml.safe_load(service.request("GET", "/openapi.yaml")[2])
        for path, operations in description["paths"].items():
            path = re.sub(r"{\w+}", "1", path)
            for method, operation in operations.items():
                schemes = operation["security"] if "security" in operation else []
                if not schemes or "token" not in schemes[0]:
                    continue
                method, needed = method.upper(), schemes[0]["token"][0]
                shown = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
                for request in disguises(method, path, tokens["admin"]):
                    assert ask(service, request) in ([401], [400]), request
                    # Neither does it help to come behind somebody who may.
                    behind = b"GET /v1/counts HTTP/1.1\r\nHost: localhost\r\n"
                    behind += f"Authorization: Bearer {tokens['admin']}\r\n\r\n".encode()
                    assert ask(service, behind + request) in ([200, 401], [200, 400]), request
                    asked += 2
                assert ask(service, (shown % revoked).encode()) == [401]
                for scope in scopes[: scopes.index(needed)]:
                    assert ask(service, (shown % tokens[scope]).encode()) == [403], (method, path, scope)
                    asked += 1
    print(f"{asked} requests; ", end="")


class Receiver(http.server.BaseHTTPRequestHandler):
    status = 500

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.server.received += 1
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_):
        pass


class KeepingReceiver(Receiver):
    """Answers well, and keeps its connections open."""

    protocol_version = "HTTP/1.1"
    status = 200

    def end_headers(self):
        self.send_header("content-length", "0")
        super().end_headers()


def test_loopback_webhooks_end_with_the_first_token(data):
    receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), KeepingReceiver)
    receiver.received = 0
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    hook = {"url": f"http://127.0.0.1:{receiver.server_port}/hook"}

    def deliver(service, headers):
        """What came of a test message, and how many the receiver has had since."""
        before = receiver.received
        path = f"/v1/webhooks/{service.hook}"
        status, _, delivery = service.request("POST", f"{path}/test", headers=headers)
        assert status == 201, (status, delivery)

        def attempts():
            log = service.request("GET", f"{path}/deliveries", headers=headers)[2]
            return next(entry["attempts"] for entry in log if entry["id"] == delivery["id"])

        return wait_until(attempts)[0], receiver.received - before

    with Service(data) as service:
        service.hook = service.request("POST", "/v1/webhooks", hook)[2]["id"]
        attempt, count = deliver(service, {})
        assert (attempt["status"], count) == (200, 1), attempt
        admin = bearer(make(data, "admin", "admin"))
        wait_for_tokens(service, 1)
        assert service.request("GET", "/v1/webhooks")[0] == 401
        attempt, count = deliver(service, admin)
        assert count == 0 and "not public" in attempt["error"], (attempt, count)
        assert service.stop() == 0
    with Service(data, "--webhook-allow", "127.0.0.1") as service:
        service.hook = service.request("GET", "/v1/webhooks", headers=admin)[2][0]["id"]
        attempt, count = deliver(service, admin)
        assert (attempt["status"], count) == (200, 1), attempt
        assert service.stop() == 0
    # What lets everybody in lets nobody reach further.
    with Service(os.path.join(data, "open"), "--no-auth") as service:
        service.hook = service.request("POST", "/v1/webhooks", hook)[2]["id"]
        attempt, count = deliver(service, {})
        assert count == 0 and "not public" in attempt["error"], (attempt, count)
    receiver.shutdown()


def test_idempotency_keys_of_two_tokens(data):
    first, second = make(data, "first", "write"), make(data, "second", "write")
    with Service(data) as service:
        answers = []
        for token in (first, second, first, second):
            headers = bearer(token) | {"idempotency-key": '"same"'}
            answers.append(service.request("POST", "/v1/checklists", {"name": "Trips"}, headers))
        assert [status for status, *_ in answers] == [201] * 4
        assert [h.get("idempotent-replayed") for _, h, _ in answers] == [None, None, "true", "true"]
        ids = [content["id"] for *_, content in answers]
        assert ids[0] != ids[1] and ids[2:] == ids[:2], ids
        service.kill()
    with Service(data) as service:
        headers = bearer(second) | {"idempotency-key": "same"}
        status, fields, content = service.request("POST", "/v1/checklists", {"name": "Trips"}, headers)
        assert (fields.get("idempotent-replayed"), content["id"]) == ("true", ids[1])


def test_no_secret_in_any_log(data):
    receiver = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
    receiver.received = 0
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    ours = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    proxy = "http://proxyuser:proxysecret@127.0.0.1:9"
    for form in ("text", "json"):
        folder = os.path.join(data, form)
        secrets = [ours, "proxyuser", "proxysecret", "cld_wrong", "key-of-mine"]
        flags = ("--log-level", "debug", "--log-format", form, "--webhook-allow", "127.0.0.1", "--access-log")
        with Service(folder, *flags, environment={"CHECKLISTD_TOKENS": "cld_x7Rt0variable"}) as service:
            admin, gone = make(folder, "admin", "admin"), make(folder, "gone", "read")
            secrets += [admin, gone, "cld_x7Rt0variable"]
            wait_for_tokens(service, 2)
            command("token", "revoke", "gone", *kept_in(folder))
            service.request("GET", "/v1/counts", headers=bearer("cld_wrong"))
            service.request("GET", f"/v1/counts?access_token={admin}", headers=bearer(gone))
            service.request("GET", f"/v1/{admin}", headers=bearer(admin))
            url = f"http://127.0.0.1:{receiver.server_port}/path-that-is-secret?key=query-that-is-secret"
            secrets += ["path-that-is-secret", "query-that-is-secret"]
            key = {"idempotency-key": "key-of-mine"}
            for body in (
                {"url": url, "secret": ours},
                {"url": url},
                {"url": "http://127.0.0.1:9/?path-that-is-secret"},
            ):
                status, _, made = service.request("POST", "/v1/webhooks", body, bearer(admin) | key)
                key = {}
                assert status == 201, made
                secrets.append(made["secret"])
                rotated = service.request(
                    "POST", f"/v1/webhooks/{made['id']}/rotate-secret", headers=bearer(admin)
                )[2]
                secrets.append(rotated["secret"])
                service.request("POST", f"/v1/webhooks/{made['id']}/test", headers=bearer(admin))
            service.request("POST", "/v1/webhooks", {"url": url, "secret": "whsec_" + "A" * 9}, bearer(admin))
            secrets.append("whsec_" + "A" * 9)
            wait_until(lambda: service.read_log().count("delivery failed") >= 3, service.read_log)
            service.stop()
            log = service.read_log()
        with Service(os.path.join(data, form + "-proxy"), *flags, "--webhook-proxy", proxy) as service:
            service.stop()
            log += service.read_log()
        assert log.count("delivery failed") >= 3 and "/v1/webhooks" in log, log
        for secret in secrets:
            for part in {secret, secret.removeprefix("cld_").removeprefix("whsec_")}:
                assert part not in log, f"{part} stands in the {form} log"
    receiver.shutdown()


def test_no_host_of_a_receiver_in_the_log(data):
    hosts = ["10.9.8.7", "nowhere.invalid", "127.0.0.9"]
    with Service(data, "--webhook-allow", "127.0.0.9") as service:
        for host in hosts:
            hook = service.request("POST", "/v1/webhooks", {"url": f"http://{host}:9/"})[2]["id"]
            service.request("POST", f"/v1/webhooks/{hook}/test")
        wait_until(lambda: service.read_log().count("delivery failed") >= len(hosts), service.read_log)
        status, _, log = service.request("GET", "/v1/webhooks/1/deliveries")
        assert status == 200 and "10.9.8.7" not in log[0]["attempts"][0]["error"], log
        service.stop()
        for host in hosts:
            assert host not in service.read_log(), f"{host} stands in the log"


if __name__ == "__main__":
    options(__doc__)
    run_tests(globals(), at_once=3)

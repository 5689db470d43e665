"""Who signs people in beside the service: a proxy that states its users, and an OpenID provider.

usage: sign_in.py
"""

import base64
import contextlib
import http.client
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse

from nginx import nginx, through
from options import options, run_tests
from service import HANG_SECONDS, Service, closed_port, free_port, wait_until


def test_users_of_a_proxy(data):
    """nginx asks for passwords and states the user: the user is a person, and nobody else can state one."""
    with tempfile.TemporaryDirectory() as folder, Service(
        data,
        *("--url", "https://lists.example", "--proxy-user-header", "Remote-User"),
        *("--proxy-trusted", "127.0.0.1"),
    ) as service:
        passwords = os.path.join(folder, "passwords")
        # nginx reads it as another user where it starts as root.
        os.chmod(folder, 0o755)
        with open(passwords, "w", encoding="ascii") as file:
            file.writelines(f"{user}:{{PLAIN}}secret\n" for user in ("ada", "bea"))
        lines = f"""auth_basic lists; auth_basic_user_file {passwords};
            proxy_set_header Remote-User $remote_user; proxy_set_header Host $http_host;
            proxy_pass http://127.0.0.1:{service.port};"""

        def ask(port, user, method, target, body=None, **headers):
            credentials = base64.b64encode(f"{user}:secret".encode()).decode()
            return through(port, method, target, body, {"authorization": f"Basic {credentials}", **headers})

        with nginx(folder, lines) as port:
            assert through(port, "GET", "/v1/me")[0] == 401
            people = {}
            for user in ("ada", "bea", "ada"):
                status, text = ask(port, user, "GET", "/v1/me")
                assert status == 200, text
                people.setdefault(user, json.loads(text)["person"]["id"])
                assert json.loads(text)["person"] == {"id": people[user], "name": user}, text
            assert people == {"ada": 1, "bea": 2}, people
            # nginx replaces the field of its client.
            forged = ask(port, "bea", "GET", "/v1/me", **{"remote-user": "ada"})
            assert json.loads(forged[1])["person"]["id"] == 2, forged
            assert ask(port, "bea", "POST", "/v1/people", {"name": "x"})[0] == 403
            assert ask(port, "bea", "POST", "/v1/checklists", {"name": "Hers"})[0] == 201
            foreign = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
            assert ask(port, "bea", "POST", "/v1/checklists", {"name": "Not hers"}, **foreign)[0] == 403
        # Without the header a token is needed, and under another name the header counts for nothing.
        assert service.request("GET", "/v1/me")[0] == 401
        stated = {"remote-user": "ada"}
        assert service.request("GET", "/v1/me", headers=stated | {"host": "evil.example"})[0] == 403
        with Service(
            None,
            *("--url", "https://lists.example", "--proxy-user-header", "Remote-User"),
            *("--proxy-trusted", "10.0.0.0/8"),
        ) as other:
            for _ in range(20):
                status, _, body = other.request("GET", "/v1/me", headers=stated)
                assert status == 403 and body["type"].endswith("proxy-user-refused"), (status, body)
            assert other.wait_for_log("user header refused").count("user header refused") == 1
        with Service(
            None,
            *("--url", "https://lists.example", "--proxy-user-header", "Remote-User"),
            *("--proxy-trusted", "10.0.0.0/8,0.0.0.0/0,::/0"),
        ) as trusting:
            assert trusting.wait_for_log("any client can state any user").count("names all addresses") == 2


@contextlib.contextmanager
def provider():
    """The address of an OpenID provider that lets in everybody who names themselves."""
    port = free_port()
    email = {"email": "ada@example.org", "email_verified": True}
    module = "import sys, oidc_provider_mock.__main__ as m; sys.argv[0] = 'mock'; m.run()"
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", module, "--port", str(port), "--require-nonce", "true"]
        + ["--user-claims", json.dumps({"sub": "ada", "name": "Ada", **email})]
        + ["--user-claims", json.dumps({"sub": "bea", "name": "Bea", "groups": ["family"]})],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/.well-known/openid-configuration"))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def answers(url):
    with contextlib.suppress(OSError):
        return visit(url)[0] == 200
    return False


def visit(url, cookie=None, form=None):
    """Status, header and text of what a browser gets; it follows no redirect."""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=HANG_SECONDS)
    with contextlib.closing(connection):
        headers = {"cookie": cookie} if cookie else {}
        body = form and urllib.parse.urlencode(form)
        if form:
            headers["content-type"] = "application/x-www-form-urlencoded"
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request("POST" if form else "GET", target, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()


class Browser:
    """Signs in at a provider for one service, as a browser does."""

    def __init__(self, service):
        self.service = service

    def begin(self):
        """The address at the provider. The cookie stays here."""
        status, headers, _ = visit(f"http://127.0.0.1:{self.service.port}/v1/sign-in/oidc")
        assert status == 303, status
        self.cookie = headers["set-cookie"].split(";")[0]
        return headers["location"]

    def agree(self, url, user):
        """Where the provider sends the browser back."""
        status, headers, text = visit(url, form={"sub": user})
        assert status in (302, 303), (status, text)
        return headers["location"]

    def finish(self, url, service=None):
        """Where the service sends the browser, below the address of the page."""
        parts = urllib.parse.urlsplit(url)
        own = f"http://127.0.0.1:{(service or self.service).port}{parts.path}?{parts.query}"
        status, headers, _ = visit(own, self.cookie)
        assert status == 303, status
        return headers["location"]

    def sign_in(self, user):
        return self.finish(self.agree(self.begin(), user))


def flags(issuer, *more, url="http://lists.example"):
    return "--url", url, "--oidc-issuer", issuer, "--oidc-client-id", "us", *more


FAMILY = ("--oidc-owner-claim", "email=ada@example.org", "--oidc-allow-claim", "groups=family")


@contextlib.contextmanager
def client_secret():
    """The flag that names a file with the secret of the client."""
    with tempfile.NamedTemporaryFile("w", encoding="ascii") as file:
        file.write("s3cret-of-the-client\n")
        file.flush()
        yield "--oidc-client-secret-file", file.name


def person(service, location):
    """Who a browser is after it followed the link."""
    assert location.startswith("/#join=cll_"), location
    body = {"secret": location.removeprefix("/#join="), "name": "Browser"}
    status, _, signed = service.request("POST", "/v1/devices", body)
    assert status == 201, signed
    me = service.request("GET", "/v1/me", headers={"authorization": f"Bearer {signed['token']}"})[2]
    return me["person"]["id"], me["person"]["name"], me["scope"]


def test_people_of_a_provider(data):
    """A browser signs in at a provider; who may, becomes a person, also at another process."""
    with client_secret() as secret, provider() as issuer:
        with Service(data, *flags(issuer, *secret, *FAMILY)) as service:
            browser = Browser(service)
            assert person(service, browser.sign_in("ada")) == (1, "Ada", "admin")
            assert person(service, browser.sign_in("bea")) == (2, "Bea", "write")
            assert person(service, browser.sign_in("ada")) == (1, "Ada", "admin")
            assert browser.sign_in("mallory") == "/#sign-in-failed=unknown-person"
            # A sign-in comes back once, and the provider takes a code once.
            back = browser.agree(browser.begin(), "bea")
            assert browser.finish(back).startswith("/#join="), back
            assert browser.finish(back) == "/#sign-in-failed=expired"
            own = urllib.parse.parse_qs(urllib.parse.urlsplit(browser.agree(browser.begin(), "bea")).query)
            code = urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)["code"][0]
            used = urllib.parse.urlencode({"code": code, "state": own["state"][0]})
            end = browser.finish(f"http://lists.example/v1/sign-in/oidc/callback?{used}")
            assert end == "/#sign-in-failed=provider"
            # Another browser did not begin the sign-in.
            back = browser.agree(browser.begin(), "bea")
            browser.begin()
            assert browser.finish(back) == "/#sign-in-failed=expired"
            log = service.wait_for_log("sign-in at the provider failed")
            assert log.count("sign-in at the provider failed") == 1 and "s3cret" not in log, log
            assert "cll_" not in log and "code=" not in log, log


def test_the_first_sign_in(data):
    """A new service behind a proxy of this machine is closed, and its first allowed account is person 1."""
    with client_secret() as secret, provider() as issuer, Service(
        data, *flags(issuer, *secret, "--oidc-allow-claim", f"iss={issuer}")
    ) as service:
        proxied = {"host": "lists.example", "x-forwarded-for": "203.0.113.7"}
        for headers in ({}, proxied):
            assert service.request("GET", "/v1/checklists", headers=headers)[0] == 401
        for path in ("/", "/v1/sign-in", "/v1/sign-in/oidc"):
            assert service.request("GET", path, headers=proxied)[0] < 400, path
        assert person(service, Browser(service).sign_in("bea")) == (1, "Bea", "admin")
        assert person(service, Browser(service).sign_in("ada")) == (2, "Ada", "write")


def test_a_provider_that_is_away(data):
    """The service goes on, and says so on the page and in the log."""
    with closed_port() as port, Service(data, *flags(f"http://127.0.0.1:{port}", *FAMILY)) as service:
        status, headers, _ = visit(f"http://127.0.0.1:{service.port}/v1/sign-in/oidc")
        assert status == 303 and headers["location"] == "/#sign-in-failed=provider", headers
        service.wait_for_log("the connection failed")
        assert service.request("GET", "/readyz")[0] == 200


if __name__ == "__main__":
    options(__doc__)
    run_tests(globals(), at_once=3)

"""Who signs people in beside the service: a proxy that states its users.

usage: sign_in.py
"""

import base64
import json
import os
import tempfile

from nginx import nginx, through
from options import options, run_tests
from service import Service


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
            assert other.read_log().count("user header refused") == 1, other.read_log()


if __name__ == "__main__":
    options(__doc__)
    run_tests(globals(), at_once=3)

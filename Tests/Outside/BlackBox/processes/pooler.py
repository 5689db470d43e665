"""Two processes reach one database through PgBouncer with `pool_mode = transaction`.

The pooler gives each transaction another connection to the server, which other programs use too.

usage: pooler.py [CHANGES]
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

os.environ["CHECKLISTD_TEST_STORE"] = "postgres"

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import postgres  # noqa: E402
from options import options  # noqa: E402
from service import BINARY, Service, wait_until  # noqa: E402


class Pooler:
    """PgBouncer before the shared server. It stands for the server: `with` ends it."""

    def __init__(self, server):
        self.server = server
        self.folder = server.folder / "pooler"
        self.folder.mkdir()
        self.folder.chmod(0o755)
        if postgres.USER:
            shutil.chown(self.folder, "postgres")
        settings = self.folder / "pgbouncer.ini"
        settings.write_text(f"""
[databases]
* = host={server.folder} user=checklistd
[pgbouncer]
unix_socket_dir = {self.folder}
listen_port = 5432
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 300
""")
        self.log = open(self.folder / "log", "wb")
        program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
        if not program:
            raise RuntimeError("PgBouncer is not here: install the package pgbouncer")
        self.process = subprocess.Popen([*postgres.USER, program, settings], stderr=self.log)
        wait_until(lambda: (self.folder / ".s.PGSQL.5432").exists(), self.read_log)

    def read_log(self):
        return (self.folder / "log").read_text()

    def database(self, key=None):
        return self.server.database(key).replace(f"host={self.server.folder}", f"host={self.folder}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()


def setting(server, pooler, database, name):
    place = ["--host", pooler.folder, "--username", "checklistd", "--dbname", database]
    form = ["--no-psqlrc", "--tuples-only", "--no-align"]
    return server.run("psql", *place, *form, "--command", f"SHOW {name}").strip()


def main():
    changes = options(__doc__, changes=200).changes
    server = postgres.shared()
    with Pooler(server) as pooler:
        postgres._shared = pooler
        with Service() as one, Service(one.data) as two:
            both = [one, two]

            def change(number):
                body = {"text": f"Item {number}"}
                status, _, item = both[number % 2].request("POST", "/v1/checklists/1/items", body)
                assert status == 201, (status, item)
                status, _, found = both[(number + 1) % 2].request("GET", f"/v1/items/{item['id']}")
                assert (status, found) == (200, item), (status, found)
                target = f"/v1/items?q=item%20{number}&limit=100"
                page = both[number % 2].request("GET", target)[2]
                assert any(each["id"] == item["id"] for each in page), page
                return item["id"]

            with concurrent.futures.ThreadPoolExecutor(16) as threads:
                made = list(threads.map(change, range(changes)))
            assert len(set(made)) == changes
            # Other programs get connections with their own settings.
            database = server.databases[os.path.abspath(one.data)]
            for _ in range(8):
                assert setting(server, pooler, database, "enable_seqscan") == "on"
                assert setting(server, pooler, database, "statement_timeout") == "0"
            for log in (one.read_log(), two.read_log()):
                assert "error" not in log, log
            checked = subprocess.run(
                [BINARY, "verify", "--store", pooler.database(os.path.abspath(one.data))],
                capture_output=True, text=True)
            assert checked.returncode == 0, checked
            assert one.stop() == 0 and two.stop() == 0
        postgres._shared = server
    print(f"{changes} changes through a pooler by two processes")


if __name__ == "__main__":
    main()

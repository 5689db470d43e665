"""A PostgreSQL database is restored from a dump while no process serves it.

Settings of its server are turned off while one does.

usage: restored_database.py
"""

import http.client
import os
import pathlib
import sys
import time

os.environ["CHECKLISTD_TEST_STORE"] = "postgres"

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import postgres  # noqa: E402
from options import options  # noqa: E402
from service import Service  # noqa: E402


def name_of(service):
    return postgres.shared().databases[os.path.abspath(service.data)]


def check_dump():
    """What clients saw of the lost history is refused: an ETag matches nothing, a cursor is gone."""
    server = postgres.shared()
    with Service() as service:
        home = service.request("POST", "/v1/checklists", {"name": "Home"})[2]["id"]
        target = f"/v1/checklists/{home}"
        name, dump = name_of(service), server.folder / "dump"
        server.run("pg_dump", "--host", server.folder, "--username", "checklistd", "--format", "custom",
                   "--file", dump, name)
        service.request("PATCH", target, {"name": "Lost"})
        lost = service.request("GET", target)[1]["etag"]
        cursor = service.request("GET", "/v1/changes")[2]["next"]
        assert service.stop() == 0
    server.query(f"DROP DATABASE {name}")
    server.query(f"CREATE DATABASE {name}")
    server.run("pg_restore", "--host", server.folder, "--username", "checklistd", "--dbname", name, dump)
    with Service(service.data) as again:
        # The same number of changes, so that the revisions are equal again.
        assert again.request("PATCH", target, {"name": "Other"})[0] == 200
        status, headers, _ = again.request("GET", target, headers={"if-none-match": lost})
        assert status == 200 and headers["etag"] != lost, (status, lost)
        assert again.request("PATCH", target, {"name": "No"}, {"if-match": lost})[0] == 412
        assert again.request("GET", f"/v1/changes?since={cursor}")[0] == 410
        etag = headers["etag"]
        assert again.stop() == 0
    with Service(service.data) as again:
        assert again.request("GET", target, headers={"if-none-match": etag})[0] == 304


def check_stream():
    """A stream ends where the history does: its client goes on with a cursor that has expired."""
    server = postgres.shared()
    with Service() as service:
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        connection.request("GET", "/v1/events")
        answer = connection.getresponse()
        assert answer.status == 200 and answer.readline()
        server.query("UPDATE owners SET epoch = epoch + 1", name_of(service))
        signs = 0
        while line := answer.readline():
            signs += line == b":\n"
            assert signs < 3, "the stream goes on"
        connection.close()


def crash_loses(server, service, count):
    """How many of so many answered changes a crash of the server loses."""
    names = [f"List {number}" for number in range(count)]
    for each in names:
        assert service.request("POST", "/v1/checklists", {"name": each})[0] == 201
    server.stop("immediate")
    server.start()
    service.wait_until_ready()
    found = {each["name"] for each in service.walk("/v1/checklists?limit=100")}
    return len(set(names) - found)


def check_settings():
    """Settings that are turned off while a process runs."""
    # WAL is written as rarely as the server allows, so that a commit without a wait is lost for sure.
    server = postgres.Postgres("wal_writer_delay=10s", "wal_writer_flush_after=0", "autovacuum=off")
    try:
        postgres._shared = server
        with Service() as service:
            server.query("ALTER SYSTEM SET synchronous_commit = off")
            server.query(f"ALTER DATABASE {name_of(service)} SET synchronous_commit = off")
            server.query("SELECT pg_reload_conf()")
            wait_for(service, "synchronous_commit = off")
            assert service.request("GET", "/readyz")[0] == 200
            lost = crash_loses(server, service, 50)
            assert lost == 0, f"{lost} of 50 answered changes are lost"
            # Connections that were made anew.
            lost = crash_loses(server, service, 50)
            assert lost == 0, f"{lost} of 50 answered changes are lost"
            server.query("ALTER SYSTEM SET fsync = off")
            server.query("SELECT pg_reload_conf()")
            wait_for(service, "fsync = off")
            assert service.request("GET", "/readyz")[0] == 503
            assert service.request("POST", "/v1/checklists", {"name": "No"})[0] == 503
            server.query("ALTER SYSTEM SET fsync = on")
            server.query("SELECT pg_reload_conf()")
            service.wait_until_ready()
            assert service.request("POST", "/v1/checklists", {"name": "Yes"})[0] == 201
    finally:
        server.close()
        postgres._shared = None


def wait_for(service, words):
    # Not by the offset that the service writes at.
    while words not in os.pread(service.log.fileno(), 1 << 20, 0).decode():
        assert service.process.poll() is None, service.read_log()
        time.sleep(0.05)


def main():
    options(__doc__)
    check_dump()
    check_stream()
    check_settings()
    print("a restored dump begins an epoch, which ends streams")
    print("what is answered outlives a crash, whatever is turned off")


if __name__ == "__main__":
    main()

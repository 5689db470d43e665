"""A PostgreSQL of one's own in a temporary folder, with a database for each service that asks for one."""

import atexit
import contextlib
import glob
import itertools
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading

# They refuse to run as root.
USER = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def programs():
    """Where those of the newest version are."""
    found = [pathlib.Path(each) for each in glob.glob("/usr/lib/postgresql/*/bin")]
    if not found:
        raise RuntimeError("PostgreSQL's programs are not here: install the package postgresql")
    return max(found, key=lambda each: int(each.parent.name))


class Postgres:
    """A server on a socket in a folder of its own; `close` ends it."""

    def __init__(self, *settings):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="checklistd-postgres-"))
        if USER:
            shutil.chown(self.folder, "postgres")
        # Services of any user come to it.
        self.folder.chmod(0o755)
        self.data = self.folder / "data"
        socket = f"unix_socket_directories={self.folder}"
        self.settings = [socket, "listen_addresses=", "max_connections=300", *settings]
        self.numbers = itertools.count(1)
        self.lock = threading.Lock()
        self.databases = {}
        self.standby = None
        form = ["--encoding", "UTF8", "--locale", "C.UTF-8"]
        self.run("initdb", "--pgdata", self.data, "--auth", "trust", "--username", "checklistd", *form)
        self.start()

    def run(self, program, *arguments):
        # A file, since the server keeps open what it is started with.
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(
                [*USER, programs() / program, *arguments],
                cwd="/", stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            )
            output.seek(0)
            text = output.read()
        if done.returncode:
            raise RuntimeError(f"{program}: {text}")
        return text

    def start(self):
        options = " ".join(f"-c {each}" for each in self.settings)
        log = ["--log", self.data / "log"]
        self.run("pg_ctl", "start", "--pgdata", self.data, *log, "--wait", "--options", options)

    def stop(self, mode="fast"):
        """Ends the server; `immediate` is as a crash."""
        self.run("pg_ctl", "stop", "--pgdata", self.data, "--mode", mode, "--wait")

    def start_standby(self):
        """Begins a standby that each commit waits for from now on."""
        place = self.folder / "standby"
        user = ["--host", self.folder, "--username", "checklistd"]
        copy = ["--pgdata", place, "--write-recovery-conf", "--checkpoint", "fast"]
        self.run("pg_basebackup", *user, *copy)
        options = f"-c unix_socket_directories={place} -c listen_addresses= -c max_connections=300"
        log = ["--log", place / "log"]
        self.run("pg_ctl", "start", "--pgdata", place, *log, "--wait", "--options", options)
        self.standby = place
        self.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.query("SELECT pg_reload_conf()")

    def query(self, sql, database="postgres"):
        place = ["--host", self.folder, "--username", "checklistd", "--dbname", database]
        form = ["--no-psqlrc", "--tuples-only", "--no-align"]
        return self.run("psql", *place, *form, "--command", sql).strip()

    def database(self, key=None):
        """The address of a database: a new one, or for a key always the same."""
        with self.lock:
            if key is None or key not in self.databases:
                name = f"lists{next(self.numbers)}"
                self.query(f"CREATE DATABASE {name}")
                self.databases[key] = name
            return f"postgres://checklistd@/{self.databases[key]}?host={self.folder}"

    def close(self):
        with contextlib.suppress(RuntimeError):
            self.stop("immediate")
        if self.standby:
            with contextlib.suppress(RuntimeError):
                self.run("pg_ctl", "stop", "--pgdata", self.standby, "--mode", "immediate", "--wait")
        shutil.rmtree(self.folder, ignore_errors=True)


_shared = None
_starting = threading.Lock()


def shared():
    """The server of this test, started when it is first asked for and ended with it."""
    global _shared
    with _starting:
        if _shared is None:
            _shared = Postgres()
            atexit.register(_shared.close)
        return _shared

"""The programs that the service is measured beside, each started on loopback with a folder of its own."""

import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Outside/BlackBox"))
from service import ROOT, free_port  # noqa: E402

PATHS = os.environ["PATH"] + ":/usr/sbin"
PACKAGES = {
    "wrk": "wrk",
    "nginx": "nginx-light",
    "redis-server": "redis-server",
    "redis-benchmark": "redis-tools",
    "node": "nodejs",
    "pg_ctlcluster": "postgresql",
}


def install():
    """Installs from Debian's packages what is missing. Needs root only then."""
    missing = [package for program, package in PACKAGES.items() if not shutil.which(program, path=PATHS)]
    if missing:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", *missing], check=True, stdout=subprocess.DEVNULL)


class Peer:
    """A running program in a folder of its own; `stop` ends it and removes the folder."""

    process = None

    def __init__(self, *content):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="peer-"))
        self.port = free_port()
        try:
            self.begin(*content)
        except BaseException:
            self.stop()
            raise

    def start(self, command, **options):
        """Starts a program and waits until it listens. A command is words with spaces between them."""
        self.process = subprocess.Popen(
            command.split(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
        )
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                return socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"{command} does not listen")

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


class Nginx(Peer):
    """Two workers. Each body is a file, by its number; the first is answered from memory as well, at `/`.

    What is sent to `/nothing` they read before they say that nobody is there.
    """

    def begin(self, *bodies):
        os.chmod(self.folder, 0o755)
        for number, body in enumerate(bodies):
            (self.folder / str(number)).write_bytes(body)
        text = bodies[0].decode().replace("\\", "\\\\").replace("'", "\\'").replace("$", "${dollar}")
        (self.folder / "nginx.conf").write_text(f"""
            worker_processes 2; daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;
            events {{ worker_connections 4096; }}
            http {{
                geo $dollar {{ default "$"; }}
                access_log off; keepalive_requests 1000000000; default_type application/json;
                sendfile on; tcp_nopush on; open_file_cache max=10;
                server {{
                    listen 127.0.0.1:{self.port} reuseport backlog=1024; root {self.folder};
                    location = / {{ return 200 '{text}'; }}
                    location = /nothing {{ proxy_pass http://127.0.0.1:1; }}
                    location / {{ }}
                }}
            }}""")
        program = shutil.which("nginx", path=PATHS)
        self.start(f"{program} -c {self.folder}/nginx.conf -e {self.folder}/error.log")


class Node(Peer):
    """Node's `http` on two processes, one body; a `POST` is read before it is answered."""

    def begin(self, body):
        (self.folder / "body").write_bytes(body)
        (self.folder / "server.js").write_text(f"""
            const cluster = require('cluster'), http = require('http'), fs = require('fs');
            if (cluster.isPrimary) {{ cluster.fork(); cluster.fork(); }} else {{
                const body = fs.readFileSync('{self.folder}/body');
                const head = {{'content-type': 'application/json', 'content-length': body.length}};
                const respond = (answer) => {{ answer.writeHead(200, head); answer.end(body); }};
                http.createServer((request, answer) => {{
                    if (request.method === 'POST') request.resume().on('end', () => respond(answer));
                    else respond(answer);
                }}).listen({self.port}, '127.0.0.1');
            }}""")
        self.start(f"node {self.folder}/server.js")


class Redis(Peer):
    """Redis that syncs every change before it answers."""

    def begin(self):
        options = "--bind 127.0.0.1 --appendonly yes --appendfsync always --save ''"
        self.start(f"redis-server --port {self.port} --dir {self.folder} {options}")

    def sets_per_second(self, seconds):
        """`SET` of 200 bytes from 64 clients, for about so long."""
        count = 40_000
        while True:
            began = time.monotonic()
            command = (
                f"redis-benchmark -p {self.port} -t set -d 200 -c 64 -n {count} -r 1000000 --threads 2 --csv"
            )
            out = subprocess.run(command.split(), capture_output=True, text=True, check=True).stdout
            spent = time.monotonic() - began
            if spent >= seconds * 0.6:
                return float(out.splitlines()[-1].split(",")[1].strip('"'))
            count = int(count * seconds / max(spent, 0.1))


class Postgres(Peer):
    """PostgreSQL with its defaults: every commit is synced."""

    TABLE = """CREATE TABLE item (id bigserial PRIMARY KEY, list int, text text, notes text, checked bool,
        created timestamptz DEFAULT now())"""
    INSERT = """INSERT INTO item (list, text, notes, checked)
        VALUES (1, 'Item from a benchmark', repeat('x', 60), false);"""

    def begin(self):
        shutil.chown(self.folder, "postgres", "postgres")
        self.tools = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        self.options = {"cwd": self.folder, "user": "postgres", "group": "postgres", "extra_groups": []}
        self.run(f"{self.tools}/initdb -D {self.folder}/data -A trust")
        server = f"{self.tools}/postgres -D {self.folder}/data -p {self.port} -k {self.folder} -h 127.0.0.1"
        self.start(server, **self.options)
        while subprocess.run(
            [f"{self.tools}/pg_isready", "-q", "-h", self.folder, "-p", str(self.port)]
        ).returncode:
            time.sleep(0.05)
        self.run(f"{self.tools}/psql -h {self.folder} -p {self.port}", input=self.TABLE)
        (self.folder / "insert.sql").write_text(self.INSERT)

    def inserts_per_second(self, seconds):
        """Single-row `INSERT`s from 64 clients."""
        clients = f"-n -c 64 -j 2 -T {int(seconds)} -f {self.folder}/insert.sql -M prepared"
        out = self.run(f"{self.tools}/pgbench -h {self.folder} -p {self.port} {clients}")
        return next(float(line.split()[2]) for line in out.splitlines() if line.startswith("tps"))

    def run(self, command, **options):
        options = {**self.options, **options}
        return subprocess.run(command.split(), capture_output=True, text=True, check=True, **options).stdout


class SQLite:
    """The texts of the items in memory, plain and in a trigram index."""

    def __init__(self, texts):
        self.database = sqlite3.connect(":memory:")
        self.database.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, text TEXT)")
        self.database.execute("CREATE VIRTUAL TABLE indexed USING fts5(text, tokenize='trigram')")
        rows = list(enumerate(texts, 1))
        self.database.executemany("INSERT INTO plain VALUES (?, ?)", rows)
        self.database.executemany("INSERT INTO indexed (rowid, text) VALUES (?, ?)", rows)

    def search(self, table, condition):
        """The total, and the first 100 with their texts."""
        select = f"FROM {table} WHERE {condition}"
        self.database.execute(f"SELECT count(*) {select}").fetchall()
        self.database.execute(f"SELECT rowid, text {select} ORDER BY rowid LIMIT 100").fetchall()


class PythonPeer(Peer):
    """A program of PyPI, in an environment of its own that is kept for the next time."""

    packages = ()

    @classmethod
    def install(cls):
        folder = ROOT / ".build" / cls.__name__.lower()
        if not folder.exists():
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            subprocess.run([folder / "bin/pip", "install", "--quiet", *cls.packages], check=True)
        return folder / "bin"

    def put(self, target, content, media_type, method="PUT"):
        fields = {"content-type": media_type}
        request = urllib.request.Request(self.url(target), content.encode(), fields, method=method)
        urllib.request.urlopen(request).close()


class Kinto(PythonPeer):
    """Kinto over a database, with as many threads as there are clients."""

    packages = ["kinto", "psycopg2-binary", "sqlalchemy", "zope.sqlalchemy", "setuptools<81"]
    RECORDS = "/buckets/lists/collections/one/records"
    SETTINGS = """
[app:main]
use = egg:kinto
{backends}
kinto.bucket_create_principals = system.Everyone
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = {port}
threads = 64
"""

    def begin(self, place, body):
        programs = self.install()
        url = place.replace("postgres://", "postgresql://")
        backends = "\n".join(
            f"kinto.{each}_backend = kinto.core.{each}.postgresql\nkinto.{each}_url = {url}\n"
            f"kinto.{each}_pool_size = 30"
            for each in ("storage", "permission", "cache")
        )
        ini = self.folder / "kinto.ini"
        ini.write_text(self.SETTINGS.format(backends=backends, port=self.port))
        subprocess.run([programs / "kinto", "migrate", "--ini", ini], check=True, capture_output=True)
        self.start(f"{programs}/kinto start --ini {ini}")
        for target, data in (
            ("/buckets/lists", "{}"),
            ("/buckets/lists/collections/one", "{}"),
            (f"{self.RECORDS}/first", body),
        ):
            self.put(target, f'{{"data": {data}}}', "application/json")

    def url(self, target=""):
        return f"http://127.0.0.1:{self.port}/v1{target}"


class Radicale(PythonPeer):
    """Radicale with its defaults: every change is a file, synced."""

    packages = ["radicale"]
    CALENDAR = "/somebody/list/"
    TASK = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//checklistd//benchmark//EN\r\nBEGIN:VTODO\r\n"
        "UID:{uid}\r\nDTSTAMP:20300101T000000Z\r\nSUMMARY:{text}\r\nDESCRIPTION:{notes}\r\n"
        "END:VTODO\r\nEND:VCALENDAR\r\n"
    )

    def begin(self, text, notes):
        programs = self.install()
        self.start(
            f"{programs}/radicale --server-hosts 127.0.0.1:{self.port} --auth-type none "
            f"--storage-filesystem-folder {self.folder} --server-max-connections 100"
        )
        self.task = self.TASK.replace("{text}", text).replace("{notes}", notes)
        self.put("/somebody/", "", "text/xml", "MKCOL")
        self.put(self.CALENDAR, "", "text/xml", "MKCALENDAR")
        self.put(self.CALENDAR + "first.ics", self.task.replace("{uid}", "first"), "text/calendar")

    def url(self, target=""):
        return f"http://127.0.0.1:{self.port}{target}"

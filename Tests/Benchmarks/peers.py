"""The programs that the service is measured beside, each started on loopback with a folder of its own."""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "BlackBox"))
from service import free_port  # noqa: E402

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
    paths = os.environ["PATH"] + ":/usr/sbin"
    missing = [package for program, package in PACKAGES.items() if not shutil.which(program, path=paths)]
    if missing:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", *missing], check=True, stdout=subprocess.DEVNULL)


def wait_for(port, seconds=20):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise RuntimeError(f"nothing listens on port {port}")


class Peer:
    """A running program; `stop` ends it and removes its folder."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="peer-", dir=os.environ.get("BENCH_DIR")))
        os.chmod(self.folder, 0o755)
        self.port = free_port()

    def start(self, *arguments, **options):
        self.process = subprocess.Popen(
            arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
        )
        wait_for(self.port)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)


class Nginx(Peer):
    """Two workers that answer one body from the configuration at `/` and the same from a file at `/file`.

    What is sent to `/nothing` they read before they say that nobody is there.
    """

    def __init__(self, body, content_type="application/json"):
        super().__init__()
        (self.folder / "file").write_bytes(body)
        text = body.decode().replace("\\", "\\\\").replace("'", "\\'").replace("$", "${dollar}")
        # A configuration token is limited to 4 KiB; what is larger is only served from the file.
        answer = f"return 200 '{text}';" if len(text) < 4000 else "return 404;"
        (self.folder / "nginx.conf").write_text(f"""
            worker_processes 2; daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;
            events {{ worker_connections 4096; }}
            http {{
                geo $dollar {{ default "$"; }}
                access_log off; keepalive_requests 1000000000; default_type {content_type};
                sendfile on; tcp_nopush on; open_file_cache max=10;
                server {{
                    listen 127.0.0.1:{self.port} reuseport backlog=1024; root {self.folder};
                    location = / {{ {answer} }}
                    location = /file {{ }}
                    location = /nothing {{ proxy_pass http://127.0.0.1:1; }}
                }}
            }}""")
        self.start(
            shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin"),
            "-c",
            str(self.folder / "nginx.conf"),
            "-e",
            str(self.folder / "error.log"),
        )


class Node(Peer):
    """Node's `http` on two processes, one body; a `POST` is read before it is answered."""

    def __init__(self, body):
        super().__init__()
        (self.folder / "body").write_bytes(body)
        (self.folder / "server.js").write_text(f"""
            const cluster = require('cluster'), http = require('http'), fs = require('fs');
            if (cluster.isPrimary) {{ cluster.fork(); cluster.fork(); }} else {{
                const body = fs.readFileSync('{self.folder}/body');
                const respond = (answer) => {{
                    answer.writeHead(200, {{
                        'content-type': 'application/json', 'content-length': body.length}});
                    answer.end(body);
                }};
                http.createServer((request, answer) => {{
                    if (request.method === 'POST') request.resume().on('end', () => respond(answer));
                    else respond(answer);
                }}).listen({self.port}, '127.0.0.1');
            }}""")
        self.start("node", str(self.folder / "server.js"))


class Redis(Peer):
    """Redis that syncs every change before it answers."""

    def __init__(self):
        super().__init__()
        self.start(
            "redis-server",
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--dir",
            str(self.folder),
            "--appendonly",
            "yes",
            "--appendfsync",
            "always",
            "--save",
            "",
        )

    def sets_per_second(self, seconds):
        """`SET` of 200 bytes from 64 clients, for about so long."""
        count = 50_000
        while True:
            began = time.monotonic()
            out = subprocess.run(
                [
                    "redis-benchmark",
                    "-p",
                    str(self.port),
                    "-t",
                    "set",
                    "-d",
                    "200",
                    "-c",
                    "64",
                    "-n",
                    str(count),
                    "-r",
                    "1000000",
                    "--threads",
                    "2",
                    "--csv",
                ],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            if time.monotonic() - began >= seconds * 0.6:
                return float(out.splitlines()[-1].split(",")[1].strip('"'))
            count = int(count * seconds / max(time.monotonic() - began, 0.1))


class Postgres(Peer):
    """PostgreSQL with its defaults: every commit is synced."""

    def __init__(self):
        super().__init__()
        tools = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        shutil.chown(self.folder, "postgres", "postgres")
        self.tools, self.user = tools, dict(user="postgres", group="postgres", extra_groups=[])
        quiet = dict(
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder, **self.user
        )
        subprocess.run([tools / "initdb", "-D", self.folder / "data", "-A", "trust"], **quiet)
        self.start(
            tools / "postgres",
            "-D",
            self.folder / "data",
            "-p",
            str(self.port),
            "-k",
            self.folder,
            "-h",
            "127.0.0.1",
            cwd=self.folder,
            **self.user,
        )
        table = "CREATE TABLE item (id bigserial PRIMARY KEY, list int, text text, notes text, checked bool,"
        table += " created timestamptz DEFAULT now())"
        subprocess.run([tools / "psql", "-h", self.folder, "-p", str(self.port), "-c", table], **quiet)
        (self.folder / "insert.sql").write_text(
            "INSERT INTO item (list, text, notes, checked)"
            " VALUES (1, 'Item from a benchmark', repeat('x', 150), false);"
        )

    def inserts_per_second(self, seconds):
        """Single-row `INSERT`s from 64 clients."""
        out = subprocess.run(
            [
                self.tools / "pgbench",
                "-h",
                self.folder,
                "-p",
                str(self.port),
                "-n",
                "-c",
                "64",
                "-j",
                "2",
                "-T",
                str(int(seconds)),
                "-f",
                self.folder / "insert.sql",
                "-M",
                "prepared",
            ],
            capture_output=True,
            text=True,
            check=True,
            cwd=self.folder,
            **self.user,
        ).stdout
        return next(float(line.split()[2]) for line in out.splitlines() if line.startswith("tps"))

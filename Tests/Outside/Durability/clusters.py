"""Two PostgreSQL servers, one a standby of the other, each in a network namespace of its own."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "BlackBox"))

from postgres import programs  # noqa: E402

NETWORK = "10.77.0"


def run(*command, quiet=False):
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, cwd="/")
    if done.returncode and not quiet:
        raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


class Server:
    """A PostgreSQL in a namespace, reached over a bridge."""

    def __init__(self, number, folder):
        self.address = f"{NETWORK}.{number}"
        self.space = f"checklistd-{number}"
        self.data = folder / f"data-{number}"
        # Not in the data, which is copied.
        self.place = folder / f"place-{number}"
        self.place.mkdir()
        shutil.chown(self.place, "postgres")
        self.link = f"cl-{number}"
        self.close()
        run("ip", "netns", "add", self.space)
        run("ip", "link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.space)
        run("ip", "link", "set", self.link, "master", "cl-bridge", "up")
        self.inside("ip", "address", "add", f"{self.address}/24", "dev", "eth0")
        self.inside("ip", "link", "set", "eth0", "up")
        self.inside("ip", "link", "set", "lo", "up")

    def inside(self, *command):
        return run("ip", "netns", "exec", self.space, *command)

    def program(self, name, *arguments):
        return self.inside("runuser", "-u", "postgres", "--", programs() / name, *arguments)

    def start(self, *settings):
        options = [f"listen_addresses={self.address}", f"unix_socket_directories={self.place}", *settings]
        text = " ".join(f"-c {each}" for each in [*options, "max_connections=200", "wal_keep_size=512MB"])
        log = self.place / "log"
        self.program("pg_ctl", "start", "-D", self.data, "-l", log, "-w", "-o", text)

    def processes(self):
        found = run("ip", "netns", "pids", self.space, quiet=True).split()
        return [int(each) for each in found]

    def signal(self, number):
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def cut_off(self):
        """Nothing that it sends leaves it, not even that it got something."""
        self.inside("ip", "route", "del", f"{NETWORK}.0/24", "dev", "eth0")
        self.inside("ip", "route", "add", "blackhole", f"{NETWORK}.0/24")

    def close(self):
        self.signal(signal.SIGKILL)
        run("ip", "netns", "del", self.space, quiet=True)
        run("ip", "link", "del", self.link, quiet=True)


class Cluster:
    """A primary and its standby."""

    def __init__(self, replication):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="checklistd-failover-"))
        shutil.chown(self.folder, "postgres")
        run("ip", "link", "del", "cl-bridge", quiet=True)
        run("ip", "link", "add", "cl-bridge", "type", "bridge")
        run("ip", "address", "add", f"{NETWORK}.1/24", "dev", "cl-bridge")
        run("ip", "link", "set", "cl-bridge", "up")
        self.primary, self.standby = Server(2, self.folder), Server(3, self.folder)
        hosts = ",".join([self.primary.address, self.standby.address])
        self.store = f"postgres://postgres@{hosts}/lists?sslmode=disable"
        self.begin(replication)

    def begin(self, replication):
        user = ["--username", "postgres"]
        self.primary.program("initdb", "-D", self.primary.data, "--auth", "trust", *user)
        with open(self.primary.data / "pg_hba.conf", "a") as rules:
            rules.write(f"host all all {NETWORK}.0/24 trust\nhost replication all {NETWORK}.0/24 trust\n")
        names = "synchronous_standby_names=*" if replication == "synchronous" else "wal_level=replica"
        self.primary.start("synchronous_standby_names=")
        self.primary.program("createdb", "--host", self.primary.place, *user, "lists")
        copy = ["--host", self.primary.address, *user, "-D", self.standby.data, "-R", "--checkpoint=fast"]
        self.standby.program("pg_basebackup", *copy)
        self.standby.start()
        self.primary.program("pg_ctl", "stop", "-D", self.primary.data, "-m", "fast", "-w")
        self.primary.start(names)
        self.wait_for_standby()

    def wait_for_standby(self):
        sql = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
        while self.query(self.primary, sql) != "1":
            time.sleep(0.1)

    @staticmethod
    def query(server, sql):
        place = ["--host", server.address, "--username", "postgres"]
        with contextlib.suppress(RuntimeError):
            return server.program("psql", *place, "-Atc", sql).strip()

    def fail(self, fault):
        if fault == "kill":
            self.primary.signal(signal.SIGKILL)
        elif fault == "hang":
            self.primary.signal(signal.SIGSTOP)
        else:
            self.primary.cut_off()

    def part(self):
        """Nothing of the primary gets to its standby any more."""
        self.primary.inside("ip", "route", "add", "blackhole", f"{self.standby.address}/32")

    def promote(self):
        self.standby.program("pg_ctl", "promote", "-D", self.standby.data, "-w")

    def close(self):
        for server in (self.primary, self.standby):
            server.signal(signal.SIGCONT)
            server.close()
        run("ip", "link", "del", "cl-bridge", quiet=True)
        shutil.rmtree(self.folder, ignore_errors=True)


class PatroniCluster(Cluster):
    """The same two under Patroni, which promotes by itself; etcd is on the bridge."""

    SETTINGS = """
scope: lists
name: server-{number}
restapi: {{listen: "{address}:8008", connect_address: "{address}:8008"}}
etcd3: {{host: "{network}.1:2379"}}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 1
    retry_timeout: 3
    synchronous_mode: {synchronous}
    postgresql: {{parameters: {{max_connections: 200, wal_keep_size: 512MB}}}}
  initdb: [{{auth-host: trust}}, {{auth-local: trust}}, {{encoding: UTF8}}]
postgresql:
  listen: "{address}:5432"
  connect_address: "{address}:5432"
  data_dir: {data}
  bin_dir: {programs}
  parameters: {{unix_socket_directories: {place}}}
  pg_hba:
    - local all all trust
    - host all all {network}.0/24 trust
    - host replication all {network}.0/24 trust
  authentication: {{superuser: {{username: postgres}}, replication: {{username: postgres}}}}
"""

    def begin(self, replication):
        address = f"http://{NETWORK}.1"
        etcd = ["--listen-client-urls", f"{address}:2379", "--advertise-client-urls", f"{address}:2379"]
        etcd += ["--listen-peer-urls", f"{address}:2380", "--data-dir", self.folder / "etcd"]
        self.etcd = self.spawn("etcd", "etcd", *etcd)
        for server in (self.primary, self.standby):
            settings = self.folder / f"patroni-{server.address}.yaml"
            settings.write_text(
                self.SETTINGS.format(
                    number=server.address.rpartition(".")[2], address=server.address, network=NETWORK,
                    synchronous=str(replication == "synchronous").lower(), data=server.data,
                    place=server.place, programs=programs(),
                )
            )
            space = ["ip", "netns", "exec", server.space, "runuser", "-u", "postgres", "--"]
            self.spawn(f"patroni-{server.address}", *space, "patroni", settings)
            while self.query(server, "SELECT 1") != "1":
                time.sleep(0.2)
        self.wait_for_standby()
        state = "sync" if replication == "synchronous" else "async"
        while self.query(self.primary, "SELECT sync_state FROM pg_stat_replication") != state:
            time.sleep(0.2)
        self.query(self.primary, "CREATE DATABASE lists")

    def spawn(self, name, *command):
        log = open(self.folder / f"{name}.log", "w")  # noqa: SIM115
        return subprocess.Popen([str(each) for each in command], stdout=log, stderr=log)

    def promote(self):
        deadline = time.monotonic() + 60
        while self.query(self.standby, "SELECT pg_is_in_recovery()") != "f":
            if time.monotonic() > deadline:
                raise RuntimeError("nothing was promoted")
            time.sleep(0.01)

    def close(self):
        super().close()
        self.etcd.kill()

"""Two PostgreSQL servers, one a standby of the other, and processes over them whose primary fails: what was
answered has to be on the server that takes its place.

The servers are in network namespaces of their own, so that a server can be cut off without a word. It takes
root, the package postgresql (with --patroni also patroni and etcd-server), and minutes; it is not part of
what every change is held to.

usage: failover.py [--rounds N] [--fault kill|partition|hang] [--processes N] [--writers N]
                   [--replication synchronous|asynchronous] [--reminders N] [--patroni]
"""

import argparse
import collections
import concurrent.futures
import contextlib
import http.server
import json
import pathlib
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from datetime import datetime, timedelta, timezone

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "BlackBox"))

from clusters import Cluster, PatroniCluster  # noqa: E402
from service import BINARY, free_port  # noqa: E402
from workload import Connection, NoAnswer  # noqa: E402

# How long the machine that promotes takes to notice; then how long work goes on.
NOTICED_AFTER = 0.5
WORK_BEFORE, WORK_AFTER = 3.0, 8.0
# How long before the failure the standby hears nothing.
LAG = 0.3
# A delivery whose sender is gone is sent again after a minute.
REMINDERS_WITHIN = 100.0


class Writer(threading.Thread):
    """Adds one item after the other, and notes what was answered when."""

    def __init__(self, number, port, round_):
        super().__init__()
        self.number, self.port, self.round = number, port, round_
        self.acknowledged, self.unknown, self.refused = {}, [], 0

    def run(self):
        count = 0
        while not self.round.over:
            try:
                connection = Connection(self.port)
                while not self.round.over:
                    count += 1
                    text = f"{self.number}-{count}"
                    began = time.monotonic()
                    status = self.add(connection, text)
                    if status == 201:
                        self.acknowledged[text] = (began, time.monotonic())
                    elif status == 503:
                        self.refused += 1
                        self.unknown.append(text)
                        time.sleep(0.05)
                    else:
                        self.round.complaints.append(f"{text}: {status}")
            except (NoAnswer, OSError):
                self.unknown.append(f"{self.number}-{count}")
                time.sleep(0.05)

    def add(self, connection, text):
        return connection.request("POST", "/v1/checklists/1/items", {"text": text}).status


class Receiver(http.server.ThreadingHTTPServer):
    """Is told of reminders."""

    def __init__(self):
        self.heard = collections.defaultdict(list)
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                outer.heard[self.headers["webhook-id"]].append((time.time(), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Round:
    """One failure, from the start of everything to the last check."""

    def __init__(self, options):
        self.options = options
        self.over = False
        self.complaints = []

    def play(self):
        with contextlib.ExitStack() as stack:
            kind = PatroniCluster if self.options.patroni else Cluster
            cluster = kind(self.options.replication)
            stack.callback(cluster.close)
            services = self.start(cluster, stack)
            receiver = Receiver()
            stack.callback(receiver.shutdown)
            due = self.remind(services[0], receiver)
            ports = [port for port, _ in services]
            writers = [Writer(n, ports[n % len(ports)], self) for n in range(self.options.writers)]
            for writer in writers:
                writer.start()
            time.sleep(WORK_BEFORE)
            # Whoever answers what the standby did not get loses it now.
            cluster.part()
            time.sleep(LAG)
            failed = time.monotonic()
            cluster.fail(self.options.fault)
            time.sleep(NOTICED_AFTER)
            cluster.promote()
            promoted = time.monotonic()
            time.sleep(WORK_AFTER)
            self.over = True
            for writer in writers:
                writer.join()
            return self.judge(writers, ports, failed, promoted) + self.judge_reminders(due, receiver)

    def start(self, cluster, stack):
        services = []
        for number in range(self.options.processes):
            port = free_port()
            log = open(cluster.folder / f"service-{number}.log", "w")  # noqa: SIM115
            flags = ["--store", cluster.store, "--listen", f"127.0.0.1:{port}"]
            process = subprocess.Popen([BINARY, *flags], stdout=log, stderr=log)
            stack.callback(process.kill)
            services.append((port, process))
        for port, process in services:
            self.wait_until_ready(port, process, cluster.folder)
        return services

    @staticmethod
    def wait_until_ready(port, process, folder):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and process.poll() is None:
            with contextlib.suppress(NoAnswer, OSError):
                if Connection(port).request("GET", "/readyz").status == 200:
                    return
            time.sleep(0.05)
        logs = "".join(each.read_text() for each in folder.glob("service-*.log"))
        raise RuntimeError(f"a service is not ready: {logs}")

    def remind(self, service, receiver):
        """Items that are due one after the other, all through the round."""
        connection = Connection(service[0])
        url = f"http://127.0.0.1:{receiver.server_address[1]}/"
        made = connection.request("POST", "/v1/webhooks", {"url": url, "events": ["reminder.due"]})
        assert made.status == 201, made
        due = {}
        now = datetime.now(timezone.utc)
        span = WORK_BEFORE + WORK_AFTER
        for number in range(self.options.reminders):
            at = now + timedelta(seconds=2 + span * number / max(1, self.options.reminders))
            stamp = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            item = {"text": f"reminder {number}", "dueDate": stamp, "shouldRemind": True}
            answer = connection.request("POST", "/v1/checklists/1/items", item)
            assert answer.status == 201, answer
            due[f"reminder {number}"] = at.timestamp()
        return due

    def judge(self, writers, ports, failed, promoted):
        kept = self.texts(ports)
        counts = collections.Counter(kept)
        acknowledged = {text: times for writer in writers for text, times in writer.acknowledged.items()}
        unknown = [text for writer in writers for text in writer.unknown]
        lost = [text for text in acknowledged if not counts[text]]
        twice = [text for text, count in counts.items() if count > 1]
        ends = sorted(end for _, end in acknowledged.values())
        after = [end for begin, end in acknowledged.values() if end > failed and begin > failed]
        first = min((end for end in ends if end > promoted), default=float("nan"))
        before = max((end for end in ends if end < promoted), default=float("nan"))
        doubts = sum(self.metric(port, "checklistd_postgres_in_doubt_total") for port in ports)
        self.complaints += [f"lost: {text}" for text in lost[:3]] + [f"twice: {text}" for text in twice[:3]]
        return (
            f"acknowledged {len(acknowledged)} ({len(after)} begun after the failure), lost {len(lost)}, "
            f"made twice {len(twice)}, unanswered or refused {len(unknown)}, of which made "
            f"{sum(1 for text in unknown if counts[text])}, commits in doubt {doubts:.0f}, silence "
            f"{first - before:.2f} s, first answer {first - failed:.2f} s after the failure, "
            f"{(first - promoted) * 1000:.0f} ms after the promotion"
        )

    @staticmethod
    def texts(ports):
        """What every process shows, which has to be the same."""

        def read(port):
            texts, target = [], "/v1/checklists/1/items?limit=1000"
            connection = Connection(port)
            while target:
                answer = connection.request("GET", target)
                assert answer.status == 200, answer
                texts += [item["text"] for item in answer.body]
                link = answer.headers.get("link", "")
                target = link[link.index("<") + 1 : link.index(">")] if 'rel="next"' in link else None
            return texts

        with concurrent.futures.ThreadPoolExecutor() as pool:
            shown = list(pool.map(read, ports))
        for each in shown:
            more, less = sorted(set(each) - set(shown[0])), sorted(set(shown[0]) - set(each))
            assert not more + less, f"processes show different items: {more[:5]}, {less[:5]}"
        return shown[0]

    @staticmethod
    def metric(port, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=15) as answer:
            lines = answer.read().decode().splitlines()
        return sum(float(line.split()[1]) for line in lines if line.startswith(name + " "))

    def judge_reminders(self, due, receiver):
        if not due:
            return ""
        deadline = time.monotonic() + REMINDERS_WITHIN
        heard = {}
        while time.monotonic() < deadline and len(heard) < len(due):
            heard = {}
            for calls in list(receiver.heard.values()):
                text = calls[0][1]["data"]["item"]["text"]
                heard.setdefault(text, []).extend(at for at, _ in calls)
            time.sleep(0.1)
        missing = [text for text in due if text not in heard]
        late = sorted(min(times) - due[text] for text, times in heard.items() if text in due)
        self.complaints += [f"no reminder: {text}" for text in missing[:3]]
        repeated = sum(1 for calls in receiver.heard.values() if len(calls) > 1)
        middle = late[len(late) // 2] if late else float("nan")
        most = late[-1] if late else float("nan")
        return (
            f"; reminders {len(due)}, lost {len(missing)}, repeated under their id {repeated}, late "
            f"{middle * 1000:.0f} ms at the median and {most:.1f} s at most"
        )


def main():
    # So that `with` stops what this program started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--fault", choices=["kill", "partition", "hang"], default="kill")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--writers", type=int, default=64)
    parser.add_argument("--replication", choices=["synchronous", "asynchronous"], default="synchronous")
    parser.add_argument("--reminders", type=int, default=40)
    parser.add_argument("--patroni", action="store_true", help="leave the promotion to Patroni")
    options = parser.parse_args()
    complaints = []
    for number in range(options.rounds):
        round_ = Round(options)
        print(f"{options.fault}, {options.replication}, round {number + 1}: {round_.play()}", flush=True)
        complaints += round_.complaints
    for complaint in complaints[:20]:
        print(complaint)
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()

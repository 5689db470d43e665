"""How the process stands up to clients and to the system: its descriptors, its system calls, its end.

usage: defences.py [--night]

--night also runs costs.py: limits on memory and processor time, on an otherwise idle machine.
"""

import contextlib
import json
import os
import pathlib
import re
import select
import signal
import socket
import tempfile
import time

from options import options, run_tests
from service import HANG_SECONDS, Service, is_over, wait_until

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /v1/checklists HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
POST += b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n"
# What the process may have open for itself, and for clients when it looks at the limit on descriptors.
DESCRIPTORS = 80
RESERVED = 64


def connect(service, seconds=HANG_SECONDS):
    return socket.create_connection(("127.0.0.1", service.port), seconds)


def ask(client, request=GET):
    client.sendall(request)
    return client.recv(65536)


def is_served(service):
    with contextlib.suppress(OSError):
        return service.request("GET", "/healthz")[0] == 200


def test_nothing_is_inherited_and_no_write_kills(data):
    with Service(data) as service, connect(service) as client:
        ask(client)
        process = pathlib.Path(f"/proc/{service.process.pid}")
        for info in (process / "fdinfo").iterdir():
            flags = int(re.search(r"flags:\s*(\d+)", info.read_text())[1], 8)
            assert int(info.name) < 3 or flags & os.O_CLOEXEC, os.readlink(process / "fd" / info.name)
        ignored = int(re.search(r"SigIgn:\s*(\w+)", (process / "status").read_text())[1], 16)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            assert ignored >> number - 1 & 1, number.name
        for number in (signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM):
            service.process.send_signal(number)
            assert ask(client).startswith(b"HTTP/1.1 200 "), number.name
        assert service.stop() == 0


def test_clients_beyond_the_limit_are_told_to_come_back(data):
    with Service(data, wrapper=("prlimit", f"--nofile={DESCRIPTORS}")) as service:
        clients = [connect(service) for _ in range(DESCRIPTORS - RESERVED)]
        assert all(ask(client).startswith(b"HTTP/1.1 200 ") for client in clients)
        with connect(service) as refused:
            answer = ask(refused).lower()
            assert answer.startswith(b"http/1.1 503 ") and b"\r\nretry-after: 1\r\n" in answer, answer
        assert ask(clients[0]).startswith(b"HTTP/1.1 200 ")
        for client in clients:
            client.close()
        wait_until(lambda: is_served(service))


def test_no_descriptor_left(data):
    """Each loop pauses after a failed accept, so time limits the number of calls, on any machine."""
    pause, processors = 0.2, os.cpu_count()
    flags = [f"--accept-pause-milliseconds-{end}" for end in ("min", "max")]
    flags = [word for flag in flags for word in (flag, str(int(pause * 1000)))]
    with tempfile.NamedTemporaryFile("r") as trace:
        wrapper = ("strace", "-f", "-o", trace.name, "-e", "trace=accept4")
        wrapper += ("prlimit", f"--nofile={DESCRIPTORS}")
        with Service(data, "--connections-max", "1000", *flags, wrapper=wrapper) as service:
            began, clients = time.monotonic(), []
            for _ in range(3 * DESCRIPTORS):
                with contextlib.suppress(OSError):
                    clients.append(connect(service))
            wait_until(lambda: pathlib.Path(trace.name).read_text().count("EMFILE") >= 3)
            failed = pathlib.Path(trace.name).read_text().count("EMFILE")
            most = ((time.monotonic() - began) / pause + 2) * processors
            assert failed <= most, f"{failed} failed calls and not {most:.0f}"
            for client in clients:
                client.close()
            wait_until(lambda: is_served(service))
            assert service.stop() == 0
    print(f"{failed} failed calls of at most {most:.0f}; ", end="")


def test_calls_that_fail_for_now(data):
    """Interrupted, out of descriptors, aborted: none of it is the client's business."""
    failures = [
        "recvfrom:error=EINTR:when=2+3",
        "sendto:error=EINTR:when=2+3",
        "accept4:error=EINTR:when=2+3",
    ]
    failures += ["epoll_wait:error=EINTR:when=5+7"]
    for failure in failures + ["accept4:error=ECONNABORTED:when=2+3", "accept4:error=EMFILE:when=3+4"]:
        wrapper = ("strace", "-f", "-o", "/dev/null", "-e", f"inject={failure}")
        with tempfile.TemporaryDirectory() as folder, Service(folder, wrapper=wrapper) as service:
            for _ in range(10):
                with contextlib.suppress(ConnectionError), connect(service) as client:
                    for _ in range(5):
                        answer = ask(client)
                        if not answer and "EMFILE" in failure:
                            # Without a descriptor a client is turned away.
                            break
                        assert answer.startswith(b"HTTP/1.1 200 "), (failure, answer)
            wait_until(lambda: is_served(service))
            assert service.stop() == 0, failure


def test_system_calls(data):
    with tempfile.NamedTemporaryFile("r") as trace:
        wrapper = ("strace", "-f", "-o", trace.name, "-e", "trace=network,write,writev,%signal")
        with Service(data, wrapper=wrapper) as service:
            with connect(service) as client:
                for _ in range(100):
                    assert ask(client).startswith(b"HTTP/1.1 200 ")
            assert service.stop() == 0
        calls = trace.read()
    accepted = re.findall(r"accept4(?:\(| resumed>).* (\S+)\) = (\d+)", calls)
    assert accepted and all({"SOCK_CLOEXEC", "SOCK_NONBLOCK"} <= set(f.split("|")) for f, _ in accepted)
    assert re.search(r"setsockopt\(\d+, SOL_TCP, TCP_NODELAY, \[1\]", calls)
    descriptor = accepted[-1][1]
    sent = re.findall(rf"sendto\({descriptor}, .*HTTP/1.1 200", calls)
    assert len(sent) >= 100, f"{len(sent)} calls for 100 answers"
    assert all("MSG_NOSIGNAL" in line for line in calls.splitlines() if "sendto(" in line)
    # Head and body leave together: nothing is sent that does not begin with a head.
    assert not [c for c in re.findall(r"sendto\(\d+, \"(.{8})", calls) if c != "HTTP/1.1"]
    print(f"{len(sent)} calls for 100 answers; ", end="")


def test_end(data):
    for seconds, signals, code in ((1, 1, 0), (60, 2, 128 + signal.SIGTERM)):
        with Service(data, "--stop-seconds", str(seconds)) as service:
            with connect(service) as idle, connect(service) as busy:
                ask(idle)
                # With this answer the service has read the head, and waits for the content.
                answer = ask(busy, POST)
                assert answer.startswith(b"HTTP/1.1 100 "), answer
                service.process.send_signal(signal.SIGTERM)
                assert idle.recv(1) == b"", "an idle connection stays open"
                if signals == 2:
                    service.process.send_signal(signal.SIGTERM)
                assert (ended := service.process.wait(HANG_SECONDS)) == code, f"{ended} and not {code}"


def test_a_limit_on_requests_is_for_each(data):
    """Each address has its own, what supervisors ask for has none, every other answer tells what is left."""
    with Service(data, "--rate-limit", "2/h") as service:

        def answer(address, target="/v1/counts"):
            with socket.socket() as client:
                client.bind((address, 0))
                client.connect(("127.0.0.1", service.port))
                return ask(client, f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

        def statuses(address, target, count):
            return [int(answer(address, target).split(b" ", 2)[1]) for _ in range(count)]

        for number in range(2, 50):
            assert statuses(f"127.0.0.{number}", "/v1/counts", 3) == [200, 200, 429], number
        for target in ("/healthz", "/readyz"):
            assert statuses("127.0.0.2", target, 20) == [200] * 20, target
            assert b"ratelimit" not in answer("127.0.0.2", target).lower()
        assert b"\r\nratelimit: " in answer("127.0.0.2").lower()


def begin_uploads(service, count):
    """Clients that have sent all but the end of what they announced, and rest."""
    head = b"POST /v1/checklists/1/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
    clients = [connect(service) for _ in range(count)]
    for client in clients:
        # One that was refused meanwhile takes no more.
        with contextlib.suppress(OSError):
            client.sendall(head + b" " * 900_000)
    return clients


def answered(clients):
    """Those that have an answer, or whose connection has ended."""
    return select.select(clients, [], [], 0)[0]


def status_of(client):
    with contextlib.suppress(OSError):
        return client.recv(65536)[9:12].decode()
    return "reset"


def test_uploads_that_rest_are_given_up(data):
    with Service(data, "--body-seconds-max", "1", "--body-grace-seconds", "1") as service:
        statuses = {status_of(client) for client in begin_uploads(service, 100)}
        assert statuses <= {"408", "reset"} and "408" in statuses, statuses


def test_unfinished_uploads_give_way(data):
    bound = 32 << 20
    with Service(data, "--bodies-bytes-max", str(bound), "--body-seconds-max", "600") as service:
        clients = begin_uploads(service, 150)
        # Whose bodies rested longest when there was no more room; the loops see that each in their own order.
        wait_until(lambda: len(answered(clients)) >= 150 - bound // 900_000 - 1)
        statuses = {status_of(client) for client in answered(clients)}
        assert statuses <= {"503", "reset"} and "503" in statuses, statuses


def add_large_items(service, count):
    assert service.request("POST", "/v1/checklists", {"name": "Large"})[0] == 201
    for number in range(count):
        # The most characters that notes can have, of four octets each.
        item = {"text": f"Item {number}", "notes": "\U0001f95b" * 20_000}
        assert service.request("POST", "/v1/checklists/1/items", item)[0] == 201


def begin_download(service, client):
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32_768)
    client.settimeout(HANG_SECONDS)
    client.connect(("127.0.0.1", service.port))
    client.sendall(b"GET /v1/export HTTP/1.1\r\nHost: localhost\r\n\r\n")


def test_a_download_that_nobody_takes_is_cut(data):
    with Service(data, "--write-stall-seconds-max", "1") as service, socket.socket() as client:
        add_large_items(service, 100)
        begin_download(service, client)
        client.recv(1, socket.MSG_PEEK)
        wait_until(lambda: is_over(client))


def test_large_pages(data):
    with Service(data) as service:
        add_large_items(service, 200)
        pages = [len(page) for page in pages_of(service, "/v1/items?limit=1000")]
        assert sum(pages) >= 200 and max(pages) < 60, pages


def pages_of(service, target):
    while target:
        status, headers, page = service.request("GET", target)
        assert status == 200, status
        yield page
        following = re.match(r'<([^>]*)>; rel="next"', headers.get("link", ""))
        target = following and following.group(1)


def search_accents(service):
    """Adds items with 400,000 combining marks, and searches them. Quadratic time exceeds the limit."""
    path, marks = "/v1/checklists/1/items", "\u05b0\u0301" * 200_000
    for notes in ("e\u0301" * 20_000, "e\u0301" + "a" * 100 + marks):
        body = json.dumps({"text": "a", "notes": notes}, ensure_ascii=False).encode()
        assert service.request("POST", path, body, {"content-type": "application/json"})[0] == 201
    assert len(service.request("GET", "/v1/items?q=eaaa")[2]) == 1


def test_accents_are_searched(data):
    with Service(data) as service:
        search_accents(service)


def test_metrics_do_not_grow(data):
    def page(service):
        lines = service.request("GET", "/metrics")[2].decode().splitlines()
        return {line.rsplit(" ", 1)[0] for line in lines}

    with Service(data) as service:
        targets = ["/v1/checklists/{}", "/v1/{}", "/{}", "/v1/items?q={}", "/v1/items/{}/toggle"]
        methods = ["GET", "POST", "DELETE", "OPTIONS", "TRACE"]

        def ask_all(number):
            for target in targets:
                for method in methods:
                    service.request(method, target.format(number))

        ask_all("1")
        ask_all("first")
        page(service)
        before = page(service)
        for number in range(20):
            ask_all(f"n{number}")
        assert page(service) <= before, page(service) - before


if __name__ == "__main__":
    at_night = options(__doc__).night
    run_tests(globals())
    if at_night:
        import costs

        run_tests(vars(costs))

"""Limits on the memory and processor time that clients cost. `defences.py --night` runs these tests, on an
otherwise idle machine.
"""

import os
import pathlib
import resource
import socket
import time

from defences import add_large_items, ask, begin_download, begin_uploads, connect, is_served
from defences import search_accents, status_of
from service import Service, wait_until


def resident_bytes(service):
    statm = pathlib.Path(f"/proc/{service.process.pid}/statm").read_text()
    return int(statm.split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_idle_connections_cost_little(data):
    count = 2000
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with Service(data) as service:
        statm = pathlib.Path(f"/proc/{service.process.pid}/statm")
        before, clients = int(statm.read_text().split()[1]), []
        for _ in range(count):
            clients.append(connect(service))
            assert ask(clients[-1]).startswith(b"HTTP/1.1 200 ")
            # As they would come in life: one after the other, not all within a tenth of a second.
            time.sleep(0.001)
        grown = (int(statm.read_text().split()[1]) - before) * os.sysconf("SC_PAGE_SIZE") / count
        assert all(ask(client).startswith(b"HTTP/1.1 200 ") for client in clients[:: count // 20])
        for client in clients:
            client.close()
    assert grown < 4096, f"{grown:.0f} octets each"
    print(f"{grown:.0f} octets each; ", end="")


def test_uploads_that_rest_hold_no_memory(data):
    with Service(data, "--body-seconds-max", "1", "--body-grace-seconds", "1") as service:
        before = resident_bytes(service)
        clients = begin_uploads(service, 100)
        most = resident_bytes(service)
        assert {status_of(client) for client in clients} == {"408"}
        wait_until(lambda: resident_bytes(service) < before + (24 << 20))
        now = resident_bytes(service)
    print(f"{before >> 20} to {most >> 20} and back to {now >> 20} MiB; ", end="")


def test_unfinished_uploads_hold_so_much_memory(data):
    bound = 32 << 20
    with Service(data, "--bodies-bytes-max", str(bound), "--body-seconds-max", "600") as service:
        before = resident_bytes(service)
        clients = begin_uploads(service, 150)
        grown = resident_bytes(service) - before
        assert grown < 2 * bound, f"{grown >> 20} MiB for {len(clients)} uploads"
    print(f"{grown >> 20} MiB for {150 * 900_000 >> 20} MiB of uploads; ", end="")


def test_a_slow_download_is_not_cut(data):
    with Service(data, "--write-stall-seconds-max", "1") as service, socket.socket() as client:
        add_large_items(service, 150)
        begin_download(service, client)
        received = 0
        for _ in range(20):
            received += len(client.recv(65_536, socket.MSG_WAITALL))
            time.sleep(0.2)
        slow, tail = received, b""
        while not tail.endswith(b"\r\n0\r\n\r\n"):
            piece = client.recv(262_144)
            assert piece, f"cut after {received} octets"
            received += len(piece)
            tail = (tail + piece)[-16:]
    print(f"{slow} of {received} octets in 4 s; ", end="")


def test_large_pages_hold_so_much_memory(data):
    with Service(data) as service:
        add_large_items(service, 200)
        before = resident_bytes(service)
        clients = [connect(service) for _ in range(40)]
        for client in clients:
            # A client that does not read keeps its response in the memory of the server.
            client.sendall(b"GET /v1/items?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        waits = []
        for _ in range(20):
            began = time.monotonic()
            assert is_served(service)
            waits.append(time.monotonic() - began)
        grown = resident_bytes(service) - before
        for client in clients:
            client.close()
        wait_until(lambda: resident_bytes(service) < before + (24 << 20))
        assert grown < 80 << 20, f"{grown >> 20} MiB for 40 pages of 4 MiB"
    print(f"{grown >> 20} MiB for 40 readers, others wait {max(waits) * 1000:.0f} ms at most; ", end="")


def test_accents_take_no_time(data):
    with Service(data) as service:
        assert service.request("GET", "/v1/items?q=first")[0] == 200
        before = service.cpu_seconds()
        search_accents(service)
        took = service.cpu_seconds() - before
    assert took < 2, f"{took:.2f} s"
    print(f"{took:.2f} s of processor time; ", end="")

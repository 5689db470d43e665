"""What streams of events cost: memory for each, how soon a change reaches all of them, and writes to one
list while many listen to another. The listeners are read by this program, on the same processors.

usage: listeners.py [--listeners 10000] [--rounds 20]
"""

import argparse
import http.client
import json
import pathlib
import resource
import select
import socket
import statistics
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Outside/BlackBox"))
from service import Service  # noqa: E402


def resident(pid):
    """How many bytes of memory a process has."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return 1024 * int(line.split()[1])
    raise RuntimeError("no VmRSS")


def listen(port, count, token=None):
    """So many connections that follow changes, each with the beginning of its stream read."""
    shown = f"Authorization: Bearer {token}\r\n" if token else ""
    request = f"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n{shown}\r\n".encode()
    connections = []
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(request)
        connections.append(connection)
    for connection in connections:
        seen = b""
        while b"id: " not in seen:
            seen += connection.recv(4096)
    return connections


def reach(port, connections, rounds):
    """How long a change takes to each of them, in seconds."""
    epoll = select.epoll()
    for connection in connections:
        connection.setblocking(False)
        epoll.register(connection.fileno(), select.EPOLLIN)
    by_number = {connection.fileno(): connection for connection in connections}
    client = http.client.HTTPConnection("127.0.0.1", port)
    client.connect()
    times = []
    for _ in range(rounds):
        client.request("POST", "/v1/items/1/toggle")
        client.getresponse().read()
        begin, waiting, found = time.perf_counter(), set(by_number), []
        while waiting:
            ready = epoll.poll(20)
            assert ready, f"{len(waiting)} are not reached"
            for number, _ in ready:
                if b"data: " in by_number[number].recv(65536) and number in waiting:
                    waiting.discard(number)
                    found.append(time.perf_counter() - begin)
        times.append(found)
        time.sleep(0.2)
    epoll.close()
    return times


def drain(connections, stops):
    """Reads whatever comes, for as long as something is measured."""
    epoll = select.epoll()
    for connection in connections:
        connection.setblocking(False)
        epoll.register(connection.fileno(), select.EPOLLIN)
    by_number = {connection.fileno(): connection for connection in connections}
    while not stops.is_set():
        for number, _ in epoll.poll(0.1):
            by_number[number].recv(1 << 20)


def writes(port, seconds=4):
    """How many items wrk adds to another list in a second."""
    script = pathlib.Path("/tmp/listeners-post.lua")
    script.write_text(
        'wrk.method = "POST"\nwrk.body = \'{"text": "Milk"}\'\n'
        'wrk.headers["Content-Type"] = "application/json"\n'
    )
    target = f"http://127.0.0.1:{port}/v1/checklists/2/items"
    command = ["wrk", "-t1", "-c32", f"-d{seconds}s", "-s", script, target]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(next(line.split()[1] for line in done.stdout.splitlines() if "Requests/sec" in line))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--listeners", type=int, default=10_000)
    arguments.add_argument("--rounds", type=int, default=20)
    options = arguments.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with Service(None, "--connections-max", "20000") as service:
        service.request("POST", "/v1/checklists", {"name": "Other"})
        before = resident(service.process.pid)
        connections = listen(service.port, options.listeners)
        time.sleep(2)
        each = (resident(service.process.pid) - before) / options.listeners
        print(f"{options.listeners} listeners: {each:,.0f} bytes each")
        times = reach(service.port, connections, options.rounds)
        medians = [1000 * statistics.median(found) for found in times]
        last = [1000 * max(found) for found in times]
        print(
            f"a change reaches them in {statistics.median(medians):.0f} ms (median of medians),"
            f" all in {statistics.median(last):.0f} ms"
        )
        for connection in connections:
            connection.close()
    ratios = []
    for _ in range(3):
        many = ["--connections-max", "20000", "--streams-per-client-max", "20000"]
        with Service(None, *many) as service:
            service.request("POST", "/v1/checklists", {"name": "Other"})
            alone = writes(service.port)
            link = service.request("POST", "/v1/checklists/1/links", {"role": "view"})[2]
            guest = service.request("POST", "/v1/devices", {"secret": link["secret"], "name": "x"})[2]
            connections = listen(service.port, 1_000, guest["token"])
            stops = threading.Event()
            reader = threading.Thread(target=drain, args=(connections, stops))
            reader.start()
            heard = writes(service.port)
            stops.set()
            reader.join()
            ratios.append(heard / alone)
            for connection in connections:
                connection.close()
    print(json.dumps({"writes while 1,000 listen, by writes alone": [round(each, 2) for each in ratios]}))


if __name__ == "__main__":
    main()

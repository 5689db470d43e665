"""Runs nginx in front of the service, and asks through it as somebody elsewhere does."""

import contextlib
import http.client
import json
import pathlib
import socket
import subprocess
import time

from service import free_port


@contextlib.contextmanager
def nginx(folder, lines):
    """The port of an nginx that hands on what comes, with these lines at its place."""
    port = free_port()
    places = "\n".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    pathlib.Path(folder, "nginx.conf").write_text(
        f"""daemon off; pid {folder}/pid; error_log stderr;
        events {{}}
        http {{
            access_log off; {places}
            server {{ listen 127.0.0.1:{port}; client_max_body_size 64m; location / {{ {lines} }} }}
        }}"""
    )
    process = subprocess.Popen(
        ["nginx", "-p", folder, "-e", "stderr", "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait()


def through(port, method, target, body=None, headers=None):
    """Status and content of what somebody elsewhere is answered by way of a proxy."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with contextlib.closing(connection):
        given = {"host": "lists.example", "content-type": "application/json"} | (headers or {})
        connection.request(method, target, body and json.dumps(body), given)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

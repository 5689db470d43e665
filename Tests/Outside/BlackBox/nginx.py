"""Runs nginx in front of the service, and asks through it as somebody elsewhere does."""

import contextlib
import http.client
import json
import os
import pathlib
import socket
import subprocess

from service import HANG_SECONDS


@contextlib.contextmanager
def nginx(folder, lines):
    """The port of an nginx that hands on what comes, with these lines at its place."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
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
    # nginx inherits the listening socket, as it does in an upgrade. Early clients wait in its queue.
    with listener:
        process = subprocess.Popen(
            ["nginx", "-p", folder, "-e", "stderr", "-c", f"{folder}/nginx.conf"],
            stderr=subprocess.DEVNULL,
            pass_fds=[listener.fileno()],
            env={**os.environ, "NGINX": f"{listener.fileno()};"},
        )
    try:
        yield port
    finally:
        process.terminate()
        process.wait()


def through(port, method, target, body=None, headers=None):
    """Status and content of what somebody elsewhere is answered by way of a proxy."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG_SECONDS)
    with contextlib.closing(connection):
        given = {"host": "lists.example", "content-type": "application/json"} | (headers or {})
        connection.request(method, target, body and json.dumps(body), given)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

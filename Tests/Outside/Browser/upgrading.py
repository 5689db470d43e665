"""A proxy that makes a service one whose page is of another build."""

import http.client
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BUILD = re.compile(rb"/assets/[0-9a-f]{8}/")


class Upgrading(ThreadingHTTPServer):
    """Stands before a service, and can turn it into one whose files are of another build.

    If it is split, the page comes from a process of the other build, and everything else from the service.
    """

    def __init__(self, service):
        self.port, self.is_new, self.is_split, self.missing = service.port, False, False, []
        super().__init__(("127.0.0.1", 0), Forwarding)


class Forwarding(BaseHTTPRequestHandler):
    def forward(self):
        server = self.server
        is_of_build = BUILD.match(self.path.encode())
        if self.path.startswith("/v1/events") or (
            server.is_new and is_of_build and "/assets/00000000/" not in self.path
        ):
            server.missing.append(self.path)
            self.send_response(404)
            self.send_header("content-length", "0")
            return self.end_headers()
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        length = int(self.headers.get("content-length", 0))
        given = {"content-type": self.headers.get("content-type", "text/plain")}
        path = self.path if server.is_split else re.sub("^/assets/00000000/", "/assets/", self.path)
        connection.request(self.command, path, self.rfile.read(length) if length else None, given)
        answer = connection.getresponse()
        body = answer.read()
        pages = ("/",) if server.is_split else ("/", "/worker.js")
        if (server.is_new or server.is_split) and self.path.split("?")[0] in pages:
            body = BUILD.sub(b"/assets/00000000/", body).replace(b"<body ", b'<body data-version="new" ')
            body = body.replace(b'const version = "', b'const version = "new-', 1)
        self.send_response(answer.status)
        for name in ("content-type", "cache-control", "link", "x-total-count", "content-security-policy"):
            if name in answer.headers:
                self.send_header(name, answer.headers[name])
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PATCH = do_HEAD = forward

    def log_message(self, *_):
        pass

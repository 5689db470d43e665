"""The service and Radicale on loopback as a calendar program finds them, and what such a program reads."""

import base64
import http.client
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

import caldav

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from service import HANG_SECONDS, Service, free_port  # noqa: E402

# Whoever is told to end stops what it started.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))

PREFIXES = {
    "D": "DAV:",
    "C": "urn:ietf:params:xml:ns:caldav",
    "CS": "http://calendarserver.org/ns/",
    "I": "http://apple.com/ns/ical/",
    "X": "http://example.com/ns/",
}
NAMESPACES = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in PREFIXES.items())


def tag(name):
    """`D:href` as ElementTree has it."""
    prefix, _, local = name.partition(":")
    return f"{{{PREFIXES[prefix]}}}{local}"


class Multistatus:
    """A `207`: of each resource its properties by status."""

    def __init__(self, content):
        root = ElementTree.fromstring(content)
        assert root.tag == tag("D:multistatus"), root.tag
        self.found, self.missing, self.statuses = {}, {}, {}
        for response in root.iter(tag("D:response")):
            href = response.findtext(tag("D:href"))
            self.found[href], self.missing[href] = {}, set()
            if status := response.findtext(tag("D:status")):
                self.statuses[href] = int(status.split()[1])
            for group in response.iter(tag("D:propstat")):
                status = int(group.findtext(tag("D:status")).split()[1])
                for each in group.find(tag("D:prop")):
                    if status == 200:
                        self.found[href][each.tag] = each
                    else:
                        assert len(each) == 0 and not (each.text or "").strip(), each
                        self.missing[href].add((status, each.tag))
        self.token = root.findtext(tag("D:sync-token"))

    def text(self, href, name):
        element = self.found[href].get(tag(name))
        return None if element is None else element.text or ""

    def link(self, href, name):
        """The href within a property."""
        return self.found[href][tag(name)].findtext(tag("D:href"))

    def has(self, href, name, *inner):
        element = self.found[href].get(tag(name))
        return element is not None and all(element.find(".//" + tag(each)) is not None for each in inner)

    def gone(self):
        return {href for href, status in self.statuses.items() if status == 404}


class Requests:
    """What a calendar program sends to a server that has a `port`, a `user` and a `password`."""

    @property
    def url(self):
        """What a user types."""
        return f"http://127.0.0.1:{self.port}{self.root}"

    def basic(self):
        return "Basic " + base64.b64encode(f"{self.user}:{self.password}".encode()).decode()

    def dav(self, method, target, body=None, authorization=None, **fields):
        """Status, header fields and content of one request; `if_match` stands for `If-Match`."""
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        headers["authorization"] = authorization or self.basic()
        if body is not None and "content-type" not in headers:
            kind = "text/calendar" if body.startswith("BEGIN:") else "application/xml"
            headers["content-type"] = kind + "; charset=utf-8"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG_SECONDS)
        try:
            connection.request(method, target, body and body.encode(), headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def find(self, method, target, body, **fields):
        """What a PROPFIND, PROPPATCH or REPORT answers. The body lacks the namespaces."""
        name = body.split(">")[0].split()[0][1:].rstrip("/")
        body = '<?xml version="1.0" encoding="utf-8"?>\n' + body.replace(name, f"{name} {NAMESPACES}", 1)
        status, headers, content = self.dav(method, target, body, **fields)
        assert status == 207, (method, target, status, content[:500])
        assert headers["content-type"].split(";")[0] in ("application/xml", "text/xml"), headers
        return Multistatus(content)

    def propfind(self, target, *names, depth="0"):
        body = "".join(f"<{name}/>" for name in names)
        body = f"<D:propfind><D:prop>{body}</D:prop></D:propfind>"
        return self.find("PROPFIND", target, body, depth=depth)


class Checklistd(Service, Requests):
    """The service with a token in force, the device of its first person."""

    root, user, has_api = "/dav/", "Me", True

    def __init__(self, data=None, *flags):
        super().__init__(data, *flags, "--wrong-tokens-per-minute-max", "0")
        self.password = None
        link = self.api("POST", "/v1/people/1/sign-in-links", {"scope": "admin"})
        self.password = self.api("POST", "/v1/devices", {"secret": link["secret"], "name": "Phone"})["token"]

    def api(self, method, target, body=None):
        """What the JSON API answers."""
        bearer = {"authorization": f"Bearer {self.password}"} if self.password else {}
        status, _, answer = self.request(method, target, body, bearer)
        assert status < 300, (method, target, status, answer)
        return answer

    def pages(self, target):
        """All elements of a collection of the JSON API."""
        found = []
        while target:
            bearer = {"authorization": f"Bearer {self.password}"}
            status, headers, page = self.request("GET", target, None, bearer)
            assert status == 200, (target, status, page)
            found += page
            link = headers.get("link", "")
            target = link[1:].split(">")[0] if 'rel="next"' in link else None
        return found

    def items(self, calendar):
        """The items of a list by its name."""
        (list,) = [each for each in self.pages("/v1/checklists") if each["name"] == calendar]
        return self.pages(f"/v1/checklists/{list['id']}/items")

    def item(self, calendar, text):
        (item,) = [each for each in self.items(calendar) if each["text"] == text]
        return item


# It lets no setting of a user turn its syncs off.
WITHOUT_SYNCS = """
from radicale import __main__, config
of = config.load
def load(*arguments):
    settings = of(*arguments)
    settings.update({"storage": {"_filesystem_fsync": "False"}}, "tests", privileged=True)
    return settings
config.load = load
__main__.run()
"""


class Radicale(Requests):
    """Radicale with its defaults, whoever comes let in."""

    root, user, password, has_api = "/", "somebody", "secret", False

    def __init__(self):
        self.data = tempfile.mkdtemp(prefix="radicale-")
        self.start()

    def start(self, syncs=True):
        """Over the folder there is. Without syncs nothing outlives a power cut, and it is filled sooner."""
        self.port = free_port()
        command = [sys.executable, "-m", "radicale", "--server-hosts", f"127.0.0.1:{self.port}"]
        if not syncs:
            command[1:3] = ["-c", WITHOUT_SYNCS]
        self.process = subprocess.Popen(
            [*command, "--auth-type", "none", "--storage-filesystem-folder", self.data],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + HANG_SECONDS
        while True:
            try:
                assert self.dav("OPTIONS", "/")[0] == 200
                return
            except OSError:
                assert self.process.poll() is None and time.monotonic() < deadline, "does not listen"
                time.sleep(0.05)

    def __enter__(self):
        return self

    def stop(self):
        self.process.kill()
        self.process.wait()

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.data, ignore_errors=True)


def chosen(arguments):
    """The server that the command line names: this one, or `--against radicale`."""
    if "--against" in arguments:
        at = arguments.index("--against")
        name = arguments[at + 1]
        del arguments[at : at + 2]
        assert name == "radicale", name
        return Radicale
    return Checklistd


def task(uid, *lines, parts=""):
    """A calendar object with one task; what stands beside the task comes before it."""
    head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Client 1.0//EN\r\n"
    body = "".join(line + "\r\n" for line in (f"UID:{uid}", "DTSTAMP:20300101T000000Z", *lines))
    return f"{head}{parts}BEGIN:VTODO\r\n{body}END:VTODO\r\nEND:VCALENDAR\r\n"


def lines(content):
    """The content lines of a calendar object, unfolded."""
    text = content.decode() if isinstance(content, bytes) else content
    return text.replace("\r\n", "\n").replace("\n ", "").replace("\n\t", "").rstrip("\n").split("\n")


def client_of(server):
    return caldav.DAVClient(
        server.url, username=server.user, password=server.password, enable_rfc6764=False
    )


def connect(server):
    """Whoever signs in with python-caldav."""
    return client_of(server).principal()


def make_list(server, name):
    """A list of its own for a test, by what its name makes of it."""
    return connect(server).make_calendar(
        name, cal_id=name.lower().replace(" ", "-"), supported_calendar_component_set=["VTODO"]
    )


def summaries(todos):
    return sorted(str(todo.icalendar_component.get("SUMMARY", "")) for todo in todos)

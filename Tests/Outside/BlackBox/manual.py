"""Runs the commands of README.md and of the manual as they stand there, each page on a new folder.

usage: manual.py [PAGE ...]

- A ```sh block runs in bash, after the blocks before it on the page. A failing command fails the page.
- A ```sh block of assignments alone has placeholders; the test sets its own values.
- A line `checklistd` or `checklistd --…` serves until the next such line. Each page starts with a service.
- A ```json or ```text block after a ```sh block is its output. `…` stands for any text, white space is
  ignored. Where it has a "status" of 4xx or 5xx, the commands may fail.
- A block after "`NAME`:" is stored in a file of that name.
- A ```console block is only shown: it needs root, another machine, a network or an installed program.
"""

import concurrent.futures
import contextlib
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

import postgres
from places import places
from service import BINARY, HANG_SECONDS, ROOT, free_port

CATALOG = ROOT / "Sources/checklistd/Documentation.docc"
BLOCK = re.compile(r"(?:^`([\w.]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.M | re.S)
SERVING = re.compile(r"^(?=checklistd( --(?!.* &$)|$))", re.M)
PAGE_SECONDS = 3 * HANG_SECONDS

# What a page finds when it starts. `serve` replaces the service that runs, and waits for the new one.
PRELUDE = """set -euo pipefail
serve() {
    if [ -n "${service:-}" ]; then kill "$service"; wait "$service" || true; fi
    "$@" >>serve.log 2>&1 &
    service=$!
    until curl --output /dev/null "$CHECKLISTD_READY" 2>/dev/null; do
        kill -0 "$service" || { cat serve.log >&2; exit 1; }
        sleep 0.1
    done
}
"""


class Block:
    """A fenced block of a page: its language and text, and the file that the page names before it."""

    def __init__(self, match):
        self.file, self.language, self.text = match.groups()
        self.output = None

    @property
    def commands(self):
        """The commands of a block: its lines without comments and without those that go on a command."""
        lines = re.sub(r"\\\n\s*", "", self.text).splitlines()
        return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]

    @property
    def is_refused(self):
        return re.search(r'"status": *[45]', self.output or "") is not None

    @property
    def has_placeholders(self):
        assignment = re.compile(r"(export )?\w+=\S*(\s+#.*)?|(export )?\w+='[^']*'(\s+#.*)?")
        return self.language == "sh" and all(assignment.fullmatch(line) for line in self.commands)


class Page:
    """A page with its blocks."""

    def __init__(self, path):
        self.name = path.stem
        self.blocks = []
        previous, end = None, 0
        text = path.read_text()
        for match in BLOCK.finditer(text):
            block = Block(match)
            if previous and block.language in ("json", "text") and not text[end : match.start()].strip():
                previous.output = block.text
            previous, end = block if block.language == "sh" else None, match.end()
            self.blocks.append(block)
        self.run = [block for block in self.blocks if block.language == "sh"]
        self.commands = [each for block in self.run if not block.has_placeholders for each in block.commands]
        self.outputs = sum(block.output is not None for block in self.run)
        self.shown = [each for block in self.blocks if block.language == "console" for each in block.commands]

    def script(self, folder, values):
        """The page as a program for bash; each block writes what it prints to files of its number."""
        lines = [PRELUDE]
        for number, block in enumerate(self.run):
            text = block.text
            if block.has_placeholders:
                text = "".join(self.placeholder(line, values) for line in text.splitlines(keepends=True))
            if number == 0:
                lines += ["serve checklistd", ""]
            text = SERVING.sub("serve ", text)
            lines.append(f'exec >"{folder}/{number}.out" 2>"{folder}/{number}.err"')
            lines.append(f"set +e\n{text}set -e\n" if block.is_refused else text)
        lines.append(f'touch "{folder}/complete"\n')
        return "\n".join(lines)

    def placeholder(self, line, values):
        found = re.match(r"(?:export )?(\w+)=", line)
        if not found:
            return line
        assert found[1] in values, f"{self.name}: the test has no value for {found[1]}"
        return f"{found[0]}{shlex.quote(values[found[1]])}\n"


def is_shown(expected, printed):
    """Whether the output of a page is what a block printed."""
    parts = re.sub(r"\s+", "", expected).split("…")
    pattern = ".*".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, re.sub(r"\s+", "", printed), re.S) is not None


@contextlib.contextmanager
def surroundings(page):
    """A folder with what a page needs, the environment, and the values of its placeholders."""
    port, others = free_port(), [free_port() for _ in range(3)]
    with tempfile.TemporaryDirectory(prefix="manual-") as top, places() as address:
        folder = pathlib.Path(top, "page")
        for name in ("page", "home", "bin", "output"):
            pathlib.Path(top, name).mkdir()
        pathlib.Path(top, "bin/checklistd").symlink_to(BINARY)
        # A status of 4xx or 5xx fails the command.
        pathlib.Path(top, "home/.curlrc").write_text("silent\nshow-error\nfail-with-body\n")
        for block in page.blocks:
            if block.file:
                (folder / block.file).write_text(block.text)
        database = ""
        if page.name == "PostgreSQL":
            database = postgres.shared().database(top)
        base = f"http://127.0.0.1:{port}"
        values = {
            "base": base, "listen": f"0.0.0.0:{port}", "page": f"http://localhost:{port}",
            "CHECKLISTD_URL": f"http://localhost:{port}",
            "store": database, "port": str(others[0]), "first": f"127.0.0.1:{others[1]}",
            "second": f"127.0.0.1:{others[2]}", "weather": f"{address}/forecast",
            "geocoder": f"{address}/search", "smtp": "smtps://lists%40example.org@mail.invalid",
            "topic": "https://ntfy.invalid/my-topic", "room": "https://chat.invalid/hooks/1",
            "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        }  # fmt: skip
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("CHECKLISTD")},
            "PATH": f"{top}/bin:{os.environ['PATH']}", "HOME": f"{top}/home", "LANG": "C.UTF-8",
            "CHECKLISTD_LISTEN": f"127.0.0.1:{port}", "CHECKLISTD_READY": f"{base}/readyz",
        }  # fmt: skip
        yield pathlib.Path(top), environment, values


def run(page):
    """Runs a page; returns what went wrong."""
    if not page.run:
        return []
    with surroundings(page) as (top, environment, values):
        script = page.script(top / "output", values)
        # A session of its own, so that everything that the page started can be ended.
        process = subprocess.Popen(
            ["bash", "-c", script], cwd=top / "page", env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, text=True,
        )  # fmt: skip
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(PAGE_SECONDS)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return faults(page, top / "output", process.stdout.read())


def faults(page, output, printed):
    found, is_complete = [], (output / "complete").exists()
    for number, block in enumerate(page.run):
        if not (output / f"{number}.out").exists():
            break
        printed, errors = ((output / f"{number}.{kind}").read_text() for kind in ("out", "err"))
        if not is_complete and not (output / f"{number + 1}.out").exists():
            found.append(f"{page.name}: failed in\n{block.text}{printed}{errors}")
        elif block.output and not is_shown(block.output, printed):
            shown = f"the page shows\n{block.output}\nand not\n{printed}"
            found.append(f"{page.name}: after\n{block.text}\n{shown}")
    if not found and not is_complete:
        found.append(f"{page.name}: did not start: {printed}")
    return found


def main(names):
    pages = [Page(path) for path in [ROOT / "README.md", *sorted(CATALOG.glob("*.md"))]]
    unknown = set(names) - {page.name for page in pages}
    assert not unknown, f"no such page: {', '.join(sorted(unknown))}"
    pages = [page for page in pages if not names or page.name in names]
    # Pages mostly wait.
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = sum(pool.map(run, pages), [])
    for page in pages:
        print(f"{page.name}: {len(page.commands)} commands, {page.outputs} outputs compared")
        for command in page.shown:
            print(f"    only shown: {command}")
    count = sum(len(page.commands) for page in pages)
    compared = sum(page.outputs for page in pages)
    shown = sum(len(page.shown) for page in pages)
    print(f"{count} commands, {compared} outputs compared; {shown} commands only shown")
    assert not found, "\n".join(found)


if __name__ == "__main__":
    missing = [program for program in ("bash", "curl", "jq", "openssl") if not shutil.which(program)]
    assert not missing, f"the pages need {', '.join(missing)}"
    assert pathlib.Path(BINARY).exists(), f"there is no {BINARY}; build it, or name it in CHECKLISTD"
    main(sys.argv[1:])

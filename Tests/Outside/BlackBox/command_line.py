"""The command line as people meet it: at a terminal, in a pipe, in a shell that completes, and on a server.

usage: command_line.py
"""

import contextlib
import http.client
import json
import os
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path

import qr_codes
from options import run_tests
from service import BINARY, HANG_SECONDS, ROOT, Service, free_port, wait_until


CREATE = ["token", "create", "--name", "a", "--scope", "write"]


def run(*arguments, **more):
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=60, **more)


def done(*arguments, **more):
    result = run(*arguments, **more)
    assert result.returncode == 0, result
    return result.stdout


def test_files_and_addresses_are_checked_at_the_start(folder):
    """Each failure has its status, names the flag, and comes before anything is served."""
    file, data = f"{folder}/file", f"{folder}/data"
    Path(file).write_text("no certificate")
    mail = ["--smtp", "smtp://user@localhost", "--smtp-from", "a@example.org", "--url", "http://localhost"]
    for status, flags in [
        (66, ["--webhook-ca", f"{folder}/missing.pem"]),
        (65, ["--webhook-ca", file]),
        (64, ["--webhook-proxy", "nonsense"]),
        (66, [*mail, "--smtp-password-file", f"{folder}/missing"]),
        (64, ["--smtp", "smtp://localhost", "--smtp-from", "a@example.org"]),
        (66, ["--data", file]),
        (66, ["--listen", f"unix:{folder}/missing/socket"]),
        (69, ["--listen", f"unix:{file}"]),
        (64, ["--listen", f"unix:{folder}/socket?mode=0999"]),
        (64, ["--listen", f"unix:{folder}/socket?group=no-such-group"]),
        (69, ["--listen", "203.0.113.1:8080", "--no-auth"]),
    ]:
        arguments = ["--data", data, "--listen", "127.0.0.1:0", *flags]
        refused = run(*arguments[2 if flags[0] == "--data" else 0 :])
        flag = "--smtp-password-file" if "--smtp-password-file" in flags else flags[0]
        assert refused.returncode == status, (flags, refused)
        assert flag in refused.stderr and "listening" not in refused.stderr, (flags, refused)
    if os.geteuid() == 0 and shutil.which("runuser"):
        with Service(data) as service:
            assert service.stop() == 0
        if Path(data).exists():
            os.chmod(folder, 0o755)
            subprocess.run(["chown", "-R", "nobody", data], check=True)
            os.chmod(f"{data}/journal", 0o500)
            binary = shutil.copy(BINARY, f"{folder}/checklistd")
            command = ["runuser", "-u", "nobody", "--", binary, "--data", data, "--listen", "127.0.0.1:0"]
            refused = subprocess.run(command, capture_output=True, text=True, timeout=60)
            assert refused.returncode == 77, refused
            assert f"--data: {data}/journal cannot be written" in refused.stderr, refused


def test_a_socket_gets_its_mode_and_group(folder):
    path = f"{folder}/socket"
    group = os.stat("/etc/shadow").st_gid if os.geteuid() == 0 else os.getgid()
    for mode in (0o660, 0o600, 0o666):
        with Service(folder + "/data", "--listen", f"unix:{path}?mode={mode:04o}&group={group}") as service:
            found = os.stat(path)
            assert found.st_mode & 0o777 == mode and found.st_gid == group, found
            ready = subprocess.run(
                ["curl", "-s", "--unix-socket", path, "http://localhost/readyz"], capture_output=True
            )
            assert b'"ready"' in ready.stdout, ready
            assert service.stop() == 0
            assert not os.path.exists(path)
    with Service(folder + "/data", "--listen", f"unix:{path}?group={group}"):
        assert os.stat(path).st_gid == group


def test_too_few_threads_are_an_error(folder):
    def permit_three():
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 32, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_AS, (1 << 34, 1 << 34))

    refused = run("--data", folder, "--listen", "127.0.0.1:0", preexec_fn=permit_three)
    assert refused.returncode == 71, refused
    assert "threads that the server needs" in refused.stderr, refused
    assert "pids_limit" in refused.stderr, refused


def test_standard_input_is_a_file(folder):
    lists = json.dumps([{"name": "Piped", "items": [{"text": "a"}, {"text": "b"}]}])
    lists = json.dumps({"format": 1, "checklists": json.loads(lists)})
    told = done("import", "-", "--dry-run", "--data", folder, input=lists)
    assert told.splitlines() == [
        "Format: json",
        "Number  Items  Done  Subtasks  Sections  List",
        "     0      2     0         0         0  Piped",
        "standard input has 1 checklist with 2 items. Nothing was changed.",
    ], told
    done("import", "-", "--data", folder, input=lists)
    exported = done("export", "--data", folder)
    assert exported.endswith("\n")
    done("import", "-", "--data", folder, input=exported)
    names = [each["name"] for each in json.loads(done("export", "--data", folder))["checklists"]]
    assert names == ["Piped", "Piped"], names
    refused = run("import", "-", "--data", folder, input="{")
    assert refused.returncode == 65 and "standard input: " in refused.stderr, refused
    refused = run("import", "-", "--data", folder, stdin=subprocess.DEVNULL)
    assert refused.returncode == 65, refused


def test_the_log_counts_in_numbers(folder):
    with Service(folder, "--log-format", "json", "--log-level", "debug") as service:
        service.request("GET", "/v1/checklists")
        assert service.stop() == 0
        events = {line["event"]: line for line in map(json.loads, service.read_log().splitlines())}
    assert events["request"]["status"] == 200, events
    assert isinstance(events["request"]["microseconds"], int), events
    assert events["stopping"]["signal"] == signal.SIGTERM, events
    assert events["tokens loaded"]["count"] == 0 if "tokens loaded" in events else True


def test_the_access_log_has_a_line_for_each_request(folder):
    with Service(folder, "--log-format", "json", "--access-log") as service:
        target = "/v1/checklists?q=milk&token=cld_secret"
        content = len(service.request("GET", "/v1/checklists/1")[2])
        service.request("GET", target)
        service.request("HEAD", "/v1/checklists")
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", service.port)) as stream:
            stream.request("GET", "/v1/events")
            assert stream.getresponse().status == 200
        wait_until(lambda: "/v1/events" in service.read_log(), service.read_log)
        assert service.stop() == 0
        log = service.read_log()
    assert "cld_secret" not in log and "milk" not in log, log
    lines = [json.loads(line) for line in log.splitlines()]
    lines = [line for line in lines if line["event"] == "request" and line["path"] != "/readyz"]
    assert [line["method"] for line in lines] == ["GET", "GET", "HEAD", "GET"], lines
    assert {line["caller"] for line in lines} == {"local"} and lines[0]["address"] == "127.0.0.1", lines
    assert lines[0]["bytes"] > content and lines[2]["bytes"] == 0 and lines[3]["bytes"] >= 0, lines
    assert all(isinstance(line["microseconds"], int) for line in lines), lines


def shown_at_a_terminal(folder, terminal, *flags):
    """What a start shows, up to the address of the page."""
    own, others = pty.openpty()
    port = free_port()
    arguments = [BINARY, "--listen", f"127.0.0.1:{port}", "--data", folder, *flags]
    environment = {**os.environ, "TERM": terminal}
    process = subprocess.Popen(arguments, stdin=others, stdout=others, stderr=others, env=environment)
    os.close(others)
    shown, deadline = b"", time.monotonic() + HANG_SECONDS
    while b"The page: " not in shown or not shown.endswith(b"\n"):
        assert time.monotonic() < deadline, shown
        if select.select([own], [], [], 1)[0]:
            shown += os.read(own, 4096)
    process.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):
        while os.read(own, 4096):
            pass
    assert process.wait(HANG_SECONDS) == 0
    os.close(own)
    return shown.decode(), f"http://127.0.0.1:{port}/"


def test_a_terminal_shows_a_link(folder):
    shown, address = shown_at_a_terminal(folder, "xterm")
    assert f"The page: \x1b]8;;{address}\x1b\\{address}\x1b]8;;\x1b\\" in shown, shown
    shown, address = shown_at_a_terminal(folder, "dumb")
    assert f"The page: {address}\r\n" in shown and "\x1b" not in shown, shown
    with Service(folder) as service:
        assert service.stop() == 0
        assert "The page" not in service.read_log() and "\x1b" not in service.read_log()


def test_a_terminal_shows_a_code_for_a_camera(folder):
    shown, address = shown_at_a_terminal(folder, "xterm", "--create-token")
    lines = re.findall(r"\x1b\[30;107m([ █▀▄]+)\x1b\[0m", shown)
    modules = [[cell in halves for cell in line] for line in lines for halves in ("█▀", "█▄")]
    read = qr_codes.read(qr_codes.trimmed(modules))
    assert read.startswith(f"{address}#join=cll_") and f"  {read}\r\n" in shown, (read, shown)
    # As long as no device has signed in, another one at each start.
    again, address = shown_at_a_terminal(folder, "xterm")
    link = re.search(r"  (http://\S+#join=cll_\S+)\r\n", again)[1]
    assert link.startswith(address) and link != read and "Authorization" not in again, again
    assert "\x1b[30;107m" in again, again
    with Service(folder) as service:
        secret = {"secret": link.split("=")[1], "name": "Laptop"}
        assert service.request("POST", "/v1/devices", secret)[0] == 201
        assert service.stop() == 0 and "join" not in service.read_log()
    again, _ = shown_at_a_terminal(folder, "xterm")
    assert "join" not in again, again


def test_answers_are_lines(folder):
    with Service(folder) as service:
        base = http.client.HTTPConnection("127.0.0.1", service.port, timeout=HANG_SECONDS)
        targets = ["/v1/checklists", "/v1/checklists/1", "/v1/items", "/v1/items/1", "/v1/nothing"]
        # Twice, since the second answer may come from a cache; HEAD names the same length.
        for target in [*targets, *targets, "/readyz", "/v1/export", "/v1/counts", "/v1/agenda"]:
            base.request("GET", target)
            answer = base.getresponse()
            content = answer.read()
            json.loads(content)
            assert content.endswith(b"\n") and not content.endswith(b"\n\n"), (target, content)
            length = answer.headers["content-length"]
            assert length in (None, str(len(content))), (target, length)
            base.request("HEAD", target)
            assert base.getresponse().headers["content-length"] == length, target
            base = http.client.HTTPConnection("127.0.0.1", service.port, timeout=HANG_SECONDS)
        for target in ("/healthz", "/metrics", "/openapi.yaml"):
            assert service.request("GET", target)[2].endswith(b"\n"), target
        etag = service.request("GET", "/v1/items/1")[1]["etag"]
        assert service.request("GET", "/v1/items/1", headers={"if-none-match": etag})[0] == 304


def test_it_is_explained(folder):
    assert done("--help") == done("help") and done("token", "--help") == done("help", "token")
    assert '{"name": "Groceries"}' in done("--help")
    misspelled = run("bakcup", "x")
    assert misspelled.returncode == 64 and "Did you mean backup?" in misspelled.stderr, misspelled
    # A limit that somebody relies on is not to be passed over.
    refused = run("verify", env={**os.environ, "CHECKLISTD_RATE_LIMITS": "1/s"})
    assert refused.returncode == 64 and "Did you mean CHECKLISTD_RATE_LIMIT?" in refused.stderr, refused
    with Service(folder) as service:
        assert service.stop() == 0
    told = run("token", "list", "--data", folder, env={**os.environ, "CHECKLISTD_SERVICE_HOST": "x"})
    assert told.returncode == 0 and "CHECKLISTD_SERVICE_HOST" in told.stderr, told
    if shutil.which("mandoc"):
        linted = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=done("man"), text=True)
        assert linted.returncode == 0


def completion_in(folder):
    """An environment where `checklistd` is the program, in a folder with its scripts and files to name."""
    Path(folder, "checklistd").symlink_to(BINARY)
    for shell in ("bash", "zsh", "fish"):
        Path(folder, f"script.{shell}").write_text(done("completion", shell))
    Path(folder, "lists").mkdir()
    Path(folder, "lists.json").touch()
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "ZDOTDIR": folder, "TERM": "dumb"}
    return {"cwd": folder, "env": environment}


def test_bash_completes(folder):
    inside = completion_in(folder)
    # bash has `compopt` only while it completes.
    ask = """
        compopt() { :; }
        source script.bash; COMP_WORDS=(checklistd "$@"); COMP_CWORD=$#; _checklistd checklistd
        printf '%s\\n' "${COMPREPLY[@]}"
    """

    def offered(*words):
        command = ["bash", "-c", ask, "bash", *words]
        return subprocess.run(command, **inside, capture_output=True, text=True, check=True).stdout.split()

    assert offered("ba") == ["backup"]
    assert offered("--log-l") == ["--log-level"]
    assert offered("--log-level", "w") == ["warning"]
    assert offered("--log-level", "=", "w") == ["warning"]
    assert offered("--log-level", "=") == ["debug", "info", "warning", "error"]
    assert offered("token", "") == ["create", "list", "revoke"]
    assert offered("--data", "x", "token", "create", "--sc") == ["--scope"]
    assert offered("completion", "z") == ["zsh"]
    assert "--listen" not in offered("backup", "--")
    assert offered("person", "add", "") == []
    assert sorted(offered("import", "l")) == ["lists", "lists.json"]
    assert offered("--data", "l") == offered("--data", "=", "l") == offered("backup", "l") == ["lists"]


def test_fish_completes(folder):
    if not shutil.which("fish"):
        return
    inside = completion_in(folder)

    def offered(line):
        command = ["fish", "-c", 'source script.fish; complete -C "$argv[1]"', line]
        listed = subprocess.run(command, **inside, capture_output=True, text=True, check=True).stdout
        return [each.split("\t")[0] for each in listed.splitlines()]

    assert offered("checklistd ba") == ["backup"]
    assert offered("checklistd --log-level w") == ["warning"]
    assert offered("checklistd --log-level=w") == ["--log-level=warning"]
    assert offered("checklistd --data 'x y' token ") == ["create", "list", "revoke"]
    assert offered("checklistd token create --sc") == ["--scope"]
    assert offered("checklistd person add ") == []
    assert sorted(offered("checklistd import l")) == ["lists.json", "lists/"]
    assert offered("checklistd --data l") == offered("checklistd backup l") == ["lists/"]
    assert offered("checklistd --data=l") == ["--data=lists/"]


def test_zsh_completes(folder):
    if not shutil.which("zsh"):
        return
    inside = completion_in(folder)
    Path(folder, ".zshrc").write_text(
        """
        autoload -U compinit; compinit -u -D; source script.zsh
        bindkey '^I' complete-word; unset zle_bracketed_paste; PS1='ready '
        """
    )
    shell, own = pty.fork()
    if shell == 0:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-i"], inside["env"])

    def shown(text):
        """Reads up to a text."""
        read, deadline = b"", time.monotonic() + HANG_SECONDS
        while text.encode() not in read:
            assert time.monotonic() < deadline, (text, read)
            if select.select([own], [], [], 1)[0]:
                read += os.read(own, 4096)

    shown("ready ")
    # What has one candidate is completed in its line. Ctrl-U empties it.
    for line, completed in {
        "checklistd ve": "verify ",
        "checklistd --log-level w": "warning ",
        "checklistd --log-level=w": "warning ",
        "checklistd --data 'x y' token cr": "create ",
        "checklistd token create --sc": "--scope ",
        "checklistd import lists.": "lists.json ",
        "checklistd --data l": "lists/",
        "checklistd --data=l": "--data=lists/",
    }.items():
        os.write(own, f"{line}\t".encode())
        shown(completed)
        os.write(own, b"\x15")
    os.kill(shell, signal.SIGKILL)
    os.waitpid(shell, 0)
    os.close(own)


def test_the_unit_is_sound(folder):
    if not shutil.which("systemd-analyze"):
        print("without systemd-analyze; ", end="")
        return
    unit = Path(folder, "checklistd.service")
    text = (ROOT / "docker/checklistd.service").read_text()
    unit.write_text(text.replace("/usr/local/bin/checklistd", BINARY).replace("User=checklistd", "User=root"))
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, timeout=60
    )
    assert verified.returncode == 0 and "checklistd.service" not in verified.stderr, verified


if __name__ == "__main__":
    run_tests(globals())

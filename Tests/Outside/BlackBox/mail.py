"""Mail as aiosmtpd takes it: with TLS, with STARTTLS, with a name and a password, and where it must not go.

usage: mail.py

Run by a Python that has aiosmtpd. MAIL_FIXTURE names the program MailFixture if it is not in .build/release.
The program `MailFixture` sends what the module `Mail` makes of a message, over libcurl.
"""

import email
import email.policy
import os
import pathlib
import subprocess
import tempfile

from mail_server import HOST, PASSWORD, USER, Certificates, Server
from options import options
from service import closed_port

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIXTURE = os.environ.get("MAIL_FIXTURE", str(ROOT / ".build/release/MailFixture"))


class Sender:
    """The program that sends; `with` ends it."""

    def __enter__(self):
        self.process = subprocess.Popen([FIXTURE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def send(
        self, url, certificates, password=PASSWORD, to="Ada <ada@example.net>", subject="Milch", seconds=60
    ):
        line = [url, password, str(certificates or ""), to, subject, "dlv_1", str(seconds)]
        self.process.stdin.write("\t".join(line) + "\n")
        self.process.stdin.flush()
        kind, _, why = self.process.stdout.readline().rstrip("\n").partition("\t")
        assert PASSWORD not in why and "horse" not in why, why
        return kind, why


def expect(answer, kind, words=""):
    assert answer[0] == kind and words.lower() in answer[1].lower(), f"{answer}, not {kind} {words!r}"


def check_message(envelope, subject):
    """What was sent is what others read."""
    assert envelope.mail_from == "lists@example.org" and envelope.rcpt_tos == ["ada@example.net"]
    message = email.message_from_bytes(envelope.content, policy=email.policy.default)
    assert not message.defects, message.defects
    assert message["subject"] == subject, message["subject"]
    assert str(message["from"]) == "Einkäufe <lists@example.org>", message["from"]
    assert str(message["to"]) == "Ada <ada@example.net>", message["to"]
    assert message["message-id"] == "<dlv_1@example.org>", message["message-id"]
    assert message["date"].datetime.isoformat() == "2026-12-01T15:59:59+00:00", message["date"]
    text = message.get_body(["plain"]).get_content()
    assert text.splitlines() == [".", "Milch ☕", "..", "x" * 2000], text
    assert message.get_body(["html"]).get_content().strip() == "<p>Milch ☕</p>"


def check_safe_server(sender, scheme, certificates):
    """A server with TLS and a password gets what is for it, and says what it does not take."""
    authority = certificates.authority
    with Server(scheme, certificates.context(HOST)) as server:
        messages, logins = server.postbox.messages, server.postbox.logins
        for subject in ["Milch", "Käse, 牛乳 und 🎉 " * 12 + ".", "=?utf-8?Q?x?=", "x" * 600]:
            expect(sender.send(server.url(), authority, subject=subject), "sent")
            check_message(messages[-1], subject)
        count = len(messages)
        assert logins == [(USER, PASSWORD)] * count, logins
        # Without trust nobody hears a password.
        expect(sender.send(server.url(), None), "temporary", "certificate")
        assert len(logins) == count, logins
        expect(sender.send(server.url(), authority, password="wrong"), "temporary", "password")
        expect(sender.send(server.url(user=""), authority), "permanent", "530")
        for receiver, kind, words in [
            ("nobody@example.net", "permanent", "550 5.1.1 … There is no such mailbox"),
            ("later@example.net", "temporary", "451 4.7.1 Not now"),
        ]:
            expect(sender.send(server.url(), authority, to=receiver), kind, words)
        answer = sender.send(server.url(), authority, to="silence@example.net", seconds=1)
        expect(answer, "temporary", "timed out")
        assert len(messages) == count
    with Server(scheme, certificates.context("mail.example.org")) as server:
        expect(sender.send(server.url(), authority), "temporary", "certificate")
        assert not server.postbox.logins and not server.postbox.messages
    return count


def check_plain_server(sender, certificates):
    """A server without TLS gets something on loopback alone."""
    with Server("smtp", host="127.0.0.1") as server:
        expect(sender.send(server.url(user=""), None), "sent")
        check_message(server.postbox.messages[0], "Milch")
    with closed_port() as port:
        expect(sender.send(f"smtp://127.0.0.1:{port}", None), "temporary", "connect")
    with Server("smtp") as server:
        expect(sender.send(server.url(), certificates.authority), "temporary", "STARTTLS")
        assert not server.postbox.messages


def main():
    options(__doc__)
    with tempfile.TemporaryDirectory() as folder, Sender() as sender:
        certificates = Certificates(pathlib.Path(folder))
        for scheme in ("smtps", "smtp"):
            count = check_safe_server(sender, scheme, certificates)
            print(f"{scheme}: {count} messages, and nothing where it is not to go")
        check_plain_server(sender, certificates)
        print("without TLS: to this machine alone")


main()

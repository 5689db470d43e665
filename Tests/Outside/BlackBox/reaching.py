"""Reminders that reach a person by mail: the address is set and confirmed, a reminder comes and is dealt
with, a server that is busy or knows no such mailbox, and the end with one click.

usage: reaching.py

Run by a Python that has aiosmtpd, http-ece and py-vapid. With CHECKLISTD_TEST_STORE=postgres on PostgreSQL.
"""

import pathlib
import re
import subprocess
import tempfile

from mail_server import HOST, PASSWORD, USER, Certificates, Server
from options import options
from receivers import Household
from service import BINARY, ON_POSTGRES, Service, wait_until

ADDRESS = "grace.hopper@example.net"
PAGE = "https://lists.example"


def shown(message, kind):
    """A message as text (`plain`) or `html`."""
    return message.get_body([kind]).get_content().replace("\r\n", "\n")


def links(message):
    """Labels and addresses of the links in a message, the same in its text as in its HTML."""
    html = shown(message, "html")
    found = {label: address for address, label in re.findall(r'<a href="([^"]+)">([^<]+)</a>', html)}
    text = shown(message, "plain")
    for label, address in found.items():
        assert address.startswith(f"{PAGE}/") and re.search(f"{label}:\\s{re.escape(address)}\n", text), text
    return found


def reachable(home):
    return home.send("GET", "/v1/me")["reachableBy"]["email"]


def confirm(home, postbox):
    """Sets an address and confirms it, as its owner does."""
    me = home.send("GET", "/v1/me")
    assert me["offers"]["email"] and not me["reachableBy"]["email"], me
    home.send("GET", "/v1/me/email", status=404)
    made = home.send("PUT", "/v1/me/email", {"address": ADDRESS})
    assert made["address"] == ADDRESS and not made["confirmed"], made
    envelope, message = postbox.take()
    assert envelope.rcpt_tos == [ADDRESS] and envelope.mail_from == "lists@example.org"
    assert message["subject"] == "Confirm your e-mail address" and message["list-unsubscribe"] is None
    # Nothing comes before it is confirmed, and to look at the link is not to follow it.
    home.send("POST", "/v1/me/email/test", status=409)
    link = links(message)["Confirm your e-mail address"]
    for _ in range(2):
        assert ADDRESS in home.follow(link, "GET", 200)
    assert not home.send("GET", "/v1/me/email")["confirmed"]
    assert "Address confirmed." in home.follow(link, "POST", 200)
    assert home.send("GET", "/v1/me/email")["confirmed"] and reachable(home)
    home.follow(link, "POST", 410)


def remind(home, postbox):
    """A reminder, which says what is to be done and has links that do it."""
    item = home.remind("Käse & <b>Milch</b>", notes="Two.\n<b>Bottles</b>")
    _, message = postbox.take()
    assert message["subject"] == "Käse & <b>Milch</b>", message["subject"]
    assert str(message["from"]) == "Our lists <lists@example.org>" and str(message["to"]) == ADDRESS
    assert message["auto-submitted"] == "auto-generated" and message["message-id"].endswith("@example.org>")
    text = shown(message, "plain")
    assert text.startswith("Home\n\nTwo.\n<b>Bottles</b>\n\n"), text
    html = shown(message, "html")
    assert "Two.<br>\n&lt;b&gt;Bottles&lt;/b&gt;</p>" in html and "<b>" not in html, html
    found = links(message)
    assert found["Open list"] == f"{PAGE}/#/lists/{home.checklist}/items/{item}", found
    assert set(found) == {
        "Done", "Remind me in 1 hour", "Remind me in 1 day", "Open list", "Unsubscribe"
    }  # fmt: skip
    home.follow(found["Done"], "GET", 200)
    assert not home.item(item)["checked"]
    home.follow(found["Done"], "POST", 200)
    assert home.item(item)["checked"]
    delivery = home.send("POST", "/v1/me/email/test", status=201)
    assert shown(postbox.take()[1], "plain").startswith("This is a test.")
    delivery = wait_until(
        lambda: (found := home.send("GET", f"/v1/deliveries/{delivery['id']}"))["completedAt"] and found
    )
    assert delivery["status"] == "delivered", delivery


def try_again(home, postbox):
    """A server that is busy is asked again, for one and the same message."""
    postbox.busy = 1
    home.remind("Bins")
    _, message = postbox.take()
    assert message["subject"] == "Bins" and not postbox.busy
    assert postbox.new.empty() and home.send("GET", "/v1/me/email")["active"]


def end(home, postbox):
    """One click of a mail program ends it (RFC 8058), and so it stays."""
    home.remind("Post")
    _, message = postbox.take()
    assert message["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    link = message["list-unsubscribe"].strip("<>")
    assert link == links(message)["Unsubscribe"]
    path = link.removeprefix(PAGE)
    form = {"content-type": "application/x-www-form-urlencoded"}
    for _ in range(2):
        answer = home.service.request("POST", path, b"List-Unsubscribe=One-Click", form)
        assert answer[0] == 200, answer
    home.send("GET", "/v1/me/email", status=404)
    assert not reachable(home)


def no_such_mailbox(home, postbox):
    """Where there is no mailbox, the address is turned off with the reason."""
    home.send("PUT", "/v1/me/email", {"address": "nobody@example.net"})
    email = wait_until(
        lambda: not (found := home.send("GET", "/v1/me/email"))["active"] and found
    )
    assert "550" in email["disabledReason"] and not email["confirmed"], email
    assert postbox.new.empty()
    # Five in an hour, and this was the second.
    for number in range(3):
        home.send("PUT", "/v1/me/email", {"address": f"ada{number}@example.net"})
    answer = home.service.request("PUT", "/v1/me/email", {"address": "ada@example.net"})
    assert answer[0] == 429 and 0 < int(answer[1]["retry-after"]) <= 3600, answer


def check_start():
    """What does not go together is told before anything is served."""
    for flags, told in [
        (["--smtp", "smtps://mail.example.org"], "--smtp needs --smtp-from"),
        (["--smtp-from", "lists@example.org"], "need --smtp"),
        (["--smtp", "smtps://mail.example.org", "--smtp-from", "a@b.example",
          "--smtp-password-file", "/nowhere"], "need each other"),
    ]:  # fmt: skip
        with tempfile.TemporaryDirectory() as data:
            command = [BINARY, "--data", data, "--listen", "127.0.0.1:0", *flags]
            result = subprocess.run(command, capture_output=True, text=True, timeout=60)
            assert result.returncode == 64 and told in result.stderr, result
    with Service(None, "--url", PAGE) as service:
        home = Household(service)
        assert not home.send("GET", "/v1/me")["offers"]["email"]
        problem = home.send("PUT", "/v1/me/email", {"address": ADDRESS}, 501)
        assert problem["type"] == "tag:checklistd,2026:no-mail" and "--smtp" in problem["detail"], problem


def main():
    options(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        certificates = Certificates(pathlib.Path(folder))
        password = pathlib.Path(folder) / "password"
        password.write_text(PASSWORD + "\n")
        with Server("smtps", certificates.context(HOST)) as server:
            flags = (
                "--url", PAGE, "--smtp", server.url(), "--smtp-from", "Our lists <lists@example.org>",
                "--smtp-password-file", password, "--webhook-ca", certificates.authority,
                "--log-level", "debug",
            )  # fmt: skip
            with Service(None, *flags) as service:
                home = Household(service)
                for test in (confirm, remind, try_again, end, no_such_mailbox):
                    test(home, server.postbox)
                    print(f"{test.__name__.replace('_', ' ')}: ok")
                assert set(server.postbox.logins) == {(USER, PASSWORD)}
                log = service.read_log()
        assert "the mail server answered 450 4.2.1 …" in log, log
        assert "the mail server answered 550 5.1.1 …" in log, log
        for secret in [ADDRESS, "grace.hopper", "nobody", "ada0", PASSWORD, "link="]:
            assert secret not in log, f"{secret} stands in the log"
    if not ON_POSTGRES:
        check_start()
        print("check start: ok")


if __name__ == "__main__":
    main()

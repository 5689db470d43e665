"""A mail server that takes messages, with TLS or without, and refuses some; for a Python with aiosmtpd."""

import asyncio
import email
import email.policy
import logging
import queue
import socket
import ssl
import subprocess
import warnings

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from service import HANG_SECONDS

# It warns of asking for a password without STARTTLS, where there is TLS already, and of those who hang up.
warnings.filterwarnings("ignore", module="aiosmtpd")
logging.disable()

PASSWORD = "correct horse:battery"
USER = "ada@example.org"
# A name of this machine that is not that of loopback, where STARTTLS is asked for.
HOST = socket.gethostname().lower()


class Certificates:
    """An authority of our own, and certificates by it."""

    new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

    def __init__(self, folder):
        self.folder = folder
        self.authority = folder / "ca.pem"
        self.openssl(
            "req", "-x509", "-days", "2", "-subj", "/CN=Authority", "-keyout", folder / "ca.key",
            "-out", self.authority, *self.new_key,
        )  # fmt: skip

    @staticmethod
    def openssl(*arguments):
        subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)

    def context(self, name):
        """What a server of that name shows."""
        kinds = ("key", "csr", "pem", "names")
        key, request, chain, names = (self.folder / f"{name}.{kind}" for kind in kinds)
        self.openssl("req", "-subj", "/CN=server", "-keyout", key, "-out", request, *self.new_key)
        names.write_text(f"subjectAltName=DNS:{name}")
        self.openssl(
            "x509", "-req", "-in", request, "-CA", self.authority, "-CAkey", self.folder / "ca.key",
            "-set_serial", "1", "-days", "2", "-extfile", names, "-out", chain,
        )  # fmt: skip
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain, key)
        return context


class Postbox:
    """Keeps what comes, and refuses some."""

    def __init__(self):
        self.messages = []
        self.logins = []
        # How many receivers it sends away before it takes one.
        self.busy = 0
        self.new = queue.Queue()

    def take(self):
        """The next message that has come, once it has."""
        envelope = self.new.get(timeout=HANG_SECONDS)
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert not message.defects, message.defects
        return envelope, message

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return f"550 5.1.1 <{address}>: There is no such mailbox"
        if address.startswith("later@"):
            return "451 4.7.1 Not now"
        if address.startswith("silence@"):
            await asyncio.sleep(3600)
        if self.busy:
            self.busy -= 1
            return f"450 4.2.1 <{address}>: Come back in a while"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.messages.append(envelope)
        self.new.put(envelope)
        return "250 OK"

    def authenticate(self, server, session, envelope, mechanism, data):
        given = (data.login.decode(), data.password.decode())
        self.logins.append(given)
        # What is not handled here is answered by the server.
        return AuthResult(success=given == (USER, PASSWORD), handled=False)


class ListeningController(Controller):
    """Serves a listening socket. Its start has no limit of one second, unlike that of `Controller`."""

    def __init__(self, handler, listener, **options):
        super().__init__(handler, *listener.getsockname(), ready_timeout=HANG_SECONDS, **options)
        self.listener = listener

    def _create_server(self):
        return self.loop.create_server(self._factory_invoker, sock=self.listener, ssl=self.ssl_context)

    def _trigger_server(self):
        with socket.create_connection((self.hostname, self.port), HANG_SECONDS) as client:
            if self.ssl_context:
                anyone = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                anyone.check_hostname, anyone.verify_mode = False, ssl.CERT_NONE
                client = anyone.wrap_socket(client)
            with client:
                client.recv(1024)


class Server:
    """A mail server on a port that the kernel chooses; `with` stops it."""

    def __init__(self, scheme, context=None, host=HOST):
        self.scheme, self.host = scheme, host
        self.listener = socket.create_server((socket.gethostbyname(host), 0))
        self.port = self.listener.getsockname()[1]
        self.postbox = Postbox()
        options = {}
        if context:
            options = {"auth_required": True, "authenticator": self.postbox.authenticate}
            if scheme == "smtps":
                options |= {"ssl_context": context, "auth_require_tls": False}
            else:
                options |= {"tls_context": context, "require_starttls": True}
        self.controller = ListeningController(self.postbox, self.listener, **options)

    def __enter__(self):
        self.controller.start()
        return self

    def __exit__(self, *_):
        self.controller.stop()

    def url(self, user=USER):
        return f"{self.scheme}://{user.replace('@', '%40') + '@' if user else ''}{self.host}:{self.port}"

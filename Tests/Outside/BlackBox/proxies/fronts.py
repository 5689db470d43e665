"""nginx, Caddy, Apache and HAProxy in front of services, as the manual configures them, with compression."""

import contextlib
import os
import pathlib
import re
import socket
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from service import ROOT, free_port, wait_until  # noqa: E402

# The name of the manual; the certificate is for it.
HOST = "lists.example"
# The language of the block of each proxy in the manual.
LANGUAGES = {"nginx": "nginx", "caddy": "caddyfile", "apache": "apache", "haproxy": "haproxy"}
MANUAL = (ROOT / "Sources/checklistd/Documentation.docc/Proxies.md").read_text()
APACHE_MODULES = [
    "mpm_event", "authz_core", "ssl", "socache_shmcb", "proxy", "proxy_http", "headers", "filter", "brotli",
    "deflate",
]  # fmt: skip
COMPRESSED = ["application/json", "text/calendar", "application/xml", "text/css", "text/javascript"]


def block(language):
    """The first block of the manual's page in a language."""
    return re.search(rf"^```{language}\n(.*?)^```$", MANUAL, re.M | re.S)[1]


def configuration(name, folder, port, upstreams):
    """The manual's configuration with ports and paths of a test, among what a distribution has around it."""
    text = block(LANGUAGES[name])
    certificate, upstream = f"{folder}/lists.example", f"127.0.0.1:{upstreams[0]}"
    text = re.sub(r"/etc/\S*/lists\.example", certificate, text).replace("127.0.0.1:8080", upstream)
    if name == "nginx":
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        places = " ".join(f"{each}_temp_path {folder}/{each};" for each in kinds)
        others = ""
        if len(upstreams) > 1:
            text = text.replace(f"http://{upstream}", "http://both")
            others = "".join(f"server 127.0.0.1:{each};" for each in upstreams)
            others = f"upstream both {{ {others} }}"
        return f"""daemon off; pid {folder}/pid; error_log stderr; events {{}}
            http {{
                access_log off; {places} {others}
                gzip on; gzip_proxied any; gzip_min_length 0; gzip_types {" ".join(COMPRESSED)};
                {text.replace("listen 443", f"listen 127.0.0.1:{port}")}
            }}"""
    if name == "caddy":
        options = "admin off|local_certs|skip_install_trust|auto_https disable_redirects|grace_period 1ms"
        options = options.replace("|", "\n") + f"\nhttps_port {port}"
        return f"{{\n{options}\n}}\n" + text.replace("{\n", "{\nencode zstd gzip\n", 1)
    if name == "apache":
        modules = "\n".join(
            f"LoadModule {each}_module /usr/lib/apache2/modules/mod_{each}.so" for each in APACHE_MODULES
        )
        return f"""{modules}
            ServerName {HOST}
            Listen 127.0.0.1:{port}
            PidFile {folder}/pid
            DefaultRuntimeDir {folder}
            User www-data
            Group www-data
            ErrorLog {folder}/error.log
            AddOutputFilterByType BROTLI_COMPRESS;DEFLATE {" ".join(COMPRESSED)}
            {text.replace("*:443", f"127.0.0.1:{port}")}"""
    return f"""defaults
            timeout connect 5s
            timeout client 50s
            timeout server 50s
            compression algo gzip
            compression type {" ".join(COMPRESSED)}
        {text.replace("bind :443", f"bind 127.0.0.1:{port}")}"""


def command(name, folder):
    file = f"{folder}/configuration"
    return {
        "nginx": ["nginx", "-p", folder, "-e", "stderr", "-c", file],
        "caddy": ["caddy", "run", "--adapter", "caddyfile", "--config", file],
        "apache": ["apache2", "-f", file, "-D", "FOREGROUND"],
        "haproxy": ["haproxy", "-db", "-f", file],
    }[name]


def make_certificate(folder):
    """A certificate of the name, with its key, apart and in one file."""
    at = pathlib.Path(folder, "lists.example")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-days", "2", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}",
         "-keyout", f"{at}.key", "-out", f"{at}.crt"],
        check=True, capture_output=True,
    )  # fmt: skip
    parts = [pathlib.Path(f"{at}.{kind}").read_text() for kind in ("crt", "key")]
    pathlib.Path(f"{at}.pem").write_text("".join(parts))


@contextlib.contextmanager
def front(name, folder, *upstreams):
    """The port of a proxy that runs in front of services at these ports."""
    port, folder = free_port(), str(folder)
    os.chmod(folder, 0o755)
    make_certificate(folder)
    pathlib.Path(folder, "configuration").write_text(configuration(name, folder, port, upstreams))
    log = pathlib.Path(folder, f"{name}.log")
    environment = {**os.environ, "HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
    with log.open("w") as file:
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "TERM", *command(name, folder)],
            stdout=file,
            stderr=file,
            env=environment,
        )

    def accepts():
        assert process.poll() is None, f"{name} ended: {log.read_text()}"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return True

    try:
        wait_until(accepts, log.read_text)
        yield port
    finally:
        process.terminate()
        process.wait()

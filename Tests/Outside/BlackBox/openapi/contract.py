"""Holds the running service to openapi.yaml with schemathesis: every operation, valid and invalid requests.

usage: contract.py [EXAMPLES] [SEED] or [--examples N] [--seed N]

Run by a Python that has schemathesis. With the same seed the same requests are made.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import HANG_SECONDS, ROOT, Service  # noqa: E402

SCHEMATHESIS = pathlib.Path(sys.executable).parent / "schemathesis"
CONFIGURATION = pathlib.Path(__file__).with_name("schemathesis.toml")

# What no schema can describe.
HOOKS = pathlib.Path(__file__).with_name("contract_hooks.py")


# The configuration has a mail server, so no request is refused for lack of one. The server does not exist.
MAIL = ["--smtp", "smtp://127.0.0.1:1", "--smtp-from", "lists@example.org", "--url", "https://lists.example"]


def main():
    given = options(__doc__, examples=500, seed=None)
    with Service(None, *MAIL) as service, tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(
            [
                SCHEMATHESIS,
                "--config-file",
                CONFIGURATION,
                "run",
                ROOT / "openapi.yaml",
                "--url",
                f"http://127.0.0.1:{service.port}",
                "--checks",
                "all",
                # One takes an emptied collection for one that is gone; the hooks have the other.
                "--exclude-checks",
                "use_after_free,positive_data_acceptance",
                # An event stream does not end.
                "--exclude-operation-id",
                "streamChanges",
                "--max-examples",
                str(given.examples),
                "--seed",
                str(given.seed),
                # A run does not depend on the findings of an earlier one.
                "--generation-database",
                "none",
                "--request-timeout",
                str(HANG_SECONDS),
                # The health checks judge how fast requests are generated.
                "--suppress-health-check",
                "all",
                "--no-color",
            ],
            cwd=folder,
            env={**os.environ, "SCHEMATHESIS_HOOKS": str(HOOKS), "PYTHONHASHSEED": "0"},
        )
        if service.process.poll() is not None:
            sys.exit(f"the service ended: {service.read_log()[-2000:]}\nseed {given.seed}")
        if result.returncode:
            sys.exit(f"seed {given.seed}")


main()

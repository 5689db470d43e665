"""Holds the running service to openapi.yaml with schemathesis: every operation, valid and invalid requests.

usage: contract.py [EXAMPLES [SEED]]    run by a Python that has schemathesis

With a SEED the same requests are made each time.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from service import ROOT, Service

EXAMPLES, *SEED = sys.argv[1:] or ["500"]
SCHEMATHESIS = pathlib.Path(sys.executable).parent / "schemathesis"
CONFIGURATION = pathlib.Path(__file__).with_name("schemathesis.toml")

# What no schema can describe.
HOOKS = pathlib.Path(__file__).with_name("contract_hooks.py")


# Mail could be sent, so that nothing is refused for want of that; nobody takes it.
MAIL = ["--smtp", "smtp://127.0.0.1:1", "--smtp-from", "lists@example.org", "--url", "https://lists.example"]


def main():
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
                # It takes a collection that DELETE has emptied for one that is gone.
                "--exclude-checks",
                "use_after_free",
                # Its answer has no end.
                "--exclude-operation-id",
                "followChanges",
                "--max-examples",
                EXAMPLES,
                *(argument for seed in SEED for argument in ("--seed", seed)),
                "--no-color",
            ],
            cwd=folder,
            env={**os.environ, "SCHEMATHESIS_HOOKS": str(HOOKS)},
        )
        if service.process.poll() is not None:
            sys.exit(f"the service ended: {service.read_log()[-2000:]}")
        sys.exit(result.returncode)


main()

"""Holds the running service to openapi.yaml with schemathesis: every operation, valid and invalid requests.

usage: contract.py [EXAMPLES]    run by a Python that has schemathesis
"""

import os
import pathlib
import subprocess
import sys
import tempfile

from service import ROOT, Service

EXAMPLES = sys.argv[1] if len(sys.argv) > 1 else "500"
SCHEMATHESIS = pathlib.Path(sys.executable).parent / "schemathesis"

# What the formats of openapi.yaml mean that no schema can describe.
FORMATS = """
import schemathesis, zoneinfo
from hypothesis import strategies

names = sorted(name for name in zoneinfo.available_timezones() if name == "UTC" or "/" in name)
schemathesis.openapi.format("time-zone", strategies.sampled_from(names))
"""


def main():
    with Service() as service, tempfile.TemporaryDirectory() as folder:
        hooks = pathlib.Path(folder) / "formats.py"
        hooks.write_text(FORMATS)
        result = subprocess.run(
            [
                SCHEMATHESIS,
                "run",
                ROOT / "openapi.yaml",
                "--url",
                f"http://127.0.0.1:{service.port}",
                "--checks",
                "all",
                "--max-examples",
                EXAMPLES,
                "--no-color",
            ],
            cwd=folder,
            env={**os.environ, "SCHEMATHESIS_HOOKS": str(hooks)},
        )
        if service.process.poll() is not None:
            sys.exit(f"the service ended: {service.read_log()[-2000:]}")
        sys.exit(result.returncode)


main()

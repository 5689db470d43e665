"""Builds the packages of the generated clients, installs each where nothing else is, and has it work with the
running service.

usage: installed_clients.py

Needs PyPI, java, tsc, node and npm.
"""

import functools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options, run_tests  # noqa: E402
from service import BINARY, ROOT, Service  # noqa: E402

STORIES = pathlib.Path(__file__).parent


def run(*command, folder):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, f"{command[0]}: {result.stdout[-4000:]}{result.stderr[-4000:]}"
    return result.stdout


@functools.cache
def version():
    """The version of the program."""
    return run(BINARY, "--version", folder="/").split()[-1]


@functools.cache
def packages():
    """A folder with the wheel and the package for npm."""
    folder = tempfile.TemporaryDirectory()
    run(ROOT / ".ci/clients", folder.name, folder=ROOT)
    names = {path.name for path in pathlib.Path(folder.name).iterdir()}
    expected = {f"checklistd_client-{version()}-py3-none-any.whl", f"checklistd-client-{version()}.tgz"}
    assert names == expected, names
    return folder


def package(pattern):
    [path] = pathlib.Path(packages().name).glob(pattern)
    return path


def test_the_wheel(folder):
    folder = pathlib.Path(folder)
    run(sys.executable, "-m", "venv", "environment", folder=folder)
    python = folder / "environment/bin/python"
    # Of what the client needs, the versions that other checks have.
    requirements = (ROOT / ".ci/requirements.txt").read_text().split("# set calendars")[0]
    pins = re.findall(r"^\S+==\S+", requirements, re.M)
    (folder / "constraints.txt").write_text("\n".join(pins))
    wheel = package("*.whl")
    run(python, "-m", "pip", "--quiet", "install", "--constraint", "constraints.txt", wheel, folder=folder)
    story = shutil.copy(STORIES / "installed_client.py", folder)
    with Service() as service:
        run(python, "-I", story, f"http://127.0.0.1:{service.port}", version(), folder=folder)


def test_the_npm_package(folder):
    folder = pathlib.Path(folder)
    (folder / "package.json").write_text('{"name": "story", "private": true}')
    run("npm", "install", "--offline", "--no-audit", "--no-fund", package("*.tgz"), folder=folder)
    manifest = json.loads((folder / "node_modules/checklistd-client/package.json").read_text())
    assert manifest["version"] == version()
    story = shutil.copy(STORIES / "installed_client.ts", folder)
    options = ["--strict", "--target", "es2020", "--module", "commonjs", "--lib", "es2020,dom,dom.iterable"]
    run("tsc", *options, story, folder=folder)
    # Node.js takes the package as CommonJS, and as an ES module by its other entry.
    module = "checklistd-client/dist/esm/index.js"
    check = f'const names = await import("{module}"); if (!names.ChecklistsApi) process.exit(1);'
    run("node", "--input-type=module", "--eval", check, folder=folder)
    with Service() as service:
        run("node", "installed_client.js", f"http://127.0.0.1:{service.port}", folder=folder)


if __name__ == "__main__":
    options(__doc__)
    run_tests(dict(globals()))

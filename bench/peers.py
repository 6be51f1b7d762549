"""Other engines from the package index, in an environment of their own, so that they cannot disturb the project's."""

import sys
from dataclasses import dataclass, field

import numpy

from bench.engines import ENGINES, EngineSource
from bench.processes import ROOT, call

ENVIRONMENT = ROOT / ".cache" / "peers-venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
IMPORT_SECONDS = 60
INSTALL_SECONDS = 1800  # a package without a wheel for this Python is compiled, which takes many minutes


@dataclass
class Peers:
    """What came of the preparation: names of engines that can run, and why the others cannot."""

    ready: list[str] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)


def prepare(names: list[str]) -> Peers:
    """Install the named engines one by one; one that does not install is left out with a reason."""
    peers = Peers()
    problem = create_environment()
    for number, name in enumerate(names, 1):
        source = ENGINES[name]
        print(f"[{number}/{len(names)}] {source.package} {source.version} ... ", end="", flush=True)
        reason = problem or install(source)
        print(reason or "ready", flush=True)
        if reason:
            peers.missing[name] = reason
        else:
            peers.ready.append(name)
    return peers


def create_environment() -> str:
    """Make the environment when there is none that works; return why it could not, or nothing."""
    if not import_problem("numpy", "numpy", numpy.__version__):
        return ""
    print(f"making {ENVIRONMENT.relative_to(ROOT)}", flush=True)
    make = [sys.executable, "-m", "venv", "--clear", ENVIRONMENT]
    return call(make, INSTALL_SECONDS) or pip_install("numpy", numpy.__version__)


def install(source: EngineSource) -> str:
    """Install one package unless it is there; return why it is not usable, or nothing."""
    if not import_problem(source.imports, source.package, source.version):
        return ""
    problem = pip_install(source.package, source.version)
    return problem or import_problem(source.imports, source.package, source.version)


def import_problem(module: str, package: str, version: str) -> str:
    """Why the environment cannot import the module in this version, or nothing."""
    check = f"import {module}, importlib.metadata as m; found = m.version({package!r}); "
    return call([PYTHON, "-c", check + f"assert found == {version!r}, found"], IMPORT_SECONDS)


def pip_install(package: str, version: str) -> str:
    """Install a pinned package; return what went wrong, or nothing."""
    options = ["--no-input", "--disable-pip-version-check"]
    return call([PYTHON, "-m", "pip", "install", *options, f"{package}=={version}"], INSTALL_SECONDS)

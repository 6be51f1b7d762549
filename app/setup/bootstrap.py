"""Makes the environment that the program runs in: `.venv` beside main.py, with the pinned packages.

Runs before anything is installed, so it uses the standard library only. A stamp inside `.venv` holds the digests of the
requirement files that are installed; it is deleted before an installation and written after it, so that an interrupted
one is done again.
"""

import hashlib
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence

from app.setup.progress import ProgressBar

ROOT = pathlib.Path(__file__).resolve().parents[2]

#: Set across the restart after an installation: packages that are wrong even then must not cause another restart.
INSTALLED_VARIABLE = "KYVADLO_JUST_INSTALLED"

#: What a line of output of a failed command means, and the way out. The first match counts.
DISK_FULL = "The disk is full: free about 1 GB and start again."
CAUSES = (
    (r"No space left on device|Disk quota exceeded", DISK_FULL),
    (
        r"Read-only file system|Permission denied|Operation not permitted",
        "This folder cannot be written to: copy the project to a folder of your own and start it there.",
    ),
    (
        r"NewConnectionError|NameResolutionError|name resolution|Timeout|timed out|ProxyError|Connection refused"
        r"|Connection aborted|Network is unreachable|Max retries exceeded|SSLError|Tunnel connection",
        "The package index did not answer: check the network (HTTPS_PROXY, PIP_INDEX_URL) and start again; what has "
        "been downloaded is kept.",
    ),
    (
        r"No matching distribution found",
        f"There is no build of a needed package for Python {platform.python_version()} on {platform.system()} "
        f"{platform.machine()}, or the settings of pip (PIP_NO_INDEX, PIP_INDEX_URL) hide it; try another Python from "
        "3.11 on.",
    ),
)


class SetupError(Exception):
    """The environment could not be prepared; the message says why, and the way out."""


def prepare(file_names: Sequence[str]) -> None:
    """Return if this Python has the pinned packages; else make `.venv` and restart the program in it.

    Args:
        file_names: Requirement files, relative to the project folder.

    Raises:
        SetupError: In words for the user.
    """
    just_installed = os.environ.pop(INSTALLED_VARIABLE, None)
    environment = Environment(ROOT)
    files = [ROOT / name for name in file_names]
    wrong = wrong_packages(read_pins(files))
    inside = os.path.realpath(sys.prefix) == os.path.realpath(environment.folder)
    if not wrong and (environment.is_current(files) if inside else is_virtual()):
        return
    if inside and just_installed:
        raise SetupError(
            f"The packages in {environment.folder} are not the ones just installed: {'; '.join(wrong)}.\n"
            f"Unset PYTHONPATH if it is set, delete {environment.folder} and start again."
        )
    try:
        if not environment.works():
            environment.make()
        if inside or not environment.is_current(files):
            environment.install(files)
            os.environ[INSTALLED_VARIABLE] = "1"
    except OSError as error:
        raise SetupError(f"The environment could not be prepared: {error}\n{explain(str(error))}".rstrip()) from error
    run_instead([str(environment.python), *sys.orig_argv[1:]])


class Environment:
    """The folder `.venv` of a project, and the log of the commands that fill it."""

    def __init__(self, root: pathlib.Path):
        """Name the files; nothing is written yet.

        Args:
            root: Project folder.
        """
        self.root = root
        self.folder = root / ".venv"
        self.python = self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        self.stamp = self.folder / "installed.json"
        self.log = root / ".cache" / "setup.log"

    def works(self) -> bool:
        """Whether its Python starts and has pip: not so after an interruption, or after the system's Python moved."""
        check = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
        try:
            done = subprocess.run([self.python, "-c", check], capture_output=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0

    def is_current(self, files: Sequence[pathlib.Path]) -> bool:
        """Whether exactly the present contents of these requirement files are installed."""
        installed = self._read_stamp()
        return all(installed.get(path.name) == _digest(path) for path in files)

    def make(self) -> None:
        """Make the folder anew, with a Python and pip in it."""
        with ProgressBar("Creating the environment .venv", 2) as bar:
            for commands in self._ways_to_make():
                if all(self._run(command, lambda: bar.update(int(self.python.exists()))) == 0 for command in commands):
                    return
            raise SetupError(self._reason_not_made())

    def install(self, files: Sequence[pathlib.Path]) -> None:
        """Install the pinned packages of the requirement files, then write the stamp."""
        installed = self._read_stamp()
        self.stamp.unlink(missing_ok=True)
        pins = read_pins(files)
        # Wheels only: a build from source would need compilers, and fail after minutes with pages of their output.
        options = ["--disable-pip-version-check", "--no-input", "--progress-bar=off", "--only-binary=:all:"]
        command = [self.python, "-m", "pip", "install", *options]
        for path in files:
            command += ["-r", path]

        with ProgressBar("Installing packages", 2 * len(pins), percent=True) as bar:

            def show_progress() -> None:
                collected, note = read_pip_log(self._read_log(), len(pins))
                missing = self._missing(pins)
                if collected == len(pins) and missing:
                    note = f"unpacking {missing[0]}"
                bar.update(collected + len(pins) - len(missing), note)

            if self._run(command, show_progress) != 0:
                raise SetupError(self._failure("The packages could not be installed."))
        installed.update({path.name: _digest(path) for path in files})
        self.stamp.write_text(json.dumps(installed, indent=1))

    def _ways_to_make(self) -> Iterator[list[list]]:
        """Commands to try: first the usual one, then what helps where Debian has split ensurepip from Python."""
        base = getattr(sys, "_base_executable", None) or sys.executable
        usual = [base, "-m", "venv", "--clear", self.folder]
        yield [usual]
        if not has_venv():
            if importlib.util.find_spec("venv") and importlib.util.find_spec("pip"):
                pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--no-input", "pip"]
                yield [[*usual, "--without-pip"], pip]
            if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
                yield [["apt-get", "update"], ["apt-get", "install", "--yes", debian_package()], usual]

    def _reason_not_made(self) -> str:
        if has_venv():
            return self._failure(f"The environment {self.folder} could not be created.")
        if not shutil.which("apt-get"):
            return f"{sys.executable} lacks the modules venv and ensurepip: install a complete Python and start again."
        return f"Python lacks its venv module. Run this, then start again:\n    sudo apt-get install {debian_package()}"

    def _run(self, command: list, poll: Callable[[], None]) -> int:
        """Run a command with its output in the log, calling `poll` all along; the exit code."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        surroundings = {**os.environ, "PYTHONUNBUFFERED": "1", "DEBIAN_FRONTEND": "noninteractive"}
        with self.log.open("wb") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=self.root, env=surroundings
            )
            try:
                while process.poll() is None:
                    poll()
                    time.sleep(0.05)
            finally:
                try:
                    process.wait(timeout=3)  # Ctrl-C has reached it too: let it delete its temporary files
                except subprocess.TimeoutExpired:
                    process.terminate()
                    process.wait()
        return process.returncode

    def _read_log(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def _read_stamp(self) -> dict[str, str]:
        try:
            return dict(json.loads(self.stamp.read_text()))
        except (OSError, ValueError):
            return {}

    def _missing(self, pins: dict[str, str]) -> list[str]:
        """Names of the packages whose file INSTALLER, which pip writes last, is not there yet."""
        pattern = ("Lib" if os.name == "nt" else "lib/python3*") + "/site-packages/*.dist-info/INSTALLER"
        present = {_normalize(path.parent.name.removesuffix(".dist-info")) for path in self.folder.glob(pattern)}
        return [name for name, version in pins.items() if _normalize(f"{name}-{version}") not in present]

    def _failure(self, headline: str) -> str:
        """Message about the command that failed last: what, why as far as known, and the end of its output."""
        output = self._read_log()
        cause = explain(output)
        if not cause and shutil.disk_usage(self.root).free < 20e6:  # not even the log could be written
            cause = DISK_FULL
        # pip may name every version of a package that there is, in one line.
        lines = [line if len(line) < 300 else line[:300] + " ..." for line in output.splitlines() if line.strip()]
        parts = [headline, cause, f"The last lines of {self.log}:", *(f"    {line}" for line in lines[-8:])]
        return "\n".join(part for part in parts if part)


def read_pins(files: Sequence[pathlib.Path]) -> dict[str, str]:
    """Versions by package name, of the lines `name==version` that apply to this system.

    Args:
        files: Requirement files; the only marker understood is `; sys_platform == "..."`.
    """
    pins = {}
    for path in files:
        for line in path.read_text(encoding="utf-8").splitlines():
            requirement, _, marker = line.partition("#")[0].partition(";")
            if requirement.strip() and (not marker or marker.split("==")[1].strip(" \"'") == sys.platform):
                name, _, version = requirement.partition("==")
                pins[name.strip()] = version.strip()
    return pins


def wrong_packages(pins: dict[str, str]) -> list[str]:
    """What differs in this Python from the pins, in words; empty if nothing does."""
    wrong = []
    for name, version in pins.items():
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found = "none"
        if found != version:
            wrong.append(f"{name} {version} is needed, {found} is there")
    return wrong


def read_pip_log(text: str, package_count: int) -> tuple[int, str]:
    """How many packages pip has downloaded or found so far, and what it is doing.

    Args:
        text: Output of `pip install` so far.
        package_count: Number of packages to install.
    """
    collected, note = 0, "asking the package index"
    for line in text.splitlines():
        if match := re.match(r"(?:Collecting|Processing|Requirement already satisfied:) (\S+)", line):
            note = pathlib.PurePath(match[1]).name
            collected += 1
        elif match := re.match(r"\s+(Downloading|Using cached) ([^-\s]+-[^-\s]+)\S*(.*)", line):
            note = f"{match[1].lower()} {match[2]}{match[3]}"
        elif "Retrying" in line:
            note = "no answer from the package index, trying again"
        elif line.startswith("Installing collected packages"):
            return package_count, "unpacking"
    # pip names a package before it downloads it: the one named last is still under way.
    return min(max(collected - 1, 0), package_count), note


def explain(output: str) -> str:
    """The known cause of a failure and the way out, or nothing."""
    return next((advice for pattern, advice in CAUSES if re.search(pattern, output)), "")


def is_virtual() -> bool:
    """Whether this Python belongs to an environment that the user has made: one of venv, or one of conda."""
    return sys.prefix != sys.base_prefix or os.environ.get("CONDA_PREFIX") == sys.prefix


def has_venv() -> bool:
    """Whether this Python can make an environment with pip in it."""
    return bool(importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip"))


def debian_package() -> str:
    """Package of Debian that completes this Python's venv module."""
    return f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"


def run_instead(command: list[str]) -> None:
    """Replace this process by a command; Windows cannot, so there this process waits and exits with its code."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "nt":
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)


def _digest(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _normalize(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()

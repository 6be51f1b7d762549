"""Tests of app/setup/bootstrap.py. Those at the end start main.py in a copy, with a tiny package and no network."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

from app.setup import bootstrap

posix_only = pytest.mark.skipif(os.name == "nt", reason="the stand-in for Python is a shell script")


@pytest.fixture
def environment(tmp_path):
    return bootstrap.Environment(tmp_path)


def write_python(environment, script: str) -> None:
    """Put a shell script in the place of the environment's Python."""
    environment.python.parent.mkdir(parents=True, exist_ok=True)
    environment.python.write_text("#!/bin/sh\n" + script)
    environment.python.chmod(0o755)


@pytest.fixture
def requirements(tmp_path):
    path = tmp_path / "requirements.txt"
    path.write_text('# comment\nseven==7.0\n\nother-thing==1.2  # why\nabsent==1; sys_platform == "plan9"\n')
    return path


@pytest.mark.parametrize("path", sorted(bootstrap.ROOT.glob("requirements*.txt")), ids=lambda path: path.name)
def test_every_requirement_has_an_exact_version(path):
    for line in path.read_text().splitlines():
        assert re.fullmatch(r'(#.*|[a-z0-9-]+==[0-9][0-9.]*(; sys_platform == "\w+")?|)', line), line


def test_pins_of_this_system_are_read(requirements):
    assert bootstrap.read_pins([requirements]) == {"seven": "7.0", "other-thing": "1.2"}


def test_wrong_and_absent_packages_are_named():
    wrong = bootstrap.wrong_packages({"pytest": "0.1", "surely-absent-package": "1"})
    assert "pytest 0.1 is needed" in wrong[0]
    assert wrong[1] == "surely-absent-package 1 is needed, none is there"
    assert bootstrap.wrong_packages({"pytest": pytest.__version__}) == []


def test_environment_without_python_or_pip_does_not_work(environment):
    assert not environment.works()
    environment.python.parent.mkdir(parents=True)
    environment.python.symlink_to(environment.root / "moved" / "python")
    assert not environment.works()


@posix_only
def test_environment_whose_python_fails_does_not_work(environment):
    write_python(environment, "exit 1")
    assert not environment.works()
    write_python(environment, "exit 0")
    assert environment.works()


@posix_only
def test_stamp_holds_until_a_requirement_file_changes(environment, requirements):
    write_python(environment, "exit 0")
    assert not environment.is_current([requirements])
    environment.install([requirements])
    assert environment.is_current([requirements])
    further = environment.root / "requirements-test.txt"
    further.write_text("third==3\n")
    assert not environment.is_current([requirements, further])
    environment.install([requirements, further])
    assert environment.is_current([requirements, further])
    assert environment.is_current([requirements])
    requirements.write_text("seven==7.1\n")
    assert not environment.is_current([requirements])
    environment.stamp.write_text("half a st")
    assert not environment.is_current([further])


@posix_only
def test_failed_installation_shows_cause_and_output_and_leaves_no_stamp(environment, requirements):
    write_python(environment, "exit 0")
    environment.install([requirements])
    write_python(environment, "echo Collecting seven; echo 'OSError: [Errno 28] No space left on device'; exit 1")
    with pytest.raises(
        bootstrap.SetupError, match="could not be installed.\nThe disk is full(.|\n)*    Collecting seven"
    ):
        environment.install([requirements])
    assert not environment.is_current([requirements])


@pytest.mark.parametrize(
    ("output", "advice"),
    [
        ("<pip._vendor.urllib3.connection.HTTPConnection object>: [Errno 111] Connection refused", "check the network"),
        ("[Errno -3] Temporary failure in name resolution\nNo matching distribution found", "check the network"),
        ("ERROR: No matching distribution found for numba==0.68.1", "another Python"),
        ("[Errno 13] Permission denied: '.venv'", "folder of your own"),
        ("[Errno 28] No space left on device", "disk is full"),
        ("something new", ""),
    ],
)
def test_cause_of_a_failure_is_explained(output, advice):
    assert advice in bootstrap.explain(output)
    assert bool(advice) == bool(bootstrap.explain(output))


def test_progress_is_read_from_the_output_of_pip():
    lines = [
        "Collecting numpy==2.4.6 (from -r requirements.txt (line 4))",
        "  Downloading numpy-2.4.6-cp311-cp311-manylinux_2_27_x86_64.whl (16.9 MB)",
        "Requirement already satisfied: numba==0.68.1 in ./lib",
        "Processing /wheels/llvmlite-0.50.0-py3-none-any.whl",
        "Installing collected packages: llvmlite, numpy",
    ]
    seen = [bootstrap.read_pip_log("\n".join(lines[:count]), 3) for count in range(len(lines) + 1)]
    assert [collected for collected, _ in seen] == [0, 0, 0, 1, 2, 3]
    assert seen[2][1] == "downloading numpy-2.4.6 (16.9 MB)"


@posix_only
def test_missing_venv_module_is_told_with_the_command_to_run(environment, monkeypatch):
    monkeypatch.setattr(bootstrap, "has_venv", lambda: False)
    monkeypatch.setattr(environment, "_ways_to_make", lambda: iter([[["false"]]]))
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/" + name)
    with pytest.raises(bootstrap.SetupError, match=r"sudo apt-get install python3\.\d+-venv"):
        environment.make()


def test_old_python_gets_a_sentence(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 6, 15))
    with pytest.raises(SystemExit, match="needs Python 3.11 or newer.*is Python 3.6"):
        exec(compile((bootstrap.ROOT / "main.py").read_text(), "main.py", "exec"), {"__name__": "other"})


class Copy:
    """Copy of main.py and of what it needs, in which a scene only says that it ran; packages come from a folder."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        for room in ("app/setup", "app/output", "app/overlays", "scenes"):
            (folder / room).mkdir(parents=True)
        names = ["__init__", "command_line", *(f"{room}/__init__" for room in ("setup", "output", "overlays"))]
        names += [f"setup/{name}" for name in ("bootstrap", "progress", "system_packages")]
        names += ["output/outputs", "overlays/registry"]
        shutil.copy(bootstrap.ROOT / "main.py", folder)
        for name in names:
            shutil.copy(bootstrap.ROOT / "app" / f"{name}.py", folder / "app" / f"{name}.py")
        (folder / "app" / "setup" / "warm_up.py").write_text("def run(): ...")
        (folder / "app" / "application.py").write_text(
            "import seven, sys\ndef Launch(*options):\n    return options[0] or None\n"
            "def run(key):\n    print('ran', key, 'with', seven.VERSION, 'in', sys.prefix)"
        )
        (folder / "scenes" / "a_b.py").write_text("@scene()\ndef build(world): ...")
        for version in ("7.0", "7.1"):
            self.make_wheel(version)
        self.require("7.0")

    def make_wheel(self, version: str) -> None:
        information = f"seven-{version}.dist-info"
        with zipfile.ZipFile(self.folder / f"seven-{version}-py3-none-any.whl", "w") as wheel:
            wheel.writestr("seven.py", f"VERSION = '{version}'\n")
            wheel.writestr(f"{information}/METADATA", f"Metadata-Version: 2.1\nName: seven\nVersion: {version}\n")
            wheel.writestr(f"{information}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{information}/RECORD", "")

    def require(self, version: str) -> None:
        (self.folder / "requirements.txt").write_text(f"seven=={version}\n")

    def start(self, python: str | pathlib.Path = sys.executable) -> subprocess.CompletedProcess:
        surroundings = {key: value for key, value in os.environ.items() if not key.startswith(("PIP_", "PYTHON"))}
        surroundings |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": self.folder.as_uri()}
        command = [python, str(self.folder / "main.py"), "a_b"]
        return subprocess.run(command, capture_output=True, text=True, env=surroundings, timeout=300, check=False)


@pytest.mark.slow
def test_main_makes_keeps_updates_and_repairs_the_environment(tmp_path):
    copy = Copy(tmp_path / "a folder")
    environment = bootstrap.Environment(copy.folder)

    def ran_with(version):
        return f"ran a_b with {version} in {environment.folder}\n"

    first = copy.start()
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.startswith("Creating the environment .venv: 0/2, 0 s\n")
    assert first.stdout.endswith(ran_with("7.0"))
    assert copy.start().stdout == ran_with("7.0")

    copy.require("7.1")
    updated = copy.start(environment.python)
    assert "Making" not in updated.stdout
    assert updated.stdout.endswith(ran_with("7.1"))

    # An interruption leaves no stamp and half a package.
    environment.stamp.unlink()
    (module,) = environment.folder.glob("**/site-packages/seven.py")
    module.unlink()
    for path in module.parent.glob("seven-*"):
        shutil.rmtree(path)
    assert copy.start().stdout.endswith(ran_with("7.1"))

    copy.require("7.2")
    failed = copy.start()
    assert failed.returncode == 1
    assert "could not be installed" in failed.stderr
    assert "Traceback" not in failed.stderr


@pytest.mark.slow
@posix_only
def test_main_makes_a_broken_environment_anew(tmp_path):
    copy = Copy(tmp_path)
    environment = bootstrap.Environment(copy.folder)
    environment.python.parent.mkdir(parents=True)
    environment.python.symlink_to("/nonexistent/python3")
    assert copy.start().stdout.endswith(f"ran a_b with 7.0 in {environment.folder}\n")

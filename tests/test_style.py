"""Ruff and mypy have nothing to say about the code, and nothing is too long to be read."""

import ast
import collections
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[1]
FOLDERS = ("app", "assets", "bench", "physics", "play", "render", "scenes", "tests")
FILES = sorted(path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))

#: Lines of a file, of the code of a function (its arguments and docstring do not count), and files in a folder.
FILE_LINES, FUNCTION_LINES, KERNEL_LINES, FOLDER_FILES = 400, 50, 80, 20
#: What may be longer, and why.
LONG_FILES = {
    "physics/world.py": "the whole public face of a world in one class, mostly docstrings",
    "physics/bodies/body.py": "every option of a body has its property here, mostly docstrings",
    "physics/soft/soft.py": "what a soft body can do, in one class, mostly docstrings",
}
LARGE_FOLDERS = {
    "scenes": "one file per scene; the menu sorts them by the first word of their names",
    "app/panels": "one file per panel, which registers itself there",
}


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=["check", "format"])
def test_ruff_is_content(command):
    result = subprocess.run(
        [sys.executable, "-m", "ruff", *command, "."], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_mypy_is_content():
    """On the packages that pyproject.toml names."""
    result = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def code_lines(function: ast.FunctionDef) -> int:
    """Lines from the first statement after the docstring to the last."""
    first = function.body[1 if ast.get_docstring(function) and len(function.body) > 1 else 0]
    return function.end_lineno - first.lineno + 1


def test_files_functions_and_folders_are_short():
    long = []
    for name in FILES:
        source = (ROOT / name).read_text(encoding="utf-8")
        if source.count("\n") > FILE_LINES and name not in LONG_FILES:
            long.append(f"{name}: {source.count(chr(10))} lines")
        most = KERNEL_LINES if "/kernels" in name else FUNCTION_LINES
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and code_lines(node) > most:
                long.append(f"{name}: {node.name} has {code_lines(node)} lines")
    folders = collections.Counter(str(pathlib.PurePosixPath(name).parent) for name in FILES if "__init__" not in name)
    large = [f"{folder}: {count} files" for folder, count in folders.items() if count > FOLDER_FILES]
    assert long + [line for line in large if line.partition(":")[0] not in LARGE_FOLDERS] == []


def test_what_may_be_long_is_long():
    assert all((ROOT / name).read_text(encoding="utf-8").count("\n") > FILE_LINES for name in LONG_FILES)
    assert all(len(list((ROOT / name).glob("*.py"))) > FOLDER_FILES for name in LARGE_FOLDERS)

"""The tree is the architecture: reads every import and checks that it goes the right way."""

import ast
import pathlib
import sys
from collections.abc import Iterator

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]
OURS = {"app", "assets", "bench", "physics", "play", "render", "scenes"}
FOLDERS = [*sorted(OURS), "tests", ".ci"]

#: What the files of a folder may import besides the standard library. The longest matching folder counts.
ALLOWED = {
    "main.py": {"app"},
    "physics": {"numpy", "numba", "llvmlite", "scipy", "coacd", "physics"},
    "physics/kernels": {"numpy", "numba", "llvmlite", "physics.kernels"},
    "assets": {"numpy", "pywavefront", "physics", "assets"},
    "play": {"numpy", "physics", "play"},
    "scenes": {"numpy", "physics", "assets", "play", "scenes"},
    "render": {"moderngl", "pyrr", "numpy", "assets", "physics.queries.snapshot", "physics.kernels.core.jit", "render"},
    "app": {"pyglet", "numpy", "moderngl", "imgui_bundle", "av", *OURS},
    "bench": {
        "pyglet",
        "numpy",
        *OURS,
        "rapier3d",
        "pybullet",
        "mujoco",
        "newton",
        "warp",
        "panda3d",
        "direct",
        "matplotlib",
    },
}

#: Further rights of single files, and what they need them for.
RIGHTS = {
    "app/setup/warm_up.py": {"physics.kernels.core.jit"},  # the folder of compiled kernels
}
#: What a folder may not import although it may import the package around it.
INSIDE = {"app": {"physics.kernels"}}

#: Private names that a file reads of objects other than its own, and why there is no other way.
PRIVATE = {
    "app/input/keyboard.py": {"_event_text_symbol"},  # pyglet has no other place where symbols can be corrected
}
#: Methods of named tuples, which only look private.
TUPLE_METHODS = {"_asdict", "_fields", "_replace"}

#: A replay must not depend on the time of day or on chance.
FORBIDDEN_IN_PHYSICS = {"time", "datetime", "random", "secrets", "numpy.random"}

#: These run before anything is installed. Functions may import more, once the environment is prepared.
STANDARD_LIBRARY_ONLY = [
    "main.py",
    "app/command_line.py",
    "app/overlays/registry.py",
    *(f"app/setup/{name}.py" for name in ("bootstrap", "progress", "system_packages", "warm_up")),
]


def python_files() -> list[str]:
    paths = [ROOT / "main.py", *(path for folder in sorted(OURS) for path in sorted((ROOT / folder).rglob("*.py")))]
    return [path.relative_to(ROOT).as_posix() for path in paths]


def imports_of(source: str, path: str, *, top_level_only: bool = False) -> Iterator[str]:
    """Dotted names that a file imports: also relative ones, those inside functions, and `import_module("...")`."""
    tree = ast.parse(source)
    for node in tree.body if top_level_only else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = path.split("/")[: -node.level] if node.level else []
            base = ".".join([*package, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            if getattr(node.func, "attr", getattr(node.func, "id", "")) in ("import_module", "__import__"):
                yield str(node.args[0].value)


def is_within(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def wrong_imports(source: str, path: str) -> list[str]:
    folder = max((folder for folder in ALLOWED if path == folder or path.startswith(folder + "/")), key=len)
    names = list(imports_of(source, path))
    wrong = [name for name in names if name.split(".")[0] not in sys.stdlib_module_names]
    inside = INSIDE.get(folder, set())
    wrong = [name for name in wrong if not is_within(name, ALLOWED[folder]) or is_within(name, inside)]
    wrong = [name for name in wrong if not is_within(name, RIGHTS.get(path, set()))]
    if path.startswith(("physics/", "play/")):
        wrong += [name for name in names if is_within(name, FORBIDDEN_IN_PHYSICS)]
    return wrong


@pytest.mark.parametrize("path", python_files())
def test_imports_go_one_way(path):
    assert wrong_imports((ROOT / path).read_text(encoding="utf-8"), path) == []


def private_names(source: str, path: str) -> list[str]:
    """Private names that a file reads of objects other than `self` and `cls`, or imports."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and not (
            isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
        ):
            found.append(node.attr)
        elif isinstance(node, ast.ImportFrom):
            found += [alias.name for alias in node.names]
    private = {name for name in found if name.startswith("_") and not name.startswith("__")}
    return sorted(private - TUPLE_METHODS - PRIVATE.get(path, set()))


@pytest.mark.parametrize("path", [path for path in python_files() if not path.startswith(("physics/", "assets/"))])
def test_nobody_reads_private_names_of_others(path):
    assert private_names((ROOT / path).read_text(encoding="utf-8"), path) == []


@pytest.mark.parametrize("path", sorted({*PRIVATE, *RIGHTS}))
def test_exceptions_are_for_files_that_need_them(path):
    source = (ROOT / path).read_text(encoding="utf-8")
    names = {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    assert PRIVATE.get(path, set()) <= names
    for right in RIGHTS.get(path, ()):
        assert any(is_within(name, {right}) for name in imports_of(source, path)), right


@pytest.mark.parametrize(
    "source",
    ["body._flags", "self.world._arrays", "world.bodies[0]._row = 1", "from physics.world import _secret"],
)
def test_private_name_is_found(source):
    assert private_names(source, "app/shell.py")


@pytest.mark.parametrize("source", ["self._world", "cls._known", "hit._replace(point=1)", "a.__class__", "x.y"])
def test_own_private_name_is_let_through(source):
    assert private_names(source, "app/shell.py") == []


@pytest.mark.parametrize("path", STANDARD_LIBRARY_ONLY)
def test_set_up_needs_the_standard_library_only(path):
    names = imports_of((ROOT / path).read_text(encoding="utf-8"), path, top_level_only=True)
    assert [name for name in names if name.split(".")[0] not in {"app", *sys.stdlib_module_names}] == []


def test_no_file_points_outside_of_the_project():
    """Such a path would be a broken link for everybody else."""
    outside = b"shared" + b"/"
    files = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in FOLDERS:
        files += [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert [path.relative_to(ROOT).as_posix() for path in files if outside in path.read_bytes()] == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("physics/world.py", "import app"),
        ("physics/kernels/broad_phase/tree.py", "import scipy.spatial"),
        ("physics/world.py", "import time"),
        ("physics/world.py", "def step():\n    from datetime import datetime"),
        ("physics/world.py", "from numpy import random"),
        ("physics/kernels/broad_phase/tree.py", "from physics.constants import SIZE_MAX"),
        ("physics/kernels/broad_phase/tree.py", "from ... import constants"),
        ("render/renderer.py", "from physics import World"),
        ("render/passes/opaque.py", "from ...physics.world import World"),
        ("scenes/stacking_tower.py", "import render.renderer"),
        ("scenes/stacking_tower.py", "importlib.import_module('app.input')"),
        ("assets/catalog.py", "import render"),
        ("app/view/camera.py", "from tests import reference"),
        ("app/view/camera.py", "import mujoco"),
        ("app/view/camera.py", "from physics.kernels.layout import kind"),
        ("main.py", "import numpy"),
    ],
)
def test_wrong_import_is_found(path, source):
    assert wrong_imports(source, path)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("physics/world.py", "import math\nfrom .kernels import tree\nfrom physics import shapes"),
        ("physics/kernels/broad_phase/tree.py", "from . import vec3\nimport numba.core.types"),
        (
            "render/passes/opaque.py",
            "from physics.queries.snapshot import Snapshot\nfrom physics.queries import snapshot",
        ),
        ("bench/peers.py", "import mujoco, time"),
        ("main.py", "from app import command_line"),
    ],
)
def test_right_import_is_let_through(path, source):
    assert wrong_imports(source, path) == []

"""The cache of machine code: no edit of any kernel file can ever run stale code."""

import ast
import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from physics.kernels.core import jit

ROOT = pathlib.Path(__file__).resolve().parents[3]
KERNELS = ROOT / "physics" / "kernels"
FILES = sorted(path.relative_to(KERNELS).as_posix() for path in KERNELS.rglob("*.py"))


@pytest.fixture
def copied(tmp_path):
    folder = tmp_path / "kernels"
    shutil.copytree(KERNELS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_an_equal_copy_has_the_same_digest(copied):
    assert jit.source_digest(copied) == jit.source_digest(KERNELS) == jit.DIGEST
    assert jit.CACHE_FOLDER.name == jit.DIGEST and len(jit.DIGEST) == 16
    (copied / "notes.txt").write_text("not a kernel")
    assert jit.source_digest(copied) == jit.DIGEST


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_an_edit_of_any_kernel_file_changes_the_digest(copied, name):
    path = copied / name
    path.write_text(path.read_text() + "\n# edited\n")
    assert jit.source_digest(copied) != jit.DIGEST


def test_new_renamed_and_deleted_files_change_the_digest(copied):
    digests = {jit.DIGEST}
    (copied / "extra.py").write_text("")
    digests.add(jit.source_digest(copied))
    (copied / "extra.py").rename(copied / "other.py")
    digests.add(jit.source_digest(copied))
    (copied / "other.py").unlink()
    (copied / "core" / "vec3.py").rename(copied / "core" / "vec4.py")
    digests.add(jit.source_digest(copied))
    (copied / "core" / "vec4.py").unlink()
    digests.add(jit.source_digest(copied))
    assert len(digests) == 5


def test_a_file_that_moves_to_another_folder_changes_the_digest(tmp_path):
    """Folders count with their names, at any depth."""
    digests = set()
    for place in ("f.py", "a/f.py", "b/f.py", "a/b/f.py"):
        folder = tmp_path / place.replace("/", "_")
        (folder / place).parent.mkdir(parents=True)
        (folder / place).write_text("x = 1\n")
        digests.add(jit.source_digest(folder))
    assert len(digests) == 4


def test_text_that_moves_from_one_file_to_the_next_changes_the_digest(tmp_path):
    """The digest must not be over the mere concatenation of the files."""
    digests = set()
    for first, second in (("x = 1\ny = 2\n", ""), ("x = 1\n", "y = 2\n"), ("", "x = 1\ny = 2\n")):
        (tmp_path / "a.py").write_text(first)
        (tmp_path / "b.py").write_text(second)
        digests.add(jit.source_digest(tmp_path))
    assert len(digests) == 3


def test_names_and_contents_cannot_be_mistaken_for_each_other(tmp_path):
    """File "a.py" with "b.py..." inside is not the two files "a.py" and "b.py"."""
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir(), two.mkdir()
    (one / "a.py").write_text("b.py")
    (two / "a.py").write_text("")
    (two / "b.py").write_text("")
    assert jit.source_digest(one) != jit.source_digest(two)


@pytest.mark.parametrize(
    ("variable", "matters"),
    [("NUMBA_BOUNDSCHECK", True), ("NUMBA_OPT", True), ("NUMBA_CACHE_DIR", False), ("SHELL", False)],
)
def test_settings_of_numba_change_the_digest(monkeypatch, variable, matters):
    monkeypatch.setenv(variable, "1")
    assert (jit.source_digest(KERNELS) != jit.DIGEST) == matters


def test_compiler_options_and_versions_change_the_digest(monkeypatch):
    monkeypatch.setitem(jit.OPTIONS, "fastmath", True)
    assert jit.source_digest(KERNELS) != jit.DIGEST
    monkeypatch.undo()
    monkeypatch.setattr(jit.numba, "__version__", "0.0.0")
    assert jit.source_digest(KERNELS) != jit.DIGEST
    monkeypatch.undo()
    assert jit.source_digest(KERNELS) == jit.DIGEST


def test_the_options_keep_bits_the_same_on_every_machine():
    assert jit.OPTIONS["fastmath"] is False


def test_the_oldest_cache_folders_are_deleted_but_never_the_one_in_use(tmp_path):
    for age in range(8):
        folder = tmp_path / f"folder{age}"
        folder.mkdir()
        (folder / "code").write_text("x")
        os.utime(folder, (1000 - age, 1000 - age))
    jit.prune(tmp_path, "folder7")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"folder7", *(f"folder{age}" for age in range(jit.KEPT_FOLDERS))}


@pytest.mark.slow
def test_an_edit_concerns_the_files_that_import_the_edited_one(copied):
    before = jit.import_digests(copied)
    assert before == jit.import_digests(KERNELS)
    path = copied / "narrow_phase" / "convex" / "gjk.py"
    path.write_text(path.read_text() + "\n# edited\n")
    after = jit.import_digests(copied)
    changed = {module.removeprefix("physics.kernels.") for module in before if before[module] != after[module]}
    convex = "narrow_phase.convex"
    assert {f"{convex}.gjk", "continuous.advance", "continuous.sweep", "step.finalize", "step.pipeline"} <= changed
    assert not changed & {f"{convex}.simplex", f"{convex}.support", "core.vec3", "broad_phase.tree", "contacts.solve"}


def test_an_edit_in_a_folder_concerns_who_imports_the_module_or_something_of_it(tmp_path):
    sources = {
        "layout/__init__.py": "",
        "layout/block.py": "NORMAL = 0\n",
        "layout/body.py": "MASS = 0\n",
        "one.py": "from physics.kernels.layout import block as B\n",
        "two.py": "from physics.kernels.layout.block import (\n    NORMAL,\n)\n",
        "three.py": "def f():\n    from physics.kernels.layout import body, other\n",
        "four.py": "from physics.kernels import one\n",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    before = jit.import_digests(tmp_path)
    (tmp_path / "layout" / "block.py").write_text("NORMAL = 1\n")
    after = jit.import_digests(tmp_path)
    changed = {module.removeprefix("physics.kernels.") for module in before if before[module] != after[module]}
    assert changed == {"layout.block", "one", "two", "four"}


@pytest.mark.slow
def test_no_import_of_a_kernel_file_is_overlooked():
    """What the digests follow is what the compiler of Python sees."""
    for path in KERNELS.rglob("*.py"):
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom):
                assert not node.level, f"{path}: imports of kernels are absolute"
                if node.module.startswith("physics"):
                    wanted = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
                    assert wanted <= jit.imported_modules(source), path
            elif isinstance(node, ast.Import):
                assert not any(alias.name.startswith("physics") for alias in node.names), path


def test_a_new_cache_folder_adopts_only_what_no_edit_concerned(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    place = pathlib.Path("physics.kernels.joints", "joints_12")
    (old / place).mkdir(parents=True)
    new.mkdir()
    names = {"physics.kernels.joints.same": "1", "physics.kernels.joints.edited": "2", "physics.kernels.other": "4"}
    jit.adopt(tmp_path, old, names)
    for name in ("same.f-3.py311.nbi", "same.f-3.py311.1.nbc", "edited.g-5.py311.nbi", "other.h-7.py311.nbi"):
        (old / place / name).write_text(name)
    names |= {"physics.kernels.joints.edited": "3"}
    jit.adopt(tmp_path, new, names)
    assert {path.name for path in (new / place).iterdir()} == {"same.f-3.py311.nbi", "same.f-3.py311.1.nbc"}
    assert json.loads((new / jit.SOURCES).read_text()) == names


def test_the_cache_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("KYVADLO_CACHE", str(tmp_path))
    assert jit.cache_root() == tmp_path
    monkeypatch.delenv("KYVADLO_CACHE")
    assert jit.cache_root() == ROOT / ".cache" / "kernels"


HELPER = """
from physics.kernels.core.jit import leaf, routine

@leaf
def grow(x):
    return x + {0}

@routine
def stretch(x):
    return x * {1}
"""
MAIN = """
from physics.kernels.helper import grow, stretch
from physics.kernels.core.jit import kernel

@kernel
def compute(x):
    return stretch(grow(x))
"""
PROGRAM = """
from physics.kernels import main
from physics.kernels.core import jit
print(main.compute(10), sum(main.compute.stats.cache_hits.values()), jit.CACHE_FOLDER.name)
"""


@pytest.mark.slow
def test_editing_a_helper_in_another_file_runs_new_code(tmp_path):
    """A package of two kernel files beside the real `jit.py`: numba itself would not notice this edit."""
    folder = tmp_path / "physics" / "kernels"
    folder.mkdir(parents=True)
    (tmp_path / "physics" / "__init__.py").touch()
    (folder / "__init__.py").touch()
    (folder / "core").mkdir()
    (folder / "core" / "__init__.py").touch()
    shutil.copy(KERNELS / "core" / "jit.py", folder / "core")
    (folder / "main.py").write_text(MAIN)

    def answer(*constants):
        (folder / "helper.py").write_text(HELPER.format(*constants))
        os.utime(folder / "helper.py", (1_000_000, 1_000_000))  # not even the time stamp tells
        env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "KYVADLO_CACHE")}
        env |= {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        result, hits, cache = done.stdout.split()
        return int(result), int(hits), cache

    first = answer(1, 2)
    assert first[:2] == (22, 0)
    assert answer(1, 2) == (22, 1, first[2]), "unchanged: from the cache"
    second = answer(5, 2)
    assert second[:2] == (30, 0) and second[2] != first[2]
    third = answer(5, 3)
    assert third[:2] == (45, 0)
    assert answer(1, 2) == (22, 1, first[2]), "edited back: the old folder is still there"
    assert (tmp_path / ".cache" / "kernels" / first[2]).is_dir()

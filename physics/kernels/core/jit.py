"""Compiler options and the cache folder of every kernel, named here only.

Numba notices a change in the file of a cached function, but not in the files of the functions that it calls. Running
yesterday's machine code after an edit is the worst kind of bug, so the cache folder is named after a digest of all
kernel sources, the compiler options, the versions and the processor: any edit means another folder. A new folder adopts
what the edit did not concern: the kernels whose file, with all files that it imports, is as it was.
"""

import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import sys

import llvmlite
import llvmlite.binding
import numba
import numpy

#: One place for the options of every kernel. No fast math and no contraction of products and sums: the same input
#: gives the same bits on every machine. `error_model="numpy"` drops the branch of Python's ZeroDivisionError.
#: `_nrt=False` drops the counting of references to arrays, an atomic instruction for every array at every call: kernels
#: allocate nothing, and their callers keep the arrays alive.
OPTIONS = {"error_model": "numpy", "fastmath": False, "nogil": True, "_nrt": False}

#: Functions that only kernels call cannot be called from Python (their `py_func` can): the code that takes arguments
#: from Python to machine numbers and back would take as long to compile as all the rest.
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

#: Package of all kernels, and how its files import one another.
PACKAGE = "physics.kernels"
IMPORT = re.compile(r"^ *from (physics\.kernels[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)

#: File in a cache folder: digest of each kernel file with all that it imports.
SOURCES = "sources.json"

#: Folders of other digests are kept for switching branches; the oldest beyond this number are deleted.
KEPT_FOLDERS = 4


def source_digest(folder: pathlib.Path) -> str:
    """Digest of everything that decides what the machine code does.

    Args:
        folder: Folder with the kernel sources; folders in it count as well.

    Returns:
        16 hexadecimal digits.
    """
    digest = hashlib.sha256()
    for path in _sources(folder):
        _add_file(digest, folder, path)
    digest.update(_facts())
    return digest.hexdigest()[:16]


def import_digests(folder: pathlib.Path) -> dict[str, str]:
    """Digest of each kernel file together with all kernel files that it imports, by the dotted name of its module."""
    files = {_module_of(folder, path): path for path in _sources(folder)}
    imports = {module: imported_modules(path.read_text("utf-8")) for module, path in files.items()}
    digests = {}
    for module in files:
        found, waiting = set(), {module}
        while waiting:
            found |= waiting
            waiting = set().union(*(imports.get(name, ()) for name in waiting)) - found
        digest = hashlib.sha256(_facts())
        for name in sorted(found & files.keys()):
            _add_file(digest, folder, files[name])
        digests[module] = digest.hexdigest()[:16]
    return digests


def imported_modules(source: str) -> set[str]:
    """Dotted names of the kernel modules that a source text may import.

    A name behind `import` may be a module or something in one: both are listed, what is no module is never looked up.
    """
    found = set()
    for package, names in IMPORT.findall(source):
        found.add(package)
        found.update(f"{package}.{name}" for name in re.findall(r"\w+", names))
    return found


def _sources(folder: pathlib.Path) -> list[pathlib.Path]:
    """All kernel files, in an order that no file system decides."""
    return sorted(folder.rglob("*.py"), key=lambda path: path.relative_to(folder).as_posix())


def _module_of(folder: pathlib.Path, path: pathlib.Path) -> str:
    """Dotted name of the module in a file."""
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join([PACKAGE, *(parts[:-1] if parts[-1] == "__init__" else parts)])


def _add_file(digest, folder: pathlib.Path, path: pathlib.Path) -> None:
    """Add a file with its place and length, so that text that moves from one to the next counts."""
    content = path.read_bytes()
    digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
    digest.update(content)


def _facts() -> bytes:
    """What else than the sources decides what the machine code does."""
    facts = (
        sorted(OPTIONS.items()),
        sys.version_info[:3],
        numba.__version__,
        llvmlite.__version__,
        numpy.__version__,
        platform.machine(),
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
        {key: value for key, value in sorted(os.environ.items()) if key.startswith("NUMBA_") and "CACHE" not in key},
    )
    return repr(facts).encode()


def cache_root() -> pathlib.Path:
    """Folder of all cache folders: in the project, or in the user's cache if that is read-only."""
    chosen = os.environ.get("KYVADLO_CACHE")
    if chosen:
        return pathlib.Path(chosen)
    project = pathlib.Path(__file__).resolve().parents[3]
    if os.access(project, os.W_OK):
        return project / ".cache" / "kernels"
    return pathlib.Path.home() / ".cache" / "kyvadlo" / "kernels"


def adopt(root: pathlib.Path, target: pathlib.Path, sources: dict[str, str]) -> None:
    """Fill a new cache folder with the kernels of older ones whose sources have not changed.

    Numba itself throws away what does not belong to the file of the function as it is now.

    Args:
        root: Folder of all cache folders.
        target: The new one. It is there.
        sources: What `import_digests` returned.
    """
    for listed in sorted(root.glob(f"*/{SOURCES}"), key=lambda path: path.stat().st_mtime):
        old = json.loads(listed.read_text("utf-8"))
        same = {module for module, digest in sources.items() if old.get(module) == digest}
        for path in listed.parent.glob("*/*/*.nb?"):  # package, Numba's own folder, function
            if f"{path.parts[-3]}.{path.name.split('.')[0]}" in same:
                place = target / path.relative_to(listed.parent)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, place)
    (target / SOURCES).write_text(json.dumps(sources, indent=1), encoding="utf-8")


def prune(root: pathlib.Path, keep: str) -> None:
    """Delete all but the newest cache folders; a folder in use by another process may resist, which is fine."""
    folders = sorted((path for path in root.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for path in folders[:-KEPT_FOLDERS]:
        if path.name != keep:
            shutil.rmtree(path, ignore_errors=True)


#: Folder of the kernel sources.
FOLDER = pathlib.Path(__file__).resolve().parents[1]
DIGEST = source_digest(FOLDER)
CACHE_FOLDER = cache_root() / DIGEST


def kernel(function):
    """Compile a function that Python calls, or that is heavy enough to be worth a cache entry of its own."""
    return _cached(function, OPTIONS)


def linked(function):
    """Compile a kernel that only other kernels call, by its address: see `calls`."""
    return _cached(function, {**INNER, **OPTIONS})


def leaf(function):
    """Compile a small function that becomes part of every kernel that calls it.

    A call hands over every field of every array; for a few lines of arithmetic that costs more than the work.
    """
    return numba.njit(forceinline=True, **INNER, **OPTIONS)(function)


def routine(function):
    """Compile a function that only kernels call and that is too large to become part of each of them."""
    return numba.njit(**INNER, **OPTIONS)(function)


def _cached(function, options):
    """Compile a function with an entry in the cache folder, below the name of its package."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER / function.__module__.rpartition(".")[0])
    try:
        return numba.njit(cache=True, **options)(function)
    finally:
        numba.config.CACHE_DIR = before

"""Compiler options and the cache folder of every kernel, named here only.

Numba notices a change in the file of a cached function, but not in the files of the functions that it calls. Running
yesterday's machine code after an edit is the worst kind of bug, so the cache folder is named after a digest of all
kernel sources, the compiler options, the versions and the processor: any edit means another folder.
"""

import hashlib
import os
import pathlib
import platform
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

#: Folders of other digests are kept for switching branches; the oldest beyond this number are deleted.
KEPT_FOLDERS = 4


def source_digest(folder: pathlib.Path) -> str:
    """Digest of everything that decides what the machine code does.

    Args:
        folder: Folder with the kernel sources.

    Returns:
        16 hexadecimal digits.
    """
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode())
        digest.update(content)
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
    digest.update(repr(facts).encode())
    return digest.hexdigest()[:16]


def cache_root() -> pathlib.Path:
    """Folder of all cache folders: in the project, or in the user's cache if that is read-only."""
    chosen = os.environ.get("KYVADLO_CACHE")
    if chosen:
        return pathlib.Path(chosen)
    project = pathlib.Path(__file__).resolve().parents[2]
    if os.access(project, os.W_OK):
        return project / ".cache" / "kernels"
    return pathlib.Path.home() / ".cache" / "kyvadlo" / "kernels"


def prune(root: pathlib.Path, keep: str) -> None:
    """Delete all but the newest cache folders; a folder in use by another process may resist, which is fine."""
    folders = sorted((path for path in root.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for path in folders[:-KEPT_FOLDERS]:
        if path.name != keep:
            shutil.rmtree(path, ignore_errors=True)


DIGEST = source_digest(pathlib.Path(__file__).parent)
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
    """Compile a function with an entry in the cache folder."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        return numba.njit(cache=True, **options)(function)
    finally:
        numba.config.CACHE_DIR = before

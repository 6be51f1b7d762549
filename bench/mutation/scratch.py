"""A copy of the project in which mutants are tried; the work tree is never touched."""

import contextlib
import hashlib
import importlib.util
import os
import pathlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator

from bench.mutation.mutants import Mutant

#: What is not copied: it is large, made by tools, or no part of what is tested.
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".cache", ".hypothesis", "__pycache__", "bench_results", "*.mp4")
#: Where the compiled kernels are.
KERNELS = pathlib.Path(".cache", "kernels")


class Scratch:
    """The copy.

    Attributes:
        root: Its folder.
    """

    def __init__(self, project: pathlib.Path, root: pathlib.Path) -> None:
        """Copy a project.

        Args:
            project: Folder of the project.
            root: Where to; must not be there yet.
        """
        self.root = root
        shutil.copytree(project, root, ignore=LEFT_OUT)  # with times of change, which Numba's cache looks at
        if (project / KERNELS).is_dir():
            _copy_kernels(project, root)

    @contextlib.contextmanager
    def mutated(self, mutant: Mutant) -> Iterator[None]:
        """Inside, the copy has the error; afterwards it is as it was, down to the time of change."""
        path = self.root / mutant.path
        source, times = path.read_bytes(), path.stat()
        caches = self._caches()
        path.write_bytes(mutant.apply(source))
        _forget_bytecode(path)
        try:
            yield
        finally:
            path.write_bytes(source)
            _forget_bytecode(path)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            for folder in self._caches() - caches:
                shutil.rmtree(folder, ignore_errors=True)

    def run(self, words: list[str], seconds: float) -> tuple[int | None, str]:
        """Run Python in the copy.

        Args:
            words: After `python`.
            seconds: It is ended after this long.

        Returns:
            Exit code, None if it was ended; and the end of what it printed.
        """
        with subprocess.Popen(
            [sys.executable, *words],
            cwd=self.root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=hasattr(os, "killpg"),
        ) as process:
            try:
                output, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                _end(process)
                output, _ = process.communicate()
                return None, output[-4000:]
        return process.returncode, output[-4000:]

    def _caches(self) -> set[pathlib.Path]:
        """Folders of compiled kernels, one per version of the sources."""
        folder = self.root / KERNELS
        return {path for path in folder.iterdir() if path.is_dir()} if folder.is_dir() else set()


def _end(process: subprocess.Popen) -> None:
    """End a process with all that it has started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _forget_bytecode(path: pathlib.Path) -> None:
    """Remove what Python has compiled of a file: it would be used for another text of equal length and second."""
    pathlib.Path(importlib.util.cache_from_source(path)).unlink(missing_ok=True)


def _copy_kernels(project: pathlib.Path, root: pathlib.Path) -> None:
    """Copy the newest compiled kernels; Numba looks for them in folders named after those of the sources."""
    versions = sorted((project / KERNELS).glob("*/sources.json"), key=lambda path: path.stat().st_mtime)
    if not versions:
        return
    source = versions[-1].parent
    target = root / KERNELS / source.name
    target.mkdir(parents=True)
    shutil.copy2(versions[-1], target)
    for package in (path for path in source.iterdir() if path.is_dir()):
        inside = pathlib.PurePath(*package.name.split("."))
        old, new = _numba_folder(project / inside), _numba_folder(root / inside)
        if (package / old).is_dir():
            shutil.copytree(package / old, target / package.name / new)


def _numba_folder(package: pathlib.Path) -> str:
    """Name that Numba gives to the cache of a folder of sources."""
    return f"{package.name}_{hashlib.sha1(str(package).encode()).hexdigest()}"

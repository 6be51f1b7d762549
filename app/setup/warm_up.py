"""Compiles all kernels before the program needs them, in several processes, with a progress bar.

The processes share the cache on disk, so this is done once per version of the kernels; a stamp in the cache folder
remembers it.
"""

import concurrent.futures
import functools
import hashlib
import multiprocessing
import os
import pathlib
import signal
import traceback
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool

from app.setup.bootstrap import ROOT, SetupError
from app.setup.progress import ProgressBar

#: More processes would need more memory than a small machine has, about 300 MB each.
PROCESS_LIMIT = 4
#: Time between two looks at the compilers [s].
POLL = 0.05
#: Job of the kernels that the renderer has of its own.
DRAWING = "rows to draw"
#: Files that decide what is compiled, besides the folder of kernels, whose digest names the cache folder.
JOB_FILES = (
    *("physics/warm_up.py", "physics/state/packing.py"),
    *("render/warm_up.py", "render/kernels.py", "render/soft/kernels.py"),
)


def run(show: Callable[[int, int, str], None] | None = None) -> None:
    """Compile what is not in the cache yet; return at once if the stamp says that everything is.

    Args:
        show: Called several times a second with the number of kernels that are done, of all, and what is under way.

    Raises:
        SetupError: In words for the user.
    """
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return
    from physics.kernels.core import jit

    stamp = jit.CACHE_FOLDER / f"complete-{_jobs_digest()}"
    if stamp.exists():
        return
    from physics import warm_up

    try:
        jit.CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        log = jit.CACHE_FOLDER.parent / "warm_up.log"
        if not (jit.CACHE_FOLDER / jit.SOURCES).exists():
            jit.adopt(jit.CACHE_FOLDER.parent, jit.CACHE_FOLDER, jit.import_digests(jit.FOLDER))
        jobs = [*warm_up.jobs(), DRAWING]
        run_jobs(jobs, functools.partial(_compile, warm_up.compile_job), log=log, show=show)
        stamp.touch()
        jit.prune(jit.CACHE_FOLDER.parent, jit.DIGEST)
    except OSError as error:
        raise SetupError(
            f"The compiled kernels cannot be stored: {error}\n"
            "Free some disk space, or name a folder that can be written to in KYVADLO_CACHE."
        ) from error


def run_jobs(
    jobs: list[str],
    compile_job: Callable[[str], object],
    *,
    log: pathlib.Path,
    show: Callable[[int, int, str], None] | None = None,
) -> None:
    """Run jobs side by side.

    Args:
        jobs: Their names.
        compile_job: Does one job, given its name; must be importable in another process.
        log: File for the details of an error.
        show: As of `run`.
    """
    pool = concurrent.futures.ProcessPoolExecutor(
        max_workers=min(os.cpu_count() or 1, PROCESS_LIMIT),
        mp_context=multiprocessing.get_context("spawn"),
        # Ctrl-C reaches every process of the terminal; only the first one shall answer.
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
    with ProgressBar("Compiling kernels", len(jobs)) as bar, pool:
        try:
            names = {pool.submit(_try_job, compile_job, name): name for name in jobs}
            waiting = set(names)
            while waiting:
                finished, waiting = concurrent.futures.wait(waiting, POLL, concurrent.futures.FIRST_COMPLETED)
                for future in finished:
                    _check(future, names[future], log)
                done = len(jobs) - len(waiting)
                under_way = next((name for future, name in names.items() if future in waiting), "")
                bar.update(done, under_way)
                if show is not None:
                    show(done, len(jobs), under_way)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _compile(compile_kernel: Callable[[str], object], name: str) -> None:
    """Do the job of the renderer, or one of the physics."""
    if name != DRAWING:
        compile_kernel(name)
        return
    from render import warm_up

    warm_up.compile_rows()


def _try_job(compile_job: Callable[[str], object], name: str) -> tuple[str, str] | None:
    """Do a job in a worker; an error comes back as its message and traceback: not every exception can be pickled."""
    try:
        compile_job(name)
    except Exception as error:
        return f"{type(error).__name__}: {error}", traceback.format_exc()
    return None


def _check(future: concurrent.futures.Future, name: str, log: pathlib.Path) -> None:
    try:
        failure = future.result()
    except BrokenProcessPool as error:
        raise SetupError(
            f"A compiler process died at {name!r} or beside it, perhaps for lack of memory: close other programs and "
            "start again; what has been compiled is kept."
        ) from error
    if failure:
        log.write_text(failure[1], encoding="utf-8")
        raise SetupError(f"The kernel {name!r} does not compile: {failure[0]}\nThe details are in {log}")


def _jobs_digest() -> str:
    """Digest of what the stamp depends on beyond the kernels: the list of jobs, and the folder, part of Numba's key."""
    digest = hashlib.sha256(str(ROOT).encode())
    for name in JOB_FILES:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()[:16]

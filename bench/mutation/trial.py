"""Tries one mutant: compiles what it concerns, runs the tests nearest to it first, and judges."""

import dataclasses
import pathlib
import re
import time

from bench.mutation import order
from bench.mutation.mutants import Mutant
from bench.mutation.scratch import Scratch

#: Compiles what is not in the cache; kernels that the mutant does not concern are adopted.
COMPILE = ["-c", "from app.setup import warm_up; warm_up.run()"]
KERNELS = "physics/kernels/"
PYTEST = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
#: Exit codes of pytest: all passed, some failed, nothing was collected.
PASSED, FAILED, NOTHING = 0, 1, 5

KILLED, SURVIVED, TIMEOUT, BROKEN, UNCLEAR = "killed", "survived", "timeout", "does not compile", "unclear"


@dataclasses.dataclass(frozen=True)
class Trial:
    """What became of a mutant.

    Attributes:
        mutant: The mutant.
        verdict: One of the words above, or "equivalent".
        reason: The test that noticed it, or why there is no verdict.
        seconds: What it took.
    """

    mutant: Mutant
    verdict: str
    reason: str
    seconds: float


def prepare(scratch: Scratch, seconds: float) -> str:
    """Compile the kernels of a copy, if it has any; returns why that failed, or nothing."""
    if not (scratch.root / "app" / "setup" / "warm_up.py").exists():
        return ""
    code, output = scratch.run(COMPILE, seconds)
    return "" if code == 0 else _last_line(output)


def attempt(scratch: Scratch, mutant: Mutant, seconds: float) -> Trial:
    """Try a mutant.

    Args:
        scratch: The copy.
        mutant: The mutant.
        seconds: Longest time for each run of tests, and for compiling.
    """
    start = time.monotonic()
    with scratch.mutated(mutant):
        verdict, reason = _judge(scratch, mutant, seconds)
    if verdict == KILLED and reason.startswith("tests/"):
        code, _ = scratch.run([*PYTEST, reason], seconds)
        if code != PASSED:
            verdict, reason = UNCLEAR, f"{reason} fails without the mutant, too"
    return Trial(mutant, verdict, reason, time.monotonic() - start)


def _judge(scratch: Scratch, mutant: Mutant, seconds: float) -> tuple[str, str]:
    """Verdict and reason, with the mutant in place."""
    if mutant.path.startswith(KERNELS):
        code, output = scratch.run(COMPILE, seconds)
        if code is None:
            return TIMEOUT, "while it was compiled"
        if code != 0:
            return BROKEN, _last_line(output)
    for stage in order.plan(scratch.root, mutant.path):
        chosen = ["-m", "not slow"] if stage.fast else []
        code, output = scratch.run([*PYTEST, *chosen, *stage.files], seconds)
        if code is None:
            return TIMEOUT, f"tests {stage.name}"
        if code not in (PASSED, NOTHING):
            return KILLED, find_failure(output) or f"pytest ended with {code}: {_last_line(output)}"
    return SURVIVED, ""


def find_failure(output: str) -> str:
    """Test that failed first, or the file that could not be read, of what pytest printed."""
    found = re.search(r"^(?:FAILED|ERROR) (tests/\S+\.py(?:::[^\n]*?)?)(?: - |$)", output, re.MULTILINE)
    return found[1] if found else ""


def _last_line(output: str) -> str:
    return next((line.strip()[:200] for line in reversed(output.splitlines()) if line.strip()), "no output")


def read_sources(root: pathlib.Path, paths: list[str]) -> dict[str, bytes]:
    """Content of all Python files in files and folders, by path relative to the project."""
    found = {}
    for path in paths:
        place = root / path
        if not place.exists():
            raise FileNotFoundError(f"{path} is not in {root}; name files or folders of the project")
        for file in [place] if place.is_file() else sorted(place.rglob("*.py")):
            found[file.relative_to(root).as_posix()] = file.read_bytes()
    return found

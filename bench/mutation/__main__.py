"""`python3 main.py test --mutate N`: draws mutants, tries them in a copy of the project and lists the survivors."""

import argparse
import pathlib
import random
import sys
import tempfile
import tomllib
from collections.abc import Sequence

from bench.mutation.mutants import Mutant, list_mutants
from bench.mutation.scratch import Scratch
from bench.mutation.trial import SURVIVED, Trial, attempt, prepare, read_sources

ROOT = pathlib.Path(__file__).resolve().parents[2]
EQUIVALENT = pathlib.Path(__file__).with_name("equivalent.toml")
RESULTS = pathlib.Path("bench_results", "mutants.md")


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="main.py test", description="put errors into a copy of the sources, one at a time, and run the tests"
    )
    add = parser.add_argument
    add("paths", nargs="*", default=["physics/kernels"], help="files and folders (default physics/kernels)")
    add("--mutate", type=int, required=True, metavar="N", help="number of mutants")
    add("--seed", type=int, default=0, metavar="S", help="another choice of mutants")
    add("--limit", type=float, default=1200.0, metavar="SECONDS", help="longest run of tests (default 1200)")
    options = parser.parse_args(words)
    if options.mutate < 1 or options.limit <= 0.0:
        parser.error("--mutate must be at least 1 and --limit more than 0")
    return options


def draw(sources: dict[str, bytes], count: int, seed: int) -> list[Mutant]:
    """Choose mutants; the same ones for the same sources and seed."""
    every = [mutant for path, source in sorted(sources.items()) for mutant in list_mutants(path, source)]
    return random.Random(seed).sample(every, min(count, len(every)))


def known_reason(mutant: Mutant, known: list[dict[str, str]]) -> str:
    """Why a mutant does the same as the source, if it is listed; else nothing."""
    key = {"path": mutant.path, "text": mutant.text, "change": describe(mutant)}
    return next((entry["reason"] for entry in known if all(entry[name] == value for name, value in key.items())), "")


def describe(mutant: Mutant) -> str:
    """What the mutant changes, in one line."""
    return f"{mutant.old.strip()} -> {mutant.new or 'nothing'}"


def table(trials: Sequence[Trial]) -> str:
    """Verdicts as a table, and their sum."""
    lines = ["| place | line | change | verdict | by | s |", "|---|---|---|---|---|---|"]
    for trial in trials:
        mutant = trial.mutant
        place = f"{mutant.path}:{mutant.line} `{mutant.function}`"
        text = mutant.text.replace("|", "\\|")
        change = describe(mutant).replace("|", "\\|")
        reason = trial.reason.replace("|", "\\|")
        lines.append(f"| {place} | `{text}` | `{change}` | {trial.verdict} | {reason} | {trial.seconds:.0f} |")
    counts = {verdict: sum(t.verdict == verdict for t in trials) for verdict in sorted({t.verdict for t in trials})}
    return "\n".join([*lines, "", ", ".join(f"{count} {verdict}" for verdict, count in counts.items())])


def run(root: pathlib.Path, mutants: Sequence[Mutant], known: list[dict[str, str]], limit: float) -> list[Trial]:
    """Try mutants one after another, printing each verdict when it is known."""
    trials = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        scratch = Scratch(root, pathlib.Path(folder).resolve() / "project")
        if trouble := prepare(scratch, limit):
            raise RuntimeError(f"the copy of the project does not compile: {trouble}")
        for number, mutant in enumerate(mutants, 1):
            place = f"{mutant.path}:{mutant.line}"
            print(f"{number}/{len(mutants)} {place} {describe(mutant)}  ", end="", flush=True)
            reason = known_reason(mutant, known)
            trial = Trial(mutant, "equivalent", reason, 0.0) if reason else attempt(scratch, mutant, limit)
            print(f"{trial.verdict} {trial.reason} ({trial.seconds:.0f} s)", flush=True)
            trials.append(trial)
    return trials


def main(words: Sequence[str], root: pathlib.Path = ROOT, known: pathlib.Path = EQUIVALENT) -> int:
    """Run the command; returns 1 if a mutant survived."""
    options = parse(words)
    mutants = draw(read_sources(root, options.paths), options.mutate, options.seed)
    listed = tomllib.loads(known.read_text("utf-8")).get("mutant", [])
    trials = run(root, mutants, listed, options.limit)
    text = table(trials)
    (root / RESULTS).parent.mkdir(exist_ok=True)
    (root / RESULTS).write_text(text + "\n", encoding="utf-8")
    print(f"\n{text}\n\nwritten to {RESULTS}")
    return int(any(trial.verdict == SURVIVED for trial in trials))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

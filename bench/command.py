"""`python3 main.py bench`: which runs to make, in which order, and where the results go."""

import argparse
import importlib
import json
import os
import platform
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from bench import peers, report
from bench.engines import ENGINES, OURS, PEERS
from bench.processes import ROOT, call
from bench.run_engine import RunResult
from bench.scenes.table import GROWTH, SCENES

RESULTS = ROOT / "bench_results"
BUILD_SECONDS = 600  # time to build a scene, and to compile kernels in the first run, before a run counts as hung
GROWTH_ENGINES = (OURS, "rapier")  # the others would take hours
QUICK_STEPS = 60
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")


@dataclass
class Bench:
    """The settings of one benchmark and what it has found so far.

    Attributes:
        args: Command line.
        engines: Names of the engines to run.
        folder: Where the result of each run goes.
        left_out: Engines that did not install, with the reason.
        results: Runs by engine and scene.
        measures: Small measurements.
        problems: What failed, in words.
        not_built: Scenes that an engine was not asked for, because its adapter does not build them.
    """

    args: argparse.Namespace
    engines: list[str]
    folder: Path
    left_out: dict[str, str] = field(default_factory=dict)
    results: dict[tuple[str, str], list[RunResult]] = field(default_factory=dict)
    measures: list[report.Measure] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    not_built: dict[str, set[str]] = field(default_factory=dict)


def parse(argv: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="main.py bench", description="measure this engine, alone or beside others")
    names = ", ".join(PEERS)
    parser.add_argument("--peers", action="store_true", help=f"also install and measure other engines: {names}")
    parser.add_argument("--engines", default="", help="only these peers, by comma; implies --peers")
    letters = "".join(report.QUALITY_COLUMNS)
    parser.add_argument("--scenes", default=letters, help=f"letters of the scenes (default {letters})")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each engine and scene (default 3)")
    parser.add_argument("--max-seconds", type=float, default=60.0, help="cut a run short after this long (default 60)")
    parser.add_argument("--no-small", action="store_true", help="leave out small measurements and growing piles")
    parser.add_argument(
        "--quick", action="store_true", help=f"one run of {QUICK_STEPS} steps each, to see that all works"
    )
    parser.add_argument(
        "--fuzz", action="store_true", help="random poses for collision, random joints and soft bodies instead"
    )
    parser.add_argument("--long", action="store_true", help="make the long quality runs instead")
    parser.add_argument("--storm", action="store_true", help="make the runs with fast bodies and queries instead")
    parser.add_argument("--frames", action="store_true", help="measure our own Python per frame instead")
    parser.add_argument("--play", action="store_true", help="play in the village instead: step times, soak, shots")
    parser.add_argument("--play-shots", type=int, metavar="N", help="so many shots at the village (default 10,000)")
    args = parser.parse_args(argv)
    if unknown := set(args.scenes) - set(letters):
        parser.error(f"unknown scenes {''.join(sorted(unknown))}; choose from {letters}")
    chosen = args.engines.split(",") if args.engines else PEERS if args.peers else []
    if unknown := set(chosen) - set(PEERS):
        parser.error(f"unknown peers {', '.join(sorted(unknown))}; choose from {names}")
    args.engines = list(chosen)
    if args.play_shots is not None and args.play_shots < 1:
        parser.error("--play-shots must be at least 1")
    if args.repeats < 1 or args.max_seconds <= 0:
        parser.error("--repeats must be at least 1 and --max-seconds more than 0")
    return args


def main(argv: list[str]) -> int:
    """Run the benchmark; return 0 when every run of this engine came to its end."""
    args = parse(argv)
    if args.fuzz:
        poses = int(any(row["broken"] for row in importlib.import_module("bench.fuzz.narrow_phase").run()))
        joints = importlib.import_module("bench.fuzz.joints").main()
        return poses | joints | importlib.import_module("bench.fuzz.softs").main()
    if args.long:
        return importlib.import_module("bench.long").run()
    if args.storm:
        return importlib.import_module("bench.storm").run(quick=args.quick)
    if args.frames:
        return importlib.import_module("bench.frames").main()
    if args.play or args.play_shots:
        return importlib.import_module("bench.play.command").run(quick=args.quick, shots=args.play_shots)
    prepared = peers.prepare(args.engines) if args.engines else peers.Peers()
    folder = RESULTS / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    bench = Bench(args, [OURS, *prepared.ready], folder, prepared.missing)
    try:
        run_scenes(bench, list(args.scenes), 1 if args.quick else args.repeats, bench.engines)
        if not args.no_small:
            run_small(bench)
            piles = [key for key in GROWTH if (OURS, key) not in bench.results]
            run_scenes(bench, piles, 1, [name for name in bench.engines if name in GROWTH_ENGINES])
    except KeyboardInterrupt:
        bench.problems.append("stopped by the user; this is what was measured until then")
    write_report(bench)
    return int(any(problem.startswith(OURS) for problem in bench.problems))


def run_scenes(bench: Bench, keys: list[str], repeats: int, engines: list[str]) -> None:
    """Run every engine on every scene; repeats outside, so that a slow spell of the machine falls on every engine."""
    for repeat in range(repeats):
        for key in keys:
            for engine in engines:
                if not ENGINES[engine].builds(key):
                    bench.not_built.setdefault(engine, set()).add(key)
                    continue
                earlier = bench.results.get((engine, key), [])
                cut_short = bool(earlier) and len(earlier[0].step_ms) < wanted_steps(bench, key)
                if len(earlier) == repeat and not cut_short:  # what failed or took too long is not tried again
                    print(f"{key:3}{engine:10} run {repeat + 1}/{repeats}  ", end="", flush=True)
                    print(run_once(bench, engine, key), flush=True)


def wanted_steps(bench: Bench, key: str) -> int:
    """Steps of a run that is not cut short."""
    steps = SCENES[key]().steps
    return min(QUICK_STEPS, steps) if bench.args.quick else steps


def run_once(bench: Bench, engine: str, key: str) -> str:
    """Make one run in a process of its own; keep its result and return what to tell the user."""
    out = bench.folder / f"{engine}.{key}.npz"
    python = sys.executable if engine == OURS else peers.PYTHON
    steps, limit = wanted_steps(bench, key), bench.args.max_seconds
    options = ["--steps", str(steps), "--max-seconds", str(limit), "--out", str(out)]
    problem = call_alone([python, "-m", "bench.run_engine", engine, key, *options], BUILD_SECONDS + 2 * limit)
    if problem:
        bench.problems.append(f"{engine} failed on scene {key}: {problem}")
        return f"failed: {problem}"
    result = RunResult.load(out)
    bench.results.setdefault((engine, key), []).append(result)
    cut = f"  (cut after {len(result.step_ms)} of {steps} steps)" if len(result.step_ms) < steps else ""
    return f"{result.step_ms.mean():9.3f} ms{cut}"


def run_small(bench: Bench) -> None:
    """Make the small measurements in a process of their own."""
    print("small measurements  ", end="", flush=True)
    out = bench.folder / "small.json"
    problem = call_alone([sys.executable, "-m", "bench.small", "--out", str(out)], BUILD_SECONDS)
    if problem:
        bench.problems.append(f"{OURS} failed in the small measurements: {problem}")
    else:
        found = json.loads(out.read_text())
        bench.measures = [report.Measure(**fields) for fields in found["measures"]]
        bench.problems += [f"{OURS} failed in {problem}" for problem in found["problems"]]
    print(problem or "done", flush=True)


def call_alone(command: list, seconds: float) -> str:
    """Run a Python module on one core with one thread; return why it failed, or nothing."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [-1]
    return call([*command, "--core", str(cores[-1])], seconds, {**os.environ, **ONE_THREAD})


def write_report(bench: Bench) -> None:
    """Print the tables, and write them beside the CSV file and the picture."""
    summaries = [report.summarize(engine, SCENES[key](), runs) for (engine, key), runs in bench.results.items()]
    parts = [f"# Benchmark, {time.strftime('%Y-%m-%d %H:%M')}\n\n{machine()}, one thread, step 1/60 s, sleeping off"]
    for key in bench.args.scenes:
        if here := [s for s in summaries if s.scene.key == key]:
            parts.append(report.scene_table(here))
    if ratios := report.ratio_table(summaries):
        parts.append(ratios)
    piles = [s for s in summaries if s.scene.key in GROWTH and s.engine in GROWTH_ENGINES]
    if {s.scene.key for s in piles} - {"A"}:
        parts.append(report.growth_table(piles))
    if bench.measures:
        parts.append(report.small_table(bench.measures))
    if judged := report.claims(summaries, bench.measures):
        parts.append("### Claims\n\n" + "\n".join(f"- {claim}" for claim in judged))
    notes = [f"{name} left out: {reason}" for name, reason in bench.left_out.items()] + bench.problems
    for name, keys in bench.not_built.items():
        notes.append(f"{name}: scenes {', '.join(sorted(keys))} are not built for this engine")
    for name in bench.engines:
        notes += [
            f"{name}, scene {key}: {note}" for key, note in ENGINES[name].notes.items() if key in bench.args.scenes
        ]
    if notes:
        parts.append("### Notes\n\n" + "\n".join(f"- {note}" for note in notes))
    text = "\n\n".join(parts) + "\n"
    print(f"\n{text}")
    (RESULTS / "results.md").write_text(text)
    report.write_csv(RESULTS / "results.csv", summaries, bench.measures)
    try:
        report.write_plot(RESULTS / "results.png", summaries)
    except ImportError as error:
        print(f"no picture: {error}")
    print(f"results.md, results.csv and results.png are in {RESULTS}")


def machine() -> str:
    """The processor and the Python that measured."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    return f"{model}, Python {platform.python_version()}"

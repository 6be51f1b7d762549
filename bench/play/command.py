"""Play: step times of the village, its scripted player, laps with keys, shots at its walls: `main.py bench --play`."""

import csv
import os
from pathlib import Path

from app.settings import Settings
from app.shell import Shell
from bench.frames import FrameTimes, measure
from bench.play import laps as play_laps, soak as play_soak, times as play_times
from bench.play.times import Case
from bench.processes import ROOT
from bench.storms import arms
from bench.storms.kit import Verdict
from scenes import registry

RESULTS = ROOT / "bench_results"
#: How long the scripted player plays [s], and how many shots are fired.
SECONDS, SHOTS = 600.0, 10_000
QUICK_SECONDS, QUICK_SHOTS = 30.0, 300
#: Frames of the village with its scripted player, and our own Python for one of them [ms], 99th percentile.
FRAMES, FRAME_CLAIM = 600, 8.0


def run(*, quick: bool = False, shots: int | None = None, folder: Path = RESULTS) -> int:
    """Measure and prove; print a table, and a verdict for each part.

    Args:
        quick: Whether little of all will do, to see that all works.
        shots: How many shots are fired at walls, doors and panes; None for as many as usual.
        folder: Where the table goes as a CSV file.

    Returns:
        Exit code: 1 if a promise is broken.
    """
    cases = play_times.run(quick=quick)
    print("Step times of the village, with all controllers [ms]; those of the processor but for the wall's")
    print(f"(load of the machine: {' '.join(f'{load:.1f}' for load in os.getloadavg())})\n")
    print(play_times.table(cases), flush=True)
    found = [time_verdict(cases)]
    print(f"\n{found[0]}", flush=True)
    for verdict in play_soak.run(QUICK_SECONDS if quick else SECONDS):
        print(verdict, flush=True)
        found.append(verdict)
    frames = FRAMES // 10 if quick else FRAMES
    for part in (lambda: frame_verdict(frames), lambda: play_laps.run(quick=quick), lambda: storm(quick, shots)):
        found.append(part())
        print(found[-1], flush=True)
    write_csv(folder / "play.csv", cases, found)
    print(f"play.csv is in {folder}")
    return int(any(verdict.holds is False for verdict in found))


def time_verdict(cases: list[Case]) -> Verdict:
    """Whether all steps are as quick as they should be."""
    slow = [f"{case.name}: {case.slow:.1%} of the steps took more than {case.limit:g} ms" for case in cases]
    return Verdict(
        "step times", all(case.holds for case in cases),
        [text for case, text in zip(cases, slow, strict=True) if not case.holds],
    )  # fmt: skip


def frame_verdict(frames: int) -> Verdict:
    """Our own Python for a frame of the window while the scripted player plays, without step and drawing."""
    shell = Shell(Settings(reduced_motion=True), play_soak.SCENE)
    shell.player.start_script()
    times: FrameTimes = measure(shell, 60, frames)
    parts = " + ".join(f"{part:.2f}" for part in times.medians)
    line = f"median {times.median:.2f} ms (app, frame, instances {parts}), 99 % {times.slow:.2f} ms"
    return Verdict("our own Python per frame", times.slow < FRAME_CLAIM, [line])


def storm(quick: bool, shots: int | None) -> Verdict:
    """Shots of all weapons at all walls, doors and panes."""
    count = shots if shots is not None else QUICK_SHOTS if quick else SHOTS
    return arms.run(registry.load_all()[play_soak.SCENE].start, count=count)


def write_csv(path: Path, cases: list[Case], verdicts: list[Verdict]) -> None:
    """A line for each case, times in ms, then one for each verdict."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["case", *cases[0].figures(), "limit", "holds"])
        writer.writerows([case.name, *case.figures().values(), case.limit, case.holds] for case in cases)
        writer.writerow([])
        writer.writerow(["proof", "holds", "figures"])
        writer.writerows([verdict.name, verdict.holds, "; ".join(verdict.lines)] for verdict in verdicts)

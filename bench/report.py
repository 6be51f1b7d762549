"""Runs -> summaries -> tables, claims, CSV and picture."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.engines import OURS
from bench.judge import Quality, judge
from bench.run_engine import RunResult
from bench.scenes.bodies import PeerScene
from bench.scenes.table import GROWTH, SCENES
from bench.soft_judge import SoftQuality, judge_softs

LAST_STEPS = 60
DEPTH_LIMIT = 0.006  # [m]
DRIFT_LIMIT = 0.02  # [m]
PYBULLET_FACTOR = 10.0
PYBULLET_SCENES = "ABCE"  # for which that factor is claimed
RAY_TOLERANCE = 0.001  # by which hits and distances may differ between engines: rays that graze an edge, and rounding


@dataclass(frozen=True)
class Summary:
    """All runs of one engine on one scene.

    Attributes:
        engine: Name of the engine.
        scene: The scene.
        run_count: Runs that count.
        step_ms: Step times of the run with the lowest mean [ms], shape [steps].
        floor_ms: Mean over the steps of the fastest time any run took for that step [ms].
        spread: Slowest mean over fastest mean, less 1.
        contact_count: Contact points at the end.
        quality: Judgement of the final state.
    """

    engine: str
    scene: PeerScene
    run_count: int
    step_ms: np.ndarray
    floor_ms: float
    spread: float
    contact_count: int
    quality: Quality | SoftQuality

    @property
    def mean_ms(self) -> float:
        """Mean step time of the best run [ms]."""
        return float(self.step_ms.mean())

    @property
    def p95_ms(self) -> float:
        """Time that 95 % of the steps of the best run stay under [ms]."""
        return float(np.percentile(self.step_ms, 95))

    @property
    def last_ms(self) -> float:
        """Mean of the last steps of the best run [ms]."""
        return float(self.step_ms[-LAST_STEPS:].mean())

    @property
    def partial(self) -> bool:
        """Whether the runs ended before the scene did."""
        return len(self.step_ms) < self.scene.steps

    def times(self, ours: "Summary") -> float:
        """How many times our step time this engine takes, over the steps that both made."""
        count = min(len(self.step_ms), len(ours.step_ms))
        return float(self.step_ms[:count].mean() / ours.step_ms[:count].mean())


def summarize(engine: str, scene: PeerScene, results: list[RunResult]) -> Summary:
    """Boil the runs down; when one was cut short, all count up to there."""
    count = min(len(result.step_ms) for result in results)
    means = [float(result.step_ms[:count].mean()) for result in results]
    best = results[int(np.argmin(means))]
    floor = np.min([result.step_ms[:count] for result in results], axis=0).mean()
    return Summary(
        engine=engine,
        scene=scene,
        run_count=len(results),
        step_ms=best.step_ms[:count],
        floor_ms=float(floor),
        spread=max(means) / min(means) - 1.0,
        contact_count=best.contact_count,
        quality=judge_softs(scene, best) if scene.softs else judge(scene, best),
    )


QUALITY_COLUMNS = {
    "A": ("depth max mm", "depth mean mm", "ground mm", "drift m", "energy J"),
    "B": ("stands", "drift m", "sink m", "depth max mm", "ground mm", "energy J"),
    "C": ("depth max mm", "depth mean mm", "ground mm", "top m", "energy J"),
    "D": ("joint gap mm", "energy drift", "energy J"),
    "E": ("escaped", "depth max mm", "depth mean mm", "ground mm", "top m", "energy J"),
    "T": ("escaped", "depth max mm", "depth mean mm", "ground mm", "drift m", "energy J"),
    "H": ("depth max mm", "depth mean mm", "ground mm", "top m", "energy J"),
    "Y": ("depth max mm", "depth mean mm", "ground mm", "top m", "energy J"),
    "R": ("hits", "hit distance m"),
    "G": ("joint gap mm", "energy drift", "energy J"),
    "J": ("joint gap mm", "limit deg", "depth max mm", "depth mean mm", "ground mm", "top m", "energy J"),
    "K": ("stretch %", "creep mm/s"),
    "L": ("stretch %", "penetration mm", "creep mm/s"),
    "M": ("volume %", "overlapping", "penetration mm", "creep mm/s"),
    "N": ("sag %", "stretch %", "creep mm/s"),
    "O": ("volume %", "stretch %", "penetration mm", "creep mm/s"),
    "P": ("through", "stretch %", "creep mm/s"),
}


def soft_cell(column: str, quality: SoftQuality) -> str:
    """One number of a judgement of soft bodies, in words."""
    if not quality.finite:
        return "not finite"
    return {
        "stretch %": f"{100 * quality.stretch:.2f}",
        "volume %": f"{100 * quality.volume_least:.1f} to {100 * quality.volume_most:.1f}",
        "penetration mm": f"{1000 * quality.penetration:.1f}",
        "overlapping": str(quality.overlap),
        "sag %": f"{100 * quality.sag_error:+.2f}",
        "through": str(quality.through),
        "creep mm/s": f"{1000 * quality.creep:.3g}",
    }[column]


def quality_cell(column: str, quality: Quality | SoftQuality) -> str:
    """One number of a judgement, in words."""
    if isinstance(quality, SoftQuality):
        return soft_cell(column, quality)
    if not quality.finite:
        return "not finite"
    return {
        "stands": "yes" if quality.stands else "NO",
        "escaped": str(quality.escaped_count),
        "drift m": f"{quality.drift:.3f}",
        "sink m": f"{quality.sink:.3f}",
        "top m": f"{quality.top:.2f}",
        "depth max mm": f"{1000 * quality.pair_depth_max:.1f}",
        "depth mean mm": f"{1000 * quality.pair_depth_mean:.1f}",
        "ground mm": f"{1000 * quality.ground_depth:.1f}",
        "energy J": f"{quality.kinetic_energy:.3g}",
        "joint gap mm": f"{1000 * quality.joint_gap:.1f}",
        "limit deg": f"{np.degrees(quality.limit_excess):.1f}",
        "energy drift": f"{quality.energy_drift:+.1%}",
        "hits": f"{quality.hit_count:,}",
        "hit distance m": f"{quality.hit_distance:,.1f}",
    }[column]


def table(rows: list[list[str]]) -> str:
    """A Markdown table that is also straight on screen; the first row is the head."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "| "
        + " | ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True)))
        + " |"
        for row in rows
    ]
    rule = "|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def scene_table(summaries: list[Summary]) -> str:
    """One scene, every engine, the fastest first."""
    scene = summaries[0].scene
    ours = next((s for s in summaries if s.engine == OURS), None)
    columns = QUALITY_COLUMNS[scene.key]
    rows = [["engine", "runs", "floor ms", "mean ms", "p95 ms", "last 60 ms", "spread", "x ours", "contacts", *columns]]
    for s in sorted(summaries, key=lambda summary: summary.mean_ms):
        steps = f" ({len(s.step_ms)} of {scene.steps} steps)" if s.partial else ""
        times = [f"{value:.2f}" for value in (s.floor_ms, s.mean_ms, s.p95_ms, s.last_ms)]
        ratio = f"{s.times(ours):.2f}" if ours else "-"
        quality = [quality_cell(column, s.quality) for column in columns]
        rows.append(
            [s.engine + steps, str(s.run_count), *times, f"{s.spread:.0%}", ratio, str(s.contact_count), *quality]
        )
    return f"### {scene.key}: {scene.title}, {scene.steps} {'batches' if scene.rays else 'steps'}\n\n{table(rows)}"


def ratio_table(summaries: list[Summary]) -> str:
    """How many times our mean rapier takes, scene by scene."""
    found = {(s.engine, s.scene.key): s for s in summaries}
    rows = [["scene", "ours ms", "rapier ms", "rapier / ours", "claim: mean at most that of rapier3d"]]
    for key in QUALITY_COLUMNS:
        ours, rapier = found.get((OURS, key)), found.get(("rapier", key))
        if ours and rapier:
            ratio = rapier.times(ours)
            word = "run too short" if ours.partial else "yes" if ratio >= 1.0 else "NO"
            name = f"{key}: {ours.scene.title}"
            rows.append([name, f"{ours.mean_ms:.2f}", f"{rapier.mean_ms:.2f}", f"{ratio:.2f}", word])
    return f"### Beside rapier3d\n\n{table(rows)}" if len(rows) > 1 else ""


def growth_table(summaries: list[Summary]) -> str:
    """How the step time of a pile of boxes grows with its size."""
    rows = [["engine", "boxes", "mean ms", "us per box", "contacts", "depth max mm"]]
    for s in sorted(summaries, key=lambda summary: (summary.engine, len(summary.scene.bodies))):
        count = len(s.scene.bodies)
        depth = quality_cell("depth max mm", s.quality)
        rows.append(
            [s.engine, f"{count:,}", f"{s.mean_ms:.2f}", f"{1000 * s.mean_ms / count:.2f}", str(s.contact_count), depth]
        )
    return f"### Growth of a pile\n\n{table(rows)}"


@dataclass(frozen=True)
class Measure:
    """One small measurement: what, how much, the claimed limit (all in `unit`)."""

    name: str
    value: float
    unit: str
    limit: float


def small_table(measures: list[Measure]) -> str:
    """The small measurements."""
    rows = [["measure", "value", "claim", "unit"]]
    rows += [[m.name, f"{m.value:.3g}", f"< {m.limit:g}", m.unit] for m in measures]
    return f"### Small things\n\n{table(rows)}"


@dataclass(frozen=True)
class Claim:
    """A promise of the project; `holds` is None when this run cannot tell."""

    text: str
    holds: bool | None
    detail: str

    def __str__(self) -> str:
        word = {True: "pass", False: "FAIL", None: "skip"}[self.holds]
        return f"{word}  {self.text}: {self.detail}"


def claims(summaries: Iterable[Summary], measures: Iterable[Measure] = ()) -> list[Claim]:
    """Every promise, judged by what was measured."""
    found = {(s.engine, s.scene.key): s for s in summaries}
    result = []
    for key in QUALITY_COLUMNS:
        ours, rapier = found.get((OURS, key)), found.get(("rapier", key))
        if ours and not ours.scene.softs:
            result.append(speed_claim(ours, rapier, "rapier", 1.0))
            if key in PYBULLET_SCENES:
                result.append(speed_claim(ours, found.get(("pybullet", key)), "pybullet", PYBULLET_FACTOR))
            result += quality_claims(ours)
            if ours.scene.rays and rapier:
                result.append(ray_claim(ours, rapier))
    result += [
        Claim(f"{m.name} < {m.limit:g} {m.unit}", m.value < m.limit, f"{m.value:.3g} {m.unit}") for m in measures
    ]
    return result


def speed_claim(ours: Summary, peer: Summary | None, name: str, factor: float) -> Claim:
    """At most the mean step time of a peer, divided by `factor`."""
    text = f"{ours.scene.key} mean step at most that of {name}" + (f" / {factor:g}" if factor != 1.0 else "")
    if peer is None:
        return Claim(text, None, "not measured")
    if ours.partial:
        return Claim(text, None, "run too short")
    times = peer.times(ours)
    part = f" over the first {len(peer.step_ms)} steps" if peer.partial else ""
    return Claim(text, times >= factor, f"{ours.mean_ms:.2f} ms, {name} takes {times:.2f} times as long{part}")


def quality_claims(ours: Summary) -> list[Claim]:
    """What the final state of a scene must look like; only a full run can tell."""
    quality, key = ours.quality, ours.scene.key
    if isinstance(quality, SoftQuality):
        return []

    def claim(text: str, holds: bool, detail: str) -> Claim:
        return Claim(f"{key} {text}", None, "run too short") if ours.partial else Claim(f"{key} {text}", holds, detail)

    depth = claim(
        f"no overlap over {1000 * DEPTH_LIMIT:g} mm", quality.depth < DEPTH_LIMIT, f"{1000 * quality.depth:.1f} mm"
    )
    holds = quality.stands and quality.drift < DRIFT_LIMIT
    stands = claim(f"stands, drift under {100 * DRIFT_LIMIT:g} cm", holds, f"{100 * quality.drift:.1f} cm")
    kept = claim("no sphere lost", quality.finite and quality.escaped_count == 0, f"{quality.escaped_count} lost")
    lost = claim("no body lost", quality.finite and quality.escaped_count == 0, f"{quality.escaped_count} lost")
    return {"A": [depth], "B": [stands, depth], "E": [kept], "T": [lost], "J": [lost]}.get(key, [])


def ray_claim(ours: Summary, peer: Summary) -> Claim:
    """The rays of the first batch hit the same things."""
    hits = abs(ours.quality.hit_count - peer.quality.hit_count) / max(1, peer.quality.hit_count)
    way = abs(ours.quality.hit_distance - peer.quality.hit_distance) / max(1.0, peer.quality.hit_distance)
    text = f"{ours.scene.key} hits and distances within {RAY_TOLERANCE:.1%} of those of {peer.engine}"
    detail = f"{ours.quality.hit_count:,} and {peer.quality.hit_count:,} hits, distances differ by {way:.2%}"
    return Claim(text, max(hits, way) <= RAY_TOLERANCE, detail)


CSV_COLUMNS = (
    "engine",
    "scene",
    "bodies",
    "runs",
    "steps",
    "floor_ms",
    "mean_ms",
    "p95_ms",
    "last60_ms",
    "spread",
    "contacts",
)


def write_csv(path: Path, summaries: Iterable[Summary], measures: Iterable[Measure] = ()) -> None:
    """One line per engine and scene, then one per small measurement, all numbers in base units but times in ms."""
    quality_names = list(dict.fromkeys([*Quality.__dataclass_fields__, *SoftQuality.__dataclass_fields__]))
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*CSV_COLUMNS, *quality_names])
        for s in summaries:
            times = [s.floor_ms, s.mean_ms, s.p95_ms, s.last_ms, s.spread]
            counts = [len(s.scene.bodies), s.run_count, len(s.step_ms)]
            quality = [getattr(s.quality, name, "") for name in quality_names]
            writer.writerow([s.engine, s.scene.key, *counts, *times, s.contact_count, *quality])
        writer.writerow([])
        writer.writerow(["measure", "value", "unit", "limit"])
        writer.writerows([m.name, m.value, m.unit, m.limit] for m in measures)


def write_plot(path: Path, summaries: list[Summary]) -> None:
    """Bars of the mean step times, and lines of the growing piles, both on logarithmic scales."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13, 5), layout="constrained")
    bars, lines = figure.subplots(1, 2, width_ratios=(3, 2))
    keys = [key for key in SCENES if key in QUALITY_COLUMNS and any(s.scene.key == key for s in summaries)]
    engines = list(dict.fromkeys(s.engine for s in summaries))
    width = 0.8 / max(1, len(engines))
    for row, engine in enumerate(engines):
        found = {s.scene.key: s for s in summaries if s.engine == engine}
        here = [(i, found[key]) for i, key in enumerate(keys) if key in found]
        drawn = bars.bar([i + row * width for i, _ in here], [s.mean_ms for _, s in here], width, label=engine)
        bars.bar_label(drawn, [f"{s.mean_ms:.3g}" + ("*" if s.partial else "") for _, s in here], fontsize=7)
        pile = [found[key] for key in GROWTH if key in found]
        if len(pile) > 1:
            lines.plot([len(s.scene.bodies) for s in pile], [s.mean_ms for s in pile], marker="o", label=engine)
    bars.set_xticks(
        [i + 0.4 - width / 2 for i in range(len(keys))], [f"{key}: {SCENES[key]().title}" for key in keys], fontsize=8
    )
    bars.set(yscale="log", ylabel="mean step [ms]   (* run cut short)", title="Step time, one thread")
    bars.margins(y=0.1)
    bars.legend(ncols=len(engines), fontsize=8, loc="upper left")
    lines.set(xscale="log", yscale="log", xlabel="boxes", ylabel="mean step [ms]", title="Growth of a pile")
    if lines.lines:
        lines.legend()
    else:
        lines.set_axis_off()
    figure.savefig(path, dpi=110)

"""Proofs that take too long for the tests: things that stand, spin, bounce, or come and go for minutes.

python -m bench.long            all of them; one line each, PASS or FAIL with figures
python -m bench.long NAME ...   only those whose name contains one of the words
"""

import math
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench import soft_long
from bench.processes import ROOT
from physics import Body, BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0
GRAVITY = 9.81
CUBE = ShapeBox((0.5, 0.5, 0.5))
UPRIGHT = (0.0, 0.0, 0.0, 1.0)

#: What a proof found: whether it holds (None: nothing was claimed), and the figures.
Verdict = tuple[bool | None, str]


def run(words: list[str] | None = None) -> int:
    """Run the proofs and print a line for each.

    Args:
        words: Parts of names; only proofs with one of them are run. All by default.

    Returns:
        Exit code: 1 if a proof failed.
    """
    failed = 0
    for name, proof in PROOFS.items():
        if words and not any(word in name for word in words):
            continue
        start = time.perf_counter()
        try:
            holds, figures = proof()
        except Exception as error:  # a proof that crashes has failed, the others still count
            holds, figures = False, f"{type(error).__name__}: {error}"
        failed += holds is False
        mark = {True: "PASS", False: "FAIL", None: "INFO"}[holds]
        print(f"{mark}  {name:28s} {figures}  ({time.perf_counter() - start:.1f} s)", flush=True)
    return 1 if failed else 0


def grounded_world(**options: bool) -> World:
    """World with a level ground."""
    world = World(**options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    return world


def deepest(world: World) -> float:
    """Deepest overlap of all contacts [m]."""
    return max(0.0, -float(world.contacts()["separation"].min(initial=0.0)))


# ---- Things that stand -----------------------------------------------------------------------------------------------


def watch(world: World, bodies: list[Body], seconds: float) -> tuple[float, float, float]:
    """Run; return the largest way sideways and down [m], and when all were asleep [s]."""
    start = world.read(bodies, "position")
    asleep = math.inf
    for _ in range(round(seconds / DT)):
        world.step(DT)
        if asleep == math.inf and world.stats.awake_count == 0:
            asleep = world.time
    moved = world.read(bodies, "position") - start
    return float(np.hypot(moved[:, 0], moved[:, 2]).max()), float(-moved[:, 1].min()), asleep


def pyramid(*, sleeping: bool) -> Verdict:
    """Base 40, 820 boxes, 60 s. It stands if no box went 10 cm sideways, nor down more than the overlaps add up to."""
    world = grounded_world(sleeping=sleeping)
    places = [((i - (39 - row) / 2) * 1.02, 0.5 + row, 0.0) for row in range(40) for i in range(40 - row)]
    boxes = world.add_bodies(position=places, shape=CUBE)
    drift, sink, asleep = watch(world, boxes, 60.0)
    stands = drift < 0.1 and sink < 0.5
    figures = (
        f"{'stands' if stands else 'FELL'}, drift {drift:.4f} m, sank {sink:.3f} m, overlap {deepest(world):.4f} m"
    )
    if sleeping:
        return stands, f"{figures}, asleep after {asleep:.2f} s"
    return None, figures


def stack(count: int) -> Verdict:
    """Boxes one on another for 20 s: drift under 1 cm, asleep within 5 s."""
    world = grounded_world()
    boxes = world.add_bodies(position=[(0.0, 0.5 + k, 0.0) for k in range(count)], shape=CUBE)
    drift, sink, asleep = watch(world, boxes, 20.0)
    figures = f"drift {drift:.4f} m, sank {sink:.3f} m, overlap {deepest(world):.4f} m, asleep after {asleep:.2f} s"
    return drift < 0.01 and asleep < 5.0 and sink < 0.5, figures


def awake_stack(count: int) -> Verdict:
    """The same for 20 s without sleep, for the record."""
    world = grounded_world(sleeping=False)
    boxes = world.add_bodies(position=[(0.0, 0.5 + k, 0.0) for k in range(count)], shape=CUBE)
    drift, sink, _ = watch(world, boxes, 20.0)
    return None, f"drift {drift:.4f} m, sank {sink:.3f} m"


def log_pile(layers: int) -> Verdict:
    """Capsules laid crosswise, two in a layer, for 20 s: drift under 1 cm, asleep within 5 s."""
    world = grounded_world()
    half = math.sqrt(0.5)
    logs = []
    for layer in range(layers):
        across = layer % 2 == 1
        turn = (half, 0.0, 0.0, half) if across else (0.0, 0.0, half, half)
        for side in (-0.7, 0.7):
            height = 0.2 + 0.4 * layer
            place = (side, height, 0.0) if across else (0.0, height, side)
            logs.append(world.add_body(shape=ShapeCapsule(0.2, 1.0), position=place, orientation=turn))
    drift, sink, asleep = watch(world, logs, 20.0)
    figures = f"drift {drift:.4f} m, sank {sink:.3f} m, overlap {deepest(world):.4f} m, asleep after {asleep:.2f} s"
    return drift < 0.01 and asleep < 5.0 and sink < 0.5, figures


# ---- Things that spin ------------------------------------------------------------------------------------------------


def energy_span(energy: Callable[[], float], step: Callable[[], object], seconds: float) -> tuple[float, float]:
    """Lowest and highest energy during a run, as parts of the first."""
    first = low = high = energy()
    for _ in range(round(seconds / DT)):
        step()
        now = energy()
        low, high = min(low, now), max(high, now)
    return low / first, high / first


def judge_energy(span: tuple[float, float], remark: str = "") -> Verdict:
    """Energy has to stay within 2 %."""
    return span[0] > 0.98 and span[1] < 1.02, f"energy {span[0]:.5f} to {span[1]:.5f} of the first{remark}"


def tennis_racket() -> Verdict:
    """Spin about the middle axis, 60 s: flips, and keeps its energy."""
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=ShapeBox((0.1, 0.2, 0.4)), angular_velocity=(0.05, 6.0, 0.02))
    flips, last = 0, 1.0

    def step() -> None:
        nonlocal flips, last
        world.step(DT)
        x, y, z, w = body.orientation
        wx, wy, wz = body.angular_velocity
        # Second column of the rotation matrix, times the angular velocity: the spin about the body's y axis.
        spin = 2 * (x * y - z * w) * wx + (1 - 2 * (x * x + z * z)) * wy + 2 * (y * z + x * w) * wz
        flips += spin * last < 0.0
        last = spin

    span = energy_span(lambda: body.kinetic_energy, step, 60.0)
    holds, figures = judge_energy(span, f", {flips} flips")
    return holds and flips >= 10, figures


def free_top() -> Verdict:
    """A symmetric body precesses about its angular momentum, 60 s."""
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=ShapeBox((0.4, 0.1, 0.4)), angular_velocity=(3.0, 12.0, 0.0))
    return judge_energy(energy_span(lambda: body.kinetic_energy, lambda: world.step(DT), 60.0))


def ground_top() -> Verdict:
    """A disc on a stem with a round tip precesses on the ground, 60 s."""
    world = grounded_world()
    tilt, spin = 0.2, 100.0
    axis = np.array((math.sin(tilt), math.cos(tilt), 0.0))
    eighth = (0.0, math.sin(math.pi / 8), 0.0, math.cos(math.pi / 8))
    parts = [
        (ShapeCapsule(0.02, 0.13), (0.0, 0.15, 0.0), UPRIGHT),
        (ShapeBox((0.15, 0.03, 0.15)), (0.0, 0.2, 0.0), UPRIGHT),
        (ShapeBox((0.15, 0.03, 0.15)), (0.0, 0.2, 0.0), eighth),
    ]
    top = world.add_body(
        shapes=parts, position=np.array((0.0, 0.02, 0.0)) - 0.02 * axis, angular_velocity=spin * axis, friction=1.0,
        orientation=(0.0, 0.0, -math.sin(tilt / 2), math.cos(tilt / 2)),
    )  # fmt: skip
    fallen = math.inf

    def step() -> None:
        nonlocal fallen
        world.step(DT)
        x, _, z, _ = top.orientation
        if fallen == math.inf and 1 - 2 * (x * x + z * z) < math.cos(0.6):
            fallen = world.time

    span = energy_span(lambda: top.kinetic_energy + top.mass * GRAVITY * top.center_of_mass.y, step, 60.0)
    return judge_energy(span, "" if fallen == math.inf else f", fell over after {fallen:.1f} s")


# ---- Things that bounce ----------------------------------------------------------------------------------------------


def bounces() -> Verdict:
    """Balls of four radii with restitution 1, at four numbers of substeps: 100 bounces within 5 % of the height."""
    low, high, few = math.inf, 0.0, 0
    for substeps in (1, 2, 4, 8):
        for radius in (0.05, 0.1, 0.25, 1.0):
            apex = bounce_heights(radius, substeps)
            few += len(apex) < 100
            low, high = min(low, *apex, math.inf), max(high, *apex, 0.0)
    figures = f"apex {low / 2.0:.4f} to {high / 2.0:.4f} of the first height"
    return few == 0 and low / 2.0 > 0.95 and high / 2.0 < 1.05, figures + (f", {few} of 16 came to rest" if few else "")


def bounce_heights(radius: float, substeps: int) -> list[float]:
    """Heights of the first 100 apexes of a ball dropped from 2 m [m]; fewer when it takes more than 150 s."""
    world = World(substeps=substeps)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    ball = world.add_body(shape=ShapeSphere(radius), position=(0.0, radius + 2.0, 0.0), restitution=1.0)
    tops, top, last = [], 2.0, 0.0
    while len(tops) < 101 and world.time < 150.0:
        world.step(DT)
        speed = ball.velocity.y
        if last < 0.0 <= speed:
            tops.append(top)
            top = 0.0
        top = max(top, ball.position.y - radius)
        last = speed
    return tops[1:]


# ---- Things that come and go -----------------------------------------------------------------------------------------


def memory() -> float:
    """Memory of this process [MB]; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0


def add_random_body(world: World, random: np.random.Generator) -> Body:
    """A body of any kind and shape, above the ground."""
    shapes = (
        ShapeSphere(random.uniform(0.1, 0.5)),
        ShapeBox(random.uniform(0.1, 0.5, 3)),
        ShapeCapsule(random.uniform(0.1, 0.3), random.uniform(0.1, 0.5)),
    )
    shape = shapes[random.integers(3)]
    kind = random.choice([BodyKind.DYNAMIC] * 8 + [BodyKind.KINEMATIC, BodyKind.STATIC])
    place = {"position": random.uniform((-4, 0.5, -4), (4, 6, 4)), "orientation": random.normal(size=4)}
    if kind != BodyKind.STATIC:
        place["velocity"] = random.normal(size=3)
    surface = {"restitution": random.choice([0.0, 0.5]), "friction": random.uniform(0.0, 1.0)}
    if random.random() < 0.2:
        return world.add_body(
            kind=kind, shapes=[(shape, (0, 0, 0), UPRIGHT), (shapes[0], (0.5, 0, 0), UPRIGHT)], **place, **surface
        )
    return world.add_body(kind=kind, shape=shape, **place, **surface)


def dangling(body: Body) -> bool:
    """Whether a removed body still answers."""
    if body.alive:
        return True
    try:
        _ = body.position
    except LookupError:
        return False
    return True


def soak() -> Verdict:
    """Bodies are added and removed at random for 10,000 steps: no dangling handle, no growth of memory, no NaN."""
    world, random = grounded_world(), np.random.default_rng(11)
    living, gone, faults, early, most = [], [], 0, 0.0, 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a body that is frozen is a fault
        for k in range(10_000):
            if len(living) < 100 or (len(living) < 200 and random.random() < 0.5):
                living.append(add_random_body(world, random))
            if len(living) > 50 and random.random() < 0.5:
                gone.append(living.pop(random.integers(len(living))))
                world.remove_body(gone[-1])
            world.step(DT)
            for body in living[:]:
                if body.kind == BodyKind.KINEMATIC and max(map(abs, body.position)) > 50.0:
                    living.remove(body)
                    gone.append(body)
                    world.remove_body(body)
            if k % 10 == 0:
                faults += count_faults(world, living, gone)
                gone = gone[-50:]
                most = max(most, len(living))
            if k == 3_000:
                early = memory()
    growth = memory() - early
    figures = f"{faults} faults, up to {most} bodies, {growth:+.1f} MB from step 3,000 to 10,000"
    return faults == 0 and growth < 4.0, figures


def count_faults(world: World, living: list[Body], gone: list[Body]) -> int:
    """Rules of the books that are broken."""
    view = world.snapshot()
    numbers = {body.id for body in living} | {world.bodies[0].id}
    points = world.contacts()
    finite = all(np.isfinite(array).all() for array in (view.position, view.orientation, view.velocity))
    return (
        (not finite)
        + (set(view.body.tolist()) != numbers)
        + (not set(points["body_a"].tolist()) | set(points["body_b"].tolist()) <= numbers)
        + (world.stats.body_count != len(living) + 1)
        + sum(map(dangling, gone))
        + (float(np.abs(view.position[view.kind == BodyKind.DYNAMIC]).max(initial=0.0)) > 1e3)
    )


# ---- Determinism -----------------------------------------------------------------------------------------------------


def hash_run() -> str:
    """Hashes of a lively world after every one of 600 steps, as one word."""
    world, random = grounded_world(), np.random.default_rng(7)
    bodies = []
    total = 0
    for k in range(600):
        if k % 4 == 0:
            bodies.append(add_random_body(world, random))
        if k % 9 == 0 and k > 100:
            world.remove_body(bodies.pop(random.integers(len(bodies))))
        world.step(DT)
        total = (total * 1_000_003 + world.state_hash()) % 2**64
    return f"{total:016x}"


def two_processes() -> Verdict:
    """The same inputs give the same hash after every step, in this process twice and in two others."""
    words = [hash_run(), hash_run()]
    code = "from bench.long import hash_run; print(hash_run())"
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
        words.append(done.stdout.strip())
    return len(set(words)) == 1, f"hashes of 600 steps: {', '.join(words)}"


PROOFS: dict[str, Callable[[], Verdict]] = {
    "pyramid base 40, 60 s": lambda: pyramid(sleeping=True),
    "pyramid base 40, awake": lambda: pyramid(sleeping=False),
    "stack of 10, 20 s": lambda: stack(10),
    "stack of 20, 20 s": lambda: stack(20),
    "stack of 30, 20 s": lambda: stack(30),
    "stack of 30, awake": lambda: awake_stack(30),
    "log pile of 30 layers, 20 s": lambda: log_pile(30),
    "tennis racket, 60 s": tennis_racket,
    "free top, 60 s": free_top,
    "top on the ground, 60 s": ground_top,
    "restitution 1, 100 bounces": bounces,
    "add and remove, 10,000 steps": soak,
    "two processes, one hash": two_processes,
    **soft_long.PROOFS,
}

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))

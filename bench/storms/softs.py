"""Soft bodies that are shot at, and soft bodies that are thrown: nothing passes a surface that is whole.

python -m bench.storms.softs [SHOTS [THROWS]]      10,000 and 2,000

Shots are rigid bodies of 1 to 30 cm at 10 to 1,000 m/s, of four shapes, at cloth that is held along its border, at
jelly and at balloons, none of which tears. Whether one is behind a surface follows from the sum of the solid angles of
its triangles, as seen from the middle of the shot: 4 pi inside of what is closed. A cloth is closed by triangles from
its border, which does not move, to a point far behind it. Throws are soft bodies of all kinds at up to 100 m/s, at
boxes of 1 to 20 cm, at a sheet without thickness and at a height field.
"""

import math
import sys
import time
from collections.abc import Callable

import numpy as np

from bench.storms import kit
from bench.storms.kit import DT, Verdict
from physics import (
    BodyKind,
    Shape,
    ShapeBox,
    ShapeHeightField,
    ShapeMesh,
    Soft,
    SoftCloth,
    SoftCluster,
    SoftRope,
    SoftShell,
    SoftSolid,
    World,
)  # fmt: skip
from physics.soft.forms.form import SoftForm

SHOT_KINDS = ("sphere", "box", "capsule", "hull")
SHOT_REACH = (0.01, 0.3)  # from the middle of a shot to its farthest point [m]
SHOT_SPEED = (10.0, 1000.0)  # [m/s]
SHOT_STEPS = 30
THROW_SPEED = 100.0  # of the fastest [m/s]
THROW_STEPS = 40
#: How far a vertex may be behind a sheet or a height field, which have no thickness, for a step [m].
SLACK = 1e-3
BORDER = 0.59  # where the cloth is held [m]
WALL = 4.0  # half the width of a wall [m]

CLOTH = SoftCloth.grid(columns=21, rows=21, spacing=0.06)
TARGETS: dict[str, tuple[SoftForm, dict]] = {
    "cloth": (CLOTH, {"stretch": 5e4, "pins": np.flatnonzero(np.abs(CLOTH.points[:, [0, 2]]).max(axis=1) > BORDER)}),
    "jelly": (SoftSolid.lattice((4, 4, 4), 0.25), {"young": 1e5}),
    "balloon": (SoftShell.ball(0.5, detail=3, pressure=3000.0), {"material": "latex"}),
}
THROWN: tuple[tuple[SoftForm, dict], ...] = (
    (SoftSolid.lattice((2, 2, 2), 0.1), {}),
    (SoftSolid.lattice((3, 1, 2), 0.12), {"young": 1e7}),
    (SoftCloth.grid(columns=7, rows=7, spacing=0.05), {}),
    (SoftRope.line((-0.3, 0, 0), (0.3, 0, 0), segments=12), {}),
    (SoftShell.ball(0.15, detail=1, pressure=2000.0), {}),
    (SoftShell.ball(0.15, detail=1, pressure=500.0, liquid=True), {}),
    (SoftCluster(SoftSolid.lattice((2, 2, 2), 0.1).points), {}),
)
SQUARE = [(-WALL, -WALL, 0.0), (WALL, -WALL, 0.0), (WALL, WALL, 0.0), (-WALL, WALL, 0.0)]
SIDE = np.linspace(-WALL, WALL, 33)
HILLS = 0.1 * np.sin(2.0 * SIDE)[:, None] * np.cos(3.0 * SIDE)[None, :]


def winding(point: np.ndarray, corners: np.ndarray) -> float:
    """How often triangles [n, 3, 3] go around a point: 1 inside of a closed surface that faces outward, 0 outside."""
    a, b, c = np.moveaxis(corners - point, 1, 0)
    la, lb, lc = (np.linalg.norm(side, axis=1) for side in (a, b, c))
    volume = (a * np.cross(b, c)).sum(axis=1)
    below = la * lb * lc + (a * b).sum(1) * lc + (b * c).sum(1) * la + (c * a).sum(1) * lb
    return float(2.0 * np.arctan2(volume, below).sum() / (4.0 * math.pi))


def is_behind(name: str, soft: Soft, point: np.ndarray) -> bool:
    """Whether a point is on the other side of the surface of a target."""
    triangles, place = soft.triangles, soft.positions
    corners = place[triangles]
    if name == "cloth":
        edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
        known = {tuple(edge) for edge in edges.tolist()}
        rim = np.array([edge for edge in known if edge[::-1] not in known])
        apex = np.broadcast_to((0.0, -1e3, 0.0), (len(rim), 3))
        corners = np.concatenate([corners, np.stack([place[rim[:, 1]], place[rim[:, 0]], apex], axis=1)])
    return abs(winding(point, corners)) > 0.5


def shoot(number: int, random: np.random.Generator) -> str:
    """One shot, each at a target of its own; what is wrong with it, or nothing."""
    name = list(TARGETS)[number % len(TARGETS)]
    kind = SHOT_KINDS[number // len(TARGETS) % len(SHOT_KINDS)]
    form, options = TARGETS[name]
    world = World(gravity=(0.0, 0.0, 0.0), substeps=4, sleeping=False)
    soft = world.add_soft(form, break_strain=math.inf, **options)
    reach = math.exp(random.uniform(*np.log(SHOT_REACH)))
    speed = math.exp(random.uniform(*np.log(SHOT_SPEED)))
    shape = kit.shape_of(kind, kit.random_size(kind, random, reach, reach))
    aim = np.array((random.uniform(-0.4, 0.4), 0.0, random.uniform(-0.4, 0.4)))
    way = np.array((random.uniform(-0.5, 0.5), -1.0, random.uniform(-0.5, 0.5)))
    way /= np.linalg.norm(way)
    start = aim - (0.7 + reach) * way / abs(way[1])
    shot = world.add_body(
        shape=shape, density=float(random.choice([300.0, 1000.0, 8000.0])), position=tuple(start), bullet=True,
        orientation=kit.random_turn(random), velocity=tuple(speed * way),
        angular_velocity=tuple(random.normal(size=3) * 10.0),
    )  # fmt: skip
    told = f"{number}: {kind} of {reach:.3f} m, {shot.mass:.3g} kg at {speed:.0f} m/s, {name}"
    for _ in range(SHOT_STEPS):
        world.step(DT)
        if not np.isfinite(soft.positions).all() or shot.frozen:
            return f"{told}: not finite"
        if is_behind(name, soft, np.array(shot.center_of_mass)):
            return f"{told}: behind at {np.round(shot.center_of_mass, 2).tolist()}"
    return ""


def behind_box(half: float) -> Callable[[np.ndarray], bool]:
    """Whether vertices are behind a box, and not beside it."""
    return lambda place: bool(((np.abs(place[:, :2]).max(axis=1) < WALL - 0.3) & (place[:, 2] < -half)).any())


def behind_hills(place: np.ndarray) -> bool:
    """Whether vertices are under all corners of the cell of the height field that they are in."""
    inside = (np.abs(place[:, [0, 2]]) < WALL - 0.3).all(axis=1)
    column, row = ((place[inside][:, [0, 2]] + WALL) / (SIDE[1] - SIDE[0])).astype(int).T
    near = np.min([HILLS[row + a, column + b] for a in (0, 1) for b in (0, 1)], axis=0)
    return bool((place[inside, 1] < near - SLACK).any())


def obstacle(number: int, random: np.random.Generator) -> tuple[str, Shape, Callable[[np.ndarray], bool], int]:
    """A wall: its name, its shape, what is behind it, and the axis that looks out of it."""
    if number % 3 == 0:
        half = 0.5 * random.uniform(0.01, 0.2)
        return f"box of {200 * half:.1f} cm", ShapeBox((WALL, WALL, half)), behind_box(half), 2
    if number % 3 == 1:
        return "sheet", ShapeMesh(SQUARE, [(0, 1, 2), (0, 2, 3)]), behind_box(SLACK), 2
    return "height field", ShapeHeightField(HILLS, float(SIDE[1] - SIDE[0])), behind_hills, 1


def throw(number: int, random: np.random.Generator) -> str:
    """One throw; what is wrong with it, or nothing."""
    told, shape, is_passed, axis = obstacle(number, random)
    form, options = THROWN[number // 3 % len(THROWN)]
    world = World(gravity=(0.0, 0.0, 0.0), substeps=4, sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=shape, friction=0.5)
    way, place = random.uniform(-0.5, 0.5, 3), random.uniform(-0.5, 0.5, 3)
    way[axis], place[axis] = -1.0, 0.9
    speed = random.uniform(2.0, THROW_SPEED)
    soft = world.add_soft(
        form, position=tuple(place), orientation=kit.random_turn(random), velocity=tuple(speed * way),
        angular_velocity=tuple(random.normal(size=3) * 5.0), break_strain=math.inf, **options,
    )  # fmt: skip
    for _ in range(THROW_STEPS):
        world.step(DT)
        where = soft.positions
        if not np.isfinite(where).all() or is_passed(where):
            return f"{number}: {soft.kind} at {speed:.0f} m/s, {told}"
    return ""


def run_all(name: str, one: Callable[[int, np.random.Generator], str], count: int) -> Verdict:
    """So many shots or throws, each from a seed of its own."""
    start = time.perf_counter()
    found = [told for number in range(count) if (told := one(number, np.random.default_rng(number)))]
    took = time.perf_counter() - start
    head = f"{len(found)} of {count:,} went through; {took:.0f} s"
    return Verdict(f"{count:,} {name}", not found, [head, *found[:20]])


def run_shots(*, count: int = 10_000) -> Verdict:
    """Rigid shots at soft bodies."""
    return run_all("shots at soft bodies", shoot, count)


def run_throws(*, count: int = 2000) -> Verdict:
    """Soft bodies against walls."""
    return run_all("soft bodies thrown at walls", throw, count)


def main() -> int:
    """Command line."""
    shots, throws = ([int(word) for word in sys.argv[1:]] + [10_000, 2000][len(sys.argv) - 1 :])[:2]
    verdicts = [run_shots(count=shots), run_throws(count=throws)]
    print(*verdicts, sep="\n", flush=True)
    return int(not all(verdict.holds for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())

"""10,000 shots at thin walls: balls, cubes and capsules of 1 to 30 cm at 50 to 1,000 m/s, walls of 1 to 20 cm.

What "passed" means. A shot *must hit* if the volume that its shape passes on its straight way, from its start until it
is wholly behind the wall, meets the wall made thinner by 2 mm on every side: then the shape and the wall would overlap
by more than 2 mm. A body that spins is judged by the largest ball around its center that it contains, which no rotation
changes; that is the surest of what it must do, not all. The start is always clear of the wall.

A shot that must hit has *passed* if one of these is true:

- untouched: its center got behind the plane of the wall's back, and its velocity is still that of the start (within
  0.1 %): it went through as if there were no wall;
- through: where its center crosses that plane, on the straight line between two steps, it is inside of the wall's
  outline, seen along the wall's normal. A body that glances off an edge gets there outside of the outline only;
- central: it was aimed at the face, farther from all edges than its own size, and its center crossed that plane within
  its own size of the outline. One that slides along the wall and past its edge crosses it farther out.

Shots fly in lanes of one world, too far apart to reach each other, sorted by speed so that all of a world take alike
many steps. There is no gravity.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from bench.judge import rotation_matrices
from bench.reference.closest import core_distances
from bench.reference.convex import Convexes, Mold, mold_of
from bench.storms import kit
from bench.storms.kit import DT, Verdict
from physics import World

KINDS = ("sphere", "box", "capsule")
NAMES = {"sphere": "ball", "box": "cube", "capsule": "capsule"}
AIMS = ("face", "edge", "corner")
THICKNESS = (0.01, 0.03, 0.1, 0.2)  # [m]
LANES = 250  # of one world
PITCH = 150.0  # between lanes [m]
MUST_OVERLAP = 0.002  # [m]
UNTOUCHED = 1e-3  # relative change of velocity
OBLIQUE = 0.8  # largest angle between a way and the normal of the wall [rad]


@dataclass(frozen=True)
class Shots:
    """Arrays with one row per shot, in the axes of its lane: the wall's center is the origin, its normal is X.

    Attributes:
        kind: Row of KINDS.
        aim: Row of AIMS.
        size: Half the size of a ball, cube or capsule along its longest side [m].
        thickness: Of the wall [m].
        width: Half extents of the wall along y and z [m], shape [N, 2].
        start: Where the center starts [m], shape [N, 3].
        direction: Unit vectors, shape [N, 3].
        way: How far a center goes until the body is wholly behind the wall [m].
        speed: [m/s].
        spin: Angular velocities [rad/s], shape [N, 3].
        turn: Quaternions, shape [N, 4].
        target: Where the center would meet the front of the wall [m], y and z, shape [N, 2].
    """

    kind: np.ndarray
    aim: np.ndarray
    size: np.ndarray
    thickness: np.ndarray
    width: np.ndarray
    start: np.ndarray
    direction: np.ndarray
    way: np.ndarray
    speed: np.ndarray
    spin: np.ndarray
    turn: np.ndarray
    target: np.ndarray

    def take(self, rows: np.ndarray) -> "Shots":
        """Some of the shots."""
        return Shots(**{name: array[rows] for name, array in vars(self).items()})


def shape_size(kind: str, size: float) -> tuple[float, ...]:
    """Size of a shape, as in `PeerBody`; a capsule is half as thick as long."""
    return {"sphere": (size,), "box": (size,) * 3, "capsule": (size / 2, size / 2)}[kind]


def bound_of(shots: Shots) -> np.ndarray:
    """Radius of a ball around each body [m]; the corners of a cube are the farthest."""
    return shots.size * np.where(shots.kind == KINDS.index("box"), np.sqrt(3.0), 1.0)


def random_targets(aim: np.ndarray, size: np.ndarray, width: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Points of the front's plane to aim at [m], y and z: of the face, or within 1.5 sizes of an edge or a corner."""
    count = len(aim)
    target = width * random.uniform(-1.0, 1.0, (count, 2))
    side = np.where(random.random((count, 2)) < 0.5, -1.0, 1.0)
    near = side * (width + 1.5 * size[:, None] * random.uniform(-1.0, 1.0, (count, 2)))
    first = random.random(count) < 0.5
    on_edge = np.stack([first, ~first], 1) & (aim == AIMS.index("edge"))[:, None]
    return np.where(on_edge | (aim == AIMS.index("corner"))[:, None], near, target)


def random_shots(count: int, *, seed: int = 7) -> Shots:
    """Shots of all kinds, aims and thicknesses by turns, the rest at random."""
    random = np.random.default_rng(seed)
    cases = list(itertools.product(range(len(KINDS)), range(len(AIMS)), THICKNESS))
    kind, aim, thickness = np.array([cases[k % len(cases)] for k in range(count)]).T
    size = 0.005 * 30.0 ** random.random(count)
    width = random.uniform(0.5, 2.0, (count, 2))
    target = random_targets(aim, size, width, random)
    lean, around = OBLIQUE * random.random(count) ** 2, random.uniform(0.0, 2 * np.pi, count)
    direction = np.stack([np.cos(lean), np.sin(lean) * np.cos(around), np.sin(lean) * np.sin(around)], 1)
    entry = np.stack([-thickness / 2, target[:, 0], target[:, 1]], 1)
    before = random.uniform(1.5, 6.0, count)
    spins = (random.random(count) < 0.4) * random.uniform(0.0, 100.0, count)
    turn = random.normal(size=(count, 4))
    turn[::5] = (0.0, 0.0, 0.0, 1.0)  # squarely at the wall
    return Shots(
        kind=kind.astype(int),
        aim=aim.astype(int),
        size=size,
        thickness=thickness,
        width=width,
        start=entry - before[:, None] * direction,
        direction=direction,
        way=before + (thickness + 4 * size + 0.2) / direction[:, 0],
        speed=50.0 * 20.0 ** random.random(count),
        spin=spins[:, None] * kit.random_unit(random, count),
        turn=turn / np.linalg.norm(turn, axis=1, keepdims=True),
        target=target,
    )


def must_hit(shots: Shots) -> np.ndarray:
    """Which shots meet the wall by more than MUST_OVERLAP, shape [N]; see the top of this file."""
    count = len(shots.kind)
    spinning = (shots.spin != 0.0).any(1)
    molds = []
    for kind, size, spins in zip(shots.kind.tolist(), shots.size.tolist(), spinning.tolist(), strict=True):
        name = KINDS[kind]
        inner = size / 2 if name == "capsule" else size
        molds.append(mold_of("sphere", (inner,)) if spins else mold_of(name, shape_size(name, size)))
    half = np.column_stack([shots.thickness / 2, shots.width]) - MUST_OVERLAP
    walls: list[Mold] = [mold_of("box", tuple(row)) for row in half.tolist()]
    bodies = Convexes.of(molds, shots.start, rotation_matrices(shots.turn))
    targets = Convexes.of(walls, np.zeros((count, 3)), np.tile(np.eye(3), (count, 1, 1)))
    rows = np.arange(count)
    gap = core_distances(bodies, targets, rows, rows, sweep=shots.direction * shots.way[:, None])[0]
    return gap <= bodies.radius


def fly(shots: Shots, mode: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Shoot; every shot in a lane of its own.

    Returns:
        Whether the center got behind the wall, where it crossed the plane of the wall's back (y and z [m], shape
        [N, 2]), and whether the velocity ever changed.
    """
    world = World(gravity=(0.0, 0.0, 0.0), sleeping=False)
    count = len(shots.kind)
    side = int(np.ceil(np.sqrt(count)))
    lanes = np.stack([np.zeros(count), np.arange(count) // side * PITCH, np.arange(count) % side * PITCH], 1)
    velocity = shots.direction * shots.speed[:, None]
    bodies = []
    for i, lane in enumerate(lanes):
        name = KINDS[shots.kind[i]]
        kit.add_static_box(world, (shots.thickness[i] / 2, *shots.width[i]), tuple(lane), restitution=0.3)
        motion = {"velocity": tuple(velocity[i]), "angular_velocity": tuple(shots.spin[i])}
        place = {"position": tuple(lane + shots.start[i]), "orientation": tuple(shots.turn[i])}
        shape = kit.shape_of(name, shape_size(name, float(shots.size[i])))
        bodies.append(world.add_body(shape=shape, restitution=0.3, **place, **motion, **kit.ccd_option(mode)))
    behind, touched = np.zeros(count, bool), np.zeros(count, bool)
    where = np.full((count, 2), np.nan)
    before = shots.start
    for _ in range(int(np.ceil(shots.way.max() / (shots.speed.min() * DT))) + 3):
        world.step(DT)
        position = world.read(bodies, "position") - lanes
        now = (position[:, 0] > shots.thickness / 2) & ~behind
        part = (shots.thickness[now] / 2 - before[now, 0]) / (position[now, 0] - before[now, 0])
        where[now] = before[now, 1:] + part[:, None] * (position[now, 1:] - before[now, 1:])
        behind |= now
        before = position
        change = np.linalg.norm(world.read(bodies, "velocity") - velocity, axis=1)
        touched |= ~(change <= UNTOUCHED * shots.speed)
    return behind, where, touched


def judge(shots: Shots, behind: np.ndarray, where: np.ndarray, touched: np.ndarray) -> np.ndarray:
    """Which of the shots that must hit have passed, shape [N]; see the top of this file."""
    inside = (np.abs(where) <= shots.width).all(1)
    bound = bound_of(shots)[:, None]
    central = (np.abs(shots.target) < shots.width - bound).all(1) & (np.abs(where) <= shots.width + bound).all(1)
    return behind & (~touched | inside | central)


def run(*, count: int = 10_000, mode: str) -> Verdict:
    """Shoot, and count what passed."""
    shots = random_shots(count)
    due = must_hit(shots)
    passed = np.zeros(count, bool)
    order = np.argsort(shots.speed, kind="stable")
    for rows in np.array_split(order, max(1, -(-count // LANES))):
        part = shots.take(rows)
        passed[rows] = due[rows] & judge(part, *fly(part, mode))
    result = Verdict(f"{count:,} shots, ccd {mode}")
    result.holds = None if mode in ("ray", "none") else not bool(passed.any())
    head = f"{int(passed.sum()):,} of {int(due.sum()):,} that must hit have passed"
    result.lines = [head, *tallies(shots, due, passed)]
    return result


def tallies(shots: Shots, due: np.ndarray, passed: np.ndarray) -> list[str]:
    """Passed of all that must hit, by shape, thickness, aim, spin, size and speed."""
    spinning = (shots.spin != 0.0).any(1)
    groups = {
        "shape": {NAMES[name]: shots.kind == k for k, name in enumerate(KINDS)},
        "wall": {f"{100 * t:g} cm": shots.thickness == t for t in THICKNESS},
        "aim": {name: shots.aim == k for k, name in enumerate(AIMS)},
        "spin": {"none": ~spinning, "up to 100 rad/s": spinning},
        "size": {f"{100 * a:g}-{100 * b:g} cm": between(2 * shots.size, a, b) for a, b in ((0.01, 0.05), (0.05, 0.3))},
        "speed": {f"{a}-{b} m/s": between(shots.speed, a, b) for a, b in ((50, 150), (150, 400), (400, 1000))},
    }
    lines = []
    for title, group in groups.items():
        cells = [f"{name} {int((passed & rows).sum())}/{int((due & rows).sum())}" for name, rows in group.items()]
        lines.append(f"{title:6s} {', '.join(cells)}")
    return lines


def between(values: np.ndarray, low: float, high: float) -> np.ndarray:
    """Which values are in [low, high)."""
    return (values >= low) & (values < high)

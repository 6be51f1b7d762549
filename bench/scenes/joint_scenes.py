"""The benchmark scenes of joints: hanging chains, a hanging grid, ragdolls."""

import math
from dataclasses import replace

from bench.scenes.bodies import IDENTITY, Jitter, PeerBody, PeerScene, grid
from bench.scenes.joints import WORLD, PeerJoint, Quaternion, Vector, product, rotated
from bench.scenes.shape_scenes import GOLDEN_ANGLE

HALF = math.sqrt(0.5)
Y_TO_X = (0.0, 0.0, -HALF, HALF)  # -90 degrees about Z

GRID = 100  # balls along each side
FIXED_COLUMNS = range(47, 54)  # of the top row

#: A ragdoll with its arms out, 1.78 m tall and 1.66 m wide, 76 kg, its middle at the origin, its face along +Z. For
#: each part its name, kind, size and position as of `PeerBody`; capsules of arms lie along X, the others along Y.
PARTS = (
    ("pelvis", "box", (0.16, 0.09, 0.10), (0.0, 0.03, 0.0)),
    ("chest", "box", (0.18, 0.20, 0.11), (0.0, 0.34, 0.0)),
    ("head", "capsule", (0.10, 0.04), (0.0, 0.74, 0.0)),
    ("right upper arm", "capsule", (0.05, 0.10), (0.345, 0.47, 0.0)),
    ("right forearm", "capsule", (0.045, 0.12), (0.665, 0.47, 0.0)),
    ("left upper arm", "capsule", (0.05, 0.10), (-0.345, 0.47, 0.0)),
    ("left forearm", "capsule", (0.045, 0.12), (-0.665, 0.47, 0.0)),
    ("right thigh", "capsule", (0.07, 0.14), (0.10, -0.28, 0.0)),
    ("right shin", "capsule", (0.055, 0.14), (0.10, -0.70, 0.0)),
    ("left thigh", "capsule", (0.07, 0.14), (-0.10, -0.28, 0.0)),
    ("left shin", "capsule", (0.055, 0.14), (-0.10, -0.70, 0.0)),
)
#: Its joints: fields of `PeerJoint`, the bodies as rows of PARTS. Elbows bend forward, knees backward.
LINKS = (
    PeerJoint("ball", 0, 1, (0.0, 0.13, 0.0), (0.0, 1.0, 0.0), (-0.6, 0.6), 0.6),
    PeerJoint("ball", 1, 2, (0.0, 0.57, 0.0), (0.0, 1.0, 0.0), (-1.2, 1.2), 0.8),
    PeerJoint("ball", 1, 3, (0.19, 0.47, 0.0), (1.0, 0.0, 0.0), (-0.8, 0.8), 1.4),
    PeerJoint("hinge", 3, 4, (0.4975, 0.47, 0.0), (0.0, -1.0, 0.0), (-0.05, 2.4)),
    PeerJoint("ball", 1, 5, (-0.19, 0.47, 0.0), (-1.0, 0.0, 0.0), (-0.8, 0.8), 1.4),
    PeerJoint("hinge", 5, 6, (-0.4975, 0.47, 0.0), (0.0, 1.0, 0.0), (-0.05, 2.4)),
    PeerJoint("ball", 0, 7, (0.10, -0.065, 0.0), (0.0, -1.0, 0.0), (-0.6, 0.6), 1.0),
    PeerJoint("hinge", 7, 8, (0.10, -0.4975, 0.0), (1.0, 0.0, 0.0), (-0.05, 2.4)),
    PeerJoint("ball", 0, 9, (-0.10, -0.065, 0.0), (0.0, -1.0, 0.0), (-0.6, 0.6), 1.0),
    PeerJoint("hinge", 9, 10, (-0.10, -0.4975, 0.0), (1.0, 0.0, 0.0), (-0.05, 2.4)),
)


def hanging_chains() -> PeerScene:
    """100 chains of ten capsules, held at one end and let go horizontally, each in its own direction; none collide."""
    bodies, joints = [], []
    for chain in range(100):
        x, z = math.cos(GOLDEN_ANGLE * chain), math.sin(GOLDEN_ANGLE * chain)
        start = (chain % 10 * 2.0, 10.0, chain // 10 * 2.0)
        along = (z * HALF, 0.0, -x * HALF, HALF)  # takes Y to the direction of the chain
        for link in range(10):
            begin, middle = 0.5 * link, 0.5 * link + 0.25  # along the chain [m]
            anchor = (start[0] + x * begin, start[1], start[2] + z * begin)
            joints.append(PeerJoint("ball", len(bodies) - 1 if link else WORLD, len(bodies), anchor))
            place = (start[0] + x * middle, start[1], start[2] + z * middle)
            bodies.append(PeerBody("capsule", (0.1, 0.2), place, along))
    return PeerScene(
        "D", "100 chains of 10 links", 300, tuple(bodies), plane=False, joints=tuple(joints), collide=False
    )


def hanging_grid() -> PeerScene:
    """A grid of balls, each joined to those beside and below it; seven balls in the middle of the top row stay fixed.

    The fixed ones are no bodies: their neighbors hang from the world. Six joints between them would hold nothing.
    """
    rows: dict[tuple[int, int], int] = {}
    bodies = []
    for row in range(GRID):
        for column in range(GRID):
            if row == 0 and column in FIXED_COLUMNS:
                rows[row, column] = WORLD
            else:
                rows[row, column] = len(bodies)
                bodies.append(PeerBody("sphere", (0.4,), (column - GRID / 2, float(GRID - row), 0.0)))
    joints = []
    for (row, column), here in rows.items():
        for step_down, step_right in ((0, 1), (1, 0)):
            there = rows.get((row + step_down, column + step_right))
            if there is None or here == there == WORLD:
                continue
            anchor = (column - GRID / 2 + step_right / 2, GRID - row - step_down / 2, 0.0)
            pair = (there, here) if there == WORLD else (here, there)
            joints.append(PeerJoint("ball", *pair, anchor))
    title = f"grid of {GRID * GRID:,} balls, {len(joints):,} joints"
    return PeerScene("G", title, 120, tuple(bodies), plane=False, joints=tuple(joints), collide=False)


def ragdoll(middle: Vector, turn: Quaternion, first: int) -> tuple[list[PeerBody], list[PeerJoint]]:
    """Bodies and joints of a ragdoll; its first body has the row `first` in the scene."""

    def moved(point: Vector) -> Vector:
        return tuple(a + b for a, b in zip(middle, rotated(turn, point), strict=True))

    bodies = [
        PeerBody(kind, size, moved(position), product(turn, Y_TO_X if "arm" in name else IDENTITY))
        for name, kind, size, position in PARTS
    ]
    joints = [
        replace(
            link,
            body_a=first + link.body_a,
            body_b=first + link.body_b,
            anchor=moved(link.anchor),
            axis=rotated(turn, link.axis),
        )
        for link in LINKS
    ]
    return bodies, joints


def ragdoll_pile() -> PeerScene:
    """160 ragdolls in ten layers, randomly turned, dropped on a plane."""
    jitter = Jitter(2718)
    bodies, joints = [], []
    for middle in grid(4, 10, 4, pitch=2.0, rise=2.0, bottom=1.5):
        more_bodies, more_joints = ragdoll(middle, jitter.rotation(), len(bodies))
        bodies += more_bodies
        joints += more_joints
    return PeerScene("J", "160 ragdolls of 11 bodies", 300, tuple(bodies), joints=tuple(joints))

"""Water for tests, and shapes of all kinds with what is inside of them."""

import math

import numpy as np

from physics import (
    FieldWater,
    ShapeBox,
    ShapeCapsule,
    ShapeCone,
    ShapeCylinder,
    ShapeHull,
    ShapeMesh,
    ShapeSphere,
    World,
)

DT = 1 / 60
G = 9.81
#: A wedge: a prism over a right triangle, x + y <= 0.4 and x, y >= 0 over z from 0 to 0.8.
WEDGE = np.array([(x, y, z) for z in (0.0, 0.8) for x, y in ((0.0, 0.0), (0.4, 0.0), (0.0, 0.4))])
#: An angle of three cubes: 0..2 in x and y without the cube x, y > 1; z from 0 to 1; all over 4.
ANGLE = 0.25 * np.array([(x, y, z) for z in (0, 1) for x, y in ((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))], float)
SIDES = [(k, (k + 1) % 6) for k in range(6)]
ANGLE_TRIANGLES = [
    *((a, b, b + 6) for a, b in SIDES), *((a, b + 6, a + 6) for a, b in SIDES),
    *((a + 6, b + 6, c + 6) for a, b, c in ((0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5))),
    *((c, b, a) for a, b, c in ((0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5))),
]  # fmt: skip


def in_cone(p):
    return (np.abs(p[:, 1]) <= 0.4) & (np.hypot(p[:, 0], p[:, 2]) <= 0.3 * (0.4 - p[:, 1]) / 0.8)


SHAPES = {
    "sphere": (ShapeSphere(0.4), lambda p: np.linalg.norm(p, axis=1) <= 0.4),
    "box": (ShapeBox((0.2, 0.3, 0.5)), lambda p: (np.abs(p) <= (0.2, 0.3, 0.5)).all(axis=1)),
    "capsule": (
        ShapeCapsule(0.2, 0.3),
        lambda p: np.linalg.norm(p - np.clip(p[:, 1:2], -0.3, 0.3) * (0, 1, 0), axis=1) <= 0.2,
    ),
    "cylinder": (
        ShapeCylinder(0.3, 0.4),
        lambda p: (np.abs(p[:, 1]) <= 0.4) & (np.hypot(p[:, 0], p[:, 2]) <= 0.3),
    ),
    "cone": (ShapeCone(0.3, 0.4), in_cone),
    "hull": (
        ShapeHull(WEDGE),
        lambda p: (p[:, :2] >= 0.0).all(axis=1) & (p[:, :2].sum(axis=1) <= 0.4) & (np.abs(p[:, 2] - 0.4) <= 0.4),
    ),
    "mesh": (
        ShapeMesh(ANGLE, np.array(ANGLE_TRIANGLES)),
        lambda p: ((p >= 0.0) & (p <= (0.5, 0.5, 0.25))).all(axis=1) & ~((p[:, :2] > 0.25).all(axis=1)),
    ),
}  # fmt: skip
#: Rotations (x, y, z, w): none, an axis level, exactly head down, and some in between.
TURNS = [
    (0, 0, 0, 1), (0, 0, math.sqrt(0.5), math.sqrt(0.5)), (1, 0, 0, 0),
    *(np.random.default_rng(5).normal(size=(3, 4))),
]  # fmt: skip


def rotated(q, points):
    x, y, z, w = np.asarray(q, float) / np.linalg.norm(q)
    axis = np.array((x, y, z))
    twice = 2.0 * np.cross(axis, points)
    return points + w * twice + np.cross(axis, twice)


def pool(**options):
    world = World(gravity=(0, -G, 0))
    return world, world.add_field(FieldWater(**options))


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)

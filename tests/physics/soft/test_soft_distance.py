"""Distances of points from shapes, as contacts of soft bodies take them, against dense sampling."""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    ShapeBox,
    ShapeCapsule,
    ShapeCone,
    ShapeCylinder,
    ShapeHeightField,
    ShapeHull,
    ShapeMesh,
    ShapePlane,
    ShapeSphere,
    World,
)  # fmt: skip
from physics.kernels.core.jit import kernel
from physics.kernels.layout import body as BODY
from physics.kernels.soft.distance import gap_of

RANDOM = np.random.default_rng(5)
TURN = np.array((0.3, -0.5, 0.2, 0.79))
TURN /= np.linalg.norm(TURN)
CENTER = np.array((1.0, -2.0, 0.5))
SIDE = np.linspace(-1.0, 1.0, 7)
HEIGHTS = 0.2 * np.sin(2.0 * SIDE)[:, None] * np.cos(3.0 * SIDE)[None, :]
SHEET = np.array([(x, 0.2 * math.sin(3.0 * x) * z, z) for x in SIDE for z in SIDE])
ROWS = [t for i in range(6) for j in range(6) for t in
        ((7 * i + j, 7 * i + j + 1, 7 * i + j + 8), (7 * i + j, 7 * i + j + 8, 7 * i + j + 7))]  # fmt: skip


@kernel
def gaps_of(shape, points, limit, shapes, search, out):
    """`gap_of` of many points: distance and normal each."""
    for i in range(len(points)):
        gap, n = gap_of(shape, (points[i, 0], points[i, 1], points[i, 2]), limit, shapes, search)
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = gap, n[0], n[1], n[2]


def rotated(points, inverse=False):
    """Points by the rotation of the samples."""
    q, w = (-TURN[:3] if inverse else TURN[:3]), TURN[3]
    twice = 2.0 * np.cross(q, points)
    return points + w * twice + np.cross(q, twice)


def measured(shape, points, limit=10.0):
    """Distances and normals of points in axes of the shape, by the kernel."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=shape, position=CENTER, orientation=TURN)
    arrays = world._bodies.arrays
    out = np.zeros((len(points), 4))
    row = int(arrays.bodies.links[1, BODY.SHAPE])
    gaps_of(row, rotated(points) + CENTER, limit, arrays.shapes, arrays.workers[0].search, out)
    return out[:, 0], rotated(out[:, 1:], inverse=True)


def ball(radius):
    return lambda p: np.linalg.norm(p, axis=1) - radius


def profile(corners):
    """Signed distance from a convex body of revolution whose half profile (across, up) is a polygon."""
    a = np.array(corners, float)
    b = np.roll(a, -1, axis=0)

    def distance(p):
        q = np.column_stack([np.hypot(p[:, 0], p[:, 2]), p[:, 1]])
        best, inside = np.full(len(q), np.inf), np.ones(len(q), bool)
        for s, e in zip(a, b, strict=True):
            way = e - s
            inside &= (q[:, 1] - s[1]) * way[0] - (q[:, 0] - s[0]) * way[1] > 0.0
            if s[0] == e[0] == 0.0:
                continue  # the axis
            t = np.clip((q - s) @ way / (way @ way), 0.0, 1.0)
            best = np.minimum(best, np.linalg.norm(q - s - t[:, None] * way, axis=1))
        return np.where(inside, -best, best)

    return distance


def of_box(p):
    q = np.abs(p) - (0.3, 0.5, 0.2)
    return np.linalg.norm(np.maximum(q, 0.0), axis=1) + np.minimum(q.max(axis=1), 0.0)


PLAIN = {
    "sphere": (ShapeSphere(0.4), ball(0.4)),
    "box": (ShapeBox((0.3, 0.5, 0.2)), of_box),
    "capsule": (ShapeCapsule(0.2, 0.5), lambda p: ball(0.2)(p - np.clip(p * (0, 1, 0), -0.5, 0.5))),
    "cylinder": (ShapeCylinder(0.3, 0.5), profile([(0, -0.5), (0.3, -0.5), (0.3, 0.5), (0, 0.5)])),
    "cone": (ShapeCone(0.4, 0.5), profile([(0, -0.5), (0.4, -0.5), (0, 0.5)])),
    "hull": (ShapeHull([(x, y, z) for x in (-0.3, 0.3) for y in (-0.5, 0.5) for z in (-0.2, 0.2)]), of_box),
    "plane": (ShapePlane((0, 1, 0), 0.0), lambda p: p[:, 1]),
}


@pytest.mark.parametrize("name", PLAIN)
def test_the_distance_is_that_of_plain_code(name):
    """Inside and outside, turned and moved; float32 poses allow some micrometers."""
    shape, plain = PLAIN[name]
    points = RANDOM.uniform(-1.0, 1.0, (400, 3))
    gap, normal = measured(shape, points)
    np.testing.assert_allclose(gap, plain(points), atol=5e-6)
    np.testing.assert_allclose(np.linalg.norm(normal, axis=1), 1.0, atol=1e-6)


@pytest.mark.parametrize("name", PLAIN)
def test_the_way_out_leads_to_the_surface(name):
    """A point moved by the gap against the normal is at the surface, from inside and from outside."""
    shape, plain = PLAIN[name]
    points = RANDOM.uniform(-0.8, 0.8, (200, 3))
    gap, normal = measured(shape, points)
    np.testing.assert_allclose(plain(points - gap[:, None] * normal), 0.0, atol=2e-5)


def sampled(points, corners):
    """Least distance from triangles, by 5,000 samples of each."""
    weights = RANDOM.dirichlet((1, 1, 1), 5000)
    weights = np.concatenate([weights, np.eye(3)])
    cloud = np.concatenate([weights @ triangle for triangle in corners])
    return np.array([np.linalg.norm(cloud - p, axis=1).min() for p in points])


@pytest.mark.parametrize("name", ["mesh", "height field"])
def test_the_distance_from_a_surface_is_that_of_its_nearest_triangle(name):
    """Against dense samples of all triangles: never farther, and hardly nearer."""
    if name == "mesh":
        shape, places = ShapeMesh(SHEET, ROWS), SHEET
    else:
        shape = ShapeHeightField(HEIGHTS, 1.0 / 3.0)
        places = None
    points = RANDOM.uniform(-0.6, 0.6, (60, 3))
    gap, normal = measured(shape, points)
    if places is not None:
        wanted = sampled(points, [places[list(row)] for row in ROWS])
        assert (np.abs(gap) <= wanted + 1e-5).all() and (wanted - np.abs(gap) < 0.01).all()
    on = points - gap[:, None] * normal
    again, _ = measured(shape, on)
    np.testing.assert_allclose(again, 0.0, atol=2e-5)

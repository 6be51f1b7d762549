"""Contacts of spheres, capsules, cylinders and cones with triangles, at places where the answer is known."""

import math

import numpy as np
import pytest

from physics.kernels.core.jit import kernel
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.convex.triangle import FEATURE_MET, MET_CORNER, MET_EDGE, MET_FACE, TRIANGLE
from physics.kernels.narrow_phase.curved.features import CURVED_SCRATCH
from physics.kernels.narrow_phase.curved.triangle import collide_curved_triangle
from tests.physics.reference.convex import NAMES, place_shapes, random_rotations, random_sizes, thickness

KINDS = (KIND.SPHERE, KIND.CAPSULE, KIND.CYLINDER, KIND.CONE)
MARGIN = 0.02
COUNT = 5000
FLOAT = np.float32
UPRIGHT = (0.0, 0.0, 0.0, 1.0)


@kernel
def triangles_many(
    kind, size, rotation, two_sided, margin, triangle, numbers, indices, scratch, count, normal, point, feature
):
    """Contact points of many shapes of one kind, each with its triangle."""
    for i in range(len(size)):
        for k in range(9):
            scratch[TRIANGLE + k] = triangle[i, k]
        count[i], normal[i, 0], normal[i, 1], normal[i, 2] = collide_curved_triangle(
            kind,
            (size[i, 0], size[i, 1], size[i, 2]),
            (rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3]),
            0,
            two_sided,
            margin,
            numbers,
            indices,
            point[i],
            feature[i],
            scratch,
        )
        for k in range(9):
            if scratch[TRIANGLE + k] != triangle[i, k]:
                count[i] = -1  # the caller's triangle was lost


class Contacts:
    """What `collide_curved_triangle` says; triangles [N, 3, 3] are relative to the centers of the shapes [m]."""

    def __init__(self, kind, size, rotation, triangle, two_sided=False, margin=MARGIN):
        n = len(triangle)
        size, rotation = (
            np.ascontiguousarray(np.broadcast_to(x, (n, len(np.atleast_2d(x)[0]))), FLOAT) for x in (size, rotation)
        )
        self.count, self.normal = np.zeros(n, np.int32), np.zeros((n, 3), FLOAT)
        self.point, self.feature = np.full((n, 4, 4), np.nan, FLOAT), np.zeros((n, 8), np.int32)
        flat = np.ascontiguousarray(np.reshape(triangle, (n, 9)), FLOAT)
        triangles_many(
            kind, size, rotation, two_sided, FLOAT(margin), flat, np.zeros(8, FLOAT), np.zeros(8, np.int32),
            np.zeros(CURVED_SCRATCH, FLOAT), self.count, self.normal, self.point, self.feature,
        )  # fmt: skip
        self.present = np.arange(4) < self.count[:, None]
        self.separation = np.where(self.present, self.point[:, :, 3].astype(float), np.inf)
        self.lowest = self.separation.min(axis=1)
        self.met = self.feature[:, FEATURE_MET]
        self.gap = self.point[:, 0, 3]


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def make_touching(kind, part, count, random, spread=(0.2, 2.0)):
    """Shapes in front of random triangles, whose outermost point is above a known part of the triangle.

    Args:
        kind: Kind of shape.
        part: MET_FACE, or MET_EDGE or MET_CORNER and the number of the edge or corner.
        count: Number of poses.
        random: Random generator.
        spread: Range of the lengths of the triangles [m].

    Returns:
        Sizes, rotations, triangles relative to the shapes, normals from shape to triangle, gaps [m]; only those poses
        that have their center in front of the triangle.
    """
    size, rotation = random_sizes(count, 0.1, 0.6, random), random_rotations(count, random)
    corners = random.normal(size=(count, 3, 3))
    corners *= random.uniform(*spread, (count, 1, 1))
    edges = np.roll(corners, -1, axis=1) - corners
    up = unit(np.cross(edges[:, 0], edges[:, 1]))
    outside = np.stack([unit(np.cross(edges[:, k], up)) for k in range(3)], axis=1)
    angle = random.uniform(0.1, 1.4, (count, 1))
    if part == MET_FACE:
        weights = random.dirichlet((2, 2, 2), count)
        where, toward = np.einsum("nk,nki->ni", weights, corners), up
    elif part < MET_CORNER:
        k = part - MET_EDGE
        where = corners[:, k] + random.uniform(0.1, 0.9, (count, 1)) * edges[:, k]
        toward = np.cos(angle) * up + np.sin(angle) * outside[:, k]
    else:
        k = part - MET_CORNER
        where = corners[:, k]
        mix = random.uniform(0.1, 0.9, (count, 1))
        toward = np.cos(angle) * up + np.sin(angle) * unit(mix * outside[:, k] + (1 - mix) * outside[:, (k + 2) % 3])
    normal = -unit(toward)
    rotation = rotation.astype(FLOAT).astype(float)
    size = size.astype(FLOAT).astype(float)
    shapes = place_shapes(kind, size, rotation, np.zeros((count, 3)))
    gap = random.uniform(0.001, 0.019, count)
    center = where - normal * gap[:, None] - shapes.outermost(normal)
    front = ((center - where) * up).sum(axis=1) > 1e-3
    # Slivers are left out: their parts are too close together to be told apart.
    wide = (
        np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1)
        > 0.1 * np.linalg.norm(edges, axis=2).max(axis=1) ** 2
    )
    keep = front & wide
    return size[keep], rotation[keep], (corners - center[:, None])[keep], normal[keep], gap[keep]


@pytest.mark.parametrize("part", range(7))
@pytest.mark.parametrize("kind", KINDS, ids=NAMES.get)
def test_known_parts_are_met_at_known_gaps(kind, part):
    random = np.random.default_rng(part)
    size, rotation, triangle, normal, gap = make_touching(kind, part, COUNT, random)
    contacts = Contacts(kind, size, rotation, triangle)
    assert len(gap) > 0.4 * COUNT
    assert (contacts.count > 0).all()
    limit = 1e-5 + 0.003 * size[:, 0]
    assert (np.abs(contacts.lowest - gap) < limit).all()
    assert (np.abs(contacts.normal - normal).max(axis=1) < 0.01 + 2e-4 / gap).mean() > 0.99
    assert (contacts.met == part).mean() > 0.99
    shapes = place_shapes(kind, size, rotation, 0 * normal)
    half = 0.5 * np.where(contacts.present, contacts.separation, 0)[:, :, None] * contacts.normal[:, None].astype(float)
    on_a = shapes.height(contacts.point[:, :, :3].astype(float) - half)
    if kind != KIND.CAPSULE:  # its far end is inside
        on_a = np.abs(on_a)
    assert (np.where(contacts.present, on_a, 0).max(axis=1) < 0.01 * size[:, 0] + 1e-5).mean() > 0.99
    edges = np.roll(triangle, -1, axis=1) - triangle
    up = unit(np.cross(edges[:, 0], edges[:, 1]))
    height = np.einsum("nki,ni->nk", contacts.point[:, :, :3] + half - triangle[:, :1], up)
    assert (np.where(contacts.present, np.abs(height), 0).max(axis=1) < 0.01 * size[:, 0] + 1e-5).mean() > 0.99


@pytest.mark.parametrize("part", range(7))
@pytest.mark.parametrize("kind", KINDS, ids=NAMES.get)
def test_two_sided_triangles_are_the_same_from_behind(kind, part):
    """The same triangle with two corners exchanged faces away; its edges and corners have other numbers."""
    random = np.random.default_rng(20 + part)
    size, rotation, triangle, _, gap = make_touching(kind, part, 1000, random)
    behind = triangle[:, [0, 2, 1]]
    assert (Contacts(kind, size, rotation, behind).count == 0).all()
    contacts = Contacts(kind, size, rotation, behind, two_sided=True)
    front = Contacts(kind, size, rotation, triangle, two_sided=True)
    np.testing.assert_array_equal(contacts.count, front.count)
    np.testing.assert_allclose(contacts.lowest, front.lowest, atol=1e-6)
    np.testing.assert_allclose(contacts.normal, front.normal, atol=1e-3)
    exchanged = {0: 0, 1: 3, 2: 2, 3: 1, 4: 4, 5: 6, 6: 5}[part]
    assert (contacts.met == exchanged).mean() > 0.99
    assert (front.met == part).mean() > 0.99


@pytest.mark.parametrize("kind", KINDS, ids=NAMES.get)
def test_resting_on_a_large_triangle_is_resting_on_a_floor(kind):
    """Overlaps of up to 3 mm on a triangle of 60 m: the face, the depth, and as many points as on a plane."""
    random = np.random.default_rng(30)
    size = random_sizes(500, 0.1, 0.6, random)
    rotation = random_rotations(500, random)
    rotation[::3] = UPRIGHT
    shapes = place_shapes(kind, size, rotation, np.zeros((500, 3)))
    depth = random.uniform(0.0, 0.003, 500)
    floor = -shapes.reach(np.tile([[[0.0, -1.0, 0.0]]], (500, 1, 1)))[:, 0] + depth
    triangle = np.array([[-30.0, 0, -30], [0, 0, 30], [30, 0, -30]])[None] + floor[:, None, None] * [0, 1, 0]
    contacts = Contacts(kind, size, rotation, triangle)
    assert (contacts.met == MET_FACE).all()
    np.testing.assert_allclose(contacts.normal, np.tile([0, -1, 0], (500, 1)), atol=2e-3)
    np.testing.assert_allclose(contacts.lowest, -depth, atol=2e-4)
    upright = {KIND.SPHERE: 1, KIND.CAPSULE: 1, KIND.CYLINDER: 4, KIND.CONE: 4}[kind]
    assert (contacts.count[::3] == upright).all()


@pytest.mark.parametrize("kind", KINDS, ids=NAMES.get)
def test_one_sided_triangles_push_to_their_front_only(kind):
    """Whatever the pose: the normal never points out of the front, and a center behind is not touched."""
    random = np.random.default_rng(31)
    n = 5000
    size, rotation = random_sizes(n, 0.1, 0.6, random), random_rotations(n, random)
    triangle = random.normal(size=(n, 3, 3)) * random.uniform(0.1, 2.0, (n, 1, 1)) + 0.2 * random.normal(size=(n, 1, 3))
    contacts = Contacts(kind, size, rotation, triangle)
    up = unit(np.cross(triangle[:, 1] - triangle[:, 0], triangle[:, 2] - triangle[:, 0]))
    behind = (triangle[:, 0] * up).sum(axis=1) > 1e-5
    touching = contacts.count > 0
    assert 0.1 < touching.mean() < 0.9
    assert not touching[behind].any()
    assert ((contacts.normal * up).sum(axis=1) < 2e-3)[touching].all()
    assert np.isfinite(contacts.point[contacts.present]).all()
    np.testing.assert_allclose(np.linalg.norm(contacts.normal, axis=1), 1.0, atol=1e-5)
    assert (contacts.gap >= MARGIN - 1e-6)[~touching].all()
    thick = thickness(kind, size)
    assert (contacts.lowest > -4 * size.max(axis=1) - 4 * thick)[touching].all()


def test_triangles_without_area_do_no_harm():
    for corners in (np.zeros((3, 3)), np.array([[-1, -0.3, 0], [0, -0.3, 0], [1, -0.3, 0]]), np.ones((3, 3))):
        for kind in KINDS:
            contacts = Contacts(kind, (0.3, 0.2, 0.0), UPRIGHT, corners[None], two_sided=True)
            assert 0 <= contacts.count[0] <= 4
            assert np.isfinite(contacts.point[contacts.present]).all()
            assert math.isfinite(contacts.normal.sum())

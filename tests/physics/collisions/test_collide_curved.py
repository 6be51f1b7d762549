"""Contacts of cylinders and cones, and of spheres and capsules with hulls, judged by what a contact must be."""

import math

import numpy as np
import pytest

from physics.kernels.core.jit import kernel
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.convex.extent import turning_radius
from physics.kernels.narrow_phase.curved.contact import collide_curved
from physics.kernels.narrow_phase.curved.features import CURVED_SCRATCH
from physics.shapes.hull import ShapeHull
from physics.shapes.library import ShapeLibrary
from tests.physics.reference.convex import (
    NAMES,
    best_nearby,
    distance_above,
    multiply,
    place_shapes,
    random_pairs,
    random_rotations,
    rotation_matrices,
    separations,
    thickness,
)
from tests.physics.reference.outer import outer, plain

CYLINDERS = [(a, KIND.CYLINDER) for a in (KIND.SPHERE, KIND.CAPSULE, KIND.CYLINDER)]
CONES = [(a, KIND.CONE) for a in (KIND.SPHERE, KIND.CAPSULE, KIND.CYLINDER, KIND.CONE)]
BOXES = [(KIND.CYLINDER, KIND.BOX), (KIND.CONE, KIND.BOX)]
HULLS = [(a, KIND.HULL) for a in (KIND.SPHERE, KIND.CAPSULE, KIND.CYLINDER, KIND.CONE)]
PLANES = [(KIND.CYLINDER, KIND.PLANE), (KIND.CONE, KIND.PLANE)]
PAIRS = CYLINDERS + CONES + BOXES + HULLS
FAMILIES = ("near", "square", "nearly square", "deep", "centered", "uneven", "thin")
MARGIN = np.float32(0.02)
POSES = 3000
FLOAT = np.float32
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
LYING = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))  # local Y along world Z
CYLINDER = (0.3, 0.4, 0.0)
FLOOR = (2.0, 0.5, 2.0)


@kernel
def collide_curved_many(
    kind_a, kind_b, size_a, rotation_a, size_b, rotation_b, form_b, offset, margin, numbers, indices, scratch, count,
    normal, point, feature
):  # fmt: skip
    """Contact points of many pairs of the same two kinds."""
    for i in range(len(offset)):
        count[i], normal[i, 0], normal[i, 1], normal[i, 2] = collide_curved(
            kind_a,
            kind_b,
            (size_a[i, 0], size_a[i, 1], size_a[i, 2]),
            (rotation_a[i, 0], rotation_a[i, 1], rotation_a[i, 2], rotation_a[i, 3]),
            0,
            (size_b[i, 0], size_b[i, 1], size_b[i, 2]),
            (rotation_b[i, 0], rotation_b[i, 1], rotation_b[i, 2], rotation_b[i, 3]),
            form_b,
            (offset[i, 0], offset[i, 1], offset[i, 2]),
            margin,
            numbers,
            indices,
            point[i],
            feature[i],
            scratch,
        )


class Contacts:
    """What `collide_curved` says about many pairs."""

    def __init__(self, kind_a, kind_b, size_a, rotation_a, size_b, rotation_b, offset, hull=None, margin=MARGIN):
        rows = [np.atleast_2d(np.asarray(x, FLOAT)) for x in (size_a, rotation_a, size_b, rotation_b, offset)]
        n = max(len(x) for x in rows)
        rows = [np.ascontiguousarray(np.broadcast_to(x, (n, x.shape[1]))) for x in rows]
        data, numbers, indices = hull[1:] if hull is not None else (0, np.zeros(8, FLOAT), np.zeros(8, np.int32))
        self.count, self.normal = np.zeros(n, np.int32), np.zeros((n, 3), FLOAT)
        self.point, self.feature = np.full((n, 4, 4), np.nan, FLOAT), np.zeros((n, 8), np.int32)
        collide_curved_many(
            kind_a, kind_b, *rows[:4], data, rows[4], FLOAT(margin), numbers, indices, np.zeros(CURVED_SCRATCH, FLOAT),
            self.count, self.normal, self.point, self.feature,
        )  # fmt: skip
        self.a = place_shapes(kind_a, rows[0], rows[1], 0 * rows[4])
        self.b = place_shapes(kind_b, rows[2], rows[3], rows[4], None if hull is None else hull[0])
        self.touching = self.count > 0
        self.present = np.arange(4) < self.count[:, None]
        self.separation = np.where(self.present, self.point[:, :, 3].astype(float), np.inf)
        self.lowest = self.separation.min(axis=1)
        self.gap = self.point[:, 0, 3].astype(float)
        sizes = np.linalg.norm(self.a.size, axis=1) + np.linalg.norm(self.b.size, axis=1)
        self.rounding = 4e-6 * (sizes + np.linalg.norm(self.b.center, axis=1))

    @property
    def points(self):
        """Points of the first pair, float64 [k, 3]."""
        return self.point[0, : self.count[0], :3].astype(float)


@pytest.fixture(scope="module")
def hull():
    """A hull of 40 points: its corners around the center of its bounds, its data and the arrays that hold it."""
    random = np.random.default_rng(3)
    points = random.normal(size=(40, 3))
    points *= np.array([0.6, 0.36, 0.78]) / np.linalg.norm(points, axis=1, keepdims=True)
    shape, library = ShapeHull(points.tolist()), ShapeLibrary()
    data = library.enter(shape)
    corners = (np.array(shape.points) - np.array(shape.local_pose()[0])).astype(FLOAT).astype(float)
    return corners, data, library.numbers, library.indices


def pair_name(pair):
    return f"{NAMES[pair[0]]}-{NAMES[pair[1]]}"


def spread(points):
    """Area of the square or triangle that contact points span, by the longest diagonals."""
    if len(points) < 3:
        return 0.0
    middle = points.mean(axis=0)
    arms = points - middle
    normal = np.cross(arms[0], arms[1])
    first, second = arms[0], np.cross(normal, arms[0])
    order = np.argsort(np.arctan2(arms @ second / np.linalg.norm(second), arms @ first / np.linalg.norm(first)))
    arms = arms[order]
    return 0.5 * np.linalg.norm(np.cross(arms, np.roll(arms, -1, axis=0)).sum(axis=0))


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("pair", PAIRS, ids=pair_name)
def test_contacts_are_what_contacts_must_be(pair, family, hull):
    """21,000 poses of every pair.

    The separation is that along the normal; no direction nearby or all around is better, except that of overlapping
    shapes one of two ways out may be taken that differ by a part of their thickness; points lie on both surfaces.
    """
    random = np.random.default_rng(FAMILIES.index(family))
    hull = hull if pair[1] == KIND.HULL else None
    *poses, made = random_pairs(*pair, family, POSES, random, None if hull is None else hull[0])
    contacts = Contacts(*pair, *poses, hull)
    a, b, touching, present = contacts.a, contacts.b, contacts.touching, contacts.present
    thick = np.minimum(thickness(pair[0], a.size), thickness(pair[1], b.size))
    rounding, radius = contacts.rounding, a.size[:, 0]
    normal = contacts.normal.astype(float)
    length = np.linalg.norm(normal, axis=1)
    normal /= length[:, None]

    assert np.isfinite(contacts.point[present]).all()
    assert (np.abs(length - 1.0) < 1e-5).all()
    assert ((contacts.count >= 0) & (contacts.count <= 4)).all()
    assert (contacts.separation[present] <= MARGIN).all()
    ids = np.sort(np.where(present, contacts.feature[:, :4], -1 - np.arange(4)), axis=1)
    assert not (ids[:, 1:] == ids[:, :-1]).any()

    # Poses that were made with a gap have it.
    if family in ("near", "thin", "uneven"):
        exact = (made > 0) & (made < MARGIN - rounding)
        assert (np.abs(contacts.lowest - made) < rounding + 0.003 * radius)[exact].all()
        assert (contacts.lowest > made - rounding - 0.1 * thick)[made < 0].all()
    elif family == "centered":
        assert touching.all()

    along = separations(a, b, normal[:, None])[:, 0]
    best = best_nearby(a, b, normal, random)
    assert (np.abs(contacts.lowest - along) < rounding + 0.005 * radius)[touching].all()
    loss = ((best - along - rounding) / thick)[touching]
    assert (loss > 0.03).mean() < 0.1
    assert (loss > 0.2).mean() < (0.08 if family == "centered" else 0.01)
    apart = touching & (along > 0)
    assert (best - along < rounding + 0.01 * thick)[apart].all()

    # Shapes that are apart know how far, or less.
    assert (contacts.gap > MARGIN - rounding)[~touching].all()
    if hull is None:
        assert (contacts.gap < distance_above(a, b) + rounding)[~touching].all()

    position = contacts.point[:, :, :3].astype(float)
    half = np.where(present, 0.5 * contacts.separation, 0.0)[:, :, None] * normal[:, None, :]
    # Deep inside, the last digits of the direction are not looked for, and the middle of two points is taken.
    limit = rounding + 0.01 * radius + 0.05 * np.maximum(-along, 0)
    for shapes, side in ((a, -1), (b, 1)):
        if shapes.kind in (KIND.CYLINDER, KIND.CONE, KIND.BOX, KIND.SPHERE):
            height = np.where(present, np.abs(shapes.height(position + side * half)), 0.0).max(axis=1)
            assert (height < limit)[touching].mean() > 0.99, NAMES[shapes.kind]
            assert (height < 0.05 * radius + 2 * limit)[touching].all(), NAMES[shapes.kind]


@pytest.mark.parametrize("family", ["near", "square", "nearly square", "deep", "uneven", "thin"])
@pytest.mark.parametrize("pair", PLANES, ids=pair_name)
def test_half_spaces(pair, family):
    random = np.random.default_rng(7)
    *poses, made = random_pairs(*pair, family, POSES, random)
    contacts = Contacts(*pair, *poses)
    normal = -contacts.b.axes[:, :, 1]
    true = (contacts.b.center * normal).sum(axis=1) - contacts.a.reach(normal[:, None])[:, 0]
    touching, rounding = contacts.touching, contacts.rounding
    np.testing.assert_array_equal(
        touching[np.abs(true - MARGIN) > rounding], (true < MARGIN)[np.abs(true - MARGIN) > rounding]
    )
    assert (np.abs(contacts.lowest - true) < rounding + 0.001 * contacts.a.size[:, 0])[touching].all()
    assert (np.abs(contacts.gap - true) < rounding)[~touching].all()
    np.testing.assert_allclose(contacts.normal[touching], normal[touching], atol=1e-6)
    position = contacts.point[:, :, :3].astype(float)
    half = 0.5 * np.where(contacts.present, contacts.separation, 0.0)[:, :, None] * normal[:, None]
    on_a = np.where(contacts.present, np.abs(contacts.a.height(position - half)), 0.0).max(axis=1)
    on_b = np.where(contacts.present, np.abs(contacts.b.height(position + half)), 0.0).max(axis=1)
    assert (np.maximum(on_a, on_b) < rounding)[touching].all()


@pytest.mark.parametrize(
    ("pair", "size", "below"),
    [
        ((KIND.CYLINDER, KIND.PLANE), (0, 0, 0), 0.0),
        ((KIND.CYLINDER, KIND.BOX), FLOOR, 0.5),
        ((KIND.CYLINDER, KIND.CYLINDER), (0.3, 0.5, 0), 0.5),
        ((KIND.CYLINDER, KIND.CYLINDER), (0.9, 0.5, 0), 0.5),
        ((KIND.CONE, KIND.PLANE), (0, 0, 0), 0.0),
        ((KIND.CONE, KIND.BOX), FLOOR, 0.5),
    ],
    ids=str,
)
def test_standing_on_a_disk_has_four_points_that_do_not_spin(pair, size, below):
    """They span the largest square in the disk, 2 / pi of it, whatever the angle about the axis and tiny tilts."""
    places = []
    for turn in np.linspace(0.0, 3.0, 40):
        rotation = (1e-5 * math.sin(9 * turn), math.sin(turn), -1e-5, math.cos(turn))
        contacts = Contacts(*pair, CYLINDER, rotation, size, UPRIGHT, (0.0, -0.4 - below + 0.0005, 0.0))
        assert contacts.count[0] == 4
        np.testing.assert_allclose(contacts.normal[0], (0, -1, 0), atol=1e-4)
        np.testing.assert_allclose(contacts.separation[0], -0.0005, atol=2e-5)
        assert spread(contacts.points) > 0.6 * math.pi * 0.3**2
        places.append(contacts.points)
    assert np.ptp(places, axis=0).max() < 1e-3


def test_standing_on_a_disk_aside_keeps_to_both():
    """Two disks of radius 0.3 whose centers are 0.3 apart: a lens, whose corners are sqrt(3) 0.3 apart."""
    contacts = Contacts(KIND.CYLINDER, KIND.CYLINDER, CYLINDER, UPRIGHT, CYLINDER, UPRIGHT, (0.3, -0.7995, 0.0))
    points = contacts.points
    assert len(points) == 4
    np.testing.assert_allclose([np.ptp(points[:, 0]), np.ptp(points[:, 2])], [0.3, math.sqrt(3) * 0.3], atol=1e-6)
    np.testing.assert_allclose(points.mean(axis=0)[[0, 2]], (0.15, 0.0), atol=1e-6)


def test_standing_over_an_edge_has_points_on_the_edge():
    """A cylinder whose disk is cut by the edge of a box 0.1 from its center."""
    contacts = Contacts(KIND.CYLINDER, KIND.BOX, CYLINDER, UPRIGHT, FLOOR, UPRIGHT, (2.0 - 0.1, -0.8995, 0.0))
    points = contacts.points
    assert len(points) == 4
    on_edge = np.abs(points[:, 0] + 0.1) < 1e-5
    assert on_edge.sum() == 2
    np.testing.assert_allclose(np.abs(points[on_edge, 2]), math.sqrt(0.09 - 0.01), atol=1e-5)


def test_a_small_box_on_a_drum_keeps_its_corners():
    contacts = Contacts(KIND.CYLINDER, KIND.BOX, (1.0, 0.4, 0.0), UPRIGHT, (0.2, 0.2, 0.1), UPRIGHT, (0.0, 0.5995, 0.0))
    expected = {(x, z) for x in (-0.2, 0.2) for z in (-0.1, 0.1)}
    assert {tuple(np.round(p[[0, 2]], 5)) for p in contacts.points} == expected


@pytest.mark.parametrize("kind", [KIND.PLANE, KIND.BOX, KIND.CYLINDER])
def test_a_lying_cylinder_rolls_without_jitter(kind):
    """Two points at the ends of the line where it touches; the normal does not move while it turns about its axis."""
    size = {KIND.PLANE: (0, 0, 0), KIND.BOX: FLOOR, KIND.CYLINDER: (0.5, 2.0, 0.0)}[kind]
    below = {KIND.PLANE: 0.0, KIND.BOX: 0.5, KIND.CYLINDER: 0.5}[kind]
    other = LYING if kind == KIND.CYLINDER else UPRIGHT
    random = np.random.default_rng(8)
    turn = np.linspace(0.0, 6.0, 500)
    about = np.stack([0 * turn, 0 * turn, np.sin(turn), np.cos(turn)], axis=1)  # about world Z, along which it lies
    rotation = multiply(about, np.tile(LYING, (500, 1)))
    offset = np.array([0.0, -0.3 - below + 0.0003, 0.0]) + random.normal(size=(500, 3)) * [0.0, 1e-5, 0.0]
    contacts = Contacts(KIND.CYLINDER, kind, CYLINDER, rotation, size, other, offset)
    assert (contacts.count == 2).all()
    assert np.abs(contacts.normal - [0, -1, 0]).max() < 2e-6
    ends = np.sort(contacts.point[:, :2, 2], axis=1)
    np.testing.assert_allclose(ends, [[-0.4, 0.4]] * 500, atol=1e-5)
    assert np.abs(contacts.point[:, :2, 0]).max() < 1e-5
    np.testing.assert_allclose(contacts.separation[:, :2], -0.0003, atol=1e-4)


def test_nearly_parallel_cylinders_have_two_points_and_a_steady_normal():
    random = np.random.default_rng(9)
    small = np.concatenate([1e-4 * random.normal(size=(300, 3)), np.ones((300, 1))], axis=1)
    rotation = multiply(np.tile(LYING, (300, 1)), small / np.linalg.norm(small, axis=1, keepdims=True))
    contacts = Contacts(KIND.CYLINDER, KIND.CYLINDER, CYLINDER, rotation, CYLINDER, LYING, (0.0, -0.5998, 0.0))
    assert (contacts.count == 2).mean() > 0.95
    assert np.abs(contacts.normal - [0, -1, 0]).max() < 2e-3


@pytest.mark.parametrize("kind", [KIND.PLANE, KIND.BOX])
def test_a_lying_cone_touches_along_its_side(kind):
    """The side is at the angle atan(r / 2h) to the axis; turned by it, it is level, and reaches from rim to tip."""
    radius, half = 0.3, 0.4
    side = math.hypot(radius, 2 * half)
    angle = 0.5 * (math.pi / 2 + math.atan2(radius, 2 * half))
    rotation = (0.0, 0.0, math.sin(angle), math.cos(angle))  # the axis turns from Y past -X, the tip down
    height = radius * half / side  # of the middle of the height above the side
    below = 0.5 if kind == KIND.BOX else 0.0
    size = FLOOR if kind == KIND.BOX else (0, 0, 0)
    contacts = Contacts(KIND.CONE, kind, (radius, half, 0), rotation, size, UPRIGHT, (0, -height - below + 0.0004, 0))
    assert contacts.count[0] == 2
    np.testing.assert_allclose(contacts.normal[0], (0, -1, 0), atol=1e-5)
    assert np.linalg.norm(contacts.points[0] - contacts.points[1]) == pytest.approx(side, rel=1e-4)
    np.testing.assert_allclose(contacts.separation[0, :2], -0.0004, atol=1e-5)


def test_tilted_cylinders_touch_with_one_point_of_the_rim():
    angle = 0.25
    rotation = (0.0, 0.0, math.sin(angle), math.cos(angle))
    height = 0.4 * math.cos(0.5) + 0.3 * math.sin(0.5)
    for kind, size, below in (
        (KIND.PLANE, (0, 0, 0), 0.0),
        (KIND.BOX, FLOOR, 0.5),
        (KIND.CYLINDER, (1, 0.5, 0), 0.5),
    ):
        contacts = Contacts(KIND.CYLINDER, kind, CYLINDER, rotation, size, UPRIGHT, (0.0, -height - below + 0.001, 0.0))
        assert contacts.count[0] == 1
        assert contacts.separation[0, 0] == pytest.approx(-0.001, abs=1e-5)
        np.testing.assert_allclose(contacts.normal[0], (0, -1, 0), atol=1e-4)


def test_crossing_cylinders_touch_with_one_point_between_the_axes():
    across = (0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5))  # local Y along -X
    contacts = Contacts(KIND.CYLINDER, KIND.CYLINDER, CYLINDER, LYING, (0.2, 0.6, 0), across, (0.1, -0.4995, 0.2))
    assert contacts.count[0] == 1
    np.testing.assert_allclose(contacts.normal[0], (0, -1, 0), atol=1e-6)
    np.testing.assert_allclose(contacts.points[0], (0.0, -0.29975, 0.2), atol=1e-5)


@pytest.mark.parametrize("pair", PAIRS, ids=pair_name)
def test_turning_everything_turns_the_contact(pair, hull):
    """Points of disks keep to the directions of the world, so only their depth is compared."""
    random = np.random.default_rng(11)
    hull = hull if pair[1] == KIND.HULL else None
    size_a, rotation_a, size_b, rotation_b, offset, _ = random_pairs(
        *pair, "near", 1000, random, None if hull is None else hull[0]
    )
    one = Contacts(*pair, size_a, rotation_a, size_b, rotation_b, offset, hull)
    turn = random_rotations(1000, random)
    matrix = rotation_matrices(turn)
    turned = np.einsum("nij,nj->ni", matrix, offset)
    two = Contacts(*pair, size_a, multiply(turn, rotation_a), size_b, multiply(turn, rotation_b), turned, hull)
    both = one.touching & two.touching
    assert both.mean() > 0.8
    assert (one.touching != two.touching).mean() < 0.01
    limit = (2e-4 * one.a.size[:, 0] + 2 * one.rounding)[both]
    assert (np.abs(one.lowest[both] - two.lowest[both]) < limit).mean() > 0.98
    expected = np.einsum("nij,nj->ni", matrix, one.normal.astype(float))
    assert (np.abs(expected - two.normal).max(axis=1) < 0.02)[both].mean() > 0.97


@pytest.mark.parametrize("pair", [*PAIRS, *PLANES], ids=pair_name)
def test_the_same_center_gives_a_sane_contact(pair, hull):
    hull = hull if pair[1] == KIND.HULL else None
    random = np.random.default_rng(12)
    size = random.uniform(0.1, 1.0, (50, 3))
    for offset in ((0, 0, 0), (1e-30, 0, 0), (0, 1e-12, -1e-12)):
        for rotation in (UPRIGHT, LYING, (0.5, 0.5, 0.5, 0.5)):
            size_b = size if hull is None else np.ptp(hull[0], axis=0) / 2
            contacts = Contacts(*pair, size, UPRIGHT, size_b, rotation, offset, hull)
            assert contacts.touching.all()
            assert (contacts.lowest < 0).all()
            assert np.isfinite(contacts.point[contacts.present]).all()
            np.testing.assert_allclose(np.linalg.norm(contacts.normal, axis=1), 1.0, atol=1e-5)


def test_a_wheel_keeps_its_radius_while_it_rolls_only():
    size, down = (FLOAT(0.3), FLOAT(0.1), FLOAT(0)), (FLOAT(0), FLOAT(-1), FLOAT(0))
    upright, lying = (tuple(FLOAT(x) for x in q) for q in (UPRIGHT, LYING))
    for kind, rotation, expected in [
        (KIND.SPHERE, upright, 0.3),
        (KIND.CAPSULE, upright, 0.3),
        (KIND.CYLINDER, lying, 0.3),
        (KIND.CYLINDER, upright, 0.0),
        (KIND.CONE, lying, 0.0),
        (KIND.BOX, lying, 0.0),
    ]:
        for call in (outer(turning_radius), plain(turning_radius)):
            assert call(kind, size, rotation, down) == FLOAT(expected)

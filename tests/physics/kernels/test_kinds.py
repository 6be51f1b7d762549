"""Kinds of shapes: their traits, and their place in a pair."""

import numba
import numpy as np
import pytest

import physics
from physics import Shape, ShapeBox, World
from physics.kernels.layout import kind as KIND
from physics.queries.snapshot import Geometry

PUBLIC = [shape for name, shape in vars(physics).items() if name.startswith("Shape") and hasattr(shape, "kind")]


@numba.njit
def rank(kind):
    return KIND.rank(kind)


@pytest.mark.parametrize(
    ("test", "trait"),
    [
        (KIND.is_round, KIND.ROUND),
        (KIND.is_faceted, KIND.FACETED),
        (KIND.is_convex, KIND.ROUND | KIND.FACETED),
        (KIND.has_one_radius, KIND.ONE_RADIUS),
        (KIND.has_rim, KIND.RIM),
        (KIND.is_surface, KIND.SURFACE),
        (KIND.is_boxed, KIND.BOXED),
        (KIND.is_simple, KIND.SIMPLE),
        (KIND.is_smooth, KIND.SMOOTH),
    ],
)
def test_kernels_see_what_the_table_says(test, trait):
    for kind, traits in KIND.TRAITS.items():
        assert test.py_func(np.int32(kind)) == bool(traits & trait), (test, kind)


def test_every_shape_has_a_row_and_a_number_of_its_own():
    kinds = [shape.kind for shape in PUBLIC]
    assert len(PUBLIC) >= 9 and len(set(kinds)) == len(kinds) and set(kinds) <= set(KIND.TRAITS)


def test_a_pair_begins_with_what_is_round_and_ends_with_what_never_moves():
    order = sorted(KIND.TRAITS, key=rank)
    ranks = [0 if KIND.TRAITS[k] & KIND.ROUND else 1 if KIND.TRAITS[k] & KIND.FACETED else 2 for k in order]
    assert ranks == sorted(ranks) and len({rank(k) for k in order}) == len(order)


def test_a_geometry_is_drawn_of_a_shape_without_shape_data():
    corners = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)], np.float32)
    normals = np.tile(np.array((0, 0, 1), np.float32), (3, 1))
    triangle = Geometry(corners, normals, np.array([(0, 1, 2)], np.int32))

    class Painted(ShapeBox):
        geometry = triangle

    world = World()
    world.add_body(shape=ShapeBox(half_extents=(1, 1, 1)), position=(5, 0, 0))
    world.add_body(shape=Painted(half_extents=(1, 1, 1)))
    world.step(1 / 60)
    snapshot = world.snapshot()
    assert isinstance(Painted((1, 1, 1)), Shape) and snapshot.shape_kind.tolist() == [KIND.BOX, KIND.BOX]
    assert snapshot.shape_geometry.tolist() == [-1, 0] and snapshot.geometries[0] is triangle

"""Height fields as shapes: what is refused, where they lie, which triangles they have."""

import copy
import math

import numpy as np
import pytest

from physics import BodyKind, ShapeHeightField, World
from physics.kernels.layout import kind as KIND
from physics.kernels.mesh.data import corner_vertices, ring_member, ring_size, surface_vertex, vertex_beyond
from physics.kernels.mesh.points import LISTED, MESH_FLOATS, MESH_INTS
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.shapes.mesh_topology import find_edges, opposite_vertices, rings
from tests.physics.reference import meshes
from tests.physics.reference.outer import outer

corner_vertices = outer(corner_vertices)
list_triangles = outer(list_triangles)
ring_member = outer(ring_member)
ring_size = outer(ring_size)
surface_vertex = outer(surface_vertex)
vertex_beyond = outer(vertex_beyond)

HEIGHTS = np.arange(12.0).reshape(3, 4)


def test_the_middle_of_the_grid_is_at_the_origin_and_heights_are_as_given():
    shape = ShapeHeightField(HEIGHTS, (0.5, 2.0))
    assert shape.kind == KIND.HEIGHT_FIELD and (shape.rows, shape.columns) == (3, 4)
    assert shape.size == (0.75, 5.5, 2.0)
    assert shape.local_pose() == ((0.0, 5.5, 0.0), (0.0, 0.0, 0.0, 1.0))
    drawn = shape.geometry
    expected, triangles = meshes.grid(HEIGHTS, 0.5, 2.0)
    np.testing.assert_allclose(drawn.positions + (0, 5.5, 0), expected, atol=1e-6)
    assert drawn.triangles.tolist() == triangles.tolist()


def test_normals_look_up_the_slope():
    x = np.arange(5.0)
    drawn = ShapeHeightField(np.tile(0.5 * x, (4, 1)), 1.0).geometry
    np.testing.assert_allclose(drawn.normals, np.tile((-1 / math.sqrt(5), 2 / math.sqrt(5), 0), (20, 1)), atol=1e-6)
    a, b, c = drawn.positions[drawn.triangles].transpose(1, 0, 2)
    assert (np.cross(b - a, c - a)[:, 1] > 0).all()


def test_a_height_field_is_a_value_that_does_not_change():
    shape = ShapeHeightField(HEIGHTS, 1.0)
    assert shape == ShapeHeightField(HEIGHTS.tolist(), (1.0, 1)) == copy.deepcopy(shape)
    assert hash(shape) == hash(ShapeHeightField(HEIGHTS, 1)) and shape != ShapeHeightField(HEIGHTS, 2)
    assert shape != ShapeHeightField(HEIGHTS + 1, 1)
    with pytest.raises(AttributeError, match="does not change"):
        shape.cell_size = 2.0
    assert "3 x 4" in repr(shape)


@pytest.mark.parametrize(
    ("heights", "cell", "error", "words"),
    [
        ([[1.0, 2.0]], 1.0, ValueError, r"at least 2 rows and 2 columns, got the shape \(1, 2\)"),
        (np.zeros(5), 1.0, ValueError, "at least 2 rows"),
        (np.zeros((2, 2, 2)), 1.0, ValueError, "at least 2 rows"),
        ([[0, 0], [0, math.nan]], 1.0, ValueError, "needs a triangle without NaN"),
        ([[0, 0], [math.inf, 0]], 1.0, ValueError, r"heights\[1, 0\] must be finite"),
        ([[0, 0], [0]], 1.0, TypeError, "heights must be an array of numbers"),
        ("terrain", 1.0, TypeError, "heights must be an array of numbers"),
        (HEIGHTS, 0.0, ValueError, "cell_size must"),
        (HEIGHTS, -1.0, ValueError, "cell_size must"),
        (HEIGHTS, math.nan, ValueError, "cell_size must"),
        (HEIGHTS, "wide", TypeError, "cell_size must"),
        (HEIGHTS, (1.0, 0.0), ValueError, r"cell_size\[1\] must"),
        (HEIGHTS, (1.0, 1.0, 1.0), ValueError, "one number or two"),
        (HEIGHTS, 1e5, ValueError, "cell_size must be between .*200000 m"),
    ],
)
def test_bad_arguments_are_refused_with_the_place(heights, cell, error, words):
    with pytest.raises(error, match=words):
        ShapeHeightField(heights, cell)


def test_a_dynamic_body_cannot_have_one():
    world = World()
    with pytest.raises(ValueError, match="ShapeHeightField is a surface"):
        world.add_body(shape=ShapeHeightField(HEIGHTS, 1.0))
    with pytest.raises(ValueError, match="without volume"):
        _ = ShapeHeightField(HEIGHTS, 1.0).volume
    world.add_body(kind=BodyKind.STATIC, shape=ShapeHeightField(HEIGHTS, 1.0))


@pytest.mark.slow
def test_kernels_see_the_triangles_and_neighbors_of_the_mesh_of_the_grid():
    rows, columns = 5, 4
    shape = ShapeHeightField(np.random.default_rng(1).uniform(-1, 1, (rows, columns)), (0.5, 0.25))
    vertices, triangles = meshes.grid(np.zeros((rows, columns)), 0.5, 0.25)
    data, kind = shape.shape_data, shape.kind
    opposite = opposite_vertices(triangles, find_edges(triangles).partner)
    for t, corners in enumerate(triangles.tolist()):
        assert list(corner_vertices(kind, 0, t, data.indices)) == corners
        assert [vertex_beyond(kind, 0, t, k, data.indices) for k in range(3)] == opposite[t].tolist()
    starts, around = rings(triangles, len(vertices))
    for v in range(len(vertices)):
        members = [ring_member(kind, 0, v, k, data.indices) for k in range(ring_size(kind, 0, v, data.indices))]
        assert sorted(m for m in members if m >= 0) == around[starts[v] : starts[v + 1]].tolist()
        place = surface_vertex(kind, 0, v, data.indices, data.numbers)
        assert place == pytest.approx(tuple(shape.geometry.positions[v]), abs=1e-6)


@pytest.mark.slow
def test_queries_list_all_triangles_near_a_box():
    rng = np.random.default_rng(3)
    shape = ShapeHeightField(rng.uniform(-1, 1, (20, 30)), (0.5, 0.25))
    corners = shape.geometry.positions[shape.geometry.triangles]
    lower, upper = corners.min(axis=1), corners.max(axis=1)
    work, names = np.zeros(MESH_FLOATS, np.float32), np.zeros(MESH_INTS, np.int32)
    for _ in range(500):
        low = (rng.uniform(-1.2, 1.2, 3) * shape.size).astype(np.float32)
        high = (low + rng.exponential(0.5, 3)).astype(np.float32)
        state, found = QUERY_START, set()
        while state != QUERY_DONE:
            box = (tuple(low), tuple(high))
            count, state = list_triangles(
                shape.kind, 0, state, box, shape.shape_data.indices, shape.shape_data.numbers, work, names
            )
            found |= set(names[LISTED : LISTED + count].tolist())
        near = np.maximum(lower - high, low - upper).max(axis=1) < -1e-6
        assert set(np.flatnonzero(near).tolist()) <= found
        assert len(found) <= 2 * (near.sum() + 200)

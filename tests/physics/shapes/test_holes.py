"""Height fields with holes: heights that are NaN."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeHeightField, ShapeMesh, ShapeSphere, World
from physics.kernels.mesh.data import corner_vertices, is_hole, ring_member, ring_size, vertex_beyond
from physics.shapes.mesh_topology import find_edges, opposite_vertices
from tests.physics.reference import meshes
from tests.physics.reference.outer import outer

corner_vertices, is_hole = outer(corner_vertices), outer(is_hole)
ring_member, ring_size, vertex_beyond = outer(ring_member), outer(ring_size), outer(vertex_beyond)

DT = 1 / 60


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def pit(row=4, column=4):
    """A flat field of 9 x 9 points, 1 m apart, without the point of a row and column."""
    heights = np.zeros((9, 9))
    heights[row, column] = math.nan
    return ShapeHeightField(heights, 1.0)


def test_the_triangles_around_a_point_without_a_height_are_gone():
    shape = pit()
    assert len(shape.geometry.triangles) == 2 * 64 - 6
    assert 4 * 9 + 4 not in shape.geometry.triangles
    assert np.isfinite(shape.geometry.positions).all() and np.isfinite(shape.geometry.normals).all()
    assert shape == pit() and hash(shape) == hash(pit()) and shape != pit(3) != ShapeHeightField(np.zeros((9, 9)), 1.0)
    assert shape == ShapeHeightField(**shape.parameters())
    assert shape.parameters()["heights"].dtype == np.float32 and math.isnan(shape.heights[4, 4])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_kernels_see_the_triangles_and_neighbors_of_the_mesh_that_is_left(seed):
    random = np.random.default_rng(seed)
    heights = random.uniform(-1, 1, (6, 7))
    heights[random.random((6, 7)) < 0.15] = math.nan
    shape = ShapeHeightField(heights, (0.5, 0.25))
    data, kind = shape.shape_data, shape.kind
    _, every = meshes.grid(np.zeros((6, 7)), 0.5, 0.25)
    left = [t for t in range(len(every)) if not np.isnan(heights.ravel()[every[t]]).any()]
    assert [t for t in range(len(every)) if not is_hole(0, t, data.indices)] == left
    triangles = every[left]
    assert shape.geometry.triangles.tolist() == triangles.tolist()
    opposite = opposite_vertices(triangles, find_edges(triangles).partner)
    for t, row in zip(left, opposite.tolist(), strict=True):
        assert [vertex_beyond(kind, 0, t, k, data.indices) for k in range(3)] == row
    edges = {(a, b) for triangle in triangles.tolist() for a in triangle for b in triangle if a != b}
    for vertex in range(42):
        members = [
            ring_member(kind, 0, vertex, k, data.indices) for k in range(ring_size(kind, 0, vertex, data.indices))
        ]
        assert {member for member in members if member >= 0} == {b for a, b in edges if a == vertex}


@pytest.mark.parametrize("turned", [False, True], ids=["level", "moving"])
def test_things_fall_through_a_hole_and_lie_beside_it(turned):
    world = World()
    world.add_body(kind=BodyKind.KINEMATIC if turned else BodyKind.STATIC, shape=pit())
    falling = world.add_body(shape=ShapeSphere(0.3), position=(0.1, 0.5, -0.1))
    lying = [world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(x, 0.3, 2.0)) for x in (-2.0, 2.0)]
    run(world, 60)
    assert falling.position.y < -3.0
    assert [body.position.y for body in lying] == pytest.approx([0.3, 0.3], abs=0.005)


def test_a_box_over_a_hole_lies_on_its_border_as_on_a_mesh():
    """The same as on a mesh of the triangles that are left: the border of a hole is an edge."""
    shape = pit()
    places = shape.geometry.positions
    heights = []
    for ground in (shape, ShapeMesh(places, shape.geometry.triangles)):
        world = World()
        world.add_body(kind=BodyKind.STATIC, shape=ground)
        plank = world.add_body(shape=ShapeBox((1.6, 0.1, 0.2)), position=(0, 0.3, 0), orientation=(0, 0, 0, 1))
        ball = world.add_body(shape=ShapeSphere(1.2), position=(0.0, 1.4, 0.05), mask=1, category=1)
        plank.mask = plank.category = 2
        run(world, 120)
        heights.append((plank.position.y, ball.position.y, ball.velocity.y))
    assert heights[0][0] == pytest.approx(0.1, abs=0.005)
    assert heights[0] == pytest.approx(heights[1], abs=0.01)


def test_queries_go_through_a_hole():
    world = World()
    body = world.add_body(kind=BodyKind.STATIC, shape=pit())
    assert world.ray_cast((0.2, 1, 0.1), (0, -1, 0)) is None
    assert world.ray_cast((-3, 1, 0.1), (3, -1, 0)) is None
    hit = world.ray_cast((2.2, 1, 0.1), (0, -1, 0))
    assert hit is not None and hit.distance == pytest.approx(1.0)
    assert world.shape_cast(ShapeSphere(0.2), (0.1, 1, -0.1), motion=(0, -2, 0)) is None
    assert world.shape_cast(ShapeSphere(0.2), (2.1, 1, -0.1), motion=(0, -2, 0)) is not None
    assert not world.overlap(ShapeSphere(0.2), (0.1, 0, -0.1)) and world.overlap(ShapeSphere(0.2), (2.1, 0, -0.1))
    assert world.closest_point(body, (0.25, 0, -0.25)).distance == pytest.approx(math.sqrt(2) / 4)


def test_a_field_of_holes_only_is_refused():
    with pytest.raises(ValueError, match="needs a triangle without NaN"):
        ShapeHeightField(np.full((3, 3), math.nan), 1.0)

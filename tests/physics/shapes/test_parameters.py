"""Every shape says what its constructor needs to make an equal one."""

import inspect

import numpy as np
import pytest

import physics
from physics import (
    Shape,
    ShapeBox,
    ShapeCapsule,
    ShapeCone,
    ShapeCylinder,
    ShapeHeightField,
    ShapeHull,
    ShapeMesh,
    ShapePlane,
    ShapeSphere,
)

RANDOM = np.random.default_rng(8)
SHAPES = [
    ShapeSphere(0.1),
    ShapeBox((0.1, 0.2, 0.3)),
    ShapeCapsule(0.25, 0.1),
    ShapeCylinder(0.25, 0.1),
    ShapeCone(0.25, 0.1),
    *(ShapePlane(RANDOM.normal(size=3), 0.3) for _ in range(50)),
    *(ShapeHull(RANDOM.normal(size=(count, 3))) for count in (4, 10, 40, 60) for _ in range(5)),
    ShapeHull([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (0.1, 0.7)]),
    ShapeMesh([(0, 0, 0), (1.1, 0, 0), (0, 0.3, 1)], [(0, 2, 1)]),
    ShapeMesh(RANDOM.normal(size=(9, 3)) + 50.0, RANDOM.permutation(9).reshape(3, 3), two_sided=True),
    ShapeHeightField(RANDOM.normal(size=(4, 5)), (0.5, 0.7)),
    ShapeHeightField(np.float32(RANDOM.normal(size=(3, 3))) + 100, 0.5),
]


def test_no_shape_is_missing():
    public = {kind for kind in vars(physics).values() if inspect.isclass(kind) and issubclass(kind, Shape)}
    assert {type(shape) for shape in SHAPES} == public - {Shape}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_parameters_make_an_equal_shape(shape):
    again = type(shape)(**shape.parameters())
    assert again == shape and hash(again) == hash(shape) and again.size == shape.size
    assert again.local_pose() == shape.local_pose() and again.extent == shape.extent


def test_a_mesh_keeps_what_it_leaves_out():
    """A vertex that nothing uses, two in one place, and a triangle without area: rays name triangles as given."""
    with pytest.warns(UserWarning, match="no area"):
        mesh = ShapeMesh([(0, 0, 0), (1, 0, 0), (0, 0, 1), (9, 9, 9), (0, 0, 0)], [(0, 1, 4), (0, 2, 1)])
    with pytest.warns(UserWarning, match="no area"):
        assert ShapeMesh(**mesh.parameters()) == mesh


def test_arrays_of_parameters_are_short_and_read_only():
    short, long = ShapeHeightField(np.ones((2, 2)), 1.0), ShapeHeightField(np.full((2, 2), 0.1), 1.0)
    assert short.parameters()["heights"].dtype == np.float32 and long.parameters()["heights"].dtype == np.float64
    mesh = ShapeMesh([(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 2, 1)]).parameters()
    assert mesh["vertices"].dtype == np.float32 and mesh["triangles"].dtype == np.int32
    with pytest.raises(ValueError, match="read-only"):
        mesh["vertices"][0] = 1.0

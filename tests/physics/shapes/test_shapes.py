"""Shapes: sizes, checks, and what kernels read."""

import copy
import dataclasses
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st

from physics.kernels.layout import kind as KIND
from physics.shapes.base import Shape
from physics.shapes.primitives import ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere

SHAPES = [ShapeSphere(0.5), ShapeBox((1, 2, 3)), ShapeCapsule(0.25, 0.5), ShapePlane((0, 1, 0), 2.0)]
BAD_LENGTHS = [0, -1, -0.0, math.nan, math.inf, -math.inf, 0.99e-4, 1.01e5, 10**400]


def turn(rotation, point):
    """Turn a point by a quaternion: v + 2 q x (q x v + w v)."""
    q, w = np.array(rotation[:3]), rotation[3]
    return np.array(point) + 2.0 * np.cross(q, np.cross(q, point) + w * np.array(point))


def test_positional_and_keyword_arguments_mean_the_same():
    assert ShapeSphere(0.5) == ShapeSphere(radius=0.5)
    assert ShapeBox((1, 2, 3)) == ShapeBox(half_extents=[1.0, 2.0, 3.0]) == ShapeBox(np.array([1, 2, 3]))
    assert ShapeCapsule(0.25, 0.5) == ShapeCapsule(half_height=0.5, radius=0.25)
    assert ShapePlane((0, 1, 0), 2) == ShapePlane(normal=(0, 5, 0), offset=2.0)
    assert ShapeSphere(1) != ShapeSphere(2)


@pytest.mark.parametrize(
    ("shape", "kind", "size"),
    [
        (ShapeSphere(0.5), KIND.SPHERE, (0.5, 0.0, 0.0)),
        (ShapeCapsule(0.25, 0.5), KIND.CAPSULE, (0.25, 0.5, 0.0)),
        (ShapeBox((1, 2, 3)), KIND.BOX, (1.0, 2.0, 3.0)),
        (ShapePlane((0, 1, 0), 2), KIND.PLANE, (0.0, 0.0, 0.0)),
    ],
)
def test_kind_and_size_are_what_kernels_read(shape, kind, size):
    assert shape.kind == kind
    assert shape.size == size
    assert [type(part) for part in shape.size] == [float] * 3


@pytest.mark.parametrize("value", BAD_LENGTHS, ids=lambda value: f"{value!r:.9}")
def test_lengths_outside_their_range_are_refused(value):
    for make in (
        lambda: ShapeSphere(value),
        lambda: ShapeCapsule(value, 1.0),
        lambda: ShapeCapsule(1.0, value),
        lambda: ShapeBox((value, 1, 1)),
        lambda: ShapeBox((1, value, 1)),
        lambda: ShapeBox((1, 1, value)),
    ):
        with pytest.raises(ValueError, match=r"(radius|half_height|half_extents).* must"):
            make()


@pytest.mark.parametrize("value", ["1", None, True, 1j, [1.0], np.ones(1)], ids=repr)
def test_lengths_are_numbers(value):
    for make in (lambda: ShapeSphere(value), lambda: ShapeCapsule(1, value), lambda: ShapeBox((1, 1, value))):
        with pytest.raises(TypeError, match="must be a number"):
            make()


def test_messages_name_the_argument_the_value_and_the_way_out():
    with pytest.raises(ValueError) as caught:
        ShapeBox((1, 0, 1))
    assert str(caught.value) == ("half_extents[1] must be between 0.0001 and 100000 m, got 0.0; lengths are in meters")
    with pytest.raises(ValueError, match="got 0; without it use ShapeSphere"):
        ShapeCapsule(0.5, 0)
    with pytest.raises(ValueError, match="half_extents must be 3 numbers, got 2"):
        ShapeBox((1, 1))
    with pytest.raises(ValueError, match="offset must be between -100000 and 100000 m, got inf"):
        ShapePlane((0, 1, 0), math.inf)
    with pytest.raises(ValueError, match="normal must not be zero"):
        ShapePlane((0, 0, 0), 1.0)


def test_smallest_and_largest_sizes_are_allowed():
    for length in (1e-4, 1e5):
        shapes = (ShapeSphere(length), ShapeBox((length,) * 3), ShapeCapsule(length, length))
        assert all(np.isfinite(np.float32([*shape.size, shape.volume, shape.extent])).all() for shape in shapes)


def test_volumes_and_extents():
    assert ShapeSphere(3.0).volume == pytest.approx(36.0 * math.pi)
    assert ShapeBox((1, 2, 3)).volume == 48.0
    assert ShapeCapsule(3.0, 2.0).volume == pytest.approx(36.0 * math.pi + 36.0 * math.pi)
    assert ShapePlane((0, 1, 0), 0).volume == math.inf
    assert ShapeSphere(3.0).extent == 3.0
    assert ShapeBox((2, 3, 6)).extent == 7.0
    assert ShapeCapsule(3.0, 2.0).extent == 5.0
    assert ShapePlane((0, 1, 0), 0).extent == math.inf


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_shapes_are_values(shape):
    field = dataclasses.fields(shape)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(shape, field, 1.0)
    assert isinstance(shape, Shape)
    assert pickle.loads(pickle.dumps(shape)) == copy.deepcopy(shape) == shape
    assert len({shape, copy.copy(shape)}) == 1
    assert eval(repr(shape)) == shape


def test_base_class_is_no_shape():
    with pytest.raises(TypeError):
        Shape()


@pytest.mark.parametrize("shape", SHAPES[:3], ids=lambda shape: type(shape).__name__)
def test_solid_shapes_sit_at_their_center(shape):
    assert shape.local_pose() == ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))


def test_level_ground_is_not_turned():
    assert ShapePlane((0, 1, 0), 2.0).local_pose() == ((0.0, 2.0, 0.0), (0.0, 0.0, 0.0, 1.0))


directions = st.tuples(*[st.floats(-1.0, 1.0)] * 3).filter(lambda value: math.hypot(*value) > 1e-6)
near_vertical = st.tuples(st.floats(-1e-6, 1e-6), st.sampled_from([-1.0, 1.0]), st.floats(-1e-6, 1e-6))


@given(st.one_of(directions, near_vertical), st.floats(-1e5, 1e5))
def test_plane_pose_turns_up_to_the_normal(normal, offset):
    plane = ShapePlane(normal, offset)
    center, rotation = plane.local_pose()
    assert math.hypot(*rotation) == pytest.approx(1.0, abs=1e-15)
    np.testing.assert_allclose(turn(rotation, (0.0, 1.0, 0.0)), plane.normal, rtol=0, atol=2e-15)
    np.testing.assert_allclose(plane.normal, np.array(normal) / math.hypot(*normal), rtol=0, atol=4e-15)
    np.testing.assert_allclose(center, np.array(plane.normal) * offset, rtol=1e-15)
    # The shortest way: no turn about the normal itself.
    assert rotation[1] == 0.0
    assert rotation[3] >= 0.0


def test_plane_pose_of_a_ceiling():
    center, rotation = ShapePlane((0, -1, 0), -3.0).local_pose()
    np.testing.assert_array_equal(turn(rotation, (0.0, 1.0, 0.0)), (0.0, -1.0, 0.0))
    assert center == (0.0, 3.0, 0.0)

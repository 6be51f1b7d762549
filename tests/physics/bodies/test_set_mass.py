"""Mass, inertia and center of mass that are set instead of those of the parts."""

import math

import numpy as np
import pytest

from physics import BodyKind, JointBall, ShapeBox, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


@pytest.mark.parametrize("given", [(1.0, 2.0, 2.5), [[1.0, 0.1, 0.0], [0.1, 2.0, 0.2], [0.0, 0.2, 2.5]]])
def test_inertia_is_given_set_read_saved_and_defined(given):
    world = World(gravity=(0, 0, 0))
    matrix = np.diag(given) if np.ndim(given) == 1 else np.array(given)
    body = world.add_body(shape=CUBE, mass=2.0)
    own, state, before = body.inertia, world.save_state(), world.state_hash()
    body.inertia = given
    assert body.mass == 2.0 and world.state_hash() != before
    np.testing.assert_array_equal(body.inertia, matrix)
    definition = body.definition()
    np.testing.assert_array_equal(definition.inertia, matrix)
    world.load_state(state)
    np.testing.assert_array_equal(body.inertia, own)
    assert world.state_hash() == before
    world.remove_body(body)
    again = world.restore(definition)
    np.testing.assert_array_equal(again.inertia, matrix)
    assert again.definition() == definition
    third = world.add_body(shape=CUBE, mass=2.0, inertia=given, position=(9, 0, 0))
    np.testing.assert_array_equal(third.inertia, matrix)
    again.inertia = None
    np.testing.assert_array_equal(again.inertia, own)


def test_an_angular_impulse_meets_the_inertia_that_was_set():
    """w = I^-1 L."""
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=CUBE)
    body.inertia = [[3.0, 0.5, 0.0], [0.5, 4.0, 0.2], [0.0, 0.2, 5.0]]
    body.apply_angular_impulse((1.0, 2.0, 3.0))
    np.testing.assert_allclose(body.angular_velocity, np.linalg.solve(body.inertia, (1, 2, 3)), rtol=1e-5)


def test_a_mass_that_is_set_leaves_the_inertia_that_was_set():
    world = World()
    body = world.add_body(shape=CUBE, mass=1.0, inertia=(1, 2, 3), local_center_of_mass=(0, 0.1, 0))
    body.mass = 7.0
    assert body.mass == 7.0 and body.local_center_of_mass == (0, 0.1, 0)
    np.testing.assert_array_equal(body.inertia, np.diag((1.0, 2.0, 3.0)))
    body.kind = BodyKind.STATIC
    assert body.mass == math.inf
    body.kind = BodyKind.DYNAMIC
    np.testing.assert_array_equal(body.inertia, np.diag((1.0, 2.0, 3.0)))
    assert body.mass == 7.0


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.add_shape(ShapeSphere(0.1), (0, 1, 0)),
        lambda body: body.remove_shape(body.parts[1]),
        lambda body: setattr(body, "density", 500.0),
        lambda body: setattr(body, "material", "wood"),
    ],
    ids=["add", "remove", "density", "material"],
)
def test_other_parts_have_their_own_say_again(change):
    world = World()
    body, plain = (world.add_body(shapes=[(CUBE,), (ShapeSphere(0.3), (1, 0, 0))]) for _ in range(2))
    body.inertia, body.local_center_of_mass = (1, 1, 1), (0, 5, 0)
    change(body)
    change(plain)
    np.testing.assert_array_equal(body.inertia, plain.inertia)
    assert body.local_center_of_mass == plain.local_center_of_mass


def test_another_center_of_mass_leaves_axes_parts_and_the_motion_of_the_matter():
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=CUBE, position=(1, 2, 3), velocity=(1, 0, 0), angular_velocity=(0, 0, 2))
    point = body.velocity_at((1.5, 2, 3))
    body.local_center_of_mass = (0, -0.4, 0)
    assert body.position == pytest.approx((1, 2, 3)) and body.center_of_mass == pytest.approx((1, 1.6, 3))
    assert body.velocity_at((1.5, 2, 3)) == pytest.approx(point)
    assert body.velocity == pytest.approx((1 + 2 * 0.4, 0, 0))
    hit = world.ray_cast((1, 9, 3), (0, -1, 0))
    assert hit.distance == pytest.approx(6.5)
    body.center_of_mass = (1, 2.25, 3)
    assert body.local_center_of_mass == pytest.approx((0, 0.25, 0))
    body.center_of_mass = None
    assert body.local_center_of_mass == (0, 0, 0)


def test_a_tumbler_rights_itself():
    """With its center of mass below the middle of the ball, m g d restores it: it swings about upright."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((5, 0.5, 5)), position=(0, -0.5, 0))
    turn = (0, 0, math.sin(0.5), math.cos(0.5))
    options = {"shape": ShapeSphere(0.5), "orientation": turn, "angular_damping": 2.0}
    tumbler = world.add_body(position=(0, 0.5, 0), **options, local_center_of_mass=(0, -0.3, 0))
    plain = world.add_body(position=(3, 0.5, 0), **options)
    run(world, 300)
    assert abs(2 * math.acos(min(abs(tumbler.orientation[3]), 1.0))) < 0.05
    assert abs(2 * math.acos(min(abs(plain.orientation[3]), 1.0)) - 1.0) < 0.01
    assert tumbler.position == pytest.approx((tumbler.position.x, 0.5, 0.0), abs=0.01)


def test_joints_stay_where_they_are_in_the_body():
    world = World()
    body = world.add_body(shape=CUBE, position=(0, 0, 0))
    joint = world.add_joint(JointBall(None, body, anchor=(0.5, 0.5, 0.5)))
    body.local_center_of_mass = (0.3, 0.3, 0.3)
    assert joint.anchor_b == pytest.approx((0.5, 0.5, 0.5))
    run(world, 60)
    assert joint.error[0] < 1e-3


@pytest.mark.parametrize(
    ("name", "value", "error", "words"),
    [
        ("inertia", "x", TypeError, "inertia must be three moments"),
        ("inertia", (1, 2), ValueError, "the shape"),
        ("inertia", (1, 2, math.nan), ValueError, "inertia must be finite"),
        ("inertia", (1, 2, 0), ValueError, "lock_rotation"),
        ("inertia", (1, 2, math.inf), ValueError, "lock_rotation"),
        ("inertia", [[1, 2, 0], [0, 1, 0], [0, 0, 1]], ValueError, "symmetric"),
        ("inertia", [[1, 2, 0], [2, 1, 0], [0, 0, 1]], ValueError, "positive definite"),
        ("inertia", [[1, 2], [3]], TypeError, "inertia must be three moments"),
        ("local_center_of_mass", (1, 2), ValueError, "local_center_of_mass"),
        ("local_center_of_mass", (0, math.inf, 0), ValueError, "local_center_of_mass"),
        ("center_of_mass", "x", (TypeError, ValueError), "center_of_mass"),
    ],
)
def test_bad_values_are_refused(name, value, error, words):
    world = World()
    body = world.add_body(shape=CUBE)
    before = world.state_hash()
    with pytest.raises(error, match=words):
        setattr(body, name, value)
    if name != "center_of_mass":
        with pytest.raises(error, match=words):
            world.add_body(shape=CUBE, **{name: value})
    assert world.state_hash() == before
    wall = world.add_body(kind=BodyKind.STATIC, shape=CUBE)
    with pytest.raises(ValueError, match="make it dynamic"):
        setattr(wall, name, None)

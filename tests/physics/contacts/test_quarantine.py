"""Quarantine: a body with a number that is not finite is rolled back, frozen and reported; the rest goes on."""

import math
import warnings

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World
from physics.kernels.layout import motion as MOTION

DT = 1 / 60
CUBE = ShapeBox(half_extents=(0.5, 0.5, 0.5))
BALL = ShapeSphere(radius=0.5)


def ground_in(world, **options):
    return world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground", **options)


def pile():
    """Three boxes on each other, and a lone one falling."""
    world = World()
    ground_in(world)
    boxes = [world.add_body(shape=CUBE, position=(0, 0.5 + i, 0), name=f"box {i}") for i in range(3)]
    lone = world.add_body(shape=BALL, position=(9, 20, 0), name="lone")
    for _ in range(10):
        world.step(DT)
    return world, boxes, lone


def poison(world, body, where, value):
    state, row = world._arrays.bodies, body._row
    if where == "velocity":
        state.motion[row, MOTION.VELOCITY] = value
    elif where == "angular velocity":
        state.motion[row, MOTION.ANGULAR + 2] = value
    elif where == "inverse mass":
        state.motion[row, MOTION.INV_MASS] = value
    elif where == "center":
        state.center[row, 1] = value
    elif where == "rotation":
        state.rotation[row, 2] = value
    else:
        state.force[row, 4] = value


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("where", ["velocity", "angular velocity", "inverse mass", "center", "rotation", "force"])
@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_body_that_is_not_finite_is_frozen_and_the_rest_goes_on(where, value, which):
    world, boxes, lone = pile()
    bad = boxes[which]
    pose = bad.position, bad.orientation
    speed = lone.velocity.y
    poison(world, bad, where, value)
    with pytest.warns(RuntimeWarning, match=f"body 'box {which}' was frozen at .*unfreeze"):
        world.step(DT)
    (event,) = world.events.body_frozen
    assert event.body is bad and event.kind == "body_frozen" and bad.frozen and not bad.awake
    np.testing.assert_allclose(bad.position, pose[0], atol=0.02)
    np.testing.assert_allclose(bad.orientation, pose[1], atol=0.01)
    assert bad.velocity == (0, 0, 0) and bad.angular_velocity == (0, 0, 0)
    assert lone.velocity.y == pytest.approx(speed - 9.81 * DT, rel=1e-5)
    place = bad.position
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(30):
            world.step(DT)
    shot = world.snapshot()
    assert np.isfinite(shot.position).all() and np.isfinite(shot.velocity).all()
    assert bad.position == place, "it stays where it is"
    np.testing.assert_allclose([box.position.y for box in boxes], (0.5, 1.5, 2.5), atol=0.03)
    assert not world.events.body_frozen


def test_a_huge_impulse_freezes_one_body_only():
    world, boxes, _ = pile()
    with np.errstate(over="ignore"), pytest.warns(RuntimeWarning, match="box 1"):
        for _ in range(12):
            boxes[1].apply_angular_impulse((0, 1e30, 0))
            boxes[1].apply_angular_impulse((1e30, 0, 1e30))
            world._arrays.bodies.motion[boxes[1]._row, 4:7] *= np.float32(1e20)
        world.step(DT)
    assert [box.frozen for box in boxes] == [False, True, False]


def test_a_huge_force_is_clamped_or_frozen_but_never_spreads():
    world, boxes, lone = pile()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(10):
            boxes[2].apply_force((1e30, -1e30, 1e30), point=(5, 9, -3))
            world.step(DT)
    shot = world.snapshot()
    for name in ("position", "orientation", "velocity", "angular_velocity"):
        assert np.isfinite(getattr(shot, name)).all()
    assert not lone.frozen and lone.velocity.x == 0.0


def test_an_unfrozen_body_moves_again_from_rest():
    world, boxes, _ = pile()
    poison(world, boxes[0], "velocity", math.nan)
    with pytest.warns(RuntimeWarning):
        world.step(DT)
    mass, inertia = boxes[0].mass, boxes[0].inertia
    boxes[0].unfreeze()
    assert not boxes[0].frozen and boxes[0].awake and boxes[0].velocity == (0, 0, 0)
    assert boxes[0].mass == mass and (boxes[0].inertia == inertia).all()
    for _ in range(60):
        world.step(DT)
    np.testing.assert_allclose([box.position.y for box in boxes], (0.5, 1.5, 2.5), atol=0.03)
    boxes[0].apply_impulse((1e4, 0, 0))
    assert boxes[0].velocity.x == pytest.approx(10.0, rel=1e-5)
    world.step(DT)
    assert boxes[0].position.x > 0.05
    boxes[1].unfreeze()  # of a body that is not frozen: nothing happens
    world.step(DT)


@pytest.mark.parametrize("which", [0, 1, 2])
def test_what_touches_a_frozen_body_still_falls_asleep(which):
    """A frozen body may have named the island of the others."""
    world, boxes, lone = pile()
    world.remove_body(lone)
    for _ in range(3):
        world.step(DT)
    poison(world, boxes[which], "velocity", math.nan)
    with pytest.warns(RuntimeWarning):
        world.step(DT)
    for _ in range(120):
        world.step(DT)
    assert not any(box.awake for box in boxes)
    assert world.stats.island_count == 0 and world.stats.awake_count == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda body: setattr(body, "mass", 50.0),
        lambda body: body.add_shape(BALL, offset=(0, -0.2, 0)),
        lambda body: body.apply_impulse((1e3, 0, 0), point=(0, 0, 0)),
        lambda body: body.apply_force((1e3, 0, 0)),
        lambda body: setattr(body, "orientation", (0, 1, 0, 0)),
    ],
    ids=["mass", "shape", "impulse", "force", "orientation"],
)
def test_a_frozen_body_stays_immovable_whatever_is_changed(change):
    world = World()
    frozen = world.add_body(shape=CUBE, name="frozen", position=(0, 2, 0))
    poison(world, frozen, "velocity", math.nan)
    with pytest.warns(RuntimeWarning):
        world.step(DT)
    change(frozen)
    place = frozen.position
    load = world.add_body(shape=CUBE, position=(0, 3.0, 0))
    for _ in range(60):
        world.step(DT)
    assert frozen.frozen
    np.testing.assert_allclose(frozen.position, place, atol=1e-9)
    assert frozen.velocity == (0, 0, 0) and frozen.angular_velocity == (0, 0, 0)
    np.testing.assert_allclose(load.position, (0, 3, 0), atol=0.02)


@pytest.mark.parametrize("quantity", ["velocity", "angular_velocity"])
def test_a_frozen_body_refuses_a_velocity(quantity):
    world = World()
    frozen = world.add_body(shape=CUBE)
    poison(world, frozen, "velocity", math.nan)
    with pytest.warns(RuntimeWarning):
        world.step(DT)
    with pytest.raises(ValueError, match="unfreeze"):
        setattr(frozen, quantity, (1, 0, 0))


def test_a_frozen_body_can_be_removed():
    world, boxes, _ = pile()
    poison(world, boxes[1], "center", math.inf)
    with pytest.warns(RuntimeWarning):
        world.step(DT)
    world.remove_body(boxes[1])
    for _ in range(120):
        world.step(DT)
    assert boxes[2].position.y == pytest.approx(1.5, abs=0.02)


def test_quarantine_is_part_of_the_state():
    world, boxes, _ = pile()
    poison(world, boxes[1], "velocity", math.nan)
    with pytest.warns(RuntimeWarning):
        world.step(DT)
    state, before = world.save_state(), world.state_hash()
    boxes[1].unfreeze()
    assert world.state_hash() != before
    world.load_state(state)
    assert boxes[1].frozen and world.state_hash() == before
    assert [event.body for event in world.events.body_frozen] == [boxes[1]]


def test_what_is_not_finite_does_not_stay_in_the_ground():
    """Solvers write back to the ground what they read, plus zero times an impulse; if that was infinite, it is NaN."""
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((5, 0.5, 5)), position=(0, -0.5, 0))
    boxes = [world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(2.0 * k, 0.5, 0)) for k in range(2)]
    for _ in range(5):
        world.step(DT)
    motion = world._arrays.bodies.motion
    motion[ground._row, :3] = motion[boxes[0]._row, :3] = np.nan
    with pytest.warns(RuntimeWarning, match="frozen"):
        world.step(DT)
    for _ in range(10):
        world.step(DT)
    assert boxes[0].frozen and not boxes[1].frozen
    assert np.isfinite(motion[ground._row]).all() and boxes[1].position.y == pytest.approx(0.5, abs=0.01)

"""Writing many bodies at once is the same as writing them one by one, and fast."""

import time

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox((0.3, 0.3, 0.3))


def pile():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    rng = np.random.default_rng(4)
    bodies = []
    for number in range(30):
        body = world.add_body(
            kind=BodyKind.KINEMATIC if number % 10 == 9 else BodyKind.DYNAMIC,
            shape=CUBE,
            position=rng.uniform((-2, 0.5, -2), (2, 5, 2)),
            orientation=rng.normal(size=4),
            lock_rotation=(False, number % 7 == 0, False),
            lock_position=(number % 5 == 0, False, False),
        )
        if number % 3 == 0 and body.kind == BodyKind.DYNAMIC:
            body.add_shape(ShapeSphere(0.2), offset=(0.3, 0.1, 0))
        bodies.append(body)
    for _ in range(150):
        world.step(DT)
    return world, bodies


def values_for(bodies):
    rng = np.random.default_rng(9)
    return {
        "position": rng.uniform((-2, 0.5, -2), (2, 5, 2), (len(bodies), 3)),
        "orientation": rng.normal(size=(len(bodies), 4)),
        "velocity": rng.normal(size=(len(bodies), 3)),
        "angular_velocity": rng.normal(size=(len(bodies), 3)),
    }


@pytest.mark.parametrize(
    "keys",
    [
        ("position",),
        ("orientation",),
        ("velocity",),
        ("angular_velocity",),
        ("position", "velocity"),
        ("position", "orientation", "velocity", "angular_velocity"),
    ],
    ids=" ".join,
)
def test_all_at_once_is_one_by_one(keys):
    world, bodies = pile()
    one_by_one, others = pile()
    values = {key: values_for(bodies)[key] for key in keys}
    world.write(bodies, **values)
    for k, body in enumerate(others):
        for key in keys:
            setattr(body, key, values[key][k])
    for quantity in values_for(bodies):
        expected = one_by_one.read(others, quantity)
        np.testing.assert_allclose(world.read(bodies, quantity), expected, rtol=1e-12, atol=1e-12)
    assert [body.awake for body in bodies] == [body.awake for body in others]
    for each in (world, one_by_one):
        each.step(DT)
    np.testing.assert_allclose(world.snapshot().position, one_by_one.snapshot().position, atol=1e-6)


def test_nobody_is_fine():
    world, _ = pile()
    before = world.state_hash()
    world.write([], position=np.zeros((0, 3)))
    assert world.state_hash() == before


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_frozen_body_refuses_for_all():
    world, bodies = pile()
    world._arrays.bodies.motion[bodies[3].id, 0] = np.nan
    bodies[3].wake()
    world.step(DT)
    assert bodies[3].frozen
    before = world.state_hash()
    with pytest.raises(ValueError, match="velocity of a frozen body cannot be set; call unfreeze"):
        world.write(bodies, position=np.zeros((30, 3)), velocity=np.zeros((30, 3)))
    assert world.state_hash() == before


def test_five_thousand_bodies_take_milliseconds():
    """Under 3 us a body on an idle machine; the bound is for a busy one."""
    world = World(gravity=(0, 0, 0))
    rng = np.random.default_rng(0)
    places = rng.uniform(-100, 100, (5000, 3))
    bodies = world.add_bodies(position=places, shape=CUBE)
    world.step(DT)
    times = []
    for number in range(4):
        start = time.process_time()
        world.write(bodies, position=places + number, velocity=0.01 * places)
        times.append(time.process_time() - start)
    assert min(times) < 5000 * 6e-6

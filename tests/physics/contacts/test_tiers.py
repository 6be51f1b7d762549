"""Loaded islands take more substeps; nothing else does, and nothing else feels it."""

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World
from physics.kernels.layout import body as BODY

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))


def grounded_world(**options):
    world = World(**options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    return world


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


def add_stack(world, masses, x=0.0):
    return [world.add_body(shape=CUBE, position=(x, 0.5 + k, 0), mass=mass) for k, mass in enumerate(masses)]


@pytest.mark.parametrize(
    ("masses", "substeps"),
    [((10.0,), 4), ((10.0, 10.0, 10.0), 4), ((10.0,) * 10, 8), ((10.0,) * 30, 16), ((10.0, 10.0, 3000.0), 16)],
    ids=["one box", "three", "ten", "thirty", "heavy on light"],
)
def test_substeps_follow_the_load(masses, substeps):
    """The sag is 2 g / w^2 = 0.55 mm per box above at 4 substeps: more than 3 mm under 6 boxes, 12 mm under 22."""
    world = grounded_world(sleeping=False)
    add_stack(world, masses)
    run(world, 2.0)
    assert world.stats.substeps == substeps


def test_stiffness_ends_where_contacts_would_jitter():
    """With 16 substeps the springs are at their limit of 120 Hz: more substeps would be no stiffer."""
    world = grounded_world(sleeping=False, substeps=16)
    add_stack(world, (10.0, 10.0, 3000.0))
    run(world, 1.0)
    assert world.stats.substeps == 16


def test_load_that_goes_away_is_forgotten():
    """Half a second after the heavy box has gone, the others take the substeps of the world again."""
    world = grounded_world(sleeping=False)
    *_, heavy = add_stack(world, (10.0, 10.0, 3000.0))
    run(world, 1.0)
    world.remove_body(heavy)
    run(world, 0.3)
    assert world.stats.substeps == 16
    run(world, 0.5)
    assert world.stats.substeps == 4


def test_many_loaded_islands_are_as_one_large():
    """Of 40 stacks of 15 bodies, those of 512 bodies take 16 substeps at first, the others 8."""
    world = grounded_world(sleeping=False)
    stacks = [add_stack(world, (10.0,) * 15, x=2.0 * k) for k in range(40)]
    run(world, 2 * DT)
    tiers = world._arrays.bodies.links[[stack[0]._row for stack in stacks], BODY.TIER]
    assert tiers.tolist() == [2] * 34 + [1] * 6


def test_an_impact_is_no_load():
    """A ball that lands with 10 m/s presses a hundred times its weight, but only for a step."""
    world = grounded_world(sleeping=False)
    world.add_body(shape=ShapeSphere(0.5), position=(0, 2.0, 0), velocity=(0, -10.0, 0))
    for _ in range(60):
        world.step(DT)
        assert world.stats.substeps == 4


def test_a_loaded_tower_changes_nothing_elsewhere():
    """A ball that bounces beside a tower follows the same bits as without it."""

    def fly(*, tower):
        world = grounded_world(sleeping=False)
        ball = world.add_body(
            shape=ShapeSphere(0.5), position=(10, 3, 0), velocity=(0.1, 0, 0.2), angular_velocity=(1, 2, 3),
            restitution=0.8,
        )  # fmt: skip
        if tower:
            add_stack(world, (10.0,) * 30)
        way = []
        for _ in range(240):
            world.step(DT)
            way.append((*ball.position, *ball.orientation, *ball.velocity, *ball.angular_velocity))
        return way, world.stats.substeps

    alone, substeps_alone = fly(tower=False)
    beside, substeps_beside = fly(tower=True)
    assert (substeps_alone, substeps_beside) == (4, 16)
    assert alone == beside


def test_a_platform_carries_light_and_heavy_alike():
    """A kinematic body belongs to no island: it moves once, and whatever its load is goes with it."""
    world = World(sleeping=False)
    floor = world.add_body(
        kind=BodyKind.KINEMATIC, shape=ShapeBox((5, 0.5, 2)), position=(0, -0.5, 0), velocity=(0.5, 0.25, 0)
    )
    light = add_stack(world, (10.0,), x=-3.0)
    heavy = add_stack(world, (10.0, 10.0, 3000.0))
    for body in (*light, *heavy):
        body.velocity = floor.velocity
    run(world, 2.0)
    assert world.stats.substeps == 16
    assert floor.position == pytest.approx((1.0, 0.0, 0.0), abs=1e-5)
    places = world.read((*light, *heavy), "position")
    assert places[0] == pytest.approx((-2.0, 1.0, 0.0), abs=0.005)
    assert places[1:, 0] == pytest.approx(1.0, abs=0.005)
    assert places[1:, 1] == pytest.approx((1.0, 2.0, 3.0), abs=0.02)


def test_a_step_of_another_length_keeps_the_load():
    """Contacts remember forces, not impulses: a stack does not hop when steps and substeps change."""
    world = grounded_world(sleeping=False)
    boxes = add_stack(world, (10.0,) * 5)
    run(world, 2.0)
    highest = world.read(boxes, "position")[:, 1]
    for dt, substeps in ((DT / 4, 4), (DT, 2), (2 * DT, 8), (DT, 4)):
        world.substeps = substeps
        for _ in range(5):
            world.step(dt)
            assert np.abs(world.read(boxes, "velocity")).max() < 0.05
            assert np.abs(world.read(boxes, "position")[:, 1] - highest).max() < 0.015

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
    [((1.0,), 4), ((1.0, 1.0, 1.0), 4), ((1.0,) * 10, 8), ((1.0,) * 30, 16), ((1.0, 300.0), 32), ((1.0, 1000.0), 64)],
    ids=["one box", "three", "ten", "thirty", "heavy on light", "very heavy on light"],
)
def test_substeps_follow_the_load(masses, substeps):
    """The sag is 2 g / w^2 = 0.55 mm per box above at 4 substeps: more than 3 mm under 6 boxes, 12 mm under 22.

    A heavy box presses a light one by g / w^2 = 0.28 mm per light box that it weighs: 83 mm, of which 32 substeps leave
    1.3, and 276 mm, of which 64 substeps leave 1.1.
    """
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
    assert world.stats.substeps == 64
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
    assert world.stats.substeps == 64
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "masses",
    [(1.0, 100.0), (1.0, 300.0), (1.0, 1000.0), (*(1.0,) * 5, 1000.0), (1.0, 1000.0, 1.0, 1000.0)],
    ids=["100 to 1", "300 to 1", "1,000 to 1", "on five", "by turns"],
)
def test_the_heavy_stands_on_the_light_for_a_minute(masses):
    """Nobody sleeps: each gives way by 2 mm at most, and no cube slides by 2 cm while it settles. Stacks fell over."""
    world = grounded_world(sleeping=False)
    stack = add_stack(world, masses)
    start = world.read(stack, "position")
    run(world, 60.0)
    moved = world.read(stack, "position") - start
    assert np.abs(moved[:, [0, 2]]).max() < 0.02
    assert np.abs(np.diff(moved[:, 1], prepend=0.0)).max() < 0.003  # between neighbors, and to the ground
    assert np.abs(world.read(stack, "velocity")).max() < 0.01


def test_the_heavy_sleeps_on_the_light_and_wakes_as_stiff():
    """A push to the light cube at rest does not let it sink below 1,000 times its weight."""
    world = grounded_world()
    light, heavy = add_stack(world, (1.0, 1000.0))
    run(world, 3.0)
    assert not light.awake and not heavy.awake
    height = heavy.position.y
    light.apply_impulse((0.1, 0.0, 0.0))
    for _ in range(120):
        world.step(DT)
        assert abs(heavy.position.y - height) < 0.003
    assert not light.awake


def test_a_pyramid_bears_a_heavy_box():
    """Six rows of 1 kg under a ton: all that the top presses goes down the sides, and nothing gives way."""
    world = grounded_world()
    boxes = []
    for row in range(6):
        places = [(1.02 * (k - 0.5 * (5 - row)), 0.5 + row, 0) for k in range(6 - row)]
        boxes += [world.add_body(shape=CUBE, position=place, mass=1.0) for place in places]
    boxes.append(world.add_body(shape=CUBE, position=(0, 6.5, 0), mass=1000.0))
    start = world.read(boxes, "position")
    run(world, 10.0)
    moved = np.abs(world.read(boxes, "position") - start)
    assert moved[:, [0, 2]].max() < 0.03
    assert moved[:, 1].max() < 0.005
    assert not world.read(boxes, "awake").any()


def test_large_islands_take_no_dear_tier():
    """Sixty cubes take 64 substeps under a load; a hundred take 32, two hundred 16, three hundred 8."""
    for count, tier in ((60, 4), (100, 3), (200, 2), (300, 1)):
        world = grounded_world(sleeping=False)
        row = [world.add_body(shape=CUBE, position=(k, 0.5, 0), mass=1.0) for k in range(count - 1)]
        row.append(world.add_body(shape=CUBE, position=(0, 1.5, 0), mass=1000.0))
        run(world, 12 * DT)
        assert world._arrays.bodies.links[row[0]._row, BODY.TIER] == tier

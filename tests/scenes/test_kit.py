"""Things that many scenes need: one-way platforms, how much of a weight is carried."""

import pytest

from physics import ShapeBox, ShapeSphere, World
from scenes import kit

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))
BALL = ShapeSphere(0.5)


def with_ground():
    world = World()
    kit.add_ground(world)
    return world


@pytest.mark.parametrize("shape", [CUBE, BALL], ids=["box", "ball"])
def test_a_one_way_platform_lets_through_from_below_and_holds_from_above(shape):
    world = with_ground()
    platform = kit.add_fixed(world, (3, 0.1, 3), (0, 2.5, 0), name="platform")
    riser = world.add_body(shape=shape, position=(0, 0.5, 0), velocity=(0, 10, 0))
    faller = world.add_body(shape=shape, position=(2, 4, 0))
    world.pre_solve = kit.hold_from_above([platform])
    highest = 0.0
    for _ in range(240):
        world.step(DT)
        highest = max(highest, riser.position.y)
    assert highest > 5.0, "nothing slowed it on its way up: h = v^2 / 2 g"
    for body in (riser, faller):
        assert body.position.y == pytest.approx(3.1, abs=0.01) and not body.awake


def test_a_one_way_platform_lets_go_of_what_does_not_reach_the_top():
    world = with_ground()
    platform = kit.add_fixed(world, (3, 0.1, 3), (0, 2.5, 0), name="platform")
    body = world.add_body(shape=CUBE, position=(0, 0.5, 0), velocity=(0, 6, 0))
    world.pre_solve = kit.hold_from_above([platform])
    for _ in range(240):
        world.step(DT)
    assert body.position.y == pytest.approx(0.5, abs=0.01)


def test_contacts_carry_all_of_what_rests_and_nothing_of_what_falls():
    world = with_ground()
    low, high = kit.add_tower(world, levels=2)
    falling = world.add_body(shape=BALL, position=(5, 50, 0))
    assert kit.carried(world, [low, high]) == 0.0, "no step yet"
    for _ in range(20):
        world.step(DT)
    assert kit.carried(world, [low]) == pytest.approx(1.0, abs=0.001), "what lies on it pushes it down again"
    assert kit.carried(world, [low, high]) == pytest.approx(1.0, abs=0.001)
    assert kit.carried(world, [falling]) == 0.0

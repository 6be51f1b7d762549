"""Legwork: accelerations and forces of legs."""

import pytest

from physics import BodyKind, ShapeBox, Vec3, World
from play.figure import legwork
from play.figure.figure import MASS
from play.figure.footing import Footing

UP = Vec3(0.0, 1.0, 0.0)


def footing(world: World, **options) -> Footing:
    body = world.add_body(shape=ShapeBox((1.0, 0.1, 1.0)), **options)
    return Footing(body, body.parts[0], Vec3(0.0, 0.1, 0.0), 1.125, UP, UP, False)


@pytest.mark.parametrize("dt", [1 / 240, 1 / 60, 1 / 30, 1 / 10])
def test_spring_of_the_legs_comes_to_rest_without_swinging_at_any_step(dt):
    bent, speed, most = 0.3, 0.0, 0.0
    for _ in range(round(1.5 / dt)):
        speed += legwork.spring(bent, speed, dt) * dt
        bent -= speed * dt
        most = max(most, -bent)
    assert abs(bent) < 0.003 and most < 0.01


def test_push_against_what_does_not_give_way_is_bounded():
    world = World()
    ground = footing(world, kind=BodyKind.STATIC, material="concrete")
    free = legwork.walk(world, ground, 0.0, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, -4.0), 0.0, 1 / 60)
    blocked = legwork.walk(world, ground, 0.0, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, -4.0), 5000.0, 1 / 60)
    assert free.length == pytest.approx(legwork.QUICKNESS)
    assert MASS * blocked.length == pytest.approx(legwork.PUSH)


def test_ice_gives_less_grip():
    world = World()
    ground = footing(world, kind=BodyKind.STATIC, material="ice")
    push = legwork.walk(world, ground, 0.0, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, -4.0), 0.0, 1 / 60)
    assert push.length == pytest.approx(legwork.QUICKNESS * 0.15 / legwork.GRIP)


def test_in_the_air_nothing_is_done_without_a_wish_and_nothing_brakes_who_is_faster():
    assert legwork.drift(Vec3(5.0, 0.0, 3.0), Vec3(0.0, 0.0, 0.0), 1 / 60) == (0.0, 0.0, 0.0)
    assert legwork.drift(Vec3(0.0, 0.0, -9.0), Vec3(0.0, 0.0, -4.0), 1 / 60) == (0.0, 0.0, 0.0)
    assert legwork.drift(Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, -4.0), 1 / 60).length == pytest.approx(12.0)


def test_light_ground_feels_all_of_the_weight_but_a_part_of_a_jolt():
    world = World(gravity=(0.0, 0.0, 0.0))
    ground = footing(world, mass=8.0)
    legwork.press(ground, Vec3(0.0, -1800.0, 0.0), weight=800.0)
    world.step(1 / 60)
    assert 8.0 * ground.body.velocity.y * 60.0 == pytest.approx(-800.0 - 0.1 * 1000.0, rel=0.01)


def test_ground_is_never_pulled_up():
    world = World(gravity=(0.0, 0.0, 0.0))
    ground = footing(world, mass=800.0)
    legwork.press(ground, Vec3(0.0, 500.0, 0.0), weight=800.0)
    world.step(1 / 60)
    assert ground.body.velocity.y <= 0.0

import math

import pytest

from physics import ShapeBox, ShapeSphere, Vec3, World
from play.weapons.pull import HERTZ, SPEED_MAX, force_limit, pull_of

STEP = 1.0 / 60.0


def pulled(body, target, steps, *, point=None, orientation=None, most=math.inf):
    """Pull a body by its middle, or by a point in its axes that does not turn, and return where it was."""
    world, path = body.world, []
    for _ in range(steps):
        at = body.center_of_mass if point is None else body.center_of_mass + point
        pull = pull_of(world, body, at, target, orientation, STEP, most)
        body.apply_force(pull.force, pull.point)
        body.apply_torque(pull.torque)
        world.step(STEP)
        path.append(body.center_of_mass)
    return path


@pytest.mark.parametrize("mass", [0.1, 10.0, 400.0])
def test_bodies_of_any_mass_get_there_and_stay(mass):
    world = World()
    ball = world.add_body(shape=ShapeSphere(0.2), position=(0.0, 5.0, 0.0), mass=mass)
    target = Vec3(1.0, 6.0, -1.0)
    path = pulled(ball, target, 120)
    assert (path[-1] - target).length < 0.01 and ball.velocity.length < 0.02
    assert max((place - (0.0, 5.0, 0.0)).length for place in path) < 1.05 * math.sqrt(3.0)  # it hardly overshoots


def test_near_its_target_it_behaves_as_a_critically_damped_spring():
    """x(t) = x0 (1 + w t) exp(-w t) with w = 2 pi f, from rest; the step is implicit, so somewhat slower."""
    world = World(gravity=(0.0, 0.0, 0.0))
    ball = world.add_body(shape=ShapeSphere(0.2), position=(0.02, 0.0, 0.0), mass=5.0)
    path = pulled(ball, Vec3(0.0, 0.0, 0.0), 9)
    rate = math.tau * HERTZ
    expected = 0.02 * (1.0 + rate * 0.15) * math.exp(-rate * 0.15)
    assert path[-1].x == pytest.approx(expected, abs=0.002) and path[-1].x > 0.0


def test_the_force_is_at_most_ten_weights_or_less_if_told():
    world = World()
    ball = world.add_body(shape=ShapeSphere(0.2), position=(0.0, 5.0, 0.0), mass=10.0)
    assert force_limit(world, ball) == pytest.approx(10.0 * 10.0 * 9.81)
    far = Vec3(0.0, 5.0, 500.0)
    for most, expected in ((math.inf, 981.0), (300.0, 300.0)):
        pull = pull_of(world, ball, ball.center_of_mass, far, None, STEP, most)
        assert Vec3(*pull.force).length == pytest.approx(expected)


def test_it_never_pulls_faster_than_it_should():
    world = World()
    ball = world.add_body(shape=ShapeSphere(0.2), position=(0.0, 5.0, 0.0), mass=10.0)
    speeds = []
    for _ in range(60):
        pulled(ball, Vec3(0.0, 5.0, 500.0), 1)
        speeds.append(ball.velocity.length)
    assert max(speeds) == pytest.approx(SPEED_MAX, rel=0.02)


def test_it_turns_a_body_to_an_orientation_and_holds_it_at_its_edge():
    world = World()
    box = world.add_body(shape=ShapeBox((0.5, 0.2, 0.3)), position=(0.0, 5.0, 0.0), mass=20.0)
    wanted = (0.0, math.sin(0.5), 0.0, math.cos(0.5))
    pulled(box, Vec3(0.0, 5.0, 0.0), 120, orientation=wanted)
    assert sum(a * b for a, b in zip(box.orientation, wanted, strict=True)) > 0.9999
    edge = Vec3(0.4, 0.0, 0.0)
    path = pulled(box, Vec3(0.4, 5.0, 0.0), 120, point=edge, orientation=wanted)
    assert path[-1].y == pytest.approx(5.0, abs=0.02)
    assert sum(a * b for a, b in zip(box.orientation, wanted, strict=True)) > 0.999

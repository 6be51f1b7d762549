"""Impulses that `World.contacts` reports: those of the whole step, hits and their friction included.

m (v_1 - v_0 - g dt) = sum of normal impulse times normal, and of friction, over the points of a body
"""

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0


def impulse_on(body, world):
    """Sum of the impulses of all contact points of a body [N s]."""
    total = np.zeros(3)
    for point in world.contacts():
        on_b = point["normal_impulse"] * point["normal"] + point["friction_vector"]
        if point["body_b"] == body.id:
            total += on_b
        elif point["body_a"] == body.id:
            total -= on_b
        assert point["friction_impulse"] == pytest.approx(np.linalg.norm(point["friction_vector"]), abs=1e-6)
    return total


def check_steps(world, body, steps):
    """Compare impulses and momentum in every step; returns the sums of the sizes of what was reported."""
    gravity, reported = np.array(world.gravity), np.zeros(3)
    for _ in range(steps):
        before = np.array(body.velocity)
        world.step(DT)
        gained = body.mass * (np.array(body.velocity) - before - gravity * DT)
        told = impulse_on(body, world)
        np.testing.assert_allclose(told, gained, atol=2e-4 * body.mass)
        reported += np.abs(told)
    return reported


@pytest.mark.parametrize("friction", [0.1, 0.8])
def test_a_spinning_ball_that_bounces_gets_what_its_contact_reports(friction):
    """Friction of the hit itself was missing: 0 of 6.1 N s were told."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=friction, restitution=0.8)
    ball = world.add_body(
        shape=ShapeSphere(0.2), position=(0, 0.5, 0), velocity=(3, -5, 1), angular_velocity=(20, 0, 40), mass=2.0,
        friction=friction, restitution=0.8, rolling_friction=0.0,
    )  # fmt: skip
    reported = check_steps(world, ball, 60)
    assert reported[0] > 1.0 and reported[1] > 10.0


@pytest.mark.parametrize("restitution", [0.0, 0.6])
@pytest.mark.parametrize("seed", range(3))
def test_a_brick_that_tumbles_gets_what_its_contacts_report(seed, restitution):
    """Hits of several points, below and above the speed that bounces, and sliding in between."""
    random = np.random.default_rng(seed)
    turned = random.normal(size=4)
    world = World()
    world.add_body(
        kind=BodyKind.STATIC, shape=ShapeBox((20, 1, 20)), position=(0, -1, 0), friction=0.5, restitution=restitution
    )
    brick = world.add_body(
        shape=ShapeBox((0.5, 0.25, 0.3)), position=(0, 1.2, 0), orientation=turned / np.linalg.norm(turned),
        velocity=(3, -2, 1), angular_velocity=random.normal(size=3), mass=3.0, friction=0.5, restitution=restitution,
        can_sleep=False,
    )  # fmt: skip
    check_steps(world, brick, 90)


def test_a_sliding_box_that_comes_to_rest_within_a_step_tells_all_its_friction():
    """m v in all. The friction of the last substep stood for all of them: at rest that is next to nothing."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=0.5)
    box = world.add_body(shape=ShapeBox((1.0, 0.1, 1.0)), position=(0, 0.1, 0), mass=4.0, friction=0.5)
    for _ in range(30):
        world.step(DT)
    box.velocity = (0.03, 0.0, 0.0)  # mu g dt is 0.08 m/s
    world.step(DT)
    assert abs(box.velocity.x) < 0.003
    assert impulse_on(box, world)[0] == pytest.approx(4.0 * (box.velocity.x - 0.03), rel=0.01)


def test_two_bodies_that_hit_get_opposite_impulses():
    """Both are told the same points, and what one gets the other loses."""
    world = World(gravity=(0.0, 0.0, 0.0))
    options = {"friction": 0.6, "restitution": 0.9, "rolling_friction": 0.0}
    first = world.add_body(shape=ShapeSphere(0.3), velocity=(4, 1, 0), mass=1.0, angular_velocity=(0, 0, 9), **options)
    second = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(0.9, 0.1, 0), mass=2.5, **options)
    for _ in range(15):
        before = np.array(first.velocity), np.array(second.velocity)
        world.step(DT)
        for body, old in zip((first, second), before, strict=True):
            gained = body.mass * (np.array(body.velocity) - old)
            np.testing.assert_allclose(impulse_on(body, world), gained, atol=5e-4)
    assert second.velocity.x > 1.0

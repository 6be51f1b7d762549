"""Chains of light links with a heavy load: joints stay closed, whatever hangs, swings or jerks at them."""

import numpy as np
import pytest

from physics import JointBall, JointDistance, JointHinge, ShapeBox, ShapeSphere, World

DT = 1 / 60
G = 9.81
LINK = 0.2


def chain(kind, count, ratio, *, hanging, collide=False):
    """A chain of links of 1 kg from the world down, or along x, with a ball at its end; returns its joints too."""
    world = World(sleeping=False)
    down = np.array((0.0, -1.0, 0.0)) if hanging else np.array((1.0, 0.0, 0.0))
    turned = (0, 0, -np.sqrt(0.5), np.sqrt(0.5)) if hanging else (0, 0, 0, 1)
    shape = ShapeBox((0.45 * LINK, 0.03, 0.03))
    bodies = [
        world.add_body(shape=shape, mass=1.0, position=down * LINK * (k + 0.5), orientation=turned)
        for k in range(count)
    ]
    bodies.append(world.add_body(shape=ShapeSphere(0.5), mass=ratio, position=down * (LINK * count + 0.5)))
    joints = []
    for k, body in enumerate(bodies):
        before, place = bodies[k - 1] if k else None, down * LINK * k
        if kind is JointDistance:
            start = before.position if before else (0, 0, 0)
            joint = JointDistance(before, body, anchor_a=start, anchor_b=body.position)
        elif kind is JointHinge:
            joint = JointHinge(before, body, anchor=place, axis=(0, 0, 1), collide=collide)
        else:
            joint = JointBall(before, body, anchor=place, collide=collide)
        joints.append(world.add_joint(joint))
    return world, bodies, joints


def gap(joints):
    """Largest way that a joint is open, or a rod too long [m]."""
    return max(joint.error[0] for joint in joints)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [JointBall, JointHinge, JointDistance])
@pytest.mark.parametrize(("count", "ratio"), [(10, 300.0), (10, 1000.0), (20, 1000.0)])
def test_a_heavy_load_that_swings_opens_no_joint(kind, count, ratio):
    """From level down, where T = 3 m g, and up again: a link of 0.2 m and 1 kg swings at w = sqrt(12 T / (m L)).

    That is 1,300 rad/s. Explicit substeps of 1/240 s follow up to 480 rad/s; beyond, joints were meters apart.
    """
    world, bodies, joints = chain(kind, count, ratio, hanging=False)
    for step in range(150):
        world.step(DT)
        if step % 3 == 0:
            assert gap(joints) < 0.005
    # It began at rest at the height 0.
    energy = sum(body.kinetic_energy + body.mass * G * body.position.y for body in bodies)
    assert abs(energy) < 0.03 * ratio * G * (LINK * count + 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [JointBall, JointHinge])
def test_links_that_touch_hold_a_swinging_load_as_well(kind):
    world, _, joints = chain(kind, 10, 1000.0, hanging=False, collide=True)
    for _ in range(120):
        world.step(DT)
        assert gap(joints) < 0.005


@pytest.mark.slow
@pytest.mark.parametrize("kind", [JointBall, JointHinge, JointDistance])
@pytest.mark.parametrize("count", [10, 50])
def test_a_heavy_load_that_jerks_at_a_chain_opens_no_joint(kind, count):
    """A thousand times the mass of a link comes at 5 m/s out of nothing: 5,000 N s in one substep."""
    world, bodies, joints = chain(kind, count, 1000.0, hanging=True)
    bodies[-1].velocity = (0, -5, 0)
    for _ in range(60):
        world.step(DT)
        assert gap(joints) < 0.005


@pytest.mark.slow
def test_a_heavy_load_at_rest_hardly_stretches_a_long_chain():
    world, _, joints = chain(JointBall, 100, 1000.0, hanging=True)
    for _ in range(60):
        world.step(DT)
    assert gap(joints) < 5e-4


def test_a_load_takes_more_substeps_at_once_and_gives_them_back():
    """The island of a loaded chain is raised after the step in which the load came, half a second after it has gone."""
    world, bodies, _ = chain(JointDistance, 5, 1000.0, hanging=True)
    world.step(DT)
    world.step(DT)
    assert world.stats.substeps > 4
    world.remove_body(bodies[-1])
    for _ in range(40):
        world.step(DT)
    assert world.stats.substeps == 4


def test_inertia_is_only_borrowed():
    """What is added to the inertia of taut links is gone after the step: a push turns a link as ever."""
    world, bodies, _ = chain(JointBall, 5, 1000.0, hanging=False)
    for _ in range(40):
        world.step(DT)
    for body in bodies:
        before = np.array(body.angular_velocity)
        body.apply_angular_impulse((0.0, 0.0, 0.01))
        turned = np.array(body.angular_velocity) - before
        assert turned @ np.array((0.0, 0.0, 0.01)) == pytest.approx(0.01**2 / _moment(body, (0, 0, 1)), rel=0.05)


def _moment(body, axis):
    q = np.array(body.orientation)
    local = np.array(axis) + 2.0 * np.cross(-q[:3], np.cross(-q[:3], axis) + q[3] * np.array(axis))
    return 1.0 / (local @ np.linalg.inv(np.array(body.inertia)) @ local)

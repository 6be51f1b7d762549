"""Ropes against closed forms: stretch, catenary, pendulum, capstan."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from physics import ShapeSphere, SoftRope
from tests.physics.reference.soft_worlds import DT, GRAVITY, SUBSTEPS, crossings, fastest, make_world, run


@pytest.mark.parametrize("substeps", SUBSTEPS)
@pytest.mark.parametrize(("stretch", "tip"), [(500.0, 0.0), (5e4, 0.0), (500.0, 1.6), (5e4, 1.6)])
def test_a_hanging_rope_stretches_by_what_hangs_below_each_link(substeps, stretch, tip):
    """dL = sum F_i L0 / EA, also with a weight a thousand times as heavy as a node."""
    world = make_world(substeps)
    rope = world.add_soft(
        SoftRope.line((0, 0, 0), (0, -1.28, 0), segments=64), stretch=stretch, density=0.08, pins=[0], mask=0,
        linear_damping=4.0,
    )  # fmt: skip
    if tip:
        ball = world.add_body(shape=ShapeSphere(0.02), mass=tip, position=tuple(rope.positions[64]), mask=0)
        rope.attach(64, ball)
    run(world, 8.0)
    force = [(63.5 - i) * 0.0016 * GRAVITY + tip * GRAVITY for i in range(64)]
    place = rope.positions
    assert place[0, 1] - place[64, 1] - 1.28 == pytest.approx(sum(force) * 0.02 / stretch, rel=0.01)
    assert fastest(rope) < 1e-3


@pytest.mark.parametrize("substeps", SUBSTEPS)
def test_a_long_rope_hangs_in_a_catenary(substeps):
    """z = a cosh(x / a) with 2 a sinh(d / 2a) = S: 1,000 links of 8 mm between points 6 m apart, from a sharp V."""
    length, span, links = 8.0, 6.0, 1000
    t = np.linspace(0.0, 1.0, links + 1)
    points = np.zeros((links + 1, 3))
    points[:, 0] = span * (t - 0.5)
    points[:, 1] = -math.sqrt(0.25 * (length**2 - span**2)) * (1.0 - np.abs(2.0 * t - 1.0))
    world = make_world(substeps)
    rope = world.add_soft(SoftRope(points), stretch=5e4, bend=0.0, pins=[0, links], mask=0, linear_damping=3.0)
    run(world, 6.0)
    a = brentq(lambda a: 2.0 * a * math.sinh(0.5 * span / a) - length, 1.0, 20.0)
    y = rope.positions[:, 1]
    assert y.max() - y.min() == pytest.approx(a * (math.cosh(0.5 * span / a) - 1.0), abs=0.002 * length)


@pytest.mark.parametrize("substeps", SUBSTEPS)
def test_a_weight_on_a_rope_swings_as_a_pendulum(substeps):
    """T = 2 pi sqrt(I / (m g L)) (1 + th^2 / 16), with the inertia of the rope; less than 5 % lost in a period."""
    angle = math.radians(20.0)
    world = make_world(substeps)
    rope = world.add_soft(
        SoftRope.line((0, 0, 0), (math.sin(angle), -math.cos(angle), 0), segments=50), density=0.05, bend=0.0,
        pins=[0], mask=0,
    )  # fmt: skip
    start = rope.positions[0, 0]
    ball = world.add_body(shape=ShapeSphere(0.02), mass=1.0, position=tuple(rope.positions[50]), mask=0)
    rope.attach(50, ball)
    swing = []
    for _ in range(480):
        world.step(DT)
        swing.append(ball.position[0] - start)
    values, times = np.array(swing), np.arange(1, 481) * DT
    period = 2.0 * np.diff(crossings(times, values)).mean()
    inertia, moment = 1.0 + 0.05 / 3.0, 1.0 + 0.05 / 2.0
    assert period == pytest.approx(
        2.0 * math.pi * math.sqrt(inertia / (moment * GRAVITY)) * (1 + angle**2 / 16), rel=0.01
    )
    first, last = np.abs(values[:120]).max(), np.abs(values[-120:]).max()
    assert (last / first) ** (1.0 / 3.0) > 0.95

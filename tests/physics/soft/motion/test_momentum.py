"""What is free keeps its momentum and angular momentum, falls as a stone does, and gets no energy from nothing."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, SoftCloth, SoftCluster, SoftRope, SoftShell, SoftSolid
from tests.physics.reference.soft_worlds import DT, GRAVITY, SUBSTEPS, energy, make_world, momentum, run

GRID = SoftCloth.grid(columns=10, rows=8, spacing=0.05)
FORMS = {
    "jelly": (SoftSolid.lattice((3, 2, 2), 0.1), {"young": 1e4}),
    "rubber": (SoftSolid.lattice((3, 2, 2), 0.1), {"material": "rubber"}),
    "hard": (SoftSolid.lattice((3, 2, 2), 0.1), {"young": 1e8}),
    "grid": (GRID, {}),
    "mesh": (SoftCloth(GRID.points, GRID.triangles), {}),
    "rope": (SoftRope.line((0, 0, 0), (1, 0, 0), segments=20), {}),
    "balloon": (SoftShell.ball(0.25, detail=2, pressure=2000.0), {}),
    "drop": (SoftShell.ball(0.25, detail=2, pressure=2000.0, liquid=True), {}),
    "cluster": (SoftCluster(SoftSolid.lattice((2, 2, 2), 0.1).points), {}),
}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("substeps", SUBSTEPS)
def test_whatever_it_is_it_falls_as_a_stone_does(name, substeps):
    """v = -g t exactly; y within h of g t^2 / 2; nothing of it is strained."""
    form, numbers = FORMS[name]
    world = make_world(substeps)
    soft = world.add_soft(
        form, position=(0, 100, 0), **{**numbers, **({"pressure": 0.0} if form.kind == "shell" else {})}
    )
    start = soft.position[1]
    run(world, 2.0)
    assert soft.velocity[1] == pytest.approx(-2.0 * GRAVITY, rel=1e-9)
    fallen = soft.position[1] - start
    h = DT / substeps  # y = -g h^2 n (n + 1) / 2, and the body may have taken smaller substeps
    assert -0.5 * GRAVITY * 2.0 * (2.0 + h) * (1.0 + 1e-4) <= fallen <= -0.5 * GRAVITY * 4.0 * (1.0 - 1e-9)
    if name != "cluster":
        assert soft.strain.max() < 1e-3


@pytest.mark.parametrize("name", FORMS)
def test_what_flies_and_turns_keeps_both_momenta(name):
    """P, and L about its center, constant for 5 s at 6 rad/s: it bends and stretches, but does not slow down from it.

    The center goes where the velocity says to 1 %: in a substep it goes where unfinished sweeps leave it.
    """
    form, numbers = FORMS[name]
    world = make_world(4, gravity=False)
    soft = world.add_soft(form, position=(1, 2, 3), velocity=(1, 0.5, -0.2), angular_velocity=(2, 5, 2.5), **numbers)

    def spin():
        push, turn = momentum(soft)
        return push, turn - np.cross(soft.position, push), np.array(soft.position)

    push, turn, place = spin()
    run(world, 5.0)
    after, turned, there = spin()
    assert np.abs(after - push).max() < 1e-5 * np.abs(push).max()
    assert np.abs(turned - turn).max() < 1e-5 * np.abs(turn).max()
    assert there - place == pytest.approx(5.0 * push / soft.mass, abs=0.06)


@pytest.mark.parametrize("name", ["jelly", "rubber", "grid", "mesh", "rope", "balloon"])
@pytest.mark.parametrize("spin", [0.0, 20.0])
def test_what_was_stretched_never_has_more_energy_than_at_the_start(name, spin):
    """Kinetic, elastic and of place, after it was let go stretched by 50 %, without damping; also fast spinning."""
    form, numbers = FORMS[name]
    world = make_world(4, gravity=False)
    options = {**numbers, "damping": 0.0, **({"pressure": 0.0} if form.kind == "shell" else {})}
    soft = world.add_soft(form, angular_velocity=(0, spin, 0), break_strain=math.inf, **options)
    place = soft.positions
    place[:, 0] *= 1.5
    soft.positions = place
    start = energy(soft, 0.0)
    most = 0.0
    for _ in range(30):
        world.step(DT)
        most = max(most, energy(soft, 0.0))
    for _ in range(15):
        run(world, 0.25)
        most = max(most, energy(soft, 0.0))
    assert most < start * 1.001


@pytest.mark.parametrize("name", ["grid", "mesh", "rope"])
def test_what_hangs_and_swings_never_has_more_energy_than_at_the_start(name):
    """From level, held at one end, in gravity and without damping."""
    form, numbers = FORMS[name]
    world = make_world(4)
    soft = world.add_soft(form, damping=0.0, pins=[0], **numbers)
    start = energy(soft)
    scale = GRAVITY * soft.mass * 0.5
    for _ in range(60):
        run(world, 0.1)
        assert energy(soft) < start + 1e-3 * scale


@pytest.mark.parametrize("name", ["jelly", "rubber", "hard", "grid", "balloon", "cluster"])
def test_a_ball_and_a_soft_body_that_meet_keep_their_momentum(name):
    """In space, with friction, off the middle: what one loses the other gets."""
    form, numbers = FORMS[name]
    world = make_world(4, gravity=False)
    soft = world.add_soft(form, **numbers)
    ball = world.add_body(shape=ShapeSphere(0.1), mass=2.0, position=(0.03, 0.6, 0.02), velocity=(0.2, -3, 0.1))

    def both():
        push, turn = momentum(soft)
        own = 2.0 * np.array(ball.velocity)
        spin = 0.4 * 2.0 * 0.01 * np.array(ball.angular_velocity)
        return push + own, turn + np.cross(ball.position, own) + spin

    push, turn = both()
    run(world, 2.0)
    after, turned = both()
    assert soft.velocity[1] < -0.1, "they did not meet"
    assert np.abs(after - push).max() < 1e-4 * np.abs(push).max()
    assert np.abs(turned - turn).max() < 2e-3 * np.abs(push).max()


@pytest.mark.parametrize("name", ["jelly", "rubber", "hard", "balloon", "drop", "cluster"])
def test_what_falls_on_a_floor_does_not_rise_above_where_it_came_from(name):
    """Nor does it gain energy from the bounce."""
    form, numbers = FORMS[name]
    world = make_world(4)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    soft = world.add_soft(form, position=(0, 1.0, 0), angular_velocity=(1, 2, 3), **numbers)
    highest = soft.position[1]
    for _ in range(40):
        run(world, 0.1)
        assert soft.position[1] <= highest + 1e-3
        assert np.isfinite(soft.positions).all()
    assert np.linalg.norm(soft.velocities, axis=1).max() < (0.5 if name == "cluster" else 0.2)


def test_a_box_in_a_net_bounces_lower_each_time():
    """A crate of 5 kg thrown into a net that hangs by its corners: it stays in, and never comes back as high."""
    world = make_world(4)
    form = SoftCloth.grid(columns=17, rows=17, spacing=0.1)
    world.add_soft(form, position=(0, 2, 0), pins=[0, 16, 272, 288], break_strain=math.inf)
    crate = world.add_body(shape=ShapeBox((0.15, 0.15, 0.15)), mass=5.0, position=(0.1, 3.0, 0.05), velocity=(0, -3, 0))
    heights = []
    for _ in range(360):
        world.step(DT)
        heights.append(crate.position[1])
    high = np.array(heights)
    tops = high[1:-1][(high[1:-1] > high[:-2]) & (high[1:-1] >= high[2:])]
    assert high.min() > 0.5, "it fell through"
    assert len(tops) > 1 and tops[0] < 3.5 and (np.diff(tops[:4]) < 0.0).all()

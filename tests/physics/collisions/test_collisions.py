"""Collisions, judged by closed forms and conservation laws.

Steps are 1/60 s of 4 substeps h = 1/240 s. Velocities are float32: momentum is kept to about 1e-5 of its parts.
"""

import itertools
import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeCylinder, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0
G = 9.81


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


def space():
    return World(gravity=(0.0, 0.0, 0.0), sleeping=False)


def add_ground(world, **options):
    return world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), **options)


def momentum(bodies):
    return sum(body.mass * np.array(body.velocity) for body in bodies)


def energy(bodies):
    return sum(body.kinetic_energy for body in bodies)


# ---- Pairs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("restitution", [0.0, 0.3, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("ratio", [1.0, 2.0, 10.0, 100.0])
@pytest.mark.parametrize("shape", [ShapeSphere(0.3), ShapeBox((0.3, 0.3, 0.3))], ids=["sphere", "box"])
def test_head_on_pair(shape, ratio, restitution):
    """v_a' = (p - e m_b u) / M, v_b' = (p + e m_a u) / M, with p = m_a v_a + m_b v_b, u = v_a - v_b, M = m_a + m_b."""
    world = space()
    a = world.add_body(shape=shape, mass=1.0, position=(-2, 0, 0), velocity=(4, 0, 0), restitution=restitution)
    b = world.add_body(shape=shape, mass=ratio, position=(2, 0, 0), velocity=(-2, 0, 0), restitution=restitution)
    before = momentum((a, b))
    run(world, 2.0)
    total, closing = 1.0 + ratio, 6.0
    expected_a = (before[0] - restitution * ratio * closing) / total
    expected_b = (before[0] + restitution * closing) / total
    # The sweeps over the four corners of a box leave a small part of the closing speed.
    tolerance = 1e-4 if isinstance(shape, ShapeSphere) else 2e-2
    np.testing.assert_allclose(a.velocity, (expected_a, 0, 0), rtol=0, atol=tolerance * closing)
    np.testing.assert_allclose(b.velocity, (expected_b, 0, 0), rtol=0, atol=tolerance * closing)
    np.testing.assert_allclose(momentum((a, b)), before, rtol=0, atol=1e-5 * (4.0 + 2.0 * ratio))
    assert 0.3 * max(map(abs, (*a.angular_velocity, *b.angular_velocity))) < tolerance * closing


@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("shape", [ShapeSphere(0.3), ShapeBox((0.3, 0.3, 0.3))], ids=["sphere", "box"])
def test_rebound_does_not_depend_on_the_gap(shape, substeps):
    """v' = -e v wherever within a step, or a substep, the body meets the ground."""
    world = World(gravity=(0.0, 0.0, 0.0), sleeping=False, substeps=substeps)
    add_ground(world)
    gaps = np.linspace(1.0, 1.05, 41)  # one step of way at 3 m/s
    options = {"shape": shape, "velocity": (0, -3, 0), "restitution": 0.8}
    bodies = [world.add_body(**options, position=(2.0 * k, 0.3 + gap, 0)) for k, gap in enumerate(gaps)]
    run(world, 1.0)
    tolerance = 1e-3 if isinstance(shape, ShapeSphere) else 2e-2
    np.testing.assert_allclose(world.read(bodies, "velocity")[:, 1], 0.8 * 3.0, rtol=tolerance)


@pytest.mark.parametrize("offset", [0.1, 0.3, 0.5])
def test_glancing_elastic_balls_part_at_a_right_angle(offset):
    """Equal smooth balls, one at rest: v_a'. v_b' = 0, kinetic energy stays, b leaves along the line of centers.

    The line is found at the start of a step, up to v dt before the balls meet: an error of v dt / 2r in its direction.
    """
    world = space()
    speed, radius = 3.0, 0.3
    smooth = {"shape": ShapeSphere(radius), "mass": 1.0, "restitution": 1.0, "friction": 0.0}
    a = world.add_body(**smooth, position=(-1.0, offset, 0.0), velocity=(speed, 0, 0))
    b = world.add_body(**smooth)
    before = energy((a, b))
    run(world, 1.0)
    v_a, v_b = np.array(a.velocity), np.array(b.velocity)
    assert energy((a, b)) == pytest.approx(before, rel=1e-3)
    np.testing.assert_allclose(v_a + v_b, (speed, 0, 0), rtol=0, atol=1e-5 * speed)
    assert abs(v_a @ v_b) < 1e-3 * speed**2
    assert math.atan2(-v_b[1], v_b[0]) == pytest.approx(math.asin(offset / (2 * radius)), abs=speed * DT / (2 * radius))
    np.testing.assert_allclose((a.angular_velocity, b.angular_velocity), 0.0, atol=1e-5)


@pytest.mark.parametrize("ratio", [1.0, 5.0])
@pytest.mark.parametrize("restitution", [0.0, 0.6, 1.0])
def test_glancing_pair_by_components(ratio, restitution):
    """Along the line of centers n as head on; across it the velocities of smooth balls stay. n is the one found."""
    world = space()
    smooth = {"shape": ShapeSphere(0.4), "restitution": restitution, "friction": 0.0}
    a = world.add_body(**smooth, mass=1.0, position=(-1.0, 0.3, 0.1), velocity=(3, 0, 0))
    b = world.add_body(**smooth, mass=ratio, velocity=(-0.5, 0.4, 0))
    v_a, v_b = np.array(a.velocity), np.array(b.velocity)
    run(world, 1.0)
    change = np.array(b.velocity) - v_b
    n = change / np.linalg.norm(change)
    u, u_after = v_a - v_b, np.array(a.velocity) - np.array(b.velocity)
    assert u_after @ n == pytest.approx(-restitution * (u @ n), abs=2e-3 * np.linalg.norm(u))
    np.testing.assert_allclose(u_after - (u_after @ n) * n, u - (u @ n) * n, atol=1e-3)
    np.testing.assert_allclose(momentum((a, b)), v_a + ratio * v_b, atol=1e-5 * (3 + ratio))


def test_equal_balls_pass_the_speed_along_a_row():
    """Five equal elastic balls with gaps: the last leaves with the speed of the first, the others rest."""
    world = space()
    options = {"shape": ShapeSphere(0.2), "restitution": 1.0, "friction": 0.0}
    balls = [world.add_body(**options, position=(0.6 * k, 0, 0)) for k in range(5)]
    balls[0].velocity = (2.5, 0.0, 0.0)
    run(world, 2.0)
    np.testing.assert_allclose(world.read(balls, "velocity")[:, 0], (0, 0, 0, 0, 2.5), atol=2e-3)


def test_greater_restitution_of_a_pair_counts():
    """e = max(e_a, e_b): a rubber ball also bounces off clay."""
    world = space()
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.5, 1, 1)), restitution=0.2)
    ball = world.add_body(shape=ShapeSphere(0.3), restitution=0.7, position=(-2, 0, 0), velocity=(3, 0, 0))
    run(world, 1.0)
    assert ball.velocity.x == pytest.approx(-0.7 * 3.0, rel=1e-3)


def test_off_center_hit_turns_a_rod():
    """A smooth ball hits a rod of length 2 l at the distance s from its center, inelastically.

    J = u / (1/m + 1/M + s^2 / I); V = J / M, W = J s / I.
    """
    world = space()
    rod = world.add_body(shape=ShapeBox((0.1, 0.8, 0.1)), mass=2.0, friction=0.0)
    ball = world.add_body(shape=ShapeSphere(0.1), mass=1.0, friction=0.0, position=(-0.5, 0.6, 0.0), velocity=(3, 0, 0))
    while rod.velocity.x == 0.0:
        world.step(DT)
    inertia = rod.inertia[2, 2]
    impulse = 3.0 / (1.0 + 0.5 + 0.36 / inertia)
    # In the step of the hit the rod turns by at most W dt, and the lever changes by 0.1 W dt: 2 %.
    assert rod.velocity.x == pytest.approx(impulse / 2.0, rel=0.02)
    assert rod.angular_velocity.z == pytest.approx(-0.6 * impulse / inertia, rel=0.02)
    np.testing.assert_allclose(momentum((rod, ball)), (3, 0, 0), atol=3e-5)


def scatter(world, count, *, seed, **options):
    """Bodies of all shapes that fly at each other out of a sphere."""
    random = np.random.default_rng(seed)
    shapes = (ShapeSphere(0.3), ShapeBox((0.2, 0.3, 0.4)), ShapeCapsule(0.2, 0.3))
    bodies = []
    for k, cell in enumerate(itertools.islice(itertools.product(range(-1, 2), repeat=3), count)):
        position = 1.3 * np.array(cell)
        velocity = -1.5 * position + random.normal(size=3)
        spin = random.normal(size=3)
        turn = random.normal(size=4)
        bodies.append(
            world.add_body(
                shape=shapes[k % 3], position=position, velocity=velocity, angular_velocity=spin, orientation=turn,
                density=1000.0, **options,
            )
        )  # fmt: skip
    return bodies


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("friction", [0.0, 0.8])
def test_crowd_keeps_momentum_and_gains_no_energy(restitution, friction):
    """sum m v stays to rounding; energy grows by 2 % at most, and some is lost unless all is elastic.

    In a step it may grow by a little more: inertias do not turn with the bodies within it.
    """
    world = space()
    bodies = scatter(world, 27, seed=5, restitution=restitution, friction=friction)
    start, scale = momentum(bodies), sum(body.mass * math.hypot(*body.velocity) for body in bodies)
    first = last = energy(bodies)
    for _ in range(240):
        world.step(DT)
        now = energy(bodies)
        assert now < last + 0.025 * first
        last = now
        np.testing.assert_allclose(momentum(bodies), start, rtol=0, atol=1e-5 * scale)
    assert last < 1.02 * first
    if restitution < 1.0 or friction > 0.0:
        assert last < 0.97 * first


@pytest.mark.parametrize("shape", [ShapeBox((0.4, 0.03, 0.3)), ShapeBox((0.3, 0.2, 0.25)), ShapeCylinder(0.3, 0.1)])
def test_elastic_corners_make_no_energy(shape):
    """A plate that lands on a corner hits with the next one, and again with the first: each hit may only pass on.

    What is gained, 5 % at most, is due to the inertia of a step, which does not turn with the body; a corner that comes
    slower than what bounces at all may lose more.
    """
    random = np.random.default_rng(3)
    ratios = []
    for _ in range(40):
        world = space()
        surface = {"friction": 0.0, "restitution": 1.0}
        world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((9.0, 1.0, 9.0)), position=(0, -1, 0), **surface)
        turn = random.normal(size=4)
        spin = tuple(3.0 * random.normal(size=3))
        motion = {"velocity": (0.0, -4.0, 0.0), "angular_velocity": spin}
        body = world.add_body(shape=shape, position=(0, 1, 0), orientation=tuple(turn), **motion, **surface)
        before = body.kinetic_energy
        run(world, 1.0)
        assert body.velocity.y > 0.0
        ratios.append(body.kinetic_energy / before)
    assert max(ratios) < 1.1 and min(ratios) > 0.8 and abs(np.mean(ratios) - 1.0) < 0.02


@pytest.mark.parametrize("tilt", [0.0, 1e-6, 1e-4, 1e-2])
def test_a_box_that_meets_a_wall_almost_flat_keeps_its_energy(tilt):
    world = space()
    surface = {"friction": 0.0, "restitution": 1.0}
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.15, 5.0, 5.0)), position=(1.15, 0, 0), **surface)
    turn = (0.0, 0.0, math.sin(tilt / 2), math.cos(tilt / 2))
    body = world.add_body(shape=ShapeBox((0.35, 0.2, 0.25)), velocity=(2.4, 0, 0), orientation=turn, **surface)
    before = body.kinetic_energy
    run(world, 1.0)
    assert body.velocity.x < 0.0 and body.kinetic_energy == pytest.approx(before, rel=1e-3)


@pytest.mark.parametrize("seed", range(4))
def test_collision_keeps_angular_momentum(seed):
    """L = sum (x x m v + I w) of two tumbling boxes stays.

    Contact arms are those of the start of the step: an error of at most impulse times the way of one step, J u dt.
    """
    world = space()
    random = np.random.default_rng(seed)
    turns = random.normal(size=(2, 4))
    a = world.add_body(shape=ShapeBox((0.2, 0.3, 0.5)), mass=2.0, position=(-1, 0.1, 0), orientation=turns[0])
    b = world.add_body(shape=ShapeBox((0.4, 0.3, 0.2)), mass=3.0, position=(1, 0, 0.1), orientation=turns[1])
    a.velocity, a.angular_velocity = (2, 0, 0), random.normal(size=3)
    b.velocity, b.angular_velocity = (-1, 0, 0), random.normal(size=3)

    def angular():
        total = np.zeros(3)
        for body in (a, b):
            x, y, z, w = body.orientation
            q = np.array((x, y, z))
            cross = np.array(((0, -z, y), (z, 0, -x), (-y, x, 0)))
            turn = (w * w - q @ q) * np.eye(3) + 2 * np.outer(q, q) + 2 * w * cross
            total += turn @ body.inertia @ turn.T @ np.array(body.angular_velocity)
            total += np.cross(body.center_of_mass, body.mass * np.array(body.velocity))
        return total

    before, velocity = angular(), np.array(a.velocity)
    run(world, 1.5)
    impulse = 2.0 * np.linalg.norm(np.array(a.velocity) - velocity)
    assert impulse > 0.5
    assert np.linalg.norm(angular() - before) < impulse * 3.0 * DT


# ---- Bounces -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("substeps", [1, 2, 4, 8])
@pytest.mark.parametrize("radius", [0.05, 0.25, 1.0])
def test_perfect_ball_keeps_its_height_over_100_bounces(radius, substeps):
    """E = m g z + m v^2 / 2 at the apex: within 5 % after 100 bounces, for any radius and number of substeps."""
    world = World(substeps=substeps)
    add_ground(world)
    ball = world.add_body(shape=ShapeSphere(radius), position=(0, radius + 2.0, 0), restitution=1.0)
    bounces, top, tops, last = 0, 0.0, [], 0.0
    while bounces < 101:
        world.step(DT)
        v = ball.velocity.y
        if last < 0.0 <= v:
            bounces += 1
            tops.append(top)
            top = 0.0
        top = max(top, ball.position.y - radius)
        last = v
        assert world.time < 200.0
    apex = np.array(tops[1:])
    # What the positions at the ends of steps miss of the apex: g dt^2 / 8 = 0.3 mm.
    assert len(apex) == 100
    assert apex.min() > 0.95 * 2.0 and apex.max() < 1.05 * 2.0
    assert math.hypot(ball.position.x, ball.position.z) < 0.01


def test_perfect_ball_from_many_heights():
    """No height is special: balls dropped from 0.5 m to 5 m keep their apex within 5 % over 20 s."""
    world = World()
    add_ground(world)
    heights = np.linspace(0.5, 5.0, 46)
    balls = [
        world.add_body(shape=ShapeSphere(0.2), position=(k, 0.2 + height, 0), restitution=1.0)
        for k, height in enumerate(heights)
    ]
    tops = np.zeros(len(balls))
    for k in range(1200):
        world.step(DT)
        if k >= 1080:  # the highest fly for 2.02 s
            tops = np.maximum(tops, world.read(balls, "position")[:, 1] - 0.2)
    run_time = 2 * np.sqrt(2 * heights / G)
    assert run_time.max() < 2.1
    np.testing.assert_allclose(tops, heights, rtol=0.05)


@pytest.mark.parametrize("restitution", [0.3, 0.5, 0.8])
def test_bounce_height_is_the_square_of_restitution(restitution):
    """h' = e^2 h; the speed of the hit is uncertain by g h_substep: 2 g h_substep / v of the height."""
    world = World()
    add_ground(world)
    ball = world.add_body(shape=ShapeSphere(0.25), position=(0, 4.25, 0), restitution=restitution)
    while ball.velocity.y <= 0.0:
        world.step(DT)
    top = 0.0
    while ball.velocity.y > 0.0:
        world.step(DT)
        top = max(top, ball.position.y - 0.25)
    speed = math.sqrt(2 * G * 4.0)
    assert top == pytest.approx(restitution**2 * 4.0, rel=2 * G * DT / (restitution * speed))


def test_bouncing_ball_comes_to_rest():
    """Below 1 m/s nothing bounces: the ball rests on the ground and falls asleep.

    With e = 0.6, all bounces together take t0 (1 + e) / (1 - e) = 4 t0 = 2.6 s from a height of 2 m.
    """
    world = World()
    add_ground(world)
    ball = world.add_body(shape=ShapeSphere(0.25), position=(0, 2.25, 0), restitution=0.6)
    run(world, 2.6 + 1.5)
    assert not ball.awake
    assert ball.position.y == pytest.approx(0.25, abs=0.005)


def test_hit_event_tells_speed_and_impulse():
    """u = sqrt(2 g h), J = (1 + e) m u, within what gravity adds in a step."""
    world = World()
    add_ground(world)
    ball = world.add_body(shape=ShapeSphere(0.25), position=(0, 3.25, 0), restitution=0.5, mass=2.0)
    hits = ()
    while not hits:
        world.step(DT)
        hits = world.events.contact_hit
        assert world.time < 2.0
    speed = math.sqrt(2 * G * 3.0)
    assert ball in (hits[0].body_a, hits[0].body_b)
    assert hits[0].speed == pytest.approx(speed, abs=G * DT)
    assert hits[0].impulse == pytest.approx(1.5 * 2.0 * speed, abs=2.0 * 2.0 * G * DT)

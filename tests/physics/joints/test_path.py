"""JointPath against mechanics: beads on wires, tracks, motors along them, ends, laps, states and bad input."""

import math

import numpy as np
import pytest

from physics import BodyKind, JointPath, ShapeBox, ShapeSphere, World
from physics.joints.curve import Curve

DT = 1 / 60
G = 9.81
BALL = ShapeSphere(0.05)
#: A track with a hill, a loop and a turn [m].
TRACK = [(0, 10, 0), (5, 9.5, 0), (10, 4, 0), (15, 0.5, 0), (20, 1, 1), (24, 4, 2), (22, 8, 2.5), (17, 7, 3)]
TRACK += [(16, 3, 3.5), (20, 0.7, 4), (27, 1, 4.5), (32, 3, 5), (37, 6, 5)]


def circle(radius=1.0, count=24):
    """Points of a circle in the xy plane, from its lowest one."""
    angles = [2.0 * math.pi * k / count for k in range(count)]
    return [(radius * math.sin(a), -radius * math.cos(a), 0.0) for a in angles]


def bead(points, place, *, velocity=(0, 0, 0), gravity=G, shape=BALL, **options):
    """A world with a body on a curve."""
    world = World(gravity=(0, -gravity, 0), sleeping=False)
    body = world.add_body(shape=shape, mass=2.0, position=place, velocity=velocity)
    return world, body, world.add_joint(JointPath(None, body, points=points, **options))


def period(world, body, joint, steps):
    """Mean time from one way through x = 0 to the next one in the same direction [s]; the bead stays on its wire."""
    times, before = [], body.position.x
    for _ in range(steps):
        world.step(DT)
        after = body.position.x
        if before < 0.0 <= after:
            times.append(world.time - DT * after / (after - before))
        assert joint.error[0] < 1e-4
        before = after
    return float(np.diff(times).mean())


@pytest.mark.slow
@pytest.mark.parametrize("amplitude", [0.2, 1.0, 2.0])
def test_a_bead_on_a_circle_swings_as_a_pendulum(amplitude):
    """T = 4 K(sin(a / 2)) sqrt(r / g), by the arithmetic-geometric mean: T = 2 pi sqrt(r / g) / agm(1, cos(a / 2))."""
    world, body, joint = bead(circle(), (math.sin(amplitude), -math.cos(amplitude), 0.0), closed=True)
    a, b = 1.0, math.cos(0.5 * amplitude)
    for _ in range(6):
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    assert period(world, body, joint, 500) == pytest.approx(2.0 * math.pi / math.sqrt(G) / a, rel=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("start", [0.3, 2.0])
def test_a_bead_on_a_cycloid_takes_the_same_time_from_everywhere(start):
    """Huygens: T = 4 pi sqrt(r / g), whatever the amplitude."""
    radius = 0.5
    points = [(radius * (a + math.sin(a)), radius * (1.0 - math.cos(a)), 0.0) for a in np.linspace(-3.0, 3.0, 41)]
    place = (radius * (start + math.sin(start)), radius * (1.0 - math.cos(start)), 0.0)
    world, body, joint = bead(points, place)
    assert period(world, body, joint, 600) == pytest.approx(4.0 * math.pi * math.sqrt(radius / G), rel=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("oriented", [False, True])
def test_a_car_keeps_its_energy_on_a_track(oriented):
    """m v^2 / 2 + I w^2 / 2 + m g y stays, but for half a substep of gravity in the velocity: g h v / 2.

    What is turned by the curve loses a little wherever the curve changes, in proportion to the step.
    """
    world, body, joint = bead(TRACK, TRACK[0], velocity=(2, 0, 0), shape=ShapeBox((0.5, 0.3, 0.3)), oriented=oriented)
    energy = 0.5 * 4.0 + G * 10.0
    while joint.position < joint.length - 0.5:
        world.step(DT)
        now = body.kinetic_energy / body.mass + G * body.position.y
        assert now == pytest.approx(energy, rel=0.005)
        assert joint.error[0] < 1e-3 and joint.error[1] < 0.01
        assert world.time < 10.0
    if oriented:  # x of the car is along the track
        q = body.orientation
        along = (1 - 2 * (q[1] ** 2 + q[2] ** 2), 2 * (q[0] * q[1] + q[2] * q[3]), 2 * (q[0] * q[2] - q[1] * q[3]))
        ahead = joint.at(joint.position + 0.01) - joint.at(joint.position)
        start = joint.at(0.01) - joint.at(0.0)
        roll = np.dot(along, ahead / ahead.length), (start / start.length).x
        assert roll[0] == pytest.approx(roll[1], abs=0.01)


@pytest.mark.parametrize("floating", [False, True], ids=["world", "body"])
def test_turning_with_the_curve_gives_no_energy(floating):
    """Around hairpins: what turns the body is taken from its way, on a track that floats in space as on a fixed one."""
    world = World(gravity=(0, 0, 0), sleeping=False)
    box = ShapeBox((0.4, 0.3, 0.2))
    track = world.add_body(shape=box, position=(0, 2, 0)) if floating else None
    body = world.add_body(shape=box, position=(1, 2, 0), velocity=(5, 0.5, 0))
    points = [(0.6, 2, 0.1), (1, 2, 0), (1.5, 2.2, 0), (1.5, 1.5, 0.4)]
    joint = world.add_joint(JointPath(track, body, points=points, closed=True, oriented=True))
    momentum, energies = body.velocity * body.mass, []
    for _ in range(60):
        world.step(DT)
        energies.append(sum(one.kinetic_energy for one in world.bodies))
        assert energies[-1] <= 1.01 * min(energies) and joint.error[0] < 1e-3 and joint.error[1] < 0.05
        if floating:
            total = track.velocity * track.mass + body.velocity * body.mass
            assert (total - momentum).length < 1e-3 * momentum.length


def test_the_force_on_a_circle_is_that_of_the_center():
    """F = m v^2 / r."""
    world, body, joint = bead(circle(2.0), (0, -2, 0), velocity=(6, 0, 0), gravity=0.0, closed=True)
    for _ in range(60):
        world.step(DT)
        assert joint.force.length == pytest.approx(2.0 * 36.0 / 2.0, rel=0.01)
        assert joint.rate == pytest.approx(6.0, rel=1e-3)


def test_a_curve_goes_through_its_points_smoothly():
    curve = Curve(TRACK, False, (0, 1, 0))
    for point in TRACK:
        u = curve.nearest_of_all(point)
        assert (curve.derivatives(u)[0] - point).length < 1e-9
        for c in (1, 2):  # direction and curvature do not jump
            below, above = curve.derivatives(max(u - 1e-7, 0.0))[c], curve.derivatives(min(u + 1e-7, curve.span))[c]
            assert (above - below).length < 1e-5
    for way in np.linspace(0.0, curve.length, 17):
        assert curve.way(curve.parameter(way)) == pytest.approx(way, abs=1e-9)
    ring = Curve(circle(3.0, 12), True, (0, 0, 1))
    assert ring.length == pytest.approx(6.0 * math.pi, rel=1e-3)
    for u in np.linspace(0.0, ring.span, 23):
        assert ring.derivatives(ring.wrapped(u))[0].length == pytest.approx(3.0, rel=1e-3)
        assert ring.bend(ring.wrapped(u))[2].length == pytest.approx(1 / 3.0, rel=0.03)


def test_what_is_drawn_is_the_place_on_the_curve():
    """The middle of the circle that the solver has is nobody's business, and a path is no rod."""
    world, body, joint = bead(circle(2.0), (0, -2, 0), velocity=(6, 0, 0), gravity=0.0, closed=True)
    world.step(DT)
    data = world.joint_data()
    assert np.linalg.norm(data.anchor[0, 0] - joint.at(0.5 * 6.0 * DT)) < 1e-3
    assert not data.distance[0] and not len(world.joint_data(distances_only=True))
    assert (joint.anchor_a - body.position).length < 1e-4


def test_laps_count():
    world, _, joint = bead(circle(), (0, -1, 0), velocity=(10, 0, 0), gravity=0.0, closed=True)
    for _ in range(120):
        world.step(DT)
    assert joint.position == pytest.approx(20.0, rel=2e-3)
    joint.motor_target, joint.motor_speed, joint.motor_max_force = 2.0, 8.0, 1e4
    for _ in range(300):
        world.step(DT)
    assert joint.position == pytest.approx(2.0, abs=0.01) and abs(joint.rate) < 0.01


def test_an_open_path_ends_in_stops_and_limits_are_nearer_ones():
    world, body, joint = bead([(0, 0, 0), (1, 0, 0), (2, 0, 0)], (1, 0, 0), velocity=(3, 0, 0), gravity=0.0)
    for _ in range(60):
        world.step(DT)
    assert body.position.x == pytest.approx(2.0, abs=0.005) and abs(body.velocity.x) < 0.01
    joint.limits = (0.5, 1.5)
    body.position, body.velocity = (1, 0, 0), (-3, 0, 0)
    for _ in range(60):
        world.step(DT)
    assert body.position.x == pytest.approx(0.5, abs=0.005) and joint.limits == (0.5, 1.5)


def test_friction_brakes_and_a_motor_drives():
    """v = v_0 - F t / m; the motor reaches its speed at F t = m v."""
    world, _, joint = bead(circle(3.0), (0, -3, 0), velocity=(4, 0, 0), gravity=0.0, closed=True, friction=2.0)
    for _ in range(60):
        world.step(DT)
    assert joint.rate == pytest.approx(3.0, rel=0.01)
    joint.friction, joint.motor_speed, joint.motor_max_force = 0.0, -5.0, 16.0
    for _ in range(30):
        world.step(DT)
    assert joint.rate == pytest.approx(-1.0, abs=0.05)
    for _ in range(60):
        world.step(DT)
    assert joint.rate == pytest.approx(-5.0, rel=0.01)


def test_a_path_moves_with_its_body():
    """A ring that is carried along takes its bead with it."""
    world = World(gravity=(0, 0, 0), sleeping=False)
    ring = world.add_body(kind=BodyKind.KINEMATIC, shape=BALL, velocity=(1, 0, 0), angular_velocity=(0, 0, 1))
    body = world.add_body(shape=BALL, position=(0, -1, 0), mass=1.0)
    joint = world.add_joint(JointPath(ring, body, points=circle(), closed=True, friction=1e4))
    for _ in range(120):
        world.step(DT)
        assert (body.position - ring.position).length == pytest.approx(1.0, abs=1e-3)
    assert joint.position == pytest.approx(0.0, abs=0.02)
    expected = ring.position + (math.sin(2.0), -math.cos(2.0), 0.0)
    assert (body.position - expected).length < 0.03


def test_states_and_definitions_bring_a_path_back():
    world, _, joint = bead(TRACK, TRACK[0], velocity=(3, 0, 0), oriented=True, limits=(0.0, 30.0), motor_target=5.0)
    for _ in range(30):
        world.step(DT)
    state, definition = world.save_state(), joint.definition()
    hashes = []
    for _ in range(30):
        world.step(DT)
        hashes.append(world.state_hash())
    joint.limits, joint.motor_target = None, None
    world.load_state(state)
    assert (joint.limits, joint.motor_target) == ((0.0, 30.0), 5.0) and joint.definition() == definition
    for expected in hashes:
        world.step(DT)
        assert world.state_hash() == expected
    world.load_state(state)
    place = joint.position
    world.remove_joint(joint)
    world.step(DT)
    again = world.restore(definition)
    assert again.points == joint.points if joint.alive else len(again.points) == len(TRACK)
    assert again.position == pytest.approx(place + 3.0 * DT, abs=0.05) and again.oriented and not again.closed
    world.step(DT)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"points": [(0, 0, 0)]}, ValueError, "2 to 2000, got 1"),
        ({"points": [(0, 0, 0), (1, 0, 0)], "closed": True}, ValueError, "3 to 2000, got 2"),
        ({"points": [(0, 0, 0), (1, 0, 0), (1, 0, 0)]}, ValueError, "apart"),
        ({"points": [(0, 0, 0), (1, 0, 0), (0, 0, 0)], "closed": True}, ValueError, "do not repeat the first"),
        ({"points": "abc"}, TypeError, "list of places"),
        ({"points": [(0, 0, 0), (math.nan, 0, 0)]}, ValueError, r"points\[1\]"),
        ({"closed": 1}, TypeError, "closed"),
        ({"oriented": None}, TypeError, "oriented"),
        ({"limits": (2, 1)}, ValueError, "lower <= upper"),
        ({"motor_max_force": -1.0}, ValueError, "motor_max_force"),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(options, error, words):
    world = World()
    body = world.add_body(shape=BALL)
    before = world.state_hash()
    with pytest.raises(error, match=words):
        world.add_joint(JointPath(None, body, **{"points": [(0, 0, 0), (1, 0, 0), (2, 1, 0)], **options}))
    assert world.state_hash() == before and not world.joints

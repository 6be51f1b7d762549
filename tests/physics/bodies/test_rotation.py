"""Rotation of bodies: the tennis-racket flip and tops, judged by closed forms and conservation laws.

Steps are 1/60 s of 4 substeps h = 1/240 s. Minutes of the same are in `bench/long.py`.
"""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, World

DT = 1.0 / 60.0
G = 9.81
#: A box with three different moments of inertia.
BRICK = ShapeBox(half_extents=(0.1, 0.2, 0.4))


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


def rotation_of(body):
    """Rotation matrix of a body, from its quaternion by the textbook formula."""
    x, y, z, w = body.orientation
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def spin_momentum(body):
    """Angular momentum about the center of mass in world axes, R I R^T w [kg m^2/s]."""
    r = rotation_of(body)
    return r @ body.inertia @ r.T @ np.array(body.angular_velocity)


def complete_elliptic(modulus):
    """K(k) by the arithmetic-geometric mean: pi / 2 agm(1, sqrt(1 - k^2))."""
    a, b = 1.0, math.sqrt(1.0 - modulus * modulus)
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return math.pi / (2 * a)


def flip_time(moments, spin):
    """Time between two flips [s]: half the period of Euler's equations, 2 K(k) / p, for L^2 > 2 E I_2.

    p^2 = (I_3 - I_2) (L^2 - 2 E I_1) / (I_1 I_2 I_3)
    k^2 = (I_2 - I_1) (2 E I_3 - L^2) / ((I_3 - I_2) (L^2 - 2 E I_1))

    (Landau and Lifshitz, Mechanics, section 37), with I_1 < I_2 < I_3. For L^2 < 2 E I_2 the indices 1 and 3 swap.
    """
    (i_1, w_1), (i_2, w_2), (i_3, w_3) = sorted(zip(moments, spin, strict=True))
    energy = i_1 * w_1**2 + i_2 * w_2**2 + i_3 * w_3**2  # twice
    square = (i_1 * w_1) ** 2 + (i_2 * w_2) ** 2 + (i_3 * w_3) ** 2
    if square < energy * i_2:
        i_1, i_3 = i_3, i_1
    rate = math.sqrt((i_3 - i_2) * (square - energy * i_1) / (i_1 * i_2 * i_3))
    modulus = (i_2 - i_1) * (energy * i_3 - square) / ((i_3 - i_2) * (square - energy * i_1))
    return 2 * complete_elliptic(math.sqrt(modulus)) / rate


def test_tennis_racket_flips_on_time_and_keeps_energy():
    """Spin about the middle axis flips every 2 K(k) / p; energy and angular momentum stay.

    The midpoint rule errs by the order of (w h)^2 = 6e-4 in the rate of the instability, and by rounding in E and L.
    """
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=BRICK, angular_velocity=(0.05, 6.0, 0.02), mass=2.0)
    energy, momentum = body.kinetic_energy, spin_momentum(body)
    moments = np.diag(body.inertia)
    expected = flip_time(moments, body.angular_velocity)
    crossings, last = [], 6.0
    for k in range(1, 901):
        world.step(DT)
        spin = (rotation_of(body).T @ body.angular_velocity)[1]
        if spin * last < 0.0:
            crossings.append((k - spin / (spin - last)) * DT)
        last = spin
        assert body.kinetic_energy == pytest.approx(energy, rel=0.005)
        np.testing.assert_allclose(spin_momentum(body), momentum, atol=0.02 * np.linalg.norm(momentum))
    assert len(crossings) >= 4
    np.testing.assert_allclose(np.diff(crossings), expected, rtol=0.02)


@pytest.mark.parametrize("axis", [0, 2])
def test_spin_about_the_outer_axes_is_stable(axis):
    """About the smallest and the largest moment a small disturbance stays small."""
    world = World(gravity=(0.0, 0.0, 0.0))
    spin = [0.02, 0.02, 0.02]
    spin[axis] = 8.0
    body = world.add_body(shape=BRICK, angular_velocity=spin)
    for _ in range(600):
        world.step(DT)
        assert (rotation_of(body).T @ body.angular_velocity)[axis] > 7.9


def test_free_top_precesses_about_its_momentum():
    """The axis of a symmetric body circles its angular momentum at L / I_across; the tilt stays.

    The midpoint rule errs by (w h)^2 / 12 in the rate: 2e-4 at 12 rad/s.
    """
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=ShapeBox((0.4, 0.1, 0.4)), angular_velocity=(3.0, 12.0, 0.0), mass=1.0)
    momentum = spin_momentum(body)
    up = momentum / np.linalg.norm(momentum)
    side = np.cross(up, (0.0, 0.0, 1.0))
    rate = np.linalg.norm(momentum) / body.inertia[0, 0]
    tilt = rotation_of(body)[:, 1] @ up
    angles = []
    for _ in range(300):
        world.step(DT)
        axis = rotation_of(body)[:, 1]
        assert axis @ up == pytest.approx(tilt, abs=2e-3)
        angles.append(math.atan2(axis @ np.cross(up, side), axis @ side))
    turned = np.unwrap(angles)[-1] - np.unwrap(angles)[0]
    assert abs(turned) == pytest.approx(rate * 299 * DT, rel=1e-3)


def test_heavy_top_precesses_steadily():
    """With a level axis, steady precession is exact: W = m g l / (I_along w_along).

    The weight acts at the distance l from a fixed point; here it is a torque, and the fixed point the center of mass.
    """
    world = World(gravity=(0.0, 0.0, 0.0))
    torque, spin = 0.6, 40.0
    body = world.add_body(shape=ShapeBox((0.2, 0.05, 0.2)), mass=1.0, orientation=(0.0, 0.0, -(0.5**0.5), 0.5**0.5))
    precession = torque / (body.inertia[1, 1] * spin)
    body.angular_velocity = (spin, precession, 0.0)
    energy = body.kinetic_energy
    angles = []
    for _ in range(300):
        # l x m g with l along the axis and gravity along -y; the axis in the middle of the step, or the torque would
        # lag behind the axis by half a step and do work on the spin.
        axis = rotation_of(body)[:, 1]
        axis = axis + DT / 2 * np.cross(body.angular_velocity, axis)
        body.apply_torque(torque * np.cross(axis, (0.0, -1.0, 0.0)))
        world.step(DT)
        axis = rotation_of(body)[:, 1]
        assert abs(axis[1]) < 0.02
        angles.append(math.atan2(-axis[2], axis[0]))
    assert np.unwrap(angles)[-1] == pytest.approx(precession * 5.0, rel=0.01)
    assert body.kinetic_energy == pytest.approx(energy, rel=0.02)


def make_top(world, *, spin, tilt):
    """A disc on a thin stem with a round tip, spinning about its axis, leaning toward +x."""
    half = tilt / 2
    stem = (ShapeCapsule(0.02, 0.13), (0.0, 0.15, 0.0), (0, 0, 0, 1))
    disc = (ShapeBox((0.15, 0.03, 0.15)), (0.0, 0.2, 0.0), (0, 0, 0, 1))
    ring = (ShapeBox((0.15, 0.03, 0.15)), (0.0, 0.2, 0.0), (0.0, math.sin(math.pi / 8), 0.0, math.cos(math.pi / 8)))
    turn = (0.0, 0.0, -math.sin(half), math.cos(half))
    # The ball of the tip has its center at 0.02 along the axis; that point is 0.02 above the ground.
    center = np.array((math.sin(tilt), math.cos(tilt), 0.0))
    position = np.array((0.0, 0.02, 0.0)) - 0.02 * center
    axis = spin * center
    return world.add_body(shapes=[stem, disc, ring], position=position, orientation=turn, angular_velocity=axis)


def test_top_on_the_ground_keeps_its_energy():
    """E = kinetic + m g y stays within 2 %, and the top stays up while a body that does not spin falls over.

    For two seconds: contacts hold it at the pose of the start of a step, which makes it nod more and more.
    """
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=1.0)
    top = make_top(world, spin=60.0, tilt=0.2)

    def energy():
        return top.kinetic_energy + top.mass * G * top.center_of_mass.y

    start = energy()
    for _ in range(120):
        world.step(DT)
        assert rotation_of(top)[1, 1] > 0.8
        assert energy() == pytest.approx(start, rel=0.02)
    still = World()
    still.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=1.0)
    lazy = make_top(still, spin=0.0, tilt=0.2)
    run(still, 3.0)
    assert rotation_of(lazy)[1, 1] < 0.8

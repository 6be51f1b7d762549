"""Motion of bodies that touch nothing, judged by closed forms and conservation laws.

Steps are 1/60 s of 4 substeps h = 1/240 s. Under a constant acceleration semi-implicit Euler has exact velocities, and
positions x = v0 t + a t (t + h) / 2: late by a t h / 2. Velocities are float32: a relative error of 6e-8 per substep.
"""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0
H = DT / 4.0
G = 9.81
#: Half extents of a box with three different moments of inertia [m].
BRICK = ShapeBox(half_extents=(0.1, 0.2, 0.4))
#: A box turned about a skew axis: x, y, z, w.
SKEW = (0.3, -0.4, 0.5, 0.7071)


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


# ---- Translation ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [ShapeSphere(0.5), BRICK, ShapeCapsule(0.2, 0.5)], ids=["sphere", "box", "capsule"])
@pytest.mark.parametrize("substeps", [1, 4, 16])
def test_free_fall(shape, substeps):
    """v = g t, y = y0 - g t (t + h) / 2."""
    world = World(substeps=substeps)
    body = world.add_body(shape=shape, position=(1.0, 100.0, 2.0))
    run(world, 3.0)
    h = DT / substeps
    rounding = 180 * substeps * 2.0**-24  # half a unit in the last place per substep
    np.testing.assert_allclose(body.velocity, (0.0, -G * 3.0, 0.0), rtol=rounding)
    drop = G * 3.0 * (3.0 + h) / 2
    np.testing.assert_allclose(body.position, (1.0, 100.0 - drop, 2.0), rtol=0, atol=rounding * drop)
    assert body.angular_velocity == (0.0, 0.0, 0.0)


def test_projectile_follows_the_parabola():
    """x = v_x t, y = v_y t - g t^2 / 2; late by g t h / 2. The apex is v_y^2 / 2 g high."""
    world = World()
    body = world.add_body(shape=ShapeSphere(0.1), velocity=(3.0, 12.0, -4.0))
    top = 0.0
    for k in range(1, 121):
        world.step(DT)
        t = k * DT
        error = np.array(body.position) - (3.0 * t, 12.0 * t - G * t * t / 2, -4.0 * t)
        assert np.abs(error[[0, 2]]).max() < 1e-5 * 4.0 * t + 1e-6
        assert abs(error[1] + G * t * H / 2) < 1e-4
        top = max(top, body.position.y)
    # The highest of the positions at the ends of steps is at most g (dt/2)^2 / 2 below the true apex.
    t_apex = 12.0 / G
    assert top == pytest.approx(12.0**2 / (2 * G), abs=G * t_apex * H / 2 + G * DT * DT / 8)


@pytest.mark.parametrize("gravity", [(0.0, -1.62, 0.0), (2.0, 3.0, -6.0), (0.0, 0.0, 0.0)])
@pytest.mark.parametrize("scale", [1.0, 0.0, -0.5, 2.5])
def test_gravity_scale(gravity, scale):
    """v = scale g t, for any direction of gravity."""
    world = World(gravity=gravity)
    body = world.add_body(shape=BRICK, gravity_scale=scale)
    run(world, 1.0)
    np.testing.assert_allclose(body.velocity, scale * np.array(gravity), rtol=1e-5, atol=1e-6)


def test_impulse_changes_velocity_at_once():
    """dv = J / m, and nothing turns when it acts at the center of mass."""
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=BRICK, mass=5.0, velocity=(1.0, 0.0, 0.0), orientation=SKEW)
    body.apply_impulse((10.0, -20.0, 5.0))
    np.testing.assert_allclose(body.velocity, (3.0, -4.0, 1.0), rtol=1e-6)
    run(world, 1.0)
    np.testing.assert_allclose(body.velocity, (3.0, -4.0, 1.0), rtol=1e-6)
    np.testing.assert_allclose(body.position, (3.0, -4.0, 1.0), rtol=1e-5)
    assert max(map(abs, body.angular_velocity)) < 1e-6


def test_impulse_at_a_point_turns():
    """dv = J / m and I dw = r x J, with I = R I_body R^T."""
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=BRICK, mass=5.0, orientation=SKEW, position=(1.0, 2.0, 3.0))
    arm, impulse = np.array((0.1, 0.2, -0.15)), np.array((2.0, -1.0, 3.0))
    r = rotation_of(body)
    body.apply_impulse(impulse, np.array(body.position) + arm)
    np.testing.assert_allclose(body.velocity, impulse / 5.0, rtol=1e-5)
    expected = np.linalg.solve(r @ body.inertia @ r.T, np.cross(arm, impulse))
    np.testing.assert_allclose(body.angular_velocity, expected, rtol=1e-4)


def test_force_acts_for_one_step_only():
    """dv = F dt / m once, x = v t from then on."""
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=BRICK, mass=2.0)
    body.apply_force((12.0, 0.0, 0.0))
    body.apply_force((0.0, 24.0, 0.0))
    world.step(DT)
    np.testing.assert_allclose(body.velocity, (6.0 * DT, 12.0 * DT, 0.0), rtol=1e-5)
    run(world, 1.0)
    np.testing.assert_allclose(body.velocity, (6.0 * DT, 12.0 * DT, 0.0), rtol=1e-5)


def test_steady_force_accelerates():
    """v = F t / m, x = F t (t + h) / 2 m."""
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=ShapeSphere(0.3), mass=4.0)
    for _ in range(120):
        body.apply_force((0.0, 0.0, 8.0))
        world.step(DT)
    np.testing.assert_allclose(body.velocity, (0.0, 0.0, 4.0), rtol=1e-5)
    assert body.position.z == pytest.approx(2.0 * 2.0 * (2.0 + H) / 2, rel=1e-5)


def test_force_at_a_point_makes_force_and_torque():
    """dv = F dt / m, I dw = r x F dt; a ball has I = 2/5 m r^2."""
    world = World(gravity=(0.0, 0.0, 0.0))
    ball = world.add_body(shape=ShapeSphere(0.5), mass=2.0)
    ball.apply_force((0.0, 6.0, 0.0), (0.5, 0.0, 0.0))
    world.step(DT)
    np.testing.assert_allclose(ball.velocity, (0.0, 3.0 * DT, 0.0), rtol=1e-5)
    np.testing.assert_allclose(ball.angular_velocity, (0.0, 0.0, 3.0 * DT / (0.4 * 2.0 * 0.25)), rtol=1e-5)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_torque_about_a_principal_axis(axis):
    """w = T t / I, angle = T t (t + h) / 2 I; a box has I = m / 3 (b^2 + c^2)."""
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=BRICK, mass=3.0)
    b, c = (length for i, length in enumerate(BRICK.half_extents) if i != axis)
    inertia = 3.0 / 3.0 * (b * b + c * c)
    assert body.inertia[axis, axis] == pytest.approx(inertia, rel=1e-6)
    torque = [0.0, 0.0, 0.0]
    torque[axis] = 0.5 * inertia
    for _ in range(120):
        body.apply_torque(torque)
        world.step(DT)
    expected = np.zeros(3)
    expected[axis] = 1.0
    np.testing.assert_allclose(body.angular_velocity, expected, rtol=1e-4, atol=1e-4)
    angle = 0.5 * 2.0 * (2.0 + H) / 2
    assert 2 * math.acos(min(1.0, abs(body.orientation[3]))) == pytest.approx(angle, rel=1e-3)


@pytest.mark.parametrize("rate", [0.1, 1.0, 5.0])
def test_damping_decays_exponentially(rate):
    """v = v0 exp(-c t); implicit Euler is late by the factor exp(c^2 h t / 2)."""
    world = World(gravity=(0.0, 0.0, 0.0), sleeping=False)
    body = world.add_body(
        shape=ShapeSphere(0.2), velocity=(8.0, 0.0, 0.0), angular_velocity=(0.0, 4.0, 0.0), linear_damping=rate,
        angular_damping=2.0 * rate,
    )  # fmt: skip
    run(world, 2.0)
    assert body.velocity.x == pytest.approx(8.0 * math.exp(-rate * 2.0), rel=rate * rate * H * 2.0)
    spin = 2.0 * rate
    assert body.angular_velocity.y == pytest.approx(4.0 * math.exp(-spin * 2.0), rel=spin * spin * H * 2.0)


def test_damped_fall_reaches_terminal_speed():
    """v -> g / c: m g = m c v."""
    world = World()
    body = world.add_body(shape=ShapeSphere(0.2), linear_damping=2.0)
    run(world, 10.0)
    assert body.velocity.y == pytest.approx(-G / 2.0, rel=2.0 * H)


# ---- Locked degrees of freedom -------------------------------------------------------------------------------------


def test_locked_translation_stays():
    """A locked axis has no velocity, the others move as if nothing was locked."""
    world = World()
    body = world.add_body(shape=BRICK, velocity=(1.0, 5.0, 2.0), lock_position=(False, True, False))
    run(world, 2.0)
    assert body.position.y == 0.0 and body.velocity.y == 0.0
    np.testing.assert_allclose([body.position.x, body.position.z], [2.0, 4.0], rtol=1e-5)


def test_locked_rotation_stays():
    """An impulse off the center moves a body that cannot turn along its direction only."""
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=BRICK, mass=2.0, lock_rotation=True)
    body.apply_impulse((4.0, 0.0, 0.0), (0.0, 0.2, 0.4))
    body.apply_torque((5.0, 5.0, 5.0))
    run(world, 1.0)
    assert body.angular_velocity == (0.0, 0.0, 0.0)
    assert body.orientation == (0.0, 0.0, 0.0, 1.0)
    np.testing.assert_allclose(body.velocity, (2.0, 0.0, 0.0), rtol=1e-5)


def test_one_free_rotation_axis():
    """With only y free, a skew angular impulse L leaves w_y = L_y / I_yy of the upright body."""
    world = World(gravity=(0.0, 0.0, 0.0))
    body = world.add_body(shape=BRICK, mass=2.0, lock_rotation=(True, False, True))
    body.apply_angular_impulse((0.3, 0.2, -0.4))
    run(world, 1.0)
    spin = 0.2 / body.inertia[1, 1]
    np.testing.assert_allclose(body.angular_velocity, (0.0, spin, 0.0), rtol=1e-4)


def test_locked_position_does_not_change_rotation():
    """Holding the center of mass in place makes no torque: the tennis-racket flip is the same as in free space."""
    world = World(gravity=(0.0, 0.0, 0.0))
    start = {"shape": BRICK, "angular_velocity": (0.01, 6.0, 0.01)}
    free = world.add_body(**start)
    held = world.add_body(**start, position=(5.0, 0.0, 0.0), lock_position=True)
    flipped = False
    for _ in range(240):
        world.step(DT)
        flipped |= rotation_of(free)[1, 1] < -0.5
        np.testing.assert_allclose(held.angular_velocity, free.angular_velocity, atol=0.05)
    assert flipped


def test_locked_body_carries_a_load():
    """A body that gravity and contacts cannot move is as good as the ground."""
    world = World(sleeping=False)
    shelf = world.add_body(shape=ShapeBox((1.0, 0.1, 1.0)), lock_position=True, lock_rotation=True)
    box = world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(0.3, 0.3, 0.0))
    run(world, 3.0)
    assert shelf.position == (0.0, 0.0, 0.0)
    assert box.position.y == pytest.approx(0.3, abs=0.005)
    assert max(map(abs, box.velocity)) < 0.01


def test_ball_bounces_off_a_locked_body_as_off_a_wall():
    """An elastic ball leaves an immovable body with v' = -v, whatever mass that was given."""
    world = World(gravity=(0.0, 0.0, 0.0))
    world.add_body(shape=ShapeBox((0.2, 1.0, 1.0)), mass=1.0, lock_position=True, lock_rotation=True, restitution=1.0)
    ball = world.add_body(shape=ShapeSphere(0.2), mass=1.0, position=(-1.5, 0.0, 0.0), velocity=(3.0, 0.0, 0.0))
    run(world, 1.0)
    assert ball.velocity.x == pytest.approx(-3.0, rel=1e-3)


# ---- Composites ----------------------------------------------------------------------------------------------------


def test_dumbbell_mass_and_inertia():
    """I = sum (2/5 m r^2 + m d^2) across, sum 2/5 m r^2 along; the center of mass is the weighted mean."""
    world = World()
    balls = [(ShapeSphere(0.2), (-0.6, 0.0, 0.0), (0, 0, 0, 1)), (ShapeSphere(0.1), (0.6, 0.0, 0.0), (0, 0, 0, 1))]
    body = world.add_body(shapes=balls, density=1000.0)
    m_1, m_2 = (1000.0 * 4 / 3 * math.pi * r**3 for r in (0.2, 0.1))
    center = (0.6 * m_2 - 0.6 * m_1) / (m_1 + m_2)
    assert body.mass == pytest.approx(m_1 + m_2)
    np.testing.assert_allclose(body.center_of_mass, (center, 0.0, 0.0), rtol=1e-6, atol=1e-9)
    along = 0.4 * (m_1 * 0.04 + m_2 * 0.01)
    across = along + m_1 * (0.6 + center) ** 2 + m_2 * (0.6 - center) ** 2
    np.testing.assert_allclose(np.diag(body.inertia), (along, across, across), rtol=1e-6)


def test_composite_turns_about_its_center_of_mass():
    """Free of forces the center of mass moves straight on; the origin circles around it."""
    world = World(gravity=(0.0, 0.0, 0.0))
    balls = [(ShapeSphere(0.2), (0.0, 0.0, 0.0), (0, 0, 0, 1)), (ShapeSphere(0.2), (1.0, 0.0, 0.0), (0, 0, 0, 1))]
    body = world.add_body(shapes=balls, velocity=(0.0, 0.0, 1.0), angular_velocity=(0.0, 0.0, 2.0))
    for k in range(1, 181):
        world.step(DT)
        np.testing.assert_allclose(body.center_of_mass, (0.5, 0.0, k * DT), atol=1e-4)
        arm = np.array(body.position) - body.center_of_mass
        np.testing.assert_allclose(arm, (-0.5 * math.cos(2 * k * DT), -0.5 * math.sin(2 * k * DT), 0.0), atol=2e-3)


def test_composite_rests_on_its_feet():
    """A table of four legs stands: its height stays the length of the legs."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    legs = [
        (ShapeBox((0.05, 0.4, 0.05)), (x, 0.4, z), (0, 0, 0, 1)) for x in (-0.5, 0.5) for z in (-0.3, 0.3)
    ]  # fmt: skip
    table = world.add_body(shapes=[(ShapeBox((0.6, 0.03, 0.4)), (0.0, 0.83, 0.0), (0, 0, 0, 1)), *legs])
    run(world, 3.0)
    np.testing.assert_allclose(table.position, (0.0, 0.0, 0.0), atol=0.005)
    assert rotation_of(table)[1, 1] > 0.9999
    assert not table.awake


def test_unbalanced_composite_tips_over():
    """A body falls over when its center of mass is not above its foot."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    foot = (ShapeBox((0.1, 0.5, 0.1)), (0.0, 0.5, 0.0), (0, 0, 0, 1))
    arm = (ShapeBox((0.5, 0.1, 0.1)), (0.6, 0.9, 0.0), (0, 0, 0, 1))
    body = world.add_body(shapes=[foot, arm])
    assert body.center_of_mass.x > 0.1
    run(world, 4.0)
    assert rotation_of(body)[1, 1] < 0.9

"""Every joint type: what it holds, what it lets free, what it reads, and what it refuses."""

import math

import numpy as np
import pytest

from physics import (
    JointBall,
    JointDoubleBall,
    JointDoubleHinge,
    JointFixed,
    JointGear,
    JointHinge,
    JointHinge2,
    JointMotorAngular,
    JointMotorLinear,
    JointPiston,
    JointPlane2D,
    JointPrismaticRotoide,
    JointPrismaticUniversal,
    JointPulley,
    JointSlider,
    JointUniversal,
    ShapeBox,
    ShapeSphere,
    World,
)

DT = 1 / 60
G = 9.81
BALL = ShapeSphere(0.1)
BOX = ShapeBox((0.3, 0.2, 0.1))


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


def empty():
    return World(gravity=(0, 0, 0), sleeping=False)


MAKERS = {
    "ball": lambda a, b: JointBall(a, b, anchor=(0.5, 0, 0), cone_limit=0.8, twist_limits=(-0.5, 0.5)),
    "fixed": lambda a, b: JointFixed(a, b),
    "hinge": lambda a, b: JointHinge(a, b, anchor=(0.5, 0, 0), axis=(0, 1, 1), limits=(-1, 1)),
    "slider": lambda a, b: JointSlider(a, b, anchor=(0.5, 0, 0), axis=(0, 1, 0), limits=(-0.5, 0.5)),
    "universal": lambda a, b: JointUniversal(a, b, anchor=(0.5, 0, 0), axis_a=(1, 0, 0), axis_b=(0, 1, 0)),
    "hinge2": lambda a, b: JointHinge2(a, b, anchor=(0.5, 0, 0), axis_a=(0, 1, 0), axis_b=(0, 0, 1)),
    "piston": lambda a, b: JointPiston(a, b, anchor=(0.5, 0, 0), axis=(1, 0, 0), limits=(-0.4, 0.4)),
    "prismatic_rotoide": lambda a, b: JointPrismaticRotoide(
        a, b, anchor=(0.5, 0, 0), axis_slide=(1, 0, 0), axis_turn=(0, 0, 1)
    ),
    "prismatic_universal": lambda a, b: JointPrismaticUniversal(
        a, b, anchor=(0.5, 0, 0), axis_slide=(1, 0, 0), axis_a=(0, 1, 0), axis_b=(0, 0, 1)
    ),
    "double_ball": lambda a, b: JointDoubleBall(a, b, anchor_a=(0.2, 0.1, 0), anchor_b=(0.8, 0, 0.1)),
    "double_hinge": lambda a, b: JointDoubleHinge(a, b, anchor_a=(0.2, 0, 0), anchor_b=(0.8, 0, 0.1), axis=(0, 1, 0)),
}


@pytest.mark.parametrize("kind", MAKERS)
def test_locked_directions_hold_and_momentum_stays(kind):
    """Two bodies that tumble, joined: errors within 1 mm and 0.1 degree, momentum and angular momentum kept."""
    world = empty()
    a = world.add_body(shape=BOX, mass=2.0, velocity=(0, 0.5, 0.2), angular_velocity=(0.5, 2, -1))
    b = world.add_body(shape=BOX, mass=3.0, position=(1, 0, 0), velocity=(0, -0.4, 0), angular_velocity=(1, -1, 2))
    joint = world.add_joint(MAKERS[kind](a, b))
    before = momenta(a, b)
    for _ in range(180):
        world.step(DT)
        way, angle = joint.error
        assert way < 1e-3 and angle < math.radians(0.1)
    assert np.allclose(momenta(a, b)[0], before[0], atol=2e-3)
    assert np.allclose(momenta(a, b)[1], before[1], atol=0.03 * np.linalg.norm(before[1]))


def momenta(*bodies):
    linear, angular = np.zeros(3), np.zeros(3)
    for body in bodies:
        v, w, x = (np.array(tuple(vector)) for vector in (body.velocity, body.angular_velocity, body.center_of_mass))
        turn = rotation_matrix(body.orientation)
        linear += body.mass * v
        angular += np.cross(x, body.mass * v) + turn @ np.array(body.inertia) @ turn.T @ w
    return linear, angular


def rotation_matrix(q):
    x, y, z, w = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_ball_stays_within_its_cone_and_its_twist():
    world = empty()
    ball = world.add_body(
        shape=BOX, mass=1.0, position=(0, 1, 0), velocity=(-0.5, 0, 2), angular_velocity=(2, 1.5, 0.5)
    )
    joint = world.add_joint(JointBall(None, ball, anchor=(0, 0, 0), cone_limit=0.6, twist_limits=(-0.3, 0.4)))
    swings, twists = [], []
    for _ in range(300):
        world.step(DT)
        up = rotation_matrix(ball.orientation) @ (0, 1, 0)
        assert joint.swing.position == pytest.approx(math.acos(min(up[1], 1.0)), abs=2e-3)
        swings.append(joint.swing.position)
        twists.append(joint.twist.position)
    assert 0.55 < max(swings) < 0.61
    assert min(twists) > -0.31 and max(twists) < 0.41 and max(twists) > 0.35
    joint.cone_limit, joint.twist_limits = None, None
    ball.angular_velocity = (3, 0, 0)
    ball.velocity = ball.angular_velocity.cross(ball.position)
    farthest = 0.0
    for _ in range(120):
        world.step(DT)
        farthest = max(farthest, joint.swing.position)
    assert farthest > 2.0


def test_twist_counts_turns_and_has_a_motor():
    world = empty()
    body = world.add_body(shape=BOX, mass=1.0)
    joint = world.add_joint(JointBall(None, body, anchor=(0, 0, 0), axis=(1, 0, 0)))
    joint.twist.motor_speed, joint.twist.motor_max_force = 5.0, 10.0
    run(world, 4.0)
    assert joint.twist.position == pytest.approx(20.0, rel=0.02)
    assert joint.twist.rate == pytest.approx(5.0, rel=1e-3)


@pytest.mark.parametrize("bounce", [0.0, 0.5, 1.0])
def test_stop_gives_back_its_part_of_the_speed(bounce):
    world = empty()
    body = world.add_body(shape=BALL, mass=2.0, velocity=(3, 0, 0))
    slider = world.add_joint(JointSlider(None, body, anchor=(0, 0, 0), axis=(1, 0, 0), limits=(-10, 1)))
    slider.free_axis.limit_bounce = bounce
    run(world, 0.6)
    assert slider.rate == pytest.approx(-3.0 * bounce, abs=0.03)


def test_bouncing_door_keeps_the_bounce_of_its_hinge():
    """The inertia that bounces is that of the door about its hinge."""
    world = empty()
    door = world.add_body(shape=ShapeBox((0.5, 1, 0.05)), mass=20.0, position=(0.5, 0, 0))
    hinge = world.add_joint(JointHinge(None, door, anchor=(0, 0, 0), axis=(0, 1, 0), limits=(-1, 0.5)))
    hinge.free_axis.limit_bounce = 0.8
    door.angular_velocity, door.velocity = (0, 2, 0), (0, 0, -1)
    run(world, 0.5)
    assert hinge.rate == pytest.approx(-1.6, rel=0.02)


@pytest.mark.parametrize(("torque", "turns"), [(1.0, False), (4.0, True)])
def test_friction_holds_up_to_its_torque(torque, turns):
    world = empty()
    wheel = world.add_body(shape=BOX, mass=5.0)
    hinge = world.add_joint(JointHinge(None, wheel, anchor=(0, 0, 0), axis=(0, 0, 1), friction=2.0))
    for _ in range(60):
        wheel.apply_torque((0, 0, torque))
        world.step(DT)
    if turns:
        inertia = np.array(wheel.inertia)[2, 2]
        assert hinge.rate == pytest.approx((torque - 2.0) / inertia, rel=0.01)
    else:
        assert abs(hinge.angle) < 1e-4 and hinge.free_axis.friction_force == pytest.approx(-1.0, rel=0.01)


def test_servo_goes_to_its_place_and_holds_a_load():
    world = World(sleeping=False)
    arm = world.add_body(shape=ShapeBox((0.5, 0.05, 0.05)), mass=4.0, position=(0.5, 0, 0))
    hinge = world.add_joint(
        JointHinge(
            None, arm, anchor=(0, 0, 0), axis=(0, 0, 1), motor_speed=2.0, motor_max_force=200.0, motor_target=1.0
        )
    )
    fastest = 0.0
    for _ in range(120):
        world.step(DT)
        fastest = max(fastest, abs(hinge.rate))
    assert fastest == pytest.approx(2.0, rel=0.02)
    assert hinge.angle == pytest.approx(1.0, abs=0.005)
    assert hinge.free_axis.motor_force == pytest.approx(4.0 * G * 0.5 * math.cos(1.0), rel=0.01)
    hinge.motor_target = None
    assert hinge.motor_target is None
    hinge.motor_max_force = 5.0  # too weak: it sinks
    run(world, 1.0)
    assert hinge.angle < 0.5


@pytest.mark.parametrize("dt", [1 / 30, 1 / 60, 1 / 120])
@pytest.mark.parametrize("substeps", [2, 4, 8, 16])
@pytest.mark.parametrize("where", ["lock", "spring", "stop"])
def test_erp_and_cfm_sag_alike_whatever_the_step(where, substeps, dt):
    """k = erp / (h cfm) of ODE at h = 1/60: the sag is m g / k, 5 mm here."""
    world = World(sleeping=False, substeps=substeps)
    body = world.add_body(shape=BALL, mass=10.0)
    stiffness = 10.0 * G / 0.005
    cfm = 0.3 * 60.0 / stiffness
    if where == "lock":
        joint = world.add_joint(JointFixed(None, body, anchor=(0, 0, 0), erp=0.3, cfm=cfm))
    else:
        joint = world.add_joint(JointSlider(None, body, anchor=(0, 0, 0), axis=(0, -1, 0)))
        if where == "spring":
            joint.set_spring(erp=0.3, cfm=cfm)
        else:
            joint.limits = (-1.0, 0.0)
            joint.free_axis.set_limit_spring(erp=0.3, cfm=cfm)
    for _ in range(round(3.0 / dt)):
        world.step(dt)
    assert -body.position.y == pytest.approx(0.005, rel=0.1)


def test_hinge2_carries_steers_and_drives():
    world = World(sleeping=False)
    wheel = world.add_body(shape=ShapeSphere(0.3), mass=20.0, position=(1, 0, 0))
    joint = world.add_joint(
        JointHinge2(
            None, wheel, anchor=(1, 0, 0), axis_a=(0, 1, 0), axis_b=(0, 0, 1), suspension_hertz=3.0,
            suspension_damping_ratio=0.7, steering_limits=(-0.6, 0.6), motor_speed=-10.0, motor_max_force=100.0,
        )
    )  # fmt: skip
    joint.steering.motor_max_force, joint.steering.motor_speed, joint.steering.motor_target = 500.0, 1.0, 0.4
    run(world, 3.0)
    assert joint.suspension.position == pytest.approx(-G / (6.0 * math.pi) ** 2, rel=0.02)
    assert joint.steering.position == pytest.approx(0.4, abs=0.01)
    assert joint.wheel.rate == pytest.approx(-10.0, rel=0.01)
    assert joint.wheel.position == pytest.approx(-29.5, abs=1.0)
    axle = rotation_matrix(wheel.orientation) @ (0, 0, 1)
    assert axle[0] == pytest.approx(math.sin(0.4), abs=0.01) and abs(axle[1]) < 2e-3


def test_piston_slides_and_turns():
    world = empty()
    rod = world.add_body(shape=BOX, mass=2.0, velocity=(1, 0, 0), angular_velocity=(4, 0, 0))
    joint = world.add_joint(JointPiston(None, rod, anchor=(0, 0, 0), axis=(1, 0, 0), limits=(-1, 0.5)))
    run(world, 1.0)
    assert joint.slide.position == pytest.approx(0.5, abs=2e-3)
    assert joint.turn.position == pytest.approx(4.0, abs=0.01)


def test_prismatic_rotoide_slides_and_turns():
    world = empty()
    body = world.add_body(shape=BOX, mass=2.0, position=(0, 0, 0), velocity=(1, 2, 3), angular_velocity=(1, 1, 3))
    joint = world.add_joint(
        JointPrismaticRotoide(None, body, anchor=(0, 0, 0), axis_slide=(1, 0, 0), axis_turn=(0, 0, 1))
    )
    run(world, 1.0)
    assert joint.slide.position == pytest.approx(1.0, abs=0.01) and joint.turn.position == pytest.approx(3.0, abs=0.02)
    assert abs(body.position.y) < 1e-3 and abs(body.position.z) < 1e-3


def test_prismatic_universal_slides_along_the_axis_it_was_given():
    for slide in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        world = empty()
        body = world.add_body(shape=BOX, mass=2.0, velocity=tuple(2 * c for c in slide), angular_velocity=(0, 1, 0))
        joint = world.add_joint(
            JointPrismaticUniversal(None, body, anchor=(0, 0, 0), axis_slide=slide, axis_a=(0, 1, 0), axis_b=(0, 0, 1))
        )
        run(world, 1.0)
        assert np.allclose(tuple(body.position), np.array(slide) * 2.0, atol=5e-3)
        assert abs(joint.slide.position) == pytest.approx(2.0, abs=5e-3)
        assert joint.turn_a.position == pytest.approx(1.0, abs=5e-3) and abs(joint.turn_b.position) < 5e-3


def test_plane2d_keeps_a_body_in_its_plane():
    world = World(sleeping=False)
    body = world.add_body(shape=BOX, mass=2.0, position=(0, 0, 3), velocity=(1, 1, 1), angular_velocity=(1, 1, 2))
    joint = world.add_joint(JointPlane2D(body))
    run(world, 1.0)
    assert body.position.z == pytest.approx(3.0, abs=1e-3)
    assert body.position.y == pytest.approx(1.0 - 0.5 * G, abs=0.05)
    assert joint.turn.position == pytest.approx(2.0, abs=0.02)


def test_closed_linkage_holds():
    """A crank, a rod and a rocker on parallel hinges: rows are redundant, and still it turns and holds."""
    world = World(sleeping=False)
    points = [(0, 0, 0), (0, 0.5, 0), (2, 1, 0), (2, 0, 0)]
    bodies = []
    for start, end in zip(points, points[1:], strict=False):
        middle = [0.5 * (s + e) for s, e in zip(start, end, strict=True)]
        bodies.append(world.add_body(shape=ShapeBox((0.1, 0.1, 0.1)), mass=1.0, position=middle, mask=0))
    ends = [None, *bodies, None]
    joints = [
        world.add_joint(JointHinge(ends[k], ends[k + 1], anchor=points[k], axis=(0, 0, 1))) for k in range(len(points))
    ]
    joints[0].motor_speed, joints[0].motor_max_force = 6.0, 100.0
    for _ in range(300):
        world.step(DT)
        assert all(joint.error[0] < 1e-3 and joint.error[1] < math.radians(0.1) for joint in joints)
    assert joints[0].angle == pytest.approx(30.0, rel=0.03)


def test_anchor_moves_while_running():
    world = World(sleeping=False)
    body = world.add_body(shape=BALL, mass=1.0)
    joint = world.add_joint(JointBall(None, body, anchor=(0, 0, 0)))
    joint.anchor_a = (0, 2, 0)
    run(world, 3.0)
    assert body.position.y == pytest.approx(2.0, abs=1e-2) and joint.error[0] < 1e-3
    with pytest.raises(ValueError, match="anchor_b"):
        joint.anchor_b = (0, math.nan, 0)


BAD = [
    (lambda w, a, b: JointBall(a, b, anchor=(0, 0, 0), cone_limit=4.0), ValueError, "cone_limit"),
    (lambda w, a, b: JointBall(a, b, anchor=(0, 0, 0), friction=-1.0), ValueError, "friction"),
    (lambda w, a, b: JointBall(a, b, anchor=(0, 0, 0), twist_limits=(1, -1)), ValueError, "swap"),
    (lambda w, a, b: JointBall(a, b, anchor=(0, 0, 0), erp=1.5, cfm=1e-3), ValueError, "erp"),
    (lambda w, a, b: JointBall(a, b, anchor=(0, 0, 0), hertz=3.0, cfm=1e-3), ValueError, "choose"),
    (lambda w, a, b: JointHinge2(a, b, anchor=(0, 0, 0), axis_a=(0, 1, 0), axis_b=(0, 2, 0)), ValueError, "parallel"),
    (
        lambda w, a, b: JointPrismaticRotoide(a, b, anchor=(0, 0, 0), axis_slide=(1, 1, 0), axis_turn=(1, 0, 0)),
        ValueError,
        "right angle",
    ),
    (
        lambda w, a, b: JointPrismaticUniversal(
            a, b, anchor=(0, 0, 0), axis_slide=(1, 1, 0), axis_a=(1, 0, 0), axis_b=(0, 1, 0)
        ),
        ValueError,
        "axis_slide",
    ),
    (lambda w, a, b: JointMotorAngular(a, b, axes=[]), ValueError, "one to three"),
    (lambda w, a, b: JointMotorAngular(a, b, axes=[(1, 0, 0), (1, 1, 0)]), ValueError, "right angle"),
    (lambda w, a, b: JointMotorLinear(a, b, axes=[(1, 0, 0)], frame="c"), ValueError, "frame"),
    (lambda w, a, b: JointMotorLinear(a, a, axes=[(1, 0, 0)]), ValueError, "two different bodies"),
    (lambda w, a, b: JointPlane2D(None), ValueError, "different bodies"),
    (
        lambda w, a, b: JointDoubleHinge(a, b, anchor_a=(0, 0, 0), anchor_b=(0, 1, 0), axis=(0, 1, 0)),
        ValueError,
        "apart",
    ),
    (lambda w, a, b: JointGear("x", "y"), TypeError, "JointAxis"),
    (lambda w, a, b: w.add_joint(JointGear(*hinges(a, b), ratio=2.0)), LookupError, "in no world yet"),
    (lambda w, a, b: JointGear(*hinges(a, b), ratio=0.0), ValueError, "ratio"),
    (lambda w, a, b: JointGear(*hinges(a, b), backlash=-1.0), ValueError, "backlash"),
    (lambda w, a, b: JointGear(*hinges(a, a)), ValueError, "one body"),
    (lambda w, a, b: JointGear(*hinges(a, b)[:1] * 2), ValueError, "two different axes"),
    (
        lambda w, a, b: JointPulley(
            a, b, anchor_a=(0, 0, 0), anchor_b=(0, 0, 0), ground_a=(0, 1, 0), ground_b=(0, 1, 0), ratio=-1
        ),
        ValueError,
        "ratio",
    ),
]


def hinges(a, b):
    return [JointHinge(None, body, anchor=(0, 0, 0), axis=(0, 0, 1)) for body in (a, b)]


@pytest.mark.parametrize(("make", "error", "words"), BAD)
def test_bad_joints_are_refused_and_change_nothing(make, error, words):
    world = World()
    a, b = (world.add_body(shape=BALL, position=(k, 0, 0)) for k in range(2))
    before = world.state_hash()
    with pytest.raises(error, match=words):
        make(world, a, b)
    assert world.state_hash() == before and world.joints == []

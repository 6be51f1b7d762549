"""Builders: chains and ropes hang as they should, masses add up, limits hold, and bad input changes nothing."""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    JointHinge,
    RagdollProportions,
    ShapeBox,
    ShapePlane,
    ShapeSphere,
    World,
    build_bridge,
    build_chain,
    build_crane,
    build_net,
    build_ragdoll,
    build_rope,
    build_wheel,
)
from physics.builders.curves import hanging_points
from physics.builders.ragdolls import CONES, HINGES
from physics.vector import Vec3

DT = 1 / 60


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


def catenary_sag(width, length):
    """Sag of y = a cosh(x / a) between two points of one height: 2 a sinh(w / 2 a) = L, sag = a (cosh(w / 2 a) - 1)."""
    low, high = 1e-3 * width, 1e6 * width
    for _ in range(200):
        a = math.sqrt(low * high)
        if 0.5 * width / a > 300.0 or 2.0 * a * math.sinh(0.5 * width / a) > length:
            low = a
        else:
            high = a
    return a * (math.cosh(0.5 * width / a) - 1.0)


# ---- Chains and ropes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", [build_chain, build_rope])
@pytest.mark.parametrize("slack", [0.05, 0.5, 2.0])
def test_chain_hangs_as_a_catenary(build, slack):
    world = World(sleeping=False)
    chain = build(world, (-2, 10, 0), (2, 10, 0), links=30, slack=slack)
    run(world, 3.0)
    lowest = min(joint.anchor_b.y for joint in chain.joints)
    assert 10.0 - lowest == pytest.approx(catenary_sag(4.0, chain.length), rel=0.02)
    assert max(body.velocity.length for body in chain.bodies) < 0.1, "it is laid as it hangs"


@pytest.mark.parametrize("slack", [0.0, 0.3])
@pytest.mark.parametrize("end", [(3, 5, 0), (1, 9, 2), (0.01, 1, 0), (0, 1, 0), (-2, 3, -4)])
def test_links_are_of_one_length_and_go_from_end_to_end(slack, end):
    start = Vec3(0.0, 5.0, 0.0)
    length = (1.0 + slack) * (Vec3(*end) - start).length
    points = hanging_points(start, Vec3(*map(float, end)), length, 17, Vec3(0.0, -1.0, 0.0))
    gaps = [(b - a).length for a, b in zip(points[:-1], points[1:], strict=True)]
    np.testing.assert_allclose(gaps, length / 17, rtol=1e-6)
    assert points[0] == start and points[-1] == end


def test_chain_without_gravity_bulges_and_is_closed():
    world = World(gravity=(0, 0, 0))
    chain = build_chain(world, (0, 2, 0), (3, 2, 0), links=20, slack=0.4)
    assert max(max(joint.error) for joint in chain.joints) < 1e-6
    assert max(abs(body.position.y - 2.0) for body in chain.bodies) > 0.5


def test_mass_and_density_of_a_chain():
    world = World()
    chain = build_chain(world, (0, 5, 0), (2, 5, 0), links=10, mass=4.0)
    assert sum(body.mass for body in chain.bodies) == pytest.approx(4.0)
    heavy, light = (build_rope(world, (0, 5, 3), (2, 5, 3), links=10, density=d) for d in (2000.0, 1000.0))
    assert heavy.bodies[0].mass == pytest.approx(2.0 * light.bodies[0].mass)
    assert chain.link_length == pytest.approx(0.2) and len(chain.joints) == 11


def test_link_length_says_how_many_links():
    chain = build_rope(World(), (0, 5, 0), (2, 5, 0), link_length=0.19)
    assert len(chain.bodies) == 11 and chain.link_length == pytest.approx(2.0 / 11.0)


def test_chain_carries_a_body_with_the_weight_of_both():
    world = World(sleeping=False)
    ball = world.add_body(shape=ShapeSphere(0.3), position=(0, 3, 0), mass=20.0)
    chain = build_chain(world, (0, 6, 0), (0, 3.3, 0), links=9, mass=3.0, end_body=ball)
    run(world, 3.0)
    assert chain.joints[0].force.y == pytest.approx(23.0 * 9.81, rel=0.01)
    assert chain.joints[-1].force.y == pytest.approx(20.0 * 9.81, rel=0.01)


def test_chain_breaks_under_more_than_it_bears():
    world = World(sleeping=False)
    ball = world.add_body(shape=ShapeSphere(0.3), position=(0, 3, 0), mass=20.0)
    chain = build_chain(world, (0, 6, 0), (0, 3.3, 0), links=9, mass=3.0, end_body=ball, break_force=210.0)
    run(world, 1.0)
    assert any(joint.broken for joint in chain.joints) and ball.position.y < 2.0


def test_free_end_falls():
    world = World()
    chain = build_rope(world, (0, 5, 0), (2, 5, 0), links=8, hold_end=False)
    assert len(chain.joints) == 8
    run(world, 0.5)
    assert chain.bodies[-1].position.y < 4.3 and (chain.joints[0].anchor_b - (0, 5, 0)).length < 0.02


# ---- Bridges and nets ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_bridge_of_fifty_planks_carries_ten_times_its_weight():
    """Ten crates side by side, each as heavy as the whole bridge: nothing comes apart, and it hangs as it did."""
    world = World(sleeping=False)
    bridge = build_bridge(world, (-10, 5, 0), (10, 5, 0), planks=50, slack=0.03)
    weight = sum(body.mass for body in bridge.bodies)
    run(world, 1.0)
    crates = []
    for k in range(10):
        plank = bridge.bodies[5 * k + 2]
        place = plank.position + (0, 0.25, 0)
        crates.append(world.add_body(shape=ShapeBox((0.3, 0.2, 0.3)), position=place, mass=weight, friction=1.0))
    run(world, 8.0)
    assert max(joint.error[0] for joint in bridge.joints) < 1e-3, "a hinge gives way"
    for crate in crates:
        assert crate.position.y > 2.0 and abs(crate.position.z) < 0.7, "a crate fell"
    middle = bridge.bodies[25].position.y
    assert 5.0 - middle == pytest.approx(catenary_sag(20.0, bridge.length), rel=0.15)


def test_bridge_hangs_and_carries():
    world = World(sleeping=False)
    bridge = build_bridge(world, (-4, 3, 0), (4, 3, 0), planks=20, slack=0.03)
    run(world, 1.0)
    sag = 3.0 - min(joint.anchor_b.y for joint in bridge.joints)
    assert sag == pytest.approx(catenary_sag(8.0, bridge.length), rel=0.03)
    load = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(0, 2.6, 0), mass=100.0, linear_damping=1.0)
    run(world, 2.0)
    ups = []
    for _ in range(480):  # it swings: its mean is what it weighs
        world.step(DT)
        ups.append(sum(abs(joint.force.y) for joint in (bridge.joints[0], bridge.joints[-1])))
    assert load.position.y > 0.5 and abs(load.position.z) < 0.75, "the load is on the bridge"
    assert np.mean(ups) == pytest.approx(9.81 * (100.0 + sum(body.mass for body in bridge.bodies)), rel=0.02)


@pytest.mark.parametrize(("hold", "count"), [("corners", 4), ("edges", 20), ("rows", 12), ("top", 6), ("none", 0)])
def test_net_is_held_where_it_says(hold, count):
    net = build_net(World(), (0, 3, 0), (3, 0, 0), (0, 0, 3), rows=6, columns=6, hold=hold)
    assert len(net.holds) == count and len(net.cords) == 2 * 6 * 5 and len(net.bodies) == 36
    np.testing.assert_allclose(net.knot(5, 0).position, (3, 3, 0), atol=1e-9)
    np.testing.assert_allclose(net.knot(0, 5).position, (0, 3, 3), atol=1e-9)


def test_net_catches_a_ball():
    world = World(sleeping=False)
    net = build_net(world, (-1.5, 3, -1.5), (3, 0, 0), (0, 0, 3), rows=9, columns=9, mass=5.0, hold="edges")
    ball = world.add_body(shape=ShapeSphere(0.5), position=(0, 5, 0), mass=30.0)
    run(world, 4.0)
    assert 1.0 < ball.position.y < 3.6, f"the ball is at {ball.position.y:.2f} m"
    longest = max(joint.distance / joint.axes[0].limits[1] for joint in net.cords)
    assert longest < 1.05, f"a cord is stretched by {100 * longest - 100:.1f} %"


# ---- Cranes --------------------------------------------------------------------------------------------------------


def test_crane_turns_and_travels():
    world = World(sleeping=False)
    crane = build_crane(world, (1, 0, 2), heading=0.7, load_mass=200.0)
    run(world, 1.0)
    assert abs(crane.turn.angle) < 0.01 and abs(crane.travel.position) < 0.01, "motors hold still"
    assert (crane.load.position - (1 + 4.5 * math.cos(0.7), 4.0, 2 - 4.5 * math.sin(0.7))).length < 0.1
    crane.turn.motor_speed, crane.travel.motor_speed = 0.3, -0.5
    run(world, 2.0)
    assert crane.turn.angle == pytest.approx(0.6, abs=0.05)
    assert crane.travel.position == pytest.approx(-1.0, abs=0.1)
    run(world, 6.0)
    assert crane.travel.position == pytest.approx(crane.travel.limits[0], abs=0.02)


# ---- Wheels --------------------------------------------------------------------------------------------------------


def add_car(world, **options):
    """A chassis on four wheels that stands on the ground."""
    chassis = world.add_body(shape=ShapeBox((1.5, 0.2, 0.6)), position=(0, 0.7, 0), mass=800.0)
    corners = [(x, 0.35, z) for x in (-1.1, 1.1) for z in (-0.75, 0.75)]
    return chassis, [build_wheel(world, chassis, corner, **options) for corner in corners]


def test_wheels_carry_a_car_at_rest_and_swing_with_their_frequency():
    """A load on a spring swings at f; pressed down by a step, it crosses its rest twice in a period."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    chassis, wheels = add_car(world, hertz=1.5, damping_ratio=0.05)
    run(world, 1.0)
    assert abs(chassis.position.y - 0.7) < 0.02, f"the chassis is at {chassis.position.y:.3f} m"
    assert max(abs(wheel.joint.suspension.position) for wheel in wheels) < 0.02
    chassis.velocity = (0, -0.5, 0)
    times, before = [], chassis.position.y
    while len(times) < 4:
        world.step(DT)
        now = chassis.position.y
        if (before - 0.7) * (now - 0.7) < 0.0:
            times.append(world.time)
        before = now
        assert world.time < 10.0
    assert 2.0 * (times[3] - times[0]) / 3.0 == pytest.approx(1.0 / 1.5, rel=0.1)


def test_motors_drive_a_car_and_steering_turns_it():
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    chassis, wheels = add_car(world, motor_speed=-8.0, motor_max_force=300.0, steering=0.5)
    run(world, 4.0)
    assert chassis.velocity.x == pytest.approx(8.0 * 0.35, rel=0.1) and abs(chassis.velocity.z) < 0.1
    for wheel in wheels[2:]:
        wheel.joint.steering.motor_target = 0.4
    run(world, 3.0)
    assert wheels[2].joint.steering.position == pytest.approx(0.4, abs=0.05)
    assert abs(chassis.angular_velocity.y) > 0.2, "it does not turn"


# ---- Ragdolls ------------------------------------------------------------------------------------------------------


def test_ragdoll_has_mass_height_and_closed_joints():
    world = World()
    doll = build_ragdoll(world, (1, 2, 3), height=1.8, mass=80.0)
    assert len(doll.bodies) == 13 and len(doll.joints) == 12
    assert sum(body.mass for body in doll.bodies) == pytest.approx(80.0)
    assert doll.parts["head"].position.y + 0.068 * 1.8 == pytest.approx(2.0 + 1.8, abs=0.001)
    assert doll.parts["left foot"].position.y - 0.02 * 1.8 == pytest.approx(2.0, abs=0.001)
    assert max(max(joint.error) for joint in doll.joints) < 1e-6


def test_proportions_of_a_ragdoll_say_where_its_joints_are():
    world = World()
    doll = build_ragdoll(
        world, (0, 0, 0), height=2.0, proportions=RagdollProportions(knee=0.25, hip_out=0.06), joint_friction=3.0
    )
    assert tuple(doll.links["left knee"].anchor_a) == pytest.approx((0.12, 0.5, 0.0))
    assert doll.links["left knee"].friction == doll.links["neck"].friction == 3.0
    assert max(max(joint.error) for joint in doll.joints) < 1e-6


@pytest.mark.slow
def test_limits_hold_in_a_falling_ragdoll():
    """Hinges keep their limits, and what swings its cone, while the ragdoll tumbles down on the ground."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    dolls = [
        build_ragdoll(world, (3.0 * k, 1.0 + k, 0), orientation=(0.3 * k, 0.2, 0.1 * k, 1), velocity=(2, 0, k - 1))
        for k in range(3)
    ]
    gaps, over = [], []
    for _ in range(240):
        world.step(DT)
        for key, joint in ((key, joint) for doll in dolls for key, joint in doll.links.items()):
            kind = key.split()[-1]
            gaps.append(joint.error[0])
            if isinstance(joint, JointHinge):
                low, high = HINGES[kind]
                angle = math.degrees(joint.angle)
                over.append(max(low - angle, angle - high))
            else:
                cone, twist = CONES[kind]
                swing, turned = math.degrees(joint.swing.position), abs(math.degrees(joint.twist.position))
                over.append(max(swing - cone, turned - twist))
    assert np.percentile(gaps, 99) < 0.005 and max(gaps) < 0.08, f"a joint came apart by {max(gaps):.3f} m"
    assert np.percentile(over, 97) < 5.0 and max(over) < 45.0, f"{max(over):.0f} degrees over a limit"
    lowest = min(body.position.y for doll in dolls for body in doll.bodies)
    assert lowest > 0.0 and all(doll.parts["chest"].position.y < 0.6 for doll in dolls), "they lie on the ground"


# ---- Bad input -----------------------------------------------------------------------------------------------------

OTHER = World()
STRANGER = OTHER.add_body(shape=ShapeSphere(1.0))


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        (lambda w: build_chain(w, (0, 1, 0), (0, 1, 0)), ValueError, "must be apart"),
        (lambda w: build_chain(w, (0, 1, math.nan), (0, 1, 0)), ValueError, "start must be 3 numbers"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), links=0), ValueError, "links must be a whole number"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), links=2.5), TypeError, "links must be a whole number"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), links=5, link_length=0.1), ValueError, "not both"),
        (lambda w: build_chain(w, (0, 1, 0), (1e6, 1, 0)), ValueError, "make them longer"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), slack=-0.1), ValueError, "slack must be between"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), slack=0.1, links=2), ValueError, "3 links or more"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), mass=1, density=1), ValueError, "not both"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), mass=0), ValueError, "mass must be finite and > 0 kg"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), break_force=0), ValueError, "math.inf never breaks"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), material="cheese"), ValueError, "cheese"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), color="red"), TypeError, "color"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), end_body="wall"), TypeError, "end_body must be a Body"),
        (lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), end_body=STRANGER), LookupError, "of this world"),
        (
            lambda w: build_chain(w, (0, 1, 0), (1, 1, 0), end_body=w.bodies[0], hold_end=False),
            ValueError,
            "hold_end must be True",
        ),
        (lambda w: build_rope(w, (0, 1, 0), (1, 1, 0), damping=-1), ValueError, "damping"),
        (lambda w: build_rope(w, (0, 1, 0), (1, 1, 0), radius=0), ValueError, "radius"),
        (lambda w: build_bridge(w, (0, 1, 0), (0, 5, 0)), ValueError, "straight up or down"),
        (lambda w: build_bridge(w, (0, 1, 0), (5, 1, 0), planks=9, gap=3), ValueError, "longer planks"),
        (lambda w: build_net(w, (0, 1, 0), (3, 0, 0), (6, 0, 0)), ValueError, "must not be parallel"),
        (lambda w: build_net(w, (0, 1, 0), (3, 0, 0), (0, 0, 3), hold="sides"), ValueError, "choose one of: corners"),
        (lambda w: build_net(w, (0, 1, 0), (3, 0, 0), (0, 0, 3), rows=100), ValueError, "fewer or smaller"),
        (lambda w: build_crane(w, rope_length=8), ValueError, "make the crane higher"),
        (lambda w: build_crane(w, out=1.5), ValueError, "out must be between"),
        (lambda w: build_wheel(w, "car", (0, 1, 0)), TypeError, "chassis must be a Body"),
        (lambda w: build_wheel(w, w.bodies[0], (0, 1, 0), axis=(0, 1, 1)), ValueError, "right angle"),
        (lambda w: build_wheel(w, w.bodies[0], (0, 1, 0), steering=3), ValueError, "steering must be between"),
        (lambda w: build_wheel(w, w.bodies[0], (0, 1, 0), motor_max_force=-1), ValueError, "motor_max_force"),
        (lambda w: build_ragdoll(w, (0, 0, 0), height=0), ValueError, "height must be between"),
        (lambda w: build_ragdoll(w, (0, 0, 0), joint_friction=-1), ValueError, "joint_friction"),
        (lambda w: build_ragdoll(w, (0, 0, 0), orientation=(0, 0, 0, 0)), ValueError, "must not be zero"),
        (lambda w: build_ragdoll(w, (0, 0, 0), velocity=(1e9, 0, 0)), ValueError, "velocity"),
    ],
)
def test_bad_input_is_told_and_the_world_is_as_it_was(build, error, message):
    world = World()
    world.add_body(shape=ShapeSphere(0.5), position=(0, 9, 0))
    before = world.state_hash()
    with pytest.raises(error, match=message):
        build(world)
    assert world.state_hash() == before and len(world.bodies) == 1 and world.joints == []


def test_what_fails_halfway_leaves_nothing():
    """A body that is far out is refused only when the builder comes to it."""
    world = World()
    before = world.state_hash()
    with pytest.raises(ValueError, match="position"):
        build_net(world, (0, 1, 0), (1e8, 0, 0), (0, 0, 3), rows=3, columns=3)
    assert world.state_hash() == before and world.bodies == []

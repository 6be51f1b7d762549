"""Every type of joint: the same future twice, after going back too; and sleep, alone and on the ground."""

import pytest

from bench.fuzz import joint_samples
from physics import (
    BodyKind,
    JointBall,
    JointDistance,
    JointFixed,
    JointGear,
    JointHinge,
    JointHinge2,
    JointMotorAngular,
    JointMotorLinear,
    JointPiston,
    JointPlane2D,
    JointSixAxis,
    JointSlider,
    ShapeBox,
    ShapePlane,
    World,
)

DT = 1 / 60
BOX = ShapeBox((0.1, 0.1, 0.1))
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


#: Classes and options that need a test of their own.
OPTIONS = {
    "ball": (JointBall, {"axis": X, "cone_limit": 0.5, "twist_limits": (-0.3, 0.3)}),
    "fixed": (JointFixed, {}),
    "fixed soft": (JointFixed, {"hertz": 5.0, "damping_ratio": 0.5}),
    "hinge": (JointHinge, {"limits": (-0.5, 0.5)}),
    "slider": (JointSlider, {"axis": X, "limits": (-0.2, 0.2), "friction": 0.1}),
    "six axes": (JointSixAxis, {"locked": (0, 1, 4)}),
    "rod": (JointDistance, {}),
    "rope": (JointDistance, {"limits": (0.3, 1.05)}),
    "spring": (JointDistance, {"hertz": 2.0, "damping_ratio": 0.7}),
    "hinge 2": (JointHinge2, {"steering_limits": (-0.5, 0.5)}),
    "piston": (JointPiston, {"axis": X, "limits": (-0.2, 0.2)}),
    "angular motor": (JointMotorAngular, {}),
    "angular motor of b": (JointMotorAngular, {"frame": "b"}),
    "euler motor": (JointMotorAngular, {"axes": [X, Y, Z], "euler": True}),
    "linear motor": (JointMotorLinear, {"axes": [X, Y, Z]}),
    "linear motor of b": (JointMotorLinear, {"axes": [X], "frame": "b"}),
    "plane": (JointPlane2D, {"normal": Y}),
    "gear": (JointGear, {"ratio": 2.0}),
    "gear with backlash": (JointGear, {"ratio": -1.5, "backlash": 0.1}),
}
#: All classes: those, and what is left with what it needs.
TYPES = OPTIONS | {
    kind.__name__: (kind, {}) for kind in joint_samples.kinds() if kind not in [kind for kind, _ in OPTIONS.values()]
}


def scene(kind, *, gravity=(0, -9.81, 0), y=0.1, ground=True, damping=0.0):
    """Two boxes beside each other and a joint of a type between them."""
    world = World(gravity=gravity)
    if ground:
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    still = {"shape": BOX, "mass": 1.0, "linear_damping": damping, "angular_damping": damping}
    a, b = (world.add_body(position=(x, y, 0), **still) for x in (0, 1))
    made, options = TYPES[kind]
    if joint_samples.couples_joints(made):
        hinge = world.add_joint(JointHinge(None, a, anchor=a.position, axis=Y))
        options = {"coupled": (hinge, world.add_joint(JointSlider(None, b, anchor=b.position, axis=X))), **options}
    site = joint_samples.Site.between(a.position, b.position)
    return world, a, b, world.add_joint(joint_samples.make(made, a, b, site, **options))


def drive(joint):
    """Have free axes do what they can: motors, friction and springs."""
    if isinstance(joint, JointGear):
        return
    for axis in joint.axes:
        if not axis.locked and not isinstance(joint, JointBall):
            axis.motor_speed, axis.motor_max_force, axis.friction = 0.5, 2.0, 0.1


def throw(kind):
    """A scene in the air, with bodies that are thrown and turn, and a joint that drives them."""
    world, a, b, joint = scene(kind, y=1.0)
    drive(joint)
    a.velocity, a.angular_velocity = (0.3, 1.0, -0.2), (1.0, -2.0, 0.5)
    b.velocity, b.angular_velocity = (-0.2, 0.5, 0.7), (-0.3, 1.5, 2.0)
    return world, a, b, joint


def futures(world, steps):
    hashes = []
    for _ in range(steps):
        world.step(DT)
        hashes.append(world.state_hash())
    return hashes


@pytest.mark.parametrize("kind", TYPES)
def test_two_worlds_have_one_future_and_so_has_a_world_that_goes_back(kind):
    world, _, _, joint = throw(kind)
    twin = throw(kind)[0]
    assert world.state_hash() == twin.state_hash()
    assert futures(world, 30) == futures(twin, 30)
    state = world.save_state()
    expected = futures(world, 60)
    assert len(set(expected)) == 60, "nothing moved"
    assert expected == futures(twin, 60)
    if not isinstance(joint, JointGear):
        joint.axes[0].friction = 1.0
        joint.enabled = False
    futures(world, 5)
    world.remove_joint(joint)
    futures(world, 5)
    world.load_state(state)
    assert joint.alive and joint.enabled
    assert futures(world, 60) == expected


def settle(world, bodies, steps):
    """Step until the bodies sleep."""
    for _ in range(steps):
        world.step(DT)
        if not any(body.awake for body in bodies):
            return
    raise AssertionError(f"{[body for body in bodies if body.awake]} do not sleep after {steps} steps")


@pytest.mark.parametrize("where", ["in space", "on the ground"])
@pytest.mark.parametrize("kind", TYPES)
def test_bodies_at_rest_sleep_and_wake_together(kind, where):
    if where == "in space":
        world, a, b, joint = scene(kind, gravity=(0, 0, 0), y=1.0, ground=False, damping=3.0)
        b.velocity = (0.2, 0.1, 0.1)
    else:
        world, a, b, joint = scene(kind)
    bodies = [b] if kind == "plane" else [a, b]
    settle(world, bodies, 600)
    before = world.state_hash()
    places = [tuple(body.position) for body in bodies]
    for _ in range(10):
        world.step(DT)
    assert places == [tuple(body.position) for body in bodies] and before != world.state_hash()  # only time went on
    b.apply_impulse((0.3, 0.5, 0.3))
    b.apply_angular_impulse((0.0, 0.2, 0.0))
    assert all(body.awake for body in bodies)
    world.step(DT)
    assert all(body.awake for body in bodies) and max(b.velocity.length, b.angular_velocity.length) > 0.01
    b.velocity, b.angular_velocity = (0, 0, 0), (0, 0, 0)
    settle(world, bodies, 900)
    joint.enabled = False
    assert all(body.awake for body in bodies), "what let go of them did not wake them"
    settle(world, bodies, 600)
    joint.enabled = True
    world.remove_joint(joint)
    assert all(body.awake for body in bodies)

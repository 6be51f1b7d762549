"""Every type of joint: the same future twice, after going back too; and sleep, alone and on the ground."""

import inspect

import pytest

import physics
from physics import (
    BodyKind,
    Joint,
    JointBall,
    JointDistance,
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
    JointRack,
    JointSixAxis,
    JointSlider,
    JointUniversal,
    ShapeBox,
    ShapePlane,
    World,
)

DT = 1 / 60
BOX = ShapeBox((0.1, 0.1, 0.1))
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def wheels(world, a, b, kind=JointHinge):
    """Both bodies on axes that the world holds: a on a hinge, b on a joint of a kind."""
    first = world.add_joint(JointHinge(None, a, anchor=a.position, axis=Y))
    return first, world.add_joint(kind(None, b, anchor=b.position, axis=Y if kind is JointHinge else X))


#: Two bodies and what is between them -> a joint that is in no world yet.
TYPES = {
    "ball": lambda w, a, b, p: JointBall(a, b, anchor=p, axis=X, cone_limit=0.5, twist_limits=(-0.3, 0.3)),
    "fixed": lambda w, a, b, p: JointFixed(a, b),
    "fixed soft": lambda w, a, b, p: JointFixed(a, b, hertz=5.0, damping_ratio=0.5),
    "hinge": lambda w, a, b, p: JointHinge(a, b, anchor=p, axis=Y, limits=(-0.5, 0.5)),
    "slider": lambda w, a, b, p: JointSlider(a, b, anchor=p, axis=X, limits=(-0.2, 0.2), friction=0.1),
    "universal": lambda w, a, b, p: JointUniversal(a, b, anchor=p, axis_a=Y, axis_b=Z),
    "six axes": lambda w, a, b, p: JointSixAxis(a, b, anchor=p, locked=(0, 1, 4)),
    "rod": lambda w, a, b, p: JointDistance(a, b, anchor_a=a.position, anchor_b=b.position),
    "rope": lambda w, a, b, p: JointDistance(a, b, anchor_a=a.position, anchor_b=b.position, limits=(0.3, 1.05)),
    "spring": lambda w, a, b, p: JointDistance(
        a, b, anchor_a=a.position, anchor_b=b.position, hertz=2.0, damping_ratio=0.7
    ),
    "hinge 2": lambda w, a, b, p: JointHinge2(a, b, anchor=b.position, axis_a=Y, axis_b=Z, steering_limits=(-0.5, 0.5)),
    "piston": lambda w, a, b, p: JointPiston(a, b, anchor=p, axis=X, limits=(-0.2, 0.2)),
    "prismatic rotoide": lambda w, a, b, p: JointPrismaticRotoide(a, b, anchor=p, axis_slide=X, axis_turn=Y),
    "prismatic universal": lambda w, a, b, p: JointPrismaticUniversal(
        a, b, anchor=p, axis_slide=X, axis_a=Y, axis_b=Z
    ),
    "angular motor": lambda w, a, b, p: JointMotorAngular(a, b, axes=[X, Y]),
    "angular motor of b": lambda w, a, b, p: JointMotorAngular(a, b, axes=[X, Y], frame="b"),
    "euler motor": lambda w, a, b, p: JointMotorAngular(a, b, axes=[X, Y, Z], euler=True),
    "linear motor": lambda w, a, b, p: JointMotorLinear(a, b, axes=[X, Y, Z]),
    "linear motor of b": lambda w, a, b, p: JointMotorLinear(a, b, axes=[X], frame="b"),
    "plane": lambda w, a, b, p: JointPlane2D(b, normal=Y),
    "double ball": lambda w, a, b, p: JointDoubleBall(a, b, anchor_a=a.position, anchor_b=b.position),
    "double hinge": lambda w, a, b, p: JointDoubleHinge(a, b, anchor_a=a.position, anchor_b=b.position, axis=Y),
    "gear": lambda w, a, b, p: JointGear(*wheels(w, a, b), ratio=2.0),
    "gear with backlash": lambda w, a, b, p: JointGear(*wheels(w, a, b), ratio=-1.5, backlash=0.1),
    "rack": lambda w, a, b, p: JointRack(*wheels(w, a, b, JointSlider), radius=0.3),
    "pulley": lambda w, a, b, p: JointPulley(
        a, b, anchor_a=a.position, anchor_b=b.position, ground_a=a.position + (0, 2, 0), ground_b=b.position + (0, 2, 0)
    ),
}  # fmt: skip


def test_every_class_is_here():
    found = {type(scene(kind)[3]) for kind in TYPES}
    made = {getattr(physics, name) for name in physics.__all__ if name.startswith("Joint")}
    assert found == {kind for kind in made if inspect.isclass(kind) and issubclass(kind, Joint)} - {Joint}


def scene(kind, *, gravity=(0, -9.81, 0), y=0.1, ground=True, damping=0.0):
    """Two boxes beside each other and a joint of a type between them."""
    world = World(gravity=gravity)
    if ground:
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    still = {"shape": BOX, "mass": 1.0, "linear_damping": damping, "angular_damping": damping}
    a, b = (world.add_body(position=(x, y, 0), **still) for x in (0, 1))
    joint = world.add_joint(TYPES[kind](world, a, b, (0.5, y, 0)))
    return world, a, b, joint


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

"""What breaks, what goes with it, and which body is which in what is said about it."""

import pytest

from physics import JointGear, JointHinge, JointMotorLinear, JointPulley, ShapeSphere, World

DT = 1 / 60
BALL = ShapeSphere(0.1)


def empty():
    return World(gravity=(0, 0, 0), sleeping=False)


@pytest.mark.parametrize("frame", ["world", "a", "b"])
def test_motor_names_its_bodies_in_the_order_given_whatever_its_axes_turn_with(frame):
    """Records of a motor with axes of b are those of a joint from b to a; nobody may notice."""
    world = empty()
    a = world.add_body(shape=BALL, mass=1.0)
    b = world.add_body(shape=BALL, mass=2.0, position=(1, 0, 0))
    motor = JointMotorLinear(a, b, axes=[(1, 0, 0)], frame=frame)
    for _ in range(2):  # before and after it is in the world
        assert (motor.body_a, motor.body_b) == (a, b)
        assert tuple(motor.anchor_a) == (0, 0, 0) and tuple(motor.anchor_b) == (1, 0, 0)
        motor = motor if motor.alive else world.add_joint(motor)
    motor.anchor_b = (1, 0.5, 0)
    assert tuple(motor.anchor_a) == (0, 0, 0) and tuple(motor.anchor_b) == (1, 0.5, 0)
    motor.anchor_b = (1, 0, 0)
    motor.motors[0].locked = True
    for _ in range(30):
        b.apply_force((3, 0, 0))
        world.step(DT)
    assert motor.motors[0].lock_force == pytest.approx(-1.0, rel=1e-3)  # a, a third of the mass, is pulled along
    assert motor.force.x == pytest.approx(-1.0, rel=1e-3)
    motor.break_force = 0.5
    b.apply_force((3, 0, 0))
    world.step(DT)
    (event,) = world.events.joint_broken
    assert motor.broken and (event.joint, event.body_a, event.body_b) == (motor, a, b)


@pytest.mark.parametrize("hit", [1, 2])
def test_gear_and_a_joint_that_it_couples_break_in_one_step(hit):
    """Both are reported, whichever the step finds first: of these hinges one comes before the gear, one after it."""
    world = empty()
    bodies = [world.add_body(shape=BALL, position=(x, 0, 0), mass=1.0) for x in range(3)]
    pairs = zip([None, *bodies], bodies, strict=False)
    hinges = [world.add_joint(JointHinge(a, b, anchor=b.position, axis=(0, 0, 1))) for a, b in pairs]
    gear = world.add_joint(JointGear(hinges[1], hinges[2], break_torque=1e-6))
    hinges[hit].break_force = 1e-3
    for number, body in enumerate(bodies):
        body.apply_force((5, 1 + number, 0))
        body.apply_torque((0, 0, 1 + number))
    world.step(DT)
    assert {event.joint for event in world.events.joint_broken} == {gear, hinges[hit]}
    assert gear.broken and hinges[hit].broken and hinges[3 - hit].alive
    with pytest.raises(LookupError, match="broke"):
        _ = gear.ratio
    rows = len(world._arrays.free_joints)
    world.step(DT)
    assert len(world._arrays.free_joints) == rows + 2, "each row is given back once"


@pytest.mark.parametrize("breaks", [False, True])
def test_gear_on_the_rope_of_a_pulley_goes_with_the_pulley(breaks):
    world = empty()
    a, b, c = (world.add_body(shape=BALL, position=(x, 0, 0), mass=1.0) for x in range(3))
    anchors = {"anchor_a": (0, 0, 0), "anchor_b": (1, 0, 0), "ground_a": (0, 2, 0), "ground_b": (1, 2, 0)}
    pulley = world.add_joint(JointPulley(a, b, **anchors))
    hinge = world.add_joint(JointHinge(None, c, anchor=(2, 0, 0), axis=(0, 0, 1)))
    gear = world.add_joint(JointGear(pulley.first, hinge))
    if breaks:
        pulley.break_force = 0.1
        a.apply_force((0, -5, 0))
        world.step(DT)
        assert pulley.broken
    else:
        world.remove_joint(pulley)
    assert not gear.alive and not gear.broken and world.joints == [hinge]
    world.step(DT)
    assert not gear.alive


def test_joint_that_is_removed_after_its_breaking_was_undone_is_not_broken():
    world = empty()
    body = world.add_body(shape=BALL, mass=1.0)
    hinge = world.add_joint(JointHinge(None, body, anchor=(0, 0, 0), axis=(0, 0, 1), break_force=1.0))
    state = world.save_state()
    body.apply_force((5, 0, 0))
    world.step(DT)
    assert hinge.broken
    world.load_state(state)
    world.remove_joint(hinge)
    assert not hinge.broken
    with pytest.raises(LookupError, match="was removed"):
        _ = hinge.angle

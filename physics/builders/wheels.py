"""Wheels of vehicles."""

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.body import Body
from physics.bodies.kind import BodyKind
from physics.builders import site
from physics.joints.compound import JointHinge2
from physics.shapes.primitives import ShapeCylinder
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.world import World


@dataclasses.dataclass(frozen=True)
class Wheel(site.Built):
    """A wheel on a chassis.

    Attributes:
        wheel: The wheel.
        joint: What holds it: `joint.suspension`, `joint.steering` and `joint.wheel` are its axes.
    """

    wheel: Body
    joint: JointHinge2


def build_wheel(
    world: "World",
    chassis: Body,
    position: checks.VectorLike,
    *,
    radius: float = 0.35,
    width: float = 0.22,
    mass: float = 20.0,
    load: float | None = None,
    axis: checks.VectorLike = (0.0, 0.0, 1.0),
    up: checks.VectorLike = (0.0, 1.0, 0.0),
    hertz: float = 1.8,
    damping_ratio: float = 0.5,
    travel: float = 0.15,
    steering: float = 0.0,
    motor_speed: float = 0.0,
    motor_max_force: float = 0.0,
    material: str = "rubber",
    name: str = "wheel",
    **options: Any,
) -> Wheel:
    """Add a wheel with suspension and, if wanted, steering and a motor, at rest under its load.

    Args:
        world: Where to.
        chassis: The body that it carries.
        position: Middle of the wheel [m].
        radius: Of the wheel [m].
        width: Of the wheel [m].
        mass: Of the wheel [kg].
        load: Mass that it carries [kg]; a quarter of the chassis if left out.
        axis: Axle, at a right angle to `up`.
        up: Direction of the suspension and of the axis of steering.
        hertz: Frequency at which the load swings on the suspension [Hz].
        damping_ratio: Damping ratio of that.
        travel: How far the wheel moves both ways [m].
        steering: Largest angle of steering [rad], 0 for none; then set `joint.steering.motor_target`.
        motor_speed: Rate that it is driven at [rad/s].
        motor_max_force: Largest torque of that [N m].
        material: Name of its material.
        name: For people.
        **options: Of `World.add_body`.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range.
        LookupError: The chassis is not in this world. The world is as it was.
    """
    if not isinstance(chassis, Body):
        raise TypeError(f"chassis must be a Body, got {checks.shown(chassis)}")
    site.check_end(world, "chassis", chassis)
    if chassis.kind != BodyKind.DYNAMIC and load is None:
        raise ValueError(f"load must be given for a chassis that is not dynamic, got {chassis!r}; say load=200")
    place = site.check_place("position", position)
    radius, width = site.check_size("radius", radius), site.check_size("width", width)
    load = 0.25 * chassis.mass if load is None else checks.positive("load", load, "kg")
    axle, upward = Vec3(*checks.unit_vector("axis", axis)), Vec3(*checks.unit_vector("up", up))
    if abs(axle.dot(upward)) > 0.01:
        raise ValueError(f"axis and up must be at a right angle, got {tuple(axle)} and {tuple(upward)}")
    rate = 2.0 * math.pi * checks.in_range("hertz", hertz, 0.1, 20.0, "Hz")
    damping_ratio = checks.in_range("damping_ratio", damping_ratio, 0.0, 10.0)
    travel = checks.positive("travel", travel, "m")
    most = checks.in_range("steering", steering, 0.0, 0.5 * math.pi, "rad")
    stiffness = load * rate * rate
    sag = load * max(0.0, -world.gravity.dot(upward)) / stiffness
    with site.all_or_nothing(world):
        body = world.add_body(
            shape=ShapeCylinder(radius, 0.5 * width), position=place, orientation=site.frame_of_way(axle, upward),
            mass=mass, material=material, name=name, **options,
        )  # fmt: skip
        joint = JointHinge2(
            chassis, body, anchor=place, axis_a=upward, axis_b=axle, suspension_limits=(-travel, travel),
            steering_limits=(-most, most), motor_speed=motor_speed, motor_max_force=motor_max_force,
            name=f"{name} suspension",
        )  # fmt: skip
        damping = 2.0 * damping_ratio * load * rate
        joint.suspension.set_spring(stiffness=stiffness, damping=damping, target=-sag)
        if most > 0.0:
            joint.steering.motor_speed, joint.steering.motor_max_force = 2.0, 100.0 * mass
            joint.steering.motor_target = 0.0
        world.add_joint(joint)
    return Wheel((body,), (joint,), body, joint)

"""What moves by itself on the obstacle course, as a function of the time of the world."""

import math

from physics import (
    Body,
    BodyKind,
    Controller,
    JointHinge,
    ShapeBox,
    ShapeCapsule,
    ShapeCylinder,
    ShapeSphere,
    Vec3,
    World,
)
from scenes.course import layout

THICK = 0.1  # half thickness of platforms [m]


def lift_top(time: float) -> float:
    """Height of the lift at a time [m]: at one speed up and down, reversing at once."""
    way = layout.LIFT_HIGH - layout.LIFT_LOW
    return layout.LIFT_LOW + abs(math.remainder(layout.LIFT_SPEED * time, 2.0 * way))


def diagonal_top(time: float) -> Vec3:
    """Middle of the top of the diagonal platform at a time [m]: smoothly back and forth."""
    start, end = (Vec3(*place) for place in layout.DIAGONAL)
    return start + (end - start) * (0.5 - 0.5 * math.cos(math.tau * time / layout.DIAGONAL_TIME))


class Machines(Controller):
    """Lift, diagonal platform and pendulums; the plate turns on its own.

    Args:
        world: Where; it becomes a controller of it. Make it before the figure that rides on them.
    """

    def __init__(self, world: World) -> None:
        carried = {"kind": BodyKind.KINEMATIC, "material": "steel"}
        x, y, z = layout.PLATE
        world.add_body(
            shape=ShapeCylinder(layout.PLATE_RADIUS, THICK), position=(x, y, z), name="plate",
            angular_velocity=(0.0, layout.PLATE_TURN, 0.0), kind=BodyKind.KINEMATIC, material="wood",
        )  # fmt: skip
        self.lift = world.add_body(
            shape=ShapeBox((1.1, THICK, 1.1)), position=self._lift_place(0.0), name="lift", **carried
        )
        self.diagonal = world.add_body(
            shape=ShapeBox((1.1, THICK, 1.1)),
            position=diagonal_top(0.0) - (0.0, THICK, 0.0),
            name="diagonal",
            **carried,
        )
        self.pendulums = tuple(add_pendulum(world, z, k) for k, z in enumerate(layout.PENDULUMS))
        world.add_controller(self)

    @staticmethod
    def _lift_place(time: float) -> Vec3:
        return Vec3(layout.LANE_2, lift_top(time) - THICK, layout.LIFT_Z)

    def before_step(self, world: World, dt: float) -> None:
        """Set where each should be after the step."""
        time = world.time + dt
        self.lift.set_target(self._lift_place(time), None, dt)
        self.diagonal.set_target(diagonal_top(time) - (0.0, THICK, 0.0), None, dt)
        for hinge in self.pendulums:
            angle, speed = hinge.angle, hinge.motor_speed
            if abs(angle) > layout.SWING and angle * speed > 0.0:
                hinge.motor_speed = -speed


def add_pendulum(world: World, z: float, number: int) -> JointHinge:
    """A heavy bob on a rod that a motor swings across the lane."""
    place = Vec3(layout.LANE_3, layout.HINGE, z)
    bob: Body = world.add_body(
        shapes=[
            (ShapeCapsule(0.06, 0.5 * layout.ARM), (0.0, -0.5 * layout.ARM, 0.0)),
            (ShapeSphere(0.38), (0.0, -layout.ARM, 0.0)),
        ],
        position=place, mass=220.0, material="iron", name="pendulum",
    )  # fmt: skip
    speed = layout.SWING_SPEED * (1.0 if number % 2 == 0 else -1.0)
    hinge = JointHinge(None, bob, anchor=place, axis=(0.0, 0.0, 1.0), motor_speed=speed, motor_max_force=1.5e4)
    return world.add_joint(hinge)

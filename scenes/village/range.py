"""The shooting range: targets that fall when hit and rise again, cans on a shelf, a stand."""

from assets.making.cargo import TARGET
from physics import Controller, JointHinge, ShapeBox, ShapeCylinder, World
from scenes import kit
from scenes.village import layout
from scenes.village.stuff import add_fixed, block, look_of

#: Height of the hinge of a target, torque that keeps it standing [N m], lowest angle [rad].
HINGE, STANDING, LYING = 0.35, 14.0, 1.45
#: Angle beyond which it is down [rad], steps until it rises, speed [rad/s] and torque [N m] of that.
DOWN, REST, RISE, LIFT = 0.9, 180, 1.2, 400.0


class Targets(Controller):
    """Raises targets again a while after they fell.

    Attributes:
        since: For each target the step since which it lies, -1 while it stands, -2 while it rises.
    """

    state_fields = ("since",)

    def __init__(self, world: World) -> None:
        self.joints = [add_target(world, number) for number in range(len(layout.TARGETS))]
        self.since = (-1,) * len(self.joints)
        world.add_controller(self)

    def before_step(self, world: World, dt: float) -> None:
        """Check each target that moves or is down."""
        since = list(self.since)
        for number, joint in enumerate(self.joints):
            state = since[number]
            if state >= 0 and world.step_count - state >= REST:
                joint.motor_target, joint.motor_speed, joint.motor_max_force = 0.0, RISE, LIFT
                since[number] = -2
            elif state == -1 and joint.body_b.awake and joint.angle > DOWN:
                since[number] = world.step_count
            elif state == -2 and abs(joint.angle) < 0.02:
                joint.motor_target, joint.motor_speed, joint.motor_max_force = None, 0.0, STANDING
                since[number] = -1
        self.since = tuple(since)


def add_target(world: World, number: int) -> JointHinge:
    """A target on a hinge above a low wall; it falls away from the shooter, to -x."""
    x, y, z = layout.TARGETS[number]
    y += layout.ground_at(x, z)
    width, height, thick = TARGET
    body = world.add_body(
        shape=ShapeBox(TARGET), position=(x, y + HINGE + 0.05 + height, z), orientation=kit.turn(kit.Y, 90.0),
        mass=12.0, material="wood", name=f"target {number + 1}", look=look_of("target"), angular_damping=0.5,
    )  # fmt: skip
    wall = [block((x + 0.12, y - 0.5, z - width - 0.1), (x + 0.3, y + HINGE, z + width + 0.1))]
    wall += [block((x - 0.1, y - 0.5, z + k - 0.04), (x + 0.12, y + HINGE + 0.05, z + k + 0.04)) for k in (-0.48, 0.48)]
    add_fixed(world, f"target wall {number + 1}", wall, "concrete")
    # Seen along its own axis: turning about +z carries the top toward -x.
    return world.add_joint(
        JointHinge(
            None, body, anchor=(x, y + HINGE, z), axis=(0.0, 0.0, 1.0), limits=(-0.05, LYING), motor_max_force=STANDING,
            name=f"target hinge {number + 1}",
        )
    )  # fmt: skip


def add_cans(world: World) -> None:
    """Three shelves, one above another, with cans on them."""
    x, y, z = layout.SHELF
    y += layout.ground_at(x, z)
    boards = [block((x - 0.15, y + h - 0.04, z - 1.2), (x + 0.15, y + h, z + 1.2)) for h in (0.7, 1.25, 1.8)]
    posts = [block((x - 0.12, y - 0.5, z + k - 0.05), (x + 0.12, y + 1.8, z + k + 0.05)) for k in (-1.25, 1.25)]
    add_fixed(world, "can shelf", [*boards, *posts], "wood")
    number = 0
    for height in (0.7, 1.25, 1.8):
        for k in range(6):
            number += 1
            place = (x, y + height + 0.1, z - 1.0 + 0.4 * k)
            world.add_body(
                shape=ShapeCylinder(0.07, 0.1), position=place, mass=0.4, material="steel", name=f"can {number}",
                restitution=0.2,
            )  # fmt: skip


def build(world: World) -> None:
    """Add all of it."""
    x, y, z = layout.RANGE
    stand = [block((x - 0.9, 0.9, z - 4.0), (x - 0.5, 1.0, z + 4.0))]
    stand += [block((x - 0.8, -0.2, z + k - 0.06), (x - 0.6, 0.9, z + k + 0.06)) for k in (-3.8, 0.0, 3.8)]
    add_fixed(world, "range counter", stand, "wood")
    Targets(world)
    add_cans(world)

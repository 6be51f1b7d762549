"""Cranes: a mast, a jib that turns, a trolley on it, and a rope with a load."""

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.body import Body
from physics.bodies.kind import BodyKind
from physics.builders import site
from physics.builders.chains import Chain, build_rope
from physics.joints.single import JointHinge, JointSlider
from physics.shapes.primitives import ShapeBox, ShapeSphere
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.world import World


#: Pieces of the rope: many short ones under much pull would vibrate faster than steps of 1/60 s can follow.
ROPE_LINKS = 10


@dataclasses.dataclass(frozen=True)
class Crane(site.Built):
    """A crane.

    Attributes:
        mast: What stands, a static body.
        jib: What turns on it.
        trolley: What runs along the jib.
        load: What hangs on the rope.
        turn: Hinge with a motor between mast and jib.
        travel: Slider with a motor between jib and trolley; its position is 0 at the start, and grows outward.
        rope: From the trolley to the load.
    """

    mast: Body
    jib: Body
    trolley: Body
    load: Body
    turn: JointHinge
    travel: JointSlider
    rope: Chain


def build_crane(
    world: "World",
    position: checks.VectorLike = (0.0, 0.0, 0.0),
    *,
    height: float = 8.0,
    reach: float = 6.0,
    rope_length: float = 4.0,
    out: float = 0.75,
    load_radius: float = 0.5,
    load_mass: float = 500.0,
    rope_mass: float | None = None,
    heading: float = 0.0,
    turn_torque: float = 20_000.0,
    travel_force: float = 5_000.0,
    break_force: float = math.inf,
    name: str = "crane",
) -> Crane:
    """Add a tower crane with a ball on its rope. Both motors are on and hold still; set `motor_speed` of them.

    Args:
        world: Where to.
        position: Foot of the mast [m].
        height: Of the jib above it [m].
        reach: From the mast to the end of the jib [m].
        rope_length: From the jib down to the middle of the load [m].
        out: Where the trolley is at first, as a share of the reach, 0.2 to 0.95.
        load_radius: Of the ball [m].
        load_mass: Of the ball [kg].
        rope_mass: Of the rope [kg]; a twelfth of the load if left out; a very light one would vibrate too fast.
        heading: Angle of the jib about +Y [rad]; at 0 it points along +X.
        turn_torque: Largest torque that turns the jib [N m].
        travel_force: Largest force that moves the trolley [N].
        break_force: Force that the rope does not survive [N].
        name: For people; parts are named after it.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    foot = site.check_place("position", position)
    height, reach = site.check_size("height", height), checks.in_range("reach", reach, 1.0, 1000.0, "m")
    out = checks.in_range("out", out, 0.2, 0.95)
    load_radius, load_mass = site.check_size("load_radius", load_radius), checks.positive("load_mass", load_mass, "kg")
    rope_mass = load_mass / 12.0 if rope_mass is None else checks.positive("rope_mass", rope_mass, "kg")
    rope_length = checks.in_range("rope_length", rope_length, load_radius + 0.5, 1000.0, "m")
    if rope_length + load_radius >= height:
        raise ValueError(
            f"rope_length must leave the load above the foot of the crane: at most {height - load_radius:g} m, got "
            f"{rope_length!r} m; make the crane higher"
        )
    heading = checks.finite("heading", heading, "rad")
    force = {"turn_torque": turn_torque, "travel_force": travel_force}
    force = {key: checks.non_negative(key, value) for key, value in force.items()}
    site.check_break_force(break_force)
    along = Vec3(math.cos(heading), 0.0, -math.sin(heading))
    turned = (0.0, math.sin(0.5 * heading), 0.0, math.cos(0.5 * heading))
    top = foot + site.UP * height
    with site.all_or_nothing(world):
        mast, jib = _frame(world, foot, top, turned, height, reach, name)
        place = top + along * (out * reach) - site.UP * 0.35
        trolley = world.add_body(
            shape=ShapeBox((0.35, 0.12, 0.25)), position=place, orientation=turned, mass=0.3 * load_mass,
            material="steel", name=f"{name} trolley",
        )  # fmt: skip
        ball = top + along * (out * reach) - site.UP * rope_length
        load = world.add_body(
            shape=ShapeSphere(load_radius), position=ball, mass=load_mass, material="iron", name=f"{name} load"
        )
        turn = world.add_joint(
            JointHinge(mast, jib, anchor=top, axis=site.UP, motor_max_force=force["turn_torque"], name=f"{name} turn")
        )
        limits = 0.15 * reach - out * reach, 0.97 * reach - out * reach
        travel = JointSlider(
            jib, trolley, anchor=place, axis=along, limits=limits, motor_max_force=force["travel_force"],
            name=f"{name} travel",
        )  # fmt: skip
        world.add_joint(travel)
        rope = build_rope(
            world, place - site.UP * 0.12, ball + site.UP * load_radius, links=ROPE_LINKS, mass=rope_mass,
            start_body=trolley, end_body=load, break_force=break_force, name=f"{name} rope",
        )  # fmt: skip
    bodies, joints = (mast, jib, trolley, load, *rope.bodies), (turn, travel, *rope.joints)
    return Crane(bodies, joints, mast, jib, trolley, load, turn, travel, rope)


def _frame(
    world: "World", foot: Vec3, top: Vec3, turned: Any, height: float, reach: float, name: str
) -> tuple[Body, Body]:
    """Mast and jib; the jib has a counterweight on its short arm."""
    short = 0.35 * reach
    mast = world.add_body(
        kind=BodyKind.STATIC, shapes=[
            (ShapeBox((0.3, 0.5 * height - 0.15, 0.3)), (0.0, 0.5 * height - 0.15, 0.0)),
            (ShapeBox((1.0, 0.1, 1.0)), (0.0, 0.1, 0.0)),
        ], position=foot, material="concrete", name=f"{name} mast",
    )  # fmt: skip
    shapes = [
        (ShapeBox((0.5 * (reach + short), 0.15, 0.2)), (0.5 * (reach - short), 0.0, 0.0)),
        (ShapeBox((0.1, 0.6, 0.1)), (0.0, 0.75, 0.0)),
        (ShapeBox((0.4, 0.5, 0.45)), (-short + 0.4, -0.6, 0.0)),
    ]
    jib = world.add_body(
        shapes=shapes, position=top, orientation=turned, density=500.0, material="steel", name=f"{name} jib"
    )
    return mast, jib

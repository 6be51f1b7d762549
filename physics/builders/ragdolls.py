"""Ragdolls: bodies of people, limp."""

import dataclasses
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.body import Body
from physics.builders import site
from physics.joints.joint import Joint
from physics.joints.single import JointBall, JointHinge
from physics.shapes.base import Shape
from physics.shapes.primitives import ShapeBox, ShapeCapsule, ShapeSphere
from physics.vector import Vec3, multiply, rotate

if TYPE_CHECKING:
    from physics.world import World

#: Share of the mass of each part, after Dempster; hands go with the lower arms.
SHARES = {
    "head": 0.081, "chest": 0.355, "pelvis": 0.142, "upper arm": 0.028, "lower arm": 0.022,
    "upper leg": 0.100, "lower leg": 0.0465, "foot": 0.0145,
}  # fmt: skip
#: Height of the top of the chest above the soles, as a share of the height.
CHEST_TOP = 0.835
#: How far arms are away from the body at first: in the middle of what shoulders can do.
ARM_DEGREES = 50.0
#: Largest swing to all sides, and twist both ways, of the joints that have them [degrees].
CONES = {"neck": (40.0, 50.0), "waist": (30.0, 25.0), "shoulder": (80.0, 60.0), "hip": (65.0, 30.0)}
#: Least and greatest angle of the hinges [degrees]; > 0 bends an elbow forward, a knee back, a foot up.
HINGES = {"elbow": (0.0, 145.0), "knee": (0.0, 140.0), "ankle": (-40.0, 25.0)}


@dataclasses.dataclass(frozen=True, slots=True)
class RagdollProportions:
    """Where the joints of a person are, as shares of the height; without arguments after Winter.

    Attributes:
        shoulder: Height above the soles.
        waist: Height above the soles.
        hip: Height above the soles.
        pelvis: Height of the lower end of the pelvis.
        knee: Height above the soles.
        ankle: Height above the soles.
        shoulder_out: Distance from the middle.
        hip_out: Distance from the middle.
        upper_arm: Length.
        lower_arm: Length, with the hand.
    """

    shoulder: float = 0.80
    waist: float = 0.62
    hip: float = 0.52
    pelvis: float = 0.50
    knee: float = 0.285
    ankle: float = 0.045
    shoulder_out: float = 0.125
    hip_out: float = 0.055
    upper_arm: float = 0.186
    lower_arm: float = 0.22


WINTER = RagdollProportions()


@dataclasses.dataclass(frozen=True)
class Ragdoll(site.Built):
    """A ragdoll.

    Attributes:
        parts: Bodies by name: "head", "chest", "pelvis", "left upper arm", "right foot" and so on.
        links: Joints by name: "neck", "waist", "left elbow", "right hip" and so on.
    """

    parts: Mapping[str, Body]
    links: Mapping[str, Joint]


@dataclasses.dataclass(frozen=True)
class _Part:
    """A part of a ragdoll of height 1 that stands at the origin and looks along +Z."""

    shape: Shape
    place: Vec3
    turned: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)


def build_ragdoll(
    world: "World",
    position: checks.VectorLike,
    *,
    height: float = 1.75,
    mass: float = 70.0,
    orientation: checks.VectorLike = (0.0, 0.0, 0.0, 1.0),
    velocity: checks.VectorLike = (0.0, 0.0, 0.0),
    proportions: RagdollProportions = WINTER,
    joint_friction: float = 0.0,
    break_force: float = math.inf,
    name: str = "ragdoll",
    **options: Any,
) -> Ragdoll:
    """Add a limp person of thirteen parts: knees and elbows are hinges, the rest swings and twists within limits.

    Args:
        world: Where to.
        position: Middle between its soles when it stands upright [m].
        height: From the soles to the crown [m].
        mass: Of the whole [kg].
        orientation: Rotation about that point (x, y, z, w); without one it stands and looks along +Z.
        velocity: Of all parts [m/s].
        proportions: Where its joints are.
        joint_friction: Torque that brakes each joint [N m].
        break_force: Force that a joint does not survive [N].
        name: For people; the parts have names such as "ragdoll left foot".
        **options: Of `World.add_body`, for all parts, such as material or friction.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range. The world is as it was.
    """
    origin = site.check_place("position", position)
    height = checks.in_range("height", height, 0.05, 1000.0, "m")
    mass = checks.positive("mass", mass, "kg")
    turned = checks.quaternion("orientation", orientation)
    strength = site.check_break_force(break_force)
    friction = checks.non_negative("joint_friction", joint_friction, "N m")
    options = {"material": "leather", "angular_damping": 0.3, "velocity": velocity, **options}
    parts, links = {}, {}
    with site.all_or_nothing(world):
        for key, part in _parts(height, proportions).items():
            share = SHARES[key.removeprefix("left ").removeprefix("right ")]
            parts[key] = world.add_body(
                shape=part.shape, position=origin + rotate(turned, part.place), mass=mass * share,
                orientation=multiply(turned, part.turned), name=f"{name} {key}", **options,
            )  # fmt: skip
        for key, (upper, lower, place, axis) in _links(proportions).items():
            anchor, axis = origin + rotate(turned, place * height), rotate(turned, axis)
            common = {"break_force": strength, "friction": friction, "name": f"{name} {key}"}
            links[key] = world.add_joint(_joint(key, parts[upper], parts[lower], anchor, axis, common))
    return Ragdoll(tuple(parts.values()), tuple(links.values()), parts, links)


def _joint(key: str, upper: Body, lower: Body, anchor: Vec3, axis: Vec3, common: dict[str, Any]) -> Joint:
    """A hinge about an axis, or a joint that swings about it and twists."""
    kind = key.removeprefix("left ").removeprefix("right ")
    if kind in HINGES:
        limits = tuple(map(math.radians, HINGES[kind]))
        return JointHinge(upper, lower, anchor=anchor, axis=axis, limits=limits, **common)
    cone, twist = map(math.radians, CONES[kind])
    twists = (-twist, twist)
    return JointBall(upper, lower, anchor=anchor, axis=axis, cone_limit=cone, twist_limits=twists, **common)


def _parts(height: float, p: RagdollProportions) -> dict[str, _Part]:
    """All parts of a ragdoll of a height [m]."""
    h = height
    parts = {"head": _Part(ShapeSphere(0.068 * h), Vec3(0.0, 0.932 * h, 0.0))}
    for key, low, top, half_width, half_depth in (
        ("chest", p.waist, CHEST_TOP, 0.095, 0.055), ("pelvis", p.pelvis, p.waist, 0.088, 0.052)
    ):  # fmt: skip
        box = ShapeBox((half_width * h, 0.5 * (top - low) * h, half_depth * h))
        parts[key] = _Part(box, Vec3(0.0, 0.5 * (low + top) * h, 0.0))
    for side, sign in (("left", 1.0), ("right", -1.0)):
        turned, along = _arm(sign)
        shoulder = Vec3(sign * p.shoulder_out, p.shoulder, 0.0)
        elbow = shoulder + along * p.upper_arm
        for key, start, length, radius in (
            ("upper arm", shoulder, p.upper_arm, 0.026), ("lower arm", elbow, p.lower_arm, 0.022)
        ):  # fmt: skip
            shape = ShapeCapsule(radius * h, (0.5 * length - 0.5 * radius) * h)
            parts[f"{side} {key}"] = _Part(shape, (start + along * (0.5 * length)) * h, turned)
        x = sign * p.hip_out * h
        for key, top, low, radius in (("upper leg", p.hip, p.knee, 0.040), ("lower leg", p.knee, p.ankle, 0.030)):
            shape = ShapeCapsule(radius * h, 0.5 * (top - low - 1.2 * radius) * h)
            parts[f"{side} {key}"] = _Part(shape, Vec3(x, 0.5 * (top + low) * h, 0.0))
        parts[f"{side} foot"] = _Part(ShapeBox((0.027 * h, 0.02 * h, 0.072 * h)), Vec3(x, 0.02 * h, 0.035 * h))
    return parts


def _links(p: RagdollProportions) -> dict[str, tuple[str, str, Vec3, Vec3]]:
    """Upper and lower part, place at height 1, and axis of each joint: of the hinge, or along the limb."""
    up, across = Vec3(0.0, 1.0, 0.0), Vec3(1.0, 0.0, 0.0)
    links = {
        "neck": ("chest", "head", Vec3(0.0, 0.85, 0.0), up),
        "waist": ("chest", "pelvis", Vec3(0.0, p.waist, 0.0), -up),
    }
    for side, sign in (("left", 1.0), ("right", -1.0)):
        _, along = _arm(sign)
        shoulder = Vec3(sign * p.shoulder_out, p.shoulder, 0.0)
        x = sign * p.hip_out
        links[f"{side} shoulder"] = "chest", f"{side} upper arm", shoulder, along
        forward = Vec3(0.0, 0.0, 1.0)
        elbow = shoulder + along * p.upper_arm
        links[f"{side} elbow"] = f"{side} upper arm", f"{side} lower arm", elbow, along.cross(forward)
        links[f"{side} hip"] = "pelvis", f"{side} upper leg", Vec3(x, p.hip, 0.0), -up
        links[f"{side} knee"] = f"{side} upper leg", f"{side} lower leg", Vec3(x, p.knee, 0.0), across
        links[f"{side} ankle"] = f"{side} lower leg", f"{side} foot", Vec3(x, p.ankle, 0.0), -across
    return links


def _arm(sign: float) -> tuple[tuple[float, float, float, float], Vec3]:
    """Rotation and direction of an arm that is held out, to the left (+X) for sign 1."""
    half = 0.5 * math.radians(ARM_DEGREES) * sign
    turned = (0.0, 0.0, math.sin(half), math.cos(half))
    return turned, rotate(turned, (0.0, -1.0, 0.0))

"""Skeleton: the bones of a figure, its poses, and what lies between two of them. Nothing here acts on anything."""

import functools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from physics import Body, RagdollProportions, Vec3, World, build_ragdoll
from physics.queries.snapshot import Geometry
from physics.vector import Quaternion, about, inverse, multiply, rotate, rotation_of, slerp
from play.figure import figure, look
from play.figure.gait import HIP, THIGH

#: Height [m], and where its joints are, so that limp limbs are as long as those that are drawn for the walk.
HEIGHT = 1.80
PROPORTIONS = RagdollProportions(
    shoulder=(figure.STAND + figure.SHOULDER.y) / HEIGHT, waist=1.0 / HEIGHT, hip=(figure.STAND + HIP.y) / HEIGHT,
    pelvis=0.80 / HEIGHT, knee=(figure.STAND + HIP.y - THIGH) / HEIGHT, ankle=0.075 / HEIGHT,
    shoulder_out=figure.SHOULDER.x / HEIGHT, hip_out=HIP.x / HEIGHT, upper_arm=0.30 / HEIGHT, lower_arm=0.355 / HEIGHT,
)  # fmt: skip
#: Farthest that shoulders and hips swing in a pose, and that knees bend [rad]: a little less than a limp one can.
SHOULDER_SWING, HIP_SWING, KNEE_BEND = math.radians(78.0), math.radians(63.0), math.radians(135.0)
#: How much lower the head is while it crouches [m].
DUCK = 0.13
CHEST, HEAD, PELVIS = 0, 1, 2
ARMS, LEGS = ("right upper arm", "left upper arm"), ("right upper leg", "left upper leg")
_DOWN, _X = Vec3(0.0, -1.0, 0.0), Vec3(1.0, 0.0, 0.0)


class Bone(NamedTuple):
    """A bone of a figure that stands at the origin, looks along -Z and holds its arms away from its body.

    Attributes:
        name: Name of the part of a ragdoll.
        parent: Number of the bone that it hangs on; -1 for the chest.
        joint: Where it hangs [m].
        place: Origin of its body [m].
        turn: Rotation of its body.
    """

    name: str
    parent: int
    joint: Vec3
    place: Vec3
    turn: Quaternion


class Pose(NamedTuple):
    """A pose of all bones.

    Attributes:
        place: Origin of the chest [m].
        spins: How each bone is turned in the world, compared with that of a figure as `Bone` tells.
    """

    place: Vec3
    spins: tuple[Quaternion, ...]


def build(world: World, feet: Vec3, **options: Any) -> tuple[tuple[Body, ...], tuple[Any, ...], list[tuple[str, int]]]:
    """A limp figure that stands somewhere [m]: its bodies and joints, and name and parent of each bone."""
    doll = build_ragdoll(
        world, feet, height=HEIGHT, mass=figure.MASS, orientation=rotation_of(math.pi), proportions=PROPORTIONS,
        **options,
    )  # fmt: skip
    names = {body: name for name, body in doll.parts.items()}
    hung = [(names[joint.body_a], names[joint.body_b]) for joint in doll.joints if joint.body_a and joint.body_b]
    order = ["chest", *(lower for _, lower in hung)]
    parents = [-1, *(order.index(upper) for upper, _ in hung)]
    return tuple(doll.parts[name] for name in order), doll.joints, list(zip(order, parents, strict=True))


@functools.cache
def bones() -> tuple[Bone, ...]:
    """All bones: the chest first, and each after the one that it hangs on."""
    bodies, joints, names = build(World(), Vec3(0.0, 0.0, 0.0))
    hangs = [bodies[0].position, *(joint.anchor_b for joint in joints)]
    return tuple(
        Bone(name, parent, joint, body.position, body.orientation)
        for (name, parent), joint, body in zip(names, hangs, bodies, strict=True)
    )


@functools.cache
def numbers() -> dict[str, int]:
    """Numbers of the bones by name."""
    return {bone.name: number for number, bone in enumerate(bones())}


@functools.cache
def looks() -> tuple[Geometry, ...]:
    """What each bone is drawn as, in the axes of its body."""
    return tuple(_look(bone) for bone in bones())


def _look(bone: Bone) -> Geometry:
    side, _, kind = bone.name.partition(" ")
    turn = np.array([rotate(inverse(bone.turn), axis) for axis in np.eye(3).tolist()]).T
    if kind.endswith("arm"):  # drawn along +Y around the elbow, while its own -Y leads to the hand
        arm = look.upper_arm() if kind.startswith("upper") else look.lower_arm()
        elbow = bones()[numbers()[f"{side} lower arm"]].joint
        half = rotate(inverse(bone.turn), elbow - bone.place)
        return look.moved(arm, np.diag((1.0, -1.0, -1.0)), half)
    origin = Vec3(0.0, figure.STAND, 0.0)
    parts = {"chest": look.chest, "head": look.head, "pelvis": look.pelvis}.get(bone.name)
    if parts is None:
        leg = f"{side} upper leg" if kind == "upper leg" else f"{side} lower leg"
        origin = bones()[numbers()[leg]].joint
        parts = {"upper leg": look.thigh, "lower leg": look.lower_leg, "foot": look.foot}[kind]
    return look.moved(parts(), turn, rotate(inverse(bone.turn), origin - bone.place))


# ---- Poses ---------------------------------------------------------------------------------------------------------


def places(pose: Pose) -> list[tuple[Vec3, Vec3]]:
    """Where each bone hangs and where the origin of its body is [m]."""
    found: list[tuple[Vec3, Vec3]] = []
    for bone, spin in zip(bones(), pose.spins, strict=True):
        if bone.parent < 0:
            found.append((pose.place, pose.place))
            continue
        upper = bones()[bone.parent]
        joint = found[bone.parent][1] + rotate(pose.spins[bone.parent], bone.joint - upper.place)
        found.append((joint, joint + rotate(spin, bone.place - bone.joint)))
    return found


def pose_of_bodies(bodies: Sequence[Body]) -> Pose:
    """The pose of a limp figure."""
    spins = (multiply(body.orientation, inverse(bone.turn)) for body, bone in zip(bodies, bones(), strict=True))
    return Pose(bodies[CHEST].position, tuple(spins))


def pose_of_figure(parts: figure.Figure, *, short: bool, blocked: Sequence[str] = ()) -> Pose:
    """The pose that a walking figure is drawn in.

    Args:
        parts: Its bodies.
        short: Whether it crouches.
        blocked: Arms and legs that are close to the body instead, by the name of their upper bone.
    """
    turn = parts.torso.orientation
    spins = {bone.name: turn for bone in bones()}
    arms = dict(zip(ARMS, (parts.right, parts.left), strict=True))
    for name, arm in arms.items():
        way = _DOWN if name in blocked else rotate(inverse(turn), rotate(arm.orientation, (0.0, 0.0, -1.0)))
        spin = multiply(turn, _swing(name, way, SHOULDER_SWING))
        spins[name] = spins[name.replace("upper", "lower")] = spin
    for number, name in enumerate(LEGS):
        down = [rotate(inverse(turn), rotate(leg.orientation, _DOWN)) for leg in parts.legs[number::2]]
        bend = KNEE_BEND if name in blocked else min(math.acos(max(-1.0, min(1.0, down[0].dot(down[1])))), KNEE_BEND)
        spin = multiply(turn, _swing(name, _DOWN if name in blocked else down[0], HIP_SWING))
        spins[name] = spin
        shin = multiply(spin, about(_X, -bend))
        spins[name.replace("upper", "lower")] = spins[name.replace("upper leg", "foot")] = shin
    chest = bones()[CHEST].place - (0.0, figure.STAND + (DUCK if short else 0.0), 0.0)
    return Pose(parts.torso.position + rotate(turn, chest), tuple(spins[bone.name] for bone in bones()))


def _swing(name: str, way: Vec3, most: float) -> Quaternion:
    """The shortest turn of a limb to a direction in the axes of the torso, no farther than an angle [rad]."""
    number = numbers()[name]
    rest = bones()[number + 1].joint - bones()[number].joint  # the next bone hangs on its end
    rest = rest / rest.length
    axis = rest.cross(way)
    if axis.length < 1e-9:
        return (0.0, 0.0, 0.0, 1.0)
    return about(axis / axis.length, min(math.atan2(axis.length, rest.dot(way)), most))


def leaned(pose: Pose, angle: float) -> Pose:
    """A pose whose trunk leans forward about the hips by an angle [rad], with hanging arms; the legs stay."""
    pelvis = numbers()["pelvis"]
    _, middle = places(pose)[pelvis]
    hips = middle + rotate(pose.spins[pelvis], Vec3(0.0, figure.STAND + HIP.y, 0.0) - bones()[pelvis].place)
    lean = about(rotate(pose.spins[CHEST], _X), -angle)
    spins = [
        spin if "leg" in bone.name or "foot" in bone.name else multiply(lean, spin)
        for bone, spin in zip(bones(), pose.spins, strict=True)
    ]
    for name, side in zip(ARMS, (1.0, -1.0), strict=True):
        arm = multiply(pose.spins[CHEST], _swing(name, Vec3(0.15 * side, -1.0, -0.1), math.pi))
        spins[numbers()[name]] = spins[numbers()[name] + 1] = arm
    return Pose(hips + rotate(lean, pose.place - hips), tuple(spins))


def between(first: Pose, last: Pose, share: float) -> Pose:
    """The pose between two, at a share of the way from the first to the last: each joint turns evenly."""
    spins: list[Quaternion] = []
    for bone, a, b in zip(bones(), first.spins, last.spins, strict=True):
        if bone.parent < 0:
            spins.append(slerp(a, b, share))
            continue
        local = slerp(
            multiply(inverse(first.spins[bone.parent]), a), multiply(inverse(last.spins[bone.parent]), b), share
        )
        spins.append(multiply(spins[bone.parent], local))
    return Pose(first.place + (last.place - first.place) * share, tuple(spins))

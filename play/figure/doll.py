"""Doll: the figure as a ragdoll. It goes limp with all the motion it had, lies, and is led back to its feet."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from physics import Body, BodyKind, Joint, ShapeCapsule, Vec3, World
from physics.vector import Quaternion, about, multiply, rotate
from physics.vector_arrays import axes_of
from play import layers
from play.figure import figure, footing, skeleton

#: Friction of its clothes, and how fast limbs lose their spin [1/s]: a body is not a chain, and comes to rest.
FRICTION, SPIN_LOSS = 0.6, 1.2
#: Where the hand is in the axes of the lower arm [m], and the rotation from -Z to the direction of the fingers.
GRIP, AHEAD = Vec3(0.0, -0.10, 0.0), about((1.0, 0.0, 0.0), -0.5 * math.pi)
#: Room for a figure that crouches: what it must not meet, and where its middle is above the feet [m].
ROOM, ROOM_HEIGHT = ShapeCapsule(0.24, 0.125), figure.CROUCH + figure.SHORT_OFFSET.y
ROOM_MASK = layers.ALL & ~(layers.FIGURE | layers.WEAPON | layers.PROJECTILE)
#: How far around the hips it looks for such room [m], and in how many directions.
RINGS, DIRECTIONS = (0.35, 0.7, 1.0), 8
#: How far below the hips the ground may be [m].
DEPTH = 0.6
#: Limbs end at least this far over the ground while it gets up [m], by the last part of their name.
SOLES = {"foot": 0.04, "head": 0.13, "pelvis": 0.11, "chest": 0.12, "arm": 0.05, "leg": 0.06}


class Doll(NamedTuple):
    """A figure as a ragdoll.

    Attributes:
        bodies: In the order of `skeleton.bones`, the chest first.
        joints: Of each bone but the chest.
    """

    bodies: tuple[Body, ...]
    joints: tuple[Joint, ...]

    @property
    def hand(self) -> Body:
        """The right lower arm; its -Y is where it points."""
        return self.bodies[skeleton.numbers()["right lower arm"]]

    @property
    def grip(self) -> tuple[Vec3, Quaternion]:
        """Where its right hand is [m], and a rotation whose -Z is where it points."""
        arm = self.hand
        return arm.position + rotate(arm.orientation, GRIP), multiply(arm.orientation, AHEAD)

    @property
    def hips(self) -> Body:
        """The pelvis."""
        return self.bodies[skeleton.PELVIS]

    @property
    def velocity(self) -> Vec3:
        """Mean velocity of trunk and hips [m/s]."""
        return (self.bodies[skeleton.CHEST].velocity + self.hips.velocity) * 0.5

    @property
    def whole(self) -> bool:
        """Whether nothing of it was removed by somebody else."""
        return all(body.alive for body in self.bodies) and all(joint.alive for joint in self.joints)


class Motion(NamedTuple):
    """Motion of several bodies as a whole.

    Attributes:
        momentum: [kg m/s].
        spin: Angular momentum about the center of mass [kg m^2/s].
        energy: Kinetic energy, without that of the center of mass [J].
    """

    momentum: np.ndarray
    spin: np.ndarray
    energy: float


def motion_of(bodies: Sequence[Body]) -> Motion:
    """How bodies move."""
    mass, places, inertia = _matter(bodies)
    velocity = np.array([body.velocity for body in bodies])
    spins = np.array([body.angular_velocity for body in bodies])
    momentum = mass @ velocity
    apart = velocity - momentum / mass.sum()
    inner = (inertia @ spins[:, :, None])[:, :, 0]
    spin = (mass[:, None] * np.cross(places, apart) + inner).sum(axis=0)
    energy = 0.5 * float(mass @ (apart * apart).sum(axis=1) + (spins * inner).sum())
    return Motion(momentum, spin, energy)


def move(bodies: Sequence[Body], motion: Motion) -> None:
    """Have bodies move as one rigid body, with the momentum of a motion.

    They get its angular momentum too, or as much of it as its energy allows: about its spine a limp figure is more
    slender than a walking one, and would need more energy for the same angular momentum.
    """
    mass, places, inertia = _matter(bodies)
    total = inertia.sum(axis=0) + np.einsum("k,kij->ij", mass, _point_inertia(places))
    turn = np.linalg.solve(total, motion.spin)
    energy = 0.5 * float(turn @ motion.spin)
    turn = turn * min(1.0, (motion.energy / energy) ** 0.5) if energy > 0.0 else turn
    velocity = motion.momentum / mass.sum() + np.cross(turn, places)
    for body, speed in zip(bodies, velocity.tolist(), strict=True):
        body.velocity, body.angular_velocity = Vec3(*speed), Vec3(*turn.tolist())


def _matter(bodies: Sequence[Body]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Masses [k], centers of mass from the common one [k, 3], inertias in world axes [k, 3, 3]."""
    mass = np.array([body.mass for body in bodies])
    places = np.array([body.center_of_mass for body in bodies])
    turn = axes_of(np.array([body.orientation for body in bodies]))  # rows are axes
    inertia = np.array([body.inertia for body in bodies])
    return mass, places - mass @ places / mass.sum(), turn.transpose(0, 2, 1) @ inertia @ turn


def _point_inertia(places: np.ndarray) -> np.ndarray:
    """Inertia of unit masses at places about the origin, [k, 3, 3]."""
    square = (places * places).sum(axis=1)
    return square[:, None, None] * np.eye(3) - places[:, :, None] * places[:, None, :]


def make(world: World, pose: skeleton.Pose, motion: Motion) -> Doll:
    """Make a limp figure in a pose, with a motion."""
    bodies, joints, _ = skeleton.build(
        world, Vec3(0.0, 0.0, 0.0), name="figure", angular_damping=SPIN_LOSS, category=layers.FIGURE,
        group=figure.GROUP, friction=FRICTION, restitution=0.0, material="leather",
    )  # fmt: skip
    for body, bone, spin, (_, place), look in zip(
        bodies, skeleton.bones(), pose.spins, skeleton.places(pose), skeleton.looks(), strict=True
    ):
        body.place(place, multiply(spin, bone.turn))
        body.look = look
    move(bodies, motion)
    return Doll(bodies, joints)


def remove(world: World, doll: Doll) -> None:
    """Take it out of the world."""
    for body in doll.bodies:
        if body.alive:
            world.remove_body(body)


def blocked_limbs(world: World, pose: skeleton.Pose) -> list[str]:
    """Arms and legs that something is in the way of: limbs of a walking figure are only drawn, and go through it."""
    places, numbers = skeleton.places(pose), skeleton.numbers()
    found = []
    for names in (skeleton.ARMS, skeleton.LEGS):
        for name in names:
            first = numbers[name]
            middle = places[first + 1][0]
            tip = middle + (places[first + 1][1] - middle) * 1.8
            if _between(world, places[first][0], middle) or _between(world, middle, tip):
                found.append(name)
    return found


def _between(world: World, start: Vec3, end: Vec3) -> bool:
    return world.ray_cast(start, end - start, (end - start).length, mask=ROOM_MASK, ignore=world.softs) is not None


# ---- Getting up ----------------------------------------------------------------------------------------------------


def go_stiff(doll: Doll) -> None:
    """Let nothing but `lead` move it from now on; it touches nothing any more."""
    for body in doll.bodies:
        body.kind = BodyKind.KINEMATIC
        body.category = body.mask = 0
        body.velocity = body.angular_velocity = (0.0, 0.0, 0.0)


def lead(doll: Doll, pose: skeleton.Pose, ground: float, dt: float) -> None:
    """Move it to a pose within the next step, raised until no limb is below a height [m]."""
    places = skeleton.places(pose)
    sunk = 0.0
    for bone, (joint, place) in zip(skeleton.bones(), places, strict=True):
        kind = bone.name.rpartition(" ")[2]
        lowest = min(joint.y, 2.0 * place.y - joint.y) if kind in ("arm", "leg") else place.y
        sunk = max(sunk, ground + SOLES[kind] - lowest)
    for body, bone, spin, (_, place) in zip(doll.bodies, skeleton.bones(), pose.spins, places, strict=True):
        body.set_target(place + (0.0, sunk, 0.0), multiply(spin, bone.turn), dt)


def ground_below(world: World, doll: Doll, dt: float) -> tuple[Vec3 | None, Vec3]:
    """What it lies on: the place below its hips [m], or None, and its velocity there [m/s]."""
    start = doll.hips.position + (0.0, 0.1, 0.0)
    hit = world.ray_cast(start, (0.0, -1.0, 0.0), DEPTH + 0.1, mask=footing.MASK, ignore=world.softs)
    if hit is None or not isinstance(hit.body, Body):
        return None, Vec3(0.0, 0.0, 0.0)
    still = hit.body.kind == BodyKind.STATIC
    return hit.point, Vec3(0.0, 0.0, 0.0) if still else hit.body.velocity_at(hit.point)


def find_spot(world: World, doll: Doll) -> Vec3 | None:
    """Where its feet can be when it gets up [m]: below its hips, or close to them, never behind a wall; or None."""
    hips = doll.hips.position + (0.0, 0.1, 0.0)
    ways = [Vec3(0.0, 0.0, 0.0)]
    for radius in RINGS:
        ways += [
            Vec3(radius * math.cos(angle), 0.0, radius * math.sin(angle))
            for angle in (2.0 * math.pi * k / DIRECTIONS for k in range(DIRECTIONS))
        ]
    for way in ways:
        if way.length > 0.0 and _between(world, hips, hips + way):
            continue
        hit = world.ray_cast(hips + way, (0.0, -1.0, 0.0), DEPTH + 0.5, mask=footing.MASK, ignore=world.softs)
        if hit is None or hit.normal.y < footing.STEEPEST:
            continue
        if not world.overlap(ROOM, hit.point + (0.0, ROOM_HEIGHT, 0.0), mask=ROOM_MASK):
            return hit.point
    return None

"""Gait: how the drawn legs of a figure follow its walk. Nothing here acts on anything."""

import math

from physics import Body, Vec3
from physics.vector import Quaternion, multiply, rotate

#: Lengths of thigh and shin with foot [m].
THIGH, SHIN = 0.455, 0.475
#: Right hip in the axes of the torso [m].
HIP = Vec3(0.095, -0.215, 0.0)
#: How high a foot is lifted [m].
LIFT = 0.13


def stride_length(speed: float) -> float:
    """Length of one stride at a speed [m]."""
    return min(0.45 + 0.13 * speed, 1.35)


def place_legs(legs: tuple[Body, ...], torso: Body, way: Vec3, walked: float, height: float, *, flying: bool) -> None:
    """Pose the legs after a step.

    Args:
        legs: Right thigh, left thigh, right shin, left shin.
        torso: What they hang on.
        way: Velocity over the ground, in the axes of the torso [m/s].
        walked: Steps walked; whole numbers are where a foot comes down.
        height: How far the origin of the torso is above the ground [m].
        flying: Whether there is no ground.
    """
    origin, turn = torso.position, torso.orientation
    speed = math.hypot(way.x, way.z)
    stride = stride_length(speed) if speed > 0.2 else 0.0
    ahead = Vec3(way.x / speed, 0.0, way.z / speed) if speed > 0.2 else Vec3(0.0, 0.0, -1.0)
    for number, side in enumerate((1.0, -1.0)):
        phase = math.pi * (walked + number)
        reach = 0.34 * stride * math.cos(phase)
        lift = LIFT * max(0.0, -math.sin(phase)) * min(1.0, speed / 3.0)
        if flying:
            reach, lift = 0.18 * side * min(1.0, speed / 3.0), 0.06
        hip = Vec3(side * HIP.x, HIP.y, HIP.z)
        foot = Vec3(ahead.x * reach, lift - height - HIP.y, ahead.z * reach)
        upper, lower = _bend(foot)
        thigh, shin = multiply(turn, upper), multiply(turn, lower)
        knee = hip + rotate(upper, (0.0, -THIGH, 0.0))
        legs[number].place(origin + rotate(turn, hip), thigh)
        legs[number + 2].place(origin + rotate(turn, knee), shin)


def _bend(foot: Vec3) -> tuple[Quaternion, Quaternion]:
    """Rotations of thigh and shin, in the axes of the torso, that bring the foot to a place below the hip [m]."""
    length = min(max(foot.length, 0.25), THIGH + SHIN - 1e-3)
    lean = math.asin(max(-1.0, min(1.0, -foot.z / max(foot.length, 1e-6))))
    aside = 0.5 * math.atan2(foot.x, max(-foot.y, 1e-6))
    first = math.acos((THIGH * THIGH + length * length - SHIN * SHIN) / (2.0 * THIGH * length))
    second = math.acos((SHIN * SHIN + length * length - THIGH * THIGH) / (2.0 * SHIN * length))
    roll = (0.0, 0.0, math.sin(aside), math.cos(aside))
    upper, lower = 0.5 * (lean + first), 0.5 * (lean - second)
    return (
        multiply(roll, (math.sin(upper), 0.0, 0.0, math.cos(upper))),
        multiply(roll, (math.sin(lower), 0.0, 0.0, math.cos(lower))),
    )

"""Frames of joints: from world space into bodies and back, and where one frame is as seen from the other."""

import math
from collections.abc import Sequence

import numpy as np

from physics.kernels.core.arrays import Bodies
from physics.kernels.layout import joint as JOINT, motion as MOTION
from physics.vector import Quaternion, Vec3, inverse, multiply, rotate

#: Sine of the least angle between two axes that make a frame.
PARALLEL = 1e-3


def frame_along(x: Sequence[float] = (1.0, 0.0, 0.0), z: Sequence[float] | None = None) -> Quaternion:
    """Rotation of a frame whose x axis has a direction, and whose z axis comes close to another.

    Args:
        x: Unit vector.
        z: Unit vector that is not parallel to it; any if left out.

    Raises:
        ValueError: They are parallel.
    """
    x = Vec3(*x)
    if z is None:
        least = min(range(3), key=lambda c: abs(x[c]))
        z = x.cross(tuple(float(c == least) for c in range(3)))
    y = Vec3(*z).cross(x)
    if y.length < PARALLEL:
        raise ValueError(f"the two axes of a joint must not be parallel, got {tuple(x)} and {tuple(z)}")
    y = y / y.length
    z = x.cross(y)
    return quaternion_of(x, y, z)


def quaternion_of(x: Vec3, y: Vec3, z: Vec3) -> Quaternion:
    """Rotation whose axes have these directions."""
    squares = (1 + x[0] - y[1] - z[2], 1 - x[0] + y[1] - z[2], 1 - x[0] - y[1] + z[2], 1 + x[0] + y[1] + z[2])
    largest = max(range(4), key=lambda c: squares[c])
    if largest == 3:
        q = (y[2] - z[1], z[0] - x[2], x[1] - y[0], squares[3])
    elif largest == 0:
        q = (squares[0], y[0] + x[1], z[0] + x[2], y[2] - z[1])
    elif largest == 1:
        q = (y[0] + x[1], squares[1], z[1] + y[2], z[0] - x[2])
    else:
        q = (z[0] + x[2], z[1] + y[2], squares[2], x[1] - y[0])
    size = math.sqrt(sum(c * c for c in q))
    return q[0] / size, q[1] / size, q[2] / size, q[3] / size


def locals_of(row: int, bodies: Bodies, anchor: Sequence[float], frame: Quaternion) -> tuple[Vec3, Quaternion]:
    """Place and rotation in the axes of a body of what is given in the world."""
    turn = bodies.rotation[row].tolist()
    origin = Vec3(*bodies.center[row].tolist()) - rotate(turn, bodies.local[row].tolist())
    return rotate(inverse(turn), Vec3(*anchor) - origin), multiply(inverse(turn), frame)


def write_frame(
    info: np.ndarray, frame: np.ndarray, side: int, bodies: Bodies, place: Sequence[float], rotation: Quaternion
) -> None:
    """Fill in a frame of a joint, given in the world, in the axes of its body."""
    anchor, turned = locals_of(int(info[JOINT.BODY_A + side]), bodies, place, rotation)
    start = JOINT.FRAME_ANCHOR_A + 3 * side
    frame[start : start + 3] = anchor
    start = JOINT.FRAME_ROTATION_A + 4 * side
    frame[start : start + 4] = rotation if side == 0 and info[JOINT.FLAGS] & JOINT.FLAG_WORLD else turned


def frame_of(info: np.ndarray, frame: np.ndarray, side: int, bodies: Bodies) -> tuple[Vec3, Quaternion]:
    """Place and rotation in the world of a frame of a joint."""
    row = int(info[JOINT.BODY_A + side])
    turn = bodies.rotation[row].tolist()
    start = JOINT.FRAME_ANCHOR_A + 3 * side
    lever = rotate(turn, (frame[start : start + 3] - bodies.local[row]).tolist())
    start = JOINT.FRAME_ROTATION_A + 4 * side
    own = tuple(frame[start : start + 4].tolist())
    fixed = side == 0 and info[JOINT.FLAGS] & JOINT.FLAG_WORLD
    return lever + bodies.center[row].tolist(), own if fixed else multiply(turn, own)


def measure(info: np.ndarray, frame: np.ndarray, result: np.ndarray, bodies: Bodies) -> list[tuple[float, float]]:
    """Position and rate of the six axes of a joint, as `kernels.joint_measure` has them, from poses in float64."""
    flags = int(info[JOINT.FLAGS])
    (place_a, q_a), (place_b, q_b) = (frame_of(info, frame, side, bodies) for side in range(2))
    rows = [int(info[JOINT.BODY_A + side]) for side in range(2)]
    speed, spin = [], []
    for side, row in enumerate(rows):
        w = Vec3(*bodies.motion[row, MOTION.ANGULAR : MOTION.ANGULAR + 3].tolist())
        # Axes of a turn with it: what is at rest beside them moves with the point of a that is there.
        lever = (place_a if side == 0 and flags & JOINT.FLAG_WORLD else place_b) - bodies.center[row].tolist()
        speed.append(w.cross(lever) + bodies.motion[row, MOTION.VELOCITY : MOTION.VELOCITY + 3].tolist())
        spin.append(w)
    gap, rate, turning = place_b - place_a, speed[1] - speed[0], spin[1] - spin[0]
    n = [rotate(q_a, tuple(float(c == d) for c in range(3))) for d in range(3)]
    found = [(gap.dot(axis), rate.dot(axis)) for axis in n]
    if flags & JOINT.FLAG_DISTANCE:
        way = gap - n[0] * found[0][0] if flags & JOINT.FLAG_PLANAR else gap
        if flags & JOINT.FLAG_PLANAR:
            found[1] = found[0]
        found[0] = way.length, rate.dot(way / way.length) if way.length > 1e-9 else 0.0
    return found + measure_angles(flags, q_a, q_b, n, turning, result)


def measure_angles(
    flags: int, q_a: Quaternion, q_b: Quaternion, n: Sequence[Vec3], turning: Vec3, result: np.ndarray
) -> list[tuple[float, float]]:
    """Angles, turns included, and their rates."""
    inside = Vec3(*(turning.dot(axis) for axis in n))
    if flags & JOINT.FLAG_USER:
        return list(zip(result[JOINT.RESULT_ANGLE : JOINT.RESULT_ANGLE + 3].tolist(), inside, strict=True))
    q = multiply(inverse(q_a), q_b)
    angles, directions = (measure_cone if flags & JOINT.FLAG_CONE else measure_euler)(q)
    found = []
    for d, direction in enumerate(directions):
        full = 2.0 * math.pi
        before = float(result[JOINT.RESULT_ANGLE + d]) + full * float(result[JOINT.RESULT_TURNS + d])
        found.append((angles[d] + full * round((before - angles[d]) / full), inside.dot(direction)))
    return found


def measure_euler(q: Quaternion) -> tuple[tuple[float, ...], tuple[Vec3, ...]]:
    """Angles of a rotation about x, then y, then z, and the directions whose rates they are."""
    x, y, z = (rotate(q, tuple(float(c == d) for c in range(3))) for d in range(3))
    cosine = max(math.hypot(z[1], z[2]), 0.05)
    middle = Vec3(0.0, z[2] / cosine, -z[1] / cosine)
    directions = middle.cross(z) / cosine, middle, Vec3(0.0, -middle[2], middle[1]) / cosine
    return (math.atan2(-z[1], z[2]), math.asin(max(-1.0, min(1.0, z[0]))), math.atan2(-y[0], x[0])), directions


def measure_cone(q: Quaternion) -> tuple[tuple[float, ...], tuple[Vec3, ...]]:
    """Twist and swing of a rotation, and the directions whose rates they are."""
    x = rotate(q, (1.0, 0.0, 0.0))
    sine = math.hypot(x[1], x[2])
    twist = math.remainder(2.0 * math.atan2(q[0], q[3]), 2.0 * math.pi)
    side = Vec3(0.0, -x[2] / sine, x[1] / sine) if sine > 1e-6 else Vec3(0.0, 1.0, 0.0)
    along = Vec3(1.0 + x[0], x[1], x[2]) / max(1.0 + x[0], 0.05)
    across = along.cross(side)
    return (twist, math.atan2(sine, x[0]), 0.0), (along, side, across / max(across.length, 0.05))

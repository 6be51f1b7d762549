"""Shape matching: where the shape as made lies best among the vertices."""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import soft as SOFT

#: Rounds that turn the axes of the goal toward the best ones; those of the substep before are where they start.
ROUNDS = 2


@leaf
def _turn(q, x, y, z):
    """A quaternion after a turn by a vector [rad]; the sine is a series, the same on every machine."""
    angle = math.sqrt(x * x + y * y + z * z)
    half = 0.5 * min(angle, 1.0)
    square = half * half
    sine = 1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0))
    factor = 0.5 * sine * (min(angle, 1.0) / angle if angle > 0.0 else 1.0)
    a, b, c = factor * x, factor * y, factor * z
    d = math.sqrt(max(1.0 - a * a - b * b - c * c, 0.0))
    qx = d * q[0] + a * q[3] + b * q[2] - c * q[1]
    qy = d * q[1] + b * q[3] + c * q[0] - a * q[2]
    qz = d * q[2] + c * q[3] + a * q[1] - b * q[0]
    qw = d * q[3] - a * q[0] - b * q[1] - c * q[2]
    inverse = 1.0 / math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw)
    return qx * inverse, qy * inverse, qz * inverse, qw * inverse


@routine
def aim_goal(first, last, trait, soft):
    """Find center and axes of the goal of a soft body.

    Args:
        first: First vertex.
        last: The one after the last.
        trait: Numbers of the part. Updated.
        soft: Arrays of soft bodies.
    """
    place, rest = soft.place, soft.rest
    mass = cx = cy = cz = 0.0
    for v in range(first, last):
        m = place[v, 3]
        mass += m
        cx += m * place[v, 0]
        cy += m * place[v, 1]
        cz += m * place[v, 2]
    cx, cy, cz = cx / mass, cy / mass, cz / mass
    ax = ay = az = bx = by = bz = dx = dy = dz = 0.0  # columns of the sum of places times places as made
    for v in range(first, last):
        m = place[v, 3]
        x, y, z = m * (place[v, 0] - cx), m * (place[v, 1] - cy), m * (place[v, 2] - cz)
        rx, ry, rz = rest[v, 0], rest[v, 1], rest[v, 2]
        ax, ay, az = ax + x * rx, ay + y * rx, az + z * rx
        bx, by, bz = bx + x * ry, by + y * ry, bz + z * ry
        dx, dy, dz = dx + x * rz, dy + y * rz, dz + z * rz
    k = SOFT.TRAIT_TURN
    q = (trait[k], trait[k + 1], trait[k + 2], trait[k + 3])
    for _ in range(ROUNDS):
        x, y, z, w = q
        ux, uy, uz = 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)
        vx, vy, vz = 2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)
        wx, wy, wz = 2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)
        tx = uy * az - uz * ay + vy * bz - vz * by + wy * dz - wz * dy
        ty = uz * ax - ux * az + vz * bx - vx * bz + wz * dx - wx * dz
        tz = ux * ay - uy * ax + vx * by - vy * bx + wx * dy - wy * dx
        trace = ux * ax + uy * ay + uz * az + vx * bx + vy * by + vz * bz + wx * dx + wy * dy + wz * dz
        scale = 1.0 / (abs(trace) + 1e-12)
        q = _turn(q, scale * tx, scale * ty, scale * tz)
    trait[k], trait[k + 1], trait[k + 2], trait[k + 3] = q
    trait[SOFT.TRAIT_CENTER], trait[SOFT.TRAIT_CENTER + 1], trait[SOFT.TRAIT_CENTER + 2] = cx, cy, cz

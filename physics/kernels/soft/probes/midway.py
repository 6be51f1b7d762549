"""Where shapes are in the midst of a step: their poses are those of its start, and bodies know how they moved since.

Points are taken back to where the shape was then, and what is found there is turned along with the body. At the start
of a step nothing has moved yet, and all this changes no bit.
"""

import math

import numpy as np

from physics.kernels.continuous.advance import float3
from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import rotate, rotate_inverse, subtract
from physics.kernels.layout import body as BODY, motion as MOTION, shape as SHAPE
from physics.kernels.queries.cast_shape import lowest_point
from physics.kernels.soft.contact import point_velocity
from physics.kernels.soft.distance import gap_of, pose_of


@leaf
def turn_since(body, motion):
    """How a body has turned since the start of the step."""
    k = MOTION.DELTA_ROTATION
    return (
        np.float64(motion[body, k]),
        np.float64(motion[body, k + 1]),
        np.float64(motion[body, k + 2]),
        np.float64(motion[body, k + 3]),
    )


@leaf
def center_now(body, bodies):
    """Center of mass of a body [m]."""
    center, motion, k = bodies.center, bodies.motion, MOTION.DELTA
    return (
        center[body, 0] + np.float64(motion[body, k]),
        center[body, 1] + np.float64(motion[body, k + 1]),
        center[body, 2] + np.float64(motion[body, k + 2]),
    )


@leaf
def has_moved(body, motion):
    """Whether a body has moved or turned since the start of the step."""
    for c in range(3):
        if motion[body, MOTION.DELTA + c] != 0.0 or motion[body, MOTION.DELTA_ROTATION + c] != 0.0:
            return True
    return False


@leaf
def velocity_at(body, p, bodies):
    """Velocity of a body at a place [m/s]."""
    r = subtract(p, center_now(body, bodies))
    return point_velocity(body, r[0], r[1], r[2], bodies.motion)


@leaf
def arm_at_start(body, p, bodies):
    """Place of a point of a body at the start of the step, relative to its center of mass [m]."""
    r = subtract(p, center_now(body, bodies))
    if not has_moved(body, bodies.motion):
        return r
    return rotate_inverse(turn_since(body, bodies.motion), r)


@routine
def gap_now(shape, p, limit, shapes, bodies, search):
    """As `gap_of`, of the shape where it is now."""
    body = shapes.info[shape, SHAPE.BODY]
    if not has_moved(body, bodies.motion):
        return gap_of(shape, p, limit, shapes, search)
    r, c = arm_at_start(body, p, bodies), bodies.center
    gap, n = gap_of(shape, (r[0] + c[body, 0], r[1] + c[body, 1], r[2] + c[body, 2]), limit, shapes, search)
    return gap, rotate(turn_since(body, bodies.motion), n)


@routine
def outermost(shape, n, shapes, bodies):
    """Point of a convex shape that lies farthest along a direction, where it is now [m]."""
    body = shapes.info[shape, SHAPE.BODY]
    turn, center = turn_since(body, bodies.motion), center_now(body, bodies)
    back = rotate_inverse(turn, n)
    kind, data = np.int64(shapes.info[shape, SHAPE.KIND]), np.int64(shapes.info[shape, SHAPE.DATA])
    size = float3(shapes.place, shape, SHAPE.PLACE_SIZE)
    away = (-back[0], -back[1], -back[2])
    p = lowest_point(kind, size, data, pose_of(shape, shapes), away, flat(shapes.numbers), flat(shapes.indices))
    c = bodies.center
    x, y, z = rotate(turn, (p[0] - c[body, 0], p[1] - c[body, 1], p[2] - c[body, 2]))
    return x + center[0], y + center[1], z + center[2]


@leaf
def shape_box(shape, dt, world):
    """Bounds of a shape and of where it is going in a time: least and greatest corner."""
    shapes, bodies = world.shapes, world.bodies
    body, node = shapes.info[shape, SHAPE.BODY], shapes.info[shape, SHAPE.NODE]
    box = world.static_tree.box if shapes.info[shape, SHAPE.TREE] == SHAPE.TREE_STATIC else world.moving_tree.box
    m = bodies.motion
    spin = math.sqrt(m[body, 4] * m[body, 4] + m[body, 5] * m[body, 5] + m[body, 6] * m[body, 6])
    x, y, z, _ = turn_since(body, m)
    turned = 2.0 * math.sqrt(x * x + y * y + z * z)
    wide = min(dt * spin + turned, 2.0) * np.float64(bodies.traits[body, BODY.TRAIT_EXTENT])
    d = MOTION.DELTA
    vx, vy, vz = dt * m[body, 0], dt * m[body, 1], dt * m[body, 2]
    low = (
        np.float64(box[node, 0]) + m[body, d] + min(vx, 0.0) - wide,
        np.float64(box[node, 1]) + m[body, d + 1] + min(vy, 0.0) - wide,
        np.float64(box[node, 2]) + m[body, d + 2] + min(vz, 0.0) - wide,
    )
    high = (
        -np.float64(box[node, 3]) + m[body, d] + max(vx, 0.0) + wide,
        -np.float64(box[node, 4]) + m[body, d + 1] + max(vy, 0.0) + wide,
        -np.float64(box[node, 5]) + m[body, d + 2] + max(vz, 0.0) + wide,
    )
    return low, high

"""Water: buoyancy and drag of what is under a level surface, in every substep.

Buoyancy is the weight of the water that a body displaces, density g V, upward at the center of that volume. It follows
from the place of the body alone and acts before the body moves, so it keeps the energy of what bobs, as gravity does.

Drag acts at the same point against its motion u through the water: density coefficient A u^2 / 2, where A is the
submerged share of the shadow, and from the waves that only what breaks the surface makes, 2 damping density V w u,
where w^2 = g area / V is that of bobbing. Both are as at the end of the substep, so no coefficient turns a motion
around, and the speed at which something sinks is that of the formula. Rotation is slowed likewise, with the radius of
gyration about its axis as a lever.
"""

import math

import numpy as np

from physics.kernels.core.jit import kernel, leaf, routine
from physics.kernels.core.vec3 import cross, dot, rotate
from physics.kernels.layout import body as BODY, force_field as FORCE_FIELD, motion as MOTION, shape as SHAPE
from physics.kernels.queries.areas import shown_area, turn_of_shape
from physics.kernels.step.displaced import NOTHING, joined, shape_below

#: Waves slow bobbing down more than gliding: share of the latter.
GLIDING = 0.25
#: What moves slower than this [m/s] comes to rest without swinging on: it must not sleep a little too high or too low.
CALM = 0.1
#: Square of the angle [rad] by which what bobs may go on in a substep; springs of water stiffer than that are softened.
#: Larger: very light and thin things jitter. Smaller: they sink in a little when something lands on them.
STIFFEST = 0.25


@leaf
def multiply(q, p):
    """Rotation p, then q."""
    return (
        q[3] * p[0] + q[0] * p[3] + q[1] * p[2] - q[2] * p[1],
        q[3] * p[1] - q[0] * p[2] + q[1] * p[3] + q[2] * p[0],
        q[3] * p[2] + q[0] * p[1] - q[1] * p[0] + q[2] * p[3],
        q[3] * p[3] - q[0] * p[0] - q[1] * p[1] - q[2] * p[2],
    )


@leaf
def turned(inverse, i, a):
    """Inverse inertia of body i times a vector, float64."""
    xx, xy, xz = np.float64(inverse[i, 0]), np.float64(inverse[i, 1]), np.float64(inverse[i, 2])
    yy, yz, zz = np.float64(inverse[i, 3]), np.float64(inverse[i, 4]), np.float64(inverse[i, 5])
    return (
        xx * a[0] + xy * a[1] + xz * a[2],
        xy * a[0] + yy * a[1] + yz * a[2],
        xz * a[0] + yz * a[1] + zz * a[2],
    )


@routine
def body_below(i, height, turn, bodies, shapes):
    """What of a body is below a surface; places are relative to the point of the surface over its center of mass.

    Args:
        i: Row of the body.
        height: Of its center of mass over the surface [m].
        turn: How far it has turned since its shapes were placed: a rotation, float64.
        bodies: Body arrays.
        shapes: Shape arrays.

    Returns:
        A sum, see `displaced`.
    """
    total = NOTHING
    shape = bodies.links[i, BODY.SHAPE]
    while shape >= 0:
        if shapes.info[shape, SHAPE.SENSOR] == 0:
            away = (
                shapes.center[shape, 0] - bodies.center[i, 0],
                shapes.center[shape, 1] - bodies.center[i, 1],
                shapes.center[shape, 2] - bodies.center[i, 2],
            )
            away = rotate(turn, away)
            q = multiply(turn, turn_of_shape(shape, shapes))
            total = joined(total, shape_below(shape, (away[0], height + away[1], away[2]), q, shapes))
        shape = shapes.info[shape, SHAPE.NEXT]
    return total


@leaf
def is_wet(i, f, place, fields, bodies):
    """True when the center of a body is within the shores and over the bottom, and it may reach below the surface."""
    reach = np.float64(bodies.traits[i, BODY.TRAIT_EXTENT])
    if place[1] - reach >= fields[f, FORCE_FIELD.LEVEL] or place[1] < fields[f, FORCE_FIELD.LOWER + 1]:
        return False
    for c in range(0, 3, 2):
        if place[c] < fields[f, FORCE_FIELD.LOWER + c] or place[c] > fields[f, FORCE_FIELD.UPPER + c]:
            return False
    return True


@leaf
def velocity_at(i, r, current, motion):
    """Velocity of a point of a body through the water [m/s], float64."""
    k = MOTION.ANGULAR
    spin = (np.float64(motion[i, k]), np.float64(motion[i, k + 1]), np.float64(motion[i, k + 2]))
    around = cross(spin, r)
    k = MOTION.VELOCITY
    return (
        motion[i, k] + around[0] - current[0],
        motion[i, k + 1] + around[1] - current[1],
        motion[i, k + 2] + around[2] - current[2],
    )


@leaf
def slow_point(i, r, u, damping, drag, h, bodies):
    """Slow a point of a body down, whose velocity through the water is u or will be without this.

    Exact for the substep at its end: u' + h m' (damping + drag |u'|) u' = u, where m' is what a push does to the point.
    """
    motion = bodies.motion
    speed = math.sqrt(dot(u, u))
    if speed <= 0.0:
        return
    n = (u[0] / speed, u[1] / speed, u[2] / speed)
    lever = cross(r, n)
    kick = turned(bodies.inv_inertia, i, lever)
    inverse = np.float64(motion[i, MOTION.INV_MASS]) + dot(lever, kick)
    if inverse <= 0.0:
        return
    linear = 1.0 + h * inverse * damping * (GLIDING + (1.0 - GLIDING) * n[1] * n[1])
    left = 2.0 * speed / (linear + math.sqrt(linear * linear + 4.0 * h * inverse * drag * speed))
    impulse = (speed - left) / inverse
    for c in range(3):
        motion[i, MOTION.VELOCITY + c] -= np.float32(impulse * n[c] * np.float64(motion[i, MOTION.INV_MASS]))
        motion[i, MOTION.ANGULAR + c] -= np.float32(impulse * kick[c])


@leaf
def drag_spin(i, drag, waves, h, bodies):
    """Slow the rotation of a body down."""
    motion = bodies.motion
    k = MOTION.ANGULAR
    w = (np.float64(motion[i, k]), np.float64(motion[i, k + 1]), np.float64(motion[i, k + 2]))
    square = dot(w, w)
    if square <= 0.0:
        return
    spin = math.sqrt(square)
    lightness = dot(w, turned(bodies.inv_inertia, i, w)) / square
    inverse = np.float64(motion[i, MOTION.INV_MASS])
    if lightness <= 0.0 or inverse <= 0.0:
        return
    gyration = math.sqrt(inverse / lightness)  # radius of gyration about the axis [m]
    rate = drag * gyration * gyration * gyration * spin * lightness + waves * inverse
    slower = 1.0 / (1.0 + h * rate)
    for c in range(3):
        motion[i, MOTION.ANGULAR + c] = np.float32(slower * w[c])


@leaf
def lift_point(i, r, force, spring, gravity, h, bodies):
    """Push a point of a body up by the weight of the water; `spring` is how much more each meter down adds [N/m]."""
    motion = bodies.motion
    inverse = np.float64(motion[i, MOTION.INV_MASS])
    lever = (-r[2], 0.0, r[0])  # r x up
    kick = turned(bodies.inv_inertia, i, lever)
    stiffness = h * h * spring * inverse
    softness = 1.0 if stiffness <= STIFFEST else STIFFEST / stiffness
    excess = (1.0 - softness) * spring
    k = MOTION.ANGULAR
    spin = (np.float64(motion[i, k]), np.float64(motion[i, k + 1]), np.float64(motion[i, k + 2]))
    rise = np.float64(motion[i, MOTION.VELOCITY + 1]) + dot(spin, lever) - gravity * h
    whole_inverse = inverse + softness * dot(lever, kick)
    impulse = (h * force - h * h * excess * rise) / (1.0 + h * h * excess * whole_inverse)
    motion[i, MOTION.VELOCITY + 1] += np.float32(impulse * inverse)
    for c in range(3):
        motion[i, MOTION.ANGULAR + c] += np.float32(softness * impulse * kick[c])


@leaf
def shadow_of(i, u, speed, bodies, shapes):
    """Area of the shadow of a body in the direction of its motion [m^2]."""
    direction = (0.0, 1.0, 0.0)
    if speed > 0.0:
        direction = (u[0] / speed, u[1] / speed, u[2] / speed)
    shadow = 0.0
    shape = bodies.links[i, BODY.SHAPE]
    while shape >= 0:
        if shapes.info[shape, SHAPE.SENSOR] == 0:
            shadow += shown_area(shape, shapes, direction)
        shape = shapes.info[shape, SHAPE.NEXT]
    return shadow


@routine
def float_body(i, f, place, fields, gravity, h, bodies, shapes):
    """Let water act on a body that is wet during a substep.

    Args:
        i: Row of the body.
        f: Row of the field.
        place: Center of mass of the body now [m].
        fields: Field records.
        gravity: Downward [m/s^2].
        h: Substep [s].
        bodies: Body arrays. Velocities are updated.
        shapes: Shape arrays.
    """
    motion = bodies.motion
    k = MOTION.DELTA_ROTATION
    turn = (
        np.float64(motion[i, k]), np.float64(motion[i, k + 1]), np.float64(motion[i, k + 2]),
        np.float64(motion[i, k + 3]),
    )  # fmt: skip
    height = place[1] - fields[f, FORCE_FIELD.LEVEL]
    volume, x, y, z, area, of_all = body_below(i, height, turn, bodies, shapes)
    if volume <= 0.0:
        return
    r = (x / volume, y / volume - height, z / volume)
    current = (
        fields[f, FORCE_FIELD.VECTOR], fields[f, FORCE_FIELD.VECTOR + 1], fields[f, FORCE_FIELD.VECTOR + 2],
    )  # fmt: skip
    u = velocity_at(i, r, current, motion)
    speed = math.sqrt(dot(u, u))
    drag = fields[f, FORCE_FIELD.STRENGTH] * shadow_of(i, u, speed, bodies, shapes) * min(volume / of_all, 1.0)
    density, damping = fields[f, FORCE_FIELD.DENSITY], fields[f, FORCE_FIELD.DAMPING]
    if damping > 0.0:
        k = MOTION.ANGULAR
        spin = motion[i, k] * motion[i, k] + motion[i, k + 1] * motion[i, k + 1] + motion[i, k + 2] * motion[i, k + 2]
        fastest = speed + math.sqrt(np.float64(spin)) * np.float64(bodies.traits[i, BODY.TRAIT_EXTENT])
        damping = max(damping, 1.0 - fastest / CALM)
    waves = 2.0 * damping * density * math.sqrt(max(gravity, 0.0) * area * volume)
    slow_point(i, r, u, waves, 0.0, h, bodies)
    drag_spin(i, drag, waves, h, bodies)
    if gravity > 0.0:
        lift_point(i, r, density * gravity * volume, density * gravity * area, gravity, h, bodies)
    u = velocity_at(i, r, current, motion)
    slow_point(i, r, (u[0], u[1] - gravity * h, u[2]), 0.0, drag, h, bodies)


@kernel
def measure_displaced(rows, fields, f, bodies, shapes, displaced):
    """What of bodies is below the surface of a field.

    Args:
        rows: Rows of the bodies, int32 [n].
        fields: Field records.
        f: Row of the field.
        bodies: Body arrays.
        shapes: Shape arrays.
        displaced: Volume [m^3], center of it (x, y, z) [m], area in the surface [m^2], volume of all of the body; of a
            body that is not in the water zeros but for the last. Out, float64 [n, 6].
    """
    for k in range(len(rows)):
        i = rows[k]
        place = (bodies.center[i, 0], bodies.center[i, 1], bodies.center[i, 2])
        height = place[1] - fields[f, FORCE_FIELD.LEVEL]
        volume, x, y, z, area, of_all = body_below(i, height, (0.0, 0.0, 0.0, 1.0), bodies, shapes)
        for c in range(6):
            displaced[k, c] = 0.0
        displaced[k, 5] = of_all
        if volume > 0.0 and is_wet(i, f, place, fields, bodies):
            displaced[k, 0] = volume
            displaced[k, 1] = place[0] + x / volume
            displaced[k, 2] = fields[f, FORCE_FIELD.LEVEL] + y / volume
            displaced[k, 3] = place[2] + z / volume
            displaced[k, 4] = area

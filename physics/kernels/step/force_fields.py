"""Force fields: accelerations and winds that act on bodies in a region, in every substep.

A field is looked at where a body is in the substep, before its velocity moves it: that order keeps orbits from growing
or shrinking. Drag is solved exactly for the substep, u(h) = u / (1 + h k |u| / m), so that no coefficient, however
large, turns the motion through the wind around.
"""

import math

import numpy as np

from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.vec3 import cross, dot
from physics.kernels.islands.islands import movable
from physics.kernels.layout import body as BODY, force_field as FORCE_FIELD, motion as MOTION, shape as SHAPE
from physics.kernels.queries.areas import shown_area
from physics.kernels.step.buoyancy import float_body, is_wet


@leaf
def is_inside(f, fields, place):
    """True for a place inside the bounds of a field."""
    for c in range(3):
        if place[c] < fields[f, FORCE_FIELD.LOWER + c] or place[c] > fields[f, FORCE_FIELD.UPPER + c]:
            return False
    return True


@leaf
def is_meant(i, f, fields, bodies, shapes):
    """True when one of the categories of a body is that of a field."""
    mask = np.int64(fields[f, FORCE_FIELD.MASK])
    shape = bodies.links[i, BODY.SHAPE]
    while shape >= 0:
        if np.int64(shapes.filter[shape, 0]) & mask != 0:
            return True
        shape = shapes.info[shape, SHAPE.NEXT]
    return False


@leaf
def vector_of(fields, f, column):
    """Three numbers of a field."""
    return fields[f, column], fields[f, column + 1], fields[f, column + 2]


@leaf
def pull_to_point(f, fields, place):
    """Acceleration toward the center of a point field [m/s^2]."""
    center = vector_of(fields, f, FORCE_FIELD.VECTOR)
    x, y, z = center[0] - place[0], center[1] - place[1], center[2] - place[2]
    distance = math.sqrt(x * x + y * y + z * z)
    if distance > fields[f, FORCE_FIELD.RADIUS]:
        return 0.0, 0.0, 0.0
    # Within the core the pull falls off evenly to nothing at the center.
    core = max(distance, fields[f, FORCE_FIELD.CORE])
    power = fields[f, FORCE_FIELD.POWER]
    if power == 2.0:
        factor = fields[f, FORCE_FIELD.STRENGTH] / (core * core * core)
    else:
        factor = fields[f, FORCE_FIELD.STRENGTH] / math.pow(core, power + 1.0)
    return factor * x, factor * y, factor * z


@leaf
def wind_of_vortex(f, fields, place):
    """Whether a place is in reach of a vortex, and the wind there [m/s].

    The core turns as a whole; outside of it the wind falls off with the distance from the axis.
    """
    center = vector_of(fields, f, FORCE_FIELD.VECTOR)
    axis = vector_of(fields, f, FORCE_FIELD.AXIS)
    r = (place[0] - center[0], place[1] - center[1], place[2] - center[2])
    height = dot(axis, r)
    r = (r[0] - height * axis[0], r[1] - height * axis[1], r[2] - height * axis[2])
    distance = math.sqrt(dot(r, r))
    if distance > fields[f, FORCE_FIELD.RADIUS]:
        return False, (0.0, 0.0, 0.0)
    core = fields[f, FORCE_FIELD.CORE]
    share = core / (distance * distance) if distance > core else 1.0 / core
    around = cross(axis, r)
    swirl = fields[f, FORCE_FIELD.SWIRL] * share
    inflow = fields[f, FORCE_FIELD.INFLOW] * share
    rise = fields[f, FORCE_FIELD.RISE]
    return True, (
        swirl * around[0] - inflow * r[0] + rise * axis[0],
        swirl * around[1] - inflow * r[1] + rise * axis[1],
        swirl * around[2] - inflow * r[2] + rise * axis[2],
    )


@leaf
def drag_body(i, wind, half_density, bodies, shapes, h):
    """Slow a body down against the wind, and its rotation: force half_density A u^2, torque half_density A r^3 w^2."""
    motion = bodies.motion
    k = MOTION.VELOCITY
    u = (motion[i, k] - wind[0], motion[i, k + 1] - wind[1], motion[i, k + 2] - wind[2])
    speed = math.sqrt(dot(u, u))
    k = MOTION.ANGULAR
    w = (np.float64(motion[i, k]), np.float64(motion[i, k + 1]), np.float64(motion[i, k + 2]))
    spin = math.sqrt(dot(w, w))
    direction = (0.0, 1.0, 0.0)
    if speed > 0.0:
        direction = (u[0] / speed, u[1] / speed, u[2] / speed)
    area = 0.0
    shape = bodies.links[i, BODY.SHAPE]
    while shape >= 0:
        if shapes.info[shape, SHAPE.SENSOR] == 0:
            area += shown_area(shape, shapes, direction)
        shape = shapes.info[shape, SHAPE.NEXT]
    factor = 1.0 / (1.0 + h * half_density * area * speed * motion[i, MOTION.INV_MASS])
    inverse = bodies.inv_inertia
    lightness = (np.float64(inverse[i, 0]) + np.float64(inverse[i, 3]) + np.float64(inverse[i, 5])) / 3.0
    radius = math.sqrt(area / math.pi)
    slower = 1.0 / (1.0 + h * half_density * area * radius * radius * radius * spin * lightness)
    for c in range(3):
        motion[i, MOTION.VELOCITY + c] = np.float32(wind[c] + factor * u[c])
        motion[i, MOTION.ANGULAR + c] = np.float32(slower * w[c])


@kernel
def apply_fields(count, rows, fields, gravity, h, bodies, shapes):
    """Let all fields act on bodies during a substep.

    Args:
        count: Moving bodies.
        rows: Their rows.
        fields: Field records, float64 [F, FIELD_STRIDE], in the order in which they act.
        gravity: Downward [m/s^2].
        h: Substep [s].
        bodies: Body arrays. Velocities are updated.
        shapes: Shape arrays.
    """
    motion = bodies.motion
    for k in range(count):
        i = rows[k]
        if not movable(bodies.links[i, BODY.FLAGS]) or bodies.links[i, BODY.FLAGS] & BODY.FLAG_SOFT:
            continue
        place = (
            bodies.center[i, 0] + motion[i, MOTION.DELTA],
            bodies.center[i, 1] + motion[i, MOTION.DELTA + 1],
            bodies.center[i, 2] + motion[i, MOTION.DELTA + 2],
        )
        for f in range(len(fields)):
            kind = fields[f, FORCE_FIELD.KIND]
            if kind == FORCE_FIELD.KIND_WATER:
                if is_wet(i, f, place, fields, bodies) and is_meant(i, f, fields, bodies, shapes):
                    float_body(i, f, place, fields, gravity, h, bodies, shapes)
                continue
            if not (is_inside(f, fields, place) and is_meant(i, f, fields, bodies, shapes)):
                continue
            if kind == FORCE_FIELD.KIND_UNIFORM or kind == FORCE_FIELD.KIND_POINT:
                change = vector_of(fields, f, FORCE_FIELD.VECTOR)
                if kind == FORCE_FIELD.KIND_POINT:
                    change = pull_to_point(f, fields, place)
                for c in range(3):
                    motion[i, MOTION.VELOCITY + c] += np.float32(h * change[c])
                continue
            wind = vector_of(fields, f, FORCE_FIELD.VECTOR)
            reached = True
            if kind == FORCE_FIELD.KIND_VORTEX:
                reached, wind = wind_of_vortex(f, fields, place)
            if reached:
                drag_body(i, wind, fields[f, FORCE_FIELD.STRENGTH], bodies, shapes, h)

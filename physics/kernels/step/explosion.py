"""Explosions: who is near, how large it looks from the center, and what the push does to it."""

import math

import numpy as np

from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.vec3 import cross, perpendicular
from physics.kernels.islands.islands import movable, wake
from physics.kernels.layout import body as BODY, kind as KIND, motion as MOTION, shape as SHAPE
from physics.kernels.queries.areas import nearest_on_shape, shown_area
from physics.kernels.queries.ray_cast import is_listed

#: Rays per body that look whether something is in between.
SAMPLES = 5
# Rays go to points this part of the way from the center of mass to the rim, so that they do not miss the body itself.
INSIDE = 0.9


@leaf
def counts_for(shape, mask, shapes):
    """True when a shape is pushed: solid, and of a wanted category."""
    if shapes.info[shape, SHAPE.SENSOR] != 0 or shapes.info[shape, SHAPE.KIND] == KIND.SOFT:
        return False
    return np.int64(shapes.filter[shape, 0]) & mask != 0


@leaf
def nearest_on_body(i, point, mask, bodies, shapes):
    """Point of the shapes of a body nearest to a point, and its distance [m]; infinite without shapes."""
    nearest = np.inf
    found = (0.0, 0.0, 0.0)
    shape = bodies.links[i, BODY.SHAPE]
    while shape >= 0:
        if counts_for(shape, mask, shapes):
            p = nearest_on_shape(shape, shapes, point)
            x, y, z = p[0] - point[0], p[1] - point[1], p[2] - point[2]
            distance = math.sqrt(x * x + y * y + z * z)
            if distance < nearest:
                nearest = distance
                found = p
        shape = shapes.info[shape, SHAPE.NEXT]
    return found, nearest


@leaf
def unit_toward(start, end):
    """Unit vector from one point to another and their distance; upward when they are the same."""
    x, y, z = end[0] - start[0], end[1] - start[1], end[2] - start[2]
    length = math.sqrt(x * x + y * y + z * z)
    if length < 1e-9:
        return (0.0, 1.0, 0.0), 0.0
    return (x / length, y / length, z / length), length


@leaf
def write_samples(k, i, center, middle, direction, mask, bodies, shapes, ray, way):
    """Rays to the center of mass, and to four points of the rim as seen from the center of the explosion."""
    reach = np.float64(bodies.traits[i, BODY.TRAIT_EXTENT])
    u = perpendicular(direction)
    v = cross(direction, u)
    for s in range(SAMPLES):
        a = (0.0, 1.0, -1.0, 0.0, 0.0)[s] * reach
        b = (0.0, 0.0, 0.0, 1.0, -1.0)[s] * reach
        point = (
            middle[0] + a * u[0] + b * v[0],
            middle[1] + a * u[1] + b * v[1],
            middle[2] + a * u[2] + b * v[2],
        )
        if s > 0:
            rim, _ = nearest_on_body(i, point, mask, bodies, shapes)
            point = (
                middle[0] + INSIDE * (rim[0] - middle[0]),
                middle[1] + INSIDE * (rim[1] - middle[1]),
                middle[2] + INSIDE * (rim[2] - middle[2]),
            )
        toward, distance = unit_toward(center, point)
        way[SAMPLES * k + s] = distance
        for c in range(3):
            ray[SAMPLES * k + s, c] = toward[c]


@kernel
def find_targets(top, center, radius, mask, ignored, bodies, shapes, rows, distance, area, point, toward, ray, way):
    """List the bodies that an explosion can push, upward by rows.

    Args:
        top: Rows of bodies ever used.
        center: Of the explosion (x, y, z) [m].
        radius: How far it reaches [m].
        mask: Bits of which the category of a shape must have one.
        ignored: Rows of bodies that are left out, upward, int32.
        bodies: Body arrays.
        shapes: Shape arrays.
        rows: Rows of the bodies, int32 [N]. Written.
        distance: Of their nearest points [m], float64 [N]. Written.
        area: That they show to the center [m^2], float64 [N]. Written.
        point: Their nearest points [m], float64 [N, 3]. Written.
        toward: Directions in which they are pushed, float64 [N, 3]. Written.
        ray: Directions of SAMPLES rays from the center to each, float64 [N * SAMPLES, 3]. Written.
        way: Lengths of these rays [m], float64 [N * SAMPLES]. Written.

    Returns:
        Number of bodies.
    """
    count = 0
    for i in range(1, top):
        if not movable(bodies.links[i, BODY.FLAGS]) or is_listed(i, ignored):
            continue
        middle = (bodies.center[i, 0], bodies.center[i, 1], bodies.center[i, 2])
        _, far = unit_toward(center, middle)
        if far - bodies.traits[i, BODY.TRAIT_EXTENT] > radius:
            continue
        found, near = nearest_on_body(i, center, mask, bodies, shapes)
        if not near < radius:
            continue
        direction, length = unit_toward(center, found)
        if length == 0.0:  # the center is inside
            direction, _ = unit_toward(center, middle)
        total = 0.0
        shape = bodies.links[i, BODY.SHAPE]
        while shape >= 0:
            if counts_for(shape, mask, shapes):
                total += shown_area(shape, shapes, direction)
            shape = shapes.info[shape, SHAPE.NEXT]
        rows[count] = i
        distance[count] = near
        area[count] = total
        for c in range(3):
            point[count, c] = found[c]
            toward[count, c] = direction[c]
        outward, _ = unit_toward(center, middle)
        write_samples(count, i, center, middle, outward, mask, bodies, shapes, ray, way)
        count += 1
    return count


@kernel
def push_bodies(rows, point, impulse, bodies, contacts, counts, events):
    """Change the velocities of bodies at once, in order, and wake them.

    Args:
        rows: Rows of the bodies, int32 [n].
        point: Where each is pushed [m], float64 [n, 3].
        impulse: Impulses [N s], float64 [n, 3].
        bodies: Body arrays. Updated.
        contacts: Contact arrays. Updated.
        counts: Counts. Updated.
        events: Woken bodies are reported.
    """
    motion = bodies.motion
    inverse = bodies.inv_inertia
    for k in range(len(rows)):
        i = rows[k]
        flags = bodies.links[i, BODY.FLAGS]
        if not movable(flags):
            continue
        wake(i, bodies, contacts, counts, events)
        r = (point[k, 0] - bodies.center[i, 0], point[k, 1] - bodies.center[i, 1], point[k, 2] - bodies.center[i, 2])
        p = (impulse[k, 0], impulse[k, 1], impulse[k, 2])
        t = cross(r, p)
        spin = (
            inverse[i, 0] * t[0] + inverse[i, 1] * t[1] + inverse[i, 2] * t[2],
            inverse[i, 1] * t[0] + inverse[i, 3] * t[1] + inverse[i, 4] * t[2],
            inverse[i, 2] * t[0] + inverse[i, 4] * t[1] + inverse[i, 5] * t[2],
        )
        for c in range(3):
            if flags & (BODY.FLAG_LOCK_X << c) == 0:
                motion[i, MOTION.VELOCITY + c] += np.float32(motion[i, MOTION.INV_MASS] * p[c])
            if flags & (BODY.FLAG_LOCK_ROTATION_X << c) == 0:
                motion[i, MOTION.ANGULAR + c] += np.float32(spin[c])

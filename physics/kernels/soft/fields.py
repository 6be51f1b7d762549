"""Fields on soft bodies: acceleration of vertices, wind on faces and ropes, lift by water.

Wind acts once per step. What a face takes from it brings it up to the speed of the wind at most, so light cloth in a
storm is not thrown to and fro.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import config as CONFIG, force_field as FORCE_FIELD, soft as SOFT
from physics.kernels.step.force_fields import is_inside, is_meant, pull_to_point, vector_of, wind_of_vortex

#: Drag along a surface, as a part of that across it.
ALONG = 0.08


@leaf
def _accelerate(first, last, f, kind, fields, soft):
    """Add the acceleration of a uniform or point field to vertices."""
    place, push = soft.place, soft.push
    for v in range(first, last):
        p = (place[v, 0], place[v, 1], place[v, 2])
        if not is_inside(f, fields, p):
            continue
        a = vector_of(fields, f, FORCE_FIELD.VECTOR)
        if kind == FORCE_FIELD.KIND_POINT:
            a = pull_to_point(f, fields, p)
        for c in range(3):
            push[v, c] += place[v, 3] * a[c]


@leaf
def _wind(f, kind, fields, p):
    """Whether a place is in a wind, and that wind [m/s]."""
    if not is_inside(f, fields, p):
        return False, (0.0, 0.0, 0.0)
    if kind == FORCE_FIELD.KIND_VORTEX:
        return wind_of_vortex(f, fields, p)
    if kind == FORCE_FIELD.KIND_WATER:
        return p[1] < fields[f, FORCE_FIELD.LEVEL], (0.0, 0.0, 0.0)
    return True, vector_of(fields, f, FORCE_FIELD.VECTOR)


@leaf
def _strength(f, kind, fields):
    """Half the density times the coefficient of drag [kg/m^3]."""
    if kind == FORCE_FIELD.KIND_WATER:
        return 0.5 * fields[f, FORCE_FIELD.DENSITY]
    return fields[f, FORCE_FIELD.STRENGTH]


@leaf
def _drag_face(i, j, k, closed, f, kind, strength, dt, fields, soft):
    """Let wind push one face."""
    place, speed, push = soft.place, soft.speed, soft.push
    third = 1.0 / 3.0
    p = (
        third * (place[i, 0] + place[j, 0] + place[k, 0]),
        third * (place[i, 1] + place[j, 1] + place[k, 1]),
        third * (place[i, 2] + place[j, 2] + place[k, 2]),
    )
    reached, wind = _wind(f, kind, fields, p)
    if not reached:
        return
    ax, ay, az = place[j, 0] - place[i, 0], place[j, 1] - place[i, 1], place[j, 2] - place[i, 2]
    bx, by, bz = place[k, 0] - place[i, 0], place[k, 1] - place[i, 1], place[k, 2] - place[i, 2]
    nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    double = math.sqrt(nx * nx + ny * ny + nz * nz)
    if double == 0.0:
        return
    nx, ny, nz, area = nx / double, ny / double, nz / double, 0.5 * double
    ux = wind[0] - third * (speed[i, 0] + speed[j, 0] + speed[k, 0])
    uy = wind[1] - third * (speed[i, 1] + speed[j, 1] + speed[k, 1])
    uz = wind[2] - third * (speed[i, 2] + speed[j, 2] + speed[k, 2])
    across = ux * nx + uy * ny + uz * nz
    tx, ty, tz = ux - across * nx, uy - across * ny, uz - across * nz
    along = math.sqrt(tx * tx + ty * ty + tz * tz)
    # Of what is closed, the far side takes its share too.
    rate = strength * area * (0.5 if closed else 1.0)
    mass = third * (place[i, 3] + place[j, 3] + place[k, 3])
    normal = rate * abs(across) / (1.0 + dt * rate * abs(across) / mass) * across
    sideways = ALONG * rate * along / (1.0 + dt * ALONG * rate * along / mass)
    fx, fy, fz = (
        third * (normal * nx + sideways * tx),
        third * (normal * ny + sideways * ty),
        third * (normal * nz + sideways * tz),
    )
    if kind == FORCE_FIELD.KIND_WATER and closed:
        # Pressure of the water, against the face.
        g = (
            third
            * fields[f, FORCE_FIELD.DENSITY]
            * (fields[f, FORCE_FIELD.LEVEL] - p[1])
            * area
            * soft.note[SOFT.NOTE_GRAVITY]
        )
        fx, fy, fz = fx - g * nx, fy - g * ny, fz - g * nz
    for v in (i, j, k):
        push[v, 0] += fx
        push[v, 1] += fy
        push[v, 2] += fz


@leaf
def _drag_link(a, b, radius, f, kind, strength, dt, fields, soft):
    """Let wind push one link of a rope, across it."""
    place, speed, push = soft.place, soft.speed, soft.push
    p = (0.5 * (place[a, 0] + place[b, 0]), 0.5 * (place[a, 1] + place[b, 1]), 0.5 * (place[a, 2] + place[b, 2]))
    reached, wind = _wind(f, kind, fields, p)
    if not reached:
        return
    x, y, z = place[b, 0] - place[a, 0], place[b, 1] - place[a, 1], place[b, 2] - place[a, 2]
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0.0:
        return
    x, y, z = x / length, y / length, z / length
    ux = wind[0] - 0.5 * (speed[a, 0] + speed[b, 0])
    uy = wind[1] - 0.5 * (speed[a, 1] + speed[b, 1])
    uz = wind[2] - 0.5 * (speed[a, 2] + speed[b, 2])
    along = ux * x + uy * y + uz * z
    ux, uy, uz = ux - along * x, uy - along * y, uz - along * z
    size = math.sqrt(ux * ux + uy * uy + uz * uz)
    rate = strength * 2.0 * radius * length * size
    factor = 0.5 * rate / (1.0 + dt * rate / (0.5 * (place[a, 3] + place[b, 3])))
    lift = 0.0
    if kind == FORCE_FIELD.KIND_WATER:
        volume = math.pi * radius * radius * length
        lift = 0.5 * fields[f, FORCE_FIELD.DENSITY] * volume * soft.note[SOFT.NOTE_GRAVITY]
    for v in (a, b):
        push[v, 0] += factor * ux
        push[v, 1] += factor * uy + lift
        push[v, 2] += factor * uz


@routine
def blow(p, soft, world):
    """Add the forces of all fields to the vertices of a soft body.

    Args:
        p: The soft body.
        soft: Arrays of soft bodies. Forces from outside are updated.
        world: All arrays.
    """
    part, fields, dt = soft.part, world.fields, world.config[CONFIG.DT]
    soft.note[SOFT.NOTE_GRAVITY] = -world.config[CONFIG.GRAVITY + 1]
    body = part[p, SOFT.PART_BODY]
    first = part[p, SOFT.PART_VERTEX]
    for f in range(len(fields)):
        if not is_meant(body, f, fields, world.bodies, world.shapes):
            continue
        kind = np.int64(fields[f, FORCE_FIELD.KIND])
        if kind == FORCE_FIELD.KIND_UNIFORM or kind == FORCE_FIELD.KIND_POINT:
            _accelerate(first, first + part[p, SOFT.PART_VERTICES], f, kind, fields, soft)
            continue
        strength = _strength(f, kind, fields)
        if part[p, SOFT.PART_KIND] == SOFT.ROPE:
            spring = part[p, SOFT.PART_SPRING]
            for s in range(spring, spring + part[p, SOFT.PART_SPRINGS]):
                if soft.spring[s, SOFT.SPRING_STIFFNESS] > 0.0:
                    a, b = soft.spring_ends[s, 0], soft.spring_ends[s, 1]
                    _drag_link(a, b, soft.trait[p, SOFT.TRAIT_THICKNESS], f, kind, strength, dt, fields, soft)
            continue
        closed = part[p, SOFT.PART_KIND] != SOFT.CLOTH
        face = part[p, SOFT.PART_FACE]
        for n in range(face, face + part[p, SOFT.PART_FACES]):
            i, j, k = soft.face[n, 0], soft.face[n, 1], soft.face[n, 2]
            _drag_face(i, j, k, closed, f, kind, strength, dt, fields, soft)

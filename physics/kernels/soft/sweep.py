"""Sweeps: every vertex in turn goes to where its elements, its inertia and its contacts want it.

A sweep starts from where the velocities alone would take the vertices, so a body at rest is a fixed point of it,
whatever its stiffness and the number of sweeps: what hangs or lies still keeps exactly the shape that its material asks
for. (Started from where gravity would take them, it sags by the square of its length in elements.)
"""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.contact import solve_rows
from physics.kernels.soft.elements import (
    add_hinges,
    add_inside,
    add_membranes,
    add_springs,
    add_stencil,
    add_tets,
    solve_block,
    volume_gradient,
)


@leaf
def inertia_load(v, inv_h2, soft):
    """Pull of a vertex toward where it would be without elements, and what holds it besides."""
    place, aim, pull = soft.place, soft.aim, soft.pull
    m = place[v, 3] * inv_h2
    return (
        m * (aim[v, 0] - place[v, 0]) + pull[v, 0],
        m * (aim[v, 1] - place[v, 1]) + pull[v, 1],
        m * (aim[v, 2] - place[v, 2]) + pull[v, 2],
        m,
        0.0,
        0.0,
        m,
        0.0,
        m,
    )


@leaf
def goal_load(v, load, trait, soft):
    """Add the pull toward the place of a vertex in the shape as made; the goal's center and axes are in the traits."""
    rest, place = soft.rest, soft.place
    x, y, z, w = (
        trait[SOFT.TRAIT_TURN],
        trait[SOFT.TRAIT_TURN + 1],
        trait[SOFT.TRAIT_TURN + 2],
        trait[SOFT.TRAIT_TURN + 3],
    )
    ax, ay, az = rest[v, 0], rest[v, 1], rest[v, 2]
    tx, ty, tz = 2.0 * (y * az - z * ay), 2.0 * (z * ax - x * az), 2.0 * (x * ay - y * ax)
    gx = trait[SOFT.TRAIT_CENTER] + ax + w * tx + y * tz - z * ty
    gy = trait[SOFT.TRAIT_CENTER + 1] + ay + w * ty + z * tx - x * tz
    gz = trait[SOFT.TRAIT_CENTER + 2] + az + w * tz + x * ty - y * tx
    k = trait[SOFT.TRAIT_GOAL] * place[v, 3]
    return (
        load[0] + k * (gx - place[v, 0]),
        load[1] + k * (gy - place[v, 1]),
        load[2] + k * (gz - place[v, 2]),
        load[3] + k,
        load[4],
        load[5],
        load[6] + k,
        load[7],
        load[8] + k,
    )


@leaf
def limit_step(step, most):
    """A step no longer than so much."""
    x, y, z = step
    square = x * x + y * y + z * z
    if square <= most * most:
        return step
    factor = most / math.sqrt(square)
    return x * factor, y * factor, z * factor


@routine
def sweep(first, last, backward, flags, rate, h, trait, soft, bodies):
    """Visit the vertices of a soft body once.

    Args:
        first: First vertex.
        last: The one after the last.
        backward: Whether to go from the last to the first: sweeps alternate, so that no side is preferred.
        flags: Of the part.
        rate: Damping time over the substep.
        h: Substep [s].
        trait: Numbers of the part. The volume is updated.
        soft: Arrays of soft bodies. Updated.
        bodies: Body arrays. Velocities are updated.
    """
    place, speed, rest = soft.place, soft.speed, soft.rest
    inv_h2 = 1.0 / (h * h)
    inside = flags & (SOFT.FLAG_GAS | SOFT.FLAG_LIQUID)
    for n in range(last - first):
        v = last - 1 - n if backward else first + n
        if speed[v, 3] == 0.0:
            continue
        load = inertia_load(v, inv_h2, soft)
        load = add_springs(v, load, rate, soft)
        load = add_stencil(v, load, rate, soft)
        load = add_membranes(v, load, rate, soft)
        load = add_tets(v, load, rate, soft)
        load = add_hinges(v, load, rate, soft)
        if flags & SOFT.FLAG_GOAL:
            load = goal_load(v, load, trait, soft)
        gradient = (0.0, 0.0, 0.0)
        if inside:
            gradient = volume_gradient(v, soft)
            load = add_inside(trait, load, gradient)
        step, inverse = solve_block(load)
        for c in range(6):
            soft.inverse[v, c] = inverse[c]
        step = limit_step(step, rest[v, 3])
        step = solve_rows(v, step, inverse, h, soft, bodies)
        place[v, 0] += step[0]
        place[v, 1] += step[1]
        place[v, 2] += step[2]
        if inside:
            trait[SOFT.TRAIT_VOLUME] += gradient[0] * step[0] + gradient[1] * step[1] + gradient[2] * step[2]

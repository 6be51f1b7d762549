"""Sweeps: every vertex in turn goes to where its elements, its inertia and its contacts want it.

A sweep starts from where the velocities alone would take the vertices, so a body at rest is a fixed point of it,
whatever its stiffness and the number of sweeps: what hangs or lies still keeps exactly the shape that its material asks
for. (Started from where gravity would take them, it sags by the square of its length in elements.)
"""

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.arrays import open_soft
from physics.kernels.soft.contact import solve_rows
from physics.kernels.soft.elements import add_inside, volume_gradient
from physics.kernels.soft.lanes.block import load_block, spill_block, step_block
from physics.kernels.soft.lanes.laws import limit_step, solve_block


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
def step_alone(b, inside, h, trait, soft, bodies):
    """Move the vertices of a block one after the other: with contacts, or around what is inside.

    Args:
        b: The block; the loads of its elements are in the scratch.
        inside: Whether there is gas or liquid inside.
        h: Substep [s].
        trait: Numbers of the part. The volume is updated.
        soft: Arrays of soft bodies. Updated.
        bodies: Body arrays. Velocities are updated.
    """
    place, work = soft.place, soft.work
    for n in range(soft.lane[b, SOFT.LANE_COUNT]):
        v = soft.lane_vertex[4 * b + n]
        load = (
            work[n], work[4 + n], work[8 + n], work[12 + n], work[16 + n], work[20 + n], work[24 + n], work[28 + n],
            work[32 + n],
        )  # fmt: skip
        gradient = (0.0, 0.0, 0.0)
        if inside:
            gradient = volume_gradient(v, soft)
            load = add_inside(trait, load, gradient)
        step, inverse = solve_block(load)
        for c in range(6):
            soft.inverse[v, c] = inverse[c]
        step = limit_step(step, soft.aim[v, 3])
        step = solve_rows(v, step, inverse, h, soft, bodies)
        place[v, 0] += step[0]
        place[v, 1] += step[1]
        place[v, 2] += step[2]
        if inside:
            trait[SOFT.TRAIT_VOLUME] += gradient[0] * step[0] + gradient[1] * step[1] + gradient[2] * step[2]


@routine
def sweep(first, last, backward, flags, rate, h, p, table, bodies):
    """Visit all vertices of a soft body that are not pinned once, four side by side.

    Args:
        first: First block of its vertices.
        last: The one after the last.
        backward: Whether to go from the last to the first: sweeps alternate, so that no side is preferred.
        flags: Of the part.
        rate: Damping time over the substep.
        h: Substep [s].
        p: The soft body.
        table: Addresses of the arrays of soft bodies. Updated.
        bodies: Body arrays. Velocities are updated.
    """
    soft = open_soft(table)
    trait = soft.trait[p]
    inv_h2 = 1.0 / (h * h)
    inside = flags & (SOFT.FLAG_GAS | SOFT.FLAG_LIQUID) != 0
    for n in range(last - first):
        b = last - 1 - n if backward else first + n
        load, at, most = load_block(b, flags, rate, inv_h2, trait, soft)
        if inside or soft.lane[b, SOFT.LANE_BUSY] != 0:
            spill_block(load, soft.work)
            step_alone(b, inside, h, trait, soft, bodies)
        else:
            step_block(b, load, at, most, soft)

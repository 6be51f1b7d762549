"""Joints, what is done anew in every substep: measuring, softness, blocks, factoring."""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.joints.axes import TWO_PI, locked_rows, project_rows, soften
from physics.kernels.joints.batch_solve import measure_batches
from physics.kernels.joints.blocks import (
    WIDTH,
    axis_of,
    couple,
    eliminate,
    fill_pivot,
    find_block,
    held_body,
    invert,
    soften_pivot,
)
from physics.kernels.joints.gears import copy_rows, measure_gear
from physics.kernels.joints.measure import load3, measure_joint
from physics.kernels.joints.points import GROUP_PUSH, LOOP_PUSH, couple_points, give_of, measure_point
from physics.kernels.layout import joint as JOINT, motion as MOTION

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
#: Least damping of a soft lock per substep: without any, its softness would be infinite.
LEAST_DAMPING = np.float32(1e-5)
#: Mass of a gear that cannot move anything [kg].
LEAST_MASS = np.float32(1e-12)


@leaf
def soften_rows(place, i, kind, rigid, h, inv_h, joints):
    """Softness and push of the locked rows of a joint."""
    work, traits = joints.work, joints.traits
    rows, code = joints.order[place, JOINT.PLACE_ROWS], joints.order[place, JOINT.PLACE_AXES]
    for r in range(rows):
        d = axis_of(code, r)
        mass = work[i, JOINT.WORK_MASS + d]
        inverse = ONE / mass if mass > ZERO else ZERO
        if kind <= JOINT.KIND_GROUP_GEAR:
            work[i, JOINT.WORK_GIVE + d] = give_of(place, joints) * inverse
            work[i, JOINT.WORK_PUSH + d] = GROUP_PUSH * inv_h
            continue
        soft = rigid
        if kind == JOINT.KIND_SOFT:
            stiffness, damping = traits[i, JOINT.TRAIT_STIFFNESS] * inverse, traits[i, JOINT.TRAIT_DAMPING] * inverse
            if traits[i, JOINT.TRAIT_HERTZ] > ZERO:
                omega = TWO_PI * traits[i, JOINT.TRAIT_HERTZ]
                stiffness, damping = (
                    omega * omega,
                    (traits[i, JOINT.TRAIT_RATIO] + traits[i, JOINT.TRAIT_RATIO]) * omega,
                )
            soft = soften(stiffness, max(damping, LEAST_DAMPING * inv_h), h)
        work[i, JOINT.WORK_GIVE + d] = inverse * soft[2] / soft[1]
        work[i, JOINT.WORK_PUSH + d] = soft[0] / soft[1]
        if kind == JOINT.KIND_LOOP:
            work[i, JOINT.WORK_PUSH + d] *= LOOP_PUSH


@leaf
def inv_masses(i, bodies, joints):
    """Inverse masses of both bodies of a joint."""
    mass_a = np.float64(bodies.motion[joints.info[i, JOINT.BODY_A], MOTION.INV_MASS])
    return mass_a, np.float64(bodies.motion[joints.info[i, JOINT.BODY_B], MOTION.INV_MASS])


@leaf
def copy_block(place, source, target):
    """Copy a diagonal block."""
    for c in range(WIDTH * WIDTH):
        target[place, c] = source[place, c]


@leaf
def measure_place(place, bodies, joints):
    """Measure a joint, and project the rows of its free axes."""
    record = joints.order
    i = record[place, JOINT.PLACE_JOINT]
    free = record[place, JOINT.PLACE_ALONE] | record[place, JOINT.PLACE_DRIVEN]
    measure_joint(i, free | joints.info[i, JOINT.LOCKS], record[place, JOINT.PLACE_POINT], joints, bodies)
    if free:
        mass_a, mass_b = inv_masses(i, bodies, joints)
        rows, code = locked_rows(place, i, joints)
        fill_pivot(place, i, rows, code, mass_a, mass_b, joints)
        copy_block(place, joints.pivot, joints.stiff)
        invert(joints.pivot, place, rows)
        project_rows(place, i, mass_a, mass_b, joints)


@leaf
def fill_blocks(place, joints, bodies):
    """Fill all blocks that couple a joint to those before it."""
    record, neighbors = joints.order, joints.neighbors
    rows = record[place, JOINT.PLACE_ROWS]
    first = record[place, JOINT.PLACE_NEIGHBORS]
    plain = record[place, JOINT.PLACE_PLAIN]
    for k in range(first, first + record[place, JOINT.PLACE_COUNT]):
        start = neighbors[k, JOINT.NEIGHBOR_BLOCK]
        for c in range(rows * record[neighbors[k, JOINT.NEIGHBOR_PLACE], JOINT.PLACE_ROWS]):
            joints.blocks[start + c] = 0.0
    for number in range(4):
        before = record[place, JOINT.PLACE_BEFORE + number]
        while before >= 0:
            if before >> 2 != place:
                body = held_body(place, number, joints)
                other, at_other = before >> 2, before & 3
                start = find_block(place, other, joints)
                if plain and record[other, JOINT.PLACE_PLAIN]:
                    i, j = record[place, JOINT.PLACE_JOINT], record[other, JOINT.PLACE_JOINT]
                    couple_points(i, number, j, at_other, start, body, joints, bodies)
                else:
                    couple(place, number, other, at_other, start, body, joints, bodies)
            before = record[before >> 2, JOINT.PLACE_BEFORE + (before & 3)]


@leaf
def block_place(place, rigid, h, inv_h, bodies, joints):
    """Fill the blocks of a joint."""
    record = joints.order
    i, kind, rows = record[place, JOINT.PLACE_JOINT], record[place, JOINT.PLACE_KIND], record[place, JOINT.PLACE_ROWS]
    if rows == 0:
        return
    if record[place, JOINT.PLACE_PLAIN]:
        if kind == JOINT.KIND_GROUP:
            fill_blocks(place, joints, bodies)
        else:
            invert(joints.pivot, place, rows)
        return
    if kind == JOINT.KIND_GROUP_GEAR:
        joints.pivot[place, 0] = 1.0 / np.float64(max(joints.work[i, JOINT.WORK_MASS], LEAST_MASS))
    elif record[place, JOINT.PLACE_ALONE] and not record[place, JOINT.PLACE_DRIVEN]:
        copy_block(place, joints.stiff, joints.pivot)
    else:
        mass_a, mass_b = inv_masses(i, bodies, joints)
        fill_pivot(place, i, rows, record[place, JOINT.PLACE_AXES], mass_a, mass_b, joints)
    soften_rows(place, i, kind, rigid, h, inv_h, joints)
    if kind != JOINT.KIND_LOOP:
        soften_pivot(place, i, joints)
    if kind <= JOINT.KIND_GROUP_GEAR:
        fill_blocks(place, joints, bodies)
    else:
        invert(joints.pivot, place, rows)


@leaf
def measure_rows(begin, end, bodies, joints):
    """Measure the joints of a group, all but gears: they ask others, which may be in other groups."""
    for place in range(begin, end):
        kind = joints.order[place, JOINT.PLACE_KIND]
        if joints.order[place, JOINT.PLACE_PLAIN]:
            measure_point(place, bodies, joints)
        elif kind != JOINT.KIND_GEAR and kind != JOINT.KIND_GROUP_GEAR:
            measure_place(place, bodies, joints)


@leaf
def measure_gears(tier, bodies, joints):
    """Measure the gears of a tier; the joints that they couple have been measured."""
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        kind, i = joints.order[place, JOINT.PLACE_KIND], joints.order[place, JOINT.PLACE_JOINT]
        if kind == JOINT.KIND_GEAR or kind == JOINT.KIND_GROUP_GEAR:
            measure_gear(i, bodies, joints)
        if kind == JOINT.KIND_GROUP_GEAR:
            copy_rows(i, joints)


@leaf
def factor_group(begin, end, tier, bodies, joints):
    """Fill the blocks of a group that has been measured, and factor it."""
    h, inv_h = joints.soft[tier, JOINT.SOFT_STEP], joints.soft[tier, JOINT.SOFT_INV_STEP]
    rigid = load3(joints.soft, tier, 0)
    for place in range(begin, end):
        if joints.order[place, JOINT.PLACE_KIND] != JOINT.KIND_GEAR:
            block_place(place, rigid, h, inv_h, bodies, joints)
    for k in range(end - begin):
        if joints.order[end - 1 - k, JOINT.PLACE_KIND] <= JOINT.KIND_GROUP_GEAR:
            eliminate(end - 1 - k, joints)


@leaf
def measure_tier(tier, bodies, joints):
    """Measure all joints of a tier, and factor their groups."""
    measure_batches(tier, bodies, joints)
    gears = joints.soft[tier, JOINT.SOFT_GEARS] > ZERO
    for stage in range(2 if gears else 1):
        begin = joints.starts[tier]
        while begin < joints.starts[tier + 1]:
            end = joints.order[begin, JOINT.PLACE_END]
            if joints.order[begin, JOINT.PLACE_PLAIN] != 3:
                if stage == 0:
                    measure_rows(begin, end, bodies, joints)
                if stage == 1 or not gears:
                    factor_group(begin, end, tier, bodies, joints)
            begin = end
        if gears and stage == 0:
            measure_gears(tier, bodies, joints)

"""Joints, first and last stage of a step: frames and forces into working records, forces and loads back."""

import math

import numpy as np
from numba import types

from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked
from physics.kernels.core.vec3 import add, relative_rotation
from physics.kernels.core.wide import LANES
from physics.kernels.islands.islands import mark_split, movable
from physics.kernels.islands.tiers import contact_hertz
from physics.kernels.joints.batches import form_batches, store_batches
from physics.kernels.joints.colored import load_colored, store_colored
from physics.kernels.joints.measure import (
    anchors_of,
    load3,
    load4,
    measure_angles,
    measure_cone,
    measure_joint,
    row_rate,
    store3,
    turn,
)
from physics.kernels.joints.motion import load_motion
from physics.kernels.joints.taut import note_taut, steady_links
from physics.kernels.joints.tier import measure_tier
from physics.kernels.layout import (
    body as BODY,
    config as CONFIG,
    count as COUNT,
    event as EVENT,
    joint as JOINT,
    motion as MOTION,
    tier as TIER,
)

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
#: A joint that gives way is seen sooner than an overlap: its sag counts so many times.
SAG_FACTOR = np.float32(3.0)
#: Limits nearer than this are looked after, however slowly they come [m], [rad].
MARGIN = 0.03
#: Angle by which rows may swing while they are kept [rad], what spin counts in it, squared, and how long [substeps].
KEEP_ANGLE = np.float32(0.5)
SPIN_WEIGHT = np.float32(25.0)
KEEP_MAX = 8


@leaf
def fill_soft(config, soft):
    """Softness of stops and loops, by tier: as stiff as contacts with something immovable, a quarter of the substeps.

    With 0.3 of the substeps chains of equal links swing, with 0.37 they burst: every link is pushed by both of its
    joints at once.
    """
    ratio = config[CONFIG.JOINT_RATIO]
    for tier in range(TIER.COUNT):
        h = config[CONFIG.DT] / (config[CONFIG.SUBSTEPS] * (1 << tier))
        omega = 2.0 * math.pi * config[CONFIG.STATIC_HERTZ] * contact_hertz(config, tier)
        give = h * omega * (2.0 * ratio + h * omega)
        soft[tier, 0] = np.float32(h * omega * omega / (1.0 + give))
        soft[tier, 1] = np.float32(give / (1.0 + give))
        soft[tier, 2] = np.float32(1.0 / (1.0 + give))
        soft[tier, JOINT.SOFT_STEP] = np.float32(h)
        soft[tier, JOINT.SOFT_INV_STEP] = np.float32(1.0 / h)


@leaf
def to_float32(v):
    """Vector in float32."""
    return np.float32(v[0]), np.float32(v[1]), np.float32(v[2])


@leaf
def store_rotation(joint, body, column, target, joints, bodies):
    """Write the rotation of a frame in the world into the working record."""
    q = load4(joints.frame, joint, column)
    if target != JOINT.WORK_ROTATION_A or not joints.info[joint, JOINT.FLAGS] & JOINT.FLAG_WORLD:
        q = turn(load4(bodies.rotation, body, 0), q)
    for c in range(4):
        joints.work[joint, target + c] = np.float32(q[c])


@leaf
def isolated_tier(tier, joints):
    """1 if all joints of a tier are in groups and have locked rows only: then nothing disturbs what they solve."""
    if joints.colored_starts[tier] < joints.colored_starts[tier + 1]:
        return 0
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        record = joints.order[place]
        if record[JOINT.PLACE_KIND] != JOINT.KIND_GROUP or record[JOINT.PLACE_ALONE] | record[JOINT.PLACE_DRIVEN]:
            return 0
    return 1


@leaf
def drop_far_limits(place, i, dt, bodies, joints):
    """Leave out the limits that a joint cannot come to in this step, which is most of them."""
    info, work, axis, record = joints.info, joints.work, joints.axis, joints.order
    others = info[i, JOINT.SPRINGS] | info[i, JOINT.MOTORS] | info[i, JOINT.FRICTIONS] | info[i, JOINT.COUPLED]
    limits = record[place, JOINT.PLACE_ALONE] & info[i, JOINT.LIMITS] & ~others
    if limits == 0:
        return
    measure_joint(i, limits, record[place, JOINT.PLACE_POINT], joints, bodies)
    v_a, w_a, _, v_b, w_b, _ = load_motion(i, bodies, joints)
    for d in range(JOINT.AXES):
        if limits & (1 << d) == 0:
            continue
        reach = MARGIN + 2.0 * dt * abs(row_rate(i, d, v_a, w_a, v_b, w_b, joints.rows))
        position = work[i, JOINT.WORK_POSITION + d]
        below = position - axis[i, d * JOINT.AXIS_STRIDE + JOINT.AXIS_LOWER]
        if below > reach and axis[i, d * JOINT.AXIS_STRIDE + JOINT.AXIS_UPPER] - position > reach:
            record[place, JOINT.PLACE_ALONE] &= ~(1 << d)
            work[i, d * JOINT.SLOTS + JOINT.SLOT_LOWER] = ZERO
            work[i, d * JOINT.SLOTS + JOINT.SLOT_UPPER] = ZERO


@leaf
def count_turns(i, joints):
    """Count the turns of angles that no row needs."""
    q = relative_rotation(load4(joints.work, i, JOINT.WORK_ROTATION_A), load4(joints.work, i, JOINT.WORK_ROTATION_B))
    if joints.info[i, JOINT.FLAGS] & JOINT.FLAG_CONE:
        measure_cone(i, q, joints.work)
    elif not joints.info[i, JOINT.FLAGS] & JOINT.FLAG_USER:
        measure_angles(i, 0, 1, q, joints.work)


@leaf
def swing_rate(i, bodies, joints):
    """How fast its rows turn: by the pull of the joint, which swings its bodies about the anchor, squared [1/s^2].

    What the bodies turn already counts more: it is sure to come.
    """
    x, y, z = load3(joints.result, i, JOINT.RESULT_FORCE)
    force = math.sqrt(x * x + y * y + z * z)
    fastest = ZERO
    for side in range(2):
        x, y, z = load3(joints.work, i, JOINT.WORK_START_A + 3 * side)
        lever = max(math.sqrt(x * x + y * y + z * z), JOINT.LEAST_LEVER)
        body = joints.info[i, JOINT.BODY_A + side]
        x, y, z = load3(bodies.motion, body, MOTION.ANGULAR)
        fastest = max(
            fastest, max(force * bodies.motion[body, MOTION.INV_MASS] / lever, SPIN_WEIGHT * (x * x + y * y + z * z))
        )
    return fastest


@leaf
def find_work(place, i, tier, dt, bodies, joints):
    """Find out what a joint has to do in this step."""
    record = joints.order
    kind = record[place, JOINT.PLACE_KIND]
    if kind == JOINT.KIND_GEAR or kind == JOINT.KIND_GROUP_GEAR:
        joints.soft[tier, JOINT.SOFT_GEARS] = ONE
        return
    if joints.info[i, JOINT.FLAGS] & JOINT.FLAG_USER:
        joints.soft[tier, JOINT.SOFT_USER] = ONE
    drop_far_limits(place, i, dt, bodies, joints)
    if record[place, JOINT.PLACE_ALONE] | record[place, JOINT.PLACE_DRIVEN] < 1 << JOINT.ANGULAR:
        count_turns(i, joints)
    if kind != JOINT.KIND_SOFT and joints.info[i, JOINT.LOCKS] == 7 and record[place, JOINT.PLACE_POINT]:
        if record[place, JOINT.PLACE_ALONE] | record[place, JOINT.PLACE_DRIVEN] == 0:
            record[place, JOINT.PLACE_PLAIN] = 1


@leaf
def store_unit_rows(i, rows):
    """Let the forces of a plain point act along x, y, z of the world."""
    for d in range(3):
        for c in range(3):
            rows[i, d * JOINT.ROW_STRIDE + JOINT.ROW_N + c] = 1.0 if c == d else 0.0


@leaf
def mark_groups(tier, bodies, joints):
    """Mark the groups that are plain points only, and say for how many substeps the rows of each are kept."""
    record = joints.order
    h = joints.soft[tier, JOINT.SOFT_STEP]
    longest = 1 if tier == 0 or joints.isolated[tier] or joints.soft[tier, JOINT.SOFT_GEARS] > ZERO else KEEP_MAX
    begin = joints.starts[tier]
    while begin < joints.starts[tier + 1]:
        end = record[begin, JOINT.PLACE_END]
        plain = record[begin, JOINT.PLACE_KIND] == JOINT.KIND_GROUP
        fastest = ZERO
        for place in range(begin, end):
            plain = plain and record[place, JOINT.PLACE_PLAIN] == 1
            if longest > 1:
                fastest = max(fastest, swing_rate(record[place, JOINT.PLACE_JOINT], bodies, joints))
        keep = 1
        most = longest if record[begin, JOINT.PLACE_KIND] == JOINT.KIND_GROUP else min(longest, 2)
        while 2 * keep <= most and 4 * keep * keep * h * h * fastest < KEEP_ANGLE * KEEP_ANGLE:
            keep *= 2
        if record[begin, JOINT.PLACE_OVERCONSTRAINED]:
            joints.soft[tier, JOINT.SOFT_OVERCONSTRAINED] = ONE
        for place in range(begin, end):
            record[place, JOINT.PLACE_KEEP] = keep
            if plain:
                record[place, JOINT.PLACE_PLAIN] = 2
            elif record[place, JOINT.PLACE_PLAIN]:
                store_unit_rows(record[place, JOINT.PLACE_JOINT], joints.rows)
        begin = end


@linked
def prepare_joints(tier, config, bodies, joints):
    """Fill the working records of the joints of a tier.

    Args:
        tier: The tier.
        config: Parameters of the step.
        bodies: Body arrays.
        joints: Joint arrays. Working records and softness are written.
    """
    fill_soft(config, joints.soft)
    joints.soft[tier, JOINT.SOFT_USER] = ZERO
    joints.soft[tier, JOINT.SOFT_GEARS] = ZERO
    joints.soft[tier, JOINT.SOFT_OVERCONSTRAINED] = ZERO
    h = joints.soft[tier, JOINT.SOFT_STEP]
    warm = h if config[CONFIG.WARM] > 0.0 else ZERO
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i = joints.order[place, JOINT.PLACE_JOINT]
        a, b = joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B]
        for c in range(JOINT.AXES * JOINT.SLOTS):
            joints.work[i, c] = warm * joints.result[i, c]
        for c in range(JOINT.AXES * JOINT.SLOTS, JOINT.WORK_TURNS + 3):
            joints.work[i, c] = joints.result[i, c]
        for c in range(6):
            joints.work[i, JOINT.WORK_SUM + c] = ZERO
        lever_a, lever_b, gap = anchors_of(i, joints, bodies)
        store3(joints.work, i, JOINT.WORK_START_A, to_float32(lever_a))
        store3(joints.work, i, JOINT.WORK_START_B, to_float32(lever_b))
        store3(joints.work, i, JOINT.WORK_START_GAP, to_float32(gap))
        store3(joints.work, i, JOINT.WORK_LEVER_A, to_float32(add(lever_a, gap)))
        store3(joints.work, i, JOINT.WORK_LEVER_B, to_float32(lever_b))
        store_rotation(i, a, JOINT.FRAME_ROTATION_A, JOINT.WORK_ROTATION_A, joints, bodies)
        store_rotation(i, b, JOINT.FRAME_ROTATION_B, JOINT.WORK_ROTATION_B, joints, bodies)
        find_work(place, i, tier, np.float32(config[CONFIG.DT]), bodies, joints)
    joints.isolated[tier] = isolated_tier(tier, joints)
    mark_groups(tier, bodies, joints)
    load_colored(joints.colored_starts[tier], joints.colored_starts[tier + 1], warm, bodies, joints)
    form_batches(tier, bodies, joints)
    steady_links(tier, True, bodies, joints)
    measure_tier(tier, bodies, joints)


@leaf
def break_joint(i, force, torque, bodies, joints, counts, events):
    """Switch a joint off whose load was too much, and report it; the world removes it after the step."""
    joints.info[i, JOINT.FLAGS] = (joints.info[i, JOINT.FLAGS] & ~JOINT.FLAG_ENABLED) | JOINT.FLAG_BROKEN
    e = counts[COUNT.EVENTS]
    if e < len(events.info):
        events.info[e, 0] = EVENT.JOINT_BROKEN
        events.info[e, 1] = i
        for side in range(2):
            events.info[e, 2 + side] = joints.info[i, JOINT.BODY_A + side]
            events.info[e, 4 + side] = 0
        for c in range(8):
            events.value[e, c] = 0.0
        events.value[e, 6] = force
        events.value[e, 7] = torque
        counts[COUNT.EVENTS] = e + 1
    for side in range(2):
        body = joints.info[i, JOINT.BODY_A + side]
        if movable(bodies.links[body, BODY.FLAGS]):
            mark_split(bodies.links, body)


@leaf
def note_sag(i, inv_h, give, bodies, joints):
    """Remember with both bodies how far locked linear axes and stops of a joint give way under their load."""
    work = joints.work
    sag = ZERO
    for axis in range(3):
        mass = work[i, JOINT.WORK_MASS + axis]
        if joints.info[i, JOINT.LOCKS] & (1 << axis) and mass > ZERO:
            sag = max(sag, abs(work[i, axis * JOINT.SLOTS + JOINT.SLOT_HOLD]) * inv_h / mass * give)
        elif joints.info[i, JOINT.LIMITS] & (1 << axis) and mass > ZERO:
            stop = max(work[i, axis * JOINT.SLOTS + JOINT.SLOT_LOWER], work[i, axis * JOINT.SLOTS + JOINT.SLOT_UPPER])
            sag = max(sag, stop * inv_h / mass * give)
    spread_sag(i, sag, bodies, joints)


@leaf
def spread_sag(i, sag, bodies, joints):
    """Remember with both bodies how far a joint gives way [m]."""
    for side in range(2):
        body = joints.info[i, JOINT.BODY_A + side]
        if body:
            bodies.traits[body, BODY.TRAIT_SAG] = max(bodies.traits[body, BODY.TRAIT_SAG], SAG_FACTOR * sag)


@leaf
def break_loaded(i, bodies, joints, counts, events):
    """Break a joint whose force or torque is more than it bears."""
    x, y, z = load3(joints.result, i, JOINT.RESULT_FORCE)
    force = math.sqrt(x * x + y * y + z * z)
    x, y, z = load3(joints.result, i, JOINT.RESULT_TORQUE)
    torque = math.sqrt(x * x + y * y + z * z)
    if force > joints.traits[i, JOINT.TRAIT_BREAK_FORCE] or torque > joints.traits[i, JOINT.TRAIT_BREAK_TORQUE]:
        break_joint(i, force, torque, bodies, joints, counts, events)


@linked
def store_joints(tier, config, numbers, bodies, joints, counts, events):
    """Write forces back for the next step and for people, note loads, and break what is loaded too much.

    Args:
        tier: The tier.
        config: Parameters of the step.
        numbers: Of the tier.
        bodies: Body arrays. Loads are updated.
        joints: Joint arrays. Updated.
        counts: Counts. Updated.
        events: Broken joints are reported.
    """
    inv_h = joints.soft[tier, JOINT.SOFT_INV_STEP]
    inv_dt = np.float32(1.0 / config[CONFIG.DT])
    store_batches(tier, joints)
    for k in range(joints.colored_starts[tier] * LANES, joints.colored_starts[tier + 1] * LANES):
        i = joints.colored_joints[k]
        if i:
            spread_sag(i, numbers[TIER.GIVE + 1] * store_colored(k, inv_h, inv_dt, joints), bodies, joints)
            break_loaded(i, bodies, joints, counts, events)
    for place in range(joints.starts[tier], joints.starts[tier + 1]):
        i = joints.order[place, JOINT.PLACE_JOINT]
        for c in range(JOINT.AXES * JOINT.SLOTS):
            joints.result[i, c] = inv_h * joints.work[i, c]
        for c in range(JOINT.AXES * JOINT.SLOTS, JOINT.WORK_TURNS + 3):
            joints.result[i, c] = joints.work[i, c]
        for c in range(3):
            joints.result[i, JOINT.RESULT_FORCE + c] = inv_dt * joints.work[i, JOINT.WORK_SUM + c]
            joints.result[i, JOINT.RESULT_TORQUE + c] = inv_dt * joints.work[i, JOINT.WORK_SUM + 3 + c]
        if joints.order[place, JOINT.PLACE_KIND] == JOINT.KIND_LOOP:
            note_sag(i, inv_h, numbers[TIER.GIVE + 1], bodies, joints)
        break_loaded(i, bodies, joints, counts, events)
    note_taut(tier, config, bodies, joints)


call_prepare_joints = by_address(prepare_joints, types.none)
call_store_joints = by_address(store_joints, types.none)

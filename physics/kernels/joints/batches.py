"""Batches: up to eight groups of plain points that are alike, such as chains of equal length, side by side.

What `joints.points` does for one group in float64 is done here for eight in float32. That is exact enough where masses
are alike and no lever is long for its body; other groups stay as they are. A cell is one joint of each of the groups.
Their records in `order` are alike, so those of the first group tell for all which cells are coupled. Batches begin
every substep without the forces of the one before, as overconstrained groups do.
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import LANES
from physics.kernels.islands.islands import movable
from physics.kernels.layout import body as BODY, joint as JOINT, motion as MOTION

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
#: Largest ratio of two masses of a batch.
MASSES = 16.0
#: Largest share of turning in how a point answers to a push: the square of its lever by inverse inertia and mass.
TURNING_SHARE = 100.0
#: Most joints of a group in a batch.
LONGEST = 64


# ---- Which groups --------------------------------------------------------------------------------------------------


@leaf
def suits(begin, end, bodies, joints):
    """True for a group that float32 is exact enough for, and that has no more neighbors than a cell has room for."""
    record = joints.order
    if record[begin, JOINT.PLACE_PLAIN] != 2 or record[begin, JOINT.PLACE_OVERCONSTRAINED] or end - begin > LONGEST:
        return False
    least, most = np.inf, 0.0
    for place in range(begin, end):
        i = record[place, JOINT.PLACE_JOINT]
        if record[place, JOINT.PLACE_CLOSES] or record[place, JOINT.PLACE_COUNT] > JOINT.BATCH_NEIGHBORS:
            return False
        for side in range(2):
            body = joints.info[i, JOINT.BODY_A + side]
            flags = bodies.links[body, BODY.FLAGS]
            if not movable(flags):
                continue
            mass = np.float64(bodies.motion[body, MOTION.INV_MASS])
            square = 0.0
            for c in range(3):
                lever = np.float64(joints.work[i, JOINT.WORK_START_A + 3 * side + c])
                square += lever * lever
            inertia = bodies.inv_inertia
            turning = max(max(inertia[body, 0], inertia[body, 3]), inertia[body, 5])
            if flags & BODY.LOCK_BITS or not square * turning < TURNING_SHARE * mass:
                return False
            least, most = min(least, mass), max(most, mass)
    return most < MASSES * least


@leaf
def alike(first, other, size, joints):
    """True when two groups of one size are coupled in the same way."""
    record, neighbors = joints.order, joints.neighbors
    for k in range(size):
        if record[first + k, JOINT.PLACE_COUNT] != record[other + k, JOINT.PLACE_COUNT]:
            return False
        for number in range(2):
            a, b = record[first + k, JOINT.PLACE_BEFORE + number], record[other + k, JOINT.PLACE_BEFORE + number]
            if a < 0 or b < 0:
                if a != b:
                    return False
            elif a - 4 * first != b - 4 * other:
                return False
        for n in range(record[first + k, JOINT.PLACE_COUNT]):
            a = neighbors[record[first + k, JOINT.PLACE_NEIGHBORS] + n, JOINT.NEIGHBOR_PLACE] - first
            if a != neighbors[record[other + k, JOINT.PLACE_NEIGHBORS] + n, JOINT.NEIGHBOR_PLACE] - other:
                return False
    return True


@leaf
def form_batch(batch, cell, size, members, joints):
    """Make a batch of the groups that begin at the first places in `deferred`; fill its lanes."""
    record, work = joints.order, joints.work
    joints.batch_list[batch, JOINT.BATCH_BEGIN] = joints.deferred[0]
    joints.batch_list[batch, JOINT.BATCH_SIZE] = size
    joints.batch_list[batch, JOINT.BATCH_CELL] = cell
    for n in range(size):
        for lane in range(LANES):
            k = (cell + n) * LANES + lane
            start = (cell + n) * JOINT.BATCH_ROWS * LANES + lane
            if lane >= members:
                joints.batch_joints[k], joints.batch_lanes[0, k], joints.batch_lanes[1, k] = 0, 0, 0
                for row in range(JOINT.BATCH_ROWS):
                    joints.batch[start + row * LANES] = ZERO
                continue
            place = joints.deferred[lane] + n
            i = record[place, JOINT.PLACE_JOINT]
            record[place, JOINT.PLACE_PLAIN] = 3
            joints.batch_joints[k] = i
            joints.batch_lanes[0, k] = joints.info[i, JOINT.BODY_A]
            joints.batch_lanes[1, k] = joints.info[i, JOINT.BODY_A + 1]
            for c in range(9):
                joints.batch[start + (JOINT.BATCH_START + c) * LANES] = work[i, JOINT.WORK_START_A + c]
            for c in range(3):
                joints.batch[start + (JOINT.BATCH_SUM + c) * LANES] = ZERO


@leaf
def form_batches(tier, bodies, joints):
    """Put groups of a tier that are alike, and stand one after the other, into batches."""
    batch = joints.batch_starts[tier]
    cell = 0
    if batch:
        cell = joints.batch_list[batch - 1, JOINT.BATCH_CELL] + joints.batch_list[batch - 1, JOINT.BATCH_SIZE]
    members, size = 0, 0
    begin, last = joints.starts[tier], joints.starts[tier + 1]
    while begin <= last:
        end = joints.order[begin, JOINT.PLACE_END] if begin < last else last
        fits = begin < last and suits(begin, end, bodies, joints)
        joins = fits and members > 0 and end - begin == size and alike(joints.deferred[0], begin, size, joints)
        if members == LANES or (members > 0 and not joins and (fits or begin == last)):
            if members >= JOINT.BATCH_LEAST:
                form_batch(batch, cell, size, members, joints)
                batch, cell = batch + 1, cell + size
                joints.soft[tier, JOINT.SOFT_OVERCONSTRAINED] = ONE
            members = 0
        if fits:
            joints.deferred[members] = begin
            members, size = members + 1, end - begin
        if begin == last:
            break
        begin = end
    joints.batch_starts[tier + 1] = batch


@leaf
def batch_of(batch, joints):
    """First place, size and first cell of a batch."""
    row = joints.batch_list
    return row[batch, JOINT.BATCH_BEGIN], row[batch, JOINT.BATCH_SIZE], row[batch, JOINT.BATCH_CELL]


@leaf
def store_batches(tier, joints):
    """Copy impulses and their sums to the working records of the joints."""
    for batch in range(joints.batch_starts[tier], joints.batch_starts[tier + 1]):
        _, size, first = batch_of(batch, joints)
        for k in range(first * LANES, (first + size) * LANES):
            i = joints.batch_joints[k]
            if i:
                start = (k // LANES) * JOINT.BATCH_ROWS * LANES + k % LANES
                for c in range(3):
                    joints.work[i, c * JOINT.SLOTS + JOINT.SLOT_HOLD] = joints.batch[
                        start + (JOINT.BATCH_IMPULSE + c) * LANES
                    ]
                    joints.work[i, JOINT.WORK_SUM + c] = joints.batch[start + (JOINT.BATCH_SUM + c) * LANES]

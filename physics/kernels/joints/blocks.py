"""Blocks of groups of joints: filling, factoring, solving. Notation is that of `joints.groups`.

`pivot` of a joint holds its diagonal block of K, then the inverse of what is left of it when the joints farther out
have been eliminated. `blocks` holds A, the blocks that couple it to the joints before it, then L = pivot A.
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import dot
from physics.kernels.joints.measure import load3, row_product
from physics.kernels.layout import joint as JOINT, motion as MOTION

#: Side of a block.
WIDTH = 6
#: Pivots below this part of their first value stand for directions that nothing is left to move in.
SINGULAR = 1e-9


@leaf
def axis_of(code, row):
    """Axis of a locked row."""
    return code >> (3 * row) & 7


@leaf
def fill_pivot(place, i, rows, code, mass_a, mass_b, joints):
    """Diagonal block of a joint for the rows that are given, and their masses alone."""
    work = joints.work
    for r in range(rows):
        d = axis_of(code, r)
        for s in range(r):
            value = row_product(i, d, axis_of(code, s), mass_a, mass_b, joints.rows)
            joints.pivot[place, WIDTH * r + s] = value
            joints.pivot[place, WIDTH * s + r] = value
        alone = row_product(i, d, d, mass_a, mass_b, joints.rows)
        work[i, JOINT.WORK_MASS + d] = 1.0 / alone if alone > 0.0 else 0.0
        joints.pivot[place, WIDTH * r + r] = alone


@leaf
def soften_pivot(place, i, joints):
    """Add the softness of each row to a diagonal block."""
    rows, code = joints.order[place, JOINT.PLACE_ROWS], joints.order[place, JOINT.PLACE_AXES]
    for r in range(rows):
        joints.pivot[place, WIDTH * r + r] += np.float64(joints.work[i, JOINT.WORK_GIVE + axis_of(code, r)])


@leaf
def sweep(pivot, p, rows):
    """Invert a symmetric block by pivots along its diagonal."""
    least = 0.0
    for r in range(rows):
        least = max(least, pivot[p, (WIDTH + 1) * r])
    least *= SINGULAR
    for r in range(rows):
        row = WIDTH * r
        value = pivot[p, row + r]
        inverse = 1.0 / value if value > least else 0.0
        for s in range(rows):
            if s != r:
                factor = pivot[p, WIDTH * s + r] * inverse
                for c in range(rows):
                    if c != r:
                        pivot[p, WIDTH * s + c] -= factor * pivot[p, row + c]
        for s in range(rows):
            if s != r:
                pivot[p, row + s] *= inverse
                pivot[p, WIDTH * s + r] *= -inverse
        pivot[p, row + r] = inverse


@leaf
def invert(pivot, p, rows):
    """Invert the symmetric block of a place; what cannot move is left out."""
    if rows == 3:
        a, b, c = pivot[p, 0], pivot[p, 1], pivot[p, 2]
        d, e, f = pivot[p, WIDTH + 1], pivot[p, WIDTH + 2], pivot[p, 2 * WIDTH + 2]
        u, v, w = d * f - e * e, c * e - b * f, b * e - c * d
        determinant = a * u + b * v + c * w
        if a > 0.0 and d > 0.0 and determinant > SINGULAR * a * d * f:
            inverse = 1.0 / determinant
            x, y, z = v * inverse, w * inverse, (b * c - a * e) * inverse
            pivot[p, 0], pivot[p, 1], pivot[p, 2] = u * inverse, x, y
            pivot[p, WIDTH], pivot[p, WIDTH + 1], pivot[p, WIDTH + 2] = x, (a * f - c * c) * inverse, z
            pivot[p, 2 * WIDTH], pivot[p, 2 * WIDTH + 1] = y, z
            pivot[p, 2 * WIDTH + 2] = (a * d - b * b) * inverse
            return
    if rows == 5:
        sweep(pivot, p, 5)
    else:
        sweep(pivot, p, rows)


@leaf
def held_body(place, number, joints):
    """Body that a place holds: 0 a, 1 b; a gear has those of its first joint, then of its second. 0 for none."""
    i = joints.order[place, JOINT.PLACE_JOINT]
    if joints.order[place, JOINT.PLACE_KIND] == JOINT.KIND_GROUP_GEAR:
        i = joints.info[i, JOINT.FIRST + (number >> 1)] >> 3
    elif number > 1:
        return 0
    return joints.info[i, JOINT.BODY_A + (number & 1)]


@leaf
def couple(place, number, other, at_other, start, body, joints, bodies):
    """Add to the block that couples a joint to one before it, what comes through a body that they share.

    Args:
        place: Place of the joint.
        number: Which of its bodies it is.
        other: Place of the other one.
        at_other: Which of the bodies of the other one it is.
        start: Where the block begins.
        body: The body.
        joints: Joint arrays.
        bodies: Body arrays.
    """
    lines = joints.rows
    record = joints.order
    i, j = record[place, JOINT.PLACE_JOINT], record[other, JOINT.PLACE_JOINT]
    side, side_at_other = number & 1, at_other & 1
    sign = 1.0 if side == side_at_other else -1.0
    inv_mass = np.float64(bodies.motion[body, MOTION.INV_MASS])
    for r in range(record[place, JOINT.PLACE_ROWS]):
        # The one row of a gear stands in two parts: for the bodies of its first joint, and for those of its second.
        c = JOINT.ROW_STRIDE * (axis_of(record[place, JOINT.PLACE_AXES], r) + (number >> 1))
        n, on = load3(lines, i, c + JOINT.ROW_N), load3(lines, i, c + JOINT.ROW_ON_A + 3 * side)
        for s in range(record[other, JOINT.PLACE_ROWS]):
            c = JOINT.ROW_STRIDE * (axis_of(record[other, JOINT.PLACE_AXES], s) + (at_other >> 1))
            value = inv_mass * dot(n, load3(lines, j, c + JOINT.ROW_N))
            value += dot(on, load3(lines, j, c + JOINT.ROW_TURN_A + 3 * side_at_other))
            joints.blocks[start] += sign * value
            start += 1


@leaf
def find_block(place, other, joints):
    """Where the block of two neighbors begins; the second is before the first."""
    neighbors = joints.neighbors
    k = joints.order[place, JOINT.PLACE_NEIGHBORS]
    while neighbors[k, JOINT.NEIGHBOR_PLACE] != other:
        k += 1
    return neighbors[k, JOINT.NEIGHBOR_BLOCK]


@leaf
def finish_block(place, other, start, rows, width, joints):
    """Turn block A into L = pivot A, and subtract A^T L from the diagonal block of the neighbor."""
    pivot, blocks, column = joints.pivot, joints.blocks, joints.answer
    for c in range(width):
        for r in range(rows):
            total = 0.0
            for m in range(rows):
                total += pivot[place, WIDTH * r + m] * blocks[start + m * width + c]
            column[place, r] = total
        for s in range(c, width):
            total = 0.0
            for m in range(rows):
                total += column[place, m] * blocks[start + m * width + s]
            value = pivot[other, WIDTH * c + s] - total
            pivot[other, WIDTH * c + s] = value
            pivot[other, WIDTH * s + c] = value
        for r in range(rows):
            blocks[start + r * width + c] = column[place, r]


@leaf
def finish_block3(place, other, start, pivot, blocks):
    """The same for two joints of three rows, the most frequent case."""
    a, b, c = pivot[place, 0], pivot[place, 1], pivot[place, 2]
    d, e, f = pivot[place, WIDTH + 1], pivot[place, WIDTH + 2], pivot[place, 2 * WIDTH + 2]
    x0, y0, z0 = blocks[start], blocks[start + 3], blocks[start + 6]
    x1, y1, z1 = blocks[start + 1], blocks[start + 4], blocks[start + 7]
    x2, y2, z2 = blocks[start + 2], blocks[start + 5], blocks[start + 8]
    p0, q0, r0 = a * x0 + b * y0 + c * z0, b * x0 + d * y0 + e * z0, c * x0 + e * y0 + f * z0
    p1, q1, r1 = a * x1 + b * y1 + c * z1, b * x1 + d * y1 + e * z1, c * x1 + e * y1 + f * z1
    p2, q2, r2 = a * x2 + b * y2 + c * z2, b * x2 + d * y2 + e * z2, c * x2 + e * y2 + f * z2
    blocks[start], blocks[start + 3], blocks[start + 6] = p0, q0, r0
    blocks[start + 1], blocks[start + 4], blocks[start + 7] = p1, q1, r1
    blocks[start + 2], blocks[start + 5], blocks[start + 8] = p2, q2, r2
    xy, xz, yz = p0 * x1 + q0 * y1 + r0 * z1, p0 * x2 + q0 * y2 + r0 * z2, p1 * x2 + q1 * y2 + r1 * z2
    pivot[other, 0] -= p0 * x0 + q0 * y0 + r0 * z0
    pivot[other, 1] -= xy
    pivot[other, 2] -= xz
    pivot[other, WIDTH] -= xy
    pivot[other, WIDTH + 1] -= p1 * x1 + q1 * y1 + r1 * z1
    pivot[other, WIDTH + 2] -= yz
    pivot[other, 2 * WIDTH] -= xz
    pivot[other, 2 * WIDTH + 1] -= yz
    pivot[other, 2 * WIDTH + 2] -= p2 * x2 + q2 * y2 + r2 * z2


@leaf
def eliminate(place, joints):
    """Invert the pivot of a joint and take it out of the joints before it."""
    pivot, blocks, record, neighbors = joints.pivot, joints.blocks, joints.order, joints.neighbors
    rows = record[place, JOINT.PLACE_ROWS]
    invert(pivot, place, rows)
    first = record[place, JOINT.PLACE_NEIGHBORS]
    for k in range(first, first + record[place, JOINT.PLACE_COUNT]):
        other, start = neighbors[k, JOINT.NEIGHBOR_PLACE], neighbors[k, JOINT.NEIGHBOR_BLOCK]
        width = record[other, JOINT.PLACE_ROWS]
        for m in range(first, k):
            inner, before = neighbors[m, JOINT.NEIGHBOR_PLACE], neighbors[m, JOINT.NEIGHBOR_BLOCK]
            across = record[inner, JOINT.PLACE_ROWS]
            target = find_block(other, inner, joints)
            for r in range(width):
                for c in range(across):
                    total = 0.0
                    for e in range(rows):
                        total += blocks[start + e * width + r] * blocks[before + e * across + c]
                    blocks[target + r * across + c] -= total
        if rows == 3 and width == 3:
            finish_block3(place, other, start, pivot, blocks)
        elif rows == 5 and width == 5:
            finish_block(place, other, start, 5, 5, joints)
        elif rows == 5 and width == 3:
            finish_block(place, other, start, 5, 3, joints)
        elif rows == 3 and width == 5:
            finish_block(place, other, start, 3, 5, joints)
        else:
            finish_block(place, other, start, rows, width, joints)


@leaf
def subtract_across(place, other, start, blocks, answer):
    """Take what a joint of three rows answers out of the right side of its neighbor of three rows."""
    x, y, z = load3(answer, place, 0)
    answer[other, 0] -= blocks[start] * x + blocks[start + 3] * y + blocks[start + 6] * z
    answer[other, 1] -= blocks[start + 1] * x + blocks[start + 4] * y + blocks[start + 7] * z
    answer[other, 2] -= blocks[start + 2] * x + blocks[start + 5] * y + blocks[start + 8] * z


@leaf
def subtract_along(place, other, start, blocks, answer):
    """Take what its neighbor of three rows answers out of the answer of a joint of three rows."""
    x, y, z = load3(answer, other, 0)
    answer[place, 0] -= blocks[start] * x + blocks[start + 1] * y + blocks[start + 2] * z
    answer[place, 1] -= blocks[start + 3] * x + blocks[start + 4] * y + blocks[start + 5] * z
    answer[place, 2] -= blocks[start + 6] * x + blocks[start + 7] * y + blocks[start + 8] * z


@leaf
def carry_across(place, other, start, rows, width, blocks, answer):
    """`subtract_across` for any number of rows."""
    for c in range(width):
        total = 0.0
        for r in range(rows):
            total += blocks[start + r * width + c] * answer[place, r]
        answer[other, c] -= total


@leaf
def carry_along(place, other, start, rows, width, blocks, answer):
    """`subtract_along` for any number of rows."""
    for r in range(rows):
        total = 0.0
        for c in range(width):
            total += blocks[start + r * width + c] * answer[other, c]
        answer[place, r] -= total


@leaf
def solve_group(begin, end, answer, joints):
    """Solve K x = y for one group; y stands in `answer`, float64 by place, and becomes x.

    Points and hinges, three and five rows, are most of all: with numbers known to the compiler they are twice as fast.
    """
    pivot, blocks, record, neighbors = joints.pivot, joints.blocks, joints.order, joints.neighbors
    for step in range(end - begin):
        place = end - 1 - step
        rows = record[place, JOINT.PLACE_ROWS]
        first = record[place, JOINT.PLACE_NEIGHBORS]
        for k in range(first, first + record[place, JOINT.PLACE_COUNT]):
            other, start = neighbors[k, JOINT.NEIGHBOR_PLACE], neighbors[k, JOINT.NEIGHBOR_BLOCK]
            width = record[other, JOINT.PLACE_ROWS]
            if rows == 3 and width == 3:
                subtract_across(place, other, start, blocks, answer)
            elif rows == 5 and width == 3:
                carry_across(place, other, start, 5, 3, blocks, answer)
            elif rows == 3 and width == 5:
                carry_across(place, other, start, 3, 5, blocks, answer)
            elif rows == 5 and width == 5:
                carry_across(place, other, start, 5, 5, blocks, answer)
            else:
                carry_across(place, other, start, rows, width, blocks, answer)
    for place in range(begin, end):
        rows = record[place, JOINT.PLACE_ROWS]
        multiply_pivot(place, rows, pivot, answer)
        first = record[place, JOINT.PLACE_NEIGHBORS]
        for k in range(first, first + record[place, JOINT.PLACE_COUNT]):
            other, start = neighbors[k, JOINT.NEIGHBOR_PLACE], neighbors[k, JOINT.NEIGHBOR_BLOCK]
            width = record[other, JOINT.PLACE_ROWS]
            if rows == 3 and width == 3:
                subtract_along(place, other, start, blocks, answer)
            elif rows == 5 and width == 3:
                carry_along(place, other, start, 5, 3, blocks, answer)
            elif rows == 3 and width == 5:
                carry_along(place, other, start, 3, 5, blocks, answer)
            elif rows == 5 and width == 5:
                carry_along(place, other, start, 5, 5, blocks, answer)
            else:
                carry_along(place, other, start, rows, width, blocks, answer)


@leaf
def multiply_rows(place, rows, pivot, answer):
    """`multiply_pivot` for any number of rows."""
    x, y, z = load3(answer, place, 0)
    p, q, w = load3(answer, place, 3)
    for r in range(rows):
        c = WIDTH * r
        total = pivot[place, c] * x
        if rows > 1:
            total += pivot[place, c + 1] * y
        if rows > 2:
            total += pivot[place, c + 2] * z
        if rows > 3:
            total += pivot[place, c + 3] * p
        if rows > 4:
            total += pivot[place, c + 4] * q
        if rows > 5:
            total += pivot[place, c + 5] * w
        answer[place, r] = total


@leaf
def multiply_pivot(place, rows, pivot, answer):
    """Multiply what stands in `answer` by the inverse of the pivot."""
    if rows == 3:
        multiply_rows(place, 3, pivot, answer)
    elif rows == 5:
        multiply_rows(place, 5, pivot, answer)
    else:
        multiply_rows(place, rows, pivot, answer)

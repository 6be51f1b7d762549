"""Points of a shape on a surface of triangles, gathered by direction and reduced to four per direction.

Triangles come one after another, and there may be thousands of them: a group that is full is reduced before it takes
more. So nothing has to be left out, and the order of the triangles in the tree decides among equals.

All buffers are flat pointers: `work` float32, `names` int32.
"""

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import cross, dot, perpendicular
from physics.kernels.layout import contact as CONTACT

# Buffer `work`: two polygons, groups of points (normal, least separation, points of x, y, z, separation), memory for
# `write_manifold`, lower bound of the gap.
POLYGON_SIZE = 72
POLYGON = np.int64(0)
POLYGON_CUT = np.int64(4 * POLYGON_SIZE)
GROUPS = 8
GROUP_POINTS = 16
GROUP_STRIDE = 4 + 4 * GROUP_POINTS
GROUP = 8 * POLYGON_SIZE
OLD = GROUP + GROUPS * GROUP_STRIDE
GAP = OLD + 16
MESH_FLOATS = GAP + 8

# Buffer `names`: triangles to look at, points and feature ids of the groups, group and contact of each slot, material
# of each group, material of the triangle whose points are added.
LISTED_SIZE = 64
LISTED = 0
GROUP_COUNT = LISTED_SIZE
GROUP_NAMES = GROUP_COUNT + GROUPS
SLOT_GROUP = GROUP_NAMES + GROUPS * GROUP_POINTS
SLOT_ROW = SLOT_GROUP + CONTACT.MESH_SLOTS
GROUP_PATCH = SLOT_ROW + CONTACT.MESH_SLOTS
PATCH = GROUP_PATCH + GROUPS
ONLY_CARRYING = PATCH + 1  # 1 if points that carry nothing are dropped, as of meshes that move
LISTED_A = ONLY_CARRYING + 1  # triangles of a mesh that moves, while those of the other are listed
MESH_INTS = LISTED_A + LISTED_SIZE

ZERO = np.float32(0.0)
#: Normals closer than this (2.5 degrees) belong together.
SAME_DIRECTION = np.float32(0.999)
#: A point is deeper than another only if it is so by this [m].
DEEPER = np.float32(1.0e-4)
#: Points within this of the deepest carry the shape [m].
CARRYING = np.float32(0.005)
#: Slope of the direction whose outermost point comes first: along an axis of the world, all points of the edge of a box
#: would be outermost, and one in the middle of the edge might be taken in place of a corner.
ASKEW = np.float32(0.37)
#: A later point replaces an earlier one only if it is better by this factor, so near ties do not flicker.
BETTER = np.float32(1.05)


@leaf
def point_of(group, p, work):
    """Place of a point of a group [m]."""
    k = GROUP + group * GROUP_STRIDE + 4 + 4 * p
    return work[k], work[k + 1], work[k + 2]


@leaf
def gap_of(group, p, work):
    """Separation of a point of a group [m]."""
    return work[GROUP + group * GROUP_STRIDE + 7 + 4 * p]


@leaf
def normal_of(group, work):
    """Normal of a group, from a to b."""
    k = GROUP + group * GROUP_STRIDE
    return work[k], work[k + 1], work[k + 2]


@leaf
def swap_points(group, p, q, work, names):
    """Exchange two points of a group."""
    k, m = GROUP + group * GROUP_STRIDE + 4 + 4 * p, GROUP + group * GROUP_STRIDE + 4 + 4 * q
    for c in range(4):
        work[k + c], work[m + c] = work[m + c], work[k + c]
    k, m = GROUP_NAMES + group * GROUP_POINTS + p, GROUP_NAMES + group * GROUP_POINTS + q
    names[k], names[m] = names[m], names[k]


@leaf
def square_between(group, p, q, work):
    """Square of the distance of two points [m^2]."""
    a, b = point_of(group, p, work), point_of(group, q, work)
    x, y, z = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    return x * x + y * y + z * z


@leaf
def signed_area(group, p, q, r, normal, work):
    """Twice the area of the triangle of three points, seen along the normal [m^2]."""
    a, b, c = point_of(group, p, work), point_of(group, q, work), point_of(group, r, work)
    u = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    v = (c[0] - a[0], c[1] - a[1], c[2] - a[2])
    return dot(normal, cross(u, v))


@leaf
def farthest_point(group, count, reach, limit, work):
    """Point of a group farthest from its first, of those with at most the gap `limit`; -1 if none is beyond `reach`."""
    best, found = reach * reach, -1
    for p in range(1, count):
        if gap_of(group, p, work) <= limit:
            square = square_between(group, 0, p, work)
            if square > best:
                best, found = square * BETTER, p
    return found


@leaf
def widest_point(group, count, chosen, normal, least, work):
    """Point that adds most area to the first two or three of a group; -1 if it would add less than `least`."""
    best, found = least, -1
    turn = signed_area(group, 0, 1, 2, normal, work) if chosen == 3 else ZERO
    for p in range(chosen, count):
        if chosen == 2:
            area = abs(signed_area(group, 0, 1, p, normal, work))
        else:
            area = -min(
                signed_area(group, 0, 1, p, normal, work)
                if turn > ZERO
                else -signed_area(group, 0, 1, p, normal, work),
                signed_area(group, 1, 2, p, normal, work)
                if turn > ZERO
                else -signed_area(group, 1, 2, p, normal, work),
                signed_area(group, 2, 0, p, normal, work)
                if turn > ZERO
                else -signed_area(group, 2, 0, p, normal, work),
            )
        if area > best:
            best, found = area * BETTER, p
    return found


@leaf
def drop_high(group, work, names):
    """Keep the points of a group that carry: a mesh is curved, and what is higher would take their places."""
    count = np.int64(names[GROUP_COUNT + group])
    least = gap_of(group, 0, work)
    for p in range(1, count):
        least = min(least, gap_of(group, p, work))
    kept = np.int64(0)
    for p in range(count):
        if gap_of(group, p, work) <= least + CARRYING:
            swap_points(group, kept, p, work, names)
            kept += 1
    names[GROUP_COUNT + group] = kept


@routine
def reduce_group(group, spread, work, names):
    """Keep at most four points of a group, at its front: far apart, and the deepest among them.

    Args:
        group: Number of the group.
        spread: Points nearer to one another than this are one [m].
        work: Buffer. Updated.
        names: Buffer. Updated.
    """
    if names[ONLY_CARRYING] != 0:
        drop_high(group, work, names)
    count = np.int64(names[GROUP_COUNT + group])
    if count < 2:
        return
    normal = normal_of(group, work)
    tangent = perpendicular(normal)
    second = cross(normal, tangent)
    tangent = (
        tangent[0] + ASKEW * second[0],
        tangent[1] + ASKEW * second[1],
        tangent[2] + ASKEW * second[2],
    )
    deepest = np.int64(0)
    for p in range(1, count):
        if gap_of(group, p, work) < gap_of(group, deepest, work) - DEEPER:
            deepest = p
    depth = gap_of(group, deepest, work)
    # The outermost along a fixed direction, so that it is the same from step to step.
    first = deepest
    for p in range(count):
        if gap_of(group, p, work) <= depth + CARRYING:
            if dot(tangent, point_of(group, p, work)) > dot(tangent, point_of(group, first, work)) + spread:
                first = p
    swap_points(group, 0, first, work, names)
    chosen = np.int64(1)
    found = farthest_point(group, count, spread, depth + CARRYING, work)
    if found < 0:
        found = farthest_point(group, count, spread, np.float32(np.inf), work)
    if found >= 0:
        swap_points(group, 1, found, work, names)
        chosen = 2
        least = spread * np.sqrt(square_between(group, 0, 1, work))
        while found >= 0 and chosen < 4:
            found = widest_point(group, count, chosen, normal, least, work)
            if found >= 0:
                swap_points(group, chosen, found, work, names)
                chosen += 1
    keep_deepest(group, chosen, count, work, names)
    names[GROUP_COUNT + group] = chosen


@leaf
def keep_deepest(group, chosen, count, work, names):
    """Put the deepest point of a group in the place of the nearest chosen one, unless a chosen one is as deep."""
    deepest = np.int64(0)
    for p in range(1, count):
        if gap_of(group, p, work) < gap_of(group, deepest, work) - DEEPER:
            deepest = p
    if deepest >= chosen:
        nearest = np.int64(0)
        for p in range(1, chosen):
            if square_between(group, p, deepest, work) < square_between(group, nearest, deepest, work):
                nearest = p
        swap_points(group, nearest, deepest, work, names)


@leaf
def write_group_point(group, p, position, separation, name, work, names):
    """Write one point of a group."""
    k = GROUP + group * GROUP_STRIDE + 4 + 4 * p
    work[k] = position[0]
    work[k + 1] = position[1]
    work[k + 2] = position[2]
    work[k + 3] = separation
    names[GROUP_NAMES + group * GROUP_POINTS + p] = name


@leaf
def closest_group(groups, normal, work, names):
    """Group of the present material whose normal is closest to a direction, and the cosine between them.

    If there is none: -1, and less than any cosine.
    """
    best, found = np.float32(-2.0), np.int64(-1)
    for group in range(groups):
        cosine = dot(normal, normal_of(group, work))
        if cosine > best and names[GROUP_PATCH + group] == names[PATCH]:
            best, found = cosine, group
    return found, best


@routine
def add_point(groups, normal, position, separation, name, spread, work, names):
    """Add a point to the group of its direction, or to a new one.

    Args:
        groups: Groups in use.
        normal: Unit vector from a to b.
        position: Place relative to the center of a, world axes [m].
        separation: Gap [m].
        name: Feature id.
        spread: As in `reduce_group`.
        work: Buffer. Updated.
        names: Buffer. Updated.

    Returns:
        Groups in use.
    """
    group, cosine = closest_group(groups, normal, work, names)
    if groups < GROUPS and cosine < SAME_DIRECTION:
        group = groups
        groups += 1
        names[GROUP_COUNT + group] = 0
        names[GROUP_PATCH + group] = names[PATCH]
    elif group < 0:  # no room for another material
        group = np.int64(0)
    k = GROUP + group * GROUP_STRIDE
    if names[GROUP_COUNT + group] == 0 or separation < work[k + 3] - DEEPER:
        work[k], work[k + 1], work[k + 2] = normal
        work[k + 3] = separation
    if names[GROUP_COUNT + group] == GROUP_POINTS:
        reduce_group(group, spread, work, names)
    p = names[GROUP_COUNT + group]
    write_group_point(group, p, position, separation, name, work, names)
    names[GROUP_COUNT + group] = p + 1
    return groups


@routine
def merge_groups(groups, spread, work, names):
    """Unite the groups of closest directions until each has a slot, and reduce all; returns their number."""
    while groups > CONTACT.MESH_SLOTS:
        best, kept, gone = np.float32(-2.0), np.int64(0), np.int64(1)
        for g in range(groups):
            for h in range(g + 1, groups):
                cosine = dot(normal_of(g, work), normal_of(h, work))
                if cosine > best:
                    best, kept, gone = cosine, g, h
        if work[GROUP + gone * GROUP_STRIDE + 3] < work[GROUP + kept * GROUP_STRIDE + 3]:
            for c in range(4):
                work[GROUP + kept * GROUP_STRIDE + c] = work[GROUP + gone * GROUP_STRIDE + c]
            names[GROUP_PATCH + kept] = names[GROUP_PATCH + gone]
        reduce_group(kept, spread, work, names)
        reduce_group(gone, spread, work, names)
        for p in range(names[GROUP_COUNT + gone]):
            name = names[GROUP_NAMES + gone * GROUP_POINTS + p]
            q = names[GROUP_COUNT + kept]
            write_group_point(kept, q, point_of(gone, p, work), gap_of(gone, p, work), name, work, names)
            names[GROUP_COUNT + kept] = q + 1
        groups -= 1
        if gone != groups:
            for c in range(GROUP_STRIDE):
                work[GROUP + gone * GROUP_STRIDE + c] = work[GROUP + groups * GROUP_STRIDE + c]
            for p in range(GROUP_POINTS):
                names[GROUP_NAMES + gone * GROUP_POINTS + p] = names[GROUP_NAMES + groups * GROUP_POINTS + p]
            names[GROUP_COUNT + gone] = names[GROUP_COUNT + groups]
            names[GROUP_PATCH + gone] = names[GROUP_PATCH + groups]
    for group in range(groups):
        reduce_group(group, spread, work, names)
    return groups

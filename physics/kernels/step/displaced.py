"""How much of a shape is under a level surface: volume, center of that volume, and area in the surface.

Solids with flat faces are cut exactly. From a point of the surface, the faces below it span tetrahedra that add up to
the volume, with signs: what closes the cut lies in the surface and adds none. Round solids are cut into disks across
their axis, of which the surface cuts segments of known area; along the axis these are summed by Gauss, over intervals
on which the sum is exact to about ten digits.

Places are relative to a point of the surface [m]: y is the height above it. A *sum* is (volume, moments x, y, z, area
in the surface, volume of all of the shape).
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import axes, axis_y, rotate
from physics.kernels.layout import hull as HULL, kind as KIND, shape as SHAPE
from physics.kernels.mesh.data import (
    MESH_TRIANGLE_COUNT,
    corner_vertices,
    mesh_vertex,
)
from physics.kernels.queries.areas import size_of_shape

#: Least sine of the angle between axis and vertical that counts: below it, disks are level all the same.
LEVEL = 1e-6

_GAUSS = np.polynomial.legendre.leggauss(8)
#: Places and weights on -1 to 1; and those of x = sin(pi / 2 * node), which is exact where integrands end as a root.
NODES = tuple(float(x) for x in _GAUSS[0])
WEIGHTS = tuple(float(x) for x in _GAUSS[1])
ROOT_NODES = tuple(float(x) for x in np.sin(0.5 * np.pi * _GAUSS[0]))
ROOT_WEIGHTS = tuple(float(x) for x in 0.5 * np.pi * _GAUSS[1] * np.cos(0.5 * np.pi * _GAUSS[0]))

NOTHING = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@leaf
def joined(s, t):
    """Sum of two sums."""
    return s[0] + t[0], s[1] + t[1], s[2] + t[2], s[3] + t[3], s[4] + t[4], s[5] + t[5]


@leaf
def whole(volume, center):
    """Sum of a shape that is under water."""
    return volume, volume * center[0], volume * center[1], volume * center[2], 0.0, volume


# ---- Flat faces ----------------------------------------------------------------------------------------------------


@leaf
def tetrahedron(a, b, c):
    """Signed volume between a triangle and the origin, its moments, and the area of its shadow from above."""
    volume = (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    ) / 6.0  # fmt: skip
    q = 0.25 * volume
    shadow = 0.5 * ((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]))
    return volume, q * (a[0] + b[0] + c[0]), q * (a[1] + b[1] + c[1]), q * (a[2] + b[2] + c[2]), shadow, 0.0


@leaf
def crossing(a, b):
    """Where a line from below (a) to above (b) meets the surface."""
    share = a[1] / (a[1] - b[1])
    return a[0] + share * (b[0] - a[0]), 0.0, a[2] + share * (b[2] - a[2])


@routine
def triangle_below(a, b, c):
    """What a triangle, counterclockwise seen from outside, adds to a sum."""
    below = np.int64(a[1] < 0.0) + np.int64(b[1] < 0.0) + np.int64(c[1] < 0.0)
    all_of_it = tetrahedron(a, b, c)
    if below == 3:
        return all_of_it[0], all_of_it[1], all_of_it[2], all_of_it[3], all_of_it[4], all_of_it[0]
    found = NOTHING
    if below == 1:
        if b[1] < 0.0:
            a, b, c = b, c, a
        elif c[1] < 0.0:
            a, b, c = c, a, b
        found = tetrahedron(a, crossing(a, b), crossing(a, c))
    elif below == 2:
        if b[1] >= 0.0:
            a, b, c = c, a, b
        elif a[1] >= 0.0:
            a, b, c = b, c, a
        left, right = crossing(b, c), crossing(a, c)
        found = joined(tetrahedron(a, b, left), tetrahedron(a, left, right))
    return found[0], found[1], found[2], found[3], found[4], all_of_it[0]


@leaf
def closed(s):
    """A sum over all faces: the shadows of those below are that of the cut, and the surface may be inside out."""
    sign = -1.0 if s[5] < 0.0 else 1.0
    return max(sign * s[0], 0.0), sign * s[1], sign * s[2], sign * s[3], abs(s[4]), sign * s[5]


@leaf
def placed(center, q, point):
    """A point of a shape, relative to the surface."""
    p = rotate(q, (np.float64(point[0]), np.float64(point[1]), np.float64(point[2])))
    return center[0] + p[0], center[1] + p[1], center[2] + p[2]


@routine
def box_below(center, q, size):
    """Sum of a box."""
    u, v, w = axes(q)
    u = (size[0] * u[0], size[0] * u[1], size[0] * u[2])
    v = (size[1] * v[0], size[1] * v[1], size[1] * v[2])
    w = (size[2] * w[0], size[2] * w[1], size[2] * w[2])
    total = NOTHING
    for _ in range(3):
        for side in range(2):
            s = 1.0 - 2.0 * side
            m = (center[0] + s * u[0], center[1] + s * u[1], center[2] + s * u[2])
            # Counterclockwise from outside: v then w as seen along -u, the other way round on the far side.
            a = (m[0] - v[0] - w[0], m[1] - v[1] - w[1], m[2] - v[2] - w[2])
            b = (m[0] + s * (v[0] - w[0]), m[1] + s * (v[1] - w[1]), m[2] + s * (v[2] - w[2]))
            c = (m[0] + v[0] + w[0], m[1] + v[1] + w[1], m[2] + v[2] + w[2])
            d = (m[0] - s * (v[0] - w[0]), m[1] - s * (v[1] - w[1]), m[2] - s * (v[2] - w[2]))
            total = joined(total, triangle_below(a, b, c))
            total = joined(total, triangle_below(a, c, d))
        u, v, w = v, w, u
    return closed(total)


@routine
def hull_below(center, q, data, numbers, indices):
    """Sum of a convex hull."""
    vertices = np.int64(indices[data + HULL.VERTICES])
    row = HULL.lanes(np.int64(indices[data + HULL.VERTEX_COUNT]))
    starts = np.int64(indices[data + HULL.FACE_STARTS])
    corners = np.int64(indices[data + HULL.CORNERS])
    total = NOTHING
    for face in range(np.int64(indices[data + HULL.FACE_COUNT])):
        first, a, b = np.int64(indices[starts + face]), center, center
        for k in range(first, np.int64(indices[starts + face + 1])):
            v = vertices + indices[corners + 2 * k]
            c = placed(center, q, (numbers[v], numbers[v + row], numbers[v + 2 * row]))
            if k == first:
                a = c
            elif k > first + 1:
                total = joined(total, triangle_below(a, b, c))
            b = c
    return closed(total)


@routine
def mesh_below(center, q, data, numbers, indices):
    """Sum of a mesh. An open one has no inside: what it sums to is up to its border."""
    total = NOTHING
    for triangle in range(np.int64(indices[data + MESH_TRIANGLE_COUNT])):
        i, j, k = corner_vertices(KIND.MESH, data, triangle, indices)
        a = placed(center, q, mesh_vertex(data, i, indices, numbers))
        b = placed(center, q, mesh_vertex(data, j, indices, numbers))
        c = placed(center, q, mesh_vertex(data, k, indices, numbers))
        total = joined(total, triangle_below(a, b, c))
    return closed(total)


# ---- Round ---------------------------------------------------------------------------------------------------------


@leaf
def sphere_below(center, radius):
    """Sum of a ball: of height h = radius - y it is pi h^2 (3 radius - h) / 3 below the surface."""
    volume = 4.0 / 3.0 * math.pi * radius * radius * radius
    if center[1] >= radius:
        return 0.0, 0.0, 0.0, 0.0, 0.0, volume
    if center[1] <= -radius:
        return whole(volume, center)
    y = center[1]
    deep = radius - y
    part = math.pi * deep * deep * (3.0 * radius - deep) / 3.0
    area = math.pi * (radius * radius - y * y)
    # About the center of the ball, the moment of a cap is minus the square of its area over 4 pi.
    return part, part * center[0], part * y - area * area / (4.0 * math.pi), part * center[2], area, volume


@leaf
def disks_between(start, end, square, line, turn):
    """Volume, moments along the axis and across it, and area in the surface, of a stretch that is cut all along.

    Args:
        start: First place along the axis [m].
        end: Last one [m].
        square: Square of the radius at s: square[0] + square[1] s + square[2] s^2.
        line: Of a disk at s, what is less than line[0] + line[1] s across is below the surface.
        turn: Sine of the angle between axis and vertical.
    """
    middle, half = 0.5 * (start + end), 0.5 * (end - start)
    volume, along, across, area = 0.0, 0.0, 0.0, 0.0
    for k in range(8):
        s, weight = middle + half * ROOT_NODES[k], half * ROOT_WEIGHTS[k]
        r2 = max(square[0] + s * (square[1] + s * square[2]), 0.0)
        t = line[0] + s * line[1]
        root = math.sqrt(max(r2 - t * t, 0.0))
        part = weight * (r2 * math.atan2(root, -t) + t * root)
        volume += part
        along += s * part
        across -= weight * (2.0 / 3.0) * root * root * root
        area += weight * 2.0 * root / turn
    return volume, along, across, area


@leaf
def disks_whole(start, end, square):
    """Volume and moment along the axis of a stretch."""
    middle, half = 0.5 * (start + end), 0.5 * (end - start)
    volume, along = 0.0, 0.0
    for k in range(8):
        s = middle + half * NODES[k]
        part = half * WEIGHTS[k] * math.pi * max(square[0] + s * (square[1] + s * square[2]), 0.0)
        volume += part
        along += s * part
    return volume, along


@leaf
def roots(a, b, c, low, high):
    """Where a s^2 + b s + c is 0, in order, within bounds; a bound for what is not."""
    under = b * b - 4.0 * a * c
    if under <= 0.0:
        return low, low
    q = -0.5 * (b + math.copysign(math.sqrt(under), b))
    one = c / q if q != 0.0 else low
    two = q / a if a != 0.0 else one
    one, two = min(max(one, low), high), min(max(two, low), high)
    return min(one, two), max(one, two)


@routine
def stretch_below(center, q, start, end, square):
    """Sum of a stretch of a solid of revolution about local y; `square` as of `disks_between`."""
    axis = axis_y(q)
    turn = max(math.sqrt(max(1.0 - axis[1] * axis[1], 0.0)), LEVEL)
    line = (-center[1] / turn, -axis[1] / turn)
    first, second = roots(
        square[2] - line[1] * line[1], square[1] - 2.0 * line[0] * line[1], square[0] - line[0] * line[0], start, end
    )
    all_of_it, _ = disks_whole(start, end, square)
    volume, along, across, area = 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        low = start if k == 0 else (first if k == 1 else second)
        high = first if k == 0 else (second if k == 1 else end)
        if high <= low:
            continue
        s = 0.5 * (low + high)
        t = line[0] + s * line[1]
        if square[0] + s * (square[1] + s * square[2]) > t * t:
            part, lean, aside, cut = disks_between(low, high, square, line, turn)
            volume, along, across, area = volume + part, along + lean, across + aside, area + cut
        elif t > 0.0:
            part, lean = disks_whole(low, high, square)
            volume, along = volume + part, along + lean
    # Across: level with the surface is the third direction; up the disk is the vertical without the axis.
    up = (-axis[0] * axis[1] / turn, (1.0 - axis[1] * axis[1]) / turn, -axis[2] * axis[1] / turn)
    x = volume * center[0] + along * axis[0] + across * up[0]
    y = volume * center[1] + along * axis[1] + across * up[1]
    z = volume * center[2] + along * axis[2] + across * up[2]
    return volume, x, y, z, area, all_of_it


@routine
def round_below(kind, center, q, size):
    """Sum of a capsule, cylinder or cone."""
    radius, half = size[0], size[1]
    if kind == KIND.CONE:
        # The radius falls from the base to the tip: radius (half - s) / (2 half).
        slope = 0.5 * radius / half
        square = (0.25 * radius * radius, -slope * radius, slope * slope)
        return stretch_below(center, q, -half, half, square)
    total = stretch_below(center, q, -half, half, (radius * radius, 0.0, 0.0))
    if kind == KIND.CAPSULE:
        rest = radius * radius - half * half
        total = joined(total, stretch_below(center, q, half, half + radius, (rest, 2.0 * half, -1.0)))
        total = joined(total, stretch_below(center, q, -half - radius, -half, (rest, -2.0 * half, -1.0)))
    return total


@routine
def shape_below(shape, center, q, shapes):
    """Sum of a shape; that of a height field or half-space is nothing.

    Args:
        shape: Row of the shape.
        center: Its center, relative to a point of the surface [m].
        q: Its rotation, float64.
        shapes: Shape arrays.
    """
    kind = shapes.info[shape, SHAPE.KIND]
    size = size_of_shape(shape, shapes)
    if kind == KIND.SPHERE:
        return sphere_below(center, size[0])
    if kind == KIND.BOX:
        return box_below(center, q, size)
    if KIND.is_round(kind):
        return round_below(kind, center, q, size)
    data = np.int64(shapes.info[shape, SHAPE.DATA])
    if kind == KIND.HULL:
        return hull_below(center, q, data, shapes.numbers, shapes.indices)
    if kind == KIND.MESH:
        return mesh_below(center, q, data, shapes.numbers, shapes.indices)
    return NOTHING

"""Contact points on a disk: the end of a cylinder or the base of a cone against another disk or a polygon.

Points on a disk must not turn with a spinning body, or they would carry its load to other places in every step. So
their directions come from the manifold: from the tilt if there is one, else from fixed directions of the world.

A tilted disk rolls along its rim, and its lowest point wanders. Held at the lowest point of the start of a step only,
it would be pushed where it no longer is, always late, and rocked higher and higher. So it stands on two points beside
the lowest one, hardly higher than that; the less it is tilted, the farther they are apart.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, add_scaled, cross, dot, scale, subtract
from physics.kernels.narrow_phase.curved.emit import (
    ID_CORNER,
    ID_CROSSING,
    ID_LENS,
    ID_SQUARE,
    ID_TILTED,
    NONE,
    above,
    emit,
)
from physics.kernels.narrow_phase.curved.features import CANDIDATES, SCRATCH_POLYGON, get_corner
from physics.kernels.narrow_phase.primitives.box_clip import SCRATCH_CANDIDATE, choose_four

#: A disk is tilted if the separation changes by more than this part of the way across it. Below, it faces squarely.
TILTED = 0.002

#: How far above the lowest point of a tilted disk the two beside it are [m]; on small disks, as a part of the radius.
BESIDE = 1e-4
BESIDE_PART = 1e-3
#: Cosine of 45 degrees.
DIAGONAL = math.sqrt(0.5)

#: A lens, the common part of two disks, is narrow if its width is less than this many times the smaller radius.
NARROW = 1.5


@leaf
def disk_axes(radius, outward, normal, other, tangent):
    """Directions in a disk for its points.

    Args:
        radius: Radius of the disk [m].
        outward: Normal of the disk.
        normal: Contact normal.
        other: Outward normal of the plane that the disk faces.
        tangent: Direction to begin with if it is not tilted; not along the normal.

    Returns:
        Two unit vectors, of which the first leads to the lowest separation; the height of the rim above its lowest
        point a quarter of the way around it [m]; and the first feature id.
    """
    slope = add_scaled(other, outward, -dot(other, outward))
    steep = dot(slope, slope)
    facing = dot(normal, other)
    if steep > TILTED * TILTED * facing * facing:
        height = radius * math.sqrt(steep) / abs(facing)
        first, code = scale(slope, -1.0 / math.sqrt(steep)), ID_TILTED
    else:
        height = 0.0
        first, code = add_scaled(tangent, outward, -dot(tangent, outward)), ID_SQUARE
        first = scale(first, 1.0 / math.sqrt(dot(first, first)))
    return first, cross(outward, first), height, code


@leaf
def rim_place(k, radius, height):
    """Point k of four on the rim of a disk around the origin, in the directions of `disk_axes` [m]."""
    if height == 0.0:
        u = radius if k == 0 else (-radius if k == 2 else 0.0)
        v = radius if k == 1 else (-radius if k == 3 else 0.0)
        return u, v
    cosine = -DIAGONAL
    if k == 0 or k == 3:
        # At the angle t from the lowest point, the rim is higher by (1 - cos t) times the height.
        cosine = max(1.0 - min(BESIDE, BESIDE_PART * radius) / height, DIAGONAL)
    sine = math.sqrt(1.0 - cosine * cosine)
    return radius * cosine, radius * (sine if k < 2 else -sine)


@leaf
def leave_circle(origin, direction, center, radius):
    """How far from a point in a circle along a unit direction to its rim [m]."""
    w = subtract(origin, center)
    b = dot(w, direction)
    return math.sqrt(max(b * b - dot(w, w) + radius * radius, 0.0)) - b


@routine
def disk_on_disk(normal, center, outward, radius, center_b, outward_b, radius_b, tangent, margin, point, feature):
    """Four points at the rim of the common part of two disks, the first the larger one; returns their number."""
    first, second, height, code = disk_axes(radius, outward, normal, outward_b, tangent)
    # Center of b as seen along the normal on the plane of a; tilts are small, so its disk stays a circle.
    seen = add_scaled(center_b, normal, above(center_b, normal, center, outward))
    way = subtract(seen, center)
    distance = math.sqrt(dot(way, way))
    low, high = max(-radius, distance - radius_b), min(radius, distance + radius_b)
    if not low < high:
        return NONE
    if distance > 0.0:
        way = scale(way, 1.0 / distance)
        if high - low < NARROW * min(radius, radius_b) and code == ID_SQUARE:
            first, second, height, code = way, cross(outward, way), 0.0, ID_LENS
    middle = add_scaled(center, way, 0.5 * (low + high))
    count = NONE
    for k in range(4):
        u, v = rim_place(k, radius, height)
        direction = add_scaled(scale(first, u / radius), second, v / radius)
        reach = min(leave_circle(middle, direction, center, radius), leave_circle(middle, direction, seen, radius_b))
        x = add_scaled(middle, direction, reach)
        separation = above(x, normal, center_b, outward_b)
        count = emit(count, add_scaled(x, normal, 0.5 * separation), separation, code + k, margin, point, feature)
    return count


@leaf
def keep(total, u, v, w, code, margin, scratch):
    """Append a candidate unless it is farther apart than the margin; returns their number."""
    if w > margin or total >= CANDIDATES:
        return total
    row = SCRATCH_CANDIDATE + 4 * total
    scratch[row] = u
    scratch[row + 1] = v
    scratch[row + 2] = w
    scratch[row + 3] = code
    return total + 1


@leaf
def clip_outline(count, radius, margin, scratch):
    """Candidates at the corners of the polygon inside of a circle, and where its edges cross the circle.

    Args:
        count: Number of corners.
        radius: Radius of the circle around the origin [m].
        margin: Largest separation [m].
        scratch: Scratch memory; the polygon is (u, v, separation), candidates are written.

    Returns:
        Number of candidates.
    """
    total = NONE
    square = radius * radius
    pu, pv, pw = get_corner(scratch, count - 1)
    for k in range(count):
        u, v, w = get_corner(scratch, k)
        if u * u + v * v <= square:
            total = keep(total, u, v, w, ID_CORNER + k, margin, scratch)
        eu, ev, ew = u - pu, v - pv, w - pw
        a, b, c = eu * eu + ev * ev, pu * eu + pv * ev, pu * pu + pv * pv - square
        root = b * b - a * c
        if a > 0.0 and root > 0.0:
            root = math.sqrt(root)
            enter, leave = (-b - root) / a, (root - b) / a
            if 0.0 < enter < 1.0:
                code = ID_CROSSING + 2 * k
                total = keep(total, pu + enter * eu, pv + enter * ev, pw + enter * ew, code, margin, scratch)
            if 0.0 < leave < 1.0:
                code = ID_CROSSING + 2 * k + 1
                total = keep(total, pu + leave * eu, pv + leave * ev, pw + leave * ew, code, margin, scratch)
        pu, pv, pw = u, v, w
    return total


@leaf
def in_polygon(u, v, count, scratch):
    """True if a point lies in the polygon, which is clockwise in (u, v)."""
    pu, pv, _ = get_corner(scratch, count - 1)
    for k in range(count):
        cu, cv, _ = get_corner(scratch, k)
        if (cu - pu) * (v - pv) - (cv - pv) * (u - pu) > 0.0:
            return False
        pu, pv = cu, cv
    return True


@routine
def disk_on_polygon(normal, center, outward, radius, count, corner, facing, tangent, margin, point, feature, scratch):
    """Up to four points of the common part of a disk of a and a polygon of b; returns their number."""
    first, second, height, code = disk_axes(radius, outward, normal, facing, tangent)
    for k in range(count):
        x = get_corner(scratch, k)
        w = -above(x, normal, center, outward)
        arm = subtract(add_scaled(x, normal, -w), center)
        row = SCRATCH_POLYGON + 3 * k
        scratch[row], scratch[row + 1], scratch[row + 2] = dot(arm, first), dot(arm, second), w
    total = clip_outline(count, radius, margin, scratch)
    for k in range(4):
        u, v = rim_place(k, radius, height)
        if in_polygon(u, v, count, scratch):
            x = add(center, add_scaled(scale(first, u), second, v))
            total = keep(total, u, v, above(x, normal, corner, facing), code + k, margin, scratch)
    bias = np.float32(0.05 * min(radius, 0.1))
    places = (SCRATCH_CANDIDATE, SCRATCH_CANDIDATE + 4, SCRATCH_CANDIDATE + 8, SCRATCH_CANDIDATE + 12)
    kept = total
    if total > 4:
        places = choose_four(total, bias, scratch)
        kept = 4 if places[3] >= 0 else 3
    for k in range(kept):
        row = places[k]
        x = add(center, add_scaled(scale(first, np.float64(scratch[row])), second, np.float64(scratch[row + 1])))
        w = np.float64(scratch[row + 2])
        emit(k, add_scaled(x, normal, 0.5 * w), w, int(scratch[row + 3]), margin, point, feature)
    return kept

"""Contact normal of two convex shapes: the direction along which they are farthest apart, or overlap least.

Along a unit direction n from a to b, two shapes have the separation s(n) = n . offset - h_a(n) - h_b(-n); h is how
far a shape reaches along a direction. No s(n) exceeds their distance; the largest is the distance itself, or minus the
shortest way that takes overlapping shapes apart. GJK finds the largest s of shapes that are apart. For overlapping ones
it is found in two steps.

First a good direction: the cores of resting shapes, shrunk by a little, are still apart, and their direction is right
except near edges. If even they overlap, it is the best of some directions all around.

Then that direction is made exact. Move b along it until the shapes are apart by a hair, t in all, and take the exact
direction n' of that pose. It is the largest s(n') + t n.n', so s(n') >= s(n) + t (1 - n.n'): never worse, and once
nothing changes, no direction nearby is better. With a small overlap one round is enough.
"""

import math
from typing import Any, NamedTuple

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, add_scaled, combine, cross, dot, negate, scale, subtract
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.convex.extent import (
    SHRINK,
    SHRINK_LIMIT,
    rounding,
    shrunk_core,
    smallest_size,
)
from physics.kernels.narrow_phase.convex.gjk import combine_inverse, gjk_search
from physics.kernels.narrow_phase.convex.support import support
from physics.kernels.narrow_phase.primitives.capsule import closest_on_segments

#: Tolerances are shares of the smallest size, at most of this [m].
THICK = 0.2

#: Cores closer than this share of the shapes count as overlapping: their direction is rounding noise of the pose.
SKIN = 1.0e-6

#: Gap to which overlapping shapes are moved apart: share of the smallest size.
HAIR = 0.01

#: Separations are found within this share of the smallest size; the direction is then good to 0.1 degrees.
TOLERANCE = 1.0e-6

#: A round that loses more than this share of the smallest size, by rounding, is not taken; one that gains less than
#: this much is the last, since each gains far less than the one before.
LOSS = 1.0e-5
LAST = 1.0e-3

#: The direction of shrunk cores needs less: share of what they are shrunk by, at least one of them.
TOLERANCE_FIRST = 0.05

#: Normals of faces and of crossing sides are looked at if they are within this of the direction (cosine; 20 degrees).
SIMILAR = 0.94

#: Rounds after cores that are apart, and after a search all around.
ROUNDS_SHALLOW = 3
ROUNDS_DEEP = 8

#: Directions of the search all around: 26 to the neighbors in a cubic lattice, then those that the shapes suggest.
LATTICE = 26
SUGGESTED = 18

# What is known of a pair: apart; the exact direction; one that is nearly right; one to begin with.
APART = 0
EXACT = 1
NEAR = 2
DEEP = 3


class Pair(NamedTuple):
    """Two shapes, as `gjk_distance` takes them."""

    kind_a: int
    size_a: Any
    data_a: int
    kind_b: int
    size_b: Any
    data_b: int
    columns: Any
    offset: Any
    numbers: Any
    indices: Any
    triangle: Any


@leaf
def thickness_of(pair):
    """A small length for two shapes [m]."""
    return min(smallest_size(pair.kind_a, pair.size_a), smallest_size(pair.kind_b, pair.size_b), THICK)


@routine
def separation(pair, normal):
    """Separation along a unit direction [m], and the points of a and b that reach farthest toward each other."""
    kind_a, size_a, data_a, kind_b, size_b, data_b, columns, offset, numbers, indices, triangle = pair
    p = support(kind_a, size_a, data_a, normal, numbers, indices, triangle)
    q = support(kind_b, size_b, data_b, combine_inverse(columns, negate(normal)), numbers, indices, triangle)
    q = add(offset, combine(columns, q))
    radius_a, radius_b = rounding(kind_a, size_a), rounding(kind_b, size_b)
    p, q = add_scaled(p, normal, radius_a), add_scaled(q, normal, -radius_b)
    return dot(normal, subtract(q, p)), p, q


@leaf
def unit_or(a, other):
    """Vector of length 1, or another one if it has no direction."""
    square = dot(a, a)
    if square > 1.0e-30:
        return scale(a, 1.0 / math.sqrt(square))
    return other


@leaf
def suggested_direction(k, pair):
    """Direction k of those that the shapes suggest, not of unit length: both signs of nine."""
    x, y, z = pair.columns
    up = (0.0, 1.0, 0.0)
    offset = pair.offset
    which = k >> 1
    if which == 0:
        direction = offset
    elif which == 1:
        direction = x
    elif which == 2:
        direction = y
    elif which == 3:
        direction = z
    elif which == 4:
        direction = cross(up, y)
    elif which == 5:  # across the axis of a, across that of b
        direction = (offset[0], 0.0, offset[2])
    elif which == 6:
        direction = add_scaled(offset, y, -dot(offset, y))
    elif which == 7:  # out of the base of one along the axis of the other
        direction = (y[0], 0.0, y[2])
    else:
        direction = add_scaled(up, y, -y[1])
    return direction if k & 1 == 0 else negate(direction)


@routine
def search_normal(pair):
    """Best of some directions all around; returns its separation [m] and the direction."""
    best, normal = -1.0e300, (0.0, 1.0, 0.0)
    for k in range(LATTICE + SUGGESTED):
        if k < LATTICE:
            code = k if k < 13 else k + 1  # 13 is the middle of the cube
            direction = (float(code % 3 - 1), float((code // 3) % 3 - 1), float(code // 9 - 1))
        else:
            direction = suggested_direction(k - LATTICE, pair)
        direction = unit_or(direction, normal)
        along, _, _ = separation(pair, direction)
        # An earlier one stays unless it is beaten clearly, so near ties do not flicker.
        if along > best + 1.0e-6 * abs(best):
            best, normal = along, direction
    return best, normal


@routine
def improve_normal(pair, along, normal, thickness, rounds):
    """Make a direction exact; see the top of this file.

    Args:
        pair: Both shapes.
        along: Separation along the direction [m].
        normal: Unit direction from a to b.
        thickness: A small length for these shapes [m].
        rounds: At most so many rounds.

    Returns:
        Separation [m], unit direction, and the points of a and b that meet first along it.
    """
    kind_a, size_a, data_a, kind_b, size_b, data_b, columns, offset, numbers, indices, triangle = pair
    radius_a, radius_b = rounding(kind_a, size_a), rounding(kind_b, size_b)
    _, p, q = separation(pair, normal)
    for _ in range(rounds):
        shift = max(HAIR * thickness - along - radius_a - radius_b, 0.0)
        distance, direction, on_a, on_b, overlap, _ = gjk_search(
            kind_a, size_a, data_a, kind_b, size_b, data_b, columns, add_scaled(offset, normal, shift), math.inf,
            TOLERANCE * thickness, normal, numbers, indices, triangle,
        )  # fmt: skip
        if overlap:
            break
        reached, _, _ = separation(pair, direction)
        gain = reached - along
        if gain > -LOSS * thickness:
            p = add_scaled(on_a, direction, radius_a)
            q = add_scaled(add_scaled(on_b, normal, -shift), direction, -radius_b)
            along, normal = reached, direction
        if gain < LAST * thickness or shift == 0.0:
            break
    return along, normal, p, q


@routine
def first_normal(pair, margin, guess):
    """Direction to begin with: that of the cores, shrunk if they have no radius; or the best all around.

    Args:
        pair: Both shapes.
        margin: Largest separation of interest [m].
        guess: Direction from a to b to begin with, not 0.

    Returns:
        APART, EXACT, NEAR or DEEP; separation [m], a lower bound unless EXACT; unit direction from a to b in the axes
        of a; points of a and b that meet first [m], if EXACT. DEEP means that even the cores overlap; of a triangle
        nothing else is known then.
    """
    kind_a, size_a, data_a, kind_b, size_b, data_b, columns, offset, numbers, indices, triangle = pair
    radius_a, radius_b = rounding(kind_a, size_a), rounding(kind_b, size_b)
    radius = radius_a + radius_b
    thickness = thickness_of(pair)
    core_a, up_a, beyond_a, core_b, up_b, beyond_b = size_a, 0.0, 0.0, size_b, 0.0, 0.0
    tolerance = 0.1 * TOLERANCE * thickness
    if radius == 0.0:  # a capsule is a core and a radius in itself
        core_a, up_a, beyond_a = shrunk_core(kind_a, size_a)
        core_b, up_b, beyond_b = shrunk_core(kind_b, size_b)
        tolerance = TOLERANCE_FIRST * min(SHRINK * thickness, SHRINK_LIMIT)
    limit = margin + radius + beyond_a + beyond_b
    center = add_scaled(offset, columns[1], up_b)
    distance, normal, p, q, overlap, _ = gjk_search(
        kind_a, core_a, data_a, kind_b, core_b, data_b, columns, (center[0], center[1] - up_a, center[2]), limit,
        tolerance, guess, numbers, indices, triangle,
    )  # fmt: skip
    if overlap or distance < SKIN * (thickness + math.sqrt(dot(offset, offset))):
        if kind_b == KIND.TRIANGLE:
            return DEEP, 0.0, normal, p, q
        along, normal = search_normal(pair)
        return (DEEP if along <= margin else APART), along, normal, p, q
    if radius > 0.0:
        p, q = add_scaled(p, normal, radius_a), add_scaled(q, normal, -radius_b)
        return (EXACT if distance <= limit else APART), distance - radius, normal, p, q
    along, p, q = separation(pair, normal)
    if distance > limit:
        along = max(along, distance - tolerance - beyond_a - beyond_b)
    return (NEAR if along <= margin else APART), along, normal, p, q


@leaf
def between_axes(pair, first):
    """Direction of the shortest way between the axes of two cylinders, or the first one if they meet."""
    up, y = (0.0, 1.0, 0.0), pair.columns[1]
    half_a, half_b = pair.size_a[1], pair.size_b[1]
    along_a, along_b, _ = closest_on_segments(up, half_a, y, half_b, pair.offset)
    way = add_scaled(add_scaled(pair.offset, y, along_b), up, -along_a)
    # Between its ends, the way is at a right angle to an axis; this removes rounding.
    if abs(along_a) < half_a:
        way = (way[0], 0.0, way[2])
    if abs(along_b) < half_b:
        way = add_scaled(way, y, -dot(way, y))
    return unit_or(way, first)


@leaf
def better_normal(pair, direction, first, best, normal):
    """The better of two directions, the earlier one if the new one is too different from the first."""
    if dot(direction, first) < SIMILAR:
        return best, normal
    along, _, _ = separation(pair, direction)
    if along > best:
        return along, direction
    return best, normal


@routine
def flat_normal(pair, along, first, outward_b):
    """Best of the directions in which flat ends, faces and the sides of two cylinders meet.

    Most contacts that last are of this kind, and their normal is exact without another search.

    Args:
        pair: Both shapes.
        along: Separation along the first direction [m].
        first: Direction that the best must be similar to.
        outward_b: Outward normal of the face of b that looks at a, if it has faces; else zero.

    Returns:
        Separation [m] and unit direction; the first one if none is better.
    """
    best, normal = along, first
    y = pair.columns[1]
    if KIND.has_rim(pair.kind_a) and (pair.kind_a == KIND.CYLINDER or first[1] < 0.0):
        best, normal = better_normal(pair, (0.0, math.copysign(1.0, first[1]), 0.0), first, best, normal)
    if KIND.has_rim(pair.kind_b):
        facing = dot(first, y)
        if pair.kind_b == KIND.CYLINDER or facing > 0.0:
            best, normal = better_normal(pair, scale(y, math.copysign(1.0, facing)), first, best, normal)
        if pair.kind_a == KIND.CYLINDER and pair.kind_b == KIND.CYLINDER:
            best, normal = better_normal(pair, between_axes(pair, first), first, best, normal)
    else:
        best, normal = better_normal(pair, negate(outward_b), first, best, normal)
    return best, normal


@leaf
def refined_normal(pair, state, along, normal):
    """Make a direction exact that was found NEAR or DEEP; as `improve_normal`."""
    return improve_normal(pair, along, normal, thickness_of(pair), ROUNDS_DEEP if state == DEEP else ROUNDS_SHALLOW)

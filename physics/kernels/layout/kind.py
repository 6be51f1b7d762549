"""Kinds of shapes, and what kernels need to know of each: a new kind is a new row of `TRAITS`, and takes any number.

A contact has the shape of the lower `rank` first: round ones, then those with faces, then those that no force moves.
What follows from kind and size alone is in `narrow_phase.convex.extent`.
"""

from physics.kernels.core.jit import leaf

# Kinds, and the meaning of the three numbers of their size [m]. Capsules, cylinders and cones are along local Y; hulls,
# meshes and height fields are described around the center of their bounding box.
SPHERE = 0  # radius
CAPSULE = 1  # radius, half height
CYLINDER = 2  # radius, half height
CONE = 3  # radius, half height
BOX = 4  # half extents
HULL = 5  # half extents of the bounding box
MESH = 6  # half extents of the bounding box
HEIGHT_FIELD = 7  # half extents of the bounding box
PLANE = 8  # nothing: it is the side local y < 0 of its center
TRIANGLE = 9  # a piece of a mesh or height field, inside of kernels only
SHRUNK = 10  # a hull whose coordinates are multiplied by the first number of its size, likewise
SOFT = 11  # half extents of the bounding box: a soft body, whose vertices `soft` looks at

# Traits.
ROUND = 1 << 0  # rolls: convex, and curved at least in one direction
FACETED = 1 << 1  # convex, all faces flat
ONE_RADIUS = 1 << 2  # all points within one radius, its first size, of a point or segment
RIM = 1 << 3  # ends in a disk across Y, with an edge around it
SURFACE = 1 << 4  # made of triangles that are looked at one by one
DESCRIBED = 1 << 5  # three sizes do not describe it: it has shape data
BOXED = 1 << 6  # its sizes are half the extents of its bounding box
SIMPLE = 1 << 7  # `dispatch.collide` knows all pairs of these
SMOOTH = 1 << 8  # one point lies outermost along any direction: it has no edges and nothing straight

TRAITS = {
    SPHERE: ROUND | ONE_RADIUS | SIMPLE | SMOOTH,
    CAPSULE: ROUND | ONE_RADIUS | SIMPLE,
    CYLINDER: ROUND | RIM,
    CONE: ROUND | RIM,
    BOX: FACETED | BOXED | SIMPLE,
    HULL: FACETED | BOXED | DESCRIBED,
    MESH: SURFACE | BOXED | DESCRIBED,
    HEIGHT_FIELD: SURFACE | BOXED | DESCRIBED,
    PLANE: SIMPLE,
    TRIANGLE: FACETED,
    SHRUNK: FACETED | DESCRIBED,
    SOFT: BOXED,
}


def _kinds_with(trait: int) -> int:
    """A column of the table: one bit for each kind. Constants are folded, a table in memory would be read."""
    return sum(1 << kind for kind, traits in TRAITS.items() if traits & trait)


_ROUND = _kinds_with(ROUND)
_FACETED = _kinds_with(FACETED)
_CONVEX = _kinds_with(ROUND | FACETED)
_ONE_RADIUS = _kinds_with(ONE_RADIUS)
_RIM = _kinds_with(RIM)
_SURFACE = _kinds_with(SURFACE)
_BOXED = _kinds_with(BOXED)
_SIMPLE = _kinds_with(SIMPLE)
_SMOOTH = _kinds_with(SMOOTH)


@leaf
def is_round(kind):
    """True for a convex kind with a curved surface."""
    return (_ROUND >> kind) & 1 != 0


@leaf
def is_faceted(kind):
    """True for a convex kind whose faces are all flat."""
    return (_FACETED >> kind) & 1 != 0


@leaf
def is_convex(kind):
    """True for a kind that has a support point in every direction."""
    return (_CONVEX >> kind) & 1 != 0


@leaf
def has_one_radius(kind):
    """True for a point or segment with a radius around it."""
    return (_ONE_RADIUS >> kind) & 1 != 0


@leaf
def has_rim(kind):
    """True for a kind with a disk at one end or both."""
    return (_RIM >> kind) & 1 != 0


@leaf
def is_surface(kind):
    """True for a mesh or height field."""
    return (_SURFACE >> kind) & 1 != 0


@leaf
def is_boxed(kind):
    """True for a kind whose sizes are half the extents of its bounding box."""
    return (_BOXED >> kind) & 1 != 0


@leaf
def is_simple(kind):
    """True for the kinds that `dispatch.collide` knows all pairs of."""
    return (_SIMPLE >> kind) & 1 != 0


@leaf
def is_smooth(kind):
    """True for a round kind that touches anything flat at a single point."""
    return (_SMOOTH >> kind) & 1 != 0


@leaf
def rank(kind):
    """Place of a kind in a pair: the shape of the lower rank is shape a, of two alike that of the lower kind."""
    if is_round(kind):
        return kind
    return kind + (64 if is_faceted(kind) else 128)

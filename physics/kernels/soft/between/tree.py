"""Trees of boxes over the surfaces of soft bodies: bounds and cones of normals of this step, and pairs that may meet.

Bounds take in the way of every vertex in this step, less the mean way of its body: what flies or falls as a whole has
tight bounds for itself, and for others the mean ways of both are taken into account where they are compared.

Most of a surface never meets itself: where all normals of a region lie within a cone that is narrower than a half
space, the region, if it is flat enough seen from there, does not cross itself, and is not searched against itself or
against a region beside it. What this misses is a region that turns over itself within such a cone, as a winding stair
does, what is pressed together in its own plane to a fraction of its size, and what folds by a right angle in one step.
Soft bodies that must never cross are searched without it.
"""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, cross, dot, scale, subtract
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.between.closest import at

#: Cosine of the widest cone: 80 degrees. The two sides of a fold that is sharper than that come closer to each other
#: than a sixth of the way to the fold.
WIDEST = 0.17
#: Columns of bounds, as integers that kernels know while they are compiled.
LOW, HIGH, AXIS, SPREAD = SOFT.TREE_LOW, SOFT.TREE_HIGH, SOFT.TREE_AXIS, SOFT.TREE_SPREAD


@leaf
def is_rope(p, soft):
    """True for a rope: its links are edges without faces."""
    return soft.part[p, SOFT.PART_KIND] == SOFT.ROPE


@leaf
def mean_way(p, dt, soft):
    """Mean way of the vertices of a soft body in this step."""
    first, count = soft.part[p, SOFT.PART_VERTEX], soft.part[p, SOFT.PART_VERTICES]
    x = y = z = 0.0
    for v in range(first, first + count):
        x, y, z = x + soft.speed[v, 0], y + soft.speed[v, 1], z + soft.speed[v, 2]
    return dt * x / count, dt * y / count, dt * z / count


@leaf
def write_plate(f, dt, way, soft):
    """Normal, center, size and way of a face."""
    face, place, speed, plate = soft.face, soft.place, soft.speed, soft.plate
    i, j, k = face[f, 0], face[f, 1], face[f, 2]
    a, b, c = at(i, place), at(j, place), at(k, place)
    n = cross(subtract(b, a), subtract(c, a))
    square = dot(n, n)
    inverse = 1.0 / math.sqrt(square) if square > 0.0 else 0.0
    middle = scale(add(add(a, b), c), 1.0 / 3.0)
    radius = far = 0.0
    for corner in range(3):
        v = face[f, corner]
        away = subtract(at(v, place), middle)
        radius = max(radius, dot(away, away))
        beyond = (dt * speed[v, 0] - way[0], dt * speed[v, 1] - way[1], dt * speed[v, 2] - way[2])
        far = max(far, dot(beyond, beyond))
    for c in range(3):
        plate[f, SOFT.PLATE_NORMAL + c], plate[f, SOFT.PLATE_CENTER + c] = inverse * n[c], middle[c]
    plate[f, SOFT.PLATE_RADIUS], plate[f, SOFT.PLATE_WAY] = math.sqrt(radius), math.sqrt(far)


@leaf
def bound_leaf(node, row, dt, way, soft):
    """Bounds of a leaf."""
    tree, place, speed = soft.tree, soft.place, soft.speed
    first = soft.tree_leaf[row, SOFT.LEAF_VERTEX]
    lx = ly = lz = math.inf
    hx = hy = hz = -math.inf
    for k in range(first, first + soft.tree_leaf[row, SOFT.LEAF_VERTICES]):
        v = soft.tree_vertex[k]
        x, y, z = place[v, 0], place[v, 1], place[v, 2]
        dx, dy, dz = dt * speed[v, 0] - way[0], dt * speed[v, 1] - way[1], dt * speed[v, 2] - way[2]
        lx, hx = min(lx, x + min(dx, 0.0)), max(hx, x + max(dx, 0.0))
        ly, hy = min(ly, y + min(dy, 0.0)), max(hy, y + max(dy, 0.0))
        lz, hz = min(lz, z + min(dz, 0.0)), max(hz, z + max(dz, 0.0))
    tree[node, LOW], tree[node, LOW + 1], tree[node, LOW + 2] = lx, ly, lz
    tree[node, HIGH], tree[node, HIGH + 1], tree[node, HIGH + 2] = hx, hy, hz


@leaf
def spread_leaf(node, row, soft):
    """Cone of the normals of a leaf."""
    tree, plate, item = soft.tree, soft.plate, soft.tree_item
    first = soft.tree_leaf[row, SOFT.LEAF_ITEM]
    last = first + soft.tree_leaf[row, SOFT.LEAF_ITEMS]
    x = y = z = 0.0
    for k in range(first, last):
        f = item[k]
        x, y, z = x + plate[f, 0], y + plate[f, 1], z + plate[f, 2]
    square = x * x + y * y + z * z
    least = -1.0
    if square > 0.0:
        inverse = 1.0 / math.sqrt(square)
        x, y, z = x * inverse, y * inverse, z * inverse
        least = 1.0
        for k in range(first, last):
            f = item[k]
            least = min(least, x * plate[f, 0] + y * plate[f, 1] + z * plate[f, 2])
    tree[node, AXIS], tree[node, AXIS + 1], tree[node, AXIS + 2] = x, y, z
    tree[node, SPREAD] = least


@leaf
def joint_spread(a, b, tree):
    """Cone around the cones of two nodes: axis, and cosine of the widest angle to it, or a negative number."""
    x = tree[a, AXIS] + tree[b, AXIS]
    y = tree[a, AXIS + 1] + tree[b, AXIS + 1]
    z = tree[a, AXIS + 2] + tree[b, AXIS + 2]
    square = x * x + y * y + z * z
    least = min(tree[a, SPREAD], tree[b, SPREAD])
    if least <= 0.0 or square < 1e-6:
        return x, y, z, -1.0
    inverse = 1.0 / math.sqrt(square)
    x, y, z = x * inverse, y * inverse, z * inverse
    # Both axes are at the same angle to the one between them: the widest of both cones decides.
    turn = min(x * tree[a, AXIS] + y * tree[a, AXIS + 1] + z * tree[a, AXIS + 2], 1.0)
    return x, y, z, turn * least - math.sqrt(max(1.0 - turn * turn, 0.0) * max(1.0 - least * least, 0.0))


@leaf
def merge(node, a, b, coned, soft):
    """Bounds and cone of a node, from its children."""
    tree = soft.tree
    for c in range(3):
        tree[node, LOW + c] = min(tree[a, LOW + c], tree[b, LOW + c])
        tree[node, HIGH + c] = max(tree[a, HIGH + c], tree[b, HIGH + c])
    if coned:
        x, y, z, least = joint_spread(a, b, tree)
        tree[node, AXIS], tree[node, AXIS + 1], tree[node, AXIS + 2], tree[node, SPREAD] = x, y, z, least


@routine
def refit(p, dt, soft):
    """Bring the tree of a soft body up to date with where it is and how it moves."""
    part, tree = soft.part, soft.tree
    root, leaves = part[p, SOFT.PART_TREE], part[p, SOFT.PART_LEAVES]
    way = mean_way(p, dt, soft)
    for c in range(3):
        tree[root, SOFT.TREE_WAY + c] = way[c]
    face = part[p, SOFT.PART_FACE]
    for f in range(face, face + part[p, SOFT.PART_FACES]):
        write_plate(f, dt, way, soft)
    coned = part[p, SOFT.PART_FACES] > 0
    for n in range(leaves):
        row, node = root // 2 + n, root + leaves + n
        bound_leaf(node, row, dt, way, soft)
        soft.tree_leaf[row, SOFT.LEAF_SHARP] = -1
        if coned:
            spread_leaf(node, row, soft)
        else:
            tree[node, SPREAD] = -1.0
    for n in range(leaves - 1, 0, -1):
        merge(root + n, root + 2 * n, root + 2 * n + 1, coned, soft)
        if not coned:
            tree[root + n, SPREAD] = -1.0


@leaf
def was_searched(p, soft):
    """True for a soft body whose contacts have been looked for in this step."""
    return soft.tree[soft.part[p, SOFT.PART_TREE], SOFT.TREE_SEARCHED] != 0.0


@leaf
def way_bounds(p, soft):
    """Bounds of a soft body and of where it is going in this step, with its thickness: least and greatest corner."""
    tree, root, wide = soft.tree, soft.part[p, SOFT.PART_TREE], soft.trait[p, SOFT.TRAIT_THICKNESS]
    x, y, z = tree[root, 0], tree[root, 1], tree[root, 2]
    n = root + 1
    low = (
        tree[n, LOW] + min(x, 0.0) - wide,
        tree[n, LOW + 1] + min(y, 0.0) - wide,
        tree[n, LOW + 2] + min(z, 0.0) - wide,
    )
    high = (
        tree[n, HIGH] + max(x, 0.0) + wide,
        tree[n, HIGH + 1] + max(y, 0.0) + wide,
        tree[n, HIGH + 2] + max(z, 0.0) + wide,
    )
    return low, high


@leaf
def is_flat(a, b, root, soft):
    """True when two nodes of a tree, or one and itself, need not be searched: they lie side by side, and are flat."""
    if a == b:
        return soft.tree[a, SPREAD] > WIDEST
    if soft.tree[a, SPREAD] <= WIDEST or soft.tree[b, SPREAD] <= WIDEST:
        return False
    _, _, _, least = joint_spread(a, b, soft.tree)
    if least <= WIDEST:
        return False
    first = soft.tree_near[a, 0]
    for k in range(first, first + soft.tree_near[a, 1]):
        if soft.tree_beside[k] + root == b:
            return True
    return False


@leaf
def boxes_meet(a, b, reach, shift, tree):
    """True when the bounds of two nodes come within reach, the first moving on by a shift in this step."""
    for c in range(3):
        low = tree[a, LOW + c] + min(shift[c], 0.0) - reach
        high = tree[a, HIGH + c] + max(shift[c], 0.0) + reach
        if low > tree[b, HIGH + c] or tree[b, LOW + c] > high:
            return False
    return True

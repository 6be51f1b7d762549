"""Shapes in the broad phase: world poses, bounds, leaves of the trees, and the list of what moved."""

import numpy as np

from physics.kernels.broad_phase.pair_filter import is_solitary
from physics.kernels.broad_phase.tree import tree_enlarge, tree_insert, tree_remove
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.vec3 import axis_y, rotate
from physics.kernels.layout import body as BODY, config as CONFIG, count as COUNT, kind as KIND, shape as SHAPE
from physics.kernels.narrow_phase.convex.extent import half_bounds
from physics.kernels.narrow_phase.hull.support import hull_bounds

ZERO = np.float32(0.0)
# How many steps the bounds of a shape that collides with nothing look ahead: only queries read them, and a wide box
# costs them less than a new one in every step costs the tree. Larger: rays meet more boxes that they miss in the end.
SOLITARY_STEPS = np.float32(8.0)
# Bounds are float32; this part of a coordinate covers its rounding, and the rounding of what is added.
ROUNDING = np.float32(2.5e-7)


@leaf
def mark_moved(shape, shapes, counts):
    """Have the pairs of a shape looked for in the next step."""
    if shapes.info[shape, SHAPE.MOVED] == 0:
        shapes.info[shape, SHAPE.MOVED] = 1
        shapes.moved[counts[COUNT.MOVED]] = shape
        counts[COUNT.MOVED] += 1


@leaf
def multiply_quaternions(p, q):
    """Product p q: first q, then p."""
    px, py, pz, pw = p
    qx, qy, qz, qw = q
    return (
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy - px * qz + py * qw + pz * qx,
        pw * qz + px * qy - py * qx + pz * qw,
        pw * qw - px * qx - py * qy - pz * qz,
    )


@leaf
def place_shape(shape, body, bodies, shapes):
    """Bring the world pose of a shape up to date with its body."""
    rotation = bodies.rotation
    q = (rotation[body, 0], rotation[body, 1], rotation[body, 2], rotation[body, 3])
    place = shapes.place
    local = (
        place[shape, SHAPE.PLACE_CENTER],
        place[shape, SHAPE.PLACE_CENTER + 1],
        place[shape, SHAPE.PLACE_CENTER + 2],
    )
    center = rotate(q, (np.float64(local[0]), np.float64(local[1]), np.float64(local[2])))
    for c in range(3):
        shapes.center[shape, c] = bodies.center[body, c] + center[c]
    turn = (
        np.float64(place[shape, SHAPE.PLACE_ROTATION]),
        np.float64(place[shape, SHAPE.PLACE_ROTATION + 1]),
        np.float64(place[shape, SHAPE.PLACE_ROTATION + 2]),
        np.float64(place[shape, SHAPE.PLACE_ROTATION + 3]),
    )
    world = multiply_quaternions(q, turn)
    for c in range(4):
        shapes.rotation[shape, c] = np.float32(world[c])


@leaf
def bounds_of(shape, shapes):
    """Half the size of the bounding box of a shape in world axes."""
    place, rotation = shapes.place, shapes.rotation
    return half_bounds(
        shapes.info[shape, SHAPE.KIND],
        (place[shape, SHAPE.PLACE_SIZE], place[shape, SHAPE.PLACE_SIZE + 1], place[shape, SHAPE.PLACE_SIZE + 2]),
        (rotation[shape, 0], rotation[shape, 1], rotation[shape, 2], rotation[shape, 3]),
    )


@leaf
def place_plane(shape, shapes):
    """Bring the world normal and offset of a half-space up to date."""
    k = shapes.info[shape, SHAPE.NODE]
    rotation = shapes.rotation
    n = axis_y((rotation[shape, 0], rotation[shape, 1], rotation[shape, 2], rotation[shape, 3]))
    offset = 0.0
    for c in range(3):
        shapes.plane_data[k, c] = n[c]
        offset += np.float64(n[c]) * shapes.center[shape, c]
    shapes.plane_data[k, 3] = np.float32(offset)


@leaf
def bounds_with(shape, shapes, margin):
    """Bounding box of a shape, `margin` wider on all sides: minimum, maximum."""
    x = np.float32(shapes.center[shape, 0])
    y = np.float32(shapes.center[shape, 1])
    z = np.float32(shapes.center[shape, 2])
    if shapes.info[shape, SHAPE.KIND] == KIND.HULL:
        rotation = shapes.rotation
        q = (rotation[shape, 0], rotation[shape, 1], rotation[shape, 2], rotation[shape, 3])
        low, high = hull_bounds(q, shapes.info[shape, SHAPE.DATA], shapes.numbers, shapes.indices)
        ex = margin + ROUNDING * (abs(x) + high[0] - low[0])
        ey = margin + ROUNDING * (abs(y) + high[1] - low[1])
        ez = margin + ROUNDING * (abs(z) + high[2] - low[2])
        return x + low[0] - ex, y + low[1] - ey, z + low[2] - ez, x + high[0] + ex, y + high[1] + ey, z + high[2] + ez
    hx, hy, hz = bounds_of(shape, shapes)
    hx += margin + ROUNDING * (abs(x) + hx)
    hy += margin + ROUNDING * (abs(y) + hy)
    hz += margin + ROUNDING * (abs(z) + hz)
    return x - hx, y - hy, z - hz, x + hx, y + hy, z + hz


@leaf
def fat_margin(shape, shapes, margin, ratio):
    """How much wider than its padded bounds the leaf of a shape is made [m]."""
    hx, hy, hz = bounds_of(shape, shapes)
    return min(margin, ratio * max(hx, hy, hz))


@leaf
def update_bounds(shape, shapes, static_tree, moving_tree, counts, padding, margin, ratio, ahead):
    """Give a shape that leaves its fat bounds new ones, and have its pairs looked for.

    `ahead` is the movement to be expected in the next step [m]: whatever is in the way is a pair before it is hit.
    """
    node = shapes.info[shape, SHAPE.NODE]
    if shapes.info[shape, SHAPE.KIND] == KIND.PLANE:
        place_plane(shape, shapes)
        mark_moved(shape, shapes, counts)
        return
    tree = static_tree if shapes.info[shape, SHAPE.TREE] == SHAPE.TREE_STATIC else moving_tree
    x0, y0, z0, x1, y1, z1 = bounds_with(shape, shapes, padding)
    x0 += min(ahead[0], ZERO)
    y0 += min(ahead[1], ZERO)
    z0 += min(ahead[2], ZERO)
    x1 += max(ahead[0], ZERO)
    y1 += max(ahead[1], ZERO)
    z1 += max(ahead[2], ZERO)
    box = tree.box
    inside = box[node, 0] <= x0 and box[node, 1] <= y0 and box[node, 2] <= z0
    if inside and -box[node, 3] >= x1 and -box[node, 4] >= y1 and -box[node, 5] >= z1:
        return
    m = fat_margin(shape, shapes, margin, ratio)
    if is_solitary(shape, shapes.filter):
        dx, dy, dz = SOLITARY_STEPS * ahead[0], SOLITARY_STEPS * ahead[1], SOLITARY_STEPS * ahead[2]
        x0, x1 = x0 + min(dx, ZERO), x1 + max(dx, ZERO)
        y0, y1 = y0 + min(dy, ZERO), y1 + max(dy, ZERO)
        z0, z1 = z0 + min(dz, ZERO), z1 + max(dz, ZERO)
    tree_enlarge(tree.head, tree.link, tree.box, node, x0 - m, y0 - m, z0 - m, x1 + m, y1 + m, z1 + m)
    mark_moved(shape, shapes, counts)


@leaf
def renew_shapes(i, ahead, bodies, shapes, static_tree, moving_tree, counts, padding, margin, ratio):
    """Let the shapes of a body follow it, and their bounds if they left them; `ahead` is its way in the next step."""
    shape = bodies.links[i, BODY.SHAPE]
    while shape >= 0:
        place_shape(shape, i, bodies, shapes)
        update_bounds(shape, shapes, static_tree, moving_tree, counts, padding, margin, ratio, ahead)
        shape = shapes.info[shape, SHAPE.NEXT]


@leaf
def fattening(config):
    """How bounds are widened: padding, margin and ratio as in `move_to`."""
    return (
        np.float32(0.5 * config[CONFIG.SPECULATIVE]),
        np.float32(config[CONFIG.MARGIN]),
        np.float32(config[CONFIG.MARGIN_RATIO]),
    )


@kernel
def enter_shape(shape, shapes, static_tree, moving_tree, counts, padding, margin, ratio):
    """Give a new shape, whose world pose is up to date, its leaf, or its place in the list of half-spaces.

    Args:
        shape: Row of the shape.
        shapes: Shape arrays. Updated.
        static_tree: Bounds of static shapes. Updated.
        moving_tree: Bounds of the other shapes. Updated.
        counts: Counts. Updated.
        padding: As in `move_to`.
        margin: As in `move_to`.
        ratio: As in `move_to`.
    """
    if shapes.info[shape, SHAPE.KIND] == KIND.PLANE:
        k = counts[COUNT.PLANES]
        counts[COUNT.PLANES] = k + 1
        shapes.planes[k] = shape
        shapes.info[shape, SHAPE.NODE] = k
        place_plane(shape, shapes)
    else:
        tree = static_tree if shapes.info[shape, SHAPE.TREE] == SHAPE.TREE_STATIC else moving_tree
        m = fat_margin(shape, shapes, margin, ratio) + padding
        x0, y0, z0, x1, y1, z1 = bounds_with(shape, shapes, m)
        shapes.info[shape, SHAPE.NODE] = tree_insert(tree.head, tree.link, tree.box, shape, x0, y0, z0, x1, y1, z1)
    mark_moved(shape, shapes, counts)


@kernel
def leave_shape(shape, shapes, static_tree, moving_tree, counts):
    """Take a shape out of its tree, or out of the list of half-spaces, and out of the list of moved shapes.

    Args:
        shape: Row of the shape.
        shapes: Shape arrays. Updated.
        static_tree: Bounds of static shapes. Updated.
        moving_tree: Bounds of the other shapes. Updated.
        counts: Counts. Updated.
    """
    node = shapes.info[shape, SHAPE.NODE]
    if shapes.info[shape, SHAPE.KIND] == KIND.PLANE:
        last = counts[COUNT.PLANES] - 1
        other = shapes.planes[last]
        shapes.planes[node] = other
        shapes.info[other, SHAPE.NODE] = node
        for c in range(4):
            shapes.plane_data[node, c] = shapes.plane_data[last, c]
            shapes.plane_data[last, c] = ZERO
        shapes.planes[last] = 0
        counts[COUNT.PLANES] = last
    else:
        tree = static_tree if shapes.info[shape, SHAPE.TREE] == SHAPE.TREE_STATIC else moving_tree
        tree_remove(tree.head, tree.link, tree.box, node)
    if shapes.info[shape, SHAPE.MOVED]:
        count = counts[COUNT.MOVED]
        for k in range(count):
            if shapes.moved[k] == shape:
                for following in range(k, count - 1):
                    shapes.moved[following] = shapes.moved[following + 1]
                break
        counts[COUNT.MOVED] = count - 1
        shapes.moved[count - 1] = 0
        shapes.info[shape, SHAPE.MOVED] = 0

"""The search for touches: pairs of leaves of two trees, or of one with itself, and what is in them."""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import dot, subtract
from physics.kernels.layout import (
    body as BODY,
    contact as CONTACT,
    kind as KIND,
    shape as SHAPE,
    soft as SOFT,
)
from physics.kernels.soft.between.closest import at
from physics.kernels.soft.between.edges import list_sharp, try_edge
from physics.kernels.soft.between.faces import try_face
from physics.kernels.soft.between.spots import TOP, Meeting, clear_spots, write_touches
from physics.kernels.soft.between.tree import HIGH, LOW, boxes_meet, is_flat, is_rope
from physics.kernels.soft.probes.vertex import MARGIN, surface_of
from physics.kernels.soft.queries import is_closed


@leaf
def part_of(body, soft):
    """Soft body of a row among bodies; there is one."""
    roster = soft.roster
    low, high = 0, len(roster) - 1
    while low < high:
        middle = (low + high) // 2
        if roster[middle, 0] < body:
            low = middle + 1
        else:
            high = middle
    return roster[low, 1]


@leaf
def way_of(p, soft):
    """Mean way of a soft body in this step."""
    return at(soft.part[p, SOFT.PART_TREE], soft.tree)


@leaf
def has_outside(q, soft):
    """True for what is closed and whole."""
    return is_closed(q, soft) and soft.part[q, SOFT.PART_FLAGS] & SOFT.FLAG_TORN == 0


# ---- Pairs of leaves ------------------------------------------------------------------------------------------------


@leaf
def is_beyond(v, b, reach, shift, soft):
    """True for a vertex that stays out of reach of the bounds of a node in this step."""
    tree, x, u = soft.tree, at(v, soft.place), shift
    for c in range(3):
        low, high = x[c] + min(u[c], 0.0) - reach, x[c] + max(u[c], 0.0) + reach
        if low > tree[b, HIGH + c] or tree[b, LOW + c] > high:
            return True
    return False


@routine
def search_faces(meeting, a, b, way, soft):
    """Look for the faces of leaf b that the vertices of leaf a touch.

    Args:
        meeting: The soft bodies.
        a: Row of the leaf with the vertices.
        b: Node of the leaf with the faces.
        way: Mean way of the soft body with the faces [m].
        soft: Arrays of soft bodies. Spots are written.
    """
    leaves, plate, face, speed = soft.tree_leaf, soft.plate, soft.face, soft.speed
    root, dt = soft.part[meeting.q, SOFT.PART_TREE], meeting.dt
    row = root // 2 + b - root - soft.part[meeting.q, SOFT.PART_LEAVES]
    start = leaves[row, SOFT.LEAF_ITEM]
    end = start + leaves[row, SOFT.LEAF_ITEMS]
    first = leaves[a, SOFT.LEAF_VERTEX]
    for n in range(first, first + leaves[a, SOFT.LEAF_OWN]):
        v = soft.tree_vertex[n]
        shift = (dt * speed[v, 0] - way[0], dt * speed[v, 1] - way[1], dt * speed[v, 2] - way[2])
        if is_beyond(v, b, meeting.reach, shift, soft):
            continue
        x, far = at(v, soft.place), math.sqrt(dot(shift, shift))
        for k in range(start, end):
            f = soft.tree_item[k]
            more = far + plate[f, SOFT.PLATE_WAY]
            reach = meeting.reach + more
            px = x[0] - plate[f, SOFT.PLATE_CENTER]
            py = x[1] - plate[f, SOFT.PLATE_CENTER + 1]
            pz = x[2] - plate[f, SOFT.PLATE_CENTER + 2]
            if abs(px * plate[f, 0] + py * plate[f, 1] + pz * plate[f, 2]) > reach:
                continue
            wide = reach + plate[f, SOFT.PLATE_RADIUS]
            if px * px + py * py + pz * pz > wide * wide:
                continue
            if meeting.same and (v == face[f, 0] or v == face[f, 1] or v == face[f, 2]):
                continue
            try_face(meeting, v, f, more, soft)


@leaf
def edges_apart(e, g, reach, dt, soft):
    """True for two edges whose bounds in this step do not come within reach."""
    edge, place, speed = soft.edge, soft.place, soft.speed
    i, j, k, m = edge[e, 0], edge[e, 1], edge[g, 0], edge[g, 1]
    for c in range(3):
        # Seen from the first end of the first edge.
        u = dt * speed[i, c]
        a, b = place[j, c] - place[i, c], dt * speed[j, c] - u
        s, ds = place[k, c] - place[i, c], dt * speed[k, c] - u
        t, dt_ = place[m, c] - place[i, c], dt * speed[m, c] - u
        low, high = min(0.0, a + min(b, 0.0)), max(0.0, a + max(b, 0.0))
        if min(s + min(ds, 0.0), t + min(dt_, 0.0)) - reach > high:
            return True
        if max(s + max(ds, 0.0), t + max(dt_, 0.0)) + reach < low:
            return True
    return False


@routine
def search_edges(meeting, a, b, soft):
    """Look for the edges of two leaves, given by their rows, that touch; of one body, the lower edge is the own."""
    leaves = soft.tree_leaf
    roped = is_rope(meeting.p, soft) != is_rope(meeting.q, soft)
    first, start = leaves[a, SOFT.LEAF_EDGE], leaves[b, SOFT.LEAF_EDGE]
    count, number = list_sharp(meeting.p, a, soft), list_sharp(meeting.q, b, soft)
    all_a, all_b = roped and not is_rope(meeting.p, soft), roped and not is_rope(meeting.q, soft)
    if all_a:
        count = leaves[a, SOFT.LEAF_EDGES]
    if all_b:
        number = leaves[b, SOFT.LEAF_EDGES]
    for k in range(first, first + count):
        e = soft.tree_edge[k] if all_a else soft.sharp[k]
        for n in range(start, start + number):
            g = soft.tree_edge[n] if all_b else soft.sharp[n]
            if meeting.same and (g == e or (a == b and g < e)):
                continue
            if edges_apart(e, g, meeting.reach, meeting.dt, soft):
                continue
            if meeting.same and g < e:
                try_edge(meeting, g, e, soft)
            else:
                try_edge(meeting, e, g, soft)


# ---- Walks ----------------------------------------------------------------------------------------------------------


@leaf
def push(count, a, b, stack):
    """Put a pair of nodes on the stack; returns how many there are."""
    stack[2 * count], stack[2 * count + 1] = a, b
    return count + 1


@routine
def walk_self(meeting, culled, soft):
    """Look for touches of a soft body with itself.

    Args:
        meeting: The soft body, twice.
        culled: Whether flat regions are left out; see `between.tree`.
        soft: Arrays of soft bodies. Spots are written.
    """
    p = meeting.p
    root, leaves = soft.part[p, SOFT.PART_TREE], soft.part[p, SOFT.PART_LEAVES]
    way, stack, faced = way_of(p, soft), soft.names, soft.part[p, SOFT.PART_FACES] > 0
    count = push(0, 1, 1, stack)
    while count > 0:
        count -= 1
        a, b = stack[2 * count], stack[2 * count + 1]
        if a != b and not boxes_meet(root + a, root + b, meeting.reach, (0.0, 0.0, 0.0), soft.tree):
            continue
        if culled and is_flat(root + a, root + b, root, soft):
            continue
        if a < leaves:
            count = push(count, 2 * a, 2 * b, stack)
            count = push(count, 2 * a + 1, 2 * b + 1, stack)
            count = push(count, 2 * a, 2 * b + 1, stack)
            if a != b:
                count = push(count, 2 * a + 1, 2 * b, stack)
            continue
        row, other = root // 2 + a - leaves, root // 2 + b - leaves
        if faced:
            search_faces(meeting, row, root + b, way, soft)
            if a != b:
                search_faces(meeting, other, root + a, way, soft)
        search_edges(meeting, row, other, soft)


@routine
def walk_pair(meeting, soft):
    """Look for touches that a soft body owns with another one."""
    p, q, part = meeting.p, meeting.q, soft.part
    root, leaves = part[p, SOFT.PART_TREE], part[p, SOFT.PART_LEAVES]
    other, others = part[q, SOFT.PART_TREE], part[q, SOFT.PART_LEAVES]
    way, stack = way_of(q, soft), soft.names
    shift = subtract(way_of(p, soft), way)
    faced = part[q, SOFT.PART_FACES] > 0
    edged = p < q and part[p, SOFT.PART_EDGES] > 0 and part[q, SOFT.PART_EDGES] > 0
    if not faced and not edged:
        return
    count = push(0, 1, 1, stack)
    while count > 0:
        count -= 1
        a, b = stack[2 * count], stack[2 * count + 1]
        if not boxes_meet(root + a, other + b, meeting.reach, shift, soft.tree):
            continue
        if a < leaves and b < others:
            count = push(count, 2 * a, 2 * b, stack)
            count = push(count, 2 * a + 1, 2 * b, stack)
            count = push(count, 2 * a, 2 * b + 1, stack)
            count = push(count, 2 * a + 1, 2 * b + 1, stack)
        elif a < leaves:
            count = push(count, 2 * a, b, stack)
            count = push(count, 2 * a + 1, b, stack)
        elif b < others:
            count = push(count, a, 2 * b, stack)
            count = push(count, a, 2 * b + 1, stack)
        else:
            row = root // 2 + a - leaves
            if faced:
                search_faces(meeting, row, other + b, way, soft)
            if edged:
                search_edges(meeting, row, other // 2 + b - others, soft)


# ---- All of a soft body ---------------------------------------------------------------------------------------------


@leaf
def own_meeting(p, dt, soft, world):
    """What a soft body is to itself: friction and restitution are those of its surface alone."""
    shape, trait = soft.part[p, SOFT.PART_SHAPE], soft.trait
    distance = 2.0 * trait[p, SOFT.TRAIT_THICKNESS]
    friction, row = trait[p, SOFT.TRAIT_FRICTION], world.shapes.info[shape, SHAPE.MATERIAL]
    if friction < 0.0:
        friction = float(world.friction[row, row])
    kind = soft.part[p, SOFT.PART_KIND]
    sided = (kind == SOFT.SOLID or kind == SOFT.CLUSTER) and has_outside(p, soft)
    return Meeting(
        p, p, True, distance, distance + MARGIN, -1, friction, trait[p, SOFT.TRAIT_RESTITUTION], sided, sided, dt
    )  # fmt: skip


@leaf
def meeting_of(p, contact, shape, dt, soft, world):
    """What a soft body is to another one, which a contact and its shape there lead to."""
    part, trait = soft.part, soft.trait
    q = part_of(world.shapes.info[shape, SHAPE.BODY], soft)
    distance = trait[p, SOFT.TRAIT_THICKNESS] + trait[q, SOFT.TRAIT_THICKNESS]
    friction, restitution, _ = surface_of(contact, shape, part[p, SOFT.PART_SHAPE], world)
    return Meeting(
        p, int(q), False, distance, distance + MARGIN, int(contact), friction, restitution, has_outside(q, soft),
        has_outside(p, soft), dt,
    )  # fmt: skip


@routine
def find_touches(p, dt, soft, world):
    """Find the touches that a soft body owns: its vertices and edges against other soft bodies, and against itself.

    Args:
        p: The soft body. Its tree and those of all that were looked for in this step are up to date.
        dt: Step [s].
        soft: Arrays of soft bodies. Touches are written.
        world: All arrays. Contacts learn that they have touches.
    """
    part, info, shapes = soft.part, world.contacts.info, world.shapes
    clear_spots(p, soft)
    if shapes.info[part[p, SOFT.PART_SHAPE], SHAPE.SENSOR] == 0:
        walk_self(own_meeting(p, dt, soft, world), part[p, SOFT.PART_FLAGS] & SOFT.FLAG_EXACT == 0, soft)
    edge = world.bodies.links[part[p, SOFT.PART_BODY], BODY.CONTACT]
    while edge >= 0:
        contact, side = edge >> 1, edge & 1
        edge = info[contact, CONTACT.NEXT_A + 2 * side]
        shape = info[contact, CONTACT.SHAPE_B - side]
        wrong = CONTACT.FLAG_SENSOR | CONTACT.FLAG_REFUSED | CONTACT.FLAG_OFF
        if shapes.info[shape, SHAPE.KIND] != KIND.SOFT or info[contact, CONTACT.FLAGS] & wrong:
            continue
        meeting = meeting_of(p, contact, shape, dt, soft, world)
        if soft.tree[part[meeting.q, SOFT.PART_TREE], SOFT.TREE_SEARCHED] != 0.0:
            walk_pair(meeting, soft)
    if soft.head[TOP] > 0:
        write_touches(p, soft, world)
    else:
        soft.touch[part[p, SOFT.PART_TOUCH], SOFT.TOUCH_KIND] = -1

"""Edges against edges: links of ropes, borders, and edges that are bent so far that vertices alone would sink in.

A surface that bends by an angle a at every edge of length L lies L a / 8 beside the straight line between two vertices.
An edge counts if that is more than a quarter of the distance that two such surfaces keep. Against a rope all edges
count: its links may be longer than the edges that it lies on.
"""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, add_scaled, cross, dot, scale, subtract
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.between.closest import at, cross_edge, near_segments
from physics.kernels.soft.between.faces import FACING, FOLDED, ON, PASSING, SHARE, are_neighbors
from physics.kernels.soft.between.spots import OLD, first_row, take_spot, write_spot
from physics.kernels.soft.between.tree import is_rope
from physics.kernels.soft.queries import is_broken

#: Of two surfaces, closest points so close to an end are a matter of the vertex there.
INNER = 0.02
#: Edges whose directions have a sine below this are taken for parallel: they have no side.
PARALLEL = 0.1


@leaf
def is_bent(e, p, soft):
    """True for a border, and for an edge at which the surface bends so much that it counts."""
    edge, plate = soft.edge, soft.plate
    f, g = edge[e, 2], edge[e, 3]
    if g < 0:
        return True
    along = subtract(at(edge[e, 1], soft.place), at(edge[e, 0], soft.place))
    turned = 2.0 - 2.0 * dot(at(f, plate), at(g, plate))  # square of the chord, which stands for the angle
    sag = 4.0 * soft.trait[p, SOFT.TRAIT_THICKNESS]
    return turned * dot(along, along) > sag * sag


@routine
def list_sharp(p, row, soft):
    """List the edges of a leaf that count in this step; returns how many there are."""
    leaf_row = soft.tree_leaf
    count = leaf_row[row, SOFT.LEAF_SHARP]
    if count >= 0:
        return count
    count, first = 0, leaf_row[row, SOFT.LEAF_EDGE]
    link = soft.part[p, SOFT.PART_SPRING] - soft.part[p, SOFT.PART_EDGE]
    for k in range(first, first + leaf_row[row, SOFT.LEAF_EDGES]):
        e = soft.tree_edge[k]
        if (not is_broken(e + link, soft)) if is_rope(p, soft) else is_bent(e, p, soft):
            soft.sharp[first + count] = e
            count += 1
    leaf_row[row, SOFT.LEAF_SHARP] = count
    return count


@leaf
def are_beside(meeting, e, g, soft):
    """True for two edges of one body that share an end, or of a rope are at most two links apart."""
    if not meeting.same:
        return False
    for a in range(2):
        for b in range(2):
            if are_neighbors(soft.edge[e, a], soft.edge[g, b], meeting.p, soft):
                return True
    return False


@leaf
def old_edge(meeting, e, g, soft):
    """Row of the last step of two edges; -1 for none."""
    part, touch = soft.part, soft.touch
    own, other = e - part[meeting.p, SOFT.PART_EDGE], g - part[meeting.q, SOFT.PART_EDGE]
    end = part[meeting.p, SOFT.PART_TOUCH] + soft.head[OLD]
    for k in range(first_row(meeting.p, SOFT.TOUCH_EDGE, own, soft), end):
        if touch[k, SOFT.TOUCH_KIND] != SOFT.TOUCH_EDGE or touch[k, SOFT.TOUCH_OWN] != own:
            break
        if touch[k, SOFT.TOUCH_OTHER] == other and touch[k, SOFT.TOUCH_BODY] == part[meeting.q, SOFT.PART_BODY]:
            return k
    return -1


@leaf
def outward(e, soft):
    """Sum of the normals at an edge."""
    f, g = soft.edge[e, 2], soft.edge[e, 3]
    if f < 0:
        return 0.0, 0.0, 0.0
    n = at(f, soft.plate)
    return add(n, at(g, soft.plate)) if g >= 0 else n


@leaf
def is_looked_at(e, out, soft):
    """True when a face at an edge looks into a direction."""
    f, g = soft.edge[e, 2], soft.edge[e, 3]
    if f >= 0 and dot(at(f, soft.plate), out) > FACING:
        return True
    return g >= 0 and dot(at(g, soft.plate), out) > FACING


@leaf
def is_off(e, out, soft):
    """True when a direction leads out of the faces at an edge, not along both of them."""
    f, g = soft.edge[e, 2], soft.edge[e, 3]
    if f < 0 or abs(dot(at(f, soft.plate), out)) > FOLDED:
        return True
    return g >= 0 and abs(dot(at(g, soft.plate), out)) > FOLDED


@leaf
def is_turned_to(meeting, e, g, out, soft):
    """True when both edges can push along a direction: what has an outside has a face there that looks that way."""
    if meeting.same and not (is_off(e, out, soft) and is_off(g, out, soft)):
        return False
    if meeting.sided and not is_looked_at(g, out, soft):
        return False
    return not meeting.solid or is_looked_at(e, scale(out, -1.0), soft)


@leaf
def side_of(meeting, e, g, over, away, old, soft):
    """Side of the first edge cross the second on which the own one stays.

    What has an outside tells by its faces. A side that was remembered would be the wrong one after two edges have
    been parallel, since the direction of the first cross the second turns round there.

    Args:
        meeting: The soft bodies.
        e, g: The edges.
        over: First edge cross the second, unit vector.
        away: From the other edge to the own one.
        old: Row of the last step, or -1.
        soft: Arrays of soft bodies.
    """
    toward = 0.0
    if meeting.sided:
        toward += dot(over, outward(g, soft))
    if meeting.solid:
        toward -= dot(over, outward(e, soft))
    if abs(toward) > PARALLEL:
        return 1.0 if toward > 0.0 else -1.0
    if old >= 0 and not meeting.same and soft.touch[old, SOFT.TOUCH_SIDE] != 0:
        return float(soft.touch[old, SOFT.TOUCH_SIDE])
    return 1.0 if dot(over, away) >= 0.0 else -1.0


@leaf
def is_within(s, t):
    """True when two closest points are inside of their edges."""
    return INNER < s < 1.0 - INNER and INNER < t < 1.0 - INNER


@leaf
def kept_apart(meeting, e, g, soft):
    """Distance that two edges keep: of one body, less than they have at rest."""
    if not meeting.same:
        return meeting.distance
    edge, rest = soft.edge, soft.rest
    a, b = at(edge[e, 0], rest), at(edge[e, 1], rest)
    c, d = at(edge[g, 0], rest), at(edge[g, 1], rest)
    s, t = near_segments(a, b, c, d)
    gap = subtract(add_scaled(a, subtract(b, a), s), add_scaled(c, subtract(d, c), t))
    return min(meeting.distance, SHARE * math.sqrt(dot(gap, gap)))


@leaf
def put_edges(meeting, e, g, old, side, rank, out, places, distance, apart, soft):
    """Write the spot of two edges, if the own one has room for it."""
    part = soft.part
    owner = part[meeting.p, SOFT.PART_VERTICES] + e - part[meeting.p, SOFT.PART_EDGE]
    other = g - part[meeting.q, SOFT.PART_EDGE]
    slot = take_spot(owner, SOFT.TOUCH_EDGES, meeting.q, other, g, rank, soft)
    if slot >= 0:
        weights = (places[0], places[1], 0.0)
        write_spot(slot, meeting, other, g, old, side, rank, out, weights, distance, apart, soft)


@routine
def try_edge(meeting, e, g, soft):
    """Give an edge its spot with another edge, if they are close enough, or will pass each other.

    Args:
        meeting: Whose edges they are.
        e: The own edge.
        g: The other one.
        soft: Arrays of soft bodies. A spot is written.
    """
    edge, place, speed, dt = soft.edge, soft.place, soft.speed, meeting.dt
    i, j, k, m = edge[e, 0], edge[e, 1], edge[g, 0], edge[g, 1]
    if speed[i, 3] == 0.0 and speed[j, 3] == 0.0 and speed[k, 3] == 0.0 and speed[m, 3] == 0.0:
        return
    a, b, c, d = at(i, place), at(j, place), at(k, place), at(m, place)
    u, v = subtract(b, a), subtract(d, c)
    s, t = near_segments(a, b, c, d)
    away = subtract(add_scaled(a, u, s), add_scaled(c, v, t))
    gap = math.sqrt(dot(away, away))
    moved = (scale(at(i, speed), dt), scale(at(j, speed), dt), scale(at(k, speed), dt), scale(at(m, speed), dt))
    # No two points of them come closer to each other in this step than by the fastest ends.
    first, second = subtract(moved[0], moved[2]), subtract(moved[0], moved[3])
    third, fourth = subtract(moved[1], moved[2]), subtract(moved[1], moved[3])
    way = math.sqrt(max(max(dot(first, first), dot(second, second)), max(dot(third, third), dot(fourth, fourth))))
    if gap > meeting.reach + way or are_beside(meeting, e, g, soft):
        return
    distance = kept_apart(meeting, e, g, soft)
    drift = subtract(
        add_scaled(moved[0], subtract(moved[1], moved[0]), s), add_scaled(moved[2], subtract(moved[3], moved[2]), t)
    )
    ropes = is_rope(meeting.p, soft) and is_rope(meeting.q, soft)
    close = gap <= distance + (meeting.reach - meeting.distance) + math.sqrt(dot(drift, drift))
    close = close and (ropes or is_within(s, t))
    over = cross(u, v)
    size = math.sqrt(dot(over, over))
    old = old_edge(meeting, e, g, soft)
    out, side = scale(away, 1.0 / gap if gap > ON else 0.0), 0.0
    parallel = size <= PARALLEL * math.sqrt(dot(u, u) * dot(v, v))
    rank = gap
    if not parallel:
        over = scale(over, 1.0 / size)
        side = side_of(meeting, e, g, over, away, old, soft)
        if is_within(s, t) or gap <= ON:
            out = scale(over, side)
        if gap <= way and side * dot(over, away) > 0.0:
            passing, along, other, there = cross_edge(a, b, c, d, moved)
            if passing <= 1.0 and (ropes or is_within(along, other)) and dot(there, there) > 0.0:
                rank, s, t, close = PASSING + passing, along, other, True
                away = subtract(add_scaled(a, u, s), add_scaled(c, v, t))
                there = scale(there, 1.0 / math.sqrt(dot(there, there)))
                out = there if dot(there, away) >= 0.0 else scale(there, -1.0)
    elif gap <= ON or meeting.sided or meeting.solid:
        return  # one lies in the other, or vertices see to it: nothing says where to
    if close and is_turned_to(meeting, e, g, out, soft):
        put_edges(meeting, e, g, old, int(side), rank, out, (s, t), distance, dot(out, away) - distance, soft)

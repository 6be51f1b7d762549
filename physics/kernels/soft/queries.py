"""Soft bodies and rays, and points: what a ray meets first, what is closest, what is inside.

Triangles are met from both sides. Those of one body lie behind one another in the order in which they were made, so
neighbors are mostly near: sixteen of them share bounds, and sixteen of these again, once several rays ask for them.

Whether a ray passes an edge on this side or on that is the sign of one product, which both triangles at the edge
compute from the same numbers with the opposite sign: no ray slips through between them.
"""

import math

from physics.kernels.core.jit import kernel, leaf, routine
from physics.kernels.core.vec3 import clamp, dot
from physics.kernels.layout import shape as SHAPE, soft as SOFT
from physics.kernels.queries.ray_cast import is_listed
from physics.kernels.queries.ray_mesh import inverse_of
from physics.kernels.queries.ray_shapes import INFINITE
from physics.kernels.soft.arrays import open_soft
from physics.kernels.soft.distance import closest_on_triangle

#: Triangles, or links, that share bounds; and bounds that share wider ones.
GROUP = 16
#: So many rays at least make it worth while to bound groups.
RAYS_AT_LEAST = 4
#: Bounds are wider by this [m], and by this part of a coordinate: more than rounding.
WIDER = 1e-6


@leaf
def items_of(p, soft):
    """First triangle of a soft body and how many there are, or of a rope its links."""
    part = soft.part
    if part[p, SOFT.PART_KIND] == SOFT.ROPE:
        return part[p, SOFT.PART_SPRING], part[p, SOFT.PART_SPRINGS]
    return part[p, SOFT.PART_FACE], part[p, SOFT.PART_FACES]


@leaf
def corner_of(rope, item, c, soft):
    """Vertex at corner c of a triangle, or at end c of a link, whose second end counts twice."""
    if rope:
        return soft.spring_ends[item, min(c, 1)]
    return soft.face[item, c]


@leaf
def is_broken(link, soft):
    """True for a link of a rope that is torn: nothing is there."""
    return soft.spring[link, SOFT.SPRING_STIFFNESS] <= 0.0


@leaf
def is_closed(p, soft):
    """True for what has an inside."""
    kind = soft.part[p, SOFT.PART_KIND]
    return kind == SOFT.SOLID or kind == SOFT.SHELL or kind == SOFT.CLUSTER


@leaf
def can_meet(p, mask, ignored, soft, shapes):
    """True when the filter of a query lets a soft body through: as `ray_cast.can_hit`."""
    part = soft.part
    shape = part[p, SOFT.PART_SHAPE]
    if part[p, SOFT.PART_FLAGS] & SOFT.FLAG_ALIVE == 0 or shapes.info[shape, SHAPE.SENSOR] != 0:
        return False
    return int(shapes.filter[shape, 0]) & mask != 0 and not is_listed(part[p, SOFT.PART_BODY], ignored)


@leaf
def thin_bounds(p, soft, bodies, shapes):
    """Least and greatest corner of all of a soft body."""
    body, shape = soft.part[p, SOFT.PART_BODY], soft.part[p, SOFT.PART_SHAPE]
    x, y, z = bodies.center[body, 0], bodies.center[body, 1], bodies.center[body, 2]
    wide = WIDER * (1.0 + abs(x) + abs(y) + abs(z))
    c = SHAPE.PLACE_SIZE
    hx, hy, hz = shapes.place[shape, c] + wide, shapes.place[shape, c + 1] + wide, shapes.place[shape, c + 2] + wide
    return (x - hx, y - hy, z - hz), (x + hx, y + hy, z + hz)


@leaf
def enter_box(low, high, origin, inverse):
    """Distance at which a ray enters bounds, 0 if it starts inside, INFINITE for a miss."""
    enter, leave = 0.0, INFINITE
    for c in range(3):
        a, b = (low[c] - origin[c]) * inverse[c], (high[c] - origin[c]) * inverse[c]
        enter, leave = max(enter, min(a, b)), min(leave, max(a, b))
    return enter if enter <= leave else INFINITE


@leaf
def box_at(work, k):
    """Bounds in a row of the scratch array."""
    return (work[k, 0], work[k, 1], work[k, 2]), (work[k, 3], work[k, 4], work[k, 5])


@leaf
def bound_items(p, soft, work):
    """Write the bounds of the groups of a soft body, and behind them those of groups of groups."""
    rope = soft.part[p, SOFT.PART_KIND] == SOFT.ROPE
    start, count = items_of(p, soft)
    radius = soft.trait[p, SOFT.TRAIT_THICKNESS] if rope else 0.0
    groups = (count + GROUP - 1) // GROUP
    for g in range(groups):
        for c in range(3):
            low, high = math.inf, -math.inf
            for item in range(start + GROUP * g, start + min(GROUP * (g + 1), count)):
                for corner in range(3):
                    x = soft.place[corner_of(rope, item, corner, soft), c]
                    low, high = min(low, x), max(high, x)
            wide = radius + WIDER * (1.0 + max(abs(low), abs(high)))
            work[g, c], work[g, 3 + c] = low - wide, high + wide
    for s in range((groups + GROUP - 1) // GROUP):
        for c in range(3):
            low, high = math.inf, -math.inf
            for g in range(GROUP * s, min(GROUP * (s + 1), groups)):
                low, high = min(low, work[g, c]), max(high, work[g, 3 + c])
            work[groups + s, c], work[groups + s, 3 + c] = low, high


@leaf
def ray_triangle(i, j, k, o, d, place):
    """Distance at which a ray meets a triangle from either side, and weights of its second and third corner."""
    ax, ay, az = place[i, 0] - o[0], place[i, 1] - o[1], place[i, 2] - o[2]
    bx, by, bz = place[j, 0] - o[0], place[j, 1] - o[1], place[j, 2] - o[2]
    cx, cy, cz = place[k, 0] - o[0], place[k, 1] - o[1], place[k, 2] - o[2]
    u = d[0] * (by * cz - bz * cy) + d[1] * (bz * cx - bx * cz) + d[2] * (bx * cy - by * cx)
    v = d[0] * (cy * az - cz * ay) + d[1] * (cz * ax - cx * az) + d[2] * (cx * ay - cy * ax)
    if u * v < 0.0:
        return INFINITE, 0.0, 0.0
    w = d[0] * (ay * bz - az * by) + d[1] * (az * bx - ax * bz) + d[2] * (ax * by - ay * bx)
    if min(u, min(v, w)) < 0.0 < max(u, max(v, w)):
        return INFINITE, 0.0, 0.0
    total = u + v + w
    if total == 0.0:  # it lies in the plane of the triangle
        return INFINITE, 0.0, 0.0
    u, v, w = u / total, v / total, w / total
    along = d[0] * (u * ax + v * bx + w * cx) + d[1] * (u * ay + v * by + w * cy) + d[2] * (u * az + v * bz + w * cz)
    return (along if along >= 0.0 else INFINITE), v, w


@leaf
def on_link(i, j, p, place):
    """Vector from the axis of a link to a point, its length, and the weight of the second end there."""
    x, y, z = place[j, 0] - place[i, 0], place[j, 1] - place[i, 1], place[j, 2] - place[i, 2]
    a = (p[0] - place[i, 0], p[1] - place[i, 1], p[2] - place[i, 2])
    square = x * x + y * y + z * z
    t = clamp((x * a[0] + y * a[1] + z * a[2]) / square, 0.0, 1.0) if square > 0.0 else 0.0
    off = (a[0] - t * x, a[1] - t * y, a[2] - t * z)
    return off, math.sqrt(dot(off, off)), t


@leaf
def ray_ball(away, d, radius):
    """Distance at which a ray enters a ball, seen from the start of the ray; INFINITE for a miss."""
    b = dot(away, d)
    h = b * b - dot(away, away) + radius * radius
    return -b - math.sqrt(h) if h >= 0.0 else INFINITE


@leaf
def ray_link(i, j, radius, o, d, place):
    """Distance at which a ray that starts outside enters a link of a rope, a capsule; INFINITE for a miss."""
    way = (place[j, 0] - place[i, 0], place[j, 1] - place[i, 1], place[j, 2] - place[i, 2])
    a = (o[0] - place[i, 0], o[1] - place[i, 1], o[2] - place[i, 2])
    shift = dot(d, way) * 0.5 - dot(d, a)  # to the place beside the middle, where nothing is lost to rounding
    a = (a[0] + shift * d[0], a[1] + shift * d[1], a[2] + shift * d[2])
    b = (a[0] - way[0], a[1] - way[1], a[2] - way[2])
    best = min(ray_ball(a, d, radius), ray_ball(b, d, radius))
    square, along, start = dot(way, way), dot(way, d), dot(way, a)
    across = square - along * along
    if across > 1e-12 * square:
        half = square * dot(a, d) - start * along
        h = half * half - across * (square * (dot(a, a) - radius * radius) - start * start)
        if h >= 0.0:
            t = (-half - math.sqrt(h)) / across
            if 0.0 < start + t * along < square:
                best = min(best, t)
    return best + shift if best < INFINITE and best + shift >= 0.0 else INFINITE


@leaf
def is_in_rope(p, o, soft):
    """True when a point is in a rope."""
    start, count = items_of(p, soft)
    radius = soft.trait[p, SOFT.TRAIT_THICKNESS]
    for s in range(start, start + count):
        _, away, _ = on_link(soft.spring_ends[s, 0], soft.spring_ends[s, 1], o, soft.place)
        if away <= radius and not is_broken(s, soft):
            return True
    return False


@leaf
def cast_at_items(p, first, last, o, d, limit, found, soft):
    """Nearest hit of a ray with some triangles or links: distance, which, weights of second and third corner."""
    best, item, v, w = limit, found[0], found[1], found[2]
    place = soft.place
    if soft.part[p, SOFT.PART_KIND] == SOFT.ROPE:
        radius = soft.trait[p, SOFT.TRAIT_THICKNESS]
        for s in range(first, last):
            i, j = soft.spring_ends[s, 0], soft.spring_ends[s, 1]
            distance = ray_link(i, j, radius, o, d, place)
            if distance < best and not is_broken(s, soft):
                best, item = distance, s
                _, _, v = on_link(i, j, (o[0] + best * d[0], o[1] + best * d[1], o[2] + best * d[2]), place)
                w = 0.0
    else:
        face = soft.face
        for f in range(first, last):
            distance, b, c = ray_triangle(face[f, 0], face[f, 1], face[f, 2], o, d, place)
            if distance < best:
                best, item, v, w = distance, f, b, c
    return best, (item, v, w)


@leaf
def cast_at_part(p, grouped, o, d, inverse, limit, soft, work):
    """As `cast_at_items`, for all of a soft body; the number of the item is -1 for a miss."""
    start, count = items_of(p, soft)
    best, found = limit, (-1, 0.0, 0.0)
    if soft.part[p, SOFT.PART_KIND] == SOFT.ROPE and is_in_rope(p, o, soft):
        return best, found
    if not grouped:
        return cast_at_items(p, start, start + count, o, d, best, found, soft)
    groups = (count + GROUP - 1) // GROUP
    for s in range((groups + GROUP - 1) // GROUP):
        low, high = box_at(work, groups + s)
        if enter_box(low, high, o, inverse) >= best:
            continue
        for g in range(GROUP * s, min(GROUP * (s + 1), groups)):
            low, high = box_at(work, g)
            if enter_box(low, high, o, inverse) < best:
                last = start + min(GROUP * (g + 1), count)
                best, found = cast_at_items(p, start + GROUP * g, last, o, d, best, found, soft)
    return best, found


@leaf
def normal_at(p, item, point, d, soft):
    """Unit normal of a triangle against a direction, or of a link out of it at a point."""
    place = soft.place
    if soft.part[p, SOFT.PART_KIND] == SOFT.ROPE:
        off, size, _ = on_link(soft.spring_ends[item, 0], soft.spring_ends[item, 1], point, place)
        n = off
    else:
        i, j, k = soft.face[item, 0], soft.face[item, 1], soft.face[item, 2]
        bx, by, bz = place[j, 0] - place[i, 0], place[j, 1] - place[i, 1], place[j, 2] - place[i, 2]
        cx, cy, cz = place[k, 0] - place[i, 0], place[k, 1] - place[i, 1], place[k, 2] - place[i, 2]
        n = (by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx)
        size = math.sqrt(dot(n, n))
        if dot(n, d) > 0.0:
            size = -size
    if size == 0.0:
        return -d[0], -d[1], -d[2]
    return n[0] / size, n[1] / size, n[2] / size


@leaf
def write_item(p, item, v, w, row, soft, owner, triangle, vertex, weight):
    """Write which soft body, which triangle (-1 for a link), its vertices, and their weights."""
    rope = soft.part[p, SOFT.PART_KIND] == SOFT.ROPE
    owner[row] = p
    triangle[row] = -1 if rope else item - soft.part[p, SOFT.PART_FACE]
    for c in range(3):
        vertex[row, c] = corner_of(rope, item, c, soft) - soft.part[p, SOFT.PART_VERTEX]
    weight[row, 0], weight[row, 1], weight[row, 2] = 1.0 - v - w, v, w


@kernel
def cast_rays_soft(
    origin, direction, mask, ignored, every, table, bodies, shapes, work, distance, owner, triangle, vertex, weight,
    normal,
):  # fmt: skip
    """Find the nearest hit of each ray with soft bodies; or all soft bodies that one ray meets, each where it begins.

    Args:
        origin: Starts of the rays [m], float64 [n, 3].
        direction: Unit vectors, float64 [n, 3].
        mask: Bits of which the category of a soft body must have one.
        ignored: Rows of bodies that are not hit, upward, int32.
        every: Whether to find all, of the first ray only; then rows of the results are those of soft bodies.
        table: Addresses of the arrays of soft bodies.
        bodies: Body arrays.
        shapes: Shape arrays.
        work: Scratch, float64 [groups of the largest soft body, and of groups, 6].
        distance: Where hits must be nearer than [m], float64 [n]. Those of hits are written.
        owner: Soft bodies that were hit, int32 [n]. Written where there is a hit, as the rest.
        triangle: Which triangle of it, or -1 for a link of a rope, int32 [n].
        vertex: Vertices of the triangle, the second one twice of a link, int32 [n, 3].
        weight: Their weights at the hit, float64 [n, 3].
        normal: Unit normals against the rays, float64 [n, 3].
    """
    soft = open_soft(table)
    for p in range(len(soft.part)):
        if not can_meet(p, mask, ignored, soft, shapes):
            continue
        low, high = thin_bounds(p, soft, bodies, shapes)
        met = 0
        grouped = False
        for pass_ in range(2):
            for i in range(len(origin)):
                row = p if every else i
                o = (origin[i, 0], origin[i, 1], origin[i, 2])
                d = (direction[i, 0], direction[i, 1], direction[i, 2])
                inverse = (inverse_of(d[0]), inverse_of(d[1]), inverse_of(d[2]))
                if enter_box(low, high, o, inverse) >= distance[row]:
                    continue
                if pass_ == 0:
                    met += 1
                    continue
                best, found = cast_at_part(p, grouped, o, d, inverse, distance[row], soft, work)
                if found[0] < 0:
                    continue
                distance[row] = best
                write_item(p, found[0], found[1], found[2], row, soft, owner, triangle, vertex, weight)
                point = (o[0] + best * d[0], o[1] + best * d[1], o[2] + best * d[2])
                out = normal_at(p, found[0], point, d, soft)
                for c in range(3):
                    normal[row, c] = out[c]
            if met == 0:
                break
            if pass_ == 0 and met >= RAYS_AT_LEAST:
                grouped = True
                bound_items(p, soft, work)


@routine
def winds_around(p, point, soft):
    """True when the surface of a soft body closes around a point: the sum of the solid angles says so."""
    place, face = soft.place, soft.face
    start, count = items_of(p, soft)
    total = 0.0
    for f in range(start, start + count):
        i, j, k = face[f, 0], face[f, 1], face[f, 2]
        a = (place[i, 0] - point[0], place[i, 1] - point[1], place[i, 2] - point[2])
        b = (place[j, 0] - point[0], place[j, 1] - point[1], place[j, 2] - point[2])
        c = (place[k, 0] - point[0], place[k, 1] - point[1], place[k, 2] - point[2])
        la, lb, lc = math.sqrt(dot(a, a)), math.sqrt(dot(b, b)), math.sqrt(dot(c, c))
        n = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
        total += math.atan2(dot(a, n), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb)
    return abs(total) > math.pi  # half of a whole turn: 2 pi is that of the half angles of a closed surface


@routine
def closest_of_part(p, q, soft):
    """Point of the surface of a soft body that is closest to a point: distance, point, item, weights."""
    place = soft.place
    start, count = items_of(p, soft)
    best, item, v, w, found = math.inf, -1, 0.0, 0.0, q
    if soft.part[p, SOFT.PART_KIND] == SOFT.ROPE:
        radius = soft.trait[p, SOFT.TRAIT_THICKNESS]
        for s in range(start, start + count):
            off, away, t = on_link(soft.spring_ends[s, 0], soft.spring_ends[s, 1], q, place)
            if away - radius < best and not is_broken(s, soft):
                best, item, v = away - radius, s, t
                out = (off[0] / away, off[1] / away, off[2] / away) if away > 0.0 else (0.0, 1.0, 0.0)
                found = (q[0] - best * out[0], q[1] - best * out[1], q[2] - best * out[2])
        return best, found, item, v, w
    for f in range(start, start + count):
        i, j, k = soft.face[f, 0], soft.face[f, 1], soft.face[f, 2]
        corners = (
            place[i, 0] - q[0], place[i, 1] - q[1], place[i, 2] - q[2], place[j, 0] - q[0], place[j, 1] - q[1],
            place[j, 2] - q[2], place[k, 0] - q[0], place[k, 1] - q[1], place[k, 2] - q[2],
        )  # fmt: skip
        near, b, c = closest_on_triangle(corners)
        square = dot(near, near)
        if square < best:
            best, item, v, w = square, f, b, c
            found = (q[0] + near[0], q[1] + near[1], q[2] + near[2])
    return math.sqrt(best), found, item, v, w


@kernel
def closest_points_soft(p, points, table, bodies, shapes, distance, point, owner, triangle, vertex, weight):
    """The point of the surface of a soft body closest to each of many points.

    Args:
        p: Which soft body.
        points: The points [m], float64 [n, 3].
        table, bodies, shapes: As in `cast_rays_soft`.
        distance: Distances [m], float64 [n]; negative in what is closed, and in ropes. Written.
        point: Closest points [m], float64 [n, 3]. Written.
        owner, triangle, vertex, weight: As in `cast_rays_soft`. Written.
    """
    soft = open_soft(table)
    low, high = thin_bounds(p, soft, bodies, shapes)
    for i in range(len(points)):
        q = (points[i, 0], points[i, 1], points[i, 2])
        gap, found, item, v, w = closest_of_part(p, q, soft)
        inside = is_closed(p, soft)
        for c in range(3):
            inside = inside and low[c] <= q[c] <= high[c]
            point[i, c] = found[c]
        distance[i] = -gap if inside and winds_around(p, q, soft) else gap
        write_item(p, item, v, w, i, soft, owner, triangle, vertex, weight)

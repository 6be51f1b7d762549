"""Compiled loops over the soft bodies of a frame: bounds, culling, vertices, normals, tubes of ropes.

A vertex is a row of 7 floats: place relative to the eye (x, y, z) [m], normal (x, y, z), strain. Rows of a mesh are in
the order of its vertices; those of a rope are rings around its vertices.
"""

import math

import numpy as np

from physics.kernels.core.jit import kernel, leaf

ROW_FLOATS = 7

#: Corners of a tube; a ring ends where it began, with a row of its own, so that textures have a seam.
SIDES = 8
RING_ROWS = SIDES + 1
RING_COLUMNS = 6

#: Rings: around a vertex, at the beginning and at the end of a tube, half way to the next vertex. Those at the
#: beginning and the end are the tips of its caps.
RING_MIDDLE, RING_START, RING_END, RING_BETWEEN = range(4)

#: How far a tip is before the end of a tube, in radii.
TIP = 0.5

#: Lists of triangles: of closed surfaces, of surfaces with two sides, of bodies that one sees into, one for each tile
#: of the shadow map, and of what is selected.
SECTION_CLOSED, SECTION_OPEN, SECTION_CLEAR, SECTION_TILES, TILES = 0, 1, 2, 3, 4
SECTION_SELECTED = SECTION_TILES + TILES
SECTION_COUNT = SECTION_SELECTED + 1


@kernel
def find_boxes(count, first, vertices, lower, upper):
    """Bounding boxes of bodies. Where there are no vertices, or one that is not finite, the box is not finite.

    Args:
        count: Bodies.
        first: First vertex of each, and the end, int64 [n + 1].
        vertices: Places [m], float32 [v, 3].
        lower: Least coordinates [m], float32 [n, 3]. Written.
        upper: Greatest coordinates [m], float32 [n, 3]. Written.
    """
    for k in range(count):
        for axis in range(3):
            least, most, sum_ = np.float32(math.inf), np.float32(-math.inf), np.float32(0.0)
            for i in range(first[k], first[k + 1]):
                value = vertices[i, axis]
                least, most = min(least, value), max(most, value)
                sum_ += abs(value)
            lower[k, axis], upper[k, axis] = least, most
            if not sum_ < math.inf:  # comparisons let NaN through, sums do not
                lower[k, axis] = math.nan


@leaf
def blended(k, axis, keep, blend, eye, old_row, old_box, old_origin, box, origin):
    """One coordinate of a box between two snapshots, relative to the eye [m]."""
    later = box[k, axis] + (origin[k, axis] - eye[axis])
    j = old_row[k]
    if j < 0:
        return later
    return keep * (old_box[j, axis] + (old_origin[j, axis] - eye[axis])) + blend * later


@kernel
def choose(
    count, old_row, old_lower, old_upper, old_origin, lower, upper, origin, margin, section_of, blend, eye, planes,
    tiles, inner, shadows, selected, chosen, needed, distance,
):  # fmt: skip
    """Which bodies go into which list: by their boxes between two snapshots, which hold all that is drawn.

    Args:
        count: Bodies.
        old_row: Row of each in the earlier snapshot, -1 for none: it is drawn where the later one has it, int32 [n].
        old_lower: Boxes of the earlier snapshot, relative to the origins [m], float32 [m, 3].
        old_upper: The same.
        old_origin: Origins of the earlier snapshot [m], float64 [m, 3].
        lower: Boxes of the later snapshot, float32 [n, 3].
        upper: The same.
        origin: Origins of the later snapshot [m], float64 [n, 3].
        margin: How far each reaches beyond its vertices [m], float32 [n].
        section_of: Which of the first three lists each belongs to, int8 [n].
        blend: 0 for the earlier, 1 for the later snapshot.
        eye: Place of the camera (x, y, z) [m].
        planes: Frustum, inside is positive, float32 [6, 4].
        tiles: Axes, shift, 1 over the half width and least radius of each tile of the shadow map.
        inner: Part of a tile that the shaders read from no wider tile.
        shadows: Whether there are shadows.
        selected: Row of what is selected, or -1.
        chosen: Whether each is in each list, bool [SECTION_COUNT, n]. Written.
        needed: Whether each is in any of them, bool [n]. Written.
        distance: Squared distance of the middle of each from the eye [m^2], float32 [n]. Written.

    Returns:
        How many the camera sees.
    """
    axes, shift, reach, least = tiles
    keep, found = 1.0 - blend, 0
    for k in range(count):
        for section in range(SECTION_COUNT):
            chosen[section, k] = False
        ax = blended(k, 0, keep, blend, eye, old_row, old_lower, old_origin, lower, origin)
        ay = blended(k, 1, keep, blend, eye, old_row, old_lower, old_origin, lower, origin)
        az = blended(k, 2, keep, blend, eye, old_row, old_lower, old_origin, lower, origin)
        bx = blended(k, 0, keep, blend, eye, old_row, old_upper, old_origin, upper, origin)
        by = blended(k, 1, keep, blend, eye, old_row, old_upper, old_origin, upper, origin)
        bz = blended(k, 2, keep, blend, eye, old_row, old_upper, old_origin, upper, origin)
        more = margin[k]
        x, y, z = 0.5 * (ax + bx), 0.5 * (ay + by), 0.5 * (az + bz)
        hx, hy, hz = 0.5 * (bx - ax) + more, 0.5 * (by - ay) + more, 0.5 * (bz - az) + more
        needed[k], distance[k] = False, x * x + y * y + z * z
        if not distance[k] + hx + hy + hz < math.inf:
            continue
        inside = True
        for p in range(6):
            nx, ny, nz = planes[p, 0], planes[p, 1], planes[p, 2]
            far = nx * x + ny * y + nz * z + planes[p, 3]
            inside &= far >= -(abs(nx) * hx + abs(ny) * hy + abs(nz) * hz)
        if inside:
            chosen[section_of[k], k] = True
            found += 1
        chosen[SECTION_SELECTED, k] = k == selected
        needed[k] = inside or k == selected
        if not shadows:
            continue
        hidden, size = False, max(hx, hy, hz)
        for tile in range(TILES):
            u = abs(axes[tile, 0, 0] * x + axes[tile, 0, 1] * y + axes[tile, 0, 2] * z + shift[tile, 0])
            v = abs(axes[tile, 1, 0] * x + axes[tile, 1, 1] * y + axes[tile, 1, 2] * z + shift[tile, 1])
            du = abs(axes[tile, 0, 0]) * hx + abs(axes[tile, 0, 1]) * hy + abs(axes[tile, 0, 2]) * hz
            dv = abs(axes[tile, 1, 0]) * hx + abs(axes[tile, 1, 1]) * hy + abs(axes[tile, 1, 2]) * hz
            sky = tile == TILES - 1
            if max(u - du, v - dv) <= 1.0 and size >= least[tile] and (sky or not hidden):
                chosen[SECTION_TILES + tile, k] = needed[k] = True
            hidden |= max(u + du, v + dv) <= inner
    return found


@kernel
def place_vertices(count, needed, first, old_row, old_first, old_vertices, old_origin, vertices, origin, blend, place):
    """Vertices between two snapshots, relative to the later origins.

    Args:
        count: Bodies.
        needed: Whether each is drawn, bool [n].
        first: First vertex of each, and the end, int64 [n + 1].
        old_row: Row of each in the earlier snapshot, or -1, int32 [n].
        old_first: First vertex of each of the earlier snapshot, int64 [m + 1].
        old_vertices: Its vertices [m], float32 [w, 3].
        old_origin: Its origins [m], float64 [m, 3].
        vertices: Those of the later snapshot [m], float32 [v, 3].
        origin: Its origins [m], float64 [n, 3].
        blend: 0 for the earlier, 1 for the later snapshot.
        place: float32 [v, 3]. Written.
    """
    keep, share = np.float32(1.0 - blend), np.float32(blend)
    for k in range(count):
        if not needed[k]:
            continue
        row = old_row[k]
        if row < 0:
            for i in range(first[k], first[k + 1]):
                for axis in range(3):
                    place[i, axis] = vertices[i, axis]
            continue
        dx = np.float32(old_origin[row, 0] - origin[k, 0])
        dy = np.float32(old_origin[row, 1] - origin[k, 1])
        dz = np.float32(old_origin[row, 2] - origin[k, 2])
        back = old_first[row] - first[k]
        for i in range(first[k], first[k + 1]):
            j = i + back
            place[i, 0] = keep * (old_vertices[j, 0] + dx) + share * vertices[i, 0]
            place[i, 1] = keep * (old_vertices[j, 1] + dy) + share * vertices[i, 1]
            place[i, 2] = keep * (old_vertices[j, 2] + dz) + share * vertices[i, 2]


@kernel
def write_meshes(
    count, needed, first, row_first, triangle_first, mesh_end, triangles, place, strain, origin, eye, rows
):
    """Rows of meshes. A normal is the mean of those of the triangles around a vertex, by their areas.

    Args:
        count: Bodies.
        needed: Whether each is drawn, bool [n].
        first: First vertex of each, and the end, int64 [n + 1].
        row_first: First row of each, int64 [n + 1].
        triangle_first: First triangle of each, int64 [n + 1].
        mesh_end: End of the triangles of its mesh; those of tubes come after it, int64 [n].
        triangles: Rows of their corners, int32 [t, 3].
        place: Vertices relative to the origins [m], float32 [v, 3].
        strain: Strains, float32 [v].
        origin: Origins [m], float64 [n, 3].
        eye: Place of the camera (x, y, z) [m].
        rows: float32 [r, 7]. Written.
    """
    for k in range(count):
        if not needed[k] or mesh_end[k] == triangle_first[k]:
            continue
        back = first[k] - row_first[k]
        start, end = row_first[k], row_first[k] + first[k + 1] - first[k]
        for i in range(start, end):
            rows[i, 3] = rows[i, 4] = rows[i, 5] = 0.0
        for t in range(triangle_first[k], mesh_end[k]):
            a, b, c = triangles[t, 0], triangles[t, 1], triangles[t, 2]
            x, y, z = place[a + back, 0], place[a + back, 1], place[a + back, 2]
            ux, uy, uz = place[b + back, 0] - x, place[b + back, 1] - y, place[b + back, 2] - z
            vx, vy, vz = place[c + back, 0] - x, place[c + back, 1] - y, place[c + back, 2] - z
            nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
            for i in (a, b, c):
                rows[i, 3] += nx
                rows[i, 4] += ny
                rows[i, 5] += nz
        dx = np.float32(origin[k, 0] - eye[0])
        dy = np.float32(origin[k, 1] - eye[1])
        dz = np.float32(origin[k, 2] - eye[2])
        for i in range(start, end):
            j = i + back
            rows[i, 0], rows[i, 1], rows[i, 2] = place[j, 0] + dx, place[j, 1] + dy, place[j, 2] + dz
            x, y, z = rows[i, 3], rows[i, 4], rows[i, 5]
            scale = np.float32(1.0) / max(np.sqrt(x * x + y * y + z * z), np.float32(1e-30))
            rows[i, 3], rows[i, 4], rows[i, 5] = scale * x, scale * y, scale * z
            rows[i, 6] = strain[j]


@leaf
def unit(x, y, z):
    """A vector of length 1; the first axis for none."""
    square = x * x + y * y + z * z
    if square < 1e-24:
        return 1.0, 0.0, 0.0
    scale = 1.0 / math.sqrt(square)
    return scale * x, scale * y, scale * z


@leaf
def across(tx, ty, tz, x, y, z):
    """Direction across a tangent, as near as can be to another."""
    along = tx * x + ty * y + tz * z
    x, y, z = x - along * tx, y - along * ty, z - along * tz
    if x * x + y * y + z * z < 1e-6:  # any other will do
        if abs(ty) < 0.9:
            x, y, z = -ty * tx, 1.0 - ty * ty, -ty * tz
        else:
            x, y, z = 1.0 - tx * tx, -tx * ty, -tx * tz
    return unit(x, y, z)


@leaf
def carried(sx, sy, sz, tx, ty, tz, x, y, z):
    """A direction across s, turned the shortest way together with s to t; then it is across t."""
    turn = 1.0 + sx * tx + sy * ty + sz * tz
    if turn > 1e-3:
        share = (tx * x + ty * y + tz * z) / turn
        x, y, z = x - share * (sx + tx), y - share * (sy + ty), z - share * (sz + tz)
    return across(tx, ty, tz, x, y, z)


@leaf
def tangent_of(place, previous, node, following):
    """Tangent of a chain at one of its vertices: in the middle of the directions of both segments, length 1."""
    ux, uy, uz = unit(
        place[node, 0] - place[previous, 0], place[node, 1] - place[previous, 1], place[node, 2] - place[previous, 2]
    )
    vx, vy, vz = unit(
        place[following, 0] - place[node, 0], place[following, 1] - place[node, 1],
        place[following, 2] - place[node, 2],
    )  # fmt: skip
    if previous == node:
        return vx, vy, vz
    if following == node:
        return ux, uy, uz
    if ux * vx + uy * vy + uz * vz < -0.999:  # folded back
        return ux, uy, uz
    return unit(ux + vx, uy + vy, uz + vz)


@leaf
def between(place, before, node, after, beyond):
    """Place half way from a vertex of a chain to the next one on a smooth curve, and its tangent there."""
    ax, ay, az = (
        place[before, 0] + place[beyond, 0],
        place[before, 1] + place[beyond, 1],
        place[before, 2] + place[beyond, 2],
    )
    bx, by, bz = place[node, 0] + place[after, 0], place[node, 1] + place[after, 1], place[node, 2] + place[after, 2]
    tx, ty, tz = unit(
        27.0 * (place[after, 0] - place[node, 0]) + place[before, 0] - place[beyond, 0],
        27.0 * (place[after, 1] - place[node, 1]) + place[before, 1] - place[beyond, 1],
        27.0 * (place[after, 2] - place[node, 2]) + place[before, 2] - place[beyond, 2],
    )
    return (9.0 * bx - ax) / 16.0, (9.0 * by - ay) / 16.0, (9.0 * bz - az) / 16.0, tx, ty, tz


@leaf
def write_ring(row, kind, circle, wide, x, y, z, tx, ty, tz, ux, uy, uz, strain, rows):
    """Rows of a ring around a place; of a tip, all at one place."""
    if kind in (RING_START, RING_END):
        turn = 1.0 if kind == RING_END else -1.0
        x, y, z = x + turn * TIP * wide * tx, y + turn * TIP * wide * ty, z + turn * TIP * wide * tz
        for i in range(row, row + RING_ROWS):
            rows[i, 0], rows[i, 1], rows[i, 2] = x, y, z
            rows[i, 3], rows[i, 4], rows[i, 5] = turn * tx, turn * ty, turn * tz
            rows[i, 6] = strain
        return
    vx, vy, vz = ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux
    x, y, z, wide = np.float32(x), np.float32(y), np.float32(z), np.float32(wide)
    ux, uy, uz = np.float32(ux), np.float32(uy), np.float32(uz)
    vx, vy, vz = np.float32(vx), np.float32(vy), np.float32(vz)
    for side in range(RING_ROWS):
        i = row + side
        cu, cv = circle[side, 0], circle[side, 1]
        nx, ny, nz = cu * ux + cv * vx, cu * uy + cv * vy, cu * uz + cv * vz
        rows[i, 0], rows[i, 1], rows[i, 2] = x + wide * nx, y + wide * ny, z + wide * nz
        rows[i, 3], rows[i, 4], rows[i, 5] = nx, ny, nz
        rows[i, 6] = strain


@kernel
def write_tubes(
    count, needed, ring_first, ring, circle, radius, thin, place, strain, origin, eye, reference, rows
):  # fmt: skip
    """Rows of tubes: rings around the vertices of ropes. No ring is turned against the one before it.

    Args:
        count: Bodies.
        needed: Whether each is drawn, bool [n].
        ring_first: First ring of each, and the end, int64 [n + 1].
        ring: Of each ring: the vertex before its own in the chain, its own, the one after it (its own at ends), the one
            after that (the same there), its kind, its first row; int32 [g, RING_COLUMNS].
        circle: Cosine and sine of the corners of a ring, float32 [RING_ROWS, 2].
        radius: Radius of each body [m], float32 [n].
        thin: Least radius per distance from the eye: what is thinner than a pixel would be seen in dashes.
        place: Vertices relative to the origins [m], float32 [v, 3].
        strain: Strains, float32 [v].
        origin: Origins [m], float64 [n, 3].
        eye: Place of the camera (x, y, z) [m].
        reference: Where the first corner is at the beginning of each tube, kept from frame to frame, or it would jump
            when the rope turns; float32 [g, 3]. Updated.
        rows: float32 [r, 7]. Written.
    """
    for k in range(count):
        if not needed[k]:
            continue
        dx, dy, dz = origin[k, 0] - eye[0], origin[k, 1] - eye[1], origin[k, 2] - eye[2]
        sx, sy, sz, ux, uy, uz = 1.0, 0.0, 0.0, 0.0, 1.0, 0.0
        for g in range(ring_first[k], ring_first[k + 1]):
            node, kind = ring[g, 1], ring[g, 4]
            if kind == RING_BETWEEN:
                x, y, z, tx, ty, tz = between(place, ring[g, 0], node, ring[g, 2], ring[g, 3])
            else:
                tx, ty, tz = tangent_of(place, ring[g, 0], node, ring[g, 2])
                x, y, z = np.float64(place[node, 0]), np.float64(place[node, 1]), np.float64(place[node, 2])
            if kind == RING_START:
                ux, uy, uz = across(tx, ty, tz, reference[g, 0], reference[g, 1], reference[g, 2])
                reference[g, 0], reference[g, 1], reference[g, 2] = ux, uy, uz
            else:
                ux, uy, uz = carried(sx, sy, sz, tx, ty, tz, ux, uy, uz)
            sx, sy, sz = tx, ty, tz
            x, y, z = x + dx, y + dy, z + dz
            wide = max(radius[k], thin * math.sqrt(x * x + y * y + z * z))
            write_ring(ring[g, 5], kind, circle, wide, x, y, z, tx, ty, tz, ux, uy, uz, strain[node], rows)


@kernel
def write_lists(count, chosen, clear, triangle_first, triangles, ends, listed):
    """Triangles of each list, one after another.

    Args:
        count: Bodies.
        chosen: Whether each is in each list, bool [SECTION_COUNT, n].
        clear: Those of the list of bodies that one sees into, the farthest first, int64 [c].
        triangle_first: First triangle of each, and the end, int64 [n + 1].
        triangles: int32 [t, 3].
        ends: End of each list in `listed`, int64 [SECTION_COUNT]. Written.
        listed: int32 [at least as many as there are, 3]; too short: nothing is written to it. Written.
    """
    total = 0
    for section in range(SECTION_COUNT):
        for k in range(count):
            if chosen[section, k]:
                total += triangle_first[k + 1] - triangle_first[k]
        ends[section] = total
    if total > len(listed):
        return
    at = 0
    for section in range(SECTION_COUNT):
        ordered = section == SECTION_CLEAR
        for j in range(len(clear) if ordered else count):
            k = clear[j] if ordered else j
            if chosen[section, k]:
                for t in range(triangle_first[k], triangle_first[k + 1]):
                    listed[at, 0], listed[at, 1], listed[at, 2] = triangles[t, 0], triangles[t, 1], triangles[t, 2]
                    at += 1

"""Compiled loops over the shapes of a frame: poses, culling, rows for the GPU.

Everything compiled of it is in this file, since Numba notices an edit only in the file of a cached function. Soft
bodies have kernels of their own.
A row is 16 floats as `render.instances` describes them; of one that throws a shadow the first 12 are enough.
"""

import math

import numpy as np

from physics.kernels.core.jit import kernel, leaf
from physics.queries.snapshot import KIND

#: Groups of shapes, in the order of the rows: each is drawn from meshes of its own.
BOX, ROUND, DRUM, GEOMETRY, PLANE = range(5)

#: Levels of detail of round things.
LEVELS = 3

#: Streams of rows, first of solid things: boxes, three levels of round things, three of drums, geometries, half-spaces.
STREAM_BOX, STREAM_ROUND, STREAM_DRUM, STREAM_GEOMETRY, STREAM_PLANE = 0, 1, 4, 7, 8
STREAM_COUNT = 9  # then the same of what one sees through

SHADOW_FLOATS = 12


@leaf
def chosen_group(i, kind, geometry, group_of):
    """Group of a shape."""
    group = group_of[kind[i]]
    return GEOMETRY if geometry[i] >= 0 and group != PLANE else group


@leaf
def turn(qx, qy, qz, qw, x, y, z):
    """Turn a vector by a rotation of length 1."""
    tx, ty, tz = 2.0 * (qy * z - qz * y), 2.0 * (qz * x - qx * z), 2.0 * (qx * y - qy * x)
    return (
        x + qw * tx + qy * tz - qz * ty,
        y + qw * ty + qz * tx - qx * tz,
        z + qw * tz + qx * ty - qy * tx,
    )


@leaf
def combine(ax, ay, az, aw, bx, by, bz, bw):
    """Rotation that turns by b, then by a."""
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


@leaf
def blend_rotation(i, k, blend, old, new):
    """Rotation between row k of the old and row i of the new ones, the shorter way round, of length 1.

    The weighted sum is off from the exact arc by less than 0.1 degrees for turns below 60 degrees: invisible, and far
    cheaper than an arc cosine.
    """
    ax, ay, az, aw = old[k, 0], old[k, 1], old[k, 2], old[k, 3]
    bx, by, bz, bw = new[i, 0], new[i, 1], new[i, 2], new[i, 3]
    rest = math.copysign(1.0 - blend, ax * bx + ay * by + az * bz + aw * bw)
    x, y, z, w = rest * ax + blend * bx, rest * ay + blend * by, rest * az + blend * bz, rest * aw + blend * bw
    scale = 1.0 / max(math.sqrt(x * x + y * y + z * z + w * w), 1e-12)
    return scale * x, scale * y, scale * z, scale * w


@kernel
def lay_out(count, kind, geometry, sensor, material, size, body, offset, rotation, body_id, glassy_material, group_of,
            marked, starts, shapes, rows):  # fmt: skip
    """Order shapes by group, and write what does not change from frame to frame.

    Args:
        count: Shapes.
        kind: Kinds, int8 [n].
        geometry: Geometry that each is drawn from, or -1, int32 [n].
        sensor: Whether each only senses, bool [n].
        material: Materials, int32 [n].
        size: Sizes [m], float32 [n, 3].
        body: Row of the body of each, int32 [n].
        offset: Place in body axes [m], float32 [n, 3].
        rotation: Rotation in body axes, float32 [n, 4].
        body_id: Numbers of the bodies, int32 [m].
        glassy_material: Whether one sees through each material, bool [k].
        group_of: Group of each kind; what should have a geometry and has none is shown as its bounding box, int64 [9].
        marked: Added to the material of a height field.
        starts: First row of each group, and the end, int64 [6]. Written.
        shapes: Body, offset, rotation, geometry, whether it is not where its body is, radius of the bounding sphere
            [m], whether one sees through it, whether it throws shadows. Written.
        rows: float32 [n, 16], zeros. Written.
    """
    out_body, out_offset, out_rotation, number, placed, radius, glassy, caster = shapes
    for k in range(PLANE + 2):
        starts[k] = 0
    for i in range(count):
        starts[chosen_group(i, kind, geometry, group_of) + 1] += 1
    for k in range(PLANE + 1):
        starts[k + 1] += starts[k]
    for i in range(count):
        k = starts[chosen_group(i, kind, geometry, group_of)]
        starts[chosen_group(i, kind, geometry, group_of)] = k + 1
        out_body[k], number[k] = body[i], geometry[i]
        apart = abs(rotation[i, 3]) < 1.0
        for axis in range(3):
            out_offset[k, axis] = offset[i, axis]
            apart |= offset[i, axis] != 0.0
        for axis in range(4):
            out_rotation[k, axis] = rotation[i, axis]
        placed[k] = apart
        shape, group = kind[i], chosen_group(i, kind, geometry, group_of)
        x, y, z = size[i, 0], size[i, 1], size[i, 2]
        if shape == KIND.SPHERE:
            y, z = y * 0, z * 0
        radius[k] = x + y if group == ROUND else math.sqrt(x * x + y * y + z * z)
        rows[k, 8], rows[k, 9] = x, y
        rows[k, 10] = z if group != DRUM else shape == KIND.CONE
        row = min(max(material[i], 0), len(glassy_material) - 1)
        rows[k, 3] = row + (marked if shape == KIND.HEIGHT_FIELD and geometry[i] >= 0 else 0)
        glassy[k], caster[k] = sensor[i] or glassy_material[row], not sensor[i]
        shade = 0.86 + 0.28 * ((np.int64(body_id[body[i]]) * 0x9E3779B1 >> 12) % 1024) / 1024.0
        rows[k, 11] = -shade if sensor[i] else shade
    for k in range(PLANE + 1, 0, -1):  # each start has become the next one
        starts[k] = starts[k - 1]
    starts[0] = 0


@kernel
def match_bodies(before, after, row):
    """Find bodies in an older list; both rise.

    Args:
        before: Numbers of the bodies, int32 [m].
        after: Numbers of the bodies, int32 [n].
        row: Where each of `after` is in `before`, -1 for nowhere, int32 [n]. Written.

    Returns:
        Whether both lists rise; if not, nothing is written.
    """
    for some in (before, after):
        for i in range(1, len(some)):
            if some[i] <= some[i - 1]:
                return False
    k = 0
    for i in range(len(after)):
        while k < len(before) and before[k] < after[i]:
            k += 1
        row[i] = k if k < len(before) and before[k] == after[i] else -1
    return True


@kernel
def place_shapes(
    count, body, offset, rotation, placed, old_row, old_position, old_orientation, position, orientation, blend, eye,
    rows,
):  # fmt: skip
    """Write places and rotations of shapes between two snapshots. Half-spaces are not for it.

    The eye is subtracted in float64, so that far away from the origin nothing trembles.

    Args:
        count: Shapes.
        body: Row of the body of each, int32 [n].
        offset: Place in body axes [m], float32 [n, 3].
        rotation: Rotation in body axes, float32 [n, 4].
        placed: Whether a shape is not where its body is, bool [n].
        old_row: Row of each body in the earlier snapshot; -1: it is drawn where the later one has it, int32 [m].
        old_position: Places of the earlier snapshot [m], float64 [k, 3].
        old_orientation: Its rotations, float64 [k, 4].
        position: Places of the later snapshot [m], float64 [m, 3].
        orientation: Its rotations, float64 [m, 4].
        blend: 0 for the earlier, 1 for the later snapshot.
        eye: Place of the camera (x, y, z) [m].
        rows: float32 [n, 16]. Places and rotations are written.
    """
    ex, ey, ez = eye
    for i in range(count):
        k = body[i]
        old = old_row[k]
        x, y, z = position[k, 0], position[k, 1], position[k, 2]
        if old >= 0:
            ax, ay, az = old_position[old, 0], old_position[old, 1], old_position[old, 2]
            x, y, z = ax + blend * (x - ax), ay + blend * (y - ay), az + blend * (z - az)
            qx, qy, qz, qw = blend_rotation(k, old, blend, old_orientation, orientation)
        else:
            qx, qy, qz, qw = blend_rotation(k, k, blend, orientation, orientation)
        if placed[i]:
            dx, dy, dz = turn(qx, qy, qz, qw, offset[i, 0], offset[i, 1], offset[i, 2])
            x, y, z = x + dx, y + dy, z + dz
            qx, qy, qz, qw = combine(
                qx, qy, qz, qw, rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3]
            )  # fmt: skip
        rows[i, 0], rows[i, 1], rows[i, 2] = x - ex, y - ey, z - ez
        rows[i, 4], rows[i, 5], rows[i, 6], rows[i, 7] = qx, qy, qz, qw


@kernel
def place_planes(first, count, body, offset, rotation, position, orientation, eye, period, rows, ground):
    """Put each half-space under the eye; its size tells where on its pattern that is.

    Args:
        first: First row that is one.
        count: End of the rows.
        body: Row of the body of each shape, int32 [n].
        offset: Place in body axes [m], float32 [n, 3].
        rotation: Rotation in body axes, float32 [n, 4].
        position: Places of the bodies [m], float64 [m, 3].
        orientation: Their rotations, float64 [m, 4].
        eye: Place of the camera (x, y, z) [m].
        period: Repeat of the pattern [m].
        rows: float32 [n, 16]. Places, rotations and sizes are written.
        ground: Normal and distance [m] from the eye of the flattest solid one below it, else zeros, float32 [4].
            Written.
    """
    for k in range(4):
        ground[k] = 0.0
    best = -2.0
    for i in range(first, count):
        k = body[i]
        ax, ay, az, aw = orientation[k, 0], orientation[k, 1], orientation[k, 2], orientation[k, 3]
        dx, dy, dz = turn(ax, ay, az, aw, offset[i, 0], offset[i, 1], offset[i, 2])
        qx, qy, qz, qw = combine(ax, ay, az, aw, rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3])
        x, y, z = eye[0] - position[k, 0] - dx, eye[1] - position[k, 1] - dy, eye[2] - position[k, 2] - dz
        lx, height, lz = turn(-qx, -qy, -qz, qw, x, y, z)
        nx, ny, nz = turn(qx, qy, qz, qw, 0.0, 1.0, 0.0)
        rows[i, 0], rows[i, 1], rows[i, 2] = -height * nx, -height * ny, -height * nz
        rows[i, 4], rows[i, 5], rows[i, 6], rows[i, 7] = qx, qy, qz, qw
        rows[i, 8], rows[i, 9], rows[i, 10] = lx % period, height, lz % period
        if height > 0.0 and rows[i, 11] > 0.0 and ny > best:
            best = ny
            ground[0], ground[1], ground[2], ground[3] = nx, ny, nz, height


@kernel
def find_visible(starts, planes, radius, glassy, fine, coarse, rows, seen, stream, key, counts):
    """Which rows a camera sees, and what draws each. A place that is not finite is outside.

    Args:
        starts: First row of each group, and the end, int64 [6].
        planes: Frustum, inside is positive, float32 [6, 4].
        radius: Radii of the bounding spheres [m], float32 [n].
        glassy: Whether one sees through each, bool [n].
        fine: Distance over radius, squared, up to which round things are drawn from the fine mesh.
        coarse: The same for the next mesh. Of what one sees through, all are drawn from that one.
        rows: float32 [n, 16].
        seen: Rows that are seen, int32 [n]. Written.
        stream: Which stream each of these goes to, uint8 [n]. Written.
        key: Squared distance from the eye [m^2] of each; negative for what one sees through, float32 [n]. Written.
        counts: How many rows each stream has, int64 [18]. Written.

    Returns:
        How many are seen.
    """
    for k in range(2 * STREAM_COUNT):
        counts[k] = 0
    found = 0
    for group in range(PLANE + 1):
        for i in range(starts[group], starts[group + 1]):
            x, y, z, r = rows[i, 0], rows[i, 1], rows[i, 2], radius[i]
            square = x * x + y * y + z * z
            if group == PLANE:
                inside = rows[i, 9] > 0.0  # the eye is on the outer side
            else:
                inside = square < math.inf
                for k in range(6):
                    inside &= planes[k, 0] * x + planes[k, 1] * y + planes[k, 2] * z + planes[k, 3] >= -r
            if not inside:
                continue
            if group == BOX:
                chosen = STREAM_BOX
            elif group == GEOMETRY:
                chosen = STREAM_GEOMETRY
            elif group == PLANE:
                chosen = STREAM_PLANE
            else:
                far = square / (r * r)
                level = 0 if far < fine else (1 if far < coarse else 2)
                if glassy[i]:
                    level = 1  # one draw, in the order of distance
                chosen = (STREAM_ROUND if group == ROUND else STREAM_DRUM) + level
            if glassy[i]:
                chosen += STREAM_COUNT
                square = -square
            seen[found], stream[found], key[found] = i, chosen, square
            counts[chosen] += 1
            found += 1
    return found


@kernel
def write_visible(found, ordered, order, seen, stream, counts, number, rows, cursor, drawn, drawn_number):
    """Copy rows to where they are drawn from, stream after stream.

    Args:
        found: How many are seen.
        ordered: Whether to take them in an order of their own.
        order: That order, int64 [n].
        seen: Rows that are seen, int32 [n].
        stream: Which stream each goes to, uint8 [n].
        counts: How many rows each stream has, int64 [18].
        number: Geometry of each row, int32 [n].
        rows: float32 [n, 16].
        cursor: Ends of the streams in `drawn`, int64 [18]. Written.
        drawn: float32 [n, 16]. Written.
        drawn_number: Geometries of these, int32 [n]. Written.
    """
    end = 0
    for k in range(2 * STREAM_COUNT):
        cursor[k] = end
        end += counts[k]
    for place in range(found):
        j = order[place] if ordered else place
        i, chosen = seen[j], stream[j]
        k = cursor[chosen]
        cursor[chosen] = k + 1
        drawn_number[k] = number[i]
        for column in range(16):
            drawn[k, column] = rows[i, column]


@kernel
def write_casters(starts, tile_count, axes, shift, reach, least, inner, radius, caster, number, rows, counts, drawn,
                  drawn_number):  # fmt: skip
    """Rows of what throws a shadow into each tile; the number of the tile stands in place of the material.

    What lies well inside a nearer tile of the sun is left out of the wider ones: the shaders read the nearest tile. The
    last tile is that of the sky.

    Args:
        starts: First row of each group, and the end, int64 [6].
        tile_count: Tiles.
        axes: From places to the coordinates of each tile, float32 [t, 2, 3].
        shift: float32 [t, 2].
        reach: 1 over the half width of each tile [1/m], float32 [t].
        least: Radius below which nothing shows in a tile [m], float32 [t].
        inner: Part of a tile that the shaders read from no wider tile.
        radius: Radii of the bounding spheres [m], float32 [n].
        caster: Whether each throws shadows, bool [n].
        number: Geometry of each row, int32 [n].
        rows: float32 [n, 16].
        counts: Rows of each group, int64 [4]. Written.
        drawn: Rows of group g from `tile_count * starts[g]` on, float32 [t n, 12]. Written.
        drawn_number: Geometries of these, int32 [t n]. Written.
    """
    for group in range(PLANE):
        k = first = tile_count * starts[group]
        for i in range(starts[group], starts[group + 1]):
            if not caster[i]:
                continue
            x, y, z, r = rows[i, 0], rows[i, 1], rows[i, 2], radius[i]
            if not x * x + y * y + z * z < math.inf:
                continue
            hidden = False
            for tile in range(tile_count):
                u = abs(axes[tile, 0, 0] * x + axes[tile, 0, 1] * y + axes[tile, 0, 2] * z + shift[tile, 0])
                v = abs(axes[tile, 1, 0] * x + axes[tile, 1, 1] * y + axes[tile, 1, 2] * z + shift[tile, 1])
                edge, part = max(u, v), r * reach[tile]
                sky = tile == tile_count - 1
                if edge - part <= 1.0 and r >= least[tile] and (sky or not hidden):
                    for column in range(SHADOW_FLOATS):
                        drawn[k, column] = rows[i, column]
                    drawn[k, 3] = tile
                    drawn_number[k] = number[i]
                    k += 1
                hidden |= edge + part <= inner
        counts[group] = k - first

"""Momentum of soft bodies that touch one another.

The forces of touches are found vertex by vertex, and in a hit they are far too large for the piece that they act on:
its velocity is then what its vertices say, as for what hits something immovable (`soft.held`). What that loses, soft
bodies that touch keep together: forces between them change neither the momentum nor the angular momentum of the group.
"""

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import config as CONFIG, soft as SOFT
from physics.kernels.soft.coarse import row_forces
from physics.kernels.soft.contact import solve_symmetric
from physics.kernels.soft.energy import LEAST_INERTIA
from physics.kernels.soft.grip import GRIP_FORCE, TALLY_HELD, TALLY_MOMENTUM, TALLY_TURN
from physics.kernels.soft.held import is_held


@routine
def find_groups(soft):
    """Name the group of each soft body: the first one of those that hang together by touches."""
    part, touch = soft.part, soft.touch
    for p in range(len(part)):
        part[p, SOFT.PART_GROUP] = p
        part[p, SOFT.PART_FLAGS] &= ~SOFT.FLAG_TOUCHING
    for p in range(len(part)):
        first = part[p, SOFT.PART_TOUCH]
        for k in range(first, first + part[p, SOFT.PART_TOUCHES]):
            if touch[k, SOFT.TOUCH_KIND] < 0:
                break
            other = touch[k, SOFT.TOUCH_PART]
            part[p, SOFT.PART_FLAGS] |= SOFT.FLAG_TOUCHING
            part[other, SOFT.PART_FLAGS] |= SOFT.FLAG_TOUCHING
            a, b = _leader(p, part), _leader(other, part)
            part[max(a, b), SOFT.PART_GROUP] = min(a, b)
    for p in range(len(part)):
        part[p, SOFT.PART_GROUP] = _leader(p, part)
        part[p, SOFT.PART_NEXT] = -1
    for p in range(len(part) - 1, -1, -1):
        leader = part[p, SOFT.PART_GROUP]
        if leader != p:
            part[p, SOFT.PART_NEXT] = part[leader, SOFT.PART_NEXT]
            part[leader, SOFT.PART_NEXT] = p


@leaf
def _leader(p, part):
    """First soft body of a group."""
    while part[p, SOFT.PART_GROUP] != p:
        p = part[p, SOFT.PART_GROUP]
    return p


@routine
def is_gripped(first, last, soft):
    """True when touches push a piece; its vertices are in `mate`."""
    mate, grip = soft.mate, soft.grip
    for n in range(first, last):
        v = mate[n]
        if grip[v, GRIP_FORCE] != 0.0 or grip[v, GRIP_FORCE + 1] != 0.0 or grip[v, GRIP_FORCE + 2] != 0.0:
            return True
    return False


@leaf
def clear_tally(p, soft):
    """Begin the tally of a group."""
    for c in range(TALLY_HELD + 1):
        soft.tally[p, c] = 0.0


@leaf
def _is_fixed(p, soft, bodies):
    """True for a soft body that is pinned, or that something immovable holds."""
    p0 = soft.part[p, SOFT.PART_PIECE]
    for piece in range(p0, p0 + soft.part[p, SOFT.PART_PIECES]):
        first, last = soft.piece[piece, 0], soft.piece[piece, 0] + soft.piece[piece, 1]
        for n in range(first, last):
            if soft.speed[soft.mate[n], 3] == 0.0:
                return True
        if is_held(p, first, last, soft, bodies):
            return True
    return False


@routine
def tally_part(p, h, config, soft, bodies):
    """Add to the tally of a group what a soft body is to have after the substep.

    Args:
        p: The soft body; its velocities are still those of the substep before.
        h: Substep [s].
        config: Parameters of the step.
        soft: Arrays of soft bodies. The tally is updated.
        bodies: Body arrays.
    """
    part, place, speed, start = soft.part, soft.place, soft.speed, soft.start
    leader = part[p, SOFT.PART_GROUP]
    center, body, tally = bodies.center, part[leader, SOFT.PART_BODY], soft.tally
    ox, oy, oz = center[body, 0], center[body, 1], center[body, 2]
    scale, k = soft.trait[p, SOFT.TRAIT_GRAVITY], CONFIG.GRAVITY
    gx, gy, gz = scale * config[k], scale * config[k + 1], scale * config[k + 2]
    px = py = pz = lx = ly = lz = 0.0
    first = part[p, SOFT.PART_VERTEX]
    for v in range(first, first + part[p, SOFT.PART_VERTICES]):
        m = place[v, 3]
        fx, fy, fz = row_forces(v, soft)
        fx = h * (fx + soft.pull[v, 0] - soft.grip[v, GRIP_FORCE] + soft.push[v, 0] + m * gx)
        fy = h * (fy + soft.pull[v, 1] - soft.grip[v, GRIP_FORCE + 1] + soft.push[v, 1] + m * gy)
        fz = h * (fz + soft.pull[v, 2] - soft.grip[v, GRIP_FORCE + 2] + soft.push[v, 2] + m * gz)
        x, y, z = place[v, 0] - ox, place[v, 1] - oy, place[v, 2] - oz
        a, b, c = start[v, 0] - ox, start[v, 1] - oy, start[v, 2] - oz
        ux, uy, uz = m * speed[v, 0], m * speed[v, 1], m * speed[v, 2]
        px, py, pz = px + ux + fx, py + uy + fy, pz + uz + fz
        lx += b * uz - c * uy + y * fz - z * fy
        ly += c * ux - a * uz + z * fx - x * fz
        lz += a * uy - b * ux + x * fy - y * fx
    tally[leader, TALLY_MOMENTUM] += px
    tally[leader, TALLY_MOMENTUM + 1] += py
    tally[leader, TALLY_MOMENTUM + 2] += pz
    tally[leader, TALLY_TURN] += lx
    tally[leader, TALLY_TURN + 1] += ly
    tally[leader, TALLY_TURN + 2] += lz
    if _is_fixed(p, soft, bodies):
        tally[leader, TALLY_HELD] = 1.0


@routine
def settle_group(leader, soft, bodies):
    """Give a group of soft bodies that nothing holds the momentum and angular momentum that it is to have.

    Args:
        leader: First soft body of the group.
        soft: Arrays of soft bodies. Velocities are updated.
        bodies: Body arrays.
    """
    part, place, speed, tally = soft.part, soft.place, soft.speed, soft.tally
    if tally[leader, TALLY_HELD] != 0.0:
        return
    body = part[leader, SOFT.PART_BODY]
    ox, oy, oz = bodies.center[body, 0], bodies.center[body, 1], bodies.center[body, 2]
    px, py, pz = tally[leader, 0], tally[leader, 1], tally[leader, 2]
    lx, ly, lz = tally[leader, TALLY_TURN], tally[leader, TALLY_TURN + 1], tally[leader, TALLY_TURN + 2]
    mass = cx = cy = cz = xx = xy = xz = yy = yz = zz = 0.0
    p = leader
    while p >= 0:
        first = part[p, SOFT.PART_VERTEX]
        for v in range(first, first + part[p, SOFT.PART_VERTICES]):
            m = place[v, 3]
            x, y, z = place[v, 0] - ox, place[v, 1] - oy, place[v, 2] - oz
            ux, uy, uz = m * speed[v, 0], m * speed[v, 1], m * speed[v, 2]
            mass += m
            cx, cy, cz = cx + m * x, cy + m * y, cz + m * z
            px, py, pz = px - ux, py - uy, pz - uz
            lx, ly, lz = lx - (y * uz - z * uy), ly - (z * ux - x * uz), lz - (x * uy - y * ux)
            xx, yy, zz = xx + m * (y * y + z * z), yy + m * (x * x + z * z), zz + m * (x * x + y * y)
            xy, xz, yz = xy - m * x * y, xz - m * x * z, yz - m * y * z
        p = part[p, SOFT.PART_NEXT]
    cx, cy, cz = cx / mass, cy / mass, cz / mass
    # From about the origin to about the center of mass.
    lx, ly, lz = lx - (cy * pz - cz * py), ly - (cz * px - cx * pz), lz - (cx * py - cy * px)
    xx, yy, zz = xx - mass * (cy * cy + cz * cz), yy - mass * (cx * cx + cz * cz), zz - mass * (cx * cx + cy * cy)
    xy, xz, yz = xy + mass * cx * cy, xz + mass * cx * cz, yz + mass * cy * cz
    least = 1e-9 * (xx + yy + zz) + LEAST_INERTIA
    wx, wy, wz = solve_symmetric((xx + least, xy, xz, yy + least, yz, zz + least), lx, ly, lz)
    dx, dy, dz = px / mass, py / mass, pz / mass
    p = leader
    while p >= 0:
        first = part[p, SOFT.PART_VERTEX]
        for v in range(first, first + part[p, SOFT.PART_VERTICES]):
            x, y, z = place[v, 0] - ox - cx, place[v, 1] - oy - cy, place[v, 2] - oz - cz
            speed[v, 0] += dx + wy * z - wz * y
            speed[v, 1] += dy + wz * x - wx * z
            speed[v, 2] += dz + wx * y - wy * x
        p = part[p, SOFT.PART_NEXT]

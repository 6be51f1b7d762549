"""Touches: contacts between soft bodies, or between two places of one, with Coulomb's law.

A touch holds two points of surfaces apart, each a weighted sum of vertices: a vertex and a face, or two edges. It is
solved after each sweep as the contact of a face is (`soft.ties`), with what the vertices of both sides give, and they
remember the force. `TOUCH_WEIGHT` is negative on the other side, so that one sum over four vertices is the way of one
point against the other.
"""

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.contact import apply_inverse, coulomb
from physics.kernels.soft.grip import GRIP_FORCE, GRIP_STIFFNESS, GRIP_WAY
from physics.kernels.soft.ties import add_give, add_six, pull_vertex

#: Overlaps of soft bodies end at most at this speed [m/s]: what lies in folds is thin, and must not be thrown out.
PUSH_SPEED = 0.5
#: What overlaps by more than this part of the distance that is kept could not be satisfied: its last force counts ...
DEEP = 0.25
#: ... only so much. Touches that contradict one another would otherwise press harder and harder.
KEPT = 0.5


@leaf
def touches_of(p, soft):
    """First row of the touches that a soft body owns, and the one after the last that it may have."""
    first = soft.part[p, SOFT.PART_TOUCH]
    return first, first + soft.part[p, SOFT.PART_TOUCHES]


@leaf
def wanted_way(gap, h):
    """Least way along the normal in this substep [m]: what is apart may come together, what overlaps is pushed out."""
    return min(-gap, PUSH_SPEED * h)


@leaf
def piece_give(k, p, h, soft):
    """What both soft bodies give as a whole [m/N].

    A rope hardly gives along itself where one node is pushed; but all of it moves. The force that the node alone needs
    would throw it away.
    """
    give = h * h / soft.trait[p, SOFT.TRAIT_MASS] + h * h / soft.trait[soft.touch[k, SOFT.TOUCH_PART], SOFT.TRAIT_MASS]
    return give, 0.0, 0.0, give, 0.0, give


@leaf
def relative_way(k, soft):
    """Way of the own point of a touch against the other in this substep."""
    touch, cell, place, start = soft.touch, soft.touch_cell, soft.place, soft.start
    x = y = z = 0.0
    for c in range(4):
        v, w = touch[k, SOFT.TOUCH_VERTEX + c], cell[k, SOFT.TOUCH_WEIGHT + c]
        x += w * (place[v, 0] - start[v, 0])
        y += w * (place[v, 1] - start[v, 1])
        z += w * (place[v, 2] - start[v, 2])
    return x, y, z


@leaf
def relative_speed(k, soft):
    """Velocity of the own point of a touch against the other, along the normal [m/s]."""
    touch, cell, speed = soft.touch, soft.touch_cell, soft.speed
    total = 0.0
    for c in range(4):
        v, w = touch[k, SOFT.TOUCH_VERTEX + c], cell[k, SOFT.TOUCH_WEIGHT + c]
        total += w * (speed[v, 0] * cell[k, 0] + speed[v, 1] * cell[k, 1] + speed[v, 2] * cell[k, 2])
    return total


@routine
def aim_touches(p, soft):
    """Bring the gaps of touches up to date before the vertices move, and let the last forces act."""
    touch, cell, place = soft.touch, soft.touch_cell, soft.place
    first, last = touches_of(p, soft)
    for k in range(first, last):
        if touch[k, SOFT.TOUCH_KIND] < 0:
            break
        gap = -cell[k, SOFT.TOUCH_DISTANCE]
        for c in range(4):
            v, w = touch[k, SOFT.TOUCH_VERTEX + c], cell[k, SOFT.TOUCH_WEIGHT + c]
            gap += w * (place[v, 0] * cell[k, 0] + place[v, 1] * cell[k, 1] + place[v, 2] * cell[k, 2])
        if gap < -DEEP * cell[k, SOFT.TOUCH_DISTANCE]:
            for axis in range(3):
                cell[k, SOFT.TOUCH_FORCE + axis] *= KEPT
        for c in range(4):
            v, w = touch[k, SOFT.TOUCH_VERTEX + c], cell[k, SOFT.TOUCH_WEIGHT + c]
            for axis in range(3):
                force = w * cell[k, SOFT.TOUCH_FORCE + axis]
                soft.pull[v, axis] += force
                soft.grip[v, GRIP_FORCE + axis] += force
        cell[k, SOFT.TOUCH_GAP] = gap
        cell[k, SOFT.TOUCH_SPEED] = relative_speed(k, soft)


@routine
def grip_touches(p, h, soft):
    """Tell the coarse step which way touches want each vertex to go, and along which directions they resist.

    As in `contact.hold_load`, whatever presses also resists, as a wall that moves as the other side does: as forces on
    whole pieces, those that single vertices need would throw them about. Each vertex has its share by its weight. Each
    side goes half of the way: both at once would go twice as far as they should, and swing for ever.
    """
    touch, cell, grip = soft.touch, soft.touch_cell, soft.grip
    first, last = touches_of(p, soft)
    for k in range(first, last):
        if touch[k, SOFT.TOUCH_KIND] < 0:
            break
        nx, ny, nz = cell[k, 0], cell[k, 1], cell[k, 2]
        fx, fy, fz = cell[k, SOFT.TOUCH_FORCE], cell[k, SOFT.TOUCH_FORCE + 1], cell[k, SOFT.TOUCH_FORCE + 2]
        along = fx * nx + fy * ny + fz * nz
        if along <= 0.0 or touch[k, SOFT.TOUCH_PART] == p:
            continue
        qx, qy, qz = relative_way(k, soft)
        qn = qx * nx + qy * ny + qz * nz
        short = wanted_way(cell[k, SOFT.TOUCH_GAP], h) - qn
        tx, ty, tz = fx - along * nx, fy - along * ny, fz - along * nz
        most = cell[k, SOFT.TOUCH_FRICTION] * along
        same = 1.0 if tx * tx + ty * ty + tz * tz < 0.98 * most * most else 0.0
        push = short + same * qn
        for c in range(4):
            v, w = touch[k, SOFT.TOUCH_VERTEX + c], cell[k, SOFT.TOUCH_WEIGHT + c]
            share = abs(w)
            half = 0.5 * w
            grip[v, GRIP_WAY] += half * (push * nx - same * qx)
            grip[v, GRIP_WAY + 1] += half * (push * ny - same * qy)
            grip[v, GRIP_WAY + 2] += half * (push * nz - same * qz)
            grip[v, GRIP_STIFFNESS] += share * ((1.0 - same) * nx * nx + same)
            grip[v, GRIP_STIFFNESS + 1] += share * (1.0 - same) * nx * ny
            grip[v, GRIP_STIFFNESS + 2] += share * (1.0 - same) * nx * nz
            grip[v, GRIP_STIFFNESS + 3] += share * ((1.0 - same) * ny * ny + same)
            grip[v, GRIP_STIFFNESS + 4] += share * (1.0 - same) * ny * nz
            grip[v, GRIP_STIFFNESS + 5] += share * ((1.0 - same) * nz * nz + same)


@routine
def solve_touches(p, h, soft):
    """Solve the touches that a soft body owns, one after the other."""
    touch, cell, speed = soft.touch, soft.touch_cell, soft.speed
    first, last = touches_of(p, soft)
    for k in range(first, last):
        if touch[k, SOFT.TOUCH_KIND] < 0:
            break
        give = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for c in range(4):
            v = touch[k, SOFT.TOUCH_VERTEX + c]
            if speed[v, 3] > 0.0:
                give = add_give(v, cell[k, SOFT.TOUCH_WEIGHT + c], give, soft)
        if give[0] + give[3] + give[5] <= 0.0:
            continue
        give = add_six(give, piece_give(k, p, h, soft))
        fx, fy, fz = cell[k, SOFT.TOUCH_FORCE], cell[k, SOFT.TOUCH_FORCE + 1], cell[k, SOFT.TOUCH_FORCE + 2]
        qx, qy, qz = relative_way(k, soft)
        ox, oy, oz = apply_inverse(give, fx, fy, fz)
        kx, ky, kz = coulomb(
            give, cell[k, 0], cell[k, 1], cell[k, 2], qx - ox, qy - oy, qz - oz,
            wanted_way(cell[k, SOFT.TOUCH_GAP], h), cell[k, SOFT.TOUCH_FRICTION],
        )  # fmt: skip
        cell[k, SOFT.TOUCH_FORCE] = kx
        cell[k, SOFT.TOUCH_FORCE + 1] = ky
        cell[k, SOFT.TOUCH_FORCE + 2] = kz
        for c in range(4):
            v, w = touch[k, SOFT.TOUCH_VERTEX + c], cell[k, SOFT.TOUCH_WEIGHT + c]
            pull_vertex(v, w, kx - fx, ky - fy, kz - fz, soft)
            soft.grip[v, GRIP_FORCE] += w * (kx - fx)
            soft.grip[v, GRIP_FORCE + 1] += w * (ky - fy)
            soft.grip[v, GRIP_FORCE + 2] += w * (kz - fz)


@leaf
def wanted_speed(k, speed, h, bounce_speed, cell):
    """Speed along the normal that a touch leaves: the rebound of what came fast, or no push out of an overlap.

    Args:
        k: The row.
        speed: Present speed along the normal [m/s].
        h: Substep [s].
        bounce_speed: Slowest approach that bounces [m/s].
        cell: Numbers of rows.
    """
    restitution, approach = cell[k, SOFT.TOUCH_RESTITUTION], cell[k, SOFT.TOUCH_SPEED]
    if restitution > 0.0 and approach < -bounce_speed:
        return max(speed, -restitution * approach)
    gap = cell[k, SOFT.TOUCH_GAP]
    if gap >= 0.0 or speed <= 0.0:
        return speed
    return max(speed - wanted_way(gap, h) / h, 0.0)


@leaf
def take_work(k, p, soft):
    """Take the work of pushing an overlap out from what both sides may have: it comes from nothing."""
    cell, trait = soft.touch_cell, soft.trait
    x, y, z = relative_way(k, soft)
    f = SOFT.TOUCH_FORCE
    work = x * cell[k, f] + y * cell[k, f + 1] + z * cell[k, f + 2]
    if work > 0.0:
        trait[p, SOFT.TRAIT_ENERGY] -= 0.5 * work
        trait[soft.touch[k, SOFT.TOUCH_PART], SOFT.TRAIT_ENERGY] -= 0.5 * work


@routine
def finish_touches(p, h, bounce_speed, soft):
    """Take back the speed of being pushed out, and let what came fast bounce, with the masses of both sides."""
    touch, cell, speed = soft.touch, soft.touch_cell, soft.speed
    first, last = touches_of(p, soft)
    for k in range(first, last):
        if touch[k, SOFT.TOUCH_KIND] < 0:
            break
        force = 0.0
        for axis in range(3):
            force += cell[k, SOFT.TOUCH_NORMAL + axis] * cell[k, SOFT.TOUCH_FORCE + axis]
        if force <= 0.0:
            continue
        cell[k, SOFT.TOUCH_MOST] = max(cell[k, SOFT.TOUCH_MOST], force)
        take_work(k, p, soft)
        before = relative_speed(k, soft)
        wanted = wanted_speed(k, before, h, bounce_speed, cell)
        give = 0.0
        for c in range(4):
            w = cell[k, SOFT.TOUCH_WEIGHT + c]
            give += w * w * speed[touch[k, SOFT.TOUCH_VERTEX + c], 3]
        if wanted == before or give <= 0.0:
            continue
        impulse = (wanted - before) / give
        for c in range(4):
            v = touch[k, SOFT.TOUCH_VERTEX + c]
            share = impulse * cell[k, SOFT.TOUCH_WEIGHT + c] * speed[v, 3]
            for axis in range(3):
                speed[v, axis] += share * cell[k, axis]

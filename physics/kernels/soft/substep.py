"""One substep of the soft bodies of a tier, in the three places where the rigid bodies leave room for it.

`PASS_AIM` comes before contacts and joints: it predicts where vertices go, and lets the forces that soft bodies had in
the substep before act on rigid ones. `PASS_SOLVE` comes after them and before bodies move. `PASS_FINISH` comes last: it
turns ways into velocities.
"""

import math

from numba import types

from physics.kernels.core.calls import by_address
from physics.kernels.core.clock import SECONDS_PER_TICK, ticks
from physics.kernels.core.four import four_at, four_of, lane_sum, put_four, whole_at
from physics.kernels.core.jit import leaf, linked
from physics.kernels.layout import body as BODY, config as CONFIG, soft as SOFT
from physics.kernels.soft.arrays import open_soft
from physics.kernels.soft.between.group import clear_tally, is_gripped, settle_group, tally_part
from physics.kernels.soft.between.solve import aim_touches, finish_touches, grip_touches, solve_touches
from physics.kernels.soft.coarse import move_piece, row_forces
from physics.kernels.soft.contact import aim_row, finish_row, point_velocity
from physics.kernels.soft.energy import restrain
from physics.kernels.soft.goal import aim_goal
from physics.kernels.soft.grip import GRIP_STRIDE
from physics.kernels.soft.held import is_held
from physics.kernels.soft.lanes.clusters import move_clusters
from physics.kernels.soft.momentum import keep_momentum
from physics.kernels.soft.rope import move_rope
from physics.kernels.soft.sweep import sweep
from physics.kernels.soft.ties import aim_faces, aim_ties, finish_faces, solve_faces, solve_ties

PASS_AIM = 0
PASS_SOLVE = 1
PASS_FINISH = 2

#: Nothing gets faster [m/s].
SPEED_MAX = 2000.0


@leaf
def is_moving(p, tier, soft, bodies):
    """True for a soft body that is awake in a tier."""
    body = soft.part[p, SOFT.PART_BODY]
    if soft.part[p, SOFT.PART_FLAGS] & SOFT.FLAG_ALIVE == 0 or bodies.links[body, BODY.AWAKE] < 0:
        return False
    return bodies.links[body, BODY.TIER] == tier


@leaf
def live_flags(p, soft):
    """Flags of a soft body; what has a hole holds neither gas nor liquid."""
    flags = soft.part[p, SOFT.PART_FLAGS]
    if flags & SOFT.FLAG_TORN:
        flags &= ~(SOFT.FLAG_GAS | SOFT.FLAG_LIQUID)
    return flags


@leaf
def measure_volume(p, soft):
    """Bring the volume inside of the surface of a soft body up to date."""
    place, face = soft.place, soft.face
    total = 0.0
    first = soft.part[p, SOFT.PART_FACE]
    x0, y0, z0 = 0.0, 0.0, 0.0
    if soft.part[p, SOFT.PART_FACES] > 0:
        o = face[first, 0]
        x0, y0, z0 = place[o, 0], place[o, 1], place[o, 2]
    for f in range(first, first + soft.part[p, SOFT.PART_FACES]):
        a, b, c = face[f, 0], face[f, 1], face[f, 2]
        ax, ay, az = place[a, 0] - x0, place[a, 1] - y0, place[a, 2] - z0
        bx, by, bz = place[b, 0] - x0, place[b, 1] - y0, place[b, 2] - z0
        cx, cy, cz = place[c, 0] - x0, place[c, 1] - y0, place[c, 2] - z0
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    soft.trait[p, SOFT.TRAIT_VOLUME] = total / 6.0


@leaf
def aim_rows(v, thickness, h, soft, bodies):
    """Bring the contacts of a vertex up to date at the start of a substep."""
    row, cell, place, speed = soft.row, soft.cell, soft.place, soft.speed
    for k in range(SOFT.ROWS * v, SOFT.ROWS * v + SOFT.ROWS):
        if row[k, SOFT.ROW_SHAPE] < 0:
            return
        aim_row(k, (place[v, 0], place[v, 1], place[v, 2]), thickness, h, cell, row, bodies)
        if cell[k, SOFT.CELL_RESTITUTION] > 0.0:
            rx, ry, rz = cell[k, SOFT.CELL_ARM], cell[k, SOFT.CELL_ARM + 1], cell[k, SOFT.CELL_ARM + 2]
            ux, uy, uz = point_velocity(row[k, SOFT.ROW_BODY], rx, ry, rz, bodies.motion)
            approach = cell[k, 0] * (speed[v, 0] - ux) + cell[k, 1] * (speed[v, 1] - uy)
            cell[k, SOFT.CELL_SPEED] = approach + cell[k, 2] * (speed[v, 2] - uz)


@leaf
def clear_part(p, soft):
    """Forget the forces that a soft body has by other things than contacts of its vertices."""
    pull, grip = soft.pull, soft.grip
    first = soft.part[p, SOFT.PART_VERTEX]
    touching = soft.part[p, SOFT.PART_FLAGS] & SOFT.FLAG_TOUCHING
    none = four_of(0.0, 0.0, 0.0, 0.0)
    for v in range(first, first + soft.part[p, SOFT.PART_VERTICES]):
        put_four(pull, 4 * v, none)
        if touching:
            for c in range(GRIP_STRIDE):
                grip[v, c] = 0.0


@leaf
def aim_part(p, h, config, soft, bodies):
    """Predict where the vertices of a soft body go, and let its last forces act on what it touches."""
    part, trait = soft.part, soft.trait
    first, count = part[p, SOFT.PART_VERTEX], part[p, SOFT.PART_VERTICES]
    place, speed, start, aim, push = soft.place, soft.speed, soft.start, soft.aim, soft.push
    scale = trait[p, SOFT.TRAIT_GRAVITY]
    gx, gy, gz = (
        scale * config[CONFIG.GRAVITY],
        scale * config[CONFIG.GRAVITY + 1],
        scale * config[CONFIG.GRAVITY + 2],
    )
    keep = 1.0 / (1.0 + h * trait[p, SOFT.TRAIT_DRAG])
    thickness = trait[p, SOFT.TRAIT_THICKNESS]
    busy = part[p, SOFT.PART_BUSY] != 0
    none = four_of(0.0, 0.0, 0.0, 0.0)
    ties, faces = part[p, SOFT.PART_TIE], part[p, SOFT.PART_FACE]
    if part[p, SOFT.PART_TIES] > 0:
        aim_ties(ties, ties + part[p, SOFT.PART_TIES], first, h, soft, bodies)
    if part[p, SOFT.PART_FACES] > 0:
        aim_faces(faces, faces + part[p, SOFT.PART_FACES], thickness, h, soft, bodies)
    if live_flags(p, soft) & (SOFT.FLAG_GAS | SOFT.FLAG_LIQUID):
        measure_volume(p, soft)
    restrain(p, live_flags(p, soft), soft.table)
    most = 0.0
    weight = four_of(gx, gy, gz, 0.0)
    slow, way, xyz = four_of(keep, keep, keep, 1.0), four_of(h, h, h, 0.0), four_of(1.0, 1.0, 1.0, 0.0)
    for v in range(first, first + count):
        here, u = four_at(place, 4 * v), four_at(speed, 4 * v)
        put_four(start, 4 * v, here)
        if busy:
            aim_rows(v, thickness, h, soft, bodies)
        m = speed[v, 3]
        pulled = none
        if m > 0.0:
            pulled = weight + (m * xyz) * four_at(push, 4 * v)
            most = max(most, lane_sum(pulled * pulled))
            u = u * slow
            put_four(speed, 4 * v, u)
        here = here + way * u
        put_four(place, 4 * v, here)
        put_four(aim, 4 * v, here + (h * h) * pulled)
        aim[v, 3] = soft.rest[v, 3]
    trait[p, SOFT.TRAIT_PULL] = math.sqrt(most)


@leaf
def solve_coarse(p, h, soft, bodies):
    """Move a soft body, or large stretches of it, to where forces want them."""
    part, trait = soft.part, soft.trait
    first = part[p, SOFT.PART_VERTEX]
    last = first + part[p, SOFT.PART_VERTICES]
    rate = trait[p, SOFT.TRAIT_DAMPING] / h
    most = h * h * trait[p, SOFT.TRAIT_PULL]
    flags = live_flags(p, soft)
    touching = flags & SOFT.FLAG_TOUCHING != 0
    kind = part[p, SOFT.PART_KIND]
    if kind == SOFT.ROPE:
        tie = part[p, SOFT.PART_TIE]
        ties = tie + part[p, SOFT.PART_TIES]
        move_rope(first, last, part[p, SOFT.PART_SPRING], tie, ties, touching, rate, h, soft, bodies)
    elif kind == SOFT.CLOTH:
        c0 = part[p, SOFT.PART_CLUSTER]
        move_clusters(c0, c0 + part[p, SOFT.PART_CLUSTERS], touching, rate, h, most, soft.table, bodies)
    else:
        p0 = part[p, SOFT.PART_PIECE]
        for piece in range(p0, p0 + part[p, SOFT.PART_PIECES]):
            m0 = soft.piece[piece, 0]
            x0 = soft.piece[piece, 2]
            m1, x1 = m0 + soft.piece[piece, 1], x0 + soft.piece[piece, 3]
            move_piece(m0, m1, x0, x1, touching, rate, h, most, soft, bodies)
    if flags & SOFT.FLAG_GOAL:
        aim_goal(first, last, soft.trait[p], soft)
    if flags & (SOFT.FLAG_GAS | SOFT.FLAG_LIQUID):
        measure_volume(p, soft)


@leaf
def solve_sweep(p, number, h, soft, bodies):
    """Move the vertices of a soft body to where elements, contacts and attachments want them; `number` is the sweep."""
    part = soft.part
    first, lane = part[p, SOFT.PART_VERTEX], part[p, SOFT.PART_LANE]
    lanes = lane + part[p, SOFT.PART_LANES]
    rate = soft.trait[p, SOFT.TRAIT_DAMPING] / h
    ties, faces = part[p, SOFT.PART_TIE], part[p, SOFT.PART_FACE]
    sweep(lane, lanes, number & 1 == 1, live_flags(p, soft), rate, h, p, soft.table, bodies)
    if part[p, SOFT.PART_FACES] > 0:
        solve_faces(faces, faces + part[p, SOFT.PART_FACES], h, soft, bodies)
    if part[p, SOFT.PART_TIES] > 0:
        solve_ties(ties, ties + part[p, SOFT.PART_TIES], first, h, soft, bodies)


@leaf
def solve_parts(tier, number, h, soft, bodies):
    """Move the soft bodies of a tier: all of them coarsely, then sweep by sweep, with what they do to one another."""
    part, sweeps = soft.part, 0
    for p in range(len(part)):
        if is_moving(p, tier, soft, bodies):
            if part[p, SOFT.PART_FLAGS] & SOFT.FLAG_TOUCHING:
                grip_touches(p, h, soft)
            sweeps = max(sweeps, part[p, SOFT.PART_SWEEPS])
    for p in range(len(part)):
        if is_moving(p, tier, soft, bodies):
            solve_coarse(p, h, soft, bodies)
    for n in range(sweeps):
        for p in range(len(part)):
            if n < part[p, SOFT.PART_SWEEPS] and is_moving(p, tier, soft, bodies):
                solve_sweep(p, number * part[p, SOFT.PART_SWEEPS] + n, h, soft, bodies)
        for p in range(len(part)):
            if soft.part[p, SOFT.PART_FLAGS] & SOFT.FLAG_TOUCHING and is_moving(p, tier, soft, bodies):
                solve_touches(p, h, soft)


@leaf
def push_work(v, h, soft, bodies):
    """Work of pushing a vertex out of what it overlaps [J]: it comes from nothing."""
    row, cell, place, start = soft.row, soft.cell, soft.place, soft.start
    total = 0.0
    for k in range(SOFT.ROWS * v, SOFT.ROWS * v + SOFT.ROWS):
        if row[k, SOFT.ROW_SHAPE] < 0:
            break
        nx, ny, nz = cell[k, 0], cell[k, 1], cell[k, 2]
        force = cell[k, SOFT.CELL_FORCE] * nx + cell[k, SOFT.CELL_FORCE + 1] * ny + cell[k, SOFT.CELL_FORCE + 2] * nz
        if force > 0.0 and cell[k, SOFT.CELL_GAP] < 0.0:
            rx, ry, rz = cell[k, SOFT.CELL_ARM], cell[k, SOFT.CELL_ARM + 1], cell[k, SOFT.CELL_ARM + 2]
            ux, uy, uz = point_velocity(row[k, SOFT.ROW_BODY], rx, ry, rz, bodies.motion)
            way = nx * (place[v, 0] - start[v, 0] - h * ux) + ny * (place[v, 1] - start[v, 1] - h * uy)
            total += force * max(way + nz * (place[v, 2] - start[v, 2] - h * uz), 0.0)
    return total


@leaf
def work_done(p, h, config, soft, bodies):
    """Work of gravity, contacts, attachments and fields on a soft body in this substep [J]."""
    place, start, push, pull = soft.place, soft.start, soft.push, soft.pull
    scale, k = soft.trait[p, SOFT.TRAIT_GRAVITY], CONFIG.GRAVITY
    weight = four_of(scale * config[k], scale * config[k + 1], scale * config[k + 2], 0.0)
    first = soft.part[p, SOFT.PART_VERTEX]
    busy = soft.part[p, SOFT.PART_BUSY] != 0
    total, pushed = four_of(0.0, 0.0, 0.0, 0.0), 0.0
    for v in range(first, first + soft.part[p, SOFT.PART_VERTICES]):
        force = four_at(push, 4 * v) + four_at(pull, 4 * v) + place[v, 3] * weight
        if busy:
            fx, fy, fz = row_forces(v, soft)
            force = force + four_of(fx, fy, fz, 0.0)
            pushed += push_work(v, h, soft, bodies)
        total = total + (four_at(place, 4 * v) - four_at(start, 4 * v)) * force
    return lane_sum(total * four_of(1.0, 1.0, 1.0, 0.0)) - pushed


@leaf
def finish_part(p, h, bounce_speed, config, soft, bodies):
    """Turn the ways of vertices into velocities."""
    part, trait = soft.part, soft.trait
    place, speed, start, mate = soft.place, soft.speed, soft.start, soft.mate
    p0 = part[p, SOFT.PART_PIECE]
    touching = part[p, SOFT.PART_FLAGS] & SOFT.FLAG_TOUCHING != 0
    for piece in range(p0, p0 + part[p, SOFT.PART_PIECES]):
        first, last = soft.piece[piece, 0], soft.piece[piece, 0] + soft.piece[piece, 1]
        pinned = False
        for n in range(first, last):
            pinned = pinned or speed[mate[n], 3] == 0.0
        if not pinned:
            held = is_held(p, first, last, soft, bodies)
            held = held or (touching and is_gripped(first, last, soft))
            keep_momentum(first, last, held, h, config, trait[p, SOFT.TRAIT_GRAVITY], soft)
            continue
        for n in range(first, last):
            v = whole_at(mate, n)
            m = speed[v, 3]
            if m > 0.0:
                put_four(speed, 4 * v, (four_at(place, 4 * v) - four_at(start, 4 * v)) / h)
                speed[v, 3] = m
    first = part[p, SOFT.PART_VERTEX]
    rows = SOFT.ROWS if part[p, SOFT.PART_BUSY] != 0 else 0
    for v in range(first, first + part[p, SOFT.PART_VERTICES]):
        if speed[v, 3] == 0.0:
            continue
        for k in range(SOFT.ROWS * v, SOFT.ROWS * v + rows):
            if soft.row[k, SOFT.ROW_SHAPE] < 0:
                break
            gain = finish_row(
                k, speed[v, 0], speed[v, 1], speed[v, 2], speed[v, 3], h, bounce_speed, soft.cell, soft.row, bodies
            )
            speed[v, 0] += gain * soft.cell[k, 0]
            speed[v, 1] += gain * soft.cell[k, 1]
            speed[v, 2] += gain * soft.cell[k, 2]
        square = speed[v, 0] * speed[v, 0] + speed[v, 1] * speed[v, 1] + speed[v, 2] * speed[v, 2]
        if square > SPEED_MAX * SPEED_MAX:
            factor = SPEED_MAX / math.sqrt(square)
            speed[v, 0] *= factor
            speed[v, 1] *= factor
            speed[v, 2] *= factor
    trait[p, SOFT.TRAIT_ENERGY] += work_done(p, h, config, soft, bodies)
    faces = part[p, SOFT.PART_FACE]
    if part[p, SOFT.PART_FACES] > 0:
        finish_faces(faces, faces + part[p, SOFT.PART_FACES], h, bounce_speed, soft, bodies)


@leaf
def aim_parts(tier, h, config, soft, bodies):
    """Predict where all vertices of a tier go; forces that soft bodies have on one another are known before."""
    for p in range(len(soft.part)):
        if is_moving(p, tier, soft, bodies):
            clear_part(p, soft)
    for p in range(len(soft.part)):
        if soft.part[p, SOFT.PART_FLAGS] & SOFT.FLAG_TOUCHING and is_moving(p, tier, soft, bodies):
            aim_touches(p, soft)
    for p in range(len(soft.part)):
        if is_moving(p, tier, soft, bodies):
            aim_part(p, h, config, soft, bodies)


@leaf
def finish_parts(tier, h, bounce_speed, config, soft, bodies):
    """Turn the ways of all vertices of a tier into velocities; soft bodies that touch keep their momentum together."""
    part = soft.part
    for p in range(len(part)):
        if part[p, SOFT.PART_FLAGS] & SOFT.FLAG_TOUCHING and is_moving(p, tier, soft, bodies):
            if part[p, SOFT.PART_GROUP] == p:
                clear_tally(p, soft)
            tally_part(p, h, config, soft, bodies)
    for p in range(len(part)):
        if is_moving(p, tier, soft, bodies):
            finish_part(p, h, bounce_speed, config, soft, bodies)
    for p in range(len(part)):
        if soft.part[p, SOFT.PART_FLAGS] & SOFT.FLAG_TOUCHING and is_moving(p, tier, soft, bodies):
            finish_touches(p, h, bounce_speed, soft)
    for p in range(len(part)):
        if part[p, SOFT.PART_FLAGS] & SOFT.FLAG_TOUCHING and is_moving(p, tier, soft, bodies):
            if part[p, SOFT.PART_GROUP] == p:
                settle_group(p, soft, bodies)


@linked
def solve_soft(which, tier, number, h, bounce_speed, table, config, bodies):
    """A pass of the soft bodies of one tier.

    Args:
        which: PASS_AIM, PASS_SOLVE or PASS_FINISH.
        tier: The tier.
        number: Of the substep.
        h: Substep [s].
        bounce_speed: Slowest approach that bounces [m/s].
        table: Addresses of the arrays of soft bodies, int64.
        config: Parameters of the step.
        bodies: Body arrays. Velocities are updated.
    """
    start = ticks()
    soft = open_soft(table)
    if which == PASS_AIM:
        aim_parts(tier, h, config, soft, bodies)
    elif which == PASS_SOLVE:
        solve_parts(tier, number, h, soft, bodies)
    else:
        finish_parts(tier, h, bounce_speed, config, soft, bodies)
    soft.note[SOFT.NOTE_SECONDS] += (ticks() - start) * SECONDS_PER_TICK


call_solve_soft = by_address(solve_soft, types.none)

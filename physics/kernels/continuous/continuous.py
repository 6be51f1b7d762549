"""Fast bodies at the end of a step: where each is stopped on its way, by what stands still or by what moves too."""

import numpy as np
from numba import types

from physics.kernels.broad_phase.pair_filter import is_solitary, may_pair
from physics.kernels.broad_phase.pair_table import pair_find, pair_key
from physics.kernels.broad_phase.tree import LINK_SHAPE, begin_walk, next_leaf
from physics.kernels.continuous.advance import NEVER, VECTOR, float3, place_along
from physics.kernels.continuous.paths import (
    HELD,
    HELD_BULLET,
    HELD_DYNAMIC,
    HELD_KINEMATIC,
    bend_pose,
    bend_time,
    end_pose,
    part_of,
    path_of,
    piece_of,
    relative_path,
    start_pose,
    way_of,
)
from physics.kernels.continuous.sweep import (
    ALLOWED,
    ALLOWED_PART,
    MIDDLE_PART,
    NEAR,
    NO_TURN,
    ORIGIN,
    STANCE_FLIGHT,
    STANCE_FREE,
    STANCE_JOINED,
    STANCE_TOUCHING,
    TOUCHES,
    impact,
    impact_surface,
    place_of,
    standing_path,
    swept_box,
)
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import add, dot, length, rotate, rotate_inverse
from physics.kernels.core.wide import wide_of
from physics.kernels.joints.rows import joined
from physics.kernels.layout import body as BODY, contact as CONTACT, kind as KIND, shape as SHAPE
from physics.kernels.narrow_phase.convex.extent import inner_of, reach_of, rounding
from physics.kernels.narrow_phase.convex.support import support
from physics.kernels.queries.ray_cast import call_cast_rays

#: How far before the surface a ray leaves the center of a body, as a part of the ball inside of it.
BACK_PART = 0.9


#: A body that moves farther in a step than this part of the ball inside of it may have passed through something.
FAST = 0.75


@leaf
def is_bullet(body, bodies):
    """True for a body in motion that is swept against what moves."""
    flags = bodies.links[body, BODY.FLAGS]
    dynamic = flags & (BODY.KIND_BITS | BODY.STILL_BITS) == BODY.DYNAMIC
    return dynamic and flags & (BODY.FLAG_BULLET | BODY.FLAG_CCD_RAY | BODY.FLAG_CCD_NONE) == BODY.FLAG_BULLET


@leaf
def strength(body, bodies):
    """How hard it is to get a moving body out of the way, as HELD_...; a bullet is as hard as what it is held by."""
    flags = bodies.links[body, BODY.FLAGS]
    if flags & (BODY.KIND_BITS | BODY.STILL_BITS) != BODY.DYNAMIC:
        return HELD_KINEMATIC
    if bodies.links[body, BODY.AWAKE] >= 0 and is_bullet(body, bodies):
        return max(np.int64(bodies.drive[body, HELD]), HELD_BULLET)
    return HELD_DYNAMIC


@leaf
def may_meet(body, other, bodies):
    """True when a bullet can be stopped by another body: stronger than what holds it, and fast enough to be missed."""
    if strength(other, bodies) <= np.int64(bodies.drive[body, HELD]):
        return False
    return way_of(body, bodies) + way_of(other, bodies) > FAST * np.float64(bodies.mass[body, BODY.MASS_INNER])


@leaf
def is_near(middle, half, body, bodies):
    """True when a box, center and half extents [m], overlaps the bounds of the whole way of a body."""
    first, _ = start_pose(body, bodies)
    last, _ = end_pose(body, bodies)
    if bodies.links[body, BODY.AWAKE] < 0:
        first = last
    bend = first
    if bend_time(body, bodies) < 1.0:
        bend, _ = bend_pose(body, bodies)
    extent = np.float64(bodies.traits[body, BODY.TRAIT_EXTENT])
    for c in range(3):
        low = min(first[c], last[c], bend[c]) - extent
        high = max(first[c], last[c], bend[c]) + extent
        if low > middle[c] + half[c] or high < middle[c] - half[c]:
            return False
    return True


@leaf
def may_stop(shape, other, bodies, shapes, contacts, joints):
    """True when a shape can be stopped by another: both solid, and no filter, joint or program keeps them apart.

    What has no contact yet may be asked about in the next step, from where the body is stopped.
    """
    if shapes.info[other, SHAPE.SENSOR] != 0 or shapes.info[other, SHAPE.KIND] == KIND.SOFT:
        return False
    if not may_pair(shape, other, shapes.info, shapes.filter, bodies.links):
        return False
    if joined(shapes.info[shape, SHAPE.BODY], shapes.info[other, SHAPE.BODY], bodies, joints):
        return False
    contact = pair_find(contacts.keys, contacts.values, pair_key(shape, other))
    return contact < 0 or contacts.info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_REFUSED | CONTACT.FLAG_OFF) == 0


@leaf
def stopped_by_plane(k, kind, size, data, place, path, shapes, numbers, indices):
    """Time at which the ball in the middle of a shape would enter a half-space, as `impact`."""
    center, inner = inner_of(kind, size, data, numbers, indices)
    middle = (add(place[0], rotate(place[1], center)), NO_TURN)
    start, _ = place_along(path, middle, 0.0)
    stop, _ = place_along(path, middle, 1.0)
    normal = float3(shapes.plane_data, k, 0)
    level = np.float64(shapes.plane_data[k, 3]) + MIDDLE_PART * inner
    before = dot(normal, start) - level
    after = dot(normal, stop) - level
    if before > 0.0:
        return before / (before - after) if after < 0.0 else NEVER, ORIGIN
    if before - after > 0.1 * min(ALLOWED, ALLOWED_PART * inner):
        return 0.0, (-normal[0], -normal[1], -normal[2])
    return NEVER, ORIGIN


@leaf
def touches_plane(k, kind, size, data, place, path, shapes, numbers, indices, triangle):
    """True when a shape touches a half-space at the start of its path."""
    center, rotation = place_along(path, place, 0.0)
    normal = float3(shapes.plane_data, k, 0)
    down = rotate_inverse(rotation, (-normal[0], -normal[1], -normal[2]))
    lowest = add(center, rotate(rotation, support(kind, size, data, down, numbers, indices, triangle)))
    return dot(normal, lowest) - np.float64(shapes.plane_data[k, 3]) - rounding(kind, size) <= NEAR


@linked
def stopped_by_shape(shape, other, stance, path, begin, until, end, bodies, shapes, search):
    """Time at which a shape of a moving body is stopped by another shape, as `impact`; `end` if it is not before.

    Args:
        shape: Row of the shape.
        other: Row of the other shape.
        stance: How the body is taken to start, see `sweep`.
        path: Path of its body.
        begin: Time of the step at which the path begins.
        until: Time of the step at which it ends.
        end: Later times of the path do not matter, at most 1.
        bodies: Body arrays.
        shapes: Shape arrays.
        search: Scratch.
    """
    numbers, indices, triangle = flat(shapes.numbers), flat(shapes.indices), flat(search.corners)
    kind = np.int64(shapes.info[shape, SHAPE.KIND])
    size = float3(shapes.place, shape, SHAPE.PLACE_SIZE)
    data = np.int64(shapes.info[shape, SHAPE.DATA])
    place = place_of(shape, shapes.place)
    reach = length(place[0]) + reach_of(kind, size)
    other_kind = np.int64(shapes.info[other, SHAPE.KIND])
    other_data = np.int64(shapes.info[other, SHAPE.DATA])
    other_size = float3(shapes.place, other, SHAPE.PLACE_SIZE)
    other_place = (ORIGIN, NO_TURN)
    other_path = standing_path(other, shapes)
    body = shapes.info[other, SHAPE.BODY]
    moves = bodies.links[body, BODY.AWAKE] >= 0
    split = 1.0
    if moves:
        other_place = place_of(other, shapes.place)
        split = min(max((bend_time(body, bodies) - begin) / (until - begin), 0.0), 1.0)
    other_reach = length(other_place[0]) + reach_of(other_kind, other_size)
    low = 0.0
    for k in range(2):  # before and after the way of the other one bends
        high = split if k == 0 else 1.0
        span = high - low
        if span <= 0.0 or low >= end:
            continue
        if low > 0.0 and stance == STANCE_FREE:
            stance = np.int64(STANCE_FLIGHT)
        last = min((end - low) / span, 1.0)
        own_path = part_of(path, low, high)
        if moves:
            other_path = piece_of(body, begin + (until - begin) * low, begin + (until - begin) * high, bodies)
        time = last
        normal = ORIGIN
        if KIND.is_convex(other_kind):
            a = (kind, size, data, place, own_path, reach)
            b = (other_kind, other_size, other_data, other_place, other_path, other_reach)
            time, normal = impact(stance, a, b, last, numbers, indices, triangle, search.calls)
        else:
            if moves:
                own_path = relative_path(own_path, other_path)
            time, normal = impact_surface(
                stance, (kind, size, data, place, own_path, reach), other_kind, other_data,
                place_along(other_path, other_place, 0.0), last, numbers, indices, flat(search.work),
                flat(search.names), triangle, search.calls,
            )  # fmt: skip
        if time == TOUCHES:
            return time, normal
        if time < last:
            return low + span * time, normal
        low = high
    return end, ORIGIN


#: What stops a shape: time and, if it is inside of that already, the normal towards it.
STOP = types.Tuple((types.float64, VECTOR))
#: What stops a body: the same, and the row of the other body.
BODY_STOP = types.Tuple((types.float64, VECTOR, types.int64))
call_stopped_by_shape = by_address(stopped_by_shape, STOP)


@linked
def sweep_center(body, static_tree, moving_tree, plane_count, bodies, shapes, search):
    """Time at which the center of a body that moved meets any other body, 0 to 1; 1 if nothing is in its way.

    Args:
        body: Row of the body; its last pose is in `bodies.safe`.
        static_tree: Bounds of static shapes.
        moving_tree: Bounds of the other shapes.
        plane_count: Number of half-spaces.
        bodies: Body arrays.
        shapes: Shape arrays.
        search: Scratch.
    """
    start, motion, _, _, _ = path_of(body, bodies)
    way = length(motion)
    first = bodies.links[body, BODY.SHAPE]
    search.ignored[0] = body
    for c in range(3):
        search.start[0, c] = start[c]
        search.toward[0, c] = motion[c] / way
    call_cast_rays(search.calls, (
        search.start, search.toward, way, np.int64(shapes.filter[first, 1]), search.ignored, shapes, plane_count,
        bodies.rotation, static_tree, moving_tree, search.stack, search.entry, search.shape, search.distance,
        search.normal, search.triangle, search.body, search.point,
    ))  # fmt: skip
    if search.shape[0] < 0:
        return 1.0
    # A little before the surface, so that the contact pushes it out on the side that it came from.
    back = BACK_PART * np.float64(bodies.mass[body, BODY.MASS_INNER])
    return max(search.distance[0] - back, 0.0) / way


@leaf
def sweep_shape(shape, stance, path, end, tree, others, plane_count, bodies, shapes, contacts, joints, search):
    """Time at which one shape of a body that moved is stopped, and by which body; arguments as in `sweep_body`."""
    slack, mover_count, movers, begin, until = others
    numbers, indices, triangle = flat(shapes.numbers), flat(shapes.indices), flat(search.corners)
    kind = np.int64(shapes.info[shape, SHAPE.KIND])
    size = float3(shapes.place, shape, SHAPE.PLACE_SIZE)
    data = np.int64(shapes.info[shape, SHAPE.DATA])
    place = place_of(shape, shapes.place)
    body = shapes.info[shape, SHAPE.BODY]
    normal = ORIGIN
    met = np.int64(-1)
    # Half-spaces push out what joints press into them: nothing can pass them.
    for k in range(0 if stance == STANCE_JOINED else plane_count):
        if may_stop(shape, shapes.planes[k], bodies, shapes, contacts, joints):
            if stance == STANCE_FREE and touches_plane(
                k, kind, size, data, place, path, shapes, numbers, indices, triangle
            ):
                return TOUCHES, ORIGIN, met
            time, across = stopped_by_plane(k, kind, size, data, place, path, shapes, numbers, indices)
            if time < end:
                end, normal = time, across
    middle, half = swept_box((ORIGIN, NO_TURN), kind, size, place, path)
    query = wide_of(
        np.float32(middle[0] + half[0] + slack),
        np.float32(middle[1] + half[1] + slack),
        np.float32(middle[2] + half[2] + slack),
        np.float32(half[0] - middle[0] + slack),
        np.float32(half[1] - middle[1] + slack),
        np.float32(half[2] - middle[2] + slack),
    )
    stack = search.stack
    node, top = next_leaf(tree.link, tree.box, query, begin_walk(tree.head, stack), stack)
    number = 0  # of what moves too far to be found in the tree
    other = np.int64(-1)
    while end != TOUCHES:
        if node >= 0:
            other = np.int64(tree.link[node, LINK_SHAPE])
            node, top = next_leaf(tree.link, tree.box, query, top, stack)
        else:
            while other < 0 and number < mover_count:
                other = np.int64(bodies.links[movers[number], BODY.SHAPE])
                number += 1
            if other < 0:
                break
        rival = np.int64(shapes.info[other, SHAPE.BODY])
        near = slack == 0.0 or (is_near(middle, half, rival, bodies) and may_meet(body, rival, bodies))
        if near and may_stop(shape, other, bodies, shapes, contacts, joints):
            time, across = call_stopped_by_shape(
                search.calls, (shape, other, stance, path, begin, until, end, bodies, shapes, search)
            )
            if time < end:
                end, normal, met = time, across, rival
        other = np.int64(shapes.info[other, SHAPE.NEXT]) if number > 0 else np.int64(-1)
    return end, normal, met


@linked
def sweep_body(
    body, begin, until, tree, slack, mover_count, movers, plane_count, bodies, shapes, contacts, joints, search
):
    """Time at which a body that moved is stopped by the shapes of a tree; `until` if nothing is in its way.

    The normal towards what it is inside of already, and would sink deeper into, is returned with it; else zeros. Then
    the row of the body that stops it, -1 for none and for half-spaces.

    Args:
        body: Row of the body.
        begin: Time of the step, 0 to 1, from which on it is swept.
        until: Time up to which it is swept; its way has no bend in between.
        tree: Bounds of what may stop it.
        slack: How far from their bounds the shapes may have been during the step [m]; 0 if they stand still.
        mover_count: Bodies that moved farther than that.
        movers: Their rows.
        plane_count: Half-spaces that may stop it.
        bodies: Body arrays.
        shapes: Shape arrays.
        contacts: Contact arrays.
        joints: Joint arrays.
        search: Scratch.
    """
    path = piece_of(body, begin, until, bodies)
    others = (slack, mover_count, movers, begin, until)
    end = 1.0
    normal = ORIGIN
    met = np.int64(-1)
    stance = np.int64(STANCE_JOINED if bodies.joint[body] else STANCE_FREE)
    for _ in range(2):
        end = 1.0
        shape = bodies.links[body, BODY.SHAPE]
        while shape >= 0 and end != TOUCHES:
            convex = KIND.is_convex(shapes.info[shape, SHAPE.KIND])  # a mesh has no support points
            if convex and shapes.info[shape, SHAPE.SENSOR] == 0 and not is_solitary(shape, shapes.filter):
                time, across, rival = sweep_shape(
                    shape, stance, path, end, tree, others, plane_count, bodies, shapes, contacts, joints, search
                )
                if time < end:
                    end, normal, met = time, across, rival
            shape = shapes.info[shape, SHAPE.NEXT]
        if end != TOUCHES:
            break
        stance = np.int64(STANCE_TOUCHING)
    return begin + (until - begin) * end, normal, met


call_sweep_body = by_address(sweep_body, BODY_STOP)
call_sweep_center = by_address(sweep_center, types.float64)

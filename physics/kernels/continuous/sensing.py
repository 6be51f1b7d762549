"""Sensors and fast bodies: who went in and out within the step, in order of time.

The collision stage looks at sensors where bodies are at the start of a step. What moves far in a step, be it the
visitor or the sensor, may have come in and gone out again since, so its whole way is looked at: as it was in the end,
after walls have stopped it. Whoever is in a sensor at the end of the step and has no contact with it yet gets one.
"""

import numpy as np

from physics.kernels.broad_phase.pair_filter import is_solitary, may_pair
from physics.kernels.broad_phase.pair_table import pair_find, pair_key
from physics.kernels.broad_phase.tree import LINK_SHAPE, begin_walk, next_leaf
from physics.kernels.contacts.rows import make_contact
from physics.kernels.continuous.advance import NEVER, along_path, call_advance, float3, place_along, straight_path
from physics.kernels.continuous.continuous import FAST
from physics.kernels.continuous.paths import bend_time, piece_of, relative_path, way_of
from physics.kernels.continuous.sweep import NO_TURN, ORIGIN, box_for_query, place_of, swept_box, write_corners
from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import length
from physics.kernels.core.wide import wide_of
from physics.kernels.joints.rows import joined
from physics.kernels.layout import (
    body as BODY,
    contact as CONTACT,
    count as COUNT,
    event as EVENT,
    kind as KIND,
    shape as SHAPE,
)
from physics.kernels.mesh.points import LISTED
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.kernels.narrow_phase.convex.extent import inner_of, reach_of

#: Gap at which a body is in a sensor [m]: what the search for the time needs to end.
TOLERANCE = 1e-5
#: Column of `Events.value` with the time of a sensor event, 0 to 1, and, while events are sorted, with their number.
EVENT_TIME = 7
EVENT_NUMBER = 0
#: Steps of the sort, from coarse to fine.
SORT_GAPS = (1750, 701, 301, 132, 57, 23, 10, 4, 1)


@leaf
def is_fast(body, bodies, shapes):
    """True when a body moved so far in the step that it may have passed a sensor, or a sensor of it somebody."""
    way = way_of(body, bodies)
    if way == 0.0:
        return False
    if bodies.links[body, BODY.FLAGS] & BODY.KIND_BITS == BODY.DYNAMIC:
        return way > FAST * np.float64(bodies.mass[body, BODY.MASS_INNER])
    shape = bodies.links[body, BODY.SHAPE]
    while shape >= 0:
        kind = np.int64(shapes.info[shape, SHAPE.KIND])
        if KIND.is_surface(kind):
            return True
        if KIND.is_convex(kind):
            size = float3(shapes.place, shape, SHAPE.PLACE_SIZE)
            data = np.int64(shapes.info[shape, SHAPE.DATA])
            _, inner = inner_of(kind, size, data, flat(shapes.numbers), flat(shapes.indices))
            if way > FAST * inner:
                return True
        shape = shapes.info[shape, SHAPE.NEXT]
    return False


@leaf
def way_box(shape, bodies, shapes):
    """Bounds of the way of a shape in the step: least and greatest corner [m]."""
    body = shapes.info[shape, SHAPE.BODY]
    kind = np.int64(shapes.info[shape, SHAPE.KIND])
    size = float3(shapes.place, shape, SHAPE.PLACE_SIZE)
    place = place_of(shape, shapes.place)
    bend = bend_time(body, bodies)
    middle, half = swept_box((ORIGIN, NO_TURN), kind, size, place, piece_of(body, 0.0, bend, bodies))
    low = (middle[0] - half[0], middle[1] - half[1], middle[2] - half[2])
    high = (middle[0] + half[0], middle[1] + half[1], middle[2] + half[2])
    if bend < 1.0:
        middle, half = swept_box((ORIGIN, NO_TURN), kind, size, place, piece_of(body, bend, 1.0, bodies))
        low = (min(low[0], middle[0] - half[0]), min(low[1], middle[1] - half[1]), min(low[2], middle[2] - half[2]))
        high = (
            max(high[0], middle[0] + half[0]),
            max(high[1], middle[1] + half[1]),
            max(high[2], middle[2] + half[2]),
        )
    return low, high


@leaf
def boxes_overlap(a, b):
    """True when two boxes, each a least and a greatest corner, overlap."""
    for c in range(3):
        if a[0][c] > b[1][c] or b[0][c] > a[1][c]:
            return False
    return True


@leaf
def reversed_path(path):
    """The same path, run backward."""
    center, rotation = along_path(path, 1.0)
    motion = path[1]
    return center, (-motion[0], -motion[1], -motion[2]), rotation, path[3], -path[4]


@leaf
def times_inside(a, b, numbers, indices, triangle, calls):
    """First and last time at which two convex shapes overlap on their paths, 0 to 1; NEVER and 0 if they do not.

    Args:
        a: Kind, size, data, place, path and reach of one shape, as in `advance`.
        b: The same of the other one.
    """
    kind_a, size_a, data_a, place_a, path_a, reach_a = a
    kind_b, size_b, data_b, place_b, path_b, reach_b = b
    enter, _, _, _ = call_advance(calls, (
        kind_a, size_a, data_a, place_a, path_a, reach_a, kind_b, size_b, data_b, place_b, path_b, reach_b, 0.0,
        TOLERANCE, 1.0, numbers, indices, triangle,
    ))  # fmt: skip
    if enter == NEVER:
        return NEVER, 0.0
    back, _, _, _ = call_advance(calls, (
        kind_a, size_a, data_a, place_a, reversed_path(path_a), reach_a, kind_b, size_b, data_b, place_b,
        reversed_path(path_b), reach_b, 0.0, TOLERANCE, 1.0, numbers, indices, triangle,
    ))  # fmt: skip
    return enter, max(1.0 - min(back, 1.0), enter)


@leaf
def times_in_surface(a, kind_b, data_b, pose_b, shapes, search):
    """First and last time at which a convex shape overlaps a triangle of a standing surface, as `times_inside`."""
    numbers, indices, corners = flat(shapes.numbers), flat(shapes.indices), flat(search.corners)
    work, names = flat(search.work), flat(search.names)
    middle, half = swept_box(pose_b, a[0], a[1], a[3], a[4])
    box = box_for_query(middle, half)
    reference = a[4][0]
    path_b = straight_path(reference, ORIGIN, NO_TURN)
    b = (np.int64(KIND.TRIANGLE), ORIGIN, np.int64(0), (ORIGIN, NO_TURN), path_b, 0.0)
    state = QUERY_START
    first, last = NEVER, 0.0
    while state != QUERY_DONE:
        count, state = list_triangles(kind_b, data_b, state, box, indices, numbers, work, names)
        for i in range(count):
            write_corners(kind_b, data_b, names[LISTED + i], pose_b, reference, numbers, indices, corners)
            enter, leave = times_inside(a, b, numbers, indices, corners, search.calls)
            first, last = min(first, enter), max(last, leave)
    return first, last


@routine
def visit_times(shape, other, bodies, shapes, search):
    """First and last time of the step at which two shapes overlap; NEVER and 0 if they do not.

    Args:
        shape: Row of one shape, not a mesh or height field.
        other: Row of the other one, which may be.
        bodies: Body arrays.
        shapes: Shape arrays.
        search: Scratch.
    """
    numbers, indices, triangle = flat(shapes.numbers), flat(shapes.indices), flat(search.corners)
    body, other_body = shapes.info[shape, SHAPE.BODY], shapes.info[other, SHAPE.BODY]
    kind, other_kind = np.int64(shapes.info[shape, SHAPE.KIND]), np.int64(shapes.info[other, SHAPE.KIND])
    data, other_data = np.int64(shapes.info[shape, SHAPE.DATA]), np.int64(shapes.info[other, SHAPE.DATA])
    size, other_size = (
        float3(shapes.place, shape, SHAPE.PLACE_SIZE),
        float3(shapes.place, other, SHAPE.PLACE_SIZE),
    )
    place, other_place = place_of(shape, shapes.place), place_of(other, shapes.place)
    reach = length(place[0]) + reach_of(kind, size)
    other_reach = length(other_place[0]) + reach_of(other_kind, other_size)
    bend, other_bend = bend_time(body, bodies), bend_time(other_body, bodies)
    first, last = NEVER, 0.0
    begin = 0.0
    for k in range(3):  # between the bends of both ways
        until = min(bend, other_bend) if k == 0 else max(bend, other_bend) if k == 1 else 1.0
        if until <= begin:
            continue
        path = piece_of(body, begin, until, bodies)
        other_path = piece_of(other_body, begin, until, bodies)
        enter, leave = NEVER, 0.0
        if KIND.is_convex(other_kind):
            a = (kind, size, data, place, path, reach)
            b = (other_kind, other_size, other_data, other_place, other_path, other_reach)
            enter, leave = times_inside(a, b, numbers, indices, triangle, search.calls)
        else:
            a = (kind, size, data, place, relative_path(path, other_path), reach)
            pose = place_along(other_path, other_place, 0.0)
            enter, leave = times_in_surface(a, other_kind, other_data, pose, shapes, search)
        if enter != NEVER:
            first = min(first, begin + (until - begin) * enter)
            last = max(last, begin + (until - begin) * leave if leave < 1.0 else until)
        begin = until
    return first, last


@leaf
def add_sensor_event(kind, time, sensor, visitor, contact, world):
    """Report that a shape entered or left a sensor at a time of the step.

    The contact is -1 if they have none, and -2 - row if it is new: no filter of a program has been asked about those.
    """
    shapes, events, counts = world.shapes, world.events, world.counts
    e = counts[COUNT.EVENTS]
    if e >= len(events.info):
        return
    for c in range(8):
        events.value[e, c] = 0.0
    events.info[e, 0] = kind
    events.info[e, 1] = contact
    events.info[e, 2] = shapes.info[sensor, SHAPE.BODY]
    events.info[e, 3] = shapes.info[visitor, SHAPE.BODY]
    events.info[e, 4] = sensor
    events.info[e, 5] = visitor
    events.value[e, EVENT_NUMBER] = np.float64(e)
    events.value[e, EVENT_TIME] = time
    counts[COUNT.EVENTS] = e + 1


@leaf
def sense_pair(sensor, visitor, world):
    """Report what a shape and a sensor that may have met in the step did."""
    bodies, shapes, contacts = world.bodies, world.shapes, world.contacts
    if not may_pair(sensor, visitor, shapes.info, shapes.filter, bodies.links):
        return
    if shapes.info[sensor, SHAPE.KIND] == KIND.SOFT or shapes.info[visitor, SHAPE.KIND] == KIND.SOFT:
        return
    if joined(shapes.info[sensor, SHAPE.BODY], shapes.info[visitor, SHAPE.BODY], bodies, world.joints):
        return
    contact = pair_find(contacts.keys, contacts.values, pair_key(sensor, visitor))
    was_in = False
    if contact >= 0:
        flags = contacts.info[contact, CONTACT.FLAGS]
        if flags & CONTACT.FLAG_REFUSED:
            return
        was_in = flags & CONTACT.FLAG_TOUCH != 0
    a, b = sensor, visitor
    if KIND.is_surface(np.int64(shapes.info[a, SHAPE.KIND])):
        a, b = visitor, sensor
    if not KIND.is_convex(np.int64(shapes.info[a, SHAPE.KIND])):
        return
    enter, leave = visit_times(a, b, bodies, shapes, world.workers[0].search)
    is_in = enter != NEVER and leave >= 1.0
    if was_in:
        if not is_in:
            contacts.info[contact, CONTACT.FLAGS] &= ~CONTACT.FLAG_TOUCH
            add_sensor_event(EVENT.SENSOR_LEAVE, leave, sensor, visitor, contact, world)
    elif enter != NEVER:
        if not is_in:
            add_sensor_event(EVENT.SENSOR_ENTER, enter, sensor, visitor, contact, world)
            add_sensor_event(EVENT.SENSOR_LEAVE, leave, sensor, visitor, contact, world)
            return
        named = np.int64(contact)
        if contact < 0:
            counts = world.counts
            if counts[COUNT.CONTACTS] + 2 > len(contacts.info):
                return  # the next step makes room, and tells
            make_contact(pair_key(sensor, visitor), bodies, shapes, contacts, counts)
            contact = pair_find(contacts.keys, contacts.values, pair_key(sensor, visitor))
            named = np.int64(-2 - contact)
        contacts.info[contact, CONTACT.FLAGS] |= CONTACT.FLAG_TOUCH
        add_sensor_event(EVENT.SENSOR_ENTER, enter, sensor, visitor, named, world)


@leaf
def sense_around(sensor, slack, world):
    """Report what the slow shapes did that a fast sensor may have met; `slack` [m] is how far they moved at most."""
    bodies, shapes, search = world.bodies, world.shapes, world.workers[0].search
    box = way_box(sensor, bodies, shapes)
    low, high = box
    query = wide_of(
        np.float32(high[0] + slack),
        np.float32(high[1] + slack),
        np.float32(high[2] + slack),
        np.float32(slack - low[0]),
        np.float32(slack - low[1]),
        np.float32(slack - low[2]),
    )
    for moving in range(2):
        tree = world.moving_tree if moving else world.static_tree
        node, top = next_leaf(tree.link, tree.box, query, begin_walk(tree.head, search.stack), search.stack)
        while node >= 0:
            other = np.int64(tree.link[node, LINK_SHAPE])
            body = shapes.info[other, SHAPE.BODY]
            if shapes.info[other, SHAPE.SENSOR] == 0 and not is_fast(body, bodies, shapes):
                if boxes_overlap(box, way_box(other, bodies, shapes)):
                    sense_pair(np.int64(sensor), other, world)
            node, top = next_leaf(tree.link, tree.box, query, top, search.stack)


@leaf
def is_later(e, f, value):
    """True when an event comes after another one: later, or as late and found after it."""
    if value[e, EVENT_TIME] != value[f, EVENT_TIME]:
        return value[e, EVENT_TIME] > value[f, EVENT_TIME]
    return value[e, EVENT_NUMBER] > value[f, EVENT_NUMBER]


@leaf
def sort_events(first, last, events):
    """Sort events by their time: shell sort, since there are few, and their rows are all the memory that there is."""
    for gap in SORT_GAPS:
        for start in range(first + gap, last):
            e = start
            while e - gap >= first and is_later(e - gap, e, events.value):
                for c in range(EVENT.STRIDE):
                    events.info[e, c], events.info[e - gap, c] = events.info[e - gap, c], events.info[e, c]
                for c in range(8):
                    events.value[e, c], events.value[e - gap, c] = events.value[e - gap, c], events.value[e, c]
                e -= gap
    for e in range(first, last):
        events.value[e, EVENT_NUMBER] = 0.0


@leaf
def list_sensors(room, shapes, bodies, listed):
    """List the shapes that are sensors; returns how many."""
    count = 0
    for shape in range(len(shapes.info)):
        if shapes.info[shape, SHAPE.SENSOR] != 0 and count < room and not is_solitary(shape, shapes.filter):
            body = shapes.info[shape, SHAPE.BODY]
            plane = shapes.info[shape, SHAPE.KIND] == KIND.PLANE  # nothing comes out of it again on the other side
            if shapes.info[shape, SHAPE.ALIVE] != 0 and not plane:
                if bodies.links[body, BODY.FLAGS] & BODY.FLAG_DISABLED == 0:
                    listed[count] = shape
                    count += 1
    return count


@routine
def sense_fast(fast_count, fast, slack, listed, world):
    """Report who entered and left sensors on the ways of fast bodies, in order of time.

    Args:
        fast_count: Fast bodies.
        fast: Their rows.
        slack: How far the other bodies moved at most [m].
        listed: Scratch, int32.
        world: All arrays. Contacts and events are updated.
    """
    bodies, shapes, counts = world.bodies, world.shapes, world.counts
    sensor_count = list_sensors(len(listed), shapes, bodies, listed)
    if sensor_count == 0:
        return
    first = counts[COUNT.EVENTS]
    for k in range(fast_count):
        shape = np.int64(bodies.links[fast[k], BODY.SHAPE])
        while shape >= 0:
            if shapes.info[shape, SHAPE.SENSOR] != 0:
                sense_around(shape, slack, world)
            elif not is_solitary(shape, shapes.filter):
                box = way_box(shape, bodies, shapes)
                for n in range(sensor_count):
                    sensor = np.int64(listed[n])
                    if boxes_overlap(box, way_box(sensor, bodies, shapes)):
                        sense_pair(sensor, shape, world)
            shape = np.int64(shapes.info[shape, SHAPE.NEXT])
    sort_events(first, counts[COUNT.EVENTS], world.events)

"""Which joints of a group are coupled, and where the blocks are that couple them; see `joints.groups`."""

from physics.kernels.core.jit import leaf
from physics.kernels.islands.islands import movable
from physics.kernels.joints.blocks import held_body
from physics.kernels.layout import body as BODY, joint as JOINT


@leaf
def add_near(place, other, free, limit, joints):
    """Make a place the neighbor of one after it, if it is not; returns the next free neighbor."""
    record, neighbors = joints.order, joints.neighbors
    k = record[place, JOINT.PLACE_NEIGHBORS]
    while k:
        if neighbors[k, JOINT.NEIGHBOR_PLACE] == other:
            return free
        k = neighbors[k, JOINT.NEIGHBOR_BLOCK]
    if free < limit:
        neighbors[free, JOINT.NEIGHBOR_PLACE] = other
        neighbors[free, JOINT.NEIGHBOR_BLOCK] = record[place, JOINT.PLACE_NEIGHBORS]
        record[place, JOINT.PLACE_NEIGHBORS] = free
        record[place, JOINT.PLACE_COUNT] += 1
    return free + 1


@leaf
def find_neighbors(begin, end, free, limit, marks, links, joints):
    """Find the neighbors of all joints of a group: those that share a body, and those that elimination makes.

    Args:
        begin: First place.
        end: Place after the last.
        free: Next free neighbor.
        limit: How many there may be.
        marks: 1 for the bodies of the group. Those in it end as they were.
        links: Body records.
        joints: Joint arrays. Lists in `neighbors` are written.

    Returns:
        Next free neighbor; more than the limit if there are too many.
    """
    record, neighbors = joints.order, joints.neighbors
    for place in range(begin, end):
        for number in range(4):
            body = held_body(place, number, joints)
            record[place, JOINT.PLACE_BEFORE + number] = -1
            if movable(links[body, BODY.FLAGS]):
                # Marks of 2 and more: the last place that holds the body.
                before = marks[body] - 2
                record[place, JOINT.PLACE_BEFORE + number] = before if before >= 0 else -1
                while before >= 0:
                    if before >> 2 != place:
                        free = add_near(place, before >> 2, free, limit, joints)
                    before = record[before >> 2, JOINT.PLACE_BEFORE + (before & 3)]
                marks[body] = 4 * place + number + 2
    for step in range(end - begin):
        place = end - 1 - step
        k = record[place, JOINT.PLACE_NEIGHBORS]
        while k and free <= limit:
            m = neighbors[k, JOINT.NEIGHBOR_BLOCK]
            while m:
                low, high = neighbors[k, JOINT.NEIGHBOR_PLACE], neighbors[m, JOINT.NEIGHBOR_PLACE]
                free = add_near(max(low, high), min(low, high), free, limit, joints)
                m = neighbors[m, JOINT.NEIGHBOR_BLOCK]
            k = neighbors[k, JOINT.NEIGHBOR_BLOCK]
    return free


@leaf
def sort_neighbors(begin, end, start, blocks, joints):
    """Turn the lists of neighbors into rows side by side in rising order, and give each a block.

    The lists stand at the end of `neighbors`, the rows come before them: `start` is the first of them.
    """
    record, neighbors = joints.order, joints.neighbors
    for place in range(begin, end):
        k = record[place, JOINT.PLACE_NEIGHBORS]
        count = 0
        while k:
            other = neighbors[k, JOINT.NEIGHBOR_PLACE]
            k = neighbors[k, JOINT.NEIGHBOR_BLOCK]
            at = start + count
            while at > start and neighbors[at - 1, JOINT.NEIGHBOR_PLACE] > other:
                neighbors[at, JOINT.NEIGHBOR_PLACE] = neighbors[at - 1, JOINT.NEIGHBOR_PLACE]
                at -= 1
            neighbors[at, JOINT.NEIGHBOR_PLACE] = other
            count += 1
        record[place, JOINT.PLACE_NEIGHBORS] = start
        for at in range(start, start + count):
            neighbors[at, JOINT.NEIGHBOR_BLOCK] = blocks
            blocks += record[place, JOINT.PLACE_ROWS] * record[neighbors[at, JOINT.NEIGHBOR_PLACE], JOINT.PLACE_ROWS]
        start += count
    return start, blocks

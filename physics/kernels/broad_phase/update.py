"""First stage of a step: trees are rebuilt where shapes moved, and new pairs become contacts."""

from numba import types

from physics.kernels.broad_phase.pairs import find_pairs
from physics.kernels.broad_phase.tree_rebuild import tree_rebuild
from physics.kernels.contacts.rows import make_contact, row_count
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import linked
from physics.kernels.joints.graph import drop_joined
from physics.kernels.layout import count as COUNT, shape as SHAPE


@linked
def update_pairs(world):
    """Rebuild what moved in the trees and find new pairs; changes nothing that matters before there is room.

    Args:
        world: All arrays. Contacts are made.

    Returns:
        False when there is too little room for the new contacts.
    """
    bodies, shapes, contacts, counts = world.bodies, world.shapes, world.contacts, world.counts
    static_tree, moving_tree = world.static_tree, world.moving_tree
    integers, floats, new_pairs = world.workers[0].integers, world.workers[0].floats, world.shared.new_pairs
    count = 0
    if counts[COUNT.MOVED] > 0:
        tree_rebuild(static_tree.head, static_tree.link, static_tree.box, integers, floats)
        tree_rebuild(moving_tree.head, moving_tree.link, moving_tree.box, integers, floats)
        count = find_pairs(
            shapes.moved, counts[COUNT.MOVED], shapes.info, shapes.filter, bodies.links,
            static_tree.head, static_tree.link, static_tree.box, moving_tree.head, moving_tree.link, moving_tree.box,
            shapes.planes, counts[COUNT.PLANES], shapes.plane_data, contacts.keys, integers, floats, new_pairs,
        )  # fmt: skip
    if count <= len(new_pairs):
        count = drop_joined(count, new_pairs, bodies, shapes, world.joints)
    rows = count
    for k in range(min(count, len(new_pairs))):
        rows += row_count(new_pairs[k], shapes) - 1
    counts[COUNT.NEW_PAIRS] = rows
    if count > len(new_pairs) or counts[COUNT.CONTACTS] + rows + 1 > len(contacts.info):
        return False
    for k in range(counts[COUNT.MOVED]):
        shapes.info[shapes.moved[k], SHAPE.MOVED] = 0
    counts[COUNT.MOVED] = 0
    for k in range(count):
        make_contact(new_pairs[k], bodies, shapes, contacts, counts)
    return True


call_update_pairs = by_address(update_pairs, types.boolean)

"""Read-outs for overlays and measurements: energy, islands, the inside of a tree. Nothing here changes the world."""

import numpy as np

from physics.kernels.broad_phase.tree import HEAD_ROOT, LINK_CHILD_A, LINK_CHILD_B, LINK_SHAPE
from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.vec3 import add, cross, dot, rotate, rotate_inverse, scale
from physics.kernels.islands.islands import movable
from physics.kernels.layout import body as BODY, contact as CONTACT, count as COUNT, joint as JOINT, motion as MOTION


@kernel
def sum_energy(rows, links, motion, mass, traits, center, rotation, gravity):
    """Energy and momentum of all dynamic bodies.

    A body of mass m at x, with the velocity v, the spin w and the inertia I about its center has the kinetic energy
    (m v.v + w.I w) / 2, the potential energy -m g.x and the angular momentum x * m v + I w about the origin.

    Args:
        rows: Rows of the bodies, int32 [n].
        links: Body records.
        motion: Body records.
        mass: Body records.
        traits: Body records.
        center: Centers of mass.
        rotation: Orientations.
        gravity: Acceleration (x, y, z) [m/s^2].

    Returns:
        Kinetic and potential energy [J], momentum [kg m/s], angular momentum about the origin [kg m^2/s].
    """
    kinetic = 0.0
    potential = 0.0
    momentum = (0.0, 0.0, 0.0)
    angular = (0.0, 0.0, 0.0)
    for k in range(len(rows)):
        i = rows[k]
        if links[i, BODY.FLAGS] & BODY.KIND_BITS != BODY.DYNAMIC:
            continue
        m = np.float64(mass[i, BODY.MASS_TOTAL])
        x = (center[i, 0], center[i, 1], center[i, 2])
        q = (rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3])
        c = MOTION.VELOCITY
        v = (np.float64(motion[i, c]), np.float64(motion[i, c + 1]), np.float64(motion[i, c + 2]))
        c = MOTION.ANGULAR
        w = (np.float64(motion[i, c]), np.float64(motion[i, c + 1]), np.float64(motion[i, c + 2]))
        w = rotate_inverse(q, w)
        spin = (
            mass[i, 0] * w[0] + mass[i, 1] * w[1] + mass[i, 2] * w[2],
            mass[i, 1] * w[0] + mass[i, 3] * w[1] + mass[i, 4] * w[2],
            mass[i, 2] * w[0] + mass[i, 4] * w[1] + mass[i, 5] * w[2],
        )
        kinetic += 0.5 * (m * dot(v, v) + dot(w, spin))
        potential -= m * np.float64(traits[i, BODY.TRAIT_GRAVITY_SCALE]) * dot(gravity, x)
        push = scale(v, m)
        momentum = add(momentum, push)
        angular = add(add(angular, cross(x, push)), rotate(q, spin))
    return kinetic, potential, momentum, angular


@leaf
def find_root(parent, i):
    """Root of body i in a forest; halves the path on its way."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@leaf
def connect(parent, links, a, b):
    """Make one tree of those of two bodies that can move, with the lower root."""
    if movable(links[a, BODY.FLAGS]) and movable(links[b, BODY.FLAGS]):
        a = find_root(parent, a)
        b = find_root(parent, b)
        parent[max(a, b)] = min(a, b)


@kernel
def read_islands(rows, bodies, contacts, joints, counts, parent, first, island):
    """Name the island of each body after the first of its bodies, from what hangs together now.

    The islands of the solver may be coarser for a while: it looks again when some of their bodies rest.

    Args:
        rows: Rows of the bodies, int32 [n].
        bodies: Body arrays.
        contacts: Contact arrays.
        joints: Joint arrays.
        counts: Counts.
        parent: Scratch, int32 [N].
        first: Scratch, int32 [N], zeros.
        island: Rows of bodies, int32 [n]; 0 for what has no island. Written.

    Returns:
        Number of islands that are awake.
    """
    links = bodies.links
    for k in range(len(rows)):
        parent[rows[k]] = rows[k]
    for contact in range(1, counts[COUNT.CONTACT_TOP]):
        if contacts.info[contact, CONTACT.FLAGS] & (CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR) == CONTACT.FLAG_TOUCH:
            connect(parent, links, contacts.info[contact, CONTACT.BODY_A], contacts.info[contact, CONTACT.BODY_B])
    for joint in range(1, counts[COUNT.JOINT_TOP]):
        if joints.info[joint, JOINT.FLAGS] & JOINT.FLAG_ENABLED:
            connect(parent, links, joints.info[joint, JOINT.BODY_A], joints.info[joint, JOINT.BODY_B])
    total = 0
    for k in range(len(rows)):
        i = rows[k]
        island[k] = 0
        if movable(links[i, BODY.FLAGS]):
            root = find_root(parent, i)
            if first[root] == 0:
                first[root] = i
                total += links[i, BODY.AWAKE] >= 0
            island[k] = first[root]
    return total


@kernel
def read_tree(head, link, box, max_depth, stack, stack_depth, depth, lower, upper):
    """Copy the bounds of the inner nodes of a tree, a node before those below it.

    Args:
        head: Numbers of the tree.
        link: Nodes.
        box: Bounds of the nodes.
        max_depth: Nodes further down are left out; the root has the depth 0.
        stack: Scratch, int32, at least STACK_SIZE.
        stack_depth: Scratch, int32, at least STACK_SIZE.
        depth: Depth of each node, int32 [k], as long as there are leaves. Written.
        lower: Least corners [m], float64 [k, 3]. Written.
        upper: Greatest corners [m], float64 [k, 3]. Written.

    Returns:
        Number of nodes.
    """
    count = 0
    top = 0
    if head[HEAD_ROOT] >= 0:
        stack[0] = head[HEAD_ROOT]
        stack_depth[0] = 0
        top = 1
    while top > 0:
        top -= 1
        node = stack[top]
        level = stack_depth[top]
        if link[node, LINK_SHAPE] >= 0 or level > max_depth:
            continue
        depth[count] = level
        for c in range(3):
            lower[count, c] = box[node, c]
            upper[count, c] = -box[node, 3 + c]
        count += 1
        stack[top] = link[node, LINK_CHILD_B]
        stack[top + 1] = link[node, LINK_CHILD_A]
        stack_depth[top] = level + 1
        stack_depth[top + 1] = level + 1
        top += 2
    return count

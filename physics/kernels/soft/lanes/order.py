"""Order in which vertices may be visited side by side."""

from physics.kernels.core.jit import kernel
from physics.kernels.layout import soft as SOFT


@kernel
def order_vertices(link, spring_near, stencil_near, membrane_near, membrane, tet_near, tet, hinge_near, hinge, turn):
    """Number the turns of vertices: each one after all those before it in the order that it shares an element with.

    Vertices of one turn share no element, so that all of them may be visited at once, turn by turn, with the very
    result of visiting one after the other; and so backward.

    Args:
        link: First entry of each vertex in each list, int32 [V + 1, SOFT.LINK_STRIDE].
        spring_near: Lists of (other vertex, spring), int32.
        stencil_near: Lists of other vertices of flat bending, int32.
        membrane_near, tet_near, hinge_near: Lists of 4 * element + corner, int32.
        membrane, tet, hinge: Corners of elements, int32.
        turn: Turns, int32 [V]; -1 for vertices that are not visited. Updated.
    """
    for v in range(len(turn)):
        if turn[v] < 0:
            continue
        last = -1
        for e in range(link[v, SOFT.LINK_SPRING], link[v + 1, SOFT.LINK_SPRING]):
            o = spring_near[e, 0]
            if o < v:
                last = max(last, turn[o])
        for e in range(link[v, SOFT.LINK_STENCIL], link[v + 1, SOFT.LINK_STENCIL]):
            o = stencil_near[e]
            if o < v:
                last = max(last, turn[o])
        for column, near, corner in (
            (SOFT.LINK_MEMBRANE, membrane_near, membrane),
            (SOFT.LINK_TET, tet_near, tet),
            (SOFT.LINK_HINGE, hinge_near, hinge),
        ):
            for e in range(link[v, column], link[v + 1, column]):
                for c in range(corner.shape[1]):
                    o = corner[near[e] >> 2, c]
                    if o < v:
                        last = max(last, turn[o])
        turn[v] = last + 1

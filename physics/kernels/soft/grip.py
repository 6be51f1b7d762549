"""Grip: what soft bodies that touch ask of each vertex in the coarse step; tally: what they are to have together."""

from physics.kernels.core.jit import leaf

#: Columns of `grip`, by vertex: force of touches [N], way that they want [m], unit stiffness (xx, xy, xz, yy, yz, zz).
GRIP_FORCE = 0
GRIP_WAY = 3
GRIP_STIFFNESS = 6
GRIP_STRIDE = 12

#: Columns of `tally`, by the first soft body of a group: momentum and angular momentum that it is to have, about the
#: center of that soft body at the start of the step, and 1 if something immovable holds a part of the group.
TALLY_MOMENTUM = 0
TALLY_TURN = 3
TALLY_HELD = 6
TALLY_STRIDE = 8


@leaf
def grip_force(v, touching, soft):
    """Sum of the forces of touches on a vertex; `touching` tells whether its soft body has any."""
    if not touching:
        return 0.0, 0.0, 0.0
    return soft.grip[v, GRIP_FORCE], soft.grip[v, GRIP_FORCE + 1], soft.grip[v, GRIP_FORCE + 2]


@leaf
def grip_load(v, stiffest, h, soft):
    """What touches ask of a vertex in a coarse step, as a load: force and stiffness.

    Args:
        v: The vertex.
        stiffest: Stiffness of what is immovable [N/m].
        h: Substep [s].
        soft: Arrays of soft bodies.
    """
    grip, place, start, speed = soft.grip, soft.place, soft.start, soft.speed
    k = GRIP_STIFFNESS
    xx, xy, xz, yy, yz, zz = grip[v, k], grip[v, k + 1], grip[v, k + 2], grip[v, k + 3], grip[v, k + 4], grip[v, k + 5]
    # What a larger cluster has moved it since the ways were found counts: else each level would go the same way again.
    x = place[v, 0] - start[v, 0] - h * speed[v, 0]
    y = place[v, 1] - start[v, 1] - h * speed[v, 1]
    z = place[v, 2] - start[v, 2] - h * speed[v, 2]
    return (
        stiffest * (grip[v, GRIP_WAY] - xx * x - xy * y - xz * z),
        stiffest * (grip[v, GRIP_WAY + 1] - xy * x - yy * y - yz * z),
        stiffest * (grip[v, GRIP_WAY + 2] - xz * x - yz * y - zz * z),
        stiffest * xx,
        stiffest * xy,
        stiffest * xz,
        stiffest * yy,
        stiffest * yz,
        stiffest * zz,
    )

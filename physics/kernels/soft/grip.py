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
def grip_load(v, stiffest, soft):
    """What touches ask of a vertex in a coarse step, as a load: force and stiffness.

    Args:
        v: The vertex.
        stiffest: Stiffness of what is immovable [N/m].
        soft: Arrays of soft bodies.
    """
    grip = soft.grip
    return (
        stiffest * grip[v, GRIP_WAY],
        stiffest * grip[v, GRIP_WAY + 1],
        stiffest * grip[v, GRIP_WAY + 2],
        stiffest * grip[v, GRIP_STIFFNESS],
        stiffest * grip[v, GRIP_STIFFNESS + 1],
        stiffest * grip[v, GRIP_STIFFNESS + 2],
        stiffest * grip[v, GRIP_STIFFNESS + 3],
        stiffest * grip[v, GRIP_STIFFNESS + 4],
        stiffest * grip[v, GRIP_STIFFNESS + 5],
    )

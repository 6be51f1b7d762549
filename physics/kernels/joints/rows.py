"""Joints in the lists of their bodies, and what follows from it: who may touch, who is awake, what is solved."""

from physics.kernels.core.jit import leaf
from physics.kernels.layout import joint as JOINT


@leaf
def link_joint(joint, side, bodies, joints):
    """Put a joint at the front of the list of body a (side 0) or b (side 1)."""
    body = joints.info[joint, JOINT.BODY_A + side]
    head = bodies.joint[body]
    column = JOINT.NEXT_A + 2 * side
    joints.info[joint, column] = head
    joints.info[joint, column + 1] = 0
    if head:
        joints.info[head >> 1, JOINT.NEXT_A + 2 * (head & 1) + 1] = 2 * joint + side
    bodies.joint[body] = 2 * joint + side


@leaf
def unlink_joint(joint, side, bodies, joints):
    """Take a joint out of the list of body a (side 0) or b (side 1)."""
    column = JOINT.NEXT_A + 2 * side
    following = joints.info[joint, column]
    previous = joints.info[joint, column + 1]
    if following:
        joints.info[following >> 1, JOINT.NEXT_A + 2 * (following & 1) + 1] = previous
    if previous:
        joints.info[previous >> 1, JOINT.NEXT_A + 2 * (previous & 1)] = following
    else:
        bodies.joint[joints.info[joint, JOINT.BODY_A + side]] = following


@leaf
def joined(body, other, bodies, joints):
    """True when a joint keeps two bodies from touching."""
    edge = bodies.joint[body]
    if edge == 0 or bodies.joint[other] == 0:
        return False
    while edge:
        joint = edge >> 1
        if joints.info[joint, JOINT.BODY_B - (edge & 1)] == other:
            if joints.info[joint, JOINT.FLAGS] & (JOINT.FLAG_ENABLED | JOINT.FLAG_COLLIDES) == JOINT.FLAG_ENABLED:
                return True
        edge = joints.info[joint, JOINT.NEXT_A + 2 * (edge & 1)]
    return False

"""How good joints are at the end of a run, by one yardstick for all engines: from the poses alone."""

import numpy as np

from bench.reference.collide import rotation_matrices
from bench.scenes.bodies import GRAVITY, PeerScene
from bench.scenes.joints import WORLD


def joint_gap(scene: PeerScene, position: np.ndarray, rotation: np.ndarray) -> float:
    """Widest gap between the point of one body and the point of the other that a joint should hold together [m].

    Args:
        scene: The scene.
        position: Centers at the end [m], shape [N, 3].
        rotation: Matrices at the end, shape [N, 3, 3].
    """
    if not scene.joints:
        return np.nan
    # One row more, which WORLD = -1 finds: what stays where it is.
    start = np.array([*(body.position for body in scene.bodies), (0.0, 0.0, 0.0)])
    turn = np.concatenate([turns_since_start(scene, rotation), np.eye(3)[None]])
    end = np.concatenate([position, np.zeros((1, 3))])
    anchor = np.array([joint.anchor for joint in scene.joints])
    points = [
        end[rows] + np.einsum("nij,nj->ni", turn[rows], anchor - start[rows])
        for rows in ([joint.body_a for joint in scene.joints], [joint.body_b for joint in scene.joints])
    ]
    return float(np.linalg.norm(points[0] - points[1], axis=1).max())


def turns_since_start(scene: PeerScene, rotation: np.ndarray) -> np.ndarray:
    """How each body has turned since the start, in world axes, shape [N, 3, 3]."""
    start = rotation_matrices(np.array([body.orientation for body in scene.bodies]))
    return rotation @ start.transpose(0, 2, 1)


def limit_excess(scene: PeerScene, rotation: np.ndarray) -> float:
    """How far the worst joint is beyond its limits [rad]; NaN if none has any.

    What counts is the angle of a hinge and the angle between the two axes of a ball. The twist of a ball does not:
    what it is while the axes are apart is a matter of definition, and engines define it differently.
    """
    turn = np.concatenate([turns_since_start(scene, rotation), np.eye(3)[None]])
    found = []
    for joint in scene.joints:
        relative, axis = turn[joint.body_a].T @ turn[joint.body_b], np.array(joint.axis)
        if joint.kind == "hinge" and joint.limits:
            angle = twist(relative, axis)
            found.append(max(joint.limits[0] - angle, angle - joint.limits[1], 0.0))
        elif joint.cone is not None:
            found.append(max(np.arccos(np.clip(axis @ relative @ axis, -1.0, 1.0)) - joint.cone, 0.0))
    return float(max(found)) if found else np.nan


def twist(rotation: np.ndarray, axis: np.ndarray) -> float:
    """Angle of a rotation about an axis, -pi to pi: that of the turn about the axis which comes nearest to it."""
    # Of the quaternion (v, w) of the rotation, these are 4 w v and 4 w^2.
    sine = np.array([rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]])
    return float(2.0 * np.arctan2(sine @ axis, 1.0 + np.trace(rotation)))


def energy_scale(scene: PeerScene) -> float:
    """What bodies would lose in height if each hung straight below its anchor, as far from it as it starts [J].

    The anchor of a body is that of the joint to the world that it is joined to, if need be by way of other bodies.
    """
    anchors = {joint.body_b: joint.anchor for joint in scene.joints if joint.body_a == WORLD}
    known = 0
    while known < len(anchors):
        known = len(anchors)
        for joint in scene.joints:
            for here, there in ((joint.body_a, joint.body_b), (joint.body_b, joint.body_a)):
                if here in anchors and there != WORLD:
                    anchors.setdefault(there, anchors[here])
    total = 0.0
    for row, anchor in anchors.items():
        body = scene.bodies[row]
        below = anchor[1] - body.position[1]
        total -= GRAVITY * body.mass * float(np.linalg.norm(np.subtract(anchor, body.position)) - below)
    return total

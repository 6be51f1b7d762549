"""Ways of bodies in the last step, and where they bend.

A body runs from its last good pose to its present one, straight and at an even pace, unless continuous collision
stopped it on its way. Then its way has a bend: until some time of the step, 0 to 1, it ran as before, and from there on
it stood still, or was carried along by what it met.

The bend is remembered in the record `drive`, which nothing reads between the substeps and the next step.
"""

import numpy as np

from physics.kernels.broad_phase.proxies import multiply_quaternions
from physics.kernels.continuous.advance import along_path, path_between, straight_path
from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add, rotate, rotate_inverse, subtract
from physics.kernels.layout import body as BODY

# Columns of `drive` at the end of a step: center at the bend relative to the start [m], rotation there, time of the
# bend, way of the farthest point in the step [m], what the body was stopped by, acceleration [m/s^2].
BEND_CENTER = 0
BEND_ROTATION = 3
BEND_TIME = 7
WAY = 8
HELD = 9
BEND_ACCELERATION = 10

# What a body was stopped by: the stronger, the less the other can get out of its way.
HELD_FREE = -1
HELD_BULLET = 0
HELD_DYNAMIC = 1
HELD_KINEMATIC = 2

NO_MOTION = (0.0, 0.0, 0.0)


@leaf
def begin_way(body, way, bodies):
    """Note how far the farthest point of a body moved in the step [m]; its way has no bend yet."""
    bodies.drive[body, BEND_TIME] = np.float32(1.0)
    bodies.drive[body, WAY] = way
    bodies.drive[body, HELD] = np.float32(HELD_FREE)


@leaf
def keep_acceleration(body, bodies):
    """Keep the acceleration of a body of which the way may be bent."""
    for c in range(3):
        bodies.drive[body, BEND_ACCELERATION + c] = bodies.drive[body, BODY.DRIVE_ACCELERATION + c]


@leaf
def start_pose(body, bodies):
    """Center [m] and rotation of a body at the start of the step."""
    safe = bodies.safe
    return (safe[body, 0], safe[body, 1], safe[body, 2]), (
        safe[body, 3],
        safe[body, 4],
        safe[body, 5],
        safe[body, 6],
    )


@leaf
def end_pose(body, bodies):
    """Center [m] and rotation of a body at the end of the step."""
    center, rotation = bodies.center, bodies.rotation
    return (center[body, 0], center[body, 1], center[body, 2]), (
        rotation[body, 0],
        rotation[body, 1],
        rotation[body, 2],
        rotation[body, 3],
    )


@leaf
def bend_pose(body, bodies):
    """Center [m] and rotation of a body where its way bends."""
    drive, safe = bodies.drive, bodies.safe
    return (
        safe[body, 0] + np.float64(drive[body, BEND_CENTER]),
        safe[body, 1] + np.float64(drive[body, BEND_CENTER + 1]),
        safe[body, 2] + np.float64(drive[body, BEND_CENTER + 2]),
    ), (
        np.float64(drive[body, BEND_ROTATION]),
        np.float64(drive[body, BEND_ROTATION + 1]),
        np.float64(drive[body, BEND_ROTATION + 2]),
        np.float64(drive[body, BEND_ROTATION + 3]),
    )


@leaf
def bend_time(body, bodies):
    """Time of the step, 0 to 1, at which the way of a body bends; 1 if it does not."""
    if bodies.links[body, BODY.AWAKE] < 0:
        return 1.0
    return np.float64(bodies.drive[body, BEND_TIME])


@leaf
def way_of(body, bodies):
    """How far the farthest point of a body moved in the step [m]."""
    return np.float64(bodies.drive[body, WAY]) if bodies.links[body, BODY.AWAKE] >= 0 else 0.0


@leaf
def path_of(body, bodies):
    """Path of a body whose way has no bend in the last step."""
    center, rotation = start_pose(body, bodies)
    end_center, end_rotation = end_pose(body, bodies)
    return path_between(center, rotation, end_center, end_rotation)


@leaf
def part_of(path, begin, until):
    """Part of a path between two of its times."""
    if begin == 0.0 and until == 1.0:
        return path
    center, rotation = along_path(path, begin)
    span = until - begin
    return center, (span * path[1][0], span * path[1][1], span * path[1][2]), rotation, path[3], span * path[4]


@leaf
def piece_of(body, begin, until, bodies):
    """Path of a body between two times of the step, with no bend in between."""
    center, rotation = end_pose(body, bodies)
    if bodies.links[body, BODY.AWAKE] < 0:
        return straight_path(center, NO_MOTION, rotation)
    bend = bend_time(body, bodies)
    if bend >= 1.0:
        return part_of(path_of(body, bodies), begin, until)
    bend_center, bend_rotation = bend_pose(body, bodies)
    if until <= bend:
        if bend == 0.0:
            return straight_path(bend_center, NO_MOTION, bend_rotation)
        first_center, first_rotation = start_pose(body, bodies)
        first = path_between(first_center, first_rotation, bend_center, bend_rotation)
        return part_of(first, begin / bend, until / bend)
    span = 1.0 - bend
    rest = path_between(bend_center, bend_rotation, center, rotation)
    return part_of(rest, max(begin - bend, 0.0) / span, (until - bend) / span)


@leaf
def pose_at(body, time, bodies):
    """Center [m] and rotation of a body at a time of the step."""
    bend = bend_time(body, bodies)
    if time <= bend:
        return along_path(piece_of(body, 0.0, bend, bodies), time / bend if bend > 0.0 else 1.0)
    return along_path(piece_of(body, bend, 1.0, bodies), (time - bend) / (1.0 - bend))


@leaf
def bend_way(body, time, held, bodies):
    """Bend the way of a body at a time of the step; where it ends is still to be said."""
    center, rotation = pose_at(body, time, bodies)
    drive, safe = bodies.drive, bodies.safe
    for c in range(3):
        drive[body, BEND_CENTER + c] = np.float32(center[c] - safe[body, c])
    for c in range(4):
        drive[body, BEND_ROTATION + c] = np.float32(rotation[c])
    drive[body, BEND_TIME] = np.float32(time)
    drive[body, HELD] = np.float32(held)
    return center, rotation


@leaf
def pose_within(pose, other):
    """A pose in the axes of another pose."""
    x, y, z, w = other[1]
    return rotate_inverse(other[1], subtract(pose[0], other[0])), multiply_quaternions((-x, -y, -z, w), pose[1])


@leaf
def pose_from(local, other):
    """The pose that is `local` in the axes of another pose."""
    return add(other[0], rotate(other[1], local[0])), multiply_quaternions(other[1], local[1])


@leaf
def relative_path(path, other):
    """Path of something as seen from something else that moves, in the axes that this has at its start.

    Both ends are exact; in between it is straight, which it is not if the other one turns.
    """
    first = (other[0], other[2])
    local = pose_within(along_path(path, 1.0), along_path(other, 1.0))
    center, rotation = pose_from(local, first)
    return path_between(path[0], path[2], center, rotation)

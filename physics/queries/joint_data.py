"""JointData: all joints of a world as arrays, for overlays and measurements. Nothing here loops over joints."""

import dataclasses
import functools

import numpy as np

from physics.joints.path import JointPath
from physics.kernels.core.arrays import Bodies, Joints
from physics.kernels.layout import joint as JOINT
from physics.vector_arrays import rotate


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class JointData:
    """Joints at one moment as read-only arrays; k of them, in the order of their ids, pulleys with their two ropes.

    Row 0 of a pair is the body that the axes are fixed to: body a, or body b of a motor with `frame="b"`.

    The six axes of a joint are three linear ones along x, y, z of its frame on body a, in meters and newtons, and three
    angular ones, in radians and newton meters: about x of a, about the axis between, about z of b. Where `distance` is
    set, axis 0 is the direction from one anchor to the other; where `cone` is set, axis 3 is the twist about x and
    axis 4 the swing of x of b away from x of a.

    Attributes:
        id: `Joint.id`, int32 [k].
        body: `Body.id` of both bodies, 0 for the world, int32 [2, k].
        enabled: Whether it acts, bool [k].
        distance: Whether it keeps a distance: rods, ropes and springs, bool [k].
        cone: Whether its angles are twist and swing: ball joints, bool [k].
        gear: Whether it couples axes of two other joints: gears, racks and pulleys, bool [k].
        composite: Whether it is made of the joints that it couples, which are listed too: pulleys, bool [k].
        coupled: Index in these arrays of the two joints that a gear couples; -1 for other joints, int32 [2, k].
        anchor: Where it holds each body, in the axes of that body [m], float64 [2, k, 3].
        rotation: Frames of the joint in the same axes (x, y, z, w), float64 [2, k, 4].
        world_axes: Whether its axes, so rotation[0], are fixed to the world instead of body a, bool [k].
        center: Centers of mass of both bodies, in the axes of each [m], float64 [2, k, 3].
        locked: Axes that cannot move, bool [k, 6].
        limited: Axes with limits, bool [k, 6].
        lower: Least position of limited axes, float32 [k, 6]; of a locked distance, its length.
        upper: Greatest position of limited axes, float32 [k, 6].
        driven: Axes with a motor, bool [k, 6].
        motor_speed: What motors drive at, float32 [k, 6].
        motor_max_force: Largest force or torque of motors, float32 [k, 6].
        sprung: Axes with a spring, bool [k, 6].
        spring_target: Where springs are at rest, float32 [k, 6].
        friction: Largest force or torque that brakes an axis, float32 [k, 6].
        force: Force on body[1], mean of the last step, world axes [N], float64 [k, 3]. Of a gear, only the first number
            means something: what acts along its first axis.
        torque: Torque on body[1], mean of the last step, world axes [N m], float64 [k, 3]; of a gear likewise.
        break_force: Force that it does not survive [N], float64 [k]; may be infinite.
        break_torque: Torque that it does not survive [N m], float64 [k]; may be infinite.
    """

    id: np.ndarray
    body: np.ndarray
    enabled: np.ndarray
    distance: np.ndarray
    cone: np.ndarray
    gear: np.ndarray
    composite: np.ndarray
    coupled: np.ndarray
    anchor: np.ndarray
    rotation: np.ndarray
    world_axes: np.ndarray
    center: np.ndarray
    locked: np.ndarray
    limited: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    driven: np.ndarray
    motor_speed: np.ndarray
    motor_max_force: np.ndarray
    sprung: np.ndarray
    spring_target: np.ndarray
    friction: np.ndarray
    force: np.ndarray
    torque: np.ndarray
    break_force: np.ndarray
    break_torque: np.ndarray

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            getattr(self, field.name).flags.writeable = False

    def __len__(self) -> int:
        return len(self.id)


#: What is a bit of each axis, and the column of it.
_BITS = {"locked": JOINT.LOCKS, "limited": JOINT.LIMITS, "driven": JOINT.MOTORS, "sprung": JOINT.SPRINGS}


def _frames(frame: np.ndarray, on_path: np.ndarray, radius: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Anchors and rotations of both frames in the axes of their bodies.

    A path holds its body on a circle that changes from step to step: what is shown is the place on the curve.
    """
    anchor = np.stack([frame[:, k : k + 3] for k in (JOINT.FRAME_ANCHOR_A, JOINT.FRAME_ANCHOR_B)])
    rotation = np.stack([frame[:, k : k + 4] for k in (JOINT.FRAME_ROTATION_A, JOINT.FRAME_ROTATION_B)])
    anchor[0, on_path] += radius[on_path] * rotate(rotation[0, on_path], np.array((0.0, 1.0, 0.0)))
    return anchor, rotation


def read_joints(
    rows: np.ndarray, ids: np.ndarray, body_ids: np.ndarray, joints: Joints, bodies: Bodies, pulley: int
) -> JointData:
    """Copy the joints of some rows.

    Args:
        rows: Which, in the order of their ids; with a gear, also what it couples.
        ids: `Joint.id` of each row of `joints`.
        body_ids: `Body.id` of each row of `bodies`.
        joints: Records of joints.
        bodies: Records of bodies.
        pulley: JOINT_TYPE of pulleys.
    """
    if not len(rows):
        return _no_joints()
    info, frame, traits, result = (
        np.take(getattr(joints, name), rows, axis=0) for name in ("info", "frame", "traits", "result")
    )
    axis = np.take(joints.axis, rows, axis=0).reshape(-1, JOINT.AXES, JOINT.AXIS_STRIDE)
    flags, pair = info[:, JOINT.FLAGS], info[:, [JOINT.BODY_A, JOINT.BODY_B]].T
    gear = flags & JOINT.FLAG_GEAR != 0
    bits = {name: info[:, column, None] >> np.arange(JOINT.AXES) & 1 != 0 for name, column in _BITS.items()}
    numbers = {
        name: axis[:, :, column].copy()
        for name, column in (
            ("lower", JOINT.AXIS_LOWER),
            ("upper", JOINT.AXIS_UPPER),
            ("motor_speed", JOINT.AXIS_MOTOR_SPEED),
            ("motor_max_force", JOINT.AXIS_MOTOR_MAX),
            ("spring_target", JOINT.AXIS_TARGET),
            ("friction", JOINT.AXIS_FRICTION),
        )
    }
    vectors = result[:, JOINT.RESULT_FORCE : JOINT.RESULT_TORQUE + 3].astype(np.float64)
    on_path = info[:, JOINT.TYPE] == JointPath._type
    anchor, rotation = _frames(frame, on_path, numbers["lower"][:, :1])
    strength = traits[:, [JOINT.TRAIT_BREAK_FORCE, JOINT.TRAIT_BREAK_TORQUE]].astype(np.float64)
    return JointData(
        id=ids[rows],
        body=body_ids[pair],
        enabled=flags & JOINT.FLAG_ENABLED != 0,
        distance=(flags & JOINT.FLAG_DISTANCE != 0) & ~on_path,
        cone=flags & JOINT.FLAG_CONE != 0,
        gear=gear,
        composite=info[:, JOINT.TYPE] == pulley,
        coupled=_indices(info[:, [JOINT.FIRST, JOINT.SECOND]].T >> 3, gear, rows, len(ids)),
        anchor=anchor,
        rotation=rotation,
        world_axes=flags & JOINT.FLAG_WORLD != 0,
        center=bodies.local[pair],
        **bits,
        **numbers,
        force=vectors[:, :3].copy(),
        torque=vectors[:, 3:].copy(),
        break_force=strength[:, 0].copy(),
        break_torque=strength[:, 1].copy(),
    )


@functools.cache
def _no_joints() -> JointData:
    """Empty arrays: most worlds have no ropes, and are asked for them in every frame."""
    pairs, triples = np.zeros((2, 0), np.int32), np.zeros((2, 0, 3))
    flags, six, six_flags = np.zeros(0, bool), np.zeros((0, JOINT.AXES), np.float32), np.zeros((0, JOINT.AXES), bool)
    return JointData(
        id=np.zeros(0, np.int32),
        body=pairs,
        enabled=flags,
        distance=flags,
        cone=flags,
        gear=flags,
        composite=flags,
        coupled=pairs,
        anchor=triples,
        rotation=np.zeros((2, 0, 4)),
        world_axes=flags,
        center=triples,
        **dict.fromkeys(("locked", "limited", "driven", "sprung"), six_flags),
        **dict.fromkeys(("lower", "upper", "motor_speed", "motor_max_force", "spring_target", "friction"), six),
        force=np.zeros((0, 3)),
        torque=np.zeros((0, 3)),
        break_force=np.zeros(0),
        break_torque=np.zeros(0),
    )


def _indices(coupled: np.ndarray, gear: np.ndarray, rows: np.ndarray, top: int) -> np.ndarray:
    """Where rows of coupled joints are among the rows; -1 for joints that are no gears."""
    index = np.full(top, -1, np.int32)
    index[rows] = np.arange(len(rows), dtype=np.int32)
    return np.where(gear, index[coupled], np.int32(-1))

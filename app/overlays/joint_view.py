"""Where the joints of a world are in a picture, and how much each carries. Nothing here loops over joints."""

import dataclasses

import numpy as np

from physics import World
from physics.kernels.layout import count as COUNT, joint as JOINT
from physics.queries.snapshot import Snapshot
from physics.vector_arrays import axes_of, multiply, rotate
from play.weapons.pull import GRAVITY_MIN
from render.interpolate import clamp_blend, rows_before

SHOWN = JOINT.FLAG_ALIVE | JOINT.FLAG_ENABLED
PULLEY = 19  # JOINT_TYPE of pulleys
#: Size of what is drawn for a joint, in half widths of its smaller body, and in meters.
SIZE = 1.2
SIZE_RANGE = (0.04, 1.0)
#: Load of a joint that cannot break that counts as 1, in weights of its lighter body. The scale is logarithmic: no
#: load, one weight, three, seven and fifteen are equally far from one another.
LOAD_MOST = 15.0


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class JointView:
    """Joints of one picture; k of them, in the order of their numbers.

    Attributes:
        number: `Joint.id`, int [k].
        info: Records as in `layout.joint`, int32 [k, JOINT_STRIDE].
        axis: Records of the axes, float32 [k, 6, AXIS_STRIDE].
        anchor: Anchors on body a and on body b [m], float32 [2, k, 3].
        frame: Axes x, y, z of both frames as rows, float32 [2, k, 3, 3].
        center: Centers of mass of both bodies [m], float32 [2, k, 3].
        moving: Whether each body is there and not static, bool [2, k].
        size: How large its marks are [m], float32 [k].
        load: From 0, nothing, to 1: about to break, or for one that cannot, very much; float64 [k].
    """

    number: np.ndarray
    info: np.ndarray
    axis: np.ndarray
    anchor: np.ndarray
    frame: np.ndarray
    center: np.ndarray
    moving: np.ndarray
    size: np.ndarray
    load: np.ndarray

    def bit(self, column: int, number: int) -> np.ndarray:
        """Whether an axis has a bit in a column of the records, bool [k]."""
        return (self.info[:, column] >> number & 1).astype(bool)

    @property
    def distance(self) -> np.ndarray:
        """Which are ropes, rods and springs, bool [k]."""
        return self.info[:, JOINT.FLAGS] & JOINT.FLAG_DISTANCE != 0

    @property
    def lines_only(self) -> np.ndarray:
        """Which have no axes to be shown: ropes and the like, and gears, bool [k]."""
        return self.info[:, JOINT.FLAGS] & (JOINT.FLAG_DISTANCE | JOINT.FLAG_GEAR) != 0


def count_joints(world: World, *, ropes_only: bool = False) -> int:
    """How many joints act."""
    return int(np.count_nonzero(_shown(world, ropes_only=ropes_only)))


def _shown(world: World, *, ropes_only: bool) -> np.ndarray:
    info = world._state.joints.info[: world._state.counts[COUNT.JOINT_TOP]]
    flags = info[:, JOINT.FLAGS]
    shown = flags & SHOWN == SHOWN
    if ropes_only:
        shown &= (flags & JOINT.FLAG_DISTANCE != 0) | (info[:, JOINT.TYPE] == PULLEY)
    return shown


def view_joints(
    world: World, before: Snapshot, after: Snapshot, blend: float = 1.0, *, ropes_only: bool = False
) -> JointView:
    """The joints that act.

    Args:
        world: The world, right after the step of the later snapshot.
        before: Snapshot of the step before.
        after: Its snapshot.
        blend: How far the picture is between the two, 0 to 1.
        ropes_only: Whether only ropes, rods, springs and pulleys are wanted.
    """
    joints, state = world._state.joints, world._state.bodies
    number = np.flatnonzero(_shown(world, ropes_only=ropes_only))
    info, record = joints.info[number], joints.frame[number]
    rows = info[:, [JOINT.BODY_A, JOINT.BODY_B]].T
    index = np.zeros(world._state.body_top, np.int64)  # 0 is the world, which is at the origin
    index[after.body] = np.arange(1, len(after.body) + 1)
    index = index[rows]
    place, turn = drawn_poses(before, after, blend, index)
    turn = turn.astype(np.float32)
    local = np.stack([record[:, start : start + 3] for start in (JOINT.FRAME_ANCHOR_A, JOINT.FRAME_ANCHOR_B)])
    spin = np.stack([record[:, start : start + 4] for start in (JOINT.FRAME_ROTATION_A, JOINT.FRAME_ROTATION_B)])
    local, spin = local.astype(np.float32), spin.astype(np.float32)
    anchor = (place + rotate(turn, local)).astype(np.float32)
    couple(number, info, anchor)
    spun = multiply(turn, spin)
    fixed = info[:, JOINT.FLAGS] & JOINT.FLAG_WORLD != 0
    spun[0, fixed] = spin[0, fixed]
    mass, half = masses(world, index)
    size = np.clip(SIZE * half.min(axis=0), *SIZE_RANGE).astype(np.float32)
    return JointView(
        number=number,
        info=info,
        axis=joints.axis[number].reshape(-1, JOINT.AXES, JOINT.AXIS_STRIDE),
        anchor=anchor,
        frame=axes_of(spun),
        center=(place + rotate(turn, state.local[rows].astype(np.float32))).astype(np.float32),
        moving=np.append(False, after.kind != 0)[index],
        size=size,
        load=loads(world, joints.traits[number], joints.result[number], mass.min(axis=0), size),
    )


def couple(number: np.ndarray, info: np.ndarray, anchor: np.ndarray) -> None:
    """Put the ends of gears where the joints that they couple hold what they move; those of pulleys at the wheels.

    Args:
        number: Numbers of the joints [k].
        info: Their records.
        anchor: Their anchors [2, k, 3]. Updated in place.
    """
    gear = np.flatnonzero(info[:, JOINT.FLAGS] & JOINT.FLAG_GEAR)
    side = np.where(info[gear, JOINT.TYPE] == PULLEY, 0, 1)
    for end, column in enumerate((JOINT.FIRST, JOINT.SECOND)):
        other = np.minimum(np.searchsorted(number, info[gear, column] >> 3), max(len(number) - 1, 0))
        anchor[end, gear] = anchor[side, other]


def drawn_poses(before: Snapshot, after: Snapshot, blend: float, index: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Places and rotations of bodies as the picture shows them.

    Args:
        before: Snapshot of the step before.
        after: That of the last step.
        blend: How far the picture is between the two.
        index: 1 more than the index of each body in the last snapshot; 0 for the world.
    """
    place = np.concatenate((np.zeros((1, 3)), after.position))
    turn = np.concatenate(([(0.0, 0.0, 0.0, 1.0)], after.orientation))
    blend = clamp_blend(blend)
    if blend < 1.0:
        old = np.append(-1, rows_before(before, after))
        wanted = np.zeros(len(old), bool)
        wanted[index] = True
        wanted = np.flatnonzero(wanted & (old >= 0))
        old = old[wanted]
        place[wanted] += (1.0 - blend) * (before.position[old] - place[wanted])
        start, end = before.orientation[old], turn[wanted]
        start *= np.copysign(1.0 - blend, np.einsum("nc,nc->n", start, end))[:, None]
        start += blend * end
        turn[wanted] = start / np.sqrt(np.einsum("nc,nc->n", start, start))[:, None]
    return place[index], turn[index]


def masses(world: World, index: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Masses [kg] and half widths [m] of bodies: of the box with the same moments; both infinite if not dynamic."""
    mass, _, moments = world.mass_data()
    with np.errstate(invalid="ignore"):
        half = np.sqrt((moments[:, 0] + moments[:, 3] + moments[:, 5]) / (2.0 * mass))
    half[~np.isfinite(half) | (half == 0.0)] = np.inf
    return np.append(np.inf, mass)[index], np.append(np.inf, half)[index]


def loads(world: World, traits: np.ndarray, result: np.ndarray, mass: np.ndarray, size: np.ndarray) -> np.ndarray:
    """How much joints carry, 0 to 1: of what breaks them, else in weights of the lighter body, on a log scale."""
    vectors = result[:, JOINT.RESULT_FORCE : JOINT.RESULT_TORQUE + 3].astype(np.float64).reshape(-1, 2, 3)
    amount = np.sqrt(np.einsum("kvc,kvc->kv", vectors, vectors))
    strength = traits[:, [JOINT.TRAIT_BREAK_FORCE, JOINT.TRAIT_BREAK_TORQUE]].astype(np.float64)
    weight = mass * max(world.gravity.length, GRAVITY_MIN)
    carried = np.maximum(amount[:, 0], amount[:, 1] / size) / weight
    share = np.where(
        np.isfinite(strength).any(axis=1), (amount / strength).max(axis=1), np.log1p(carried) / np.log1p(LOAD_MOST)
    )
    return np.clip(np.nan_to_num(share), 0.0, 1.0)

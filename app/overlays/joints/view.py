"""Where the joints of a world are in a picture, and how much each carries. Nothing here loops over joints."""

import dataclasses

import numpy as np

from app.overlays.frame import OverlayView
from physics import World
from physics.queries.joint_data import JointData
from physics.queries.snapshot import Snapshot
from physics.vector_arrays import axes_of, multiply, rotate
from render.interpolate import clamp_blend, rows_before

#: Size of what is drawn for a joint, in half widths of its smaller body, and in meters.
SIZE = 1.2
SIZE_RANGE = (0.04, 1.0)
#: Load of a joint that cannot break that counts as 1, in weights of its lighter body. The scale is logarithmic: no
#: load, one weight, three, seven and fifteen are equally far from one another.
LOAD_MOST = 15.0
GRAVITY_MIN = 9.81  # weights are counted with at least this gravity, so that there are some in space too [m/s^2]


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class JointView:
    """Joints of one picture; k of them, in the order of their ids.

    Attributes:
        data: What the world says of them.
        acts: Which are enabled, bool [k]; the others are not drawn.
        anchor: Anchors on body a and on body b [m], float32 [2, k, 3].
        frame: Axes x, y, z of both frames as rows, float32 [2, k, 3, 3].
        center: Centers of mass of both bodies [m], float32 [2, k, 3].
        moving: Whether each body is there and not static, bool [2, k].
        size: How large its marks are [m], float32 [k].
        load: From 0, nothing, to 1: about to break, or for one that cannot, very much; float64 [k].
    """

    data: JointData
    acts: np.ndarray
    anchor: np.ndarray
    frame: np.ndarray
    center: np.ndarray
    moving: np.ndarray
    size: np.ndarray
    load: np.ndarray

    def __len__(self) -> int:
        return len(self.acts)

    def free(self, axis: int) -> np.ndarray:
        """Which have an axis that can move and is to be shown; ropes and gears have none, bool [k]."""
        return self.acts & ~(self.data.locked[:, axis] | self.data.distance | self.data.gear)


def view_joints(view: OverlayView, data: JointData) -> JointView:
    """Joints in a picture.

    Args:
        view: The picture.
        data: What its world says of the joints.
    """
    after = view.after
    index = indices_of(data.body, after)
    place, turn = drawn_poses(view.before, after, view.blend, index)
    turn, spin = turn.astype(np.float32), data.rotation.astype(np.float32)
    anchor = (place + rotate(turn, data.anchor.astype(np.float32))).astype(np.float32)
    couple(data, anchor)
    spun = multiply(turn, spin)
    spun[0, data.world_axes] = spin[0, data.world_axes]
    mass, half = masses(view, index)
    size = np.clip(SIZE * half.min(axis=0), *SIZE_RANGE).astype(np.float32)
    return JointView(
        data=data,
        acts=data.enabled,
        anchor=anchor,
        frame=axes_of(spun),
        center=(place + rotate(turn, data.center.astype(np.float32))).astype(np.float32),
        moving=np.append(False, after.kind != 0)[index],
        size=size,
        load=loads(view.world, data, mass.min(axis=0), size),
    )


def indices_of(ids: np.ndarray, shot: Snapshot) -> np.ndarray:
    """1 more than the index of each body in a snapshot; 0 for the world, which is at the origin."""
    return np.searchsorted(shot.body, ids, side="right")


def couple(data: JointData, anchor: np.ndarray) -> None:
    """Put the ends of gears where the joints that they couple hold what they move; those of pulleys at the wheels.

    Args:
        data: The joints.
        anchor: Their anchors [2, k, 3]. Updated in place.
    """
    gear = np.flatnonzero(data.gear)
    if not len(gear):
        return
    side = np.where(data.composite[gear], 0, 1)
    ends = anchor[side, data.coupled[:, gear]]
    anchor[:, gear] = ends


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


def masses(view: OverlayView, index: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Masses [kg] and half widths [m] of bodies: of the box with the same moments; both infinite if not dynamic."""
    mass, _, moments = view.masses
    with np.errstate(invalid="ignore"):
        half = np.sqrt((moments[:, 0] + moments[:, 3] + moments[:, 5]) / (2.0 * mass))
    half[~np.isfinite(half) | (half == 0.0)] = np.inf
    return np.append(np.inf, mass)[index], np.append(np.inf, half)[index]


def loads(world: World, data: JointData, mass: np.ndarray, size: np.ndarray) -> np.ndarray:
    """How much joints carry, 0 to 1: of what breaks them, else in weights of the lighter body, on a log scale.

    Args:
        world: The world, for its gravity.
        data: The joints.
        mass: Masses of the lighter bodies [kg], [k].
        size: Lever that turns torques into forces [m], [k].
    """
    vectors = np.stack((data.force, data.torque), axis=1)
    amount = np.sqrt(np.einsum("kvc,kvc->kv", vectors, vectors))
    strength = np.stack((data.break_force, data.break_torque), axis=1)
    weight = mass * max(world.gravity.length, GRAVITY_MIN)
    carried = np.maximum(amount[:, 0], amount[:, 1] / size) / weight
    share = np.where(
        np.isfinite(strength).any(axis=1), (amount / strength).max(axis=1), np.log1p(carried) / np.log1p(LOAD_MOST)
    )
    return np.clip(np.nan_to_num(share), 0.0, 1.0)

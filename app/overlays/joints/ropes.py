"""Ropes, rods and springs: they are always drawn, since without them bodies would hang from nothing."""

import dataclasses

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.joints.lines import chains, join_lines, links
from app.overlays.joints.still import StillFrame
from app.overlays.joints.view import JointView, view_joints
from app.overlays.registry import overlay
from physics import World
from play.game import game_of
from render.frame import Marks

SAG = np.linspace(0.0, 1.0, 11, dtype=np.float32)  # bends of a slack rope
TAUT = 0.004  # what a rope that is nearly taut does not sag by, in squares of its length: it would flicker
LENGTH_MOST = 100.0  # longer ropes are drawn taut [m]
ROPE_COLOR = (0.30, 0.22, 0.13, 1.0)
SPRING_COLOR = (0.35, 0.37, 0.40, 1.0)


@overlay("ropes", label="Ropes, rods and springs", always=True, per_frame=True)
class Ropes:
    """The ropes of the present picture; the overlay of joints shows them its own way."""

    def __init__(self) -> None:
        self._still = StillFrame()

    def build(self, view: OverlayView) -> OverlayFrame:
        """Lines, zigzags and sagging curves."""
        return OverlayFrame() if "joints" in view.shown else self._still.get(view, build_ropes)


def build_ropes(view: OverlayView) -> OverlayFrame:
    """The ropes of a picture."""
    data = view.world.joint_data(distances_only=True)
    if not data.enabled.any():
        return OverlayFrame()
    joints, game = view_joints(view, data), game_of(view.world)
    if game is not None and game.unseen_joints:
        unseen = np.isin(data.id, [joint.id for joint in game.unseen_joints])
        joints = dataclasses.replace(joints, acts=joints.acts & ~unseen)
    return OverlayFrame((rope_marks(joints, down(view.world)),))


def down(world: World) -> tuple[float, float, float]:
    """Direction of gravity; without any, down."""
    size = world.gravity.length
    return tuple(world.gravity / size) if size > 0.0 else (0.0, -1.0, 0.0)


def rope_marks(view: JointView, down: tuple[float, float, float] = (0.0, -1.0, 0.0)) -> Marks:
    """Ropes, rods and springs as they look.

    Args:
        view: The joints.
        down: Unit vector to where slack ropes hang.
    """
    data, springs = view.data, view.data.sprung[:, 0]
    color = np.where(springs[:, None], np.float32(SPRING_COLOR), np.float32(ROPE_COLOR))
    start, end = view.anchor
    most = np.minimum(data.upper[:, 0], LENGTH_MOST)
    way = end - start
    spare = (1.0 - TAUT) * most * most - np.einsum("kc,kc->k", way, way)
    slack = view.acts & data.distance & data.limited[:, 0] & ~springs & (most < LENGTH_MOST) & (spare > 0.0)
    # A parabola of depth s over the way d has the length L where L^2 = d^2 + 16/3 s^2, nearly.
    depth = np.sqrt(3.0 / 16.0 * spare[slack])[:, None, None] * np.array(down, np.float32)
    bends = start[slack, None] + SAG[:, None] * way[slack, None] + (4.0 * SAG * (1.0 - SAG))[:, None] * depth
    return join_lines([*links(view, color, view.acts & ~slack), chains(bends, color[slack])])

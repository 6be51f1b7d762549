"""Joints: anchors, levers, free axes, limits and loads as lines and points."""

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.joints.limits import angular_axes, cones, linear_axes, twists
from app.overlays.joints.lines import APART, join_lines, lengths, levers, links
from app.overlays.joints.still import StillFrame
from app.overlays.joints.view import JointView, view_joints
from app.overlays.palette import GREEN, RED, YELLOW
from app.overlays.registry import overlay
from render.frame import Marks

ANCHOR_SIZES = (9.0, 6.0)  # of the marks at a, and at b where it is elsewhere [pixels]


@overlay(
    "joints",
    letter="J",
    label="Joints, by load",
    help="Joints are green without load. One that can break is yellow at half the load that breaks it, and red just "
    "before that. Others are yellow when they carry three times the weight of their lighter body, and red at fifteen "
    "times.",
    per_frame=True,
)
class Joints:
    """The joints of the present picture."""

    def __init__(self) -> None:
        self._still = StillFrame()

    def build(self, view: OverlayView) -> OverlayFrame:
        """Everything about them."""
        return self._still.get(view, build_joints)


def build_joints(view: OverlayView) -> OverlayFrame:
    """The joints of a picture."""
    data = view.world.joint_data()
    return OverlayFrame((joint_marks(view_joints(view, data)),) if data.enabled.any() else ())


def joint_marks(view: JointView) -> Marks:
    """Everything that the overlay shows of joints."""
    color = load_colors(view.load)
    twist, swing = cone_joints(view)
    lines = [*levers(view, color), *links(view, color, view.acts)]
    for number in range(3):
        lines += linear_axes(view, color, number)
    for number in range(3, 6):
        lines += angular_axes(view, color, number, twist | swing)
    lines += cones(view, color, swing)
    lines += twists(view, color, twist)
    apart = view.acts & (lengths(view.anchor[1] - view.anchor[0]) > APART)
    counts = np.count_nonzero(view.acts), np.count_nonzero(apart)
    return join_lines(
        lines,
        point=np.concatenate((view.anchor[0, view.acts], view.anchor[1, apart])),
        point_color=np.concatenate((color[view.acts], color[apart])),
        point_size=np.repeat(np.array(ANCHOR_SIZES, np.float32), counts),
        on_top=True,
    )


def load_colors(load: np.ndarray) -> np.ndarray:
    """Colors of loads from 0 to 1, float32 [k, 4]."""
    stops = np.array((GREEN, YELLOW, RED))
    return np.stack([np.interp(load, (0.0, 0.5, 1.0), stops[:, c]) for c in range(4)], axis=1).astype(np.float32)


def cone_joints(view: JointView) -> tuple[np.ndarray, np.ndarray]:
    """Which ball joints have a limit of twist, and of swing, bool [k] each."""
    ball = view.acts & view.data.cone
    return ball & view.data.limited[:, 3], ball & view.data.limited[:, 4]

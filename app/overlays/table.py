"""The overlays that there are, as data: the command line reads it before anything is installed."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Overlay:
    """A thing to show.

    Attributes:
        key: Name in settings and on the command line.
        letter: Key after the prefix key.
        label: For the menu.
        help: What its colors mean, where that needs words.
    """

    key: str
    letter: str
    label: str
    help: str = ""


JOINT_COLORS = (
    "Joints are green without load. One that can break is yellow at half the load that breaks it, and red just before "
    "that. Others are yellow when they carry three times the weight of their lighter body, and red at fifteen times."
)
OVERLAYS = (
    Overlay("wireframe", "W", "Wireframe"),
    Overlay("bounds", "B", "Bounds of shapes"),
    Overlay("tree", "T", "Tree of bounds, by depth"),
    Overlay("contacts", "C", "Contact points"),
    Overlay("normals", "N", "Contact normals"),
    Overlay("impulses", "I", "Contact impulses"),
    Overlay("friction", "R", "Friction"),
    Overlay("islands", "G", "Islands by color"),
    Overlay("sleep", "S", "Sleep by color"),
    Overlay("velocities", "V", "Velocities"),
    Overlay("mass", "M", "Centers of mass, boxes of inertia"),
    Overlay("joints", "J", "Joints, by load", JOINT_COLORS),
    Overlay("names", "L", "Names"),
    Overlay("queries", "Q", "Probe at the crosshair"),
    Overlay("trails", "Y", "Trails"),
)
BY_KEY = {overlay.key: overlay for overlay in OVERLAYS}
BY_LETTER = {overlay.letter: overlay for overlay in OVERLAYS}

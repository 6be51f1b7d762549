"""Editing soft bodies at the pointer: pins, pressure, and cuts along a stroke on the screen."""

from collections.abc import Sequence

import numpy as np

from app.overlays.lines import dots, segments
from app.overlays.palette import RED, WHITE
from app.session import Session
from app.timeline.commands.soft import CutSoft, FillSoft, PinSoft, label_of_soft
from app.timeline.results import Result
from app.tools.soft_rays import SoftHit
from physics import SoftShell
from physics.soft.soft import Soft
from render.frame import Marks

NOTHING_SOFT = "There is no soft body here. Point at cloth, a rope, a jelly or a balloon."
#: Share by which a press of the key makes the air in a balloon more; what a liquid is compressed to is far less.
FILL_NOTCH = 0.1
#: Gauge pressure that one notch of a liquid, and the first of an empty shell, adds [Pa].
AIR, LIQUID = 101325.0, 2e4
#: How far before the eye the stroke is drawn [m], and the shortest stroke that cuts [rad].
STROKE_AT = 1.0
STROKE_LEAST = 0.01

Ray = tuple[Sequence[float], Sequence[float]]


class SoftEdits:
    """Pins, pumps and cuts.

    Args:
        session: Where.

    Attributes:
        stroke: Rays through the ends of the stroke that is being drawn; empty for none.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.stroke: tuple[Ray, ...] = ()

    def forget(self) -> None:
        """Another world runs."""
        self.stroke = ()

    # ---- Pins -----------------------------------------------------------------------------------------------------

    def pin(self, hit: SoftHit | None) -> Result:
        """Pin the vertex next to what a ray hit, or let go of those that are pinned there."""
        if hit is None:
            return Result(False, NOTHING_SOFT)
        pins = set(hit.soft.pins)
        held = tuple(sorted(set(hit.vertices) & pins))
        command = PinSoft(hit.soft.id, held, False) if held else PinSoft(hit.soft.id, (hit.nearest,))
        return self._session.edit(command)

    def pin_all(self, soft: Soft) -> Result:
        """Pin all of a soft body where it is, or let go of all of it."""
        free = tuple(sorted(set(range(soft.vertex_count)) - set(soft.pins)))
        return self._session.edit(PinSoft(soft.id, free) if free else PinSoft(soft.id, soft.pins, False))

    # ---- Pressure -------------------------------------------------------------------------------------------------

    def pump(self, soft: Soft | None, notches: float) -> Result:
        """Inflate a shell by notches, or deflate it by negative ones."""
        if soft is None:
            return Result(False, "There is no balloon here. Point at one, or select it.")
        if not isinstance(soft.form, SoftShell):
            return Result(False, f"Only a balloon or another shell holds a pressure; {label_of_soft(soft)} does not.")
        if soft.form.liquid:
            wanted = soft.filling + notches * LIQUID
        else:
            wanted = (AIR + soft.filling) * (1.0 + FILL_NOTCH) ** notches - AIR
        return self._session.edit(FillSoft(soft.id, wanted))

    # ---- Cuts -----------------------------------------------------------------------------------------------------

    def draw(self, ray: Ray) -> None:
        """Let the stroke go from where it began to a ray; the first call begins it."""
        self.stroke = (self.stroke[0] if self.stroke else ray, ray)

    def end(self) -> Result | None:
        """End the stroke and cut along it; None if there was none."""
        stroke, self.stroke = self.stroke, ()
        return self.cut(*stroke) if stroke else None

    def cut(self, start: Ray, end: Ray) -> Result:
        """Cut everything soft that a stroke crosses, as the eye sees it.

        Args:
            start: Ray through the first point of the stroke, from the eye.
            end: Ray through the last.
        """
        eye, first, last = np.array(end[0], float), np.array(start[1], float), np.array(end[1], float)
        normal = np.cross(first, last)
        length = float(np.linalg.norm(normal))
        if length < STROKE_LEAST:
            return Result(False, "The cut is too short. Hold [cut], draw a line across something soft, and let go.")
        normal /= length
        commands = []
        for soft in self._session.world.softs:
            box = crossed_box(soft, eye, first, last, normal)
            if box is not None:
                origin, half = box
                commands.append(CutSoft(soft.id, _tuple(origin), _tuple(normal), _tuple(half)))
        if not commands:
            return Result(False, "The cut meets nothing soft.")
        return self._session.edit(*commands)

    def marks(self) -> list[Marks]:
        """The stroke, just before the eye."""
        if not self.stroke:
            return []
        ends = np.array([np.array(eye) + STROKE_AT * np.array(way) for eye, way in self.stroke])
        return [segments(ends[:1], ends[1:], RED, on_top=True), dots(ends, WHITE, 5.0)]


def _tuple(vector: np.ndarray) -> tuple[float, float, float]:
    x, y, z = vector.tolist()
    return x, y, z


def crossed_box(
    soft: Soft, eye: np.ndarray, first: np.ndarray, last: np.ndarray, normal: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Box around the points where edges of a soft body cross the triangle of a stroke; None if none does.

    Args:
        soft: The soft body.
        eye: Corner of the triangle [m].
        first: Direction of one of its sides, length 1; so all of them.
        last: Direction of the other.
        normal: Normal of its plane.

    Returns:
        A point of the plane, which is the middle of the box, and half its lengths [m], with room for the vertices next
        to the plane.
    """
    place, edges = soft.positions, soft.edges
    height = (place - eye) @ normal
    a, b = edges[:, 0], edges[:, 1]
    over = (height[a] < 0.0) != (height[b] < 0.0)
    a, b = a[over], b[over]
    share = height[a] / (height[a] - height[b])
    point = place[a] + share[:, None] * (place[b] - place[a])
    way = point - eye
    # Between the two sides: on the inner side of both.
    inside = (np.cross(first, way) @ normal >= 0.0) & (np.cross(way, last) @ normal >= 0.0)
    if not inside.any():
        return None
    point, room = point[inside], np.abs(place[b] - place[a])[inside].max()
    low, high = point.min(axis=0), point.max(axis=0)
    middle = 0.5 * (low + high)
    middle -= ((middle - eye) @ normal) * normal
    return middle, 0.5 * (high - low) + 0.75 * room

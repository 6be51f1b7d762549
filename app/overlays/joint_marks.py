"""The overlay of joints: anchors, levers, free axes, limits and loads as lines and points.

What the colors mean is in `overlay_table.JOINT_COLORS`.
"""

from typing import Any

import numpy as np

from app.overlays.joint_view import JointView, count_joints, view_joints
from app.overlays.overlays import GREEN, RED, YELLOW
from physics import World
from physics.kernels.layout import joint as JOINT
from physics.queries.snapshot import Snapshot
from render.frame import Marks

BALL = 1  # JOINT_TYPE of ball joints: axis 3 is their twist, axis 4 their swing
ANCHOR_SIZES = (9.0, 6.0)  # of the marks at a, and at b where it is elsewhere [pixels]
APART = 1e-3  # anchors that are farther from each other have a mark each, and a line between them [m]
LEVER_ALPHA = 0.5  # of the lines to the centers of bodies
HEAD = 0.2  # of arrows and ticks, in sizes of the joint
ARC = 0.8  # radius of arcs and cones
ZIGZAG = np.array([0.0, 0.12, *np.linspace(0.16, 0.84, 9), 0.88, 1.0], np.float32)  # bends of a spring, of its length
ZIGZAG_OUT = np.array([0.0, 0.0, *([1.0, -1.0] * 4), 1.0, 0.0, 0.0], np.float32)
SAG = np.linspace(0.0, 1.0, 11, dtype=np.float32)  # bends of a slack rope
TAUT = 0.004  # what a rope that is nearly taut does not sag by, in squares of its length: it would flicker
WAY_MOST = 100.0  # limits of ways that are farther away are drawn here [m]
ANGLE_MOST = 1e4  # limits of angles that are farther away are none [rad]
ARC_PIECES = (6, 16)  # fewest and most pieces of an arc
ARC_BUDGET = 30_000  # pieces of all arcs of a kind together, as far as the fewest allow it
ROPE_COLOR = (0.30, 0.22, 0.13, 1.0)
SPRING_COLOR = (0.35, 0.37, 0.40, 1.0)
Lines = tuple[np.ndarray, np.ndarray, np.ndarray]  # starts [n, 3], ends [n, 3], colors [n, 4]


class JointOverlay:
    """The joints of the present picture; while time stands still they are not made anew for each frame."""

    def __init__(self) -> None:
        self._of: tuple = ()
        self._marks: tuple[Marks, ...] = ()

    def marks(self, world: World, before: Snapshot, after: Snapshot, blend: float, *, full: bool) -> tuple[Marks, ...]:
        """What there is to draw of joints.

        Args:
            world: The world, right after the step of the later snapshot.
            before: Snapshot of the step before.
            after: Its snapshot.
            blend: How far the picture is between the two, 0 to 1.
            full: Whether the overlay is on; else ropes, rods and springs are drawn only.
        """
        now = before, after, blend, full
        if len(self._of) != len(now) or any(a is not b and a != b for a, b in zip(self._of, now, strict=True)):
            self._of, self._marks = now, ()
            if count_joints(world, ropes_only=not full):
                view = view_joints(world, before, after, blend, ropes_only=not full)
                self._marks = (joint_marks(view) if full else rope_marks(view, down(world)),)
        return self._marks


def down(world: World) -> tuple[float, float, float]:
    """Direction of gravity; without any, down."""
    size = world.gravity.length
    return tuple(world.gravity / size) if size > 0.0 else (0.0, -1.0, 0.0)


def joint_marks(view: JointView) -> Marks:
    """Everything that the overlay shows of joints."""
    color = load_colors(view.load)
    twist, swing = cone_joints(view)
    lines = [*levers(view, color), *links(view, color)]
    for number in range(JOINT.TURNING):
        lines += ways(view, color, number)
    for number in range(JOINT.TURNING, JOINT.AXES):
        lines += angles(view, color, number, twist | swing)
    lines += cones(view, color, swing)
    lines += twists(view, color, twist)
    apart = _lengths(view.anchor[1] - view.anchor[0]) > APART
    return _marks(
        lines,
        point=np.concatenate((view.anchor[0], view.anchor[1, apart])),
        point_color=np.concatenate((color, color[apart])),
        point_size=np.repeat(np.array(ANCHOR_SIZES, np.float32), (len(apart), np.count_nonzero(apart))),
        on_top=True,
    )


def rope_marks(view: JointView, down: tuple[float, float, float] = (0.0, -1.0, 0.0)) -> Marks:
    """Ropes, rods and springs as the things that they are: without them, bodies would hang from nothing.

    Args:
        view: The joints.
        down: Unit vector to where slack ropes hang.
    """
    springs = view.bit(JOINT.SPRINGS, 0)
    color = np.where(springs[:, None], np.float32(SPRING_COLOR), np.float32(ROPE_COLOR))
    start, end = view.anchor
    most = np.minimum(view.axis[:, 0, JOINT.AXIS_UPPER], WAY_MOST)
    way = end - start
    spare = (1.0 - TAUT) * most * most - np.einsum("kc,kc->k", way, way)
    slack = view.distance & view.bit(JOINT.LIMITS, 0) & ~springs & (most < WAY_MOST) & (spare > 0.0)
    # A parabola of depth s over the way d has the length L where L^2 = d^2 + 16/3 s^2, nearly.
    depth = np.sqrt(3.0 / 16.0 * spare[slack])[:, None, None] * np.array(down, np.float32)
    bends = start[slack, None] + SAG[:, None] * way[slack, None] + (4.0 * SAG * (1.0 - SAG))[:, None] * depth
    return _marks([*links(view, color, ~slack), _chains(bends, color[slack])])


def load_colors(load: np.ndarray) -> np.ndarray:
    """Colors of loads from 0 to 1, float32 [k, 4]."""
    stops = np.array((GREEN, YELLOW, RED))
    return np.stack([np.interp(load, (0.0, 0.5, 1.0), stops[:, c]) for c in range(4)], axis=1).astype(np.float32)


def cone_joints(view: JointView) -> tuple[np.ndarray, np.ndarray]:
    """Which ball joints have a limit of twist, and of swing, bool [k] each."""
    ball = view.info[:, JOINT.TYPE] == BALL
    return tuple(ball & view.bit(JOINT.LIMITS, number) for number in (3, 4))


# ---- What is between -----------------------------------------------------------------------------------------------


def levers(view: JointView, color: np.ndarray) -> list[Lines]:
    """Thin lines from the anchors to the centers of their bodies; what never moves needs none."""
    found = []
    for side in range(2):
        has = view.moving[side]
        faint = color[has]
        faint[:, 3] *= LEVER_ALPHA
        found.append((view.anchor[side, has], view.center[side, has], faint))
    return found


def links(view: JointView, color: np.ndarray, chosen: np.ndarray | bool = True) -> list[Lines]:
    """Lines between anchors that are apart: straight ones, and zigzags of springs."""
    start, end = view.anchor
    apart = (_lengths(end - start) > APART) & chosen
    spring = view.distance & view.bit(JOINT.SPRINGS, 0)
    straight, bent = apart & ~spring, apart & spring
    along = (end - start)[bent]
    out = np.minimum(0.25 * view.size[bent], 0.15 * _lengths(along))[:, None] * _across(along)
    places = start[bent, None] + ZIGZAG[:, None] * along[:, None] + ZIGZAG_OUT[:, None] * out[:, None]
    return [(start[straight], end[straight], color[straight]), _chains(places, color[bent])]


# ---- Free axes and limits ------------------------------------------------------------------------------------------


def ways(view: JointView, color: np.ndarray, number: int) -> list[Lines]:
    """A free way as an arrow with two heads at the anchor of b; one with limits from end to end, with ticks there."""
    free = ~view.bit(JOINT.LOCKS, number) & ~view.lines_only
    limited = free & view.bit(JOINT.LIMITS, number)
    free &= ~limited
    found = []
    reach = view.size[free, None] * view.frame[0, free, number]
    side = HEAD * view.size[free, None] * view.frame[0, free, (number + 1) % 3]
    place = view.anchor[1, free]
    found.append((place - reach, place + reach, color[free]))
    for sign in (-1.0, 1.0):
        tip = place + sign * reach
        neck = place + sign * (1.0 - 2.0 * HEAD) * reach
        found += [(tip, neck + side, color[free]), (tip, neck - side, color[free])]
    axis = view.frame[0, limited, number]
    bounds = np.clip(view.axis[limited, number][:, [JOINT.AXIS_LOWER, JOINT.AXIS_UPPER]], -WAY_MOST, WAY_MOST)
    ends = [view.anchor[0, limited] + bounds[:, k, None] * axis for k in range(2)]
    found.append((*ends, color[limited]))
    for across in (1, 2):
        tick = HEAD * view.size[limited, None] * view.frame[0, limited, (number + across) % 3]
        found += [(end - tick, end + tick, color[limited]) for end in ends]
    return found


def angles(view: JointView, color: np.ndarray, number: int, by_cone: np.ndarray) -> list[Lines]:
    """A free angle as a line along its axis; one with limits also as an arc, with a pointer at the present angle.

    Args:
        view: The joints.
        color: Their colors.
        number: 3, 4 or 5: about x of a, about the axis between, about z of b.
        by_cone: Joints whose angles are measured otherwise, which are left out.
    """
    free = ~view.bit(JOINT.LOCKS, number) & ~view.lines_only & ~by_cone
    axis, zero, quarter, now = turning_axes(view.frame[:, free], number)
    place, size = view.anchor[1, free], view.size[free, None]
    alone = sum(~view.bit(JOINT.LOCKS, other)[free] for other in range(JOINT.TURNING, JOINT.AXES)) == 1
    lever, swings = view.center[1, free] - place, alone & view.moving[1, free]
    zero, quarter, now = along_lever(axis, zero, quarter, now, lever, swings)
    found = [(place - size * axis, place + size * axis, color[free])]
    limited = view.bit(JOINT.LIMITS, number)[free]
    bounds = view.axis[free, number][limited][:, [JOINT.AXIS_LOWER, JOINT.AXIS_UPPER]]
    parts = (values[limited] for values in (zero, quarter, now, place, ARC * size, color[free]))
    return found + dial(bounds, *parts)


def turning_axes(frame: np.ndarray, number: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Of an angle: its axis, where it is 0, where it is a quarter of a turn, and where it is now; [n, 3] each.

    The frame of b is turned about x of a, then about the y that this made, then about its own z.
    """
    x, z = frame[0, :, 0], frame[1, :, 2]
    middle = _cross(z, x)
    length = _lengths(middle)[:, None]
    middle = np.where(length > 1e-6, middle / np.maximum(length, 1e-6), frame[0, :, 1])
    if number == 3:
        return x, frame[0, :, 1], frame[0, :, 2], middle
    if number == 4:
        return middle, _cross(x, middle), x, z
    return z, _cross(middle, z), middle, frame[1, :, 0]


def along_lever(
    axis: np.ndarray, zero: np.ndarray, quarter: np.ndarray, now: np.ndarray, lever: np.ndarray, chosen: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Turn dials so that their pointers go to the middle of body b: then the arc is where that may be.

    Args:
        axis: Axes of the angles, unit vectors [n, 3].
        zero: Directions of the angle 0.
        quarter: Directions of a quarter of a turn.
        now: Directions of the present angle.
        lever: From the joint to the center of body b [m].
        chosen: Which may be turned, bool [n]; where another angle is free too, the lever does not tell this one.

    Returns:
        The last three directions, turned.
    """
    out = lever - np.einsum("nc,nc->n", lever, axis)[:, None] * axis
    length = _lengths(out)[:, None]
    out /= np.maximum(length, 1e-12)
    side, chosen = _cross(axis, out), chosen[:, None] & (length > APART)
    cosine, sine = (np.einsum("nc,nc->n", now, to)[:, None] for to in (zero, quarter))
    turned = cosine * out - sine * side, sine * out + cosine * side, out
    return tuple(np.where(chosen, new, old) for new, old in zip(turned, (zero, quarter, now), strict=True))


def dial(
    bounds: np.ndarray,
    zero: np.ndarray,
    quarter: np.ndarray,
    now: np.ndarray,
    place: np.ndarray,
    radius: np.ndarray,
    color: np.ndarray,
) -> list[Lines]:
    """Arcs from the lower to the upper limit with lines to their ends, and pointers, a little longer, to now.

    Args:
        bounds: Limits [rad], [n, 2]; more than a turn is drawn as one.
        zero: Directions of the angle 0, unit vectors [n, 3].
        quarter: Directions of a quarter of a turn.
        now: Directions of the present angle.
        place: Middles [m].
        radius: Of the arcs [m], [n, 1].
        color: Of all lines.
    """
    span = np.minimum(bounds[:, 1] - bounds[:, 0], 2.0 * np.pi)
    near = np.abs(bounds) < ANGLE_MOST
    first = np.where(near[:, 0], bounds[:, 0], np.where(near[:, 1], bounds[:, 1] - span, 0.0))
    angle = first[:, None] + np.linspace(0.0, 1.0, pieces(len(span)) + 1, dtype=np.float32) * span[:, None]
    rim = np.cos(angle)[..., None] * zero[:, None] + np.sin(angle)[..., None] * quarter[:, None]
    rim = place[:, None] + radius[:, None] * rim
    ends = [(place, rim[:, end], color) for end in (0, -1)]
    return [_chains(rim, color), *ends, (place, place + (1.0 + HEAD) * radius * now, color)]


def cones(view: JointView, color: np.ndarray, chosen: np.ndarray) -> list[Lines]:
    """Limits of swing as circles at their half angle around x of a, four lines to each, and a pointer along x of b."""
    frame, place, radius = view.frame[:, chosen], view.anchor[0, chosen], ARC * view.size[chosen, None]
    half = np.clip(view.axis[chosen, 4, JOINT.AXIS_UPPER], 0.0, np.pi)[:, None]
    round_ = np.linspace(0.0, 2.0 * np.pi, 4 * (pieces(len(half)) // 4 + 1) + 1, dtype=np.float32)[:, None]
    out = np.cos(round_) * frame[0, :, 1, None] + np.sin(round_) * frame[0, :, 2, None]
    middle = place + radius * np.cos(half) * frame[0, :, 0]
    rim = middle[:, None] + (radius * np.sin(half))[:, None] * out
    quarter = (len(round_) - 1) // 4
    shades = color[chosen]
    spokes = [(place, rim[:, k * quarter], shades) for k in range(4)]
    return [_chains(rim, shades), *spokes, (place, place + (1.0 + HEAD) * radius * frame[1, :, 0], shades)]


def twists(view: JointView, color: np.ndarray, chosen: np.ndarray) -> list[Lines]:
    """Limits of twist as arcs around x of b: where y of b may be, against y of a swung with it the short way."""
    frame = view.frame[:, chosen]
    bounds = view.axis[chosen, 3][:, [JOINT.AXIS_LOWER, JOINT.AXIS_UPPER]]
    place, radius = view.anchor[1, chosen], 0.6 * ARC * view.size[chosen, None]
    return dial(bounds, *swung_axes(frame), frame[1, :, 1], place, radius, color[chosen])


def swung_axes(frame: np.ndarray) -> list[np.ndarray]:
    """Axes y and z of a, turned the short way that takes x of a to x of b; [n, 3] each.

    Rodrigues' formula, with the axis of length sin: (1 - cos) / sin^2 = 1 / (1 + cos).
    """
    x, to = frame[0, :, 0], frame[1, :, 0]
    axis, cosine = _cross(x, to), np.einsum("nc,nc->n", x, to)[:, None]
    swung = []
    for v in (frame[0, :, 1], frame[0, :, 2]):
        dot = np.einsum("nc,nc->n", axis, v)[:, None]
        swung.append(cosine * v + _cross(axis, v) + axis * dot / np.maximum(1.0 + cosine, 1e-6))
    return swung


def pieces(count: int) -> int:
    """Pieces of each of so many arcs."""
    return int(np.clip(ARC_BUDGET // max(count, 1), *ARC_PIECES))


# ---- Small things --------------------------------------------------------------------------------------------------


def _chains(places: np.ndarray, color: np.ndarray) -> Lines:
    """Lines along chains of places [n, p, 3]."""
    color = np.repeat(color, places.shape[1] - 1, axis=0)
    return places[:, :-1].reshape(-1, 3), places[:, 1:].reshape(-1, 3), color


def _lengths(v: np.ndarray) -> np.ndarray:
    return np.sqrt(np.einsum("...c,...c->...", v, v))


def _across(v: np.ndarray) -> np.ndarray:
    """A unit vector at a right angle to each vector."""
    steep = np.abs(v[:, 1]) > 0.9 * _lengths(v)
    out = _cross(v, np.where(steep[:, None], *np.eye(3, dtype=np.float32)[:2]))
    return out / np.maximum(_lengths(out), 1e-12)[:, None]


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Vector products of rows; numpy's own takes three times as long."""
    (ax, ay, az), (bx, by, bz) = a.T, b.T
    return np.stack((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx), axis=1)


def _marks(lines: list[Lines], **points: Any) -> Marks:
    """All lines together."""
    start, end, color = (np.concatenate(parts) for parts in zip(*lines, strict=True))
    ends = np.empty((len(start), 2, 3), np.float32)
    ends[:, 0], ends[:, 1] = start, end
    return Marks(line=ends.reshape(-1, 3), line_color=np.repeat(color, 2, axis=0), **points)

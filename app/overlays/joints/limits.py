"""Free axes and limits of joints: arrows and ticks, arcs with pointers, cones."""

import numpy as np

from app.overlays.joints.lines import APART, Lines, chains, cross, lengths
from app.overlays.joints.view import JointView

HEAD = 0.2  # of arrows and ticks, in sizes of the joint
ARC = 0.8  # radius of arcs and cones
LENGTH_MOST = 100.0  # linear limits that are farther away are drawn here [m]
ANGLE_MOST = 1e4  # angular limits that are farther away are none [rad]
ARC_PIECES = (6, 16)  # fewest and most pieces of an arc
ARC_BUDGET = 30_000  # pieces of all arcs of a kind together, as far as the fewest allow it


def linear_axes(view: JointView, color: np.ndarray, number: int) -> list[Lines]:
    """A free axis as an arrow with two heads at the anchor of b; one with limits from end to end, with ticks there.

    Args:
        view: The joints.
        color: Their colors.
        number: 0, 1 or 2: along x, y or z of a.
    """
    free = view.free(number)
    limited = free & view.data.limited[:, number]
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
    bounds = np.clip(bounds_of(view, number, limited), -LENGTH_MOST, LENGTH_MOST)
    ends = [view.anchor[0, limited] + bounds[:, k, None] * axis for k in range(2)]
    found.append((*ends, color[limited]))
    for across in (1, 2):
        tick = HEAD * view.size[limited, None] * view.frame[0, limited, (number + across) % 3]
        found += [(end - tick, end + tick, color[limited]) for end in ends]
    return found


def angular_axes(view: JointView, color: np.ndarray, number: int, by_cone: np.ndarray) -> list[Lines]:
    """A free axis as a line; one with limits also as an arc, with a pointer at the present angle.

    Args:
        view: The joints.
        color: Their colors.
        number: 3, 4 or 5: about x of a, about the axis between, about z of b.
        by_cone: Joints whose angles are measured otherwise, which are left out.
    """
    free = view.free(number) & ~by_cone
    axis, zero, quarter, now = angle_directions(view.frame[:, free], number)
    place, size = view.anchor[1, free], view.size[free, None]
    alone = np.count_nonzero(view.data.locked[free, 3:], axis=1) == 2
    lever, swings = view.center[1, free] - place, alone & view.moving[1, free]
    zero, quarter, now = along_lever(axis, zero, quarter, now, lever, swings)
    found = [(place - size * axis, place + size * axis, color[free])]
    limited = view.data.limited[free, number]
    bounds = bounds_of(view, number, free)[limited]
    parts = (values[limited] for values in (zero, quarter, now, place, ARC * size, color[free]))
    return found + dial(bounds, *parts)


def angle_directions(frame: np.ndarray, number: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Of an angle: its axis, where it is 0, where it is a quarter of a turn, and where it is now; [n, 3] each.

    The frame of b is turned about x of a, then about the y that this made, then about its own z.
    """
    x, z = frame[0, :, 0], frame[1, :, 2]
    middle = cross(z, x)
    length = lengths(middle)[:, None]
    middle = np.where(length > 1e-6, middle / np.maximum(length, 1e-6), frame[0, :, 1])
    if number == 3:
        return x, frame[0, :, 1], frame[0, :, 2], middle
    if number == 4:
        return middle, cross(x, middle), x, z
    return z, cross(middle, z), middle, frame[1, :, 0]


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
        chosen: Which may be turned, bool [n]; where another angle is free too, the lever does not show this one.

    Returns:
        The last three directions, turned.
    """
    out = lever - np.einsum("nc,nc->n", lever, axis)[:, None] * axis
    length = lengths(out)[:, None]
    out /= np.maximum(length, 1e-12)
    side, chosen = cross(axis, out), chosen[:, None] & (length > APART)
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
    return [chains(rim, color), *ends, (place, place + (1.0 + HEAD) * radius * now, color)]


def cones(view: JointView, color: np.ndarray, chosen: np.ndarray) -> list[Lines]:
    """Limits of swing as circles at their half angle around x of a, four lines to each, and a pointer along x of b."""
    frame, place, radius = view.frame[:, chosen], view.anchor[0, chosen], ARC * view.size[chosen, None]
    half = np.clip(view.data.upper[chosen, 4], 0.0, np.pi)[:, None]
    round_ = np.linspace(0.0, 2.0 * np.pi, 4 * (pieces(len(half)) // 4 + 1) + 1, dtype=np.float32)[:, None]
    out = np.cos(round_) * frame[0, :, 1, None] + np.sin(round_) * frame[0, :, 2, None]
    middle = place + radius * np.cos(half) * frame[0, :, 0]
    rim = middle[:, None] + (radius * np.sin(half))[:, None] * out
    quarter = (len(round_) - 1) // 4
    shades = color[chosen]
    spokes = [(place, rim[:, k * quarter], shades) for k in range(4)]
    return [chains(rim, shades), *spokes, (place, place + (1.0 + HEAD) * radius * frame[1, :, 0], shades)]


def twists(view: JointView, color: np.ndarray, chosen: np.ndarray) -> list[Lines]:
    """Limits of twist as arcs around x of b: where y of b may be, against y of a swung with it the short way."""
    frame = view.frame[:, chosen]
    bounds = bounds_of(view, 3, chosen)
    place, radius = view.anchor[1, chosen], 0.6 * ARC * view.size[chosen, None]
    return dial(bounds, *swung_axes(frame), frame[1, :, 1], place, radius, color[chosen])


def swung_axes(frame: np.ndarray) -> list[np.ndarray]:
    """Axes y and z of a, turned the short way that takes x of a to x of b; [n, 3] each.

    Rodrigues' formula, with the axis of length sin: (1 - cos) / sin^2 = 1 / (1 + cos).
    """
    x, to = frame[0, :, 0], frame[1, :, 0]
    axis, cosine = cross(x, to), np.einsum("nc,nc->n", x, to)[:, None]
    swung = []
    for v in (frame[0, :, 1], frame[0, :, 2]):
        dot = np.einsum("nc,nc->n", axis, v)[:, None]
        swung.append(cosine * v + cross(axis, v) + axis * dot / np.maximum(1.0 + cosine, 1e-6))
    return swung


def pieces(count: int) -> int:
    """Pieces of each of so many arcs."""
    return int(np.clip(ARC_BUDGET // max(count, 1), *ARC_PIECES))


def bounds_of(view: JointView, number: int, chosen: np.ndarray) -> np.ndarray:
    """Lower and upper limits of an axis of some joints, float32 [n, 2]."""
    return np.stack((view.data.lower[chosen, number], view.data.upper[chosen, number]), axis=1)

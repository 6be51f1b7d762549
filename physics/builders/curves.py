"""How a chain of equal rigid links hangs between two points."""

import math

import numpy as np

from physics.vector import Vec3

#: Chains whose ends are nearer to each other sideways, as a share of the length, lie on a circle instead: both halves
#: of one that hangs would be inside of each other.
NARROW = 0.02


def hanging_points(start: Vec3, end: Vec3, length: float, links: int, fall: Vec3 | None) -> list[Vec3]:
    """Ends of the links of a chain at rest, the first at `start`, the last at `end`.

    Args:
        start: Where it begins [m].
        end: Where it ends [m].
        length: Of the whole chain [m], at least the distance.
        links: Number of equal rigid links.
        fall: Unit vector along which things fall; None if nothing does.
    """
    way = end - start
    if length <= way.length * (1.0 + 1e-9) or links < 2:
        return [start + way * (k / links) for k in range(links + 1)]
    drop = 0.0 if fall is None else way.dot(fall)
    level = way if fall is None else way - fall * drop
    if fall is None or level.length < NARROW * length:
        return _on_a_circle(start, way, length, links, fall)
    angles = hanging_angles(level.length / length * links, drop / length * links, links)
    side, piece = level / level.length, length / links
    points = [start]
    for angle in angles.tolist():
        points.append(points[-1] + side * (piece * math.cos(angle)) + fall * (piece * math.sin(angle)))
    return [*points[:-1], end]


def hanging_angles(width: float, drop: float, links: int) -> np.ndarray:
    """Angles below the horizon of links of length 1 that hang with their ends apart.

    Every link is in balance when the pulls at its ends turn it neither way: the tangent of its angle is its number from
    the lowest point over the level pull, tan a_k = (c - k - 1/2) / h. The sum of the cosines is the width, that of the
    sines the drop; c and h follow from these two.

    Args:
        width: Level distance of the ends, in lengths of a link.
        drop: How far the end is below the start, in lengths of a link.
        links: Number of links.
    """
    middles = np.arange(links) + 0.5

    def angles_of(pull: float) -> np.ndarray:
        low, high = -1e3 * (links + pull), 1e3 * (links + pull)
        for _ in range(100):
            lowest = 0.5 * (low + high)
            angles = np.arctan2(lowest - middles, pull)
            if np.sin(angles).sum() < drop:
                low = lowest
            else:
                high = lowest
        return angles

    low, high = 1e-9, 1e9
    for _ in range(200):
        pull = math.sqrt(low * high)
        angles = angles_of(pull)
        if np.cos(angles).sum() < width:
            low = pull
        else:
            high = pull
    return angles


def _on_a_circle(start: Vec3, way: Vec3, length: float, links: int, fall: Vec3 | None) -> list[Vec3]:
    """Points on an arc over the straight line between two points, on the side to which things fall."""
    along = way / way.length
    aside = Vec3(0.0, -1.0, 0.0) if fall is None else fall
    aside = aside - along * aside.dot(along)
    if aside.length < 1e-6:
        aside = along.cross((0.0, 0.0, 1.0) if abs(along.z) < 0.9 else (1.0, 0.0, 0.0))
    aside = aside / aside.length
    share, low, high = way.length / length * links, 0.0, 2.0 * math.pi / links
    for _ in range(100):  # angle from one link to the next: links * sin(k turn / 2) / sin(turn / 2) is the distance
        turn = 0.5 * (low + high)
        if math.sin(0.5 * links * turn) / math.sin(0.5 * turn) > share:
            low = turn
        else:
            high = turn
    points, piece = [start], length / links
    for k in range(links):
        angle = turn * (0.5 * (links - 1) - k)
        points.append(points[-1] + along * (piece * math.cos(angle)) + aside * (piece * math.sin(angle)))
    return [*points[:-1], start + way]

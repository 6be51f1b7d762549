"""A closed case of glass in a frame of steel, which one can look into from all sides."""

from collections.abc import Sequence

import numpy as np

from physics import Geometry, World
from scenes import kit


def inner_face(axis: int, side: float, half: float, wall: float) -> Geometry:
    """A pane, drawn as the face that looks inward: from outside one sees through the near panes as if not there."""
    columns = ((side * half, -side * half, -side * half, side * half), (-half, -half, half, half))
    corners = np.roll(np.column_stack((np.full(4, -0.5 * side * wall), *columns)), axis, axis=1)
    normals = np.roll(np.tile((-side, 0.0, 0.0), (4, 1)), axis, axis=1)
    return Geometry(corners.astype(np.float32), normals.astype(np.float32), np.array(((0, 1, 2), (0, 2, 3)), np.int32))


def add_case(world: World, center: Sequence[float], half: float, *, wall: float = 0.2, bar: float = 0.08) -> None:
    """Six panes, each reaching over its neighbors, with a frame along their edges, on four legs.

    Args:
        world: Where it stands.
        center: Its middle [m].
        half: Half the width of the inside [m].
        wall: How thick the panes are [m]; named "wall", they are smooth and perfectly elastic.
        bar: Half the width of the bars of the frame [m].
    """
    middle = np.asarray(center, float)
    outer = half + wall
    for axis in range(3):
        for side in (-1.0, 1.0):
            extents, place = np.full(3, outer), middle.copy()
            extents[axis] = 0.5 * wall
            place[axis] += side * (half + 0.5 * wall)
            look = inner_face(axis, side, half, wall)
            kit.add_fixed(
                world, extents, place, material="glass", restitution=1.0, friction=0.0, name="wall", look=look
            )
        one, two = (axis + 1) % 3, (axis + 2) % 3
        for a, b in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            extents, place = np.full(3, bar), middle.copy()
            extents[axis] = outer + 2.0 * bar
            place[one] += a * (outer + bar)
            place[two] += b * (outer + bar)
            kit.add_fixed(world, extents, place, material="steel", name="frame")
    foot = 0.5 * (middle[1] - outer - 2.0 * bar)
    for x, z in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        place = (x * (outer + bar), foot, z * (outer + bar))
        kit.add_fixed(world, (bar, foot, bar), place, material="steel", name="leg")

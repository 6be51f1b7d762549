"""Height fields that are edited: where their heights are, who wakes, who is lifted, and how states bring them back."""

import itertools
import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from physics.bodies.kind import BodyKind
from physics.bodies.surface import extent_of, write_place
from physics.constants import SIZE_MAX, SPECULATIVE_DISTANCE
from physics.kernels.layout import body as BODY, shape as SHAPE
from physics.shapes.height_field import ShapeHeightField
from physics.vector import Quaternion, Vec3, inverse, multiply, rotate

if TYPE_CHECKING:
    from physics.bodies.body import Body
    from physics.bodies.part import Part
    from physics.bodies.table import BodyTable

#: Bodies that are so close to changed cells wake [m]: contacts begin at the first.
NEAR = SPECULATIVE_DISTANCE + 0.01


class Change(NamedTuple):
    """What became of a part of a height field.

    Attributes:
        before: The height field that was.
        after: The one that is.
        rows: First row of grid points that changed, and the one after the last.
        columns: First column, and the one after the last.
    """

    before: ShapeHeightField
    after: ShapeHeightField
    rows: tuple[int, int]
    columns: tuple[int, int]


def field_of(body: "Body") -> "Part":
    """The part of a body that is a height field.

    Raises:
        ValueError: There is none, or more than one.
    """
    fields = [part for part in body.parts if isinstance(part.shape, ShapeHeightField)]
    if len(fields) != 1:
        raise ValueError(f"set_heights of a body needs one height field, got {len(fields)}; use set_heights of a part")
    return fields[0]


def set_heights(part: "Part", heights: np.ndarray, row: int, column: int) -> None:
    """Give a part of a body other heights; see `Part.set_heights`."""
    before = part.shape
    if not isinstance(before, ShapeHeightField):
        raise ValueError(f"set_heights is for height fields, got a {type(before).__name__}; add another shape instead")
    after = before.with_heights(heights, row, column)
    table = part.body._table
    table.guard.need_idle("given other heights")
    changed = np.argwhere(~((before.heights == after.heights) | (np.isnan(before.heights) & np.isnan(after.heights))))
    if not len(changed):
        return
    (first_row, first_column), (last_row, last_column) = changed.min(axis=0).tolist(), changed.max(axis=0).tolist()
    change = Change(before, after, (first_row, last_row + 1), (first_column, last_column + 1))
    near = bodies_near(table, part, change)
    table.edited.setdefault(part, before)
    write_heights(table, part, after)
    for body in near:
        table.disturb(body._row)
        if body.kind == BodyKind.DYNAMIC:
            lift(body, part, change)
    table.changed()


def write_heights(table: "BodyTable", part: "Part", shape: ShapeHeightField) -> None:
    """Write other heights of a part into the arrays; its bounds and those of its body follow."""
    arrays, body = table.arrays, part.body
    info = arrays.shapes.info
    start = int(info[part._row, SHAPE.DATA])
    if arrays.library.is_place(start):
        arrays.library.write(start, shape)
    else:
        start = arrays.edited_data_of(shape)
        info = arrays.shapes.info
        info[part._row, SHAPE.DATA] = start
    if shape.material_names:
        arrays.library.bind_materials(table.materials)
    part.shape = shape
    center = arrays.bodies.local[body._row].tolist()
    write_place(arrays.shapes, part._row, shape, part.offset, part.rotation, (center[0], center[1], center[2]))
    extent = extent_of(body._composition.pieces, (center[0], center[1], center[2]))
    arrays.bodies.traits[body._row, BODY.TRAIT_EXTENT] = min(extent, SIZE_MAX)
    table.leave_tree(part._row)  # it enters with its new bounds, and new pairs are found
    table.follow(body._row)
    table.forget_manifolds(body._row)


def pose_of(part: "Part") -> tuple[Vec3, Quaternion]:
    """Origin and rotation of the axes of a part in the world."""
    turn = part.body.orientation
    return part.body.position + rotate(turn, part.offset), multiply(turn, part.rotation)


def bodies_near(table: "BodyTable", part: "Part", change: Change) -> "list[Body]":
    """Bodies with bounds at the changed cells, as these were and as they are, by row."""
    rows, columns = (slice(max(first - 1, 0), end + 1) for first, end in (change.rows, change.columns))
    heights = np.concatenate([shape.heights[rows, columns] for shape in (change.before, change.after)])
    if np.isnan(heights).all():
        return []
    shape = change.after
    sizes = (shape.cell_size[0], shape.columns, columns), (shape.cell_size[1], shape.rows, rows)
    along_x, along_z = ([_place(k, cell, count) for k in (cells.start, cells.stop - 1)] for cell, count, cells in sizes)
    along_y = float(np.nanmin(heights)), float(np.nanmax(heights))
    origin, turn = pose_of(part)
    corners = np.array([rotate(turn, corner) + origin for corner in itertools.product(along_x, along_y, along_z)])
    least, most = corners.min(axis=0) - NEAR, corners.max(axis=0) + NEAR
    info = table.arrays.shapes.info[: table.arrays.shape_top]
    in_tree = (info[:, SHAPE.TREE] == SHAPE.TREE_MOVING) & (info[:, SHAPE.NODE] >= 0) & (info[:, SHAPE.ALIVE] != 0)
    moving = np.flatnonzero(in_tree)
    bounds = table.arrays.moving_tree.box[info[moving, SHAPE.NODE]]  # least corner, and the greatest times -1
    inside = (bounds[:, 0:3] <= most).all(axis=1) & (-bounds[:, 3:6] >= least).all(axis=1)
    owners = np.unique(info[moving[inside], SHAPE.BODY]).tolist()
    return [table.at_row(owner) for owner in owners if owner != part.body._row]


def _place(k: int, cell: float, count: int) -> float:
    """Coordinate of a row or column of grid points, or of the border [m]."""
    return cell * (min(max(k, 0), count - 1) - 0.5 * (count - 1))


def lift(body: "Body", field: "Part", change: Change) -> None:
    """Lift a dynamic body with the ground that rose under it, so far that it is not in it.

    Without this, one that the ground rose over would be below it, where a height field is not there.
    """
    origin, turn = pose_of(field)
    back = inverse(turn)
    rise = 0.0
    for part in body.parts:
        if part.sensor:
            continue
        place, own_turn = pose_of(part)
        from_field = inverse(multiply(back, own_turn))  # axes of the height field as the shape sees them
        ways = [rotate(from_field, axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
        middle = rotate(back, place - origin)
        low = [middle[k] - part.shape.reach(-way) for k, way in enumerate(ways)]
        high = [middle[k] + part.shape.reach(way) for k, way in enumerate(ways)]
        rise = max(rise, _rise_under(low, high, change))
    if rise > 0.0:
        body.position = body.position + rotate(turn, (0.0, rise, 0.0))


def _rise_under(low: list[float], high: list[float], change: Change) -> float:
    """How far ground rose into bounds that were above it, in the axes of the height field [m]."""
    shape = change.after
    cells = []
    for k, cell, count in ((2, shape.cell_size[1], shape.rows), (0, shape.cell_size[0], shape.columns)):
        first, last = (at / cell + 0.5 * (count - 1) for at in (low[k], high[k]))
        if last < 0.0 or first > count - 1:
            return 0.0
        cells.append(slice(max(math.floor(first), 0), min(math.ceil(last), count - 1) + 1))
    old, new = change.before.heights[cells[0], cells[1]], change.after.heights[cells[0], cells[1]]
    if np.isnan(old).all() or np.isnan(new).all():
        return 0.0
    before, after = float(np.nanmax(old)), float(np.nanmax(new))
    was_above = 0.5 * (low[1] + high[1]) > float(np.nanmin(old))
    return min(after - before, after - low[1]) if was_above else 0.0


# ---- States ----------------------------------------------------------------------------------------------------------


def edited_now(table: "BodyTable") -> "tuple[tuple[Part, ShapeHeightField], ...]":
    """Parts of bodies that are there whose height field was edited, and what it is now."""
    found = []
    for part in table.edited:
        if table.owns(part.body) and part in part.body._composition.parts and isinstance(part.shape, ShapeHeightField):
            found.append((part, part.shape))
    return tuple(found)


def load_edited(table: "BodyTable", edited: "tuple[tuple[Part, ShapeHeightField], ...]") -> None:
    """Bring back what `edited_now` told; the arrays are those of that time already."""
    for part, first in table.edited.items():
        part.shape = first
    library, info = table.arrays.library, table.arrays.shapes.info
    for part, shape in edited:
        part.shape = shape
        start = int(info[part._row, SHAPE.DATA])
        if library.is_place(start):
            library.write(start, shape)

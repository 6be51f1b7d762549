"""Nets: knots joined by cords."""

import dataclasses
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.body import Body
from physics.builders import site
from physics.joints.distance import JointDistance
from physics.joints.joint import Joint
from physics.joints.single import JointBall
from physics.shapes.primitives import ShapeSphere
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.world import World

#: Which knots are held, by the word for it: from the indices of a knot and the last ones.
HELD: dict[str, Callable[[int, int, int, int], bool]] = {
    "corners": lambda row, column, last_row, last_column: row in (0, last_row) and column in (0, last_column),
    "edges": lambda row, column, last_row, last_column: row in (0, last_row) or column in (0, last_column),
    "rows": lambda row, column, last_row, last_column: row in (0, last_row),
    "top": lambda row, column, last_row, last_column: row == 0,
    "none": lambda row, column, last_row, last_column: False,
}


@dataclasses.dataclass(frozen=True)
class Net(site.Built):
    """A net; the bodies are its knots, row by row, the joints its cords and then what holds it.

    Attributes:
        rows: Number of rows of knots.
        columns: Number of knots in a row.
        cords: Joints between knots.
        holds: Joints that hold it.
    """

    rows: int
    columns: int
    cords: tuple[Joint, ...]
    holds: tuple[Joint, ...]

    def knot(self, row: int, column: int) -> Body:
        """The knot at a place of the grid."""
        return self.bodies[row * self.columns + column]


def build_net(
    world: "World",
    corner: checks.VectorLike,
    side_a: checks.VectorLike,
    side_b: checks.VectorLike,
    *,
    rows: int = 8,
    columns: int = 8,
    radius: float = 0.05,
    slack: float = 0.05,
    hold: str = "corners",
    body: Body | None = None,
    break_force: float = math.inf,
    mass: float | None = None,
    density: float | None = None,
    material: str = "leather",
    name: str = "net",
    **options: Any,
) -> Net:
    """Add a grid of knots, small balls, joined by cords that only pull.

    Args:
        world: Where to.
        corner: Place of the first knot [m].
        side_a: From there to the last knot of the first column [m].
        side_b: From there to the last knot of the first row [m].
        rows: Number of rows of knots, 2 or more.
        columns: Number of knots in a row, 2 or more.
        radius: Of a knot [m].
        slack: How much longer cords are than their distance at first, as a share of it.
        hold: Which knots are held: "corners", "edges", "rows" (the first and the last), "top" (the first row), "none".
        body: What holds them; None for the world.
        break_force: Pull that a cord does not survive [N].
        mass: Mass of the whole [kg], or
        density: Density of a knot [kg/m^3]; that of the material if nothing is said.
        material: Name of its material.
        name: For people; knots are numbered after it.
        **options: Of `World.add_body`, for all knots.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range.
        LookupError: The body is not in this world. The world is as it was.
    """
    corner = site.check_place("corner", corner)
    sides = [Vec3(*checks.vector(key, value, unit="m")) for key, value in (("side_a", side_a), ("side_b", side_b))]
    counts = checks.integer("rows", rows, 2, 1000), checks.integer("columns", columns, 2, 1000)
    radius = site.check_size("radius", radius)
    for key, side, count in zip(("side_a", "side_b"), sides, counts, strict=True):
        if side.length < 2.0 * radius * (count - 1):
            raise ValueError(
                f"{key} must have room for {count} knots of {2.0 * radius:g} m, got {side.length:g} m; "
                "take fewer or smaller ones"
            )
    if sides[0].cross(sides[1]).length < 0.01 * sides[0].length * sides[1].length:
        raise ValueError(f"side_a and side_b must not be parallel, got {checks.shown(side_a)}, {checks.shown(side_b)}")
    if hold not in HELD:
        raise ValueError(f"unknown hold {checks.shown(hold)}; choose one of: {', '.join(HELD)}")
    site.check_end(world, "body", body)
    reach = 1.0 + checks.in_range("slack", slack, 0.0, 100.0)
    strength = site.check_break_force(break_force)
    options = {"material": material, **site.check_weight(mass, density, rows * columns), **options}
    with site.all_or_nothing(world):
        places = [
            corner + sides[0] * (row / (rows - 1)) + sides[1] * (column / (columns - 1))
            for row in range(rows) for column in range(columns)
        ]  # fmt: skip
        knots = [
            world.add_body(shape=ShapeSphere(radius), position=place, name=f"{name} {k + 1}", **options)
            for k, place in enumerate(places)
        ]
        cords = tuple(
            world.add_joint(_cord(knots[a], knots[b], reach, strength, name)) for a, b in _neighbors(rows, columns)
        )
        holds = tuple(
            world.add_joint(JointBall(body, knots[k], anchor=places[k], name=f"{name} hold"))
            for k in range(len(knots))
            if HELD[hold](*divmod(k, columns), rows - 1, columns - 1)
        )
    return Net(tuple(knots), cords + holds, rows, columns, cords, holds)


def _neighbors(rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """Numbers of the knots that a cord joins."""
    for k in range(rows * columns):
        row, column = divmod(k, columns)
        if column + 1 < columns:
            yield k, k + 1
        if row + 1 < rows:
            yield k, k + columns


def _cord(a: Body, b: Body, reach: float, strength: float, name: str) -> JointDistance:
    length = reach * (b.position - a.position).length
    options: dict[str, Any] = {"break_force": strength, "collide": True, "name": f"{name} cord"}
    return JointDistance(a, b, anchor_a=a.position, anchor_b=b.position, limits=(0.0, length), **options)

"""Bridges of planks that hang between two points."""

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.body import Body
from physics.builders import site
from physics.builders.lines import Ends, lay_line, string
from physics.joints.single import JointHinge
from physics.shapes.primitives import ShapeBox

if TYPE_CHECKING:
    from physics.world import World


@dataclasses.dataclass(frozen=True)
class Bridge(site.Built):
    """A bridge; the bodies are its planks, from start to end, the joints the hinges, from end to end.

    Attributes:
        length: Of the whole [m].
        plank_length: From one hinge to the next [m].
    """

    length: float
    plank_length: float


def build_bridge(
    world: "World",
    start: checks.VectorLike,
    end: checks.VectorLike,
    *,
    planks: int | None = None,
    plank_length: float | None = None,
    width: float = 1.5,
    thickness: float = 0.08,
    gap: float = 0.03,
    slack: float = 0.02,
    start_body: Body | None = None,
    end_body: Body | None = None,
    break_force: float = math.inf,
    mass: float | None = None,
    density: float | None = None,
    material: str = "wood",
    name: str = "plank",
    **options: Any,
) -> Bridge:
    """Add a row of planks with hinges between them, as it hangs at rest.

    Args:
        world: Where to.
        start: Middle of the edge where it begins [m].
        end: Middle of the edge where it ends [m].
        planks: Number of planks; or
        plank_length: Length of one along the bridge, about [m]; 0.4 m if nothing is said.
        width: Of the bridge [m].
        thickness: Of the planks [m].
        gap: Between two planks [m].
        slack: Length beyond the distance, as a share of it: that much more of it hangs.
        start_body: What it begins at; None for the world.
        end_body: What it ends at; None for the world.
        break_force: Force that a hinge does not survive [N].
        mass: Mass of all planks [kg], or
        density: Density of a plank [kg/m^3]; that of the material if nothing is said.
        material: Name of its material.
        name: For people; planks are numbered after it.
        **options: Of `World.add_body`, for all planks.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range.
        LookupError: A body is not in this world. The world is as it was.
    """
    width, thickness = site.check_size("width", width), site.check_size("thickness", thickness)
    gap = checks.non_negative("gap", gap, "m")
    line = lay_line(
        world, start, end, slack, what="a bridge", pieces="planks", count=planks, piece=plank_length, usual=0.4
    )
    if abs((line.points[-1] - line.points[0]).cross(site.fall_of(world.gravity)).length) < 0.1 * line.length:
        raise ValueError(f"a bridge must not lead straight up or down, got {tuple(start)} to {tuple(end)}; use a chain")
    if gap > 0.9 * line.piece:
        raise ValueError(f"gap must be at most 0.9 of a plank of {line.piece:g} m, got {gap!r} m; take longer planks")
    strength = site.check_break_force(break_force)
    bodies, joints = string(
        world, line, ShapeBox((0.5 * width, 0.5 * (line.piece - gap), 0.5 * thickness)),
        lambda before, after, place: JointHinge(
            before, after, anchor=place, axis=line.side, break_force=strength, name=f"{name} hinge"
        ),
        Ends(start_body, end_body), twist=0.0, name=name, material=material,
        **site.check_weight(mass, density, line.pieces), **options,
    )  # fmt: skip
    return Bridge(bodies, joints, line.length, line.piece)

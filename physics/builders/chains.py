"""Chains of links, and ropes."""

import dataclasses
import math
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.body import Body
from physics.builders import site
from physics.builders.lines import Ends, Line, lay_line, string
from physics.joints.single import JointBall
from physics.shapes.base import Shape
from physics.shapes.primitives import ShapeBox, ShapeCapsule

if TYPE_CHECKING:
    from physics.world import World


@dataclasses.dataclass(frozen=True)
class Chain(site.Built):
    """A chain or a rope; the bodies are its links, from start to end.

    Attributes:
        length: Of the whole [m].
        link_length: From one joint to the next [m].
    """

    length: float
    link_length: float


def build_chain(
    world: "World",
    start: checks.VectorLike,
    end: checks.VectorLike,
    *,
    links: int | None = None,
    link_length: float | None = None,
    slack: float = 0.0,
    radius: float = 0.04,
    start_body: Body | None = None,
    end_body: Body | None = None,
    hold_start: bool = True,
    hold_end: bool = True,
    material: str = "steel",
    name: str = "chain",
    **options: Any,
) -> Chain:
    """Add a chain of flat links, each turned by 90 degrees against the one before, as it hangs at rest.

    Args:
        world: Where to.
        start: Where it begins [m].
        end: Where it ends [m].
        links: Number of links; or
        link_length: Length of one, about [m]; 6 radii if nothing is said.
        slack: Length beyond the distance, as a share of it: that much more of it hangs.
        radius: Half of the width of a link [m].
        start_body: What it begins at; None for the world.
        end_body: What it ends at; None for the world.
        hold_start: Whether it is held at its start at all.
        hold_end: Whether it is held at its end at all.
        material: Name of its material.
        name: For people; links are numbered after it.
        **options: `mass` of the whole [kg] or `density` [kg/m^3], that of the material if nothing is said;
            `break_force` that a joint does not survive [N]; else as of `World.add_body`, for all links.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range.
        LookupError: A body is not in this world. The world is as it was.
    """
    radius = site.check_size("radius", radius)
    line = lay_line(
        world, start, end, slack, what="a chain", pieces="links", count=links, piece=link_length, usual=6.0 * radius
    )
    link = ShapeBox((0.4 * radius, 0.5 * line.piece + 0.6 * radius, radius))
    ends = Ends(start_body, end_body, hold_start, hold_end)
    return _join(world, line, link, ends, 0.5 * math.pi, {"material": material, "name": name, **options})


def build_rope(
    world: "World",
    start: checks.VectorLike,
    end: checks.VectorLike,
    *,
    links: int | None = None,
    link_length: float | None = None,
    slack: float = 0.0,
    radius: float = 0.03,
    start_body: Body | None = None,
    end_body: Body | None = None,
    hold_start: bool = True,
    hold_end: bool = True,
    material: str = "leather",
    name: str = "rope",
    damping: float = 0.5,
    **options: Any,
) -> Chain:
    """Add a rope of round pieces, as it hangs at rest; bending it loses energy, other than a chain.

    Args: as of `build_chain`; a piece is 8 radii long if nothing is said.
        damping: Rate at which its pieces stop to turn [1/s].
    """
    radius = site.check_size("radius", radius)
    damping = checks.in_range("damping", damping, 0.0, 1e6, "1/s")
    line = lay_line(
        world, start, end, slack, what="a rope", pieces="links", count=links, piece=link_length, usual=8.0 * radius
    )
    link = ShapeCapsule(radius, 0.5 * line.piece)
    ends = Ends(start_body, end_body, hold_start, hold_end)
    options = {"material": material, "name": name, "angular_damping": damping, **options}
    return _join(world, line, link, ends, 0.0, options)


def _join(world: "World", line: Line, link: Shape, ends: Ends, twist: float, options: dict[str, Any]) -> Chain:
    """Add links and ball joints."""
    strength = site.check_break_force(options.pop("break_force", math.inf))
    options |= site.check_weight(options.pop("mass", None), options.pop("density", None), line.pieces)
    name = options["name"]
    bodies, joints = string(
        world, line, link,
        lambda before, after, place: JointBall(before, after, anchor=place, break_force=strength, name=name),
        ends, twist=twist, **options,
    )  # fmt: skip
    return Chain(bodies, joints, line.length, line.piece)

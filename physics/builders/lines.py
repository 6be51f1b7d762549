"""What hangs between two points: checked arguments, places at rest, and pieces on a line joined one after another."""

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from physics import checks
from physics.bodies.body import Body
from physics.builders import site
from physics.builders.curves import hanging_points
from physics.joints.joint import Joint
from physics.shapes.base import Shape
from physics.vector import Vec3

if TYPE_CHECKING:
    from physics.world import World

#: Makes the joint at a place from the bodies before and after it.
JointMaker = Callable[[Body | None, Body | None, Vec3], Joint]


@dataclasses.dataclass(frozen=True)
class Ends:
    """What a line is tied to.

    Attributes:
        start_body: What it begins at; None for the world.
        end_body: What it ends at; None for the world.
        hold_start: Whether it is held at its start at all.
        hold_end: Whether it is held at its end at all.
    """

    start_body: Body | None
    end_body: Body | None
    hold_start: bool = True
    hold_end: bool = True

    def check(self, world: "World") -> None:
        """Raise an error unless the bodies are of this world and the flags go with them."""
        for name in ("start", "end"):
            body, hold = getattr(self, f"{name}_body"), checks.flag(f"hold_{name}", getattr(self, f"hold_{name}"))
            site.check_end(world, f"{name}_body", body)
            if body is not None and not hold:
                raise ValueError(f"hold_{name} must be True if there is a {name}_body, got False; leave the body out")


@dataclasses.dataclass(frozen=True)
class Line:
    """Where the joints of something are when it hangs at rest.

    Attributes:
        points: Places of the joints, both ends included [m].
        length: Of the whole [m].
        side: Level unit vector at a right angle to it.
    """

    points: list[Vec3]
    length: float
    side: Vec3

    @property
    def pieces(self) -> int:
        """Number of rigid pieces."""
        return len(self.points) - 1

    @property
    def piece(self) -> float:
        """Length of a piece [m]."""
        return self.length / self.pieces


def lay_line(
    world: "World",
    start: checks.VectorLike,
    end: checks.VectorLike,
    slack: float,
    *,
    what: str,
    pieces: str,
    count: int | None,
    piece: float | None,
    usual: float,
) -> Line:
    """Check where something begins and ends, and find where its joints are at rest.

    Args:
        world: Whose gravity counts.
        start: Where it begins [m].
        end: Where it ends [m].
        slack: Length beyond the distance, as a share of it.
        what: What it is called, such as "a chain".
        pieces: What its pieces are called, such as "links".
        count: Number of pieces, or None.
        piece: Length of one [m], or None.
        usual: Length of one if nothing is said [m].
    """
    start, end = site.check_place("start", start), site.check_place("end", end)
    way, distance = site.direction_of(start, end, what)
    length = distance * (1.0 + checks.in_range("slack", slack, 0.0, 100.0, "", "0.1 is a tenth longer than the way"))
    number = site.split(pieces, length, count, piece, usual)
    if slack > 0.0 and number < 3:
        raise ValueError(f"{what} with slack needs 3 {pieces} or more, got {number}; take more, or slack=0")
    fall = site.fall_of(world.gravity) if world.gravity.length > 0.0 else None
    return Line(hanging_points(start, end, length, number, fall), length, site.side_of(way))


def string(
    world: "World", line: Line, shape: Shape, join: JointMaker, ends: Ends, *, twist: float, name: str, **options: Any
) -> tuple[tuple[Body, ...], tuple[Joint, ...]]:
    """Add pieces along a line, and the joints between them and at the ends; all of them or nothing.

    Args:
        world: Where to.
        line: Where the joints are.
        shape: Of a piece, along its Y axis.
        join: Makes a joint.
        ends: What it is tied to.
        twist: By how much each piece is turned about the line against the one before [rad].
        name: For people; pieces are numbered after it.
        **options: Of `World.add_body`, for all pieces.
    """
    ends.check(world)
    bodies, joints = [], []
    with site.all_or_nothing(world):
        for k, (here, there) in enumerate(zip(line.points[:-1], line.points[1:], strict=True)):
            turned = site.frame_of_way(there - here, line.side, twist * k)
            place = (here + there) * 0.5
            bodies.append(
                world.add_body(shape=shape, position=place, orientation=turned, name=f"{name} {k + 1}", **options)
            )
        for k, place in enumerate(line.points):
            before = bodies[k - 1] if k else ends.start_body
            after = bodies[k] if k < len(bodies) else ends.end_body
            if (k or ends.hold_start) and (k < len(bodies) or ends.hold_end):
                joints.append(world.add_joint(join(before, after, place)))
    return tuple(bodies), tuple(joints)

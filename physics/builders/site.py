"""What all builders share: what they return, their checks, and that a failed one leaves nothing behind."""

import contextlib
import dataclasses
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from physics import checks, constants
from physics.bodies.body import Body
from physics.joints.frames import quaternion_of
from physics.joints.joint import Joint
from physics.vector import Quaternion, Vec3

if TYPE_CHECKING:
    from physics.world import World

#: Most pieces of one thing; more is a slip of the keyboard.
PIECES_MAX = 10_000
UP = Vec3(0.0, 1.0, 0.0)


@dataclasses.dataclass(frozen=True)
class Built:
    """What a builder made.

    Attributes:
        bodies: All bodies, in the order in which they were added.
        joints: All joints, in the order in which they were added.
    """

    bodies: tuple[Body, ...]
    joints: tuple[Joint, ...]


@contextlib.contextmanager
def all_or_nothing(world: "World") -> Iterator[None]:
    """Take everything back that was added inside when something there is refused."""
    state = world.save_state()
    try:
        yield
    except BaseException:
        world.load_state(state)
        raise


def check_place(name: str, value: checks.VectorLike) -> Vec3:
    """A place in the world [m]."""
    return Vec3(*checks.vector(name, value, limit=constants.POSITION_MAX, unit="m"))


def check_size(name: str, value: float, hint: str = "") -> float:
    """A length that a shape can have [m]."""
    return checks.in_range(name, value, constants.SIZE_MIN, constants.SIZE_MAX, "m", hint)


def check_end(world: "World", name: str, body: Body | None) -> None:
    """A body of this world, or None for the world itself."""
    if body is None:
        return
    if not isinstance(body, Body):
        raise TypeError(f"{name} must be a Body, or None for the world, got {checks.shown(body)}")
    if body.world is not world:
        raise LookupError(f"{name} must be a body of this world, got {body!r} of another one")
    body.center_of_mass  # noqa: B018 - a removed body raises LookupError here


def split(name: str, total: float, count: int | None, piece: float | None, usual: float) -> int:
    """Number of equal pieces of a length, by number or by length of a piece.

    Args:
        name: What the pieces are called, such as "links".
        total: Whole length [m].
        count: Number of them, or None.
        piece: Length of one, about [m], or None.
        usual: Length of one if nothing is said [m].
    """
    if count is not None:
        if piece is not None:
            raise ValueError(f"give {name} or {name[:-1]}_length, not both, got {count!r} and {piece!r} m")
        return checks.integer(name, count, 1, PIECES_MAX)
    length = usual if piece is None else check_size(f"{name[:-1]}_length", piece)
    number = max(1, round(total / length))
    if number > PIECES_MAX:
        raise ValueError(
            f"{name} must be at most {PIECES_MAX}, got {number} of {length:g} m on {total:g} m; make them longer"
        )
    return number


def direction_of(start: Vec3, end: Vec3, what: str) -> tuple[Vec3, float]:
    """Unit vector from one point to another, and their distance [m]."""
    way = end - start
    distance = way.length
    if distance < constants.SIZE_MIN:
        raise ValueError(f"start and end of {what} must be apart, got {tuple(start)} and {tuple(end)}")
    return way / distance, distance


def frame_of_way(way: Vec3, side: Vec3, twist: float = 0.0) -> Quaternion:
    """Rotation that takes +Y to a direction and +X close to another one, then turned about the first [rad]."""
    y = way / way.length
    x = side - y * side.dot(y)
    x = x / x.length
    x = x * math.cos(twist) + y.cross(x) * math.sin(twist)
    return quaternion_of(x, y, x.cross(y))


def side_of(way: Vec3) -> Vec3:
    """A unit vector at a right angle to a direction: level, unless that is upright."""
    side = way.cross(UP)
    if side.length < 1e-6 * way.length:
        side = way.cross((0.0, 0.0, 1.0))
    return side / side.length


def fall_of(gravity: Vec3) -> Vec3:
    """Unit vector along which things fall; down where nothing does."""
    return gravity / gravity.length if gravity.length > 0.0 else -UP


def check_break_force(break_force: float) -> float:
    """A force that may be infinite [N]."""
    checked = checks.number("break_force", break_force)
    if not checked > 0.0:
        raise ValueError(f"break_force must be > 0 N, got {checks.shown(break_force)}; math.inf never breaks")
    return checked


def check_weight(mass: float | None, density: float | None, pieces: int) -> dict[str, float]:
    """Options of `World.add_body` for one of several alike pieces: a share of the mass, or the density, if given."""
    if mass is None:
        if density is None:
            return {}
        return {"density": checks.in_range("density", density, constants.DENSITY_MIN, constants.DENSITY_MAX, "kg/m^3")}
    if density is not None:
        raise ValueError(f"give mass or density, not both, got {mass!r} kg and {density!r} kg/m^3")
    return {"mass": checks.positive("mass", mass, "kg") / pieces}

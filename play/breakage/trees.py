"""Trees: the trunk breaks where it is hit, and what is above falls with the crown."""

import dataclasses
import math

from physics import BodyDef, BodyKind, PartDef, Shape, ShapeCone, ShapeCylinder, Vec3
from physics.vector import rotate
from play.breakage.breakable import Blow, Breakable, Fragment
from play.breakage.timber import DOWN, DRAWN, Shatter, loose

#: Least height of a stump, and of what is left above it up to the crown [m].
LEAST = 0.25
#: Height of the point on top of a stump, which lets nothing stand on it, over the radius of the trunk.
POINT = 0.9
#: Splinters around both ends of a break: how many, height and radius over the radius of the trunk.
SPLINTERS, TALL, SLIM = 5, 1.5, 0.2
#: How the parts of a fallen tree slow down by air and leaves [1/s].
DAMPING = {"linear_damping": 0.15, "angular_damping": 0.5}


@dataclasses.dataclass(frozen=True, slots=True)
class Wood:
    """What a tree is when it falls.

    Attributes:
        radius: Radius of its trunk at the ground [m].
        height: How high it is solid [m]: it can break up to there.
        top: Where the trunk ends, in the crown [m].
        tip: Radius there [m].
        crown: Shapes of the crown with their places over the foot of the trunk [m].
        crown_mass: Mass of leaves and branches [kg].
        bark: Material of the trunk outside.
        wood: Material of its inside.
        leaves: Material of the crown.
    """

    radius: float
    height: float
    top: float
    tip: float
    crown: tuple[tuple[Shape, tuple[float, float, float]], ...]
    crown_mass: float
    bark: str = "bark"
    wood: str = "wood"
    leaves: str = "foliage"


def fell(tree: Wood) -> Shatter:
    """A function for `Breakables.add`: the first body of the thing is the trunk, the second one the crown."""

    def shatter(thing: Breakable, blow: Blow) -> tuple[Fragment, ...]:
        trunk, crown = thing.whole
        x, y, z, w = trunk.orientation
        hit = rotate((-x, -y, -z, w), blow.point - trunk.position)[1]
        cut = max(LEAST, min(hit, tree.height - LEAST))
        return (
            Fragment(_log(tree, trunk, cut)),
            Fragment(_crown(tree, crown), bound=0),
            Fragment(loose(trunk, parts=_stump(tree, cut), kind=BodyKind.STATIC, look=None, name="stump")),
        )

    return shatter


def _stump(tree: Wood, cut: float) -> tuple[PartDef, ...]:
    point = 0.5 * POINT * tree.radius
    half = 0.5 * (cut - 2.0 * point + 0.4)
    body = PartDef(ShapeCylinder(tree.radius, half), (0.0, half - 0.4, 0.0), material=tree.bark)
    tip = PartDef(ShapeCone(0.98 * tree.radius, point), (0.0, cut - point, 0.0), material=tree.wood)
    return body, tip, *_splinters(tree, cut - 2.0 * point, up=True)


def _log(tree: Wood, trunk: BodyDef, cut: float) -> BodyDef:
    """The trunk from the break upward: a thick half and a thin one, with its origin in its middle."""
    middle = 0.5 * (cut + tree.top)
    half = 0.25 * (tree.top - cut)
    parts = []
    for share, sign in ((0.25, -1.0), (0.75, 1.0)):
        height = cut + share * (tree.top - cut)
        radius = tree.radius + (tree.tip - tree.radius) * height / tree.top
        parts.append(PartDef(ShapeCylinder(radius, half), (0.0, sign * half, 0.0), material=tree.bark))
    parts += _splinters(tree, cut - middle, up=False)
    place = Vec3(*trunk.position) + rotate(trunk.orientation, (0.0, middle, 0.0))
    return loose(
        trunk, parts=tuple(parts), position=tuple(place), look=None, name=f"{trunk.name} trunk", **DAMPING
    )  # fmt: skip


def _crown(tree: Wood, crown: BodyDef) -> BodyDef:
    """The crown, with shapes to fall on."""
    parts = tuple(PartDef(shape, place, material=tree.leaves) for shape, place in tree.crown)
    return loose(crown, parts=parts, mass=tree.crown_mass, name=f"{crown.name} crown", **DAMPING)


def _splinters(tree: Wood, height: float, *, up: bool) -> list[PartDef]:
    """Points of wood in a ring, only to be seen."""
    found = []
    for k in range(SPLINTERS):
        angle = 2.0 * math.pi * (k + (0.0 if up else 0.5)) / SPLINTERS
        tall = 0.5 * TALL * tree.radius * (0.6 + 0.1 * (3 * k % SPLINTERS))
        out = 0.66 * tree.radius
        place = (out * math.cos(angle), height + (tall if up else -tall), out * math.sin(angle))
        shape = ShapeCone(SLIM * tree.radius, tall)
        found.append(PartDef(shape, place, (0.0, 0.0, 0.0, 1.0) if up else DOWN, material=tree.wood, **DRAWN))
    return found

"""What the parts of the storm share: shapes by name, as this engine takes them and as the references do."""

import inspect
from dataclasses import dataclass, field

import numpy as np

import physics
from bench.reference.convex import Mold, mold_of
from bench.reference.hulls import in_principal_axes
from physics import BodyKind, Shape, ShapeBox, ShapeCapsule, ShapeSphere, World

DT = 1.0 / 60.0
UPRIGHT = (0.0, 0.0, 0.0, 1.0)

#: Kinds of convex shapes, and the class of each; classes that this engine does not have yet are left out.
CLASSES = {
    "sphere": "ShapeSphere",
    "box": "ShapeBox",
    "capsule": "ShapeCapsule",
    "cylinder": "ShapeCylinder",
    "cone": "ShapeCone",
    "hull": "ShapeHull",
}


@dataclass
class Verdict:
    """What a part found.

    Attributes:
        name: The part.
        holds: Whether its promise is kept; None when nothing was promised, or it could not be tried.
        lines: Figures, a line each.
    """

    name: str
    holds: bool | None = None
    lines: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        word = {True: "PASS", False: "FAIL", None: "INFO"}[self.holds]
        return "\n      ".join([f"{word}  {self.name}", *self.lines])


def kinds() -> list[str]:
    """The kinds of convex shapes that this engine has."""
    return [kind for kind, name in CLASSES.items() if hasattr(physics, name)]


def missing() -> str:
    """Names of the shapes that this engine does not have, for a remark; or nothing."""
    names = [name for name in (*CLASSES.values(), "ShapeMesh", "ShapeHeightField") if not hasattr(physics, name)]
    return f"without {', '.join(names)}" if names else ""


def shape_of(kind: str, size: tuple[float, ...]) -> Shape:
    """A shape of this engine, sized as in `PeerBody`; also "cone" (radius, half height)."""
    if kind == "sphere":
        return ShapeSphere(size[0])
    if kind == "box":
        return ShapeBox(size)
    if kind == "capsule":
        return ShapeCapsule(*size)
    if kind == "hull":
        return physics.ShapeHull(np.array(size).reshape(-1, 3))
    return getattr(physics, CLASSES[kind])(*size)


def random_size(kind: str, random: np.random.Generator, low: float, high: float) -> tuple[float, ...]:
    """Size of a shape whose points are all within `high` of its origin, and reach as far as `low` [m]."""
    reach = random.uniform(low, high)
    if kind == "sphere":
        return (reach,)
    if kind == "box":
        sides = random.uniform(0.4, 1.0, 3)
        return tuple((reach * sides / np.linalg.norm(sides)).tolist())
    if kind == "capsule":
        radius = reach * random.uniform(0.3, 0.6)
        return radius, reach - radius
    if kind == "hull":
        return random_hull(int(random.integers(8, 21)), reach, random)
    angle = random.uniform(0.5, 1.1)
    return reach * float(np.cos(angle)), reach * float(np.sin(angle))


def random_hull(count: int, reach: float, random: np.random.Generator) -> tuple[float, ...]:
    """Corners of a hull about its center of mass [m], x, y, z by turns; the farthest is `reach` away."""
    height = 1 - 2 * (np.arange(count) + random.uniform(0.2, 0.8, count)) / count
    angle = 2.4 * np.arange(count) + random.uniform(0.0, 0.5, count)
    across = np.sqrt(1 - height * height)
    points = np.stack([across * np.cos(angle), height, across * np.sin(angle)], 1) * random.uniform(0.7, 1.0, 3)
    centered = np.array(in_principal_axes(points))
    return tuple((centered * reach / np.linalg.norm(centered.reshape(-1, 3), axis=1).max()).tolist())


def mold(kind: str, size: tuple[float, ...]) -> Mold:
    """The same shape for the references."""
    return mold_of(kind, size)


def random_turn(random: np.random.Generator) -> tuple[float, ...]:
    """Uniform unit quaternion (x, y, z, w)."""
    turn = random.normal(size=4)
    return tuple((turn / np.linalg.norm(turn)).tolist())


def random_unit(random: np.random.Generator, count: int) -> np.ndarray:
    """Uniform unit vectors, shape [count, 3]."""
    vectors = random.normal(size=(count, 3))
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def ccd_modes() -> list[str]:
    """Kinds of continuous collision that can be asked for; without the argument, only what the engine does anyway."""
    known = "ccd" in inspect.signature(World.add_body).parameters
    return ["sweep", "ray", "none"] if known else ["as it is"]


def ccd_option(mode: str) -> dict[str, str]:
    """Argument of `add_body` for a mode."""
    return {} if mode == "as it is" else {"ccd": mode}


def add_static_box(world: World, half: tuple, position: tuple, **options: float) -> physics.Body:
    """A wall."""
    return world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half), position=position, **options)

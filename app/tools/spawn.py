"""What the player puts into the world: shape, material, size and speed; spawning and shooting it."""

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from app.session import Session
from app.timeline.commands.bodies import SpawnBody
from app.timeline.commands.soft import SpawnSoft
from app.timeline.results import Result
from app.tools.soft_presets import PRESETS, moved, reach_of_soft, soft_definition, soft_mass
from app.tools.soft_rays import SoftHit
from physics import BodyDef, RayHit, Shape, ShapeBox, ShapeCapsule, ShapeCone, ShapeCylinder, ShapeHull, ShapeSphere
from physics.soft.definition import SoftDef

SPAWN_DISTANCE = 4.0  # where things appear when the pointer is over nothing [m]
SPAWN_GAP = 0.1  # between a new thing and what it is put on, in its sizes
MUZZLE = 1.0  # how far in front of the eye shots start [m]
#: Most bodies that one can add by hand at a time. More of them on one spot would take the program seconds per step.
MOST = 500
#: Most vertices of soft bodies that there can be when one is added by hand, for the same reason.
MOST_VERTICES = 50_000
Vector = tuple[float, float, float]

#: Corners of a rock of half width 1.
ROCK = np.array(
    (
        (0.9, -0.3, 0.2), (0.6, 0.5, -0.5), (-0.2, 0.9, 0.3), (-0.8, 0.4, -0.4), (-0.9, -0.4, 0.4), (0.1, -0.8, -0.6),
        (0.3, -0.7, 0.7), (0.2, 0.5, 0.9), (-0.5, -0.2, 0.9), (0.3, 0.1, -1.0), (-0.4, -0.6, -0.7), (0.8, 0.4, 0.5),
    )
)  # fmt: skip


#: Shape by name, from half the width of the thing [m]. Makers, not shapes: a rock is a convex hull, which takes time.
MAKERS: Mapping[str, Callable[[float], Shape]] = {
    "ball": ShapeSphere,
    "box": lambda half: ShapeBox((half, half, half)),
    "capsule": lambda half: ShapeCapsule(0.6 * half, 0.7 * half),
    "cylinder": lambda half: ShapeCylinder(half, half),
    "cone": lambda half: ShapeCone(half, half),
    "rock": lambda half: ShapeHull(half * ROCK),
    "plank": lambda half: ShapeBox((2.0 * half, 0.15 * half, 0.5 * half)),
    "hammer": lambda half: ShapeCapsule(0.2 * half, half),
}


@dataclasses.dataclass
class SpawnOptions:
    """What is spawned and shot.

    Attributes:
        shape: Key of MAKERS, or of PRESETS for a soft body, whose material it brings along.
        material: Name of the material.
        size: Width of the thing [m].
        speed: How fast it is shot [m/s].
    """

    shape: str = "ball"
    material: str = "iron"
    size: float = 0.7  # with iron and 50 m/s it topples a tower of stone blocks of 1 m
    speed: float = 50.0

    def mass(self, density: float) -> float:
        """Mass [kg] of the thing, of a material of some density [kg/m^3]; soft ones have their own."""
        if self.is_soft:
            return soft_mass(self.shape, self.size)
        return density * _volume(self.shape, self.size)

    @property
    def is_soft(self) -> bool:
        """Whether it is a soft body."""
        return self.shape in PRESETS

    def spawning(
        self, reach: Vector | None, place: np.ndarray, velocity: Vector = (0.0, 0.0, 0.0)
    ) -> "SpawnBody | SpawnSoft":
        """The command that adds it.

        Args:
            reach: Normal of the surface that it is put on; None puts it at the place.
            place: Where [m].
            velocity: Its velocity [m/s].
        """
        made = soft_definition(self.shape, self.size, velocity) if self.is_soft else self.definition(velocity)
        if reach is not None:
            out = (reach_of_soft if self.is_soft else reach_of)(made, reach) + SPAWN_GAP * self.size
            place = place + out * np.array(reach)
        x, y, z = place.tolist()
        if isinstance(made, SoftDef):
            return SpawnSoft(moved(made, (x, y, z)))
        return SpawnBody(dataclasses.replace(made, position=(x, y, z)))

    def definition(self, velocity: Vector = (0.0, 0.0, 0.0)) -> BodyDef:
        """The rigid body, unturned, at the origin.

        Args:
            velocity: Its velocity [m/s].
        """
        half = 0.5 * self.size
        name = f"{self.material} {self.shape}"
        made = BodyDef.of_shape(MAKERS[self.shape](half), material=self.material, velocity=velocity, name=name)
        if self.shape != "hammer":
            return made
        head = dataclasses.replace(made.parts[0], shape=_head(half), offset=(0.0, half, 0.0))
        return dataclasses.replace(made, parts=(*made.parts, head))


def _head(half: float) -> ShapeBox:
    """Head of a hammer of some half width [m]."""
    return ShapeBox((0.8 * half, 0.4 * half, 0.4 * half))


@functools.lru_cache(maxsize=64)
def _volume(shape: str, size: float) -> float:
    """Volume of a thing of some width [m] in m^3; that of a rock takes time."""
    head = _head(0.5 * size).volume if shape == "hammer" else 0.0
    return MAKERS[shape](0.5 * size).volume + head


#: What the push of a shot is compared with: name, mass [kg], and the least speed that sounds like something [m/s].
PUSHERS = (("a truck", 12000.0, 10.0), ("a car", 1200.0, 2.0), ("a person", 80.0, 1.0), ("a football", 0.43, 0.0))


def describe_push(mass: float, speed: float) -> str:
    """What a body that hits with its momentum feels like, in plain words; mass [kg] and speed [m/s]."""
    for name, weight, least in PUSHERS:
        alike = mass * speed / weight
        if alike >= least:
            return f"{name} at {3.6 * alike:.0f} km/h"
    return "nothing"


class SpawnTool:
    """Adds bodies.

    Args:
        session: Where.

    Attributes:
        options: What is added.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.options = SpawnOptions()
        self._made: set[int] = set()  # ids of what was added; negative for soft bodies

    def forget(self) -> None:
        """Another world runs."""
        self._made.clear()

    def _add(self, command: SpawnBody | SpawnSoft, label: str = "") -> Result:
        """Add a body, unless there are too many already."""
        alive = set(self._session.after.body.tolist()) | {-view.number for view in self._session.after.softs}
        self._made &= alive
        if len(self._made) >= MOST:
            return Result(False, f"{MOST} added bodies are the most. Delete some, undo or restart the scene.")
        if isinstance(command, SpawnSoft):
            count = sum(soft.vertex_count for soft in self._session.world.softs)
            if count + len(command.definition.places) > MOST_VERTICES:
                return Result(
                    False, f"{MOST_VERTICES:,} vertices of soft bodies are the most, and there are {count:,}. "
                    "Delete some, undo or restart the scene.",
                )  # fmt: skip
        result = self._session.edit(command, label=label)
        if result.ok:
            self._made.add(-result.soft if result.soft > 0 else result.body)
        return result

    def spawn(self, hit: RayHit | SoftHit | None, origin: Sequence[float], direction: Sequence[float]) -> Result:
        """Put the thing on what a ray hit, or in front of the eye."""
        if hit is not None:
            return self._add(self.options.spawning(tuple(hit.normal), np.array(hit.point)))
        return self._add(self.options.spawning(None, np.array(origin) + SPAWN_DISTANCE * np.array(direction)))

    def shoot(self, origin: Sequence[float], direction: Sequence[float]) -> Result:
        """Shoot the thing along a ray; if that works, there is nothing to say about it."""
        velocity = tuple((self.options.speed * np.array(direction)).tolist())
        command = self.options.spawning(None, self.muzzle(origin, direction), velocity)
        result = self._add(command, f"Shot {command.definition.name}")
        return dataclasses.replace(result, message="") if result.ok else result

    def muzzle(self, origin: Sequence[float], direction: Sequence[float]) -> np.ndarray:
        """Where a shot along a ray starts [m]."""
        return np.array(origin) + (MUZZLE + 0.5 * self.options.size) * np.array(direction)


def reach_of(definition: BodyDef, normal: Vector) -> float:
    """How far from a surface the origin of an unturned body must be so that all of it is outside [m].

    Args:
        definition: The body.
        normal: Unit vector out of the surface.
    """
    against = (-normal[0], -normal[1], -normal[2])
    return max(part.shape.reach(against) + float(np.dot(part.offset, against)) for part in definition.parts)

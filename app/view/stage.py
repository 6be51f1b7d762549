"""Stage: a scene in its place. Pictures show both; the world of the scene knows nothing of the other."""

import dataclasses
import functools
import math

import numpy as np

from physics import ShapePlane, World
from physics.queries.snapshot import Snapshot
from scenes.places import registry as places
from scenes.places.site import Site
from scenes.registry import Scene

#: How much farther away than the camera and the bodies of a scene a place begins.
MARGIN = 1.12

#: What is added to the numbers of what is only drawn, so that no body has them.
FIRST_NUMBER = 1 << 30

_MOVING = ("position", "orientation", "velocity", "angular_velocity", "awake")
_SHAPES = ("shape", "shape_kind", "shape_size", "shape_offset", "shape_rotation", "shape_sensor")


def survey(scene: Scene, snapshot: Snapshot) -> tuple[tuple[float, float, float], float]:
    """Where a place may be built: the floor below what the camera looks at, and how far around it is taken [m]."""
    eye, (x, _, z) = scene.view.eye, scene.view.target
    reach = math.hypot(eye[0] - x, eye[2] - z)
    owner, sized = snapshot.shape_body, snapshot.shape_kind != ShapePlane.kind
    level = snapshot.position[owner[~sized], 1] + snapshot.shape_offset[~sized, 1]
    away = snapshot.position[owner[sized]][:, [0, 2]] - (x, z)
    if len(away):
        reach = max(reach, float((np.hypot(*away.T) + 0.7 * snapshot.shape_size[sized].max(axis=1)).max()))
    return (x, float(level.min()) if len(level) else 0.0, z), MARGIN * reach


@functools.lru_cache(maxsize=4)
def scenery(name: str, origin: tuple[float, float, float], radius: float) -> tuple[Snapshot, tuple[str, ...]]:
    """A place, built, and the looks that it needs; a scene that is started again gets the same one."""
    world = World()
    places.named(name).build(Site(world, origin, radius))
    return world.snapshot(), world.materials


class Stage:
    """The place of the scene that is shown.

    Attributes:
        materials: Names of the looks that the place needs, behind those of the world: of things, then of its backdrop,
            which is all that has a geometry, such as walls, trees and hills; then of the floor.
    """

    def __init__(self) -> None:
        self.materials: tuple[str, ...] = ()
        self._floor: str | None = ""
        self._scenery: Snapshot | None = None
        self._dressed: list[tuple[Snapshot, int, Snapshot]] = []  # the last two
        self._still: tuple[Snapshot, int, dict[str, object]] | None = None

    def open(self, scene: Scene | None, snapshot: Snapshot) -> None:
        """Build the place of a scene around its bodies; without a scene there is none."""
        self.materials, self._floor, self._scenery = (), "", None
        self._dressed, self._still = [], None
        if scene is None:
            return
        floor = places.named(scene.place).floor
        built, looks = scenery(scene.place, *survey(scene, snapshot))
        if len(built.body) or floor != "":
            self._scenery, self._floor = built, floor
            self.materials = (*looks, *looks, *([floor] if floor else []))

    def dress(self, snapshot: Snapshot, materials: int) -> Snapshot:
        """A snapshot with the place in it.

        Args:
            snapshot: The scene.
            materials: How many materials its world has.
        """
        if self._scenery is None:
            return snapshot
        for known, count, dressed in self._dressed:
            if known is snapshot and count == materials:
                return dressed
        stood = self._scenery
        moving = {name: np.concatenate((getattr(snapshot, name), getattr(stood, name))) for name in _MOVING}
        dressed = dataclasses.replace(snapshot, **moving, **self._lay_out(snapshot, materials))
        self._dressed = [*self._dressed[-1:], (snapshot, materials, dressed)]
        return dressed

    def _lay_out(self, snapshot: Snapshot, materials: int) -> dict[str, object]:
        """What is the same from step to step: also the very same arrays, since the renderer asks that."""
        if self._still is not None:
            last, count, found = self._still
            if last.shape_body is snapshot.shape_body and last.body is snapshot.body and count == materials:
                return found
        stood, planes = self._scenery, snapshot.shape_kind == ShapePlane.kind
        kept = ~planes if self._floor is None else np.ones(len(planes), np.bool_)
        material, geometry = snapshot.shape_material, snapshot.shape_geometry
        if self._floor:
            material = np.where(planes, materials + len(self.materials) - 1, material)
        pairs = {name: (getattr(snapshot, name)[kept], getattr(stood, name)) for name in _SHAPES}
        pairs |= {
            "body": (snapshot.body, stood.body + FIRST_NUMBER),
            "kind": (snapshot.kind, stood.kind),
            "shape_body": (snapshot.shape_body[kept], stood.shape_body + len(snapshot.body)),
            "shape_material": (material[kept], self._backdrop_last() + materials),
            "shape_geometry": (
                np.where(geometry < 0, geometry, geometry + len(stood.geometries))[kept], stood.shape_geometry
            ),
        }  # fmt: skip
        found = {name: np.concatenate(pair, dtype=pair[0].dtype) for name, pair in pairs.items()}
        found |= {"geometries": stood.geometries + snapshot.geometries}
        self._still = snapshot, materials, found
        return found

    def backdrop(self, materials: int) -> int:
        """First material of the backdrop, for the renderer, if the world has so many."""
        return materials + (len(self.materials) - bool(self._floor)) // 2 if self._scenery is not None else 1 << 30

    def _backdrop_last(self) -> np.ndarray:
        """Materials of what stands around; those of the backdrop come after those of things."""
        stood = self._scenery
        return stood.shape_material + np.where(stood.shape_geometry >= 0, self.backdrop(0), 0)

    def tints(self, tint: np.ndarray | None) -> np.ndarray | None:
        """Colors of the bodies, and none for what stands around."""
        if tint is None or self._scenery is None:
            return tint
        return np.concatenate((tint, np.zeros((len(self._scenery.body), 4), np.float32)))

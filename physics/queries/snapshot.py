"""Snapshot: what there is to draw after a step, as read-only arrays."""

import dataclasses

import numpy as np

from physics.kernels.layout import kind as KIND
from physics.soft.view import SoftView

__all__ = ["KIND", "Geometry", "Snapshot", "SoftView"]


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Geometry:
    """Triangles to draw, counterclockwise seen from outside.

    Attributes:
        positions: Corners [m], float32 [n, 3].
        normals: Directions out of the surface, length 1, float32 [n, 3].
        triangles: Three rows of the above each, int32 [k, 3].
        uv: Places in the picture, float32 [n, 2], (0, 0) at its lower left; it repeats beyond 0 to 1. None for none.
        picture: Name of the picture in `assets/textures`; "" to draw the material.
    """

    positions: np.ndarray
    normals: np.ndarray
    triangles: np.ndarray
    uv: np.ndarray | None = None
    picture: str = ""

    def __post_init__(self) -> None:
        for array in (self.positions, self.normals, self.triangles, self.uv):
            if array is not None:
                array.flags.writeable = False


@dataclasses.dataclass(frozen=True, eq=False)
class Snapshot:
    """Bodies and shapes at one moment. Nothing in it changes when the world goes on.

    Attributes:
        step: Steps done.
        time: Simulated time [s].
        body: Numbers of the bodies (`Body.id`), int32 [n]; the order of all arrays of bodies.
        kind: BodyKind of each, int8 [n].
        position: Origins of the body axes [m], float64 [n, 3].
        orientation: Rotations (x, y, z, w), float64 [n, 4].
        velocity: Of the centers of mass [m/s], float64 [n, 3].
        angular_velocity: World axes [rad/s], float64 [n, 3].
        awake: Whether each is simulated, bool [n].
        shape: Numbers of the shapes (`Part.id`), int32 [m]; the order of all arrays of shapes.
        shape_body: Index of its body in the arrays above, int32 [m].
        shape_kind: KIND.SPHERE, KIND.BOX and so on, int8 [m].
        shape_size: Radius, or radius and half height, or half extents (of the bounding box, where a geometry is drawn)
            [m], float32 [m, 3].
        shape_offset: Place in body axes [m], float32 [m, 3]. A half-space is the side y < 0 of its axes.
        shape_rotation: Rotation in body axes, float32 [m, 4].
        shape_material: Index of the material, int32 [m].
        shape_sensor: Whether it only senses, bool [m].
        shape_geometry: Which of the geometries to draw, int32 [m]; -1 for what is drawn by kind and size.
        geometries: What can be drawn; it only grows, so its members keep their numbers as long as the world lives. That
            of a height field whose heights are set is another after each time, under the same number.
        softs: Soft bodies.
    """

    step: int
    time: float
    body: np.ndarray
    kind: np.ndarray
    position: np.ndarray
    orientation: np.ndarray
    velocity: np.ndarray
    angular_velocity: np.ndarray
    awake: np.ndarray
    shape: np.ndarray
    shape_body: np.ndarray
    shape_kind: np.ndarray
    shape_size: np.ndarray
    shape_offset: np.ndarray
    shape_rotation: np.ndarray
    shape_material: np.ndarray
    shape_sensor: np.ndarray
    shape_geometry: np.ndarray
    geometries: tuple[Geometry, ...]
    softs: tuple[SoftView, ...] = ()

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

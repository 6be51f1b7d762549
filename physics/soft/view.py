"""What there is to draw of a soft body after a step."""

import dataclasses

import numpy as np

from physics.vector import Vec3


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class SoftView:
    """One soft body at one moment, to be drawn.

    Attributes:
        number: Of the soft body; it never changes.
        kind: "solid", "cloth", "rope", "shell" or "cluster".
        material: Name of the preset: jelly, flesh, foam, clay, rubber, hard rubber, cotton, silk, denim, latex, hemp or
            steel cable.
        origin: What the vertices are relative to (x, y, z) [m].
        vertices: Places less the origin [m], float32 [n, 3].
        triangles: Three vertices each, counterclockwise seen from outside, int32 [t, 3]. The very same array as long as
            nothing was torn or cut.
        segments: Two vertices each, int32 [s, 2]: a rope is a tube along them. Else empty.
        thickness: Distance of the two sides of a cloth or shell [m]; radius of a rope [m].
        strain: Of each vertex, for the overlay, float32 [n].
        uv: Places on a texture, float32 [n, 2], or None.
        color: Red, green, blue (0 to 1), or None for those of the material.
        awake: Whether it is simulated.
    """

    number: int
    kind: str
    material: str
    origin: Vec3
    vertices: np.ndarray
    triangles: np.ndarray
    segments: np.ndarray
    thickness: float
    strain: np.ndarray
    uv: np.ndarray | None
    color: tuple[float, float, float] | None
    awake: bool

"""Frame: everything that the renderer needs for one picture, and nothing else. It never sees the world."""

import dataclasses

import numpy as np

from assets.skies import DAY, Sky
from physics.queries.snapshot import Snapshot


@dataclasses.dataclass(frozen=True, slots=True)
class CameraPose:
    """Where the picture is taken from.

    Attributes:
        position: Eye [m].
        rotation: Rotation (x, y, z, w) of the camera; it looks along its own -Z, its +Y is up in the picture.
        fov: Vertical angle of view [rad].
        near: Nearest distance that is drawn [m].
        far: Farthest distance that is drawn [m].
    """

    position: tuple[float, float, float] = (0.0, 2.0, 10.0)
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    fov: float = 1.0
    near: float = 0.05
    far: float = 2000.0


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Marks:
    """Lines and points for debugging, in the world.

    Attributes:
        line: Ends of the lines, two rows each [m], float32 [2 k, 3].
        line_color: Color of each end, red green blue alpha 0 to 1, float32 [2 k, 4].
        point: Places of the points [m], float32 [p, 3].
        point_color: Their colors, float32 [p, 4].
        point_size: Their diameters [pixels], float32 [p].
        on_top: Whether solid things do not hide them.
    """

    line: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, 3), np.float32))
    line_color: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, 4), np.float32))
    point: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, 3), np.float32))
    point_color: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, 4), np.float32))
    point_size: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(0, np.float32))
    on_top: bool = False


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Particles:
    """Sparks, dust and smoke: soft round spots that face the camera.

    Attributes:
        place: Centers [m], float32 [p, 3].
        size: Diameters [m], float32 [p].
        color: Red green blue alpha 0 to 1, float32 [p, 4].
        glow: 0 for dust and smoke, 1 for sparks that shine, float32 [p].
        puff: 0 for flat spots, 1 for clouds that the sun lights from its side, 2 for balls of fire, float32 [p]; left
            out, all are flat.
    """

    place: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, 3), np.float32))
    size: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(0, np.float32))
    color: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros((0, 4), np.float32))
    glow: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(0, np.float32))
    puff: np.ndarray | None = None

    def joined(self, other: "Particles") -> "Particles":
        """These and others."""
        pairs = ((getattr(self, name), getattr(other, name)) for name in ("place", "size", "color", "glow"))
        puffs = (np.zeros_like(some.glow) if some.puff is None else some.puff for some in (self, other))
        return Particles(*(np.concatenate(pair) for pair in pairs), np.concatenate(tuple(puffs)))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Sheets:
    """Flat colored triangles that lie on other things, such as skid marks.

    Attributes:
        place: Corners, three rows for each triangle [m], float32 [3 k, 3].
        color: Red green blue alpha of each corner, 0 to 1, float32 [3 k, 4].
    """

    place: np.ndarray
    color: np.ndarray

    def joined(self, other: "Sheets") -> "Sheets":
        """These, and others over them."""
        return Sheets(*(np.concatenate((getattr(self, name), getattr(other, name))) for name in ("place", "color")))


@dataclasses.dataclass(frozen=True, slots=True)
class Lamp:
    """A light besides the sun; it throws no shadows.

    Attributes:
        position: Where it is [m].
        direction: Where it shines to, length 1.
        color: Red, green, blue; 1 is as bright as a white wall in the sun at 1 m.
        reach: Distance beyond which it is not seen [m].
        angle: Half angle of its cone [rad]; pi shines everywhere.
    """

    position: tuple[float, float, float]
    direction: tuple[float, float, float] = (0.0, -1.0, 0.0)
    color: tuple[float, float, float] = (1.0, 1.0, 1.0)
    reach: float = 20.0
    angle: float = 3.15


@dataclasses.dataclass(frozen=True, slots=True)
class Water:
    """Water with a level surface.

    Attributes:
        level: Height of the surface [m].
        low: Least x and z of its shores [m].
        high: Greatest x and z [m].
        current: Velocity of its waves over the world, x and z [m/s].
    """

    level: float
    low: tuple[float, float]
    high: tuple[float, float]
    current: tuple[float, float] = (0.0, 0.0)


#: Most waters of a frame.
WATERS_MAX = 4

#: Most lamps of a frame; the nearest to the camera are drawn, and the last of them fade.
LAMPS_MAX = 12


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """One picture.

    Attributes:
        before: The world at the last but one step.
        after: The world at the last step; bodies of it that `before` does not have are drawn where they are.
        blend: How far the picture is between the two, 0 to 1.
        camera: Where it is taken from.
        materials: Names of the materials by index, as in the snapshots.
        tint: Colors that take the place of the materials, red green blue alpha per body of `after`, float32 [n, 4],
            where alpha is how much; or None.
        selected: Number (`Body.id`) of the body with an outline, or -1.
        selected_soft: Number of the soft body with an outline, or -1.
        strain: Strain of soft bodies that is drawn in red; less is green, and none blue. 0 for their materials.
        wireframe: Whether solid things are drawn as lines.
        shadows: Whether there are shadows.
        marks: Lines and points for debugging.
        particles: Sparks, dust and smoke.
        sheets: Skid marks and the like.
        interior: What is around the eyes, such as a cockpit, drawn over all that is not solid; or None.
        lamps: Lights besides the sun, at most LAMPS_MAX of them count.
        waters: Waters, of which WATERS_MAX count.
        sky: What lights the world from outside.
        backdrop: First material of what stands far around, behind all others: no shadows fall on its geometries.
        hidden: Numbers (`Body.id`) of bodies that are not drawn, such as the head that the camera is in; they still
            throw shadows.
    """

    before: Snapshot
    after: Snapshot
    blend: float
    camera: CameraPose
    materials: tuple[str, ...]
    tint: np.ndarray | None = None
    selected: int = -1
    selected_soft: int = -1
    strain: float = 0.0
    wireframe: bool = False
    shadows: bool = True
    marks: tuple[Marks, ...] = ()
    particles: Particles | None = None
    sheets: Sheets | None = None
    interior: Sheets | None = None
    lamps: tuple[Lamp, ...] = ()
    waters: tuple[Water, ...] = ()
    sky: Sky = DAY
    backdrop: int = 1 << 30
    hidden: frozenset[int] = frozenset()

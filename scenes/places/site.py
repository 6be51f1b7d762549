"""Site: where a place is built, and the hands to build it with."""

import dataclasses
import functools
import math
import pathlib
from collections.abc import Sequence

import numpy as np

import assets
from assets import Piece, load_pieces
from physics import Body, BodyKind, Geometry, Shape, ShapeBox, ShapeCylinder, World
from physics.vector import about, multiply, rotate

MODELS = pathlib.Path(assets.__file__).parent / "models"

Point = Sequence[float]


@functools.cache
def pieces_of(model: str) -> tuple[Piece, ...]:
    """Pieces of a model of `assets/models`, read once."""
    return load_pieces(MODELS / f"{model}.obj")


@dataclasses.dataclass(frozen=True, eq=False)
class Site:
    """A world of its own that is only drawn: nothing in it touches the scene, and no time passes in it.

    Places are relative to the floor below what the camera looks at [m]; turns are about +Y [degrees].

    Attributes:
        world: What is built.
        origin: The floor below what the camera looks at [m].
        radius: How far around that must be clear: the scene and its camera are within [m].
    """

    world: World
    origin: tuple[float, float, float]
    radius: float

    def add(
        self, shape: Shape, place: Point, material: str, *, yaw: float = 0.0, look: Geometry | None = None,
        rotation: Sequence[float] = (0.0, 0.0, 0.0, 1.0),
    ) -> Body:  # fmt: skip
        """A shape; it is turned by `rotation` first, then by `yaw`."""
        if material not in self.world.materials:
            self.world.add_material(material, density=1000.0, friction=0.5, restitution=0.0)
        return self.world.add_body(
            kind=BodyKind.STATIC, shape=shape, position=tuple(np.add(self.origin, place).tolist()), material=material,
            orientation=multiply(about((0.0, 1.0, 0.0), math.radians(yaw)), rotation), look=look,
        )  # fmt: skip

    def box(self, half: Point, place: Point, material: str, *, yaw: float = 0.0) -> Body:
        """A box; `place` is the middle of its lower face."""
        return self.add(ShapeBox(half), np.add(place, (0.0, half[1], 0.0)), material, yaw=yaw)

    def post(self, radius: float, height: float, place: Point, material: str) -> Body:
        """An upright cylinder that stands at a place."""
        return self.add(ShapeCylinder(radius, 0.5 * height), np.add(place, (0.0, 0.5 * height, 0.0)), material)

    def pipe(self, radius: float, start: Point, end: Point, material: str) -> Body:
        """A cylinder from one place to another."""
        way = np.subtract(end, start)
        length = float(np.linalg.norm(way))
        flat = math.hypot(way[0], way[2])
        lean = about((0.0, 0.0, 1.0), -math.atan2(flat, way[1]))  # from +Y toward +X
        turn = about((0.0, 1.0, 0.0), -math.atan2(way[2], way[0]))
        middle = 0.5 * np.add(start, end)
        return self.add(ShapeCylinder(radius, 0.5 * length), middle, material, rotation=multiply(turn, lean))

    def sheet(
        self, place: Point, half: Sequence[float], material: str, *, picture: str = "",
        tile: float | Sequence[float] = 2.0, yaw: float = 0.0, tilt: float = 0.0,
    ) -> None:  # fmt: skip
        """A rectangle that is seen from its front only, and throws no shadow behind it.

        Args:
            place: Its middle.
            half: Half its width and height [m].
            material: How it shines; without a picture also its texture.
            picture: Name of a picture in `assets/textures`.
            tile: Width of a repeat of the picture, or width and height [m]; a multiple of it lies at the left edge.
            yaw: At 0 it is seen from the +Z side.
            tilt: Leans it back, before the turn; at 90 it lies on its back and is seen from above [degrees].
        """
        width, height = half
        across, up = (tile, tile) if isinstance(tile, int | float) else tile
        corners = np.array(((-width, -height, 0), (width, -height, 0), (width, height, 0), (-width, height, 0)))
        uv = np.array(((0, 0), (2 * width / across, 0), (2 * width / across, 2 * height / up), (0, 2 * height / up)))
        triangles = np.array(((0, 1, 2), (0, 2, 3)), np.int32)
        normals = np.tile((0.0, 0.0, 1.0), (4, 1)).astype(np.float32)
        look = Geometry(corners.astype(np.float32), normals, triangles, uv.astype(np.float32), picture)
        lean = about((1.0, 0.0, 0.0), -math.radians(tilt))
        self.add(ShapeBox((width, height, 0.01)), place, material, yaw=yaw, look=look, rotation=lean)

    def mesh(self, points: np.ndarray, triangles: np.ndarray, material: str) -> None:
        """Triangles, counterclockwise seen from outside, flat or smooth as their shared corners say.

        Args:
            points: Corners [m], shape [n, 3].
            triangles: Three rows of them each, shape [k, 3].
            material: What they are of.
        """
        corner = points[triangles]
        face = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
        normals = np.zeros_like(points)
        for side in range(3):
            np.add.at(normals, triangles[:, side], face)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
        half = np.maximum(0.5 * np.ptp(points, axis=0), 0.01)
        look = Geometry(points.astype(np.float32), normals.astype(np.float32), triangles.astype(np.int32))
        self.add(ShapeBox(half), (0.0, 0.0, 0.0), material, look=look)

    def model(self, name: str, place: Point, *, yaw: float = 0.0) -> None:
        """A model of `assets/models`."""
        for piece in pieces_of(name):
            self.add(ShapeBox((1.0, 1.0, 1.0)), place, piece.material, yaw=yaw, look=piece.look)

    def walls(
        self, half: Sequence[float], height: float, material: str, *, picture: str = "",
        tile: float | Sequence[float] = 2.0, bottom: float = 0.0,
    ) -> None:  # fmt: skip
        """Four walls that are seen from inside.

        Args:
            half: Half the width along x and along z [m].
            height: How high they are [m].
            material: How they shine.
            picture: As of `sheet`.
            tile: As of `sheet`.
            bottom: How far over the floor they begin [m].
        """
        x, z = half
        for yaw, away, width in ((0.0, z, x), (90.0, x, z), (180.0, z, x), (270.0, x, z)):
            spot = rotate(about((0.0, 1.0, 0.0), math.radians(yaw)), (0.0, bottom + 0.5 * height, -away))
            self.sheet(spot, (width, 0.5 * height), material, picture=picture, tile=tile, yaw=yaw)

    def around(self, away: Sequence[float], yaw: float, place: Point) -> tuple[float, float, float]:
        """A place before a wall of a room, as seen by who faces it: x along it, y up, z from it into the room.

        Args:
            away: Half the width of the room along x and along z [m].
            yaw: Which wall: 0 is at -z, 90 at -x, 180 at +z, 270 at +x.
            place: Where before it.
        """
        depth = away[1] if round(yaw) % 180 == 0 else away[0]
        spot = (place[0], place[1], place[2] - depth)
        x, y, z = rotate(about((0.0, 1.0, 0.0), math.radians(yaw)), spot)
        return float(x), float(y), float(z)

"""A scene with all shapes, as a world and as arrays for brute force."""

from dataclasses import dataclass, field

import numpy as np

import physics
from app.bench import ray_reference
from app.bench.convex import Convexes, Mold, mold_of
from app.bench.judge import rotation_matrices
from app.bench.storms import kit
from physics import Body, BodyKind, ShapePlane, World

HALF_WIDTH = 5.0  # bodies are inside of |x|, |y|, |z| < this [m]
BODIES = 60
GROUND = -5.5  # height of the plane [m]
TRIANGLE_NORMALS = np.zeros((0, 3))


@dataclass
class Piece:
    """A shape of a body: its mold, or the triangles of a mesh, and where it is in the world.

    Attributes:
        kind: As in `mold_of`, or "plane", or "mesh".
        body: Row of `QueryScene.bodies`.
        position: Origin of its axes [m].
        rotation: Matrix whose columns are its axes.
        mold: The convex shape.
        triangles: Of a mesh, in its axes [m], shape [T, 3, 3].
    """

    kind: str
    body: int
    position: np.ndarray
    rotation: np.ndarray
    mold: Mold | None = None
    triangles: np.ndarray | None = None

    def enter(self, origins: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """Where rays enter it [m], shape [N], infinite for none."""
        start, way = (origins - self.position) @ self.rotation, directions @ self.rotation
        if self.kind == "plane":
            return ray_reference.enter_plane(start, way)
        if self.kind == "mesh":
            return ray_reference.enter_triangles(self.triangles, start, way)
        return ray_reference.enter_convex(self.mold, self.kind, start, way)

    def molds(self) -> list[Mold]:
        """Its convex pieces: itself, or its triangles; a plane is a huge box, whose top is the surface."""
        if self.kind == "plane":
            corners = mold_of("box", (1e3, 1e3, 1e3))
            return [Mold(corners.points - [0.0, 1e3, 0.0], corners.disks, 0.0, corners.normals, corners.edges)]
        if self.kind == "mesh":
            return [Mold(corners, np.zeros(3), 0.0, TRIANGLE_NORMALS, TRIANGLE_NORMALS) for corners in self.triangles]
        return [self.mold]


@dataclass
class QueryScene:
    """A world and what brute force needs to know about it.

    Attributes:
        world: The world.
        bodies: Its bodies.
        pieces: Their shapes.
        convexes: Convex pieces of all shapes, posed.
        owner: Row of `bodies` of each convex piece.
    """

    world: World
    bodies: list[Body] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    convexes: Convexes | None = None
    owner: np.ndarray | None = None

    def finish(self) -> "QueryScene":
        """Gather the convex pieces."""
        rows = [(mold, piece) for piece in self.pieces for mold in piece.molds()]
        self.convexes = Convexes.of(
            [mold for mold, _ in rows],
            np.array([piece.position for _, piece in rows]),
            np.array([piece.rotation for _, piece in rows]),
        )
        self.owner = np.array([piece.body for _, piece in rows])
        return self

    def add(self, shapes: list[tuple], position: np.ndarray, turn: tuple, kind: BodyKind = BodyKind.STATIC) -> None:
        """Add a body of (kind, size, offset, turn) each."""
        made = [(kit.shape_of(name, size), tuple(offset), tuple(own)) for name, size, offset, own in shapes]
        body = self.world.add_body(kind=kind, shapes=made, position=tuple(position), orientation=turn)
        rotation = rotation_matrices(np.array([turn]))[0]
        for name, size, offset, own in shapes:
            own_rotation = rotation_matrices(np.array([own]))[0]
            place = np.array(position) + rotation @ np.array(offset)
            self.pieces.append(Piece(name, len(self.bodies), place, rotation @ own_rotation, mold_of(name, size)))
        self.bodies.append(body)


def build(*, seed: int = 3) -> QueryScene:
    """Bodies of all shapes, some composite, some overlapping, over a plane, a mesh and a height field."""
    random = np.random.default_rng(seed)
    scene = QueryScene(World(gravity=(0.0, 0.0, 0.0)))
    kinds = kit.kinds()
    for k in range(BODIES):
        name = kinds[k % len(kinds)]
        shapes = [(name, kit.random_size(name, random, 0.2, 1.2), (0.0, 0.0, 0.0), kit.UPRIGHT)]
        if k % 5 == 4:
            other = kinds[(k // 5) % len(kinds)]
            size = kit.random_size(other, random, 0.2, 0.8)
            shapes.append((other, size, random.uniform(-0.8, 0.8, 3), kit.random_turn(random)))
        kind = (BodyKind.STATIC, BodyKind.KINEMATIC, BodyKind.DYNAMIC)[k % 3]
        scene.add(shapes, random.uniform(-HALF_WIDTH, HALF_WIDTH, 3), kit.random_turn(random), kind)
    ground = scene.world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), position=(0.0, GROUND, 0.0))
    scene.pieces.append(Piece("plane", len(scene.bodies), np.array([0.0, GROUND, 0.0]), np.eye(3)))
    scene.bodies.append(ground)
    add_surfaces(scene, random)
    return scene.finish()


def add_surfaces(scene: QueryScene, random: np.random.Generator) -> None:
    """A bumpy mesh of 128 triangles and a height field, where this engine has them."""
    if hasattr(physics, "ShapeMesh"):
        row, column = np.indices((9, 9)).reshape(2, -1)
        vertices = np.stack([1.5 * row - 6.0, random.uniform(-0.5, 0.5, 81), 1.5 * column - 6.0], 1)
        i, j = np.indices((8, 8)).reshape(2, -1)
        a = i * 9 + j
        triangles = np.concatenate([np.stack([a, a + 1, a + 9], 1), np.stack([a + 9, a + 1, a + 10], 1)])
        add_surface(scene, physics.ShapeMesh(vertices, triangles), vertices[triangles], np.array([0.0, -4.0, 0.0]))
    if hasattr(physics, "ShapeHeightField"):
        field_shape = physics.ShapeHeightField(random.uniform(-0.5, 0.5, (9, 9)), 1.5)
        # Which diagonal a cell has is the shape's own choice; what is drawn says it.
        drawn, (center, _) = field_shape.geometry, field_shape.local_pose()
        corners = drawn.positions.astype(float)[drawn.triangles] + np.array(center)
        add_surface(scene, field_shape, corners, np.array([0.0, 4.0, 0.0]))


def add_surface(scene: QueryScene, shape: physics.Shape, triangles: np.ndarray, position: np.ndarray) -> None:
    """A static body made of triangles."""
    body = scene.world.add_body(kind=BodyKind.STATIC, shape=shape, position=tuple(position))
    scene.pieces.append(Piece("mesh", len(scene.bodies), position, np.eye(3), triangles=triangles))
    scene.bodies.append(body)

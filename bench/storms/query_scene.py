"""A scene with all shapes, as a world and as arrays for brute force."""

from dataclasses import dataclass, field

import numpy as np

import physics
from bench.judge import rotation_matrices
from bench.reference import rays as ray_reference
from bench.reference.convex import Convexes, Mold, mold_of
from bench.storms import kit
from physics import Body, BodyKind, ShapePlane, World

TOLERANCE = 1e-4  # of lengths in a scene of scale 1 [m]
HALF_WIDTH = 5.0  # bodies are inside of |x|, |y|, |z| < this [m]
BODIES = 60
GROUND = -5.5  # height of the plane [m]
CATEGORIES = 4  # bodies have one of so many
SENSOR_EVERY = 11  # one body of so many is a sensor, which no query finds
NOTHING = np.zeros((0, 3))
UP = np.array([[0.0, 1.0, 0.0]])


@dataclass(frozen=True)
class Filter:
    """What queries may find.

    Attributes:
        options: Arguments of the queries.
        pieces: Whether each piece may be found, shape [pieces].
    """

    options: dict
    pieces: np.ndarray


@dataclass
class Piece:
    """A shape of a body: its mold, or the triangles of a mesh, and where it is in the world.

    Attributes:
        kind: As in `mold_of`, or "plane", or "mesh".
        body: Row of `QueryScene.bodies`.
        part: Number of the shape in the world, `Part.id`.
        position: Origin of its axes [m].
        rotation: Matrix whose columns are its axes.
        mold: The convex shape.
        triangles: Of a mesh, in its axes [m], shape [T, 3, 3].
    """

    kind: str
    body: int
    part: int
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

    def molds(self) -> list[tuple[Mold, np.ndarray]]:
        """Its convex pieces and where they are [m]: itself, or its triangles, around their middles."""
        if self.kind == "plane":
            return [(Mold(np.zeros((1, 3)), np.zeros(1), 0.0, UP, NOTHING), self.position)]
        if self.kind == "mesh":
            middles = self.triangles.mean(1)
            shapes = [
                Mold(corners, np.zeros(3), 0.0, NOTHING, NOTHING) for corners in self.triangles - middles[:, None]
            ]
            return list(zip(shapes, self.position + middles @ self.rotation.T, strict=True))
        return [(self.mold, self.position)]


@dataclass
class QueryScene:
    """A world and what brute force needs to know about it.

    Attributes:
        world: The world.
        scale: All lengths are multiplied by this.
        center: Middle of the scene [m], shape [3].
        bodies: Its bodies.
        category: Number of the bit of each body; -1 for a sensor.
        pieces: Their shapes.
        convexes: Convex pieces of all shapes, posed; a half-space is a point of its surface.
        is_plane: Which of them are half-spaces.
        piece: Row of `pieces` of each convex piece.
    """

    world: World
    scale: float = 1.0
    center: np.ndarray = field(default_factory=lambda: np.zeros(3))
    bodies: list[Body] = field(default_factory=list)
    category: list[int] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    convexes: Convexes | None = None
    is_plane: np.ndarray | None = None
    piece: np.ndarray | None = None

    def finish(self) -> "QueryScene":
        """Gather the convex pieces."""
        rows = [(mold, place, k) for k, piece in enumerate(self.pieces) for mold, place in piece.molds()]
        self.piece = np.array([k for _, _, k in rows])
        self.convexes = Convexes.of(
            [mold for mold, _, _ in rows],
            np.array([place for _, place, _ in rows]),
            np.array([self.pieces[k].rotation for k in self.piece]),
        )
        self.is_plane = np.array([self.pieces[k].kind == "plane" for k in self.piece])
        return self

    @property
    def tolerance(self) -> float:
        """What is not counted as wrong [m]: shapes are stored in float32, and casts stop a little before a surface."""
        return TOLERANCE * self.scale

    @property
    def body_of_piece(self) -> np.ndarray:
        """Row of `bodies` of each piece."""
        return np.array([piece.body for piece in self.pieces])

    def rows_of(self, parts: np.ndarray | list[int]) -> np.ndarray:
        """Rows of `pieces` by the numbers of shapes; -1 for -1."""
        row_of = {piece.part: row for row, piece in enumerate(self.pieces)}
        return np.array([row_of.get(int(part), -1) for part in parts], int)

    def points(self, count: int, random: np.random.Generator, spread: float) -> np.ndarray:
        """Random places [m], shape [count, 3]; as many times the width of the scene."""
        return self.center + random.uniform(-spread, spread, (count, 3)) * HALF_WIDTH * self.scale

    def random_filter(self, random: np.random.Generator) -> Filter:
        """A random mask and random bodies to ignore; one time of three neither."""
        category = np.array(self.category)
        mask, ignored = 0xFFFFFFFF, []
        if random.integers(3):
            mask = int(random.integers(1, 1 << CATEGORIES))
            ignored = random.choice(len(self.bodies), int(random.integers(12)), replace=False).tolist()
        allowed = (category >= 0) & ((1 << np.maximum(category, 0)) & mask != 0)
        allowed[ignored] = False
        options = {"mask": mask, "ignore": [self.bodies[row] for row in ignored]}
        return Filter(options, allowed[self.body_of_piece])

    def add_body(self, shapes: list[tuple], position: np.ndarray, turn: tuple, kind: BodyKind) -> Body:
        """Add a body of (shape, offset, turn) each, one of several categories, or a sensor."""
        number = len(self.bodies)
        category = -1 if number % SENSOR_EVERY == SENSOR_EVERY - 1 else (number * 7 // 3) % CATEGORIES
        options = {"category": 1 << max(category, 0), "sensor": category < 0}
        body = self.world.add_body(kind=kind, shapes=shapes, position=tuple(position), orientation=turn, **options)
        self.bodies.append(body)
        self.category.append(category)
        return body

    def add(self, shapes: list[tuple], position: np.ndarray, turn: tuple, kind: BodyKind = BodyKind.STATIC) -> None:
        """Add a body of (kind, size, offset, turn) each."""
        made = [(kit.shape_of(name, size), tuple(offset), tuple(own)) for name, size, offset, own in shapes]
        body = self.add_body(made, position, turn, kind)
        rotation, row = rotation_matrices(np.array([turn]))[0], len(self.bodies) - 1
        for (name, size, offset, own), part in zip(shapes, body.parts, strict=True):
            turned = rotation @ rotation_matrices(np.array([own]))[0]
            place = np.array(position) + rotation @ np.array(offset)
            self.pieces.append(Piece(name, row, part.id, place, turned, mold_of(name, size)))


def build(*, seed: int = 3, scale: float = 1.0, center: tuple = (0.0, 0.0, 0.0)) -> QueryScene:
    """Bodies of all shapes, some composite, some overlapping, over a plane, a mesh and a height field."""
    random = np.random.default_rng(seed)
    scene = QueryScene(World(gravity=(0.0, 0.0, 0.0)), scale, np.array(center, float))
    kinds = kit.kinds()
    for k in range(BODIES):
        name = kinds[k % len(kinds)]
        shapes = [(name, kit.random_size(name, random, 0.2 * scale, 1.2 * scale), (0.0, 0.0, 0.0), kit.UPRIGHT)]
        if k % 5 == 4:
            other = kinds[(k // 5) % len(kinds)]
            size = kit.random_size(other, random, 0.2 * scale, 0.8 * scale)
            shapes.append((other, size, random.uniform(-0.8, 0.8, 3) * scale, kit.random_turn(random)))
        kind = (BodyKind.STATIC, BodyKind.KINEMATIC, BodyKind.DYNAMIC)[k % 3]
        turn = kit.UPRIGHT if k % 7 == 6 else kit.random_turn(random)
        scene.add(shapes, scene.points(1, random, 1.0)[0], turn, kind)
    tilt = (0.1, 0.0, 0.05, 1.0) if seed % 2 == 0 else kit.UPRIGHT
    place = scene.center + np.array([0.0, GROUND, 0.0]) * scale
    ground = scene.add_body([(ShapePlane(), (0.0, 0.0, 0.0), kit.UPRIGHT)], place, tilt, BodyKind.STATIC)
    matrix = rotation_matrices(np.array([tilt]))[0]
    scene.pieces.append(Piece("plane", len(scene.bodies) - 1, ground.parts[0].id, place, matrix))
    add_surfaces(scene, random)
    return scene.finish()


def add_surfaces(scene: QueryScene, random: np.random.Generator) -> None:
    """A bumpy mesh of 128 triangles and a height field, where this engine has them; turned, one of them moving."""
    scale = scene.scale
    if hasattr(physics, "ShapeMesh"):
        row, column = np.indices((9, 9)).reshape(2, -1)
        vertices = np.stack([1.5 * row - 6.0, random.uniform(-0.5, 0.5, 81), 1.5 * column - 6.0], 1) * scale
        i, j = np.indices((8, 8)).reshape(2, -1)
        a = i * 9 + j
        triangles = np.concatenate([np.stack([a, a + 1, a + 9], 1), np.stack([a + 9, a + 1, a + 10], 1)])
        add_surface(scene, physics.ShapeMesh(vertices, triangles), vertices[triangles], -4.0, BodyKind.KINEMATIC)
    if hasattr(physics, "ShapeHeightField"):
        field_shape = physics.ShapeHeightField(random.uniform(-0.5, 0.5, (9, 9)) * scale, 1.5 * scale)
        # Which diagonal a cell has is the shape's own choice; what is drawn says it.
        drawn, (center, _) = field_shape.geometry, field_shape.local_pose()
        corners = drawn.positions.astype(float)[drawn.triangles] + np.array(center)
        add_surface(scene, field_shape, corners, 4.0, BodyKind.STATIC)


def add_surface(scene: QueryScene, shape: physics.Shape, triangles: np.ndarray, height: float, kind: BodyKind) -> None:
    """A body made of triangles."""
    turn = (0.05, 0.3, -0.1, 0.9) if scene.scale != 1.0 else kit.UPRIGHT
    place = scene.center + np.array([0.0, height, 0.0]) * scene.scale
    while len(scene.bodies) % SENSOR_EVERY == SENSOR_EVERY - 1:
        scene.add([("sphere", (0.1 * scene.scale,), (0.0, 0.0, 0.0), kit.UPRIGHT)], place, kit.UPRIGHT)
    body = scene.add_body([(shape, (0.0, 0.0, 0.0), kit.UPRIGHT)], place, turn, kind)
    matrix = rotation_matrices(np.array([turn]))[0]
    scene.pieces.append(Piece("mesh", len(scene.bodies) - 1, body.parts[0].id, place, matrix, triangles=triangles))

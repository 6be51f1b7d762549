"""What all parts of the village are made with: models, materials, boxes."""

import functools
import pathlib
from collections.abc import Sequence

import assets
from assets import Piece, load_pieces, mesh_of
from physics import Body, BodyKind, Geometry, PartDef, Shape, ShapeBox, ShapeMesh, World
from play.breakage.breakables import Breakables, breakables_of
from scenes import kit

MODELS = pathlib.Path(assets.__file__).parent / "models"

#: Materials besides those of every world: density [kg/m^3], friction, restitution, rolling friction.
MATERIALS = {
    "asphalt": (2300.0, 0.9, 0.1, 0.01),
    "grass": (1300.0, 0.6, 0.05, 0.06),
    "gravel": (1700.0, 0.6, 0.05, 0.04),
    "rock": (2600.0, 0.7, 0.2, 0.01),
    "brick": (1500.0, 0.65, 0.1, 0.01),
    "plaster": (1200.0, 0.6, 0.1, 0.01),
    "paving": (2400.0, 0.7, 0.15, 0.01),
    "lamp": (2500.0, 0.5, 0.2, 0.01),
    "red paint": (950.0, 0.5, 0.2, 0.01),
    "white paint": (950.0, 0.5, 0.2, 0.01),
    "yellow paint": (2000.0, 0.8, 0.2, 0.01),
    "blue cloth": (200.0, 0.7, 0.0, 0.05),
    "green cloth": (200.0, 0.7, 0.0, 0.05),
    "white cloth": (150.0, 0.7, 0.0, 0.05),
    "bark": (700.0, 0.7, 0.05, 0.03),
    "foliage": (20.0, 0.8, 0.0, 0.3),
}
#: Friction of tires; all other pairs are the geometric mean.
TIRES = {"asphalt": 0.95, "grass": 0.6, "gravel": 0.65, "paving": 0.85}


def add_materials(world: World) -> None:
    """Add the materials of the village."""
    for name, (density, friction, restitution, rolling) in MATERIALS.items():
        if name not in world.materials:
            world.add_material(
                name, density=density, friction=friction, restitution=restitution, rolling_friction=rolling
            )
    for name, friction in TIRES.items():
        world.set_friction("rubber", name, friction)


@functools.cache
def pieces_of(name: str) -> dict[str, Piece]:
    """Pieces of a model by material, read once."""
    return {piece.material: piece for piece in load_pieces(MODELS / f"{name}.obj")}


@functools.cache
def shape_of(name: str, without: tuple[str, ...] = ()) -> ShapeMesh:
    """Collision mesh of a model, without some of its materials."""
    return mesh_of([piece for piece in pieces_of(name).values() if piece.material not in without])


def look_of(name: str) -> Geometry:
    """The look of a model of one material."""
    (piece,) = pieces_of(name).values()
    return piece.look


def add_model(
    world: World,
    model: str,
    *,
    name: str,
    material: str,
    position: Sequence[float] = (0.0, 0.0, 0.0),
    without: tuple[str, ...] = (),
) -> Body:
    """A model that never moves. All of it is one mesh to collide with; its materials are drawn by bodies without shape.

    Args:
        world: Where to.
        model: Name of the file.
        name: Of the body.
        material: What it feels like.
        position: Of its origin [m].
        without: Materials that are only seen.
    """
    pieces = pieces_of(model)
    first, *others = pieces
    body = world.add_body(
        kind=BodyKind.STATIC, shape=shape_of(model, without), position=position, material=material, name=name,
        look=pieces[first].look,
    )  # fmt: skip
    for other in others:
        world.add_body(kind=BodyKind.STATIC, position=position, look=pieces[other].look, name=f"{name}: {other}")
    return body


def add_fixed(
    world: World, name: str, shapes: Sequence[tuple[Shape, Sequence[float]]], material: str, **options
) -> Body:
    """Several shapes at places of the world [m] that never move."""
    parts = [(shape, tuple(place), (0.0, 0.0, 0.0, 1.0)) for shape, place in shapes]
    return world.add_body(kind=BodyKind.STATIC, shapes=parts, material=material, name=name, **options)


def things_of(world: World) -> Breakables:
    """The things of a world that can break; the first call makes their controller."""
    return breakables_of(world) or Breakables(world)


def upright(shape: Shape, place: Sequence[float], material: str, **options) -> PartDef:
    """A shape that is not turned, as a part of a body with a material of its own."""
    return PartDef(shape, tuple(place), material=material, **options)


def block(low: Sequence[float], high: Sequence[float]) -> tuple[ShapeBox, tuple[float, float, float]]:
    """A box from corner to corner [m], for `add_fixed`."""
    half = tuple(0.5 * (b - a) for a, b in zip(low, high, strict=True))
    return ShapeBox(half), tuple(0.5 * (a + b) for a, b in zip(low, high, strict=True))


def turned(degrees: float) -> tuple[float, float, float, float]:
    """Rotation about the vertical."""
    return kit.turn(kit.Y, degrees)

"""Things that many scenes need."""

from physics import Body, BodyKind, ShapeBox, ShapePlane, World


def add_ground(world: World, *, material: str = "concrete") -> Body:
    """Half-space with its surface at y = 0."""
    return world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material=material, name="ground")


def add_tray(world: World, *, half_width: float, height: float) -> list[Body]:
    """Floor and four walls of a square tray around the origin, 1 m thick; the inside starts at y = 0."""
    outer = half_width + 1.0
    plates = [((outer, 0.5, outer), (0.0, -0.5, 0.0))]
    for side in (-1.0, 1.0):
        plates.append(((0.5, 0.5 * height, outer), (side * (half_width + 0.5), 0.5 * height, 0.0)))
        plates.append(((half_width, 0.5 * height, 0.5), (0.0, 0.5 * height, side * (half_width + 0.5))))
    return [
        world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half), position=place, material="concrete", name="tray")
        for half, place in plates
    ]


def add_tower(world: World, *, levels: int, half: float = 0.5, x: float = 0.0, z: float = 0.0) -> list[Body]:
    """Boxes, one on another."""
    shape = ShapeBox((half, half, half))
    return [
        world.add_body(shape=shape, position=(x, half * (2 * level + 1), z), material="wood") for level in range(levels)
    ]

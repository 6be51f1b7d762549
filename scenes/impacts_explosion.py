"""Explosion.

After a second the bomb goes off and pushes everything in its line of sight, the harder the closer and broader it is:
bricks fly out of the wall, barrels tumble. Whatever is in the shadow of the concrete block stays put. Then everything
is reset, and the next bomb lies somewhere else. The ring on the ground shows its range.
Try: a stronger bomb, or a larger radius: the push then falls off more slowly.
"""

import numpy as np

from physics import BodyKind, ShapeBox, ShapeCylinder, ShapeSphere, Vec3, World
from play.cues import Cue
from scenes import kit
from scenes.registry import Slider, Strokes, View, scene

ROWS, COLUMNS = 10, 9
BRICK = (0.3, 0.15, 0.16)  # half extents [m]
SECOND, CYCLE = 60, 6  # steps of a second, and seconds from one explosion to the next
BOMBS = ((0.2, 0.3, 0.0), (-1.1, 0.3, 0.2), (1.3, 0.3, -0.2))  # one place after the other [m]
WALL_Z, BLOCK_Z = -1.5, 2.0
STRENGTH, RADIUS = 5000.0, 6.0
FIRE = 5.0  # size of the fire [m]


def places() -> dict[str, tuple[float, float, float]]:
    """Where everything stands that can fly, by name [m]."""
    found = {}
    for row in range(ROWS):
        for column in range(COLUMNS - row % 2):
            x = 2.0 * (BRICK[0] + 0.003) * (column - 0.5 * (COLUMNS - 1 - row % 2))
            found[f"brick {row} {column}"] = (x, BRICK[1] * (2 * row + 1), WALL_Z)
    for k in range(9):  # three stacks in the shadow of the block
        found[f"shielded crate {k}"] = (0.6 * (k % 3 - 1), 0.25 + 0.5 * (k // 3), BLOCK_Z + 0.9)
    for k, x in enumerate((-2.9, -2.3, 2.3, 2.9)):
        found[f"open barrel {k}"] = (x, 0.45, 1.3 if 0 < k < 3 else 0.0)
    return found


def bomb_place(second: int) -> tuple[float, float, float]:
    """Where the bomb of a second lies [m]."""
    return BOMBS[second // CYCLE % len(BOMBS)]


def put_back(world: World, second: int) -> None:
    """Everything where it was at the start, at rest, and the next bomb."""
    start = places()
    for body in world.bodies:
        if body.name in start:
            body.position, body.orientation = start[body.name], (0.0, 0.0, 0.0, 1.0)
            body.velocity = body.angular_velocity = (0.0, 0.0, 0.0)
        elif body.name == "bomb":
            body.position = bomb_place(second)


@scene(
    category="Impacts",
    name="Explosion",
    place="quarry",
    view=View(target=(0.0, 0.9, 0.5), distance=10.0, yaw_degrees=58.0, pitch_degrees=24.0),
    sliders={
        "strength": Slider("Strength", STRENGTH, 500.0, 15000.0, unit="N s/m²"),
        "radius": Slider("Radius", RADIUS, 2.0, 15.0, unit="m"),
    },
)
def build(world: World, *, strength: float = STRENGTH, radius: float = RADIUS) -> None:
    """A wall behind the bomb, a block with crates behind it in front, barrels beside."""
    kit.add_ground(world)
    world.add_material("brick", density=1900.0, friction=0.7, restitution=0.05)
    kit.add_fixed(world, (1.3, 1.1, 0.35), (0.0, 1.1, BLOCK_Z), material="concrete", name="block", user_data=radius)
    brick, crate, barrel = ShapeBox(BRICK), ShapeBox((0.25, 0.25, 0.25)), ShapeCylinder(0.3, 0.45)
    for name, place in places().items():
        shape, material = {"b": (brick, "brick"), "s": (crate, "wood"), "o": (barrel, "rubber")}[name[0]]
        world.add_body(shape=shape, position=place, material=material, restitution=0.0, name=name)
    ball = ShapeSphere(0.2)
    world.add_body(kind=BodyKind.KINEMATIC, shape=ball, position=BOMBS[0], material="iron", name="bomb")

    def tick(world: World) -> bool:
        """Explode one second after everything was put back."""
        second = world.step_count // SECOND
        if second % CYCLE == 0:
            put_back(world, second)
        elif second % CYCLE == 1:
            bombs = kit.named(world, "bomb")
            world.explode(bomb_place(second), impulse=strength, radius=radius, ignore=bombs)
            for bomb in bombs:
                bomb.position = (0.0, -5.0, 0.0)
        return True

    world.schedule(tick, after_steps=SECOND)


def draw(world: World) -> list[Strokes]:
    """How far the bomb reaches, until it goes off."""
    block = kit.named(world, "block")
    second = world.step_count // SECOND
    x, _, z = bomb_place(second)
    reach = kit.ring((x, 0.02, z), block[0].user_data if block else RADIUS)
    return [Strokes(*reach, (1.0, 0.3, 0.1, 0.7))] if second % CYCLE == 0 else []


def cues(world: World) -> list[Cue]:
    """Fire, smoke and a bang when the bomb goes off."""
    second, part = divmod(world.step_count, SECOND)
    goes_off = part == 0 and second % CYCLE == 1
    return [Cue("explosion", Vec3(*bomb_place(second)), size=FIRE)] if goes_off else []


def check(world: World) -> None:
    """Bricks and barrels flew, the crates behind the block are where they were, and the ends of the wall stand."""
    start = places()
    names = list(start)
    bodies = [next(body for body in world.bodies if body.name == name) for name in names]
    moved = np.linalg.norm(world.read(bodies, "position") - np.array(list(start.values())), axis=1)
    far = {kind: moved[[name.startswith(kind) for name in names]] for kind in ("brick", "shielded", "open")}
    assert (far["brick"] > 1.0).sum() > 15, "the wall hardly noticed"
    assert far["open"].min() > 0.5, "a barrel in the open was not moved"
    assert far["shielded"].max() < 0.02, "the block did not shield a crate"

"""Shooting range.

All weapons lie on the stands in front of you: walk into them. Targets are a brick wall, stacks of crates, barrels,
panes of glass and boards on hinges. Projectiles stay, until there are two hundred of them.
Try: fire cubes at the wall, a rocket at the crates; carry a barrel with the grab tool and leave it in the air.
"""

import math

from physics import Body, BodyKind, JointHinge, ShapeBox, ShapeCylinder, Vec3, World
from play.controls import Controls
from play.figure.avatar import Avatar
from play.game import Game, game_of
from play.weapons import registry
from play.weapons.arsenal import Arsenal
from scenes import kit
from scenes.registry import View, scene

BRICK = (0.2, 0.1, 0.1)  # half extents [m]
ROWS, COLUMNS = 10, 6
WALL = Vec3(0.0, 0.0, -14.0)
START = Vec3(0.0, 0.0, 4.0)
STAND_GAP, STAND_TOP = 1.6, 0.8


def stands() -> dict[int, Vec3]:
    """Where the stand of each weapon is, by number: side by side before the player [m]."""
    numbers = list(registry.load_all())
    return {
        number: Vec3(round(STAND_GAP * (k - 0.5 * (len(numbers) - 1)), 6), 0.0, 0.0) for k, number in enumerate(numbers)
    }


def add_stand(world: World, place: Vec3) -> None:
    """A table with a rim, that a weapon lies on."""
    kit.add_fixed(world, (0.28, 0.5 * STAND_TOP - 0.03, 0.28), place + (0.0, 0.5 * STAND_TOP - 0.03, 0.0), name="stand")
    kit.add_fixed(world, (0.5, 0.03, 0.5), place + (0.0, STAND_TOP - 0.03, 0.0), name="stand", material="steel")


def add_wall(world: World) -> list[Body]:
    """A wall of sixty bricks in running bond."""
    places = [
        WALL + (2.02 * BRICK[0] * (k - 2.5 + (0.2 if row % 2 else -0.2)), BRICK[1] * (2 * row + 1), 0.0)
        for row in range(ROWS)
        for k in range(COLUMNS)
    ]
    return world.add_bodies(position=places, shape=ShapeBox(BRICK), material="brick", name="brick")


def add_board(world: World, place: Vec3) -> None:
    """A board between two posts that swings about its upper edge."""
    for side in (-0.6, 0.6):
        kit.add_fixed(world, (0.05, 1.1, 0.05), place + (side, 1.1, 0.0), name="post", material="steel")
    board = world.add_body(
        shape=ShapeBox((0.5, 0.5, 0.03)), position=place + (0.0, 1.6, 0.0), material="wood", name="board"
    )
    world.add_joint(JointHinge(None, board, anchor=place + (0.0, 2.12, 0.0), axis=kit.X, friction=0.5))


def add_targets(world: World) -> None:
    """What can be shot at."""
    add_wall(world)
    for k in range(10):  # a pyramid of crates
        row = (0, 0, 0, 0, 1, 1, 1, 2, 2, 3)[k]
        column = k - (0, 4, 7, 9)[row] + 0.5 * row
        crate = ShapeBox((0.3, 0.3, 0.3))
        world.add_body(
            shape=crate, position=(-8.0 + 0.62 * column, 0.3 + 0.6 * row, -13.0), density=250.0, material="wood",
            name="crate",
        )  # fmt: skip
    barrel = ShapeCylinder(0.3, 0.45)
    for k in range(6):
        place = (5.6 + 0.64 * (k % 3) + 0.32 * (k // 3), 0.45 + 0.9 * (k // 3 if k < 5 else 0), -13.0 - (k == 5))
        world.add_body(shape=barrel, position=place, density=180.0, material="plastic", name="barrel")
    for x in (-4.2, 4.2):
        pane = ShapeBox((0.6, 0.8, 0.015))
        world.add_body(shape=pane, position=(x, 0.8, -10.0), material="glass", name="pane", angular_damping=0.5)
        kit.add_fixed(world, (0.6, 0.8, 0.01), (1.6 * x, 0.8, -10.0), material="glass", name="fixed pane")
    for x in (-9.5, 9.5):
        add_board(world, Vec3(x, 0.0, -10.0))
    kit.add_fixed(world, (14.0, 2.0, 0.3), (0.0, 2.0, -20.0), material="concrete", name="backstop")


@scene(
    category="Weapons",
    name="Shooting range",
    place="yard",
    view=View(target=(0.0, 1.0, -5.0), distance=16.0, yaw_degrees=14.0, pitch_degrees=16.0),
)
def build(world: World) -> None:
    """Figure, weapons on stands, targets."""
    world.add_material("brick", density=1900.0, friction=0.7, restitution=0.05)
    kit.add_ground(world)
    game = Game(world)
    game.add_avatar(Avatar(world, START))
    arsenal = Arsenal(world, game)
    for number, place in stands().items():
        add_stand(world, place)
        arsenal.lay(world, number, place + (0.0, STAND_TOP + 0.12, 0.15), yaw=0.4 * math.cos(number))
    add_targets(world)


def check(world: World) -> None:
    """All weapons lie on their stands, the wall stands, the figure too; all but the figure has come to rest."""
    game = game_of(world)
    assert game.controls == Controls() and len(game.arsenal.lying) == len(stands()), "somebody took a weapon"
    for item in game.arsenal.lying:
        assert (item.body.position - item.home).length < 0.5, f"weapon {item.number} fell from its stand"
        share = kit.carried(world, [item.body])
        assert abs(share - 1.0) < 0.05, f"the stand carries {share:.2f} of the weight of weapon {item.number}"
    assert game.avatar.feet.length < 4.2 and not game.avatar.fallen, "the figure did not stay where it was"
    heights = [body.position.y for body in kit.named(world, "brick")]
    assert max(heights) > 1.85 and all(body.kind == BodyKind.DYNAMIC for body in kit.named(world, "brick"))
    restless = [body.name for body in world.bodies if body.awake and not body.name.startswith("figure")]
    assert not restless, f"these do not come to rest: {', '.join(restless)}"

"""Harbor.

A jetty by the sea, with a raft and a boat to stand on, logs, barrels and crates that float, a buoy that its weight
keeps upright, and iron balls that do not float at all. You swim: jump climbs onto edges, crouch dives.
Try: run off the end of the jetty, walk from log to log, or let the current carry you away.
"""

import math

from physics import BodyKind, FieldWater, ShapeBox, ShapeCylinder, ShapeHull, ShapePlane, ShapeSphere, World
from physics.vector import multiply
from play.figure.avatar import Avatar
from play.game import Game, game_of
from play.splashes import Splashes
from scenes import kit
from scenes.registry import Slider, View, scene

LEVEL, BOTTOM = 0.0, -7.0
#: Height of the deck of the jetty, its half width and its length toward -Z [m].
DECK, WIDE, LONG = 0.45, 1.4, 14.0
UPRIGHT, LYING = (0.0, 0.0, 0.0, 1.0), kit.turn((0, 0, 1), 90.0)
START = (0.0, DECK, 4.5)
PINE = 480.0


def set_current(world: World, value: float) -> None:
    """Let it flow to the east."""
    world.fields[0].current = (value, 0.0, 0.0)


@scene(
    category="Water",
    name="Harbor",
    view=View(target=(0.0, 0.3, -2.0), distance=15.0, yaw_degrees=24.0, pitch_degrees=17.0),
    sliders={"current": Slider("Current", 0.0, -2.0, 2.0, unit="m/s", live=set_current)},
)
def build(world: World) -> None:
    """Sea and jetty first, then what floats, then the figure."""
    game = Game(world, lowest=BOTTOM)
    ground = ShapePlane((0.0, 1.0, 0.0), BOTTOM)
    world.add_body(kind=BodyKind.STATIC, shape=ground, material="stone", name="bottom of the sea")
    water = world.add_field(FieldWater(LEVEL))
    add_jetty(world)
    add_raft(world, (3.6, 0.0, -3.0))
    add_boat(world, (-3.6, 0.05, -3.5))
    add_buoy(world, (0.6, -0.4, -13.0))
    for number in range(5):
        turn = kit.turn((0, 1, 0), 90.0 + 7.0 * (number - 2))
        world.add_body(
            shape=ShapeCylinder(0.32, 1.3), position=(-2.4 - 1.1 * number, -0.05, -9.0 - 0.3 * number), density=PINE,
            orientation=multiply(turn, LYING), material="wood", name=f"log {number + 1}",
        )  # fmt: skip
    for number in range(4):
        world.add_body(
            shape=ShapeCylinder(0.3, 0.42), position=(2.6 + 0.9 * number, 0.1, -7.6 - 0.5 * (number % 2)),
            orientation=LYING if number % 2 else UPRIGHT, density=330.0, material="steel", name=f"barrel {number + 1}",
        )  # fmt: skip
    for number in range(3):
        balls = {"position": (-0.9, DECK + 0.16, 2.0 - 0.5 * number), "name": f"iron ball {number + 1}"}
        world.add_body(shape=ShapeSphere(0.16), material="iron", **balls)
        crates = {"position": (5.2 + 0.2 * number, 0.1, -1.0 + 1.3 * number), "name": f"crate {number + 1}"}
        world.add_body(shape=ShapeBox((0.35, 0.35, 0.35)), density=520.0, material="wood", **crates)
    Splashes(world, water)
    game.add_avatar(Avatar(world, START)).raised = False


def add_jetty(world: World) -> None:
    """Planks on piles, from the shore into the sea."""
    middle = START[2] + 2.5 - 0.5 * LONG
    parts = [(ShapeBox((WIDE, 0.06, 0.5 * LONG)), (0.0, DECK - 0.06, middle), UPRIGHT)]
    for row in range(4):
        z = START[2] + 2.0 - row * (LONG - 1.0) / 3.0 - 0.5
        parts += [
            (ShapeCylinder(0.14, 0.5 * (DECK + 0.5 - BOTTOM)), (side * WIDE, 0.5 * (DECK + 0.5 + BOTTOM), z), UPRIGHT)
            for side in (-1.0, 1.0)
        ]
    world.add_body(kind=BodyKind.STATIC, shapes=parts, material="wood", name="jetty")
    shore = {"shape": ShapeBox((9.0, 4.0, 4.0)), "position": (0.0, DECK - 4.0, START[2] + 6.4)}
    world.add_body(kind=BodyKind.STATIC, material="stone", name="shore", **shore)


def add_raft(world: World, place: tuple[float, float, float]) -> None:
    """Five logs under a deck."""
    logs = [(ShapeCylinder(0.22, 1.5), (x, 0.0, 0.0), kit.turn((1, 0, 0), 90.0)) for x in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    deck = [(ShapeBox((1.25, 0.04, 0.14)), (0.0, 0.26, 0.5 * k), UPRIGHT) for k in range(-2, 3)]
    world.add_body(shapes=[*logs, *deck], position=place, density=PINE, material="wood", name="raft")


def add_boat(world: World, place: tuple[float, float, float]) -> None:
    """A hull that is pointed ahead and heavier below. It is solid: what is in it does not count as air."""
    outline = ((0.0, -2.0), (0.7, -0.9), (0.8, 0.6), (0.6, 1.7), (-0.6, 1.7), (-0.8, 0.6), (-0.7, -0.9))
    points = [(wide * x, y, long * z) for wide, y, long in ((0.55, -0.3, 0.85), (1.0, 0.25, 1.0)) for x, z in outline]
    seat = (ShapeBox((0.5, 0.12, 0.18)), (0.0, 0.36, 0.3), UPRIGHT)
    hull = (ShapeHull(points), (0.0, 0.0, 0.0), UPRIGHT)
    world.add_body(shapes=[hull, seat], position=place, density=260.0, material="wood", name="boat")


def add_buoy(world: World, place: tuple[float, float, float]) -> None:
    """A drum with a mast; iron below keeps it upright."""
    parts = [
        (ShapeCylinder(0.45, 0.4), (0.0, 0.2, 0.0), UPRIGHT), (ShapeCylinder(0.07, 0.8), (0.0, 1.3, 0.0), UPRIGHT),
        (ShapeSphere(0.18), (0.0, 2.2, 0.0), UPRIGHT), (ShapeCylinder(0.08, 0.5), (0.0, -0.65, 0.0), UPRIGHT),
    ]  # fmt: skip
    buoy = world.add_body(shapes=parts, position=place, density=260.0, material="rubber", name="buoy")
    buoy.add_shape(ShapeSphere(0.16), (0.0, -1.2, 0.0), material="iron")


def check(world: World) -> None:
    """What floats carries its weight, the buoy stands upright, and the figure is on the jetty."""
    water = world.fields[0]
    for name in ("raft", "boat", "log", "barrel", "crate"):
        for body in kit.named(world, name):
            lifted = water.density * water.displaced(body).volume
            assert abs(lifted / body.mass - 1.0) < 0.15, f"{body.name} displaces {lifted:.0f} of {body.mass:.0f} kg"
    up = kit.axis_of(world, kit.named(world, "buoy"))[0][1]
    assert up > math.cos(math.radians(12.0)), f"the buoy leans by {math.degrees(math.acos(up)):.0f} degrees"
    avatar = game_of(world).avatar
    assert avatar.standing and abs(avatar.feet.y - DECK) < 0.05, f"the figure is at {avatar.feet}"

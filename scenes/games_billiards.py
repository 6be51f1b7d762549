"""Billiards.

The break: a white ball hits fifteen others. The table is seven times as large as a real one; leather pockets catch what
rolls into them. Every ten seconds the white ball is struck again, toward the nearest ball; after eight strokes all are
set up anew.
Try: another aim. A hair off the middle, and everything goes differently. Or strike the white ball yourself: drag it.
"""

import math

import numpy as np

from physics import ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

RADIUS, BED = 0.2, (9.0, 4.5)  # of a ball; half of the playing field [m]
TOP, DEEP, POCKET = 2.0, 1.15, 0.75  # height of the cloth, depth of pockets, width of the gaps [m]
BALL = {"shape": ShapeSphere(RADIUS), "mass": 50.0, "restitution": 0.93, "friction": 0.1, "rolling_friction": 0.0}
COLORS, PERIOD, STROKES = ("yellow", "blue", "red", "orange", "green", "brown", "black"), 600, 8
START = (-5.0, TOP + RADIUS, 0.0)


def add_table(world: World) -> None:
    """Slate with cloth, cushions with gaps in the corners and in the middle of the long sides, a frame and legs."""
    world.add_material("green cloth", density=500.0, friction=0.3, restitution=0.0, rolling_friction=0.012)
    world.add_material("brown leather", density=900.0, friction=0.6, restitution=0.0, restitution_rule="minimum")
    kit.add_fixed(world, (BED[0], 0.15, BED[1]), (0.0, TOP - 0.15, 0.0), material="green cloth", name="table")
    bank = {"material": "green cloth", "restitution": 0.8, "friction": 0.2, "name": "cushion"}
    long, short = 0.5 * BED[0] - 0.75 * POCKET, BED[1] - POCKET
    for side in (-1.0, 1.0):
        for part in (-1.0, 1.0):
            middle = part * (0.5 * POCKET + long)
            kit.add_fixed(world, (long, 0.25, 0.25), (middle, TOP + 0.15, side * (BED[1] + 0.25)), **bank)
            kit.add_fixed(world, (long, 0.36, 0.2), (middle, TOP + 0.06, side * (BED[1] + 0.7)), name="frame")
            add_pocket(world, part * (BED[0] + 0.15), side * (BED[1] + 0.15), 0.85)
        kit.add_fixed(world, (0.25, 0.25, short), (side * (BED[0] + 0.25), TOP + 0.15, 0.0), **bank)
        kit.add_fixed(world, (0.2, 0.36, short - 0.1), (side * (BED[0] + 0.7), TOP + 0.06, 0.0), name="frame")
        kit.add_fixed(world, (BED[0] - 1.0, 0.25, 0.15), (0.0, TOP - 0.55, side * (BED[1] - 0.75)), name="frame")
        add_pocket(world, 0.0, side * (BED[1] + 0.4), 0.5)
        for x in (-6.5, 0.0, 6.5):
            foot = 0.5 * (TOP - 0.3)
            kit.add_fixed(world, (0.35, foot, 0.35), (x, foot, side * 3.2), name="leg")


def add_pocket(world: World, x: float, z: float, half: float) -> None:
    """A box of leather, low toward the table and high outside."""
    leather = {"material": "brown leather", "name": "pocket"}
    kit.add_fixed(world, (half, 0.05, half), (x, TOP - DEEP - 0.05, z), **leather)
    for a, b in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        outer = a * x > 0.0 or b * z > 0.0
        top = TOP + 0.42 if outer else TOP - 0.31
        walls = (0.06, 0.5 * (top - TOP + DEEP), half + 0.06) if a else (half + 0.06, 0.5 * (top - TOP + DEEP), 0.06)
        place = (x + a * (half + 0.06), 0.5 * (top + TOP - DEEP), z + b * (half + 0.06))
        kit.add_fixed(world, walls, place, **leather)


def strike(world: World, number: int, speed: float) -> None:
    """Strike the white ball toward the nearest other one; if it is in a pocket, from where it began."""
    balls, white = kit.named(world, "ball"), kit.named(world, "white ball")
    if not white:
        return
    if white[0].position.y < TOP:
        white[0].position = START
    place = np.array(white[0].position)
    ways = [np.array(ball.position) - place for ball in balls if ball.position.y > TOP]
    way = min(ways, key=lambda way: float(way @ way), default=np.array(kit.X)) * (1.0, 0.0, 1.0)
    white[0].velocity, white[0].angular_velocity = 0.75 * speed * way / np.linalg.norm(way), (0.0, 0.0, 0.0)


@scene(
    category="Games",
    name="Billiards",
    place="hall",
    view=View(target=(0.6, TOP, 0.3), distance=17.0, yaw_degrees=28.0, pitch_degrees=33.0),
    sliders={
        "speed": Slider("Cue ball speed", 11.0, 1.0, 14.0, unit="m/s"),
        "aim_degrees": Slider("Aim", 0.5, -8.0, 8.0, unit="degrees"),
    },
)
def build(world: World, *, speed: float = 11.0, aim_degrees: float = 0.5) -> None:
    """A table, the triangle and the white ball."""
    kit.add_ground(world)
    for color in (*COLORS, "white"):
        world.add_material(f"{color} paint", density=1700.0, friction=0.1, restitution=0.9)
    add_table(world)
    pitch, balls = 2.0 * RADIUS + 0.004, []
    for row in range(5):
        for place in range(row + 1):
            spot = (3.5 + row * pitch * math.sqrt(0.75), TOP + RADIUS, pitch * (place - 0.5 * row))
            color = f"{COLORS[len(balls) % len(COLORS)]} paint"
            balls.append(world.add_body(position=spot, material=color, name=f"ball {len(balls) + 1}", **BALL))
    angle = math.radians(aim_degrees)
    velocity = (speed * math.cos(angle), 0.0, speed * math.sin(angle))
    balls.append(world.add_body(position=START, velocity=velocity, material="white paint", name="white ball", **BALL))
    put_back = shows.putting_back(balls)

    def play(world: World, number: int) -> None:
        """Strike again, or set all balls up and break."""
        if number % STROKES == STROKES - 1:
            put_back(world)
        else:
            strike(world, number, speed)

    shows.every(world, PERIOD, play)


def check(world: World) -> None:
    """The triangle is open, every ball is on the cloth or in a pocket, and energy was lost, not won."""
    balls = kit.named(world, "ball") + kit.named(world, "white")
    place = world.read(balls, "position")
    assert np.std(place[:15, 0]) + np.std(place[:15, 2]) > 2.0, "the triangle did not open"
    on_cloth = np.abs(place[:, 1] - TOP - RADIUS) < 0.1
    across = np.abs(place)
    pocketed = (across[:, 2] > BED[1] - 0.9) & ((across[:, 0] > BED[0] - 0.9) | (across[:, 0] < 0.6))
    assert (on_cloth | (pocketed & (place[:, 1] > TOP - DEEP))).all(), "a ball jumped, or is inside the table"
    assert on_cloth.sum() >= 10, "most balls left the table"
    energy = sum(ball.kinetic_energy for ball in balls)
    assert 0.0 < energy < 0.5 * 0.5 * balls[0].mass * 11.0**2, "energy is wrong"

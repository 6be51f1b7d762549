"""The shop: walls of real bricks, a front of glass that a car fits through, and a roof of boards on top."""

import math

from physics import BodyDef, BodyKind, PartDef, ShapeBox, Vec3, World
from physics.vector import multiply
from play.breakage import kinds
from play.breakage.timber import break_off, come_apart, come_off, snap
from scenes import kit
from scenes.kit import letters
from scenes.village import house, layout
from scenes.village.stuff import add_fixed, block, things_of, upright

#: Half sizes of a brick along its wall, up and through it [m]; rows of bricks.
BRICK, ROWS = (0.25, 0.125, 0.1), 10
#: Air between bricks [m], which shows their edges.
GAP = 0.002
#: Bricks are hollow: their density [kg/m^3].
DENSITY = 1000.0
#: Bricks of the side walls and of the back wall in an even row.
SIDE, BACK = 8, 10
#: Height of the glass, thickness of posts and of the beam over it [m]; where posts stand, from the first side wall [m].
GLASS, THICK = 2.0, 0.1
POSTS = (1.2, 2.5, 3.8)
#: Boards of the roof: how many, half thickness, how far they reach over the walls [m], and their density [kg/m^3].
BOARDS, BOARD, OVER, LIGHT = 8, 0.03, 0.15, 350.0
#: Height of the floor, and of the top of the walls [m].
FLOOR = layout.SHOP_FLOOR[1].y
TOP = FLOOR + 2.0 * ROWS * BRICK[1]
#: Letters of the sign: height, half thickness [m].
LETTERS, STROKE = 0.3, 0.024

Row = list[tuple[float, float, int]]


def build(world: World) -> None:
    """Add all of it."""
    add_fixed(world, "shop floor", [block(*layout.SHOP_FLOOR)], "paving")
    (front, back), (low, high) = layout.SHOP_X, layout.SHOP_Z
    half = BRICK[0]
    walls = [
        add_wall(world, Vec3(front, FLOOR, low), SIDE, along_x=True),
        add_wall(world, Vec3(front, FLOOR, high), SIDE, along_x=True),
    ]
    add_wall(world, Vec3(back, FLOOR, 0.5 * (low + high) - BACK * half), BACK, along_x=False)
    add_roof(world, walls)
    add_front(world)
    for number, away in enumerate((1.3, 3.9), 1):
        house.add_shelf(world, Vec3(back - 0.32, FLOOR, low + away), f"shop shelf {number}")
    add_counter(world)


# ---- Walls ----------------------------------------------------------------------------------------------------------


def add_wall(world: World, start: Vec3, count: int, *, along_x: bool) -> Row:
    """A wall of bricks in a running bond, which hold one another.

    A brick stays as long as one below it does, or as both beside it do, each with one below.

    Args:
        world: Where.
        start: Its end with the least x or z, in the middle of its thickness, on the ground [m].
        count: Bricks of an even row; odd rows begin and end with a half one.
        along_x: Whether it runs along x; else along z.

    Returns:
        The top row: where each brick begins and ends along the wall, and its number among the things that break.
    """
    things, half = things_of(world), BRICK[0]
    below: Row = []
    for level in range(ROWS):
        ends = [2.0 * half * k for k in range(count + 1)]
        if level % 2:
            ends = [0.0, *(half * (2 * k + 1) for k in range(count)), 2.0 * half * count]
        row: Row = []
        spans = list(zip(ends[:-1], ends[1:], strict=True))
        under = [[number for a, b, number in below if a < high - 0.01 and b > low + 0.01] for low, high in spans]
        first = len(things.things)
        for k, (low, high) in enumerate(spans):
            size = (0.5 * (high - low) - GAP, BRICK[1] - 0.5 * GAP, BRICK[2])
            middle, up = 0.5 * (low + high), BRICK[1] * (2 * level + 1)
            brick = world.add_body(
                kind=BodyKind.STATIC, shape=ShapeBox(size if along_x else size[::-1]), density=DENSITY,
                position=start + ((middle, up, 0.0) if along_x else (0.0, up, middle)), material="brick",
                name=f"wall brick {first + k}",
            )  # fmt: skip
            supports = _supports(k, under, first) if level else ()
            row.append((low, high, things.add(kinds.BRICK, (brick,), come_off, supports=supports)))
        below = row
    return below


def _supports(k: int, under: list[list[int]], first: int) -> list[tuple[int, ...]]:
    """What brick k of a row stays by, from the bricks under each of the row; `first` is the number of brick 0."""
    found: list[tuple[int, ...]] = [(number,) for number in under[k]]
    if 0 < k < len(under) - 1:
        found += [(first + k - 1, left, first + k + 1, right) for left in under[k - 1] for right in under[k + 1]]
    return found


def add_roof(world: World, walls: list[Row]) -> None:
    """Boards from one side wall to the other; each stays as long as a brick under it does on both sides."""
    (front, _), (low, high) = layout.SHOP_X, layout.SHOP_Z
    wide = SIDE * BRICK[0] / BOARDS
    for k in range(BOARDS):
        start, end = 2.0 * wide * k, 2.0 * wide * (k + 1)
        ends = [[number for a, b, number in row if a < end - 0.01 and b > start + 0.01] for row in walls]
        half = (wide - GAP, BOARD, 0.5 * (high - low) + BRICK[2] + OVER)
        board = world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox(half), material="wood", density=LIGHT, name="roof board",
            position=(front + 0.5 * (start + end), TOP + BOARD + GAP, 0.5 * (low + high)),
        )  # fmt: skip
        supports = [(left, right) for left in ends[0] for right in ends[1]]
        things_of(world).add(kinds.ROOF, (board,), snap, supports=supports)


# ---- Front ----------------------------------------------------------------------------------------------------------


def add_front(world: World) -> None:
    """Panes between posts, a doorway, and a beam with the word SHOP over it."""
    things, (front, _), (low, high) = things_of(world), layout.SHOP_X, layout.SHOP_Z
    places = [low + away for away in POSTS]
    low, high = low + BRICK[2], high - BRICK[2]
    x, y, half = front + 0.5 * THICK, FLOOR, 0.5 * THICK
    posts = []
    for z in places:
        post = add_fixed(world, "shop post", [block((x - half, y, z - half), (x + half, y + GLASS, z + half))], "wood")
        upper = block((x - half, y + 0.01, z - half), (x + half, y + GLASS - 0.01, z + half))
        posts.append(things.add(kinds.POST, (post,), break_off(upper=(upright(*upper, "wood"),))))
    ends = [z + half for z in places], [*(z - half for z in places[1:]), high]
    for number, (start, end) in enumerate(zip(*ends, strict=True), 1):
        corners = Vec3(x - half, y, start + GAP), Vec3(x + half, y + GLASS - GAP, end - GAP)
        house.add_pane(world, f"shop window {number}", *corners, bars=False)
    beam = upright(*block((x - half, y + GLASS, low + GAP), (x + half, TOP - GAP, high - GAP)), "red paint")
    whole = world.add(BodyDef((beam, *_word("SHOP", x - half)), kind=BodyKind.STATIC, name="shop sign"))
    things.add(kinds.SIGN, (whole,), come_off, supports=[(post,) for post in posts])


def _word(text: str, front: float) -> list[PartDef]:
    """A word on the front, read from -x, as parts that are only drawn."""
    middle = 0.5 * sum(layout.SHOP_Z)
    height = FLOOR + GLASS + 0.5 * (TOP - FLOOR - GLASS)
    strokes = letters.write(text, (0.0, -0.5 * LETTERS, 0.0), height=LETTERS)
    turn, found = kit.turn(kit.Y, -90.0), []
    for start, end in zip(strokes.start, strokes.end, strict=True):
        way, place = end - start, 0.5 * (start + end)
        half = (0.5 * math.hypot(way[0], way[1]) + STROKE, STROKE, 0.012)
        angle = math.atan2(way[1], way[0])
        tilt = (0.0, 0.0, math.sin(0.5 * angle), math.cos(0.5 * angle))
        offset = (front, height + float(place[1]), middle + float(place[0]))
        found.append(
            PartDef(
                ShapeBox(half), offset, multiply(turn, tilt), material="white paint", category=0, mask=0, density=1.0
            )
        )
    return found


def add_counter(world: World) -> None:
    """A counter to stand behind."""
    y, z = FLOOR, layout.SHOP_Z[0]
    low, high = Vec3(28.6, y + 0.002, z + 1.7), Vec3(29.2, y + 0.95, z + 3.7)
    boards = [
        block((low.x - 0.04, high.y - 0.05, low.z - 0.04), (high.x + 0.04, high.y, high.z + 0.04)),
        block((low.x, low.y, low.z), (low.x + 0.04, high.y - 0.05, high.z)),
        block((low.x, low.y, low.z), (high.x, high.y - 0.05, low.z + 0.04)),
        block((low.x, low.y, high.z - 0.04), (high.x, high.y - 0.05, high.z)),
    ]
    counter = add_fixed(world, "shop counter", boards, "wood")
    things_of(world).add(kinds.BENCH, (counter,), come_apart(load=1.5))

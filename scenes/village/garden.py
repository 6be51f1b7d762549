"""What stands around outdoors and can be knocked down: trees, street lamps, benches, fences."""

import math

from assets.making.plants import BALLS, CONES, TRUNKS
from physics import BodyDef, BodyKind, PartDef, ShapeBox, ShapeCone, ShapeCylinder, ShapeSphere, World
from play.breakage import kinds
from play.breakage.timber import break_off, come_apart, snap
from play.breakage.trees import Wood, fell
from scenes.village import layout
from scenes.village.stuff import pieces_of, things_of, turned, upright

#: Crowns fall on shapes that are smaller than what one sees of them by this factor: twigs bend.
TWIGS = 0.72
#: What each kind of tree withstands, where its trunk ends and how thick it is there [m], and mass of its crown [kg].
TREES = {
    "oak": (kinds.OAK, 4.2, 0.18, 180.0),
    "birch": (kinds.BIRCH, 4.6, 0.1, 70.0),
    "spruce": (kinds.SPRUCE, 4.5, 0.12, 110.0),
}
#: Half width of posts of fences, how deep they are in the ground and how high over it [m].
POST, SUNK, RISEN = 0.06, 0.4, 1.0
#: Posts stand about this far apart [m].
SPAN = 2.0
#: Heights of the boards of fences, half height and half thickness of one [m].
BOARDS, BOARD = (0.45, 0.8), (0.06, 0.025)
#: Posts break this high over the ground [m].
STUMP = 0.06
#: Blows of so many times what a bench withstands take it apart.
SMASHED = 4.0


def _crown_of(kind: str) -> tuple:
    """Shapes of a crown, for falling on."""
    if kind == "spruce":
        return tuple(
            (ShapeCone(TWIGS * radius, 0.5 * (high - low)), (0.0, 0.5 * (low + high), 0.0))
            for low, high, radius in CONES
        )
    return tuple((ShapeSphere(TWIGS * radius), middle) for middle, radius in BALLS[kind])


WOODS = {
    kind: Wood(*TRUNKS[kind], top=top, tip=tip, crown=_crown_of(kind), crown_mass=mass)
    for kind, (_, top, tip, mass) in TREES.items()
}


def add_tree(world: World, kind: str, x: float, z: float, degrees: float) -> None:
    """A tree: its trunk collides, its crown is only drawn until it falls."""
    pieces, (radius, height) = pieces_of(kind), TRUNKS[kind]
    crown = next(name for name in pieces if name != "bark")
    place, rotation = (x, layout.ground_at(x, z), z), turned(degrees)
    trunk = [(ShapeCylinder(radius, 0.5 * height + 0.2), (0.0, 0.5 * height - 0.2, 0.0), (0.0, 0.0, 0.0, 1.0))]
    common = {"kind": BodyKind.STATIC, "position": place, "orientation": rotation}
    whole = (
        world.add_body(**common, shapes=trunk, material="wood", look=pieces["bark"].look, name=kind),
        world.add_body(**common, look=pieces[crown].look, name=f"{kind}: {crown}"),
    )
    things_of(world).add(TREES[kind][0], whole, fell(WOODS[kind]))


def add_lamp(world: World, x: float, z: float) -> None:
    """A lamp post, which breaks off over its foot."""
    foot, globe = upright(ShapeCylinder(0.12, 0.15), (0.0, 0.1, 0.0), "iron"), (0.0, 3.45, 0.0)
    place = (x, layout.ground_at(x, z), z)
    post = BodyDef(
        (upright(ShapeCylinder(0.06, 1.7), (0.0, 1.6, 0.0), "iron"), foot),
        kind=BodyKind.STATIC, position=place, name="lamp post",
    )  # fmt: skip
    lamp = BodyDef((upright(ShapeSphere(0.2), globe, "lamp"),), kind=BodyKind.STATIC, position=place, name="lamp")
    # A tube of 4 mm, and a globe of glass, which is white when it is dark.
    tube = upright(ShapeCylinder(0.06, 1.5), (0.0, 1.8, 0.0), "iron", density=950.0)
    upper = (tube, upright(ShapeSphere(0.2), globe, "white paint", density=120.0))
    things_of(world).add(kinds.LAMP, (world.add(post), world.add(lamp)), break_off(stumps=(foot,), upper=upper))


def add_bench(world: World, x: float, z: float, degrees: float) -> None:
    """A bench with a back."""
    boards = [upright(ShapeBox((0.8, 0.03, 0.2)), (0.0, 0.45, 0.0), "wood")]
    boards.append(upright(ShapeBox((0.8, 0.2, 0.03)), (0.0, 0.75, 0.24), "wood"))
    legs = [upright(ShapeBox((0.04, 0.35, 0.2)), (side, 0.1, 0.0), "wood") for side in (-0.65, 0.65)]
    short = [upright(ShapeBox((0.04, 0.2, 0.2)), (side, 0.22, 0.0), "wood") for side in (-0.65, 0.65)]
    place, rotation = (x, layout.ground_at(x, z), z), turned(degrees)
    bench = BodyDef((*boards, *legs), kind=BodyKind.STATIC, position=place, orientation=rotation, name="bench")
    things_of(world).add(kinds.BENCH, (world.add(bench),), come_apart(load=SMASHED, parts=(*boards, *short)))


def add_fence(world: World, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Posts, and two boards between each and the next, between two places of level ground."""
    things = things_of(world)
    (x, z), (far, deep) = start, end
    along_x = abs(far - x) > abs(deep - z)
    spans = round((abs(far - x) + abs(deep - z)) / SPAN)
    places = [(x + k / spans * (far - x), z + k / spans * (deep - z)) for k in range(spans + 1)]
    posts = []
    for place_x, place_z in places:
        half = 0.5 * (SUNK + RISEN)
        whole = (upright(ShapeBox((POST, half, POST)), (0.0, half - SUNK, 0.0), "wood"),)
        body = BodyDef(whole, kind=BodyKind.STATIC, position=(place_x, 0.0, place_z), name="fence post")
        posts.append(things.add(kinds.POST, (world.add(body),), break_off(**_split_post(POST, POST, RISEN))))
    length = math.dist(*places[:2])
    tall, thin = BOARD
    for k in range(spans):
        for height in BOARDS:
            half = (0.5 * length, tall, thin) if along_x else (thin, tall, 0.5 * length)
            middle = (0.5 * (places[k][0] + places[k + 1][0]), height, 0.5 * (places[k][1] + places[k + 1][1]))
            board = world.add_body(
                kind=BodyKind.STATIC, shape=ShapeBox(half), position=middle, material="wood", name="fence board"
            )
            things.add(kinds.BOARD, (board,), snap, supports=[(posts[k], posts[k + 1])])


def _split_post(wide: float, deep: float, high: float) -> dict[str, tuple[PartDef, ...]]:
    """A post of wood as its stump in the ground and its upper part, for `break_off`."""
    low, upper = 0.5 * (STUMP + SUNK), 0.5 * (high - STUMP)
    return {
        "stumps": (upright(ShapeBox((wide, low, deep)), (0.0, low - SUNK, 0.0), "wood"),),
        "upper": (upright(ShapeBox((wide, upper - 0.01, deep)), (0.0, STUMP + upper, 0.0), "wood"),),
    }

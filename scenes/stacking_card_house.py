"""House of cards.

Fifteen cards in three stories are held by friction alone: each pair leans at 25 degrees, and pushes its feet outward.
Try: lower the friction until it slips (a pair needs tan 25 = 0.47 at its top, more below others), or tap a single card.
"""

import math

from physics import BodyKind, ShapeBox, ShapePlane, World
from scenes import kit
from scenes.registry import Slider, View, scene

HEIGHT, THICKNESS, DEPTH = 0.2, 0.005, 0.15  # of half a card [m]
LEAN_DEGREES = 25.0


@scene(
    category="Stacking",
    name="House of cards",
    place="lab",
    view=View(target=(0.0, 0.55, 0.0), distance=1.9, yaw_degrees=25.0, pitch_degrees=14.0),
    sliders={
        "storeys": Slider("Stories", 3, 1, 5, integer=True),
        "friction": Slider("Friction", 0.7, 0.05, 1.0),
    },
)
def build(world: World, *, storeys: int = 3, friction: float = 0.7) -> None:
    """Pairs of leaning cards, and lying ones on them."""
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="wood", friction=friction, name="table")
    sine, cosine = math.sin(math.radians(LEAN_DEGREES)), math.cos(math.radians(LEAN_DEGREES))
    reach = HEIGHT * sine + THICKNESS * cosine  # from the middle of a card to where it touches its partner
    rise = HEIGHT * cosine + THICKNESS * sine  # from the middle of a card to its foot and to its top
    pitch = 4.0 * HEIGHT * sine + 0.02  # feet are 1 cm inside the ends of the card that they stand on
    paper = {"material": "plastic", "friction": friction}
    standing = ShapeBox((THICKNESS, HEIGHT, DEPTH))
    lying = ShapeBox((0.5 * pitch - 0.001, THICKNESS, DEPTH))
    bottom = 0.0
    for storey in range(storeys):
        pairs = storeys - storey
        for i in range(pairs):
            x = (i - 0.5 * (pairs - 1)) * pitch
            for side in (-1.0, 1.0):
                world.add_body(
                    shape=standing, position=(x + side * reach, bottom + rise, 0.0),
                    orientation=kit.turn(kit.Z, side * LEAN_DEGREES), name=f"leaning card {storey + 1}", **paper,
                )  # fmt: skip
            if i:
                place = (x - 0.5 * pitch, bottom + 2.0 * rise + THICKNESS, 0.0)
                world.add_body(shape=lying, position=place, name=f"lying card {storey + 1}", **paper)
        bottom += 2.0 * rise + 2.0 * THICKNESS


def check(world: World) -> None:
    """No card came down, each still leans as it did, and the house sleeps."""
    cards = kit.named(world, "leaning")
    storeys = max(int(card.name[-1]) for card in cards)
    height = 2.0 * HEIGHT * math.cos(math.radians(LEAN_DEGREES))
    assert max(card.position.y for card in cards) > (storeys - 0.5) * height - 0.01, "the house fell"
    upright = kit.axis_of(world, cards)[:, 1]
    assert abs(upright - math.cos(math.radians(LEAN_DEGREES))).max() < 0.03, "a card slipped"
    assert not world.read(cards, "awake").any(), "the house does not come to rest"

"""Sailing cart.

A cart on wheels has a sail. Wind from behind fills it and drives the cart along; at the end of the beach the wind turns
and drives it back. The sail bellies out to the side that the wind blows to.
Try: A breeze of 3 m/s, in which the cart hardly starts. Or a gale of 20 m/s, which drives it off its line.
"""

import numpy as np

from physics import JointHinge, ShapeBox, ShapeCylinder, SoftCloth, World
from scenes import kit
from scenes.kit import softly
from scenes.registry import Slider, View, scene

WIND, END, GROUP = 9.0, 4.0, -78
COLUMNS, ROWS, GAP = 15, 17, 0.11
DECK = 0.42


def turn_wind(world: World) -> bool:
    """Let the wind blow back to the middle."""
    cart, field = kit.named(world, "cart")[0], world.fields[0]
    if abs(cart.position.x) > END and cart.position.x * field.wind[0] > 0.0:
        field.wind = (-field.wind[0], 0.0, 0.0)
    return True


@scene(
    category="Soft",
    name="Sailing cart",
    place="meadow",
    view=View(target=(0.0, 1.4, 0.0), distance=6.6, yaw_degrees=32.0, pitch_degrees=10.0, follow="cart"),
    sliders={"wind": Slider("Wind", WIND, 3.0, 20.0, unit="m/s", live=softly.set_wind)},
)
def build(world: World) -> None:
    """A cart with mast and yards, four wheels, a sail."""
    kit.add_ground(world)
    softly.add_wind(world, WIND).mask = 2
    wide, high = 0.5 * GAP * (COLUMNS - 1), GAP * (ROWS - 1)
    low, top = DECK + 0.35, DECK + 0.35 + 0.93 * high
    parts = [
        (ShapeBox((0.9, 0.08, 0.42)), (0.0, 0.0, 0.0)),
        (ShapeBox((0.05, 0.5 * (top - DECK) + 0.1, 0.05)), (0.0, 0.5 * (top - DECK) + 0.1, 0.0)),
        (ShapeBox((0.035, 0.035, wide + 0.08)), (0.0, low - DECK, 0.0)),
        (ShapeBox((0.035, 0.035, wide + 0.08)), (0.0, top - DECK, 0.0)),
    ]
    cart = world.add_body(shapes=parts, position=(-END + 1.0, DECK, 0.0), mass=60.0, material="wood", group=GROUP,
                          name="cart")  # fmt: skip
    for x in (-0.75, 0.75):
        for z in (-0.75, 0.75):
            wheel = world.add_body(
                shape=ShapeCylinder(0.3, 0.06), position=cart.position + (x, 0.3 - DECK, z), mass=6.0, group=GROUP,
                orientation=kit.turn(kit.X, 90.0), material="rubber", friction=1.0, name="wheel",
            )  # fmt: skip
            world.add_joint(JointHinge(cart, wheel, anchor=wheel.position, axis=kit.Z, name="axle"))
    x, _, z = cart.position
    sail = world.add_soft(
        SoftCloth.grid(columns=COLUMNS, rows=ROWS, spacing=GAP), material="cotton", stretch=6000.0, category=2,
        break_strain=float("inf"), color=(0.93, 0.91, 0.82), group=GROUP, name="sail",
    )  # fmt: skip
    share = np.arange(ROWS) / (ROWS - 1)
    places = np.zeros((ROWS, COLUMNS, 3))
    places[..., 0] = (x + 0.045 + 0.1 * np.sin(np.pi * share))[:, None]
    places[..., 1] = (top + (low - top) * share)[:, None]
    places[..., 2] = z + GAP * (np.arange(COLUMNS) - 0.5 * (COLUMNS - 1))
    sail.positions = places.reshape(-1, 3)
    for row in (0, ROWS - 1):
        for column in range(0, COLUMNS, 2):
            sail.attach(row * COLUMNS + column, cart, compliance=5e-4)
    kit.add_fixed(world, (0.1, 0.02, 2.0), (0.0, 0.0, 0.0), material="stone", name="line")
    world.schedule(turn_wind, after_steps=10)


def check(world: World) -> None:
    """The wind has driven the cart upright along, and the sail is filled and still on its yards."""
    cart, sail = kit.named(world, "cart")[0], softly.named(world, "sail")[0]
    assert cart.position.x > -END + 2.0, f"the cart is at {cart.position.x:.2f} m"
    assert kit.axis_of(world, [cart])[0, 1] > 0.97
    assert sail.strain.max() < 0.3 and sail.part_count == 1
    middle = sail.positions[(ROWS // 2) * COLUMNS + COLUMNS // 2]
    assert abs(middle[0] - cart.position.x) > 0.15, "the sail is flat"

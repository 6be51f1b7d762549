"""Soft tires.

A cart on four tires full of air drives over a road of beams and stones, turns its motors around at the end and comes
back. The tires wrap around what they roll over; only what is higher than they can swallow lifts the cart.
Try: A filling of 5 kPa: the rims nearly reach the ground. At 40 kPa the tires are hard, and the cart rattles.
"""

import numpy as np

from physics import ShapeBox, World, build_tire
from scenes import kit
from scenes.kit import softly
from scenes.registry import Label, Slider, View, scene

RADIUS, TUBE = 0.55, 0.2
PRESSURE, SPEED = 20.0, 3.5  # [kPa], [rad/s]
END = 3.4
GROUP = -77


def drive(world: World) -> bool:
    """Turn around at the ends of the road."""
    cart = kit.named(world, "cart")[0]
    for joint in world.joints:
        if joint.name.startswith("tire") and abs(cart.position.x) > END:
            joint.motor_speed = SPEED if cart.position.x > 0.0 else -SPEED
    return True


def inflate(world: World, value: float) -> None:
    """Fill the tires to a pressure [kPa]."""
    for tire in softly.named(world, "tire"):
        tire.pressure = 1e3 * value


@scene(
    category="Soft",
    name="Soft tires",
    place="quarry",
    view=View(target=(0.0, 0.7, 0.0), distance=6.4, yaw_degrees=22.0, pitch_degrees=12.0, follow="cart"),
    sliders={"pressure": Slider("Filling", PRESSURE, 5.0, 40.0, unit="kPa", live=inflate)},
)
def build(world: World) -> None:
    """A road with beams, and a cart."""
    kit.add_ground(world)
    for k, (x, height) in enumerate(((-2.6, 0.06), (-1.5, 0.1), (-0.2, 0.14), (1.0, 0.08), (1.6, 0.08), (2.2, 0.08))):
        z = 0.72 * (-1.0) ** k if k == 2 else 0.0
        wide = 0.5 if k == 2 else 1.6
        kit.add_fixed(world, (0.09, height, wide), (x, 0.0, z), material="wood", name="beam")
    parts = [(ShapeBox((1.05, 0.12, 0.34)),), (ShapeBox((0.45, 0.22, 0.32)), (-0.25, 0.32, 0.0))]
    cart = world.add_body(shapes=parts, position=(-END + 0.4, RADIUS + 0.2, 0.0), mass=160.0, material="steel",
                          group=GROUP, name="cart")  # fmt: skip
    for x in (-0.95, 0.95):
        for z in (-0.75, 0.75):
            build_tire(
                world, cart.position + (x, -0.18, z), radius=RADIUS, tube=TUBE, segments=24, sides=9,
                pressure=1e3 * PRESSURE, chassis=cart, motor_speed=-SPEED, motor_max_force=150.0,
                break_strain=float("inf"), group=GROUP,
            )  # fmt: skip
    world.schedule(drive, after_steps=5)


def draw(world: World) -> list[Label]:
    """Pressure of the first tire."""
    return [
        Label(f"{tire.pressure / 1000.0:.0f} kPa inside", tire.position + (0.0, 0.85, 0.0))
        for tire in softly.named(world, "tire")[2:3]
    ]


def check(world: World) -> None:
    """The cart has driven over some beams, upright and on its tires, which are not in the ground."""
    cart = kit.named(world, "cart")[0]
    assert cart.position.x > -END + 1.5, f"the cart is at {cart.position.x:.2f} m"
    assert cart.position.y > RADIUS - 0.1 and kit.axis_of(world, [cart])[0, 1] > 0.9
    for tire in softly.named(world, "tire"):
        assert tire.positions[:, 1].min() > -0.04, "a tire is in the ground"
        assert tire.pressure > 5e3 and np.isfinite(tire.positions).all()

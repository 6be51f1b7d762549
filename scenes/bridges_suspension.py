"""Suspension bridge.

Two cables run over two towers; their hangers carry a deck of planks, on which carts drive back and forth. The cables
hang in a curve that spreads the load: watch it follow the carts.
Try: heavier carts, or remove a hanger ([delete]): its neighbors take over. Weak cables snap.
"""

import numpy as np

from physics import Body, JointDistance, World, build_bridge, build_rope
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, View, scene

DECK, HALF_SPAN, HALF_WIDTH, TOP = 2.0, 7.0, 1.1, 6.0  # height of the deck, half of its length and width, towers [m]
PLANKS, LINKS = 28, 30
SPEED, END = 1.6, 5.4


def steer(world: World) -> bool:
    """Both carts turn around when one of them comes to an end."""
    drives = [joint for joint in world.joints if joint.name.endswith("drive")]
    places = [joint.body_a.position.x for joint in drives]
    for joint in drives:
        forward = joint.motor_speed < 0.0
        if forward and max(places) > END or not forward and min(places) < -END:
            joint.motor_speed = -joint.motor_speed
    return True


def add_cable(world: World, towers: list[Body], planks: tuple[Body, ...], z: float, strength: float) -> None:
    """A cable from tower to tower, and hangers from it to the deck."""
    ends = (-HALF_SPAN, TOP, z), (HALF_SPAN, TOP, z)
    options = {"start_body": towers[0], "end_body": towers[1], "break_force": 1000.0 * strength, "linear_damping": 0.3}
    options |= {"material": "steel", "name": "cable"}
    cable = build_rope(world, *ends, links=LINKS, slack=0.13, radius=0.055, **options)
    for link in cable.bodies[1:-1]:
        x = link.position.x
        plank = min(planks, key=lambda body: abs(body.position.x - x))
        ends = {"anchor_a": link.position, "anchor_b": (x, DECK, z), "limits": (0.0, link.position.y - DECK)}
        world.add_joint(JointDistance(link, plank, name="hanger", **ends))


@scene(
    category="Bridges",
    name="Suspension bridge",
    place="meadow",
    view=View(target=(1.1, 3.2, -0.6), distance=11.8, yaw_degrees=26.0, pitch_degrees=12.0),
    sliders={
        "mass": Slider("Cart mass", 400.0, 50.0, 3000.0, unit="kg"),
        "strength": Slider("Cable strength", 500.0, 20.0, 1000.0, unit="kN"),
    },
)
def build(world: World, *, mass: float = 400.0, strength: float = 500.0) -> None:
    """Piers, towers, the deck, two cables and two carts."""
    kit.add_ground(world)
    towers = []
    for side in (-1.0, 1.0):
        x = side * HALF_SPAN
        kit.add_fixed(world, (1.5, 0.5 * DECK, 1.6), (x + 1.5 * side, 0.5 * DECK, 0.0), material="stone", name="pier")
        for z in (-1.0, 1.0):
            place = (x + 0.2 * side, 0.5 * TOP, z * (HALF_WIDTH + 0.2))
            towers.append(kit.add_fixed(world, (0.2, 0.5 * TOP, 0.2), place, material="concrete", name="tower"))
    ends = (-HALF_SPAN, DECK - 0.05, 0.0), (HALF_SPAN, DECK - 0.05, 0.0)
    deck = build_bridge(
        world, *ends, planks=PLANKS, width=2.0 * HALF_WIDTH, thickness=0.1, gap=0.02, slack=0.003, linear_damping=0.3,
        friction=1.0, name="plank",
    )  # fmt: skip
    for k, z in enumerate((-1.0, 1.0)):
        add_cable(world, towers[k::2], deck.bodies, 0.97 * z * HALF_WIDTH, strength)
    for number, x in enumerate((-3.5, 0.0)):
        stand.add_cart(world, (x, DECK, 0.0), speed=SPEED, mass=mass, name=f"cart {number + 1}")
    world.schedule(steer, after_steps=1)


def check(world: World) -> None:
    """The deck hangs level, the carts are on it and drive, and the hangers keep their length."""
    planks = world.read(kit.named(world, "plank"), "position")
    assert np.abs(planks[:, 1] - DECK).max() < 0.7, f"the deck sags by {np.abs(planks[:, 1] - DECK).max():.2f} m"
    carts = [body for body in kit.named(world, "cart") if body.name in ("cart 1", "cart 2")]
    place = world.read(carts, "position")
    assert (place[:, 1] > DECK - 0.6).all() and np.abs(place[:, 2]).max() < HALF_WIDTH, "a cart fell off"
    assert np.abs(world.read(carts, "velocity")[:, 0]).max() > 0.3, "the carts do not drive"
    assert max(joint.error[0] for joint in world.joints) < 0.06, "something stretches"

"""Net.

A net of cords in a frame catches what falls into it. Its knots are small balls, and its cords only pull: they stretch
most under the heaviest load. Things that are smaller than the mesh fall through.
Try: weaker cords, which snap one after another; the net opens like a zipper. Or smaller things.
"""

import numpy as np

from physics import BodyKind, ShapeBox, ShapeSphere, World, build_net
from scenes import kit
from scenes.registry import Slider, View, scene

HALF, HEIGHT, KNOTS = 1.5, 3.0, 11
PIECES, EVERY = 22, 12


def add_piece(world: World) -> bool:
    """Another thing from above, until there are enough."""
    number = world.step_count // EVERY
    size = kit.named(world, "frame")[0].user_data
    x, z = 0.24 * ((number * 5) % 7 - 3), 0.24 * ((number * 3) % 7 - 3)
    shape = ShapeSphere(size) if number % 2 else ShapeBox((0.85 * size,) * 3)
    material = ("wood", "plastic", "rubber", "glass")[number % 4]
    world.add_body(
        shape=shape,
        position=(x, HEIGHT + 1.8, z),
        density=400.0,
        material=material,
        restitution=0.0,
        name=f"piece {number}",
    )
    return number < PIECES


@scene(
    category="Nets",
    name="Net",
    place="hall",
    view=View(target=(0.0, 2.3, 0.0), distance=6.0, yaw_degrees=30.0, pitch_degrees=14.0),
    sliders={
        "size": Slider("Object size", 0.3, 0.1, 0.5, unit="m"),
        "strength": Slider("Cord strength", 80.0, 0.5, 100.0, unit="kN"),
    },
)
def build(world: World, *, size: float = 0.3, strength: float = 80.0) -> None:
    """A frame on posts, a net that fills it, and things that fall from above."""
    kit.add_ground(world)
    bar, post = ShapeBox((HALF + 0.15, 0.08, 0.08)), ShapeBox((0.08, 0.5 * HEIGHT, 0.08))
    parts = [(bar, (0.0, HEIGHT, side * (HALF + 0.08))) for side in (-1.0, 1.0)]
    parts += [(bar, (side * (HALF + 0.08), HEIGHT, 0.0), kit.turn(kit.Y, 90.0)) for side in (-1.0, 1.0)]
    parts += [(post, (x, 0.5 * HEIGHT, z)) for x in (-HALF - 0.08, HALF + 0.08) for z in (-HALF - 0.08, HALF + 0.08)]
    frame = world.add_body(kind=BodyKind.STATIC, shapes=parts, material="steel", name="frame", user_data=size)
    build_net(
        world, (-HALF, HEIGHT, -HALF), (2.0 * HALF, 0.0, 0.0), (0.0, 0.0, 2.0 * HALF), rows=KNOTS, columns=KNOTS,
        radius=0.05, slack=0.25, hold="edges", body=frame, density=3000.0, break_force=1000.0 * strength,
        material="rubber", linear_damping=0.5,
    )  # fmt: skip
    world.schedule(add_piece, after_steps=EVERY)


def check(world: World) -> None:
    """Everything is caught, and no cord is much longer than it may be."""
    place = world.read(kit.named(world, "piece"), "position")
    assert len(place) > 20 and (place[:, 1] > 0.6).all(), "something fell through the net"
    assert np.abs(place[:, ::2]).max() < HALF + 0.3, "something fell beside the net"
    cords = [joint for joint in world.joints if joint.name == "net cord"]
    stretch = max(joint.distance / joint.axes[0].limits[1] for joint in cords)
    assert stretch < 1.1, f"a cord is stretched by {100.0 * stretch - 100.0:.0f} %"

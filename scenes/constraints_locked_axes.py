"""Locked axes.

Every body here can move along some axes only, and rotate about some only: a revolving door, a slider, a post that
stays upright, a windmill, and a stack that is confined to a plane. Balls fall on them and roll into them, again and
again.
Try: push each one and see where it can go. The red balls are free.
"""

import numpy as np

from physics import ShapeBox, ShapeCapsule, ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

ONLY_X, ONLY_Y, ONLY_Z = (False, True, True), (True, False, True), (True, True, False)
BALL = {"shape": ShapeSphere(0.3), "material": "rubber"}


@scene(
    category="Constraints",
    name="Locked axes",
    place="workshop",
    view=View(target=(0.3, 1.3, 0.0), distance=11.0, yaw_degrees=14.0, pitch_degrees=15.0),
    sliders={"speed": Slider("Ball speed", 5.0, 1.0, 8.0, unit="m/s")},
)
def build(world: World, *, speed: float = 5.0) -> None:
    """Five bodies, each with other locks."""
    kit.add_ground(world)
    door = ShapeBox((1.0, 1.0, 0.1))
    world.add_body(
        shape=door, position=(-5.0, 1.1, 0.0), lock_position=True, lock_rotation=ONLY_Y, material="wood", name="door"
    )
    slider = ShapeBox((0.4, 0.4, 0.4))
    world.add_body(
        shape=slider,
        position=(-2.0, 1.5, 0.0),
        lock_position=ONLY_Z,
        lock_rotation=True,
        linear_damping=0.8,
        material="ice",
        name="slider",
    )
    post = ShapeCapsule(0.3, 0.7)
    world.add_body(shape=post, position=(0.4, 1.01, 0.0), lock_rotation=True, material="plastic", name="post")
    bar = ShapeBox((1.2, 0.1, 0.25))
    mill = world.add_body(
        shapes=[(bar,), (bar, (0, 0, 0), kit.turn(kit.Z, 90.0))], position=(3.0, 1.6, 0.0), lock_position=True,
        lock_rotation=ONLY_Z, angular_damping=0.2, material="wood", name="windmill",
    )  # fmt: skip
    mill.orientation = kit.turn(kit.Z, 15.0)
    flat = {"lock_position": ONLY_X[:1] + (False, True), "lock_rotation": ONLY_Z}
    for number in range(4):
        place = (5.5 + 0.3 * (number % 2), 0.35 + 0.7 * number, 0.0)
        world.add_body(shape=ShapeBox((0.35, 0.35, 0.35)), position=place, material="stone", name="flat box", **flat)
    for x in (-5.6, -2.0, 0.4):
        world.add_body(position=(x, 1.5, 3.0), velocity=(0.0, 2.0, -speed), name="ball", **BALL)
    world.add_body(position=(3.9, 4.0, 0.0), name="ball", **BALL)
    world.add_body(position=(5.6, 2.4, 3.0), velocity=(0.0, 2.0, -speed), name="ball", **BALL)
    put_back = shows.putting_back(body for body in world.bodies if body.name != "ground")
    shows.every(world, 400, lambda world, _: put_back(world))


def check(world: World) -> None:
    """Each moved where it may, and nowhere else."""
    body = {item.name: item for item in world.bodies}
    np.testing.assert_allclose(body["door"].position, (-5.0, 1.1, 0.0), atol=1e-6, err_msg="the door left its place")
    assert abs(kit.axis_of(world, [body["door"]])[0, 1] - 1.0) < 1e-5, "the door tilts"
    assert abs(kit.axis_of(world, [body["door"]], 0)[0, 0]) < 0.99, "the door did not open"
    slider = body["slider"].position
    assert abs(slider.x + 2.0) + abs(slider.y - 1.5) < 1e-6, "the slider left its rail"
    assert slider.z < -0.5, "the slider was not pushed"
    assert abs(kit.axis_of(world, [body["post"]])[0, 1] - 1.0) < 1e-6, "the post fell"
    mill = body["windmill"]
    assert abs(kit.axis_of(world, [mill], 2)[0, 2] - 1.0) < 1e-5, "the windmill left its plane"
    assert abs(mill.orientation[2] - np.sin(np.radians(7.5))) > 0.01, "the windmill did not turn"
    assert np.abs(world.read(kit.named(world, "flat"), "position")[:, 2]).max() < 1e-6, "a flat box left its plane"

"""Heavy on light.

Each column of three light boxes of 10 kg carries a block that is 100, 200 or 300 times as heavy. Many solvers squeeze
the light boxes out, or let the block sink in; here the loaded columns get more substeps. A hoist lowers the blocks, and
lifts them again.
Try: raise the ratios threefold: the light boxes still carry. Or drop one block on another.
"""

import numpy as np

from physics import JointDistance, ShapeBox, World
from scenes import kit
from scenes.registry import Slider, View, scene

LIGHT_MASS = 10.0
RATIOS = (100, 200, 300)
LIGHT_COUNT = 3
BEAM, LIFT, SLACK = 6.6, 0.7, 0.12  # height of the hoist, how far it lifts, and slack ropes of blocks that rest [m]
PERIOD, DOWN, UP, MOVE = 540, 45, 390, 75  # steps of a round, until it lowers, until it lifts, and of a way


def hoist(world: World) -> bool:
    """Let the ropes out, and draw them in again."""
    step = world.step_count % PERIOD
    down = min(max((step - DOWN) / MOVE, 0.0), 1.0) - min(max((step - UP) / MOVE, 0.0), 1.0)
    length = BEAM - LIGHT_COUNT - 1.0 - LIFT + down * (LIFT + SLACK)
    for joint in world.joints:
        if joint.name == "rope" and abs(joint.limits[1] - length) > 1e-9:
            joint.limits = (0.0, length)
    return True


@scene(
    category="Stacking",
    name="Heavy on light",
    place="workshop",
    view=View(target=(0.0, 3.0, 0.0), distance=10.5, yaw_degrees=28.0, pitch_degrees=8.0),
    sliders={"factor": Slider("Factor on the mass ratios", 1.0, 0.1, 3.0)},
)
def build(world: World, *, factor: float = 1.0) -> None:
    """Three columns below a beam with ropes."""
    kit.add_ground(world)
    beam = kit.add_fixed(world, (4.6, 0.15, 0.2), (0.0, BEAM + 0.15, 0.0), material="steel", name="beam")
    for side in (-4.4, 4.4):
        kit.add_fixed(world, (0.15, 0.5 * BEAM, 0.2), (side, 0.5 * BEAM, 0.0), material="steel", name="post")
    shape = ShapeBox((0.5, 0.5, 0.5))
    for lane, ratio in enumerate(RATIOS):
        x = 2.6 * (lane - 1)
        kit.add_tower(world, levels=LIGHT_COUNT, x=x, mass=LIGHT_MASS, name=f"light box {lane}")
        top = (x, LIGHT_COUNT + 1.0 + LIFT, 0.0)
        block = world.add_body(
            shape=shape, position=(x, LIGHT_COUNT + 0.5 + LIFT, 0.0), material="iron", mass=LIGHT_MASS * ratio * factor,
            name=f"block of {LIGHT_MASS * ratio * factor:.0f} kg",
        )  # fmt: skip
        limits = (0.0, BEAM - top[1])
        rope = JointDistance(
            beam, block, anchor_a=(x, BEAM, 0.0), anchor_b=top, limits=limits, collide=True, name="rope"
        )
        world.add_joint(rope)
    world.schedule(hoist, after_steps=1)


def check(world: World) -> None:
    """The blocks are on top, what is below carries their weight, and is not pressed together by more than 5 %."""
    bodies = kit.named(world, "light") + kit.named(world, "block")
    assert np.linalg.norm(world.read(bodies, "velocity"), axis=1).max() < 0.02, "a column still moves"
    for lane, block in enumerate(kit.named(world, "block")):
        column = [*kit.named(world, f"light box {lane}"), block]
        place = world.read(column, "position")
        assert np.diff(place[:, 1]).min() > 0.95, "a light box is squeezed"
        assert np.ptp(place[:, [0, 2]], axis=0).max() < 0.02, "a light box is pushed out"
    for body in bodies:
        share = kit.carried(world, [body])
        assert abs(share - 1.0) < 0.03, f"contacts carry {share:.3f} of the weight of the {body.name}"

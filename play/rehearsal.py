"""Rehearsal: does once, in a small world of its own, what games do, so that it is fast from then on."""

import functools

import numpy as np

from physics import BodyKind, JointFixed, JointHinge, ShapeBox, ShapeMesh, ShapeSphere, World
from play.figure import skeleton

STEP = 1.0 / 60.0


@functools.cache
def rehearse() -> None:
    """Load all machine code that games call from disk: each piece takes a hundredth of a second the first time.

    Otherwise frames would be late in the middle of play: when the first weapon is drawn, when something explodes.
    """
    world, ball, box = World(), ShapeSphere(0.2), ShapeBox((0.5, 0.5, 0.5))
    corners, triangle = np.array([(-9.0, 0.0, -9.0), (9.0, 0.0, -9.0), (0.0, 0.0, 9.0)]), np.array([(0, 2, 1)])
    world.add_body(kind=BodyKind.STATIC, shape=ShapeMesh(corners, triangle))
    slab = world.add_body(kind=BodyKind.KINEMATIC, shape=box, position=(3.0, 0.5, 0.0))
    crate = world.add_body(shape=box, position=(0.0, 0.49, 0.0))
    other = world.add_body(shape=box, position=(0.0, 1.48, 0.0))
    fast = world.add_body(shape=ball, position=(-5.0, 2.0, 0.0), velocity=(90.0, 0.0, 0.0), ccd="sweep", bullet=True)
    fixed = JointFixed(crate, other, anchor=(0.0, 1.0, 0.0))
    world.add_joint(fixed)
    world.add_joint(JointHinge(None, other, anchor=(0.0, 1.0, 0.0), axis=(0.0, 1.0, 0.0)))
    for _ in range(2):
        slab.set_target((3.0, 0.6, 0.0), dt=STEP)
        crate.apply_force((0.0, 1.0, 0.0))
        world.step(STEP)
    world.ray_cast((0.0, 5.0, 0.0), (0.0, -1.0, 0.0), 9.0, ignore=(fast,))
    world.ray_cast_all((0.0, 5.0, 0.0), (0.0, -1.0, 0.0), 9.0)
    world.ray_cast_batch(np.zeros(3), np.tile((0.0, 1.0, 0.0), (256, 1)), 0.1)
    world.shape_cast(ball, (0.0, 5.0, 0.0), motion=(0.0, -9.0, 0.0), ignore=(fast,))
    world.overlap(ball, (0.0, 1.0, 0.0))
    world.explode((0.0, 3.0, 0.0), impulse=1.0, radius=9.0)
    world.read((crate, other), "position")
    world.write((crate,), position=np.array([(0.0, 0.5, 0.0)]))
    crate.position = (0.0, 0.5, 0.0)
    world.remove_joint(fixed)
    world.remove_body(other)
    world.step(STEP)
    world.load_state(world.save_state())
    skeleton.looks()

"""Sleep by color."""

import numpy as np

from app.overlays.palette import BLUE, ORANGE
from physics import ShapeSphere
from tests.app.overlays.showing import make_world, run, show


def test_sleepers_are_blue_and_others_orange():
    world = run(make_world(), 240)
    world.add_body(shape=ShapeSphere(0.5), position=(20, 9, 0))
    asleep = ~world.snapshot().awake & (world.snapshot().kind != 0)
    tint = show(world, "sleep").tint
    assert asleep[1] and (tint[asleep, :3] == np.float32(BLUE[:3])).all()
    assert (tint[-1, :3] == np.float32(ORANGE[:3])).all() and tint[0, 3] == 0.0 and tint[-1, 3] > 0.5

"""Tennis racket flips.

Nine T-handles rotate in space, three about each of their axes. About the smallest and the largest moment of inertia
they rotate steadily; about the middle one they flip over and over, as Dzhanibekov saw in 1985 on Salyut 7.
Try: a larger nudge, and the flips begin sooner; without any they wait for rounding errors.
"""

import numpy as np

from physics import ShapeCapsule, World
from scenes import kit
from scenes.registry import Slider, View, scene

SPIN = 7.0
#: Which own axis the handles of a row turn about; the bar lies along x, the stem along y.
ROWS = (("about its bar", kit.X), ("about its stem", kit.Y), ("flat", kit.Z))


@scene(
    category="Rotation",
    name="Tennis racket flips",
    place="hall",
    view=View(target=(0.0, 3.2, 0.0), distance=8.5, yaw_degrees=20.0, pitch_degrees=10.0),
    sliders={"nudge": Slider("Nudge", 0.05, 0.0, 0.5, unit="rad/s")},
)
def build(world: World, *, nudge: float = 0.05) -> None:
    """Three rows of T-handles without gravity."""
    world.gravity = (0.0, 0.0, 0.0)
    kit.add_ground(world)
    lying = kit.turn(kit.Z, 90.0)
    for row, (name, axis) in enumerate(ROWS):
        for column in range(3):
            spin = SPIN * np.array(axis) + nudge * (1.0 + 0.5 * column) * np.roll(axis, 1)
            world.add_body(
                shapes=[(ShapeCapsule(0.1, 0.3), (0.0, -0.3, 0.0)), (ShapeCapsule(0.14, 0.5), (0.0, 0.2, 0.0), lying)],
                position=(2.4 * (column - 1), 1.4 + 2.0 * row, 0.0), angular_velocity=spin,
                material="steel", can_sleep=False, name=f"handle {name}",
            )  # fmt: skip


def check(world: World) -> None:
    """Angular momentum is as it was; the axis of the middle moment left its place, the others did not."""
    for name, axis in ROWS:
        handles = kit.named(world, f"handle {name}")
        moments = np.diag(handles[0].inertia)
        middle = np.argsort(moments)[1] == np.argmax(axis)
        along = kit.axis_of(world, handles, int(np.argmax(axis))) @ np.array(axis)
        if middle:
            assert (along < 0.5).any(), "no handle flips"
        else:
            assert (along > 0.95).all(), f"a handle that turns {name} tumbles"
        for handle in handles:
            momentum = kit.angular_momentum(handle)
            start = moments[np.argmax(axis)] * SPIN
            assert abs(momentum @ np.array(axis) / start - 1.0) < 0.02, "angular momentum changed"
            assert np.linalg.norm(handle.velocity) < 1e-3, "a handle drifts"

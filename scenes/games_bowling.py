"""Bowling.

Ten pins at the end of a smooth lane, twice as large as real ones, and a ball on its way, slightly off the middle. Every
eight seconds the pins are set up again, and the next ball is aimed a little differently. The pins on the other lane are
yours.
Try: aim at the gap between the first pin and the second; the pins do the rest.
"""

import numpy as np

from physics import Body, ShapeBox, ShapeCapsule, ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

LANE_Z = (1.3, -1.3)
PIN_HEIGHT = 0.76
PERIOD, SHIFTS = 480, (0.0, -0.35, 0.2, -0.1, 0.45)  # steps from ball to ball; what is added to the aim [m]


def add_pin(world: World, x: float, z: float, number: int) -> Body:
    """A flat foot, a belly, a neck and a head; its origin is on the ground."""
    parts = [
        (ShapeBox((0.09, 0.03, 0.09)), (0.0, 0.03, 0.0)),
        (ShapeCapsule(0.115, 0.1), (0.0, 0.25, 0.0)),
        (ShapeCapsule(0.06, 0.12), (0.0, 0.5, 0.0)),
        (ShapeSphere(0.08), (0.0, PIN_HEIGHT - 0.08, 0.0)),
    ]
    return world.add_body(
        shapes=parts,
        position=(x, 0.1, z),
        material="ice",
        friction=0.3,
        restitution=0.4,
        mass=9.0,
        name=f"pin {number}",
    )


@scene(
    category="Games",
    name="Bowling",
    place="hall",
    view=View(target=(3.9, 0.35, 0.3), distance=5.0, yaw_degrees=-60.0, pitch_degrees=17.0),
    sliders={
        "speed": Slider("Ball speed", 9.0, 2.0, 14.0, unit="m/s"),
        "aim": Slider("Aim", 0.09, -0.8, 0.8, unit="m"),
    },
)
def build(world: World, *, speed: float = 9.0, aim: float = 0.09) -> None:
    """Two lanes with ten pins each."""
    kit.add_ground(world)
    set_up = []
    for lane, middle in enumerate(LANE_Z):
        kit.add_fixed(world, (8.0, 0.05, 1.0), (-1.5, 0.05, middle), name="lane")
        number = 0
        for row in range(4):
            for place in range(row + 1):
                number += 1
                x, z = 3.6 + 0.53 * row, middle + 0.61 * (place - 0.5 * row)
                pin = add_pin(world, x, z, number)
                pin.user_data = lane
                set_up += [pin] if lane == 0 else []
    kit.add_fixed(world, (0.2, 0.8, 2.6), (7.2, 0.8, 0.0), material="leather", restitution=0.0, name="back wall")
    for z in (-2.5, 0.0, 2.5):
        kit.add_fixed(world, (8.0, 0.15, 0.08), (-1.5, 0.15, z), name="gutter")
    balls = []
    for middle, rolls in ((LANE_Z[0], True), (LANE_Z[1], False)):
        balls.append(world.add_body(
            shape=ShapeSphere(0.22), position=(-6.0, 0.32, middle + aim), velocity=(rolls * speed, 0.0, 0.0),
            angular_velocity=(0.0, 0.0, -rolls * speed / 0.22), mass=45.0, material="iron", friction=0.3,
            restitution=0.1, name="bowling ball",
        ))  # fmt: skip
    put_back, number = shows.putting_back((*set_up, balls[0])), balls[0].id

    def again(world: World, turn: int) -> None:
        """Set the pins up, and roll the next ball."""
        put_back(world)
        for ball in kit.named(world, "bowling ball"):
            if ball.id == number:
                ball.position = ball.position + (0.0, 0.0, SHIFTS[(turn + 1) % len(SHIFTS)])

    shows.every(world, PERIOD, again)


def check(world: World) -> None:
    """The ball went through and felled most pins of its lane; those of the other lane stand still."""
    pins = kit.named(world, "pin")
    upright = kit.axis_of(world, pins)[:, 1]
    lane = np.array([pin.user_data for pin in pins])
    assert (upright[lane == 0] < 0.5).sum() >= 6, f"only {(upright[lane == 0] < 0.5).sum()} pins fell"
    assert upright[lane == 1].min() > 0.999, "a pin fell by itself"
    assert not world.read([pins[k] for k in np.flatnonzero(lane == 1)], "awake").any(), "the waiting pins never rest"
    assert kit.named(world, "bowling")[0].position.x > 5.0, "the ball did not get through"

"""Trampoline.

Three figures jump on a round sheet of strong cloth that is stretched in a ring. The sheet takes their fall and gives it
back; they jump again and again, turning as they do, and are put back when they have rolled off.
Try: A slacker sheet, which is softer. Or drop a heavy ball among them.
"""

import numpy as np

from physics import Body, World, build_ragdoll, build_trampoline
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Slider, View, scene

RADIUS, HEIGHT = 2.6, 1.1
FIGURES = ((-0.7, 2.4, 0.3), (0.8, 3.2, -0.2), (0.0, 4.0, 0.5))
STRETCH = 40.0


def jump(world: World, count: int) -> None:
    """Let a figure that is over the sheet jump."""
    for body in kit.named(world, f"figure {count % len(FIGURES)}"):
        if np.hypot(body.position.x, body.position.z) < RADIUS and body.position.y < HEIGHT + 1.0:
            body.velocity = (-0.5 * body.position.x, 7.0, -0.5 * body.position.z)


@scene(
    category="Soft",
    name="Trampoline",
    place="hall",
    view=View(target=(0.0, 1.9, 0.0), distance=6.2, yaw_degrees=26.0, pitch_degrees=12.0),
    sliders={
        "stretch": Slider("Stiffness of the sheet", STRETCH, 8.0, 80.0, unit="kN/m",
                          live=softly.set_number("trampoline", "stretch", 1e3)),
    },
)  # fmt: skip
def build(world: World) -> None:
    """A trampoline, and figures over it."""
    kit.add_ground(world)
    build_trampoline(world, (0.0, 0.0, 0.0), radius=RADIUS, height=HEIGHT, rings=11, tension=0.02,
                     color=(0.10, 0.13, 0.20), stretch=1e3 * STRETCH, thickness=0.02,
                     break_strain=float("inf"))  # fmt: skip
    bodies: list[Body] = []
    for k, place in enumerate(FIGURES):
        doll = build_ragdoll(world, place, height=1.3, mass=30.0, orientation=kit.turn(kit.Y, 40.0 * k),
                             joint_friction=4.0,
                             restitution=0.0, name=f"figure {k}")  # fmt: skip
        bodies += doll.bodies
    put_back = shows.putting_back(bodies)
    shows.every(world, 45, jump, first=100)
    shows.every(world, 600, lambda world, _: put_back(world))


def check(world: World) -> None:
    """Nobody fell through the sheet, which has thrown them about, and it is still stretched in its ring."""
    sheet = softly.named(world, "trampoline")[0]
    places = world.read(kit.named(world, "figure"), "position")
    inside = np.hypot(places[:, 0], places[:, 2]) < RADIUS - 0.1
    assert inside.mean() > 0.5, "they have all been thrown off"
    assert places[inside, 1].min() > 0.25, "somebody fell through the sheet"
    assert places[:, 1].max() < 4.6, "the trampoline gives more than it takes"
    chests = [body.position.y for body in kit.named(world, "figure") if body.name.endswith("chest")]
    assert min(chests) < 2.9, "nobody has fallen"
    assert sheet.strain.max() < 0.4 and sheet.part_count == 1

"""Planets.

A sun, six planets, rocks and a comet: in every step the sun attracts each of them by G M / r². The planets stay on
their circles, with Kepler's periods, T^2 proportional to r^3; the comet falls in and flies out again.
Try: push a planet forward; it climbs and slows down. A heavier sun pulls everything inward.
"""

import math

import numpy as np

from physics import BodyKind, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

STEP = 1.0 / 60.0  # of the world [s]
PULL = 60.0  # G M [m^3/s^2]
HEIGHT = 3.0
ORBITS = ((2.2, 0.16, "iron"), (3.2, 0.25, "stone"), (4.3, 0.27, "ice"), (5.4, 0.2, "rubber"), (7.4, 0.55, "wood"),
          (9.4, 0.45, "glass"))  # fmt: skip
ROCKS = 40


def set_pull(world: World, value: float) -> None:
    """Set G M [m^3/s^2]; the sun keeps it."""
    for sun in kit.named(world, "sun"):
        sun.user_data = value


def pull(world: World, dt: float = STEP) -> bool:
    """Have the sun attract everything for a time.

    Speeds change halfway between two places ("leapfrog", after half a pull at the start), so that orbits neither grow
    nor shrink; a force that is constant over the step would lift the innermost planet by 2 % in a second.
    """
    sun = kit.named(world, "sun")[:1]
    bodies = [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]
    if sun and bodies:
        offset = np.array(sun[0].position) - world.read(bodies, "position")
        distance = np.maximum(np.linalg.norm(offset, axis=1, keepdims=True), 0.5)
        change = dt * sun[0].user_data * offset / distance**3
        world.write(bodies, velocity=world.read(bodies, "velocity") + change)
    return True


@scene(
    category="Forces",
    name="Planets",
    place="space",
    view=View(target=(0.0, HEIGHT, 0.0), distance=16.0, yaw_degrees=20.0, pitch_degrees=32.0),
    sliders={"pull": Slider("Gravity of the sun", PULL, 0.0, 150.0, unit="m³/s²", live=set_pull)},
)
def build(world: World) -> None:
    """Circles and an ellipse around the sun, and a belt of small rocks."""
    world.gravity = (0.0, 0.0, 0.0)
    kit.add_ground(world)
    random = kit.random(1609)
    world.add_material("yellow lamp", density=1400.0, friction=0.5, restitution=0.0)  # it shines
    sun = world.add_body(
        kind=BodyKind.STATIC, shape=ShapeSphere(1.0), position=(0.0, HEIGHT, 0.0), material="yellow lamp", name="sun"
    )
    sun.user_data = PULL
    free = {"can_sleep": False, "rolling_friction": 0.0}
    orbits = [(r, size, material, f"planet {n + 1}") for n, (r, size, material) in enumerate(ORBITS)]
    orbits += [(r, 0.05, "stone", "rock") for r in random.uniform(6.1, 6.5, ROCKS)]
    for n, (radius, size, material, name) in enumerate(orbits):
        angle = 2.4 * n
        speed = math.sqrt(PULL / radius)
        world.add_body(
            shape=ShapeSphere(size), material=material, name=name, **free,
            position=(radius * math.sin(angle), HEIGHT, radius * math.cos(angle)),
            velocity=(speed * math.cos(angle), 0.0, -speed * math.sin(angle)),
        )  # fmt: skip
    place, velocity = (-9.0, HEIGHT + 3.0, 0.0), (0.0, 0.0, 0.55 * math.sqrt(PULL / 9.5))
    world.add_body(shape=ShapeSphere(0.15), position=place, velocity=velocity, material="ice", name="comet", **free)
    pull(world, 0.5 * STEP)
    world.schedule(pull, after_steps=1)


def check(world: World) -> None:
    """The planets are on their circles at their angles; the comet has its energy, and fell in as Kepler says."""
    for number, planet in enumerate(kit.named(world, "planet")):
        radius = ORBITS[number][0]
        offset = np.array(planet.position) - (0.0, HEIGHT, 0.0)
        assert abs(np.linalg.norm(offset) / radius - 1.0) < 0.005, f"{planet.name} left its circle"
        angle = 2.4 * number + math.sqrt(PULL / radius**3) * world.time
        error = math.remainder(math.atan2(offset[0], offset[2]) - angle, 2.0 * math.pi)
        assert abs(error) < 0.02, f"{planet.name} is {math.degrees(error):.1f} degrees off its time"
    comet = kit.named(world, "comet")[0]
    offset = np.array(comet.position) - (0.0, HEIGHT, 0.0)
    distance = np.linalg.norm(offset)
    velocity = np.array(comet.velocity) + 0.5 * STEP * PULL * offset / distance**3  # half a pull less
    energy = 0.5 * velocity @ velocity - PULL / distance
    farthest = math.hypot(9.0, 3.0)
    start = 0.5 * 0.55**2 * PULL / 9.5 - PULL / farthest
    assert abs(energy / start - 1.0) < 0.005, "the comet gained or lost energy"
    half_axis = -0.5 * PULL / start
    eccentricity = farthest / half_axis - 1.0
    mean = anomaly = math.pi + math.sqrt(PULL / half_axis**3) * world.time
    for _ in range(60):
        anomaly = mean + eccentricity * math.sin(anomaly)
    expected = half_axis * (1.0 - eccentricity * math.cos(anomaly))
    assert abs(distance / expected - 1.0) < 0.01, f"the comet is {distance:.2f} m from the sun, not {expected:.2f} m"
    assert distance < 0.5 * farthest, f"the comet did not fall in, it is {distance:.2f} m from the sun"

"""Two cars.

You sit in the blue car, which has real wheels on hinge-2 joints. The green one has wheels that are cast down to the
ground; engine, gearbox and body are the same. A computer driver takes it around a loop with banked bends. In the middle
are a ramp and curbs.
Try: catch up with the green car, and take the sway bars out; curbs break wheels off, if you hit them often enough.
"""

import numpy as np

from physics import BodyKind, ShapeHull, ShapeMesh, Vec3, World
from play.game import Game, game_of
from play.vehicles.car_jointed import CarJointed
from play.vehicles.car_rays import CarRays
from play.vehicles.driver import Chauffeur, Driver
from scenes import kit
from scenes.registry import Slider, View, scene

STRAIGHT, RADIUS, HALF_WIDTH = 70.0, 25.0, 5.0  # [m]
BANK = 0.2  # of the bends [rad]
LOW = 0.04  # height of the inner edge [m]

HINTS = (
    ("Blue car", "[move_forward] throttle, [move_back] brake and reverse, [jump] handbrake, [camera_cycle] camera. "
     "[reset_vehicle] puts it on its wheels, twice: back to the start. [repair] puts lost wheels back on."),
    ("Green car", "A computer drives it. To do that yourself: [free_camera], look at it, [attach]."),
    ("In the middle", "A ramp to jump from, and three curbs: the higher, the sooner a wheel comes off."),
)  # fmt: skip


def line(count: int = 300) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Middle of the track on its surface, direction to its right, shape [count, 3] each, and bank [rad], [count].

    It goes around counterclockwise seen from above, so that its bends are to the left.
    """
    around = np.pi * RADIUS
    length = 2.0 * (STRAIGHT + around)
    s = np.arange(count) * (length / count)
    lap, half = np.divmod(s, STRAIGHT + around)
    bend = np.clip((half - STRAIGHT) / RADIUS, 0.0, np.pi)
    z = 0.5 * STRAIGHT - np.minimum(half, STRAIGHT) - RADIUS * np.sin(bend)
    x = RADIUS * np.cos(bend)
    right = np.column_stack((np.cos(bend), 0.0 * s, -np.sin(bend)))
    sign = np.where(lap == 0, 1.0, -1.0)[:, None]
    ease = np.clip(np.minimum(half - STRAIGHT + 14.0, STRAIGHT + around - half + 14.0) / 28.0, 0.0, 1.0)
    ease = np.maximum(ease, np.clip((14.0 - half) / 28.0, 0.0, 1.0))
    bank = BANK * ease * ease * (3.0 - 2.0 * ease)
    middle = np.column_stack((x, 0.0 * s, z)) * sign
    middle[:, 1] = LOW + HALF_WIDTH * np.sin(bank)
    return middle, right * sign, bank


def track_mesh() -> ShapeMesh:
    """The road, and slopes from its edges down into the ground."""
    middle, right, bank = line(240)
    up = np.array((0.0, 1.0, 0.0))
    rise = np.sin(bank)[:, None] * up + np.cos(bank)[:, None] * right
    rows = [middle + s * rise for s in np.linspace(-HALF_WIDTH, HALF_WIDTH, 5)]
    for edge, side in ((rows[0], -1.0), (rows[-1], 1.0)):
        foot = edge + side * right * (0.3 + 2.0 * edge[:, 1:2])
        foot[:, 1] = -0.02
        rows = [foot, *rows] if side < 0.0 else [*rows, foot]
    grid = np.stack(rows, axis=1)
    return ShapeMesh(*kit.sheet(np.concatenate((grid, grid[:1]))[:, ::-1]))


def ramp(length: float, height: float, half_width: float) -> ShapeHull:
    """A wedge that rises toward -Z, its foot at the origin."""
    sides = (-half_width, half_width)
    corners = [(x, y, z) for x in sides for y, z in ((-0.05, 0.0), (-0.05, -length), (height, -length))]
    return ShapeHull(corners)


def take_bars(world: World, value: float) -> None:
    """Take the sway bars out (1), or put them in (0)."""
    for vehicle in game_of(world).vehicles:
        vehicle.sway_bars = value < 0.5


@scene(
    category="Vehicles",
    name="Two cars",
    place="meadow",
    view=View(target=(16.0, 1.0, 20.0), distance=26.0, yaw_degrees=30.0, pitch_degrees=22.0),
    sliders={"no_bars": Slider("Without sway bars", 0, 0, 1, integer=True, live=take_bars)},
)
def build(world: World) -> None:
    """A loop, a ramp, kerbs, and both cars: one for the player, one with a driver."""
    kit.add_ground(world)
    world.add_material("asphalt", density=2400.0, friction=0.81, restitution=0.1)  # 0.9 with rubber
    world.add_body(kind=BodyKind.STATIC, shape=track_mesh(), material="asphalt", name="track")
    fixed = {"kind": BodyKind.STATIC, "material": "stone"}
    world.add_body(shape=ramp(7.0, 1.0, 2.2), position=(-6.0, 0.0, 12.0), name="ramp", **fixed)
    for k, height in enumerate((0.08, 0.12, 0.16)):
        kit.add_fixed(world, (2.2, height, 0.3), (6.0, 0.0, 12.0 - 8.0 * k), name="kerb", material="stone")
    game = Game(world)
    middle, right, _ = line()
    chauffeur = Chauffeur(world, Driver(middle, HALF_WIDTH))
    cars = []
    for kind, name, paint, k, across in (
        (CarJointed, "blue car", "blue paint", 6, 2.0),
        (CarRays, "green car", "green paint", 12, -2.0),
    ):
        place = Vec3(*(middle[k] + across * right[k]))
        cars.append(game.add_vehicle(kind(world, place, 0.0, name=name, paint=paint)))
    chauffeur.cars = tuple(cars)
    game.attach(0)
    game.hints = HINTS


def check(world: World) -> None:
    """The blue car waits for the player on its wheels, the green one drives along the track."""
    waiting, driven = game_of(world).vehicles
    for vehicle in (waiting, driven):
        assert not vehicle.upside_down and all(vehicle.attached), f"the {vehicle.name} crashed"
    assert waiting.chassis.velocity.length < 0.05, "the blue car does not wait"
    assert driven.speed > 5.0, f"the green car drives at {driven.speed:.1f} m/s"
    away = abs(Driver(line()[0], HALF_WIDTH).offset(driven.chassis.position))
    assert away < HALF_WIDTH - 1.0, f"the green car is {away:.1f} m off the middle"

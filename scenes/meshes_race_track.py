"""Race track.

Balls roll and ice capsules slide around a banked loop, a single triangle mesh with walls on both sides. The bends are
banked for 6 m/s. Two boosters, marked by arrows, make up for friction and drag.
Try: more boost, until they climb the banks and jump over the wall, or boost in the other direction.
"""

import numpy as np

from physics import BodyKind, FieldUniform, ShapeCapsule, ShapeMesh, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, Strokes, View, scene

RINGS, SPEED = 160, 6.0  # of triangles around the loop; that the banks are made for [m/s]
HALF_WIDTH, WALL, THICK = 1.5, 0.6, 0.15
RACERS, PUSH = 36, 2.5
BOOSTERS = [((-4.5, 0.0, 3.0), (4.5, 5.0, 9.0)), ((-4.5, 0.0, -9.0), (4.5, 5.0, -3.0))]  # [m]
MATERIALS = ("rubber", "plastic", "steel", "glass")


def track() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Middle of the track, direction, outward and upward across it, shape [RINGS + 1, 3] each."""
    angle = kit.angles_around(RINGS)
    height = 1.2 + 0.25 * np.sin(2.0 * angle)
    egg = 8.5 * np.cos(angle) + 0.7 * np.cos(2.0 * angle)
    middle = np.column_stack((egg, height, -6.0 * np.sin(angle)))[:-1]
    along = np.roll(middle, -1, axis=0) - np.roll(middle, 1, axis=0)
    length = np.linalg.norm(along, axis=1, keepdims=True)
    along /= length
    bend = (np.roll(along, -1, axis=0) - np.roll(along, 1, axis=0)) / length  # curvature [1/m]
    out = np.cross(along, kit.Y)
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    bank = np.arctan(-(bend * out).sum(axis=1) * SPEED**2 / 9.81)[:, None]
    over = np.cross(out, along)
    parts = middle, along, np.cos(bank) * out + np.sin(bank) * over, np.cos(bank) * over - np.sin(bank) * out
    return tuple(np.concatenate((part, part[:1])) for part in parts)


def track_mesh() -> ShapeMesh:
    """Floor and walls on a dam that reaches down to the ground."""
    middle, _, out, up = track()
    side, top = HALF_WIDTH + THICK, WALL
    floor = [(s, 0.0) for s in np.linspace(HALF_WIDTH, -HALF_WIDTH, 7)]
    section = [(side, -0.2), (side, top), (HALF_WIDTH, top), *floor, (-HALF_WIDTH, top), (-side, top), (-side, -0.2)]
    lines = [middle + s * out + n * up for s, n in section]
    feet = [np.column_stack((line[:, 0], np.full(len(line), -0.1), line[:, 2])) for line in (lines[-1], lines[0])]
    return ShapeMesh(*kit.sheet(np.stack((*lines, *feet, lines[0]), axis=1)))


def boost(world: World, value: float) -> None:
    """Set the acceleration in the boosters [m/s^2]."""
    for field, sign in zip(world.fields, (1.0, -1.0), strict=True):
        field.acceleration = (sign * value, 0.0, 0.0)


@scene(
    category="Meshes",
    name="Race track",
    place="meadow",
    view=View(target=(-1.0, 0.9, 0.2), distance=15.8, yaw_degrees=-12.0, pitch_degrees=46.0),
    sliders={"push": Slider("Boost", PUSH, -8.0, 8.0, unit="m/s²", live=boost)},
)
def build(world: World) -> None:
    """The track, and racers in rows of three that already roll."""
    kit.add_ground(world)
    world.add_body(kind=BodyKind.STATIC, shape=track_mesh(), material="wood", restitution=0.1, name="track")
    for bounds in BOOSTERS:
        world.add_field(FieldUniform((0.0, 0.0, 0.0), bounds=bounds))
    boost(world, PUSH)
    middle, along, out, up = track()
    for number in range(RACERS):
        k = 5 * (number // 3) + 2
        slides = number % 3 == 2
        radius = 0.22 if slides else 0.27
        place = middle[k] + 0.8 * (number * 2 % 3 - 1) * out[k] + (radius + 0.02) * up[k]
        turned = (*np.cross(kit.Y, along[k]), 1.0 + along[k, 1])  # a capsule lies along the track
        world.add_body(
            shape=ShapeCapsule(radius, 0.25) if slides else ShapeSphere(radius), position=place, orientation=turned,
            velocity=SPEED * along[k], angular_velocity=(not slides) * -SPEED / radius * out[k], restitution=0.3,
            material="ice" if slides else MATERIALS[number % 4], linear_damping=0.1, name=f"racer {number}",
        )  # fmt: skip


def draw(world: World) -> list[Strokes]:
    """Arrows in the boosters, as long as these push."""
    middle, along, out, up = track()
    places = [k for k in range(0, RINGS, 4) if abs(middle[k, 0]) < 4.5]
    push = world.fields[0].acceleration.x
    tip, tail = (middle[places] + 0.03 * up[places] + s * push * along[places] for s in (0.1, -0.1))
    wing = 0.4 * out[places]
    return [Strokes(np.concatenate((tip, tip)), np.concatenate((tail - wing, tail + wing)))]


def check(world: World) -> None:
    """Everyone is on the track, between the walls, goes round the right way, and has done so from the start."""
    racers = kit.named(world, "racer")
    place, velocity = world.read(racers, "position"), world.read(racers, "velocity")
    middle, along, out, up = (part[:-1] for part in track())
    k = np.linalg.norm(place[:, None] - middle, axis=2).argmin(axis=1)
    offset = place - middle[k]
    across, above = (offset * out[k]).sum(axis=1), (offset * up[k]).sum(axis=1)
    assert abs(across).max() < HALF_WIDTH, "a racer is in a wall, or beyond"
    assert above.min() > 0.15, "a racer is in the floor"
    assert above.max() < WALL + 0.3, "a racer jumps"
    pace = (velocity * along[k]).sum(axis=1)
    assert pace.min() > 1.0 and 4.0 < pace.mean() < 7.0, f"they go at {pace.mean():.1f} m/s, {pace.min():.1f} at least"
    way = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(track()[0], axis=0), axis=1)))
    start = 5 * (np.arange(RACERS) // 3) + 2
    gone, time = (way[k] - way[start]) % way[-1], world.time
    assert gone.min() > time and 4.0 * time < gone.mean() < 7.0 * time, (
        f"they went {gone.mean():.1f} m in {time:.1f} s, {gone.min():.1f} m at least"
    )

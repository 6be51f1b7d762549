"""Plan of the village: heights of the ground, the way of the track, and what is level. All other makers ask here.

The middle is at (0, 0); x goes to the right (east), z towards the viewer (south), y up. All lengths in meters.
"""

import dataclasses
import functools

import numpy as np

#: Half of the side of the world, and of one cell of its ground [m].
HALF, CELL = 100.0, 2.0

#: Half width of the asphalt; how far the kerbs and the shoulders reach from the middle [m].
ROAD_HALF, KERB, SHOULDER = 4.2, 4.8, 7.4
#: How deep below the road the ground is, and from which distance on it is as it was [m].
CARVED, FREE = 0.30, 19.0
#: Distance between two cross sections of the track, about [m].
SECTION = 1.25

#: Half length of the straights of the track, radius of its bends, and z of the southern straight [m].
STRAIGHT, BEND, SOUTH = 45.0, 32.0, 8.0
#: Where along the track the jump begins to rise [m]; rise, top and fall of it [m]; its height [m].
JUMP, JUMP_PARTS, JUMP_HEIGHT = 163.0, (14.0, 6.0, 20.0), 1.1
#: Greatest bank of the bends [rad].
BANK = 0.24

#: Level ground: middle x and z, half sizes, height, and how far around it the ground goes back to its own height [m].
FLATS = (
    (0.0, 42.0, 62.0, 34.0, 0.0, 14.0),  # village
    (4.0, -24.0, 4.0, 3.0, 9.2, 13.0),  # top of the hill
)
#: The pit of water below the pendulums: low x, high x, low z, high z, depth of the ground there [m].
PIT = (30.0, 42.0, 30.0, 40.0, -3.2)
#: The ditch: x of its middle, half width of its bottom and of its top, ends along z, and depth [m].
DITCH = (-40.0, 2.0, 7.0, 22.0, 62.0, -2.4)


@dataclasses.dataclass(frozen=True, eq=False)
class Track:
    """The track, section by section, once around; the last one is just before the first.

    Attributes:
        middle: Middle of the road [m], shape [n, 3].
        left: Unit vectors to the left along the road, banked, shape [n, 3].
        way: How far along the track each is [m], shape [n].
        length: Of all of it [m].
    """

    middle: np.ndarray
    left: np.ndarray
    way: np.ndarray
    length: float


def smooth(value: np.ndarray) -> np.ndarray:
    """From 0 to 1 without a corner."""
    t = np.clip(value, 0.0, 1.0)
    return t * t * t * (t * (6.0 * t - 15.0) + 10.0)


def _outline() -> np.ndarray:
    """Raw points of the way round, counterclockwise seen from above, from the start line on [n, 2]."""
    angle = np.linspace(0.0, np.pi, 200)
    middle = SOUTH - BEND
    first = np.column_stack((np.linspace(0.0, STRAIGHT, 200), np.full(200, SOUTH)))
    east = np.column_stack((STRAIGHT + BEND * np.sin(angle), middle + BEND * np.cos(angle)))
    x = np.linspace(STRAIGHT, -STRAIGHT, 400)
    north = np.column_stack((x, middle - BEND - 3.0 * np.cos(0.5 * np.pi * x / STRAIGHT) ** 2))
    west = np.column_stack((-STRAIGHT - BEND * np.sin(angle), middle - BEND * np.cos(angle)))
    last = np.column_stack((np.linspace(-STRAIGHT, 0.0, 200), np.full(200, SOUTH)))
    parts = (first[:-1], east[:-1], north[:-1], west[:-1], last[:-1])
    return np.concatenate(parts)


def _even(points: np.ndarray, count: int) -> tuple[np.ndarray, float]:
    """Points of a closed way at even distances, and its length."""
    closed = np.concatenate((points, points[:1]))
    way = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(closed, axis=0).T))))
    place = np.arange(count) * (way[-1] / count)
    return np.column_stack([np.interp(place, way, closed[:, k]) for k in range(2)]), float(way[-1])


def _blurred(values: np.ndarray, spread: float) -> np.ndarray:
    """A closed row of values without detail smaller than some of its steps."""
    wave = np.fft.rfftfreq(len(values))
    soft = np.exp(-2.0 * (np.pi * spread * wave) ** 2)
    return np.fft.irfft(
        np.fft.rfft(values, axis=0) * (soft if values.ndim == 1 else soft[:, None]), len(values), axis=0
    )


@functools.cache
def track() -> Track:
    """The way of the track, with its heights and banks."""
    fine, length = _even(_outline(), 4000)
    flat, length = _even(_blurred(fine, 60.0), 4000)  # bends begin softly
    count = round(length / SECTION)
    flat, length = _even(flat, count)
    ahead, behind = np.roll(flat, -1, axis=0), np.roll(flat, 1, axis=0)
    along = (ahead - behind) / np.linalg.norm(ahead - behind, axis=1, keepdims=True)
    step = length / count
    after = np.roll(along, -1, axis=0)
    bend = (along[:, 0] * after[:, 1] - along[:, 1] * after[:, 0]) / step  # > 0 turns towards +z from +x: right
    bend = _blurred(bend, 5.0)
    way = np.arange(count) * step
    height = 0.25 + 2.6 * _lift(way / length) + jump_height(way)
    bank = np.clip(bend * BEND, -1.0, 1.0) * BANK
    left = np.column_stack((along[:, 1] * np.cos(bank), np.sin(bank), -along[:, 0] * np.cos(bank)))
    return Track(np.column_stack((flat[:, 0], height, flat[:, 1])), left, way, length)


def _lift(share: np.ndarray) -> np.ndarray:
    """How the road rises and falls once around, 0 to 1; level at the start line."""
    return smooth((share - 0.16) / 0.24) * (1.0 - smooth((share - 0.70) / 0.20))


def jump_height(way: np.ndarray) -> np.ndarray:
    """Height of the jump over the road [m]: up, level, and down more gently, where cars land."""
    rise, top, fall = JUMP_PARTS
    place = way - JUMP
    # The rise ends at its steepest, so that a car leaves the ground.
    up = np.clip(place / rise, 0.0, 1.0) ** 2
    down = 1.0 - smooth((place - rise - top) / fall)
    return JUMP_HEIGHT * up * down


def nearest(x: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distance from the middle of the track, to the left positive, and height of the banked road there [m].

    Beyond the shoulder the height is that of the shoulder.
    """
    road = track()
    places = np.column_stack((np.ravel(x), np.ravel(z)))
    row = np.empty(len(places), np.int64)
    for start in range(0, len(places), 2000):
        part = places[start : start + 2000]
        away = part[:, None, :] - road.middle[None, :, ::2]
        row[start : start + 2000] = np.square(away).sum(axis=2).argmin(axis=1)
    away = places - road.middle[row][:, ::2]
    flat = road.left[row][:, ::2]
    size = np.linalg.norm(flat, axis=1)
    along = np.column_stack((-flat[:, 1], flat[:, 0])) / size[:, None]
    following = road.middle[(row + 1) % len(road.way)]
    slope = (following[:, 1] - road.middle[row][:, 1]) / np.linalg.norm(
        following[:, ::2] - road.middle[row][:, ::2], axis=1
    )
    ahead = np.clip((away * along).sum(axis=1), -SECTION, SECTION)
    across = (away * flat).sum(axis=1) / size
    distance = np.hypot(*away.T)
    side = np.clip(across, -SHOULDER, SHOULDER)
    height = road.middle[row][:, 1] + slope * ahead + side * road.left[row][:, 1] / size
    signed = np.where(across < 0.0, -distance, distance)
    return signed.reshape(np.shape(x)), height.reshape(np.shape(x))


def wild(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Height of the ground as nature made it [m]: waves, a hill, and a rim around the world."""
    waves = 0.7 * np.sin(0.061 * x + 0.4) * np.cos(0.053 * z - 1.1) + 0.35 * np.sin(0.13 * x - 0.09 * z)
    hill = 10.0 * np.exp(-(((x - 4.0) / 24.0) ** 2 + ((z + 24.0) / 14.5) ** 2))
    knob = 3.5 * np.exp(-(((x + 30.0) / 11.0) ** 2 + ((z + 22.0) / 9.0) ** 2))
    edge = (np.abs(x) ** 8 + np.abs(z) ** 8) ** 0.125
    crest = 1.0 + 0.22 * np.sin(0.11 * x + 0.07 * z) + 0.15 * np.sin(0.23 * z - 0.17 * x + 1.0)
    rim = 7.0 * crest * smooth((edge - 83.0) / 14.0) + 16.0 * crest * smooth((edge - 92.0) / 8.0)
    return waves + hill + knob + rim


def ground(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Height of the ground [m] at places, arrays of any but the same shape."""
    x, z = np.asarray(x, np.float64), np.asarray(z, np.float64)
    height = wild(x, z)
    for middle_x, middle_z, half_x, half_z, level, around in FLATS:
        away = np.hypot(np.maximum(np.abs(x - middle_x) - half_x, 0.0), np.maximum(np.abs(z - middle_z) - half_z, 0.0))
        height = height + (level - height) * (1.0 - smooth(away / around))
    distance, road = nearest(x, z)
    near = SHOULDER + 1.5 * CELL
    share = 1.0 - smooth((np.abs(distance) - near) / (FREE - near))
    height = height + (road - CARVED - height) * share
    low_x, high_x, low_z, high_z, depth = PIT
    inside = (x >= low_x - 1e-6) & (x <= high_x + 1e-6) & (z >= low_z - 1e-6) & (z <= high_z + 1e-6)
    height = np.where(inside, depth, height)
    middle, bottom, top, low, high, depth = DITCH
    across = 1.0 - np.clip((np.abs(x - middle) - bottom) / (top - bottom), 0.0, 1.0)
    ends = np.clip((z - low) / 8.0, 0.0, 1.0) * np.clip((high - z) / 8.0, 0.0, 1.0)
    return height + depth * across * np.minimum(1.0, ends)

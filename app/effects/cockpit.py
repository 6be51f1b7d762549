"""Cockpit: what a driver sees of the own car: hood, pillars, dashboard, dials that are right, wheel, hands, mirrors.

It is drawn only, and follows from the telemetry of the car: nothing of it is simulated or remembered. Faces are in the
axes of the chassis, and in the order in which they are painted, the farthest from the eyes first.
"""

import functools
import math
from collections.abc import Sequence

import numpy as np

from physics.vector import rotate
from play.vehicles.vehicle import Telemetry, Vehicle
from render.frame import Sheets
from scenes.kit import letters

Point = Sequence[float]
Color = tuple[float, float, float]

#: Colors, linear red, green and blue: paint of the hood by a word in the name of the car, and of what is inside.
PAINTS = {"blue": (0.02, 0.10, 0.42), "green": (0.03, 0.28, 0.08)}
OTHER_PAINT, STRIPE = (0.30, 0.03, 0.02), (0.62, 0.62, 0.60)
DARK, TRIM, LINING, ROOF = (0.010, 0.010, 0.012), (0.030, 0.030, 0.034), (0.020, 0.020, 0.022), (0.07, 0.07, 0.075)
FACE, INK, RED = (0.004, 0.004, 0.005), (0.75, 0.75, 0.72), (0.75, 0.03, 0.02)
LEATHER, LIGHT_LEATHER, SLEEVE = (0.012, 0.011, 0.010), (0.05, 0.045, 0.04), (0.02, 0.026, 0.055)
GLOVE, DARK_GLOVE = (0.14, 0.07, 0.03), (0.05, 0.025, 0.012)
SKY, ROAD = (0.30, 0.42, 0.58), (0.10, 0.10, 0.11)
#: Middle of the steering wheel, its radius and that of its rim [m], its tilt [rad], and how many times farther than the
#: front wheels it turns.
WHEEL, WHEEL_RADIUS, RIM, TILT, RATIO = (-0.32, 0.365, -0.36), 0.165, 0.016, 0.42, 4.0
#: Where hands hold it: side of the driver, and angle from its right, to the left [rad].
HOLDS = (-1.0, math.pi - 0.25), (1.0, 0.25)
#: Middles of the dials and their radius [m], how far they lean back [rad], and the angles of their ends, from upright
#: to the right [rad].
SPEED_DIAL, RPM_DIAL, DIAL, LEAN, SWEEP = (-0.395, 0.392, -0.62), (-0.245, 0.392, -0.62), 0.066, 0.25, 2.2
#: Ends of the dials [km/h] [1000/min].
SPEED_END, RPM_END = 100.0, 8.0
#: Sheets have colors as screens show them.
GAMMA = 1.0 / 2.2
#: Round things that are larger than this have more corners [m].
LARGE = 0.04
AXES = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


class Faces:
    """Collects colored triangles."""

    def __init__(self) -> None:
        self.places: list[Point] = []
        self.colors: list[Color] = []

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """Corners of the triangles [m], [3 k, 3], and their colors as of `Sheets`, [3 k, 4]."""
        colors = np.ones((len(self.colors), 4), np.float32)
        colors[:, :3] = np.array(self.colors) ** GAMMA
        return np.array(self.places, float), colors

    def quad(self, a: Point, b: Point, c: Point, d: Point, color: Color, far: Color | None = None) -> None:
        """Add a face with four corners; c and d have another color, if one is given."""
        second = color if far is None else far
        self.places += [a, b, c, a, c, d]
        self.colors += [color, color, second, color, second, second]

    def disk(self, middle: np.ndarray, across: np.ndarray, up: np.ndarray, color: Color, inner: float = 0.0) -> None:
        """Add a disk, or a ring whose hole is a share of it; `across` and `up` are its half axes [m]."""
        size = float(np.linalg.norm(across))
        angles = np.linspace(0.0, math.tau, 40 if size > LARGE else 14)
        rim = np.cos(angles)[:, None] * across + np.sin(angles)[:, None] * up
        for k in range(len(angles) - 1):
            self.quad(
                middle + inner * rim[k], middle + rim[k], middle + rim[k + 1], middle + inner * rim[k + 1], color
            )  # fmt: skip

    def bar(self, start: np.ndarray, end: np.ndarray, half: np.ndarray, color: Color, tip: float = 1.0) -> None:
        """Add a bar between two points; `half` is half of its width, of which the tip has a share."""
        self.quad(start - half, start + half, end + tip * half, end - tip * half, color)


def cockpit(vehicle: Vehicle, position: Point, orientation: Sequence[float]) -> Sheets:
    """All of it, for a picture.

    Args:
        vehicle: The car that one sits in.
        position: Place of its chassis in the picture [m].
        orientation: Rotation of that (x, y, z, w).
    """
    shown = vehicle.telemetry
    paint = next((color for word, color in PAINTS.items() if word in vehicle.name), OTHER_PAINT)
    needles, arms, turn = Faces(), Faces(), RATIO * shown.steering
    for middle, value in ((SPEED_DIAL, 3.6 * abs(shown.speed) / SPEED_END), (RPM_DIAL, 0.001 * shown.rpm / RPM_END)):
        _add_needle(needles, middle, value)
    _add_signs(needles, shown, vehicle.lamps_on)
    _add_arms(arms, turn)
    wheel, hands = ((_turned(places, turn), colors) for places, colors in (_wheel(), _hands()))
    parts = _body(paint), needles.arrays(), wheel, arms.arrays(), hands
    local, color = (np.concatenate(some) for some in zip(*parts, strict=True))
    return Sheets(np.asarray(position, float) + _rotated(local, orientation), color)


def _rotated(places: np.ndarray, rotation: Sequence[float]) -> np.ndarray:
    """Rotate places, [n, 3]. Not as a matrix product, which would wake a pool of threads in each frame."""
    return np.einsum("ij,jk->ik", places, np.array([rotate(rotation, axis) for axis in AXES]))


@functools.lru_cache(maxsize=4)
def _body(paint: Color) -> tuple[np.ndarray, np.ndarray]:
    """What does not move: corners [3 k, 3] and colors [3 k, 4]."""
    faces = Faces()
    _add_outside(faces, paint)
    _add_shell(faces, paint)
    _add_dashboard(faces)
    for middle, end, step, unit in ((SPEED_DIAL, SPEED_END, 20.0, "KM/H"), (RPM_DIAL, RPM_END, 2.0, "RPM")):
        _add_dial(faces, middle, end, step, unit)
    _add_mirrors(faces)
    faces.quad((-0.35, 0.37, -0.37), (-0.29, 0.37, -0.37), (-0.29, 0.30, -0.60), (-0.35, 0.30, -0.60), DARK)  # column
    return faces.arrays()


def _add_outside(faces: Faces, paint: Color) -> None:
    """Hood with stripes, and its scoop."""
    bright = tuple(1.25 * c for c in paint)
    faces.quad((-0.58, 0.12, -2.06), (0.58, 0.12, -2.06), (0.68, 0.24, -1.98), (-0.68, 0.24, -1.98), paint)
    faces.quad((-0.68, 0.24, -1.98), (0.68, 0.24, -1.98), (0.72, 0.37, -0.92), (-0.72, 0.37, -0.92), bright, paint)
    for x in (-0.16, 0.16):
        corners = [(x + s * 0.08, y, z) for y, z, s in ((0.241, -1.98, -1), (0.241, -1.98, 1), (0.371, -0.92, 1))]
        faces.quad(*corners, (x - 0.08, 0.371, -0.92), STRIPE)
    faces.quad((-0.06, 0.33, -1.30), (0.06, 0.33, -1.30), (0.06, 0.395, -1.10), (-0.06, 0.395, -1.10), TRIM)


def _add_shell(faces: Faces, paint: Color) -> None:
    """Pillars, roof, doors, seats and rear wall, floor."""
    dull = tuple(0.6 * c for c in paint)
    faces.quad((-0.76, 0.37, 0.9), (0.76, 0.37, 0.9), (0.76, -0.3, 0.9), (-0.76, -0.3, 0.9), LINING)
    faces.quad((-0.72, -0.25, -1.0), (0.72, -0.25, -1.0), (0.72, -0.25, 1.0), (-0.72, -0.25, 1.0), DARK)
    for s in (-1.0, 1.0):
        faces.quad(
            (s * 0.74, 0.36, -0.98), (s * 0.74, 0.36, 0.95), (s * 0.74, -0.3, 0.95), (s * 0.74, -0.3, -0.98), LINING
        )
        faces.quad(
            (s * 0.78, 0.37, -0.95), (s * 0.78, 0.37, 0.95), (s * 0.69, 0.375, 0.95), (s * 0.69, 0.375, -0.95), dull
        )
        faces.quad((s * 0.74, 0.36, 0.36), (s * 0.74, 0.36, 0.46), (s * 0.56, 0.80, 0.46), (s * 0.56, 0.80, 0.36), TRIM)
        faces.quad((s * 0.74, 0.36, 0.95), (s * 0.50, 0.36, 0.95), (s * 0.46, 0.80, 0.95), (s * 0.56, 0.80, 0.95), TRIM)
    roof = (-0.57, 0.80, -0.37), (0.57, 0.80, -0.37), (0.57, 0.80, 0.95), (-0.57, 0.80, 0.95)
    faces.quad(*roof, ROOF, TRIM)
    faces.quad((-0.59, 0.815, -0.39), (0.59, 0.815, -0.39), (0.57, 0.775, -0.35), (-0.57, 0.775, -0.35), TRIM)
    for s in (-1.0, 1.0):  # the pillars of the windshield: two sides of each
        foot, head = np.array((s * 0.72, 0.33, -0.99)), np.array((s * 0.565, 0.81, -0.37))
        wide, deep = np.array((s * -0.045, 0.0, 0.0)), np.array((s * 0.01, 0.0, 0.04))
        faces.quad(foot, foot + wide, head + wide, head, LINING, TRIM)
        faces.quad(foot, foot + deep, head + deep, head, DARK, LINING)
    for x in (0.30,):  # the other seat
        faces.quad((x - 0.24, -0.2, 0.30), (x + 0.24, -0.2, 0.30), (x + 0.20, 0.42, 0.42), (x - 0.20, 0.42, 0.42), TRIM)


def _add_dashboard(faces: Faces) -> None:
    """Dashboard, hump over the dials, radio, vents."""
    faces.quad((-0.72, 0.36, -0.98), (0.72, 0.36, -0.98), (0.70, 0.405, -0.62), (-0.70, 0.405, -0.62), DARK, TRIM)
    faces.quad((-0.72, 0.405, -0.62), (0.72, 0.405, -0.62), (0.72, 0.28, -0.58), (-0.72, 0.28, -0.58), TRIM, LINING)
    faces.quad((-0.72, 0.28, -0.58), (0.72, 0.28, -0.58), (0.72, -0.3, -0.70), (-0.72, -0.3, -0.70), LINING, DARK)
    hump = [
        (-0.50, 0.37),
        (-0.485, 0.435),
        (-0.44, 0.466),
        (-0.32, 0.474),
        (-0.20, 0.466),
        (-0.155, 0.435),
        (-0.14, 0.37),
    ]
    for (x, y), (far, high) in zip(hump[:-1], hump[1:], strict=True):
        faces.quad((x, y, -0.72), (far, high, -0.72), (far, high, -0.60), (x, y, -0.60), LINING, TRIM)
        faces.quad((-0.32, 0.33, -0.625), (x, y, -0.625), (far, high, -0.625), (-0.32, 0.33, -0.625), DARK)
    faces.quad((-0.04, 0.385, -0.612), (0.20, 0.385, -0.612), (0.20, 0.30, -0.585), (-0.04, 0.30, -0.585), DARK)
    for x in (-0.60, 0.30, 0.52):
        for k in range(3):
            y = 0.375 - 0.022 * k
            faces.quad((x, y, -0.61), (x + 0.13, y, -0.61), (x + 0.13, y - 0.012, -0.606), (x, y - 0.012, -0.606), DARK)


@functools.cache
def _axes() -> tuple[np.ndarray, np.ndarray]:
    """To the right and up on a dial."""
    return np.array((1.0, 0.0, 0.0)), np.array((0.0, math.cos(LEAN), -math.sin(LEAN)))


def _on_dial(middle: Point, share: float, radius: float) -> np.ndarray:
    """A place on a dial: share of the sweep, 0 to 1, and distance from the middle in radii."""
    right, up = _axes()
    angle = SWEEP * (2.0 * share - 1.0)
    return np.array(middle) + radius * DIAL * (math.sin(angle) * right + math.cos(angle) * up)


def _add_dial(faces: Faces, middle: Point, end: float, step: float, unit: str) -> None:
    """A face with a scale from 0 to its end, numbers at each step and short marks between them."""
    right, up = _axes()
    faces.disk(np.array(middle), 1.06 * DIAL * right, 1.06 * DIAL * up, ROOF)
    faces.disk(np.array(middle), DIAL * right, DIAL * up, FACE)
    count = round(2.0 * end / step)
    for k in range(count + 1):
        share, long = k / count, k % 2 == 0
        inner, outer = _on_dial(middle, share, 0.80 if long else 0.87), _on_dial(middle, share, 0.96)
        along = outer - inner
        half = np.cross(along / np.linalg.norm(along), np.cross(right, up)) * (0.0016 if long else 0.001)
        red = unit == "RPM" and share * end >= 6.5
        faces.bar(inner, outer, half, RED if red else INK)
        if long:
            place = _on_dial(middle, share, 0.60) - 0.007 * up
            _write(faces, f"{share * end:.0f}", place, 0.0135)
    _write(faces, unit, np.array(middle) - 0.50 * DIAL * up, 0.009)


def _write(faces: Faces, text: str, place: np.ndarray, height: float) -> None:
    """Letters on a dial."""
    strokes = letters.write(text, tuple(place), height=height)
    for start, end in zip(strokes.start, strokes.end, strict=True):
        along = end - start
        half = np.array((-along[1], along[0], 0.0)) / max(1e-9, float(np.linalg.norm(along))) * 0.07 * height
        faces.bar(start, end, half, INK)


def _add_mirrors(faces: Faces) -> None:
    """The inner mirror and the two outer ones: a housing, and a glass with sky over road."""
    faces.quad((-0.01, 0.80, -0.38), (0.01, 0.80, -0.38), (0.01, 0.745, -0.45), (-0.01, 0.745, -0.45), DARK)
    for x, y, z, wide, high in (
        (0.0, 0.715, -0.45, 0.125, 0.034),
        (-0.84, 0.45, -0.62, 0.085, 0.055),
        (0.84, 0.45, -0.62, 0.085, 0.055),
    ):
        for grown, colors in ((0.012, (DARK, TRIM)), (0.0, (SKY, ROAD))):
            w, h, near = wide + grown, high + grown, z + 0.01 * (grown == 0.0)
            turn = -0.12 * math.copysign(1.0, x + 0.32)
            faces.quad(
                (x - w, y + h, near - turn * w), (x + w, y + h, near + turn * w), (x + w, y, near + turn * w),
                (x - w, y, near - turn * w), colors[0], tuple(0.5 * (a + b) for a, b in zip(*colors, strict=True)),
            )  # fmt: skip
            faces.quad(
                (x - w, y, near - turn * w), (x + w, y, near + turn * w), (x + w, y - h, near + turn * w),
                (x - w, y - h, near - turn * w), colors[1],
            )  # fmt: skip


def _add_needle(faces: Faces, middle: Point, share: float) -> None:
    """The needle of a dial, at a share of its scale."""
    right, up = _axes()
    share = min(max(share, 0.0), 1.0)
    tip, tail = _on_dial(middle, share, 0.86), _on_dial(middle, share, -0.18)
    angle = SWEEP * (2.0 * share - 1.0)
    faces.bar(tail, tip, 0.0022 * (math.cos(angle) * right - math.sin(angle) * up), RED, 0.3)


def _add_signs(faces: Faces, shown: Telemetry, lamps_on: bool) -> None:
    """Gear between the dials, and lights for handbrake, lost wheels and lamps."""
    gear = "R" if shown.gear < 0 else "N" if shown.gear == 0 else str(shown.gear)
    _write(faces, gear, np.array((-0.32, 0.425, -0.61)), 0.022)
    signs = (shown.handbrake, RED), (not all(shown.attached), (0.8, 0.4, 0.0)), (lamps_on, (0.05, 0.3, 0.9))
    for k, (on, color) in enumerate(signs):
        middle = np.array((-0.335 + 0.015 * k, 0.345, -0.60))
        faces.bar(middle - (0.005, 0.0, 0.0), middle + (0.005, 0.0, 0.0), 0.004 * _axes()[1], color if on else LINING)


@functools.cache
def _wheel_axes() -> tuple[np.ndarray, np.ndarray]:
    """To the right and up on the steering wheel."""
    return np.array((1.0, 0.0, 0.0)), np.array((0.0, math.cos(TILT), -math.sin(TILT)))


def _on_wheel(angle: float, radius: float) -> np.ndarray:
    """A place on the steering wheel: angle from its right, to the left [rad], and distance from its middle [m]."""
    right, up = _wheel_axes()
    return np.array(WHEEL) + radius * (math.cos(angle) * right + math.sin(angle) * up)


def _turned(places: np.ndarray, turn: float) -> np.ndarray:
    """Places on the steering wheel, [n, 3], when that is turned to the left by an angle [rad]."""
    half = math.sin(0.5 * turn)  # about the way from the wheel to the driver
    rotation = (0.0, math.sin(TILT) * half, math.cos(TILT) * half, math.cos(0.5 * turn))
    return np.array(WHEEL) + _rotated(places - np.array(WHEEL), rotation)


@functools.cache
def _wheel() -> tuple[np.ndarray, np.ndarray]:
    """The steering wheel: corners [3 k, 3] and colors [3 k, 4]."""
    faces, middle, (right, up) = Faces(), np.array(WHEEL), _wheel_axes()
    for angle in (0.0, math.pi, 1.5 * math.pi):
        side = _on_wheel(angle + 0.5 * math.pi, 1.0) - middle
        faces.bar(_on_wheel(angle, 0.02), _on_wheel(angle, WHEEL_RADIUS), 0.016 * side, TRIM, 0.6)
    faces.disk(middle, 0.042 * right, 0.042 * up, LEATHER)
    faces.disk(middle, 0.030 * right, 0.030 * up, LINING)
    outer, inner = WHEEL_RADIUS + RIM, WHEEL_RADIUS - RIM
    faces.disk(middle, outer * right, outer * up, LEATHER, inner / outer)
    lit, less = outer - 0.008, outer - 0.018
    faces.disk(middle, lit * right, lit * up, LIGHT_LEATHER, less / lit)
    top = _on_wheel(0.5 * math.pi, WHEEL_RADIUS)
    faces.bar(top - 0.012 * right, top + 0.012 * right, RIM * up, STRIPE)
    return faces.arrays()


@functools.cache
def _hands() -> tuple[np.ndarray, np.ndarray]:
    """Both hands on the wheel: corners [3 k, 3] and colors [3 k, 4]."""
    faces = Faces()
    for side, angle in HOLDS:
        grip = _on_wheel(angle, WHEEL_RADIUS)
        away, along = (_on_wheel(angle + more, 1.0) - np.array(WHEEL) for more in (0.0, 0.5 * math.pi))
        for grown, color in ((1.12, DARK_GLOVE), (1.0, GLOVE)):
            faces.disk(grip + 0.027 * away, grown * 0.036 * away, grown * 0.032 * along, color)
        for k in range(4):
            knuckle = grip + 0.017 * (k - 1.5) * along + 0.002 * away
            for grown, color in ((1.0, DARK_GLOVE), (0.82, GLOVE)):
                faces.disk(knuckle, (0.012 + 0.017 * grown) * away, grown * 0.0092 * along, color)
        thumb = grip - 0.006 * away + 0.044 * side * along
        for grown, color in ((1.0, DARK_GLOVE), (0.85, GLOVE)):
            faces.disk(thumb, 0.030 * grown * away + 0.010 * side * along, 0.010 * grown * along, color)
    return faces.arrays()


def _add_arms(faces: Faces, turn: float) -> None:
    """Forearms, from the elbows, which stay where they are, to the hands on the turned wheel."""
    for side, angle in HOLDS:
        wrist = _on_wheel(angle + turn, WHEEL_RADIUS + 0.05)
        arm = np.array((-0.32 + 0.30 * side, 0.14, 0.02)) - wrist
        half = np.array((arm[1], -arm[0], 0.0)) * (0.036 / max(1e-6, math.hypot(arm[0], arm[1])))
        faces.bar(wrist, wrist + arm, half, SLEEVE, 1.6)
        faces.bar(wrist - 0.012 * arm, wrist + 0.06 * arm, 1.15 * half, TRIM, 1.1)

"""SoftDef: everything about a soft body, apart from any world."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from physics import checks
from physics.soft.forms.form import SoftForm
from physics.soft.materials import SoftMaterial, resolved

#: Keywords of `World.add_soft` that are numbers of the material.
NUMBERS = (
    "young", "poisson", "density", "stretch", "shear", "bend", "thickness", "damping", "friction", "restitution",
    "yield_strain", "creep", "break_strain",
)  # fmt: skip


@dataclasses.dataclass(frozen=True, eq=False)
class SoftDef:
    """A soft body as it is to be made.

    Attributes:
        form: Its shape at rest.
        material: What it is made of, with all numbers.
        places: Where its vertices are [m], float64 [n, 3].
        velocities: Their velocities [m/s], float64 [n, 3].
        pins: Vertices that are held, bool [n].
        pressure: Gauge pressure inside of a shell [Pa].
        gravity_scale: Factor on gravity.
        linear_damping: Rate at which velocities decay [1/s].
        sweeps: Sweeps per substep; 0 for those of the kind.
        exact: Whether it is searched for touches with itself everywhere, also where it seems too flat for any.
        category, mask, group: Filter, as of bodies.
        sensor: Whether it only senses.
        color: What it is drawn in, (r, g, b), or None for that of its material.
        name: For people.
        user_data: For the program.
        id: Its number, if it is one that was in a world.
        state: What the world knew besides, for one that comes back; see `SoftTable`.
    """

    form: SoftForm
    material: SoftMaterial
    places: np.ndarray
    velocities: np.ndarray
    pins: np.ndarray
    pressure: float = 0.0
    gravity_scale: float = 1.0
    linear_damping: float = 0.0
    sweeps: int = 0
    exact: bool = False
    category: int = 1
    mask: int = checks.ALL_BITS
    group: int = 0
    sensor: bool = False
    color: tuple[float, float, float] | None = None
    name: str = ""
    user_data: Any = None
    id: int | None = None
    state: Any = None


def make_definition(
    form: SoftForm,
    position: checks.VectorLike,
    orientation: checks.VectorLike,
    velocity: checks.VectorLike,
    angular_velocity: checks.VectorLike,
    material: str | SoftMaterial | None,
    pins: Any,
    options: dict[str, Any],
) -> SoftDef:
    """Check everything that `World.add_soft` was given; see there."""
    if not isinstance(form, SoftForm):
        raise TypeError(
            f"form must be a SoftSolid, SoftCloth, SoftRope, SoftShell or SoftCluster, got {checks.shown(form)}"
        )
    numbers = {name: options.pop(name) for name in NUMBERS if name in options}
    made = resolved(form.kind, material, **numbers)
    turn = checks.quaternion("orientation", orientation)
    middle = np.array(checks.vector("position", position, unit="m"))
    speed = np.array(checks.vector("velocity", velocity, limit=2000.0, unit="m/s"))
    spin = np.array(checks.vector("angular_velocity", angular_velocity, limit=2000.0, unit="rad/s"))
    places = rotated(turn, form.points)
    velocities = speed + np.cross(spin, places)
    held = np.zeros(len(places), bool)
    held[pin_list("pins", pins, len(places))] = True
    velocities[held] = 0.0
    known: dict[str, Callable[[Any], Any]] = {
        "pressure": lambda value: _pressure(form, value),
        "gravity_scale": lambda value: checks.in_range("gravity_scale", value, -1e3, 1e3),
        "linear_damping": lambda value: checks.in_range("linear_damping", value, 0.0, 1e4, "1/s"),
        "sweeps": lambda value: checks.integer("sweeps", value, 0, 64),
        "exact": lambda value: checks.flag("exact", value),
        "category": lambda value: checks.bitmask("category", value),
        "mask": lambda value: checks.bitmask("mask", value),
        "group": lambda value: checks.integer("group", value, -(2**31), 2**31 - 1),
        "sensor": lambda value: checks.flag("sensor", value),
        "color": _color,
        "name": _name,
        "user_data": lambda value: value,
    }
    for name in options:
        if name not in known:
            every = ", ".join((*NUMBERS, *known))
            raise TypeError(f"add_soft has no option {checks.shown(name)}; it has: {every}")
    others = {name: known[name](value) for name, value in options.items()}
    others.setdefault("pressure", getattr(form, "pressure", 0.0))
    return SoftDef(form, made, places + middle, velocities, held, **others)


def pin_list(what: str, pins: Any, count: int) -> list[int]:
    """Vertices that somebody named, checked."""
    try:
        listed = [int(pins)] if isinstance(pins, int | np.integer) else list(pins)
    except TypeError:
        raise TypeError(f"{what} must be numbers of vertices, got {checks.shown(pins)}") from None
    return [
        checks.integer(f"{what}[{k}]", pin, 0, count - 1, f"the form has {count} vertices")
        for k, pin in enumerate(listed)
    ]


def rotated(turn: tuple[float, float, float, float], points: np.ndarray) -> np.ndarray:
    """Points turned by a quaternion."""
    q, w = np.array(turn[:3]), turn[3]
    twice = 2.0 * np.cross(q, points)
    return points + w * twice + np.cross(q, twice)


def _pressure(form: SoftForm, value: float) -> float:
    pressure = checks.in_range("pressure", value, -1e5, 1e8, "Pa", "it is above that of the air; a tyre has 2e5")
    if form.kind != "shell" and pressure != 0.0:
        raise ValueError(f"only a SoftShell holds a pressure, got {checks.shown(value)} for a {type(form).__name__}")
    return pressure


def _color(value: Any) -> tuple[float, float, float] | None:
    if value is None:
        return None
    r, g, b = checks.vector("color", value, limit=1.0)
    if min(r, g, b) < 0.0:
        raise ValueError(f"color must be three numbers from 0 to 1, got {checks.shown(value)}")
    return r, g, b


def _name(value: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"name must be a string, got {checks.shown(value)}")
    return value

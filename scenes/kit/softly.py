"""What scenes of soft bodies share."""

from collections.abc import Callable

import numpy as np

from physics import FieldDrag, Soft, World

#: From soft to hard.
HEAT = np.array(((0.95, 0.80, 0.25), (0.92, 0.52, 0.18), (0.82, 0.22, 0.20), (0.55, 0.16, 0.42), (0.20, 0.18, 0.45)))


def named(world: World, name: str) -> list[Soft]:
    """All soft bodies whose name starts like this."""
    return [soft for soft in world.softs if soft.name.startswith(name)]


def color_of(share: float) -> tuple[float, float, float]:
    """Color for a number from 0, yellow and soft, to 1, dark and hard."""
    place = min(max(share, 0.0), 1.0) * (len(HEAT) - 1)
    low = min(int(place), len(HEAT) - 2)
    r, g, b = (HEAT[low] + (place - low) * (HEAT[low + 1] - HEAT[low])).tolist()
    return r, g, b


def set_number(name: str, number: str, factor: float = 1.0) -> Callable[[World, float], None]:
    """Function for a live slider that changes a number of the material of some soft bodies."""

    def apply(world: World, value: float) -> None:
        for soft in named(world, name):
            soft.change(**{number: factor * value})

    return apply


def gusts(world: World, number: int, *, depth: float = 0.5, swing: float = 0.25) -> Callable[[World], bool]:
    """Function that lets a wind field breathe and turn; the strength is in the attribute `density`, the speed stays.

    It looks at the number of the step only, so that going back in time takes it back.

    Args:
        world: Where.
        number: Which field.
        depth: How much weaker it gets, as a part.
        swing: How far it swings across, over its speed.
    """
    speed = np.array(world.fields[number].wind)

    def blow(world: World) -> bool:
        field, time = world.fields[number], world.step_count / 60.0
        wave = np.sin(1.1 * time) * np.sin(0.37 * time + 1.0) + 0.4 * np.sin(3.1 * time)
        across = np.array((-speed[2], 0.0, speed[0]))
        size = np.linalg.norm(np.array(field.wind)[[0, 2]]) or 1.0
        way = speed + swing * np.sin(0.9 * time) * across
        field.wind = tuple(size * way / np.linalg.norm(way))
        field.density = AIR * (1.0 - 0.5 * depth * (1.0 + max(-1.0, min(1.0, wave))))
        return True

    return blow


AIR = 1.2  # [kg/m^3]


def add_wind(world: World, speed: float) -> FieldDrag:
    """Wind along +X everywhere [m/s]."""
    return world.add_field(FieldDrag((speed, 0.0, 0.0), AIR))


def set_wind(world: World, value: float) -> None:
    """Set the speed of the first field, which keeps its direction [m/s]: for live sliders."""
    wind = np.array(world.fields[0].wind)
    length = np.linalg.norm(wind)
    way = wind / length if length > 1e-9 else np.array((1.0, 0.0, 0.0))
    world.fields[0].wind = tuple(value * way)

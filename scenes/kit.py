"""Things that many scenes need.

Callbacks of scenes keep no state of their own: they read `world.step_count` and the bodies, so that going back to an
earlier state of the world also takes them back.
"""

import contextlib
import contextvars
import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from physics import Body, BodyKind, ShapeBox, ShapePlane, World

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
_SEED: contextvars.ContextVar[int | None] = contextvars.ContextVar("seed", default=None)


@contextlib.contextmanager
def seeded(seed: int | None) -> Iterator[None]:
    """Let `random` give other numbers than usual; None leaves them as they are."""
    token = _SEED.set(seed)
    try:
        yield
    finally:
        _SEED.reset(token)


def random(own_seed: int) -> np.random.Generator:
    """Random numbers for the `build` of a scene, the same in every run. Draw them all there, see above.

    Args:
        own_seed: What decides, 0 or more. A seed that the player wants (`--seed`) is mixed in.
    """
    seed = _SEED.get()
    return np.random.default_rng(own_seed if seed is None else (own_seed, seed))


def turn(axis: Sequence[float], degrees: float) -> tuple[float, float, float, float]:
    """Rotation about an axis of length 1 as a quaternion (x, y, z, w)."""
    half = 0.5 * math.radians(degrees)
    sine = math.sin(half)
    return sine * axis[0], sine * axis[1], sine * axis[2], math.cos(half)


def named(world: World, name: str) -> list[Body]:
    """All bodies whose name starts like this."""
    return [body for body in world.bodies if body.name.startswith(name)]


def axis_of(world: World, bodies: Sequence[Body], axis: int = 1) -> np.ndarray:
    """One of the own axes of each body, x = 0, y = 1, z = 2, in the world; shape [n, 3]."""
    x, y, z, w = world.read(bodies, "orientation").T
    columns = (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)),
        (2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)),
        (2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)),
    )
    return np.column_stack(columns[axis])


def angular_momentum(body: Body) -> np.ndarray:
    """Angular momentum of a body about its center of mass in the world [kg m^2/s], shape [3]."""
    axes = np.column_stack([axis_of(body.world, [body], k)[0] for k in range(3)])
    return axes @ body.inertia @ axes.T @ np.array(body.angular_velocity)


def set_gravity(world: World, value: float) -> None:
    """Let everything fall with this acceleration [m/s^2]: for live sliders."""
    world.gravity = (0.0, -value, 0.0)


def add_ground(world: World, *, material: str = "concrete", height: float = 0.0) -> Body:
    """Half-space with its surface at a height [m]."""
    shape = ShapePlane(offset=height)
    return world.add_body(kind=BodyKind.STATIC, shape=shape, material=material, name="ground")


def add_fixed(
    world: World, half: Sequence[float], position: Sequence[float], *, name: str, material: str = "wood", **options
) -> Body:
    """Box that never moves; half extents and place [m], further options as of `World.add_body`."""
    return world.add_body(
        kind=BodyKind.STATIC, shape=ShapeBox(half), position=position, material=material, name=name, **options
    )


def add_tray(world: World, *, half_width: float, height: float) -> list[Body]:
    """Floor and four glass walls of a square tray around the origin, 1 m thick; the inside starts at y = 0."""
    add_ground(world, height=-1.0)
    outer = half_width + 1.0
    tray = [add_fixed(world, (outer, 0.5, outer), (0.0, -0.5, 0.0), material="concrete", name="tray")]
    half = 0.5 * height
    for side in (-1.0, 1.0):
        middle = side * (half_width + 0.5)
        for shape, place in (((0.5, half, outer), (middle, half, 0.0)), ((half_width, half, 0.5), (0.0, half, middle))):
            tray.append(add_fixed(world, shape, place, material="glass", restitution=0.1, name="tray"))
    return tray


def add_tower(world: World, *, levels: int, half: float = 0.5, x: float = 0.0, z: float = 0.0, **options) -> list[Body]:
    """Boxes, one on another; options as of `World.add_body`."""
    options = {"material": "wood", "name": "box", **options}
    places = [(x, half * (2 * level + 1), z) for level in range(levels)]
    return world.add_bodies(position=places, shape=ShapeBox((half, half, half)), **options)


def hold_from_above(platforms: Sequence[Body], *, depth: float = 0.05) -> Callable[[np.ndarray], None]:
    """Function for `World.pre_solve` that makes one-way platforms: things pass from below, and stand on top.

    A platform holds what is above its surface and does not rise. It looks at the present only, so that going back in
    time needs nothing.

    Args:
        platforms: Bodies with a level top.
        depth: What is deeper inside falls through [m].
    """
    numbers = [body.id for body in platforms]

    def pre_solve(contacts: np.ndarray) -> None:
        for side, sign in (("body_a", 1.0), ("body_b", -1.0)):
            above = (sign * contacts["normal"][:, 1] > 0.7) & (contacts["separation"] > -depth)
            holds = above & (sign * contacts["velocity"][:, 1] < 0.1)
            contacts["enabled"] &= holds | ~np.isin(contacts[side], numbers)

    return pre_solve

"""Things that many scenes need.

Callbacks of scenes keep no state of their own: they read `world.step_count` and the bodies, so that going back to an
earlier state of the world also takes them back.
"""

import contextlib
import contextvars
import functools
import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from physics import (
    Body,
    BodyKind,
    Shape,
    ShapeBox,
    ShapeCapsule,
    ShapeCylinder,
    ShapeHull,
    ShapeMesh,
    ShapePlane,
    ShapeSphere,
    World,
)
from physics.vector import about, rotate

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
_SEED: contextvars.ContextVar[int | None] = contextvars.ContextVar("seed", default=None)


@contextlib.contextmanager
def seeded(seed: int | None) -> Iterator[None]:
    """Let `random` return other numbers than usual; None leaves them as they are."""
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
    return about(axis, math.radians(degrees))


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


def carried(world: World, bodies: Sequence[Body]) -> float:
    """Share of the weight of bodies that their contacts held up in the last step, of 1/60 s; 1 when they rest."""
    contacts, numbers = world.contacts(), [body.id for body in bodies]
    push = contacts["normal_impulse"] * contacts["normal"][:, 1] + contacts["friction_vector"][:, 1]
    up = push[np.isin(contacts["body_b"], numbers)].sum() - push[np.isin(contacts["body_a"], numbers)].sum()
    return float(up * 60.0 / sum(-world.gravity.y * body.mass for body in bodies))


def set_gravity(world: World, value: float) -> None:
    """Set gravity downward [m/s^2]: for live sliders."""
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
    """Function for `World.pre_solve` that makes one-way platforms: bodies pass from below, and stand on top.

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


def sheet(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and triangles for `ShapeMesh`: the surface through a grid of points.

    Args:
        points: Places [m], shape [rows, columns, 3]. With rows along +Z and columns along +X the front is up. A first
            row that is repeated as the last one closes a ring; points of a row may coincide, as at a pole.
    """
    columns = points.shape[1]
    low = (np.arange(len(points) - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    pairs = (low, low + columns, low + columns + 1, low, low + columns + 1, low + 1)
    triangles = np.stack(pairs, axis=1).reshape(-1, 3)
    vertices = points.reshape(-1, 3) + 0.0  # no -0.0: poles must coincide bit by bit
    corners = vertices[triangles]
    collapsed = (corners == np.roll(corners, 1, axis=1)).all(axis=2).any(axis=1)
    return vertices, triangles[~collapsed]


def angles_around(count: int) -> np.ndarray:
    """Angles once around [rad], shape [count + 1]; the last is the first again, bit by bit, for `sheet`."""
    return 2.0 * math.pi / count * (np.arange(count + 1) % count)


@functools.lru_cache(maxsize=4)
def mesh_lines(shape: ShapeMesh, height: float) -> tuple[np.ndarray, np.ndarray]:
    """Starts and ends of the edges of a level mesh, for `Strokes`, all at one height [m], shape [n, 3] each."""
    places = shape.geometry.positions + np.array(shape.local_pose()[0])
    places[:, 1] = height
    corners = shape.geometry.triangles
    ends = np.unique(np.sort(np.concatenate((corners[:, :2], corners[:, 1:], corners[:, ::2])), axis=1), axis=0)
    return places[ends[:, 0]], places[ends[:, 1]]


def rock(random: np.random.Generator, size: float, *, points: int = 16) -> ShapeHull:
    """A stone with corners in random directions, about this far from its middle [m]."""
    ways = random.normal(size=(points, 3))
    ways *= random.uniform(0.85, 1.1, (points, 1)) / np.linalg.norm(ways, axis=1, keepdims=True)
    return ShapeHull(size * ways * random.uniform(0.75, 1.2, 3))


def ring(center: Sequence[float], radius: float, axis: Sequence[float] = Y) -> tuple[np.ndarray, np.ndarray]:
    """Circle around an axis of length 1 as short lines: where they start and end [m], shape [n, 3] each."""
    axis = np.asarray(axis, float)
    across = np.cross(axis, Z if abs(axis[2]) < 0.9 else X)
    across *= radius / np.linalg.norm(across)
    angle = np.linspace(0.0, 2.0 * math.pi, 33)[:, None]
    points = np.asarray(center, float) + np.cos(angle) * across + np.sin(angle) * np.cross(axis, across)
    return points[:-1], points[1:]


def outline(shape: Shape, position: Sequence[float], orientation: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Edges of a convex shape somewhere in the world, for `draw`: lines as of `ring`."""
    sides = np.array(((1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)), float)
    if isinstance(shape, ShapeSphere):
        lines = [ring((0.0, 0.0, 0.0), shape.radius, axis) for axis in (X, Y, Z)]
    elif isinstance(shape, ShapeBox):
        half = np.array(shape.half_extents)
        ends = np.array([(-1, a, b) for a in (-1, 1) for b in (-1, 1)])
        lines = [(half * np.roll(ends, k, axis=1), half * np.roll(-ends, k, axis=1)[::-1]) for k in range(3)]
    elif isinstance(shape, ShapeHull):
        points = np.array(shape.points)
        lines = [(points[list(face)], points[np.roll(face, 1)]) for face in shape.faces]
    elif isinstance(shape, ShapeCapsule):
        up = np.array((0.0, shape.half_height, 0.0))
        lines = [ring(end, shape.radius, axis) for end in (-up, up) for axis in (X, Y, Z)]
        lines.append((shape.radius * sides - up, shape.radius * sides + up))
    else:  # a cylinder, or a cone with its tip
        low, top = np.array((0.0, shape.half_height, 0.0)), float(isinstance(shape, ShapeCylinder)) * shape.radius
        lines = [ring(-low, shape.radius), ring(low, top), (shape.radius * sides - low, top * sides + low)]
    turned = rotation_matrix(orientation).T
    return tuple(np.concatenate(ends) @ turned + position for ends in zip(*lines, strict=True))


def rotation_matrix(orientation: Sequence[float]) -> np.ndarray:
    """Rotation of a quaternion (x, y, z, w), shape [3, 3]."""
    return np.column_stack([rotate(orientation, axis) for axis in (X, Y, Z)])

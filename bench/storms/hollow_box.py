"""5,000 bodies of all shapes at up to 250 m/s in a hollow box with thin walls: none may get out."""

import time
import warnings

import numpy as np

from bench.storms import kit
from bench.storms.kit import DT, UPRIGHT, Verdict
from physics import Body, ShapeSphere, World

HALF_INSIDE = 10.0  # [m]
WALL = 0.2  # thickness [m]
SPEED = 250.0  # of the fastest [m/s]
SPIN = 20.0  # [rad/s]
REACH = (0.1, 0.4)  # from the origin of a body to its farthest point [m]
SIDE = 18  # bodies start on a grid of so many places along each axis ...
PITCH = 1.06  # ... this far apart [m]
GAIN_LIMIT = 1.05  # energy at any time over that of the start; nothing may come from nothing


def add_walls(world: World) -> None:
    """Six boxes around the inside; each reaches over its neighbors, so that no edge is open."""
    outer, middle = HALF_INSIDE + WALL, HALF_INSIDE + WALL / 2
    for axis in range(3):
        half = [outer, outer, outer]
        half[axis] = WALL / 2
        for side in (-middle, middle):
            position = [0.0, 0.0, 0.0]
            position[axis] = side
            kit.add_static_box(world, tuple(half), tuple(position), restitution=1.0, friction=0.2)


def add_body(world: World, number: int, random: np.random.Generator, position: np.ndarray, mode: str) -> Body:
    """A body of any kind; every seventh is made of three pieces."""
    names = [*kit.kinds(), "composite"]
    kind = names[number % len(names)]
    motion = {
        "velocity": tuple(SPEED * random.uniform(0.2, 1.0) * kit.random_unit(random, 1)[0]),
        "angular_velocity": tuple(SPIN * random.uniform(0.0, 1.0) * kit.random_unit(random, 1)[0]),
        "orientation": kit.random_turn(random),
        "restitution": float(random.uniform(0.9, 1.0)),
        "friction": 0.2,
        **kit.ccd_option(mode),
    }
    if kind == "composite":
        ball, bar = ShapeSphere(0.12), kit.shape_of("box", (0.2, 0.04, 0.04))
        pieces = [(bar, (0.0, 0.0, 0.0), UPRIGHT), (ball, (0.2, 0.0, 0.0), UPRIGHT), (ball, (-0.2, 0.0, 0.0), UPRIGHT)]
        return world.add_body(shapes=pieces, position=tuple(position), **motion)
    shape = kit.shape_of(kind, kit.random_size(kind, random, *REACH))
    return world.add_body(shape=shape, position=tuple(position), **motion)


def build(count: int, *, gravity: float, mode: str) -> tuple[World, list[Body]]:
    """The box and its bodies, none touching another."""
    world, random = World(gravity=(0.0, -gravity, 0.0), sleeping=False), np.random.default_rng(250)
    add_walls(world)
    places = (np.indices((SIDE, SIDE, SIDE)).reshape(3, -1).T - (SIDE - 1) / 2) * PITCH
    chosen = places[random.permutation(len(places))[:count]]
    return world, [add_body(world, k, random, place, mode) for k, place in enumerate(chosen)]


def run(*, count: int = 5000, steps: int = 1000, gravity: float = 0.0, mode: str) -> Verdict:
    """Let them fly, and count those whose centers were ever behind the outer face of a wall.

    A center inside of a wall is counted apart: it is not out, but should not be there either.
    """
    world, bodies = build(count, gravity=gravity, mode=mode)
    out, first = np.zeros(count, bool), world.energy().total
    course, times, most = [], [], first
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # frozen bodies are counted below
        for k in range(steps):
            start = time.perf_counter()
            world.step(DT)
            times.append(time.perf_counter() - start)
            position = world.read(bodies, "position")
            out |= ~(np.abs(position).max(1) <= HALF_INSIDE + WALL)
            energy = world.energy().total
            most = max(most, energy)
            if (k + 1) % max(1, steps // 10) == 0:
                course.append(f"{energy / first:.3f}")
    far = np.abs(position).max(1)
    buried = int(((far > HALF_INSIDE) & (far <= HALF_INSIDE + WALL)).sum())
    frozen = sum(body.frozen for body in bodies)
    pull = f"gravity {gravity:g} m/s^2" if gravity else "no gravity"
    result = Verdict(f"hollow box, {count:,} bodies, {steps:,} steps, {pull}, ccd {mode}")
    if mode not in ("ray", "none"):
        result.holds = not bool(out.any()) and frozen == 0 and most < GAIN_LIMIT * first
    result.lines = [
        f"{int(out.sum())} escaped, {buried} centers in a wall at the end, {frozen} frozen",
        f"energy after each tenth of the steps, over that of the start: {' '.join(course)}; highest {most / first:.3f}",
        f"{1e3 * np.mean(times):.2f} ms per step, slowest {1e3 * np.max(times):.2f} ms",
    ]
    return result

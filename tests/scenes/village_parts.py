"""Parts of the village for its tests, and how to find things in it."""

from physics import World
from scenes.village import machines

DT = 1 / 60


def named(world: World, name: str):
    """The first body of a name."""
    return next(body for body in world.bodies if body.name == name)


def controller(world: World, kind: type):
    """The first controller of a class."""
    return next(some for some in world.controllers if isinstance(some, kind))


def run(world: World, seconds: float) -> None:
    """Step for a time [s]."""
    for _ in range(round(seconds / DT)):
        world.step(DT)


def make_pendulums(world: World) -> machines.Pendulums:
    """The pendulums over the beam."""
    keeper = machines.Keeper(world)
    machines.add_beam(world)
    return machines.Pendulums(world, keeper)

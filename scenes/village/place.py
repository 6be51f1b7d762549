"""The whole place, without anybody in it."""

from physics import World
from scenes.village import course, house, machines, range, signs, stuff, terrain, yard


def build_place(world: World) -> None:
    """Fill a world with the village: ground, house, yard, machines, range and course."""
    stuff.add_materials(world)
    terrain.build(world)
    house.build(world)
    yard.build(world)
    signs.build(world)
    keeper = machines.Keeper(world)
    machines.build(world, keeper)
    range.build(world)
    course.build(world, keeper)

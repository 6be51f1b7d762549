"""The whole place, without anybody in it."""

from physics import BodyKind, World
from scenes.village import course, house, machines, range, shop, siege, signs, stuff, terrain, water, yard


def build_place(world: World) -> None:
    """Fill a world with the village: ground, house, yard, machines, range and course."""
    stuff.add_materials(world)
    things = stuff.things_of(world)
    terrain.build(world)
    house.build(world)
    yard.build(world)
    signs.build(world)
    shop.build(world)
    keeper = machines.Keeper(world)
    machines.build(world, keeper)
    water.build(world)
    range.build(world)
    course.build(world, keeper)
    siege.build(world)
    things.keep(body for body in world.bodies if body.kind == BodyKind.DYNAMIC and not body.joints)

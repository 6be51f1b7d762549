"""The whole place, without anybody in it."""

import dataclasses

from physics import BodyKind, World
from play.game import Light
from scenes.village import (
    course,
    fabrics,
    house,
    layout,
    machines,
    range,
    shop,
    siege,
    signs,
    stuff,
    terrain,
    water,
    yard,
)


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
    fabrics.build(world)


def lights_of(world: World) -> tuple[Light, ...]:
    """The lights of the village, each bound to the globe that it shines from."""
    globes = [body for body in world.bodies if any(part.material == "lamp" for part in body.parts)]
    places = [next(body.position + part.offset for part in body.parts if part.material == "lamp") for body in globes]
    lights = []
    for light in layout.LAMPS:
        away = [(place - light.place).length for place in places]
        lights.append(dataclasses.replace(light, body=globes[away.index(min(away))].id))
    return tuple(lights)

"""What the key E does: the thing that is looked at says it.

Doors open, buttons are pressed, weapons are taken, vehicles are climbed into, small things are carried; scenes register
what else there is with `Game.add_thing`.
"""

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from physics import Body, BodyKind, ShapeSphere, Vec3, World
from play.vehicles.vehicle import Vehicle
from play.weapons.aim import aim_of, sight_of

if TYPE_CHECKING:
    from play.game import Game
    from play.weapons.arsenal import Arsenal

#: How far away a thing can be used, from the eyes along the line of sight [m].
REACH = 2.8
#: What is this close to the line of sight is found, too, if nothing is on it: small things are hard to aim at [m].
NEAR_SIGHT = ShapeSphere(0.14)
#: Farthest from the surface of a vehicle, or from its doors, that the figure gets in without looking at it [m].
VEHICLE_REACH = 1.9
#: Height of the middle of a standing figure over its feet [m].
MIDDLE = 0.9
#: Heaviest thing that hands carry [kg], and farthest that its surface may be from its middle [m].
CARRY_MOST, CARRY_SIZE = 50.0, 0.85


@dataclasses.dataclass(frozen=True, eq=False)
class Thing:
    """Something of a place that can be used. It has no memory of its own: what it does is kept by the world.

    Attributes:
        body: What one looks at.
        word: What the key does now, such as "Open"; "" for nothing.
        act: Does it, for the game.
        name: What it is called, such as "door"; "" if the word says it all.
        reach: How far away it can be used [m].
    """

    body: Body
    word: Callable[[], str]
    act: "Callable[[World, Game], None]"
    name: str = ""
    reach: float = REACH


class Use(NamedTuple):
    """What the key does now.

    Attributes:
        word: In the imperative, such as "Open the door"; of what cannot be done, why.
        place: Of the thing [m].
        act: Does it; None if it cannot be done.
        body: The thing.
    """

    word: str
    place: Vec3
    act: Callable[[World], None] | None
    body: Body


def find_use(world: World, game: "Game") -> Use | None:
    """What the key would do now, or None.

    What is carried is put down; else counts what is looked at, then what is close to that, then the nearest vehicle.
    """
    avatar = game.avatar
    if avatar is None or not avatar.present or avatar.fallen or game.driven >= 0:
        return None
    hands = game.hands
    if hands.body is not None:
        return Use("Put it down", hands.body.center_of_mass, lambda world: hands.drop(), hands.body)
    own = game.own_bodies
    aim = aim_of(world, avatar.eye, game.controls, own, REACH)
    found = use_of(game, aim.body, aim.point) if aim.body is not None else None
    if found is None:
        start, direction = sight_of(world, avatar.eye, game.controls, own)
        length = (aim.point - start).length
        hit = world.shape_cast(NEAR_SIGHT, start, motion=direction * max(length, 0.1), ignore=(*own, *world.softs))
        found = use_of(game, hit.body, hit.point) if hit is not None and isinstance(hit.body, Body) else None
    number = nearest_vehicle(game) if found is None else -1
    if number >= 0:
        vehicle = game.vehicles[number]
        found = use_of_vehicle(game, vehicle, vehicle.chassis.center_of_mass)
    return found


def use_of(game: "Game", body: Body, point: Vec3) -> Use | None:
    """What can be done with a body that is looked at, at a point of it [m]; None for nothing."""
    thing = next((thing for thing in game.things if thing.body is body), None)
    word = thing.word() if thing is not None else ""
    if thing is not None and word and (point - game.eye).length <= thing.reach + NEAR_SIGHT.radius:
        text = f"{word} the {thing.name}" if thing.name else word
        return Use(text, point, lambda world: thing.act(world, game), body)
    for vehicle in game.vehicles:
        if body in vehicle.bodies:
            return use_of_vehicle(game, vehicle, point)
    taken = None if game.arsenal is None else use_of_weapon(game.arsenal, body, point)
    if taken is not None:
        return taken
    if is_portable(body):
        name = f"the {kind_of(body)}" if body.name else "it"
        return Use(f"Pick up {name}", body.center_of_mass, lambda world: game.hands.take(body, game), body)
    return None


def use_of_weapon(arsenal: "Arsenal", body: Body, point: Vec3) -> Use | None:
    """Taking a weapon that lies around; None if the body is none, or if the player has one like it."""
    item = next((item for item in arsenal.lying if item.body is body and item.number not in arsenal.carried), None)
    return item and Use(f"Take the {body.name}", point, lambda world: arsenal.take(world, item), body)


def use_of_vehicle(game: "Game", vehicle: Vehicle, point: Vec3) -> Use:
    """Getting into a vehicle, or why not."""
    if vehicle.occupied:
        return Use(f"Somebody is already in the {vehicle.name}.", point, None, vehicle.chassis)
    if vehicle.upside_down:
        text = f"The {vehicle.name} is on its roof: push it over, or attach to it and reset it."
        return Use(text, point, None, vehicle.chassis)
    return Use(f"Get into the {vehicle.name}", point, lambda world: game.sit_down(world, vehicle), vehicle.chassis)


def nearest_vehicle(game: "Game") -> int:
    """Number of the vehicle that the figure could get into, wherever it looks; -1 if none is close enough."""
    if game.avatar is None or not game.avatar.present:
        return -1
    middle = game.avatar.feet + (0.0, MIDDLE, 0.0)
    near = [(distance_to(vehicle, middle), number) for number, vehicle in enumerate(game.vehicles)]
    distance, number = min(near, default=(VEHICLE_REACH, -1))
    return number if distance < VEHICLE_REACH else -1


def distance_to(vehicle: Vehicle, place: Vec3) -> float:
    """How far a place is from the surface of a vehicle, or from the middle above one of its doors [m]."""
    doors = min(((vehicle.place(door) - place).length for door in vehicle.doors), default=VEHICLE_REACH)
    if (vehicle.chassis.center_of_mass - place).length > 12.0:  # none is so large
        return doors
    closest = vehicle.chassis.world.closest_point(vehicle.chassis, place)
    return doors if closest is None else min(doors, closest.distance)


def is_portable(body: Body) -> bool:
    """Whether hands can carry a body: it is loose, and neither heavy nor large."""
    if body.kind != BodyKind.DYNAMIC or body.frozen or body.mass > CARRY_MOST or body.joints:
        return False
    return size_of(body) <= CARRY_SIZE


def size_of(body: Body) -> float:
    """About half of its length, from its largest moment of inertia [m].

    A long box of half length h has m h^2 / 3, a ball of radius r 0.4 m r^2; so this is h, and 1.1 r.
    """
    largest = max(float(body.inertia[k, k]) for k in range(3))
    return float((3.0 * largest / body.mass) ** 0.5)


def kind_of(body: Body) -> str:
    """Name of a body without its number, for people."""
    return body.name.rstrip("0123456789 ")

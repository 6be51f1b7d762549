"""A walk through the village for the scripted player: weapons, house, wall, platform, a lap with the car."""

from physics import Vec3
from play.autoplay import (
    Script,
    draw_weapon,
    drive,
    drive_to,
    fire,
    get_in,
    get_out,
    look,
    one_after_another,
    press,
    wait,
    walk,
)
from play.game import Game
from play.vehicles.driver import Driver
from scenes.village import layout

#: Within this distance of its parking place a car takes the road to the track; from elsewhere it goes straight [m].
AT_HOME = 12.0


def tour(game: Game) -> Script:
    """All of it, one after another."""
    return one_after_another((weapons(game), shooting(game), house(game), platform(game), lap(game, 0)))


def weapons(game: Game) -> Script:
    """Pick up all weapons."""
    yield from wait(game, 0.5)
    for place in layout.WEAPONS.values():
        yield from walk(game, (0.55 * place.x, 0.0, place.z + 1.2), place, within=0.8, limit=8.0)
    yield from walk(game, (0.0, 0.0, 52.0))


def shooting(game: Game) -> Script:
    """Fire each weapon at the yard."""
    wall = layout.BRICK_WALL
    yield from walk(game, (0.0, 0.0, 46.0), (wall.x, 0.0, 39.0))
    yield from draw_weapon(game, 1)
    for height in (1.0, 1.6):
        yield from fire(game, wall + (0.0, height, 0.0), seconds=1.2)
        yield from wait(game, 0.6)
    yield from fire(game, wall + (1.0, 1.2, 0.0), seconds=1.0, other=True)
    yield from wait(game, 1.0)
    yield from draw_weapon(game, 2)
    yield from fire(game, layout.PYRAMID + (0.0, 0.8, 0.0), seconds=0.1)
    yield from wait(game, 3.0)
    yield from draw_weapon(game, 3)
    yield from fire(game, wall + (0.0, 1.2, 0.0), seconds=0.3)
    yield from wait(game, 1.0)
    yield from draw_weapon(game, 4)
    yield from look(game, layout.CRATES + (0.0, 0.5, 0.0))
    yield from wait(game, 1.5, fire=True)
    yield from press(game, weapon=-3)


def house(game: Game) -> Script:
    """In by the front door, up the stairs, down again, out into the yard."""
    places = dict(layout.ROUTE)
    inside = [places[name] for name in list(places)[2:]]
    yield from walk(game, *inside, limit=15.0)
    yield from walk(game, *[place for _, place in layout.ROUTE[-2:4:-1]], limit=15.0)
    yield from walk(game, *[place for _, place in layout.ROUTE_OUT], limit=15.0)


def platform(game: Game) -> Script:
    """Press the button, ride up, look around, ride down."""
    _, face, way = layout.BUTTONS[0]
    yield from walk(game, face - way * 0.9, within=0.3, limit=8.0)
    yield from look(game, face)
    yield from wait(game, 0.8, forward=0.6)
    yield from walk(game, *[place for _, place in layout.ROUTE_PLATFORM], within=0.35, limit=8.0)
    yield from wait(game, 7.0)
    yield from look(game, Vec3(10.0, 2.0, 0.0))
    yield from wait(game, 8.0)
    yield from walk(game, layout.ROUTE_PLATFORM[0][1])


def lap(game: Game, number: int) -> Script:
    """Get into a car, drive to the track and once around it, get out."""
    yield from walk(game, (2.0, 0.0, 46.0), (4.0, 0.0, 53.0), limit=20.0)
    yield from get_in(game, number)
    if game.vehicle is None:
        return
    if not all(game.vehicle.telemetry.attached):
        yield from press(game, repair=True)
    if (game.vehicle.chassis.position - layout.CARS[number][0]).length < AT_HOME:
        yield from drive_to(game, *layout.WAY_TO_TRACK[:3], speed=5.0)
        yield from drive_to(game, *layout.WAY_TO_TRACK[3:])
    driver = Driver(layout.TRACK, layout.TRACK_HALF_WIDTH)
    begun, most = driver.progress(game.vehicle.chassis.position), 0.0

    def around() -> bool:
        nonlocal most
        if game.vehicle is not None:
            gone = (driver.progress(game.vehicle.chassis.position) - begun) % driver.length
            most = max(most, gone) if gone < most + 0.5 * driver.length else most
        return most > driver.length - 8.0

    yield from drive(game, lambda: driver.controls(game.vehicle), around, limit=60.0)
    yield from get_out(game)

"""Mending: puts back together what is broken, and loose things where they belong."""

import dataclasses
import math

import numpy as np

from physics import Body, Vec3, World
from physics.vector import multiply, rotate
from play.breakage.breakable import Breakable, Kind
from play.breakage.breakables import Breakables, Broken, is_there, tally
from play.breakage.soft_things import soft_things_of
from play.game import game_of

#: Farther than this from where it belongs [m], or turned by more than this [rad], a loose thing is put back.
ASTRAY, TURNED = 0.004, 0.01
#: Figures and vehicles within this distance of a thing are looked at, besides its size [m].
NEAR = 4.0


@dataclasses.dataclass(frozen=True)
class Mended:
    """What mending did.

    Attributes:
        kinds: What each thing was that is whole again.
        tidied: How many loose things were put back.
        blocked: How many stay broken, because the figure or a vehicle stands in their place.
    """

    kinds: tuple[Kind, ...]
    tidied: int
    blocked: int

    @property
    def text(self) -> str:
        """A sentence for the player."""
        words = []
        if self.kinds:
            words.append(f"mended {tally(self.kinds)}")
        if self.tidied:
            words.append(f"put {self.tidied} {'thing' if self.tidied == 1 else 'things'} back")
        if self.blocked:
            them = "1 thing stays" if self.blocked == 1 else f"{self.blocked} things stay"
            words.append(f"{them} broken because something stands there")
        text = "; ".join(words)
        return f"{text[:1].upper()}{text[1:]}." if text else "Nothing is broken."


def mend(world: World, breakables: Breakables) -> Mended:
    """Mend all that is broken, but for what a figure or a vehicle stands in.

    Bodies come back under their numbers. Figure, vehicles, weapons and what was fired stay as they are.
    """
    done = mendable(world, breakables)
    blocked = {one.number for one in breakables.broken} - {one.number for one in done}
    for one in done:
        take_away(world, one)
        for definition in breakables.things[one.number].whole:
            if not is_there(world, definition.id):
                world.restore(definition)
    breakables.broken = tuple(one for one in breakables.broken if one.number in blocked)
    breakables.losing = tuple(number for number in breakables.losing if _hangs(breakables, number))
    breakables.scrap = tuple(one for one in breakables.scrap if one.body.alive)
    tidied = tidy(world, breakables) + hang_up(world)
    kinds = sorted((breakables.things[one.number].kind for one in done), key=lambda kind: kind.name)
    return Mended(tuple(kinds), tidied, len(blocked))


def mendable(world: World, breakables: Breakables) -> list[Broken]:
    """What is broken, but for what a figure or a vehicle stands in."""
    own = own_bodies(world)
    return [one for one in breakables.broken if not _in_the_way(world, breakables.things[one.number], own)]


def take_away(world: World, broken: Broken) -> None:
    """Remove what is left of a broken thing."""
    for body in broken.pieces:
        if body.alive:
            world.remove_body(body)


def tidy(world: World, breakables: Breakables) -> int:
    """Put loose things back where they belong; returns how many."""
    lost = [home for number, home in breakables.homes.items() if not is_there(world, number)]
    for home in lost:
        world.restore(home)
    moved = astray(world, breakables)
    if moved:
        homes = [breakables.homes[body.id] for body in moved]
        rest = np.zeros((len(moved), 3))
        world.write(
            moved, position=np.array([home.position for home in homes]),
            orientation=np.array([home.orientation for home in homes]), velocity=rest, angular_velocity=rest,
        )  # fmt: skip
    return len(lost) + len(moved)


def hang_up(world: World) -> int:
    """Put soft things back that are torn, burst, or not where they belong; returns how many."""
    softs = soft_things_of(world)
    astray = () if softs is None else softs.astray(world)
    for thing in astray:
        thing.put_back(world)
    return len(astray)


def astray(world: World, breakables: Breakables) -> list[Body]:
    """Loose things that are not where they belong, but for what the player carries."""
    bodies = [world.body(number) for number in breakables.homes if is_there(world, number)]
    if not bodies:
        return []
    homes = [breakables.homes[body.id] for body in bodies]
    away = world.read(bodies, "position") - np.array([home.position for home in homes])
    alike = np.abs((world.read(bodies, "orientation") * np.array([home.orientation for home in homes])).sum(axis=1))
    far = (np.linalg.norm(away, axis=1) > ASTRAY) | (alike < math.cos(0.5 * TURNED))
    return [body for body, moved in zip(bodies, far.tolist(), strict=True) if moved]


def own_bodies(world: World) -> frozenset[int]:
    """Numbers of the bodies of figure and vehicles."""
    game = game_of(world)
    if game is None:
        return frozenset()
    found: list[Body] = [body for vehicle in game.vehicles for body in vehicle.bodies]
    found += game.avatar.bodies if game.avatar is not None and game.avatar.present else ()
    return frozenset(body.id for body in found if body.alive)


def _in_the_way(world: World, thing: Breakable, own: frozenset[int]) -> bool:
    """Whether one of some bodies is where a thing would stand."""
    reach = NEAR + float(np.linalg.norm(thing.high - thing.low))
    if not any((world.body(number).position - thing.middle).length < reach for number in own):
        return False
    for whole in thing.whole:
        for part in whole.parts:
            place = Vec3(*whole.position) + rotate(whole.orientation, part.offset)
            found = world.overlap(part.shape, place, multiply(whole.orientation, part.rotation), ignore=world.softs)
            if any(hit.body.id in own and hit.depth > 0.0 for hit in found):
                return True
    return False


def _hangs(breakables: Breakables, number: int) -> bool:
    """Whether a thing that was about to come off still lacks its hold."""
    sets = breakables.things[number].supports
    return bool(sets) and not any(all(breakables.stands(holder) for holder in some) for some in sets)

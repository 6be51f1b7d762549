"""Scripted players: generators that yield controls, step by step, and look at the game in between.

A script is a function of a game that yields `Controls`, such as

    def script(game):
        yield from walk(game, (3.0, 0.0, -5.0))
        yield from fire(game, at=(0.0, 1.0, -20.0), seconds=0.8)
"""

import dataclasses
import math
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from physics import Vec3
from physics.vector import angles_of, inverse, rotate
from play.controls import Controls
from play.game import Game

Script = Generator[Controls, None, None]

STEP = 1.0 / 60.0
#: Highest speed at which the view turns [rad/s], and rate at which it approaches its aim [1/s].
TURN_SPEED, TURN_RATE = 5.0, 9.0
#: A figure that gets no closer for this long [s] jumps; after this many jumps it gives up.
STUCK, STUCK_JUMPS = 1.2, 4


class Player:
    """Plays a script; called with the game before each step. At the end of the script it does nothing.

    Args:
        make: Function of the game that returns the script.
        repeat: Whether the script starts again at its end.
    """

    def __init__(self, make: Callable[[Game], Script], *, repeat: bool = False) -> None:
        self._make, self._repeat = make, repeat
        self._script: Script | None = None
        self.done = False

    def __call__(self, game: Game) -> Controls:
        """Controls for the next step."""
        if self._script is None:
            self._script = self._make(game)
        wanted = next(self._script, None)
        if wanted is None and self._repeat:
            self._script = self._make(game)
            wanted = next(self._script, None)
        self.done = wanted is None
        return game.controls.idle() if wanted is None else wanted


# ---- Looking --------------------------------------------------------------------------------------------------------


def turned(game: Game, direction: Vec3, **wanted: Any) -> Controls:
    """Controls that turn the view toward a direction, as fast as a hand does; others as of `Controls`."""
    now, (yaw, pitch) = game.controls, angles_of(direction)
    share, most = 1.0 - math.exp(-TURN_RATE * STEP), TURN_SPEED * STEP
    right = min(max(math.remainder(yaw - now.yaw, math.tau) * share, -most), most)
    up = min(max((pitch - now.pitch) * share, -most), most)
    return dataclasses.replace(now.idle(), yaw=now.yaw + right, pitch=now.pitch + up, **wanted)


def off_aim(game: Game, direction: Vec3) -> float:
    """Angle between the view and a direction [rad]."""
    cosine = game.controls.direction.dot(direction) / max(direction.length, 1e-9)
    return math.acos(min(max(cosine, -1.0), 1.0))


def wait(game: Game, seconds: float, **wanted: Any) -> Script:
    """Do nothing, or hold controls, for a while [s]."""
    for _ in range(round(seconds / STEP)):
        yield dataclasses.replace(game.controls.idle(), **wanted)


def look(game: Game, at: Sequence[float], *, within: float = 0.01, limit: float = 2.0) -> Script:
    """Turn the view to a point [m], until it is within an angle [rad] or a time has passed [s]."""
    for _ in range(round(limit / STEP)):
        way = Vec3(*at) - game.eye
        if off_aim(game, way) <= within:
            return
        yield turned(game, way)


def press(game: Game, **wanted: Any) -> Script:
    """Hold controls for one step, and release them."""
    yield dataclasses.replace(game.controls.idle(), **wanted)
    yield game.controls.idle()


# ---- Walking --------------------------------------------------------------------------------------------------------


def walk(
    game: Game, *points: Sequence[float], run: bool = False, within: float = 0.5, limit: float = 30.0, **wanted: bool
) -> Script:
    """Walk from point to point [m]; heights do not count. A figure that is stuck jumps.

    Args:
        game: The game.
        *points: Where to, one after another.
        run: Whether to run.
        within: How close counts as there [m].
        limit: Longest time for each point [s].
        **wanted: What else is held, such as crouch.
    """
    for point in points:
        best, since, jumps = math.inf, 0.0, 0
        for _ in range(round(limit / STEP)):
            if game.avatar is None or not game.avatar.present:
                return
            way = Vec3(point[0], game.avatar.feet.y, point[2]) - game.avatar.feet
            distance = way.length
            if distance < within:
                break
            best, since = (distance, 0.0) if distance < best - 0.05 else (best, since + STEP)
            if since > STUCK:
                jumps += 1
                if jumps > STUCK_JUMPS:
                    break
                best, since = distance, 0.0
                yield from wait(game, 0.25, jump=True, forward=1.0)
            facing = off_aim(game, way) < 0.9
            yield turned(game, Vec3(way.x, 0.0, way.z), forward=1.0 if facing else 0.0, run=run and facing, **wanted)


# ---- Weapons --------------------------------------------------------------------------------------------------------


def draw_weapon(game: Game, number: int) -> Script:
    """Draw a weapon, and wait until it is raised."""
    yield from press(game, weapon=number)
    yield from wait(game, 0.5)


def fire(game: Game, at: Sequence[float], *, seconds: float = 0.6, other: bool = False) -> Script:
    """Aim at a point [m], charge for a time [s], fire."""
    yield from look(game, at)
    name = "fire_other" if other else "fire"
    for _ in range(max(round(seconds / STEP), 1)):
        yield turned(game, Vec3(*at) - game.eye, **{name: True})
    yield game.controls.idle()


# ---- Driving --------------------------------------------------------------------------------------------------------


def get_in(game: Game, number: int) -> Script:
    """Walk to a vehicle and get in."""
    vehicle, feet = game.vehicles[number], game.eye if game.avatar is None else game.avatar.feet
    doors = sorted(vehicle.doors[:2], key=lambda door: (vehicle.place(door) - feet).length)
    yield from walk(game, vehicle.place(doors[0]), within=0.9, limit=40.0)
    yield from press(game, enter=True)


def get_out(game: Game) -> Script:
    """Brake, and get out."""
    for _ in range(600):
        if game.vehicle is None or game.vehicle.chassis.velocity.length < 0.7:
            break
        yield dataclasses.replace(game.controls.idle(), forward=-0.6)
    yield from wait(game, 0.5, jump=True)
    yield from press(game, enter=True)


def drive(game: Game, steer: Callable[[], Controls], until: Callable[[], bool], *, limit: float = 120.0) -> Script:
    """Let a driver steer until a condition is true, or a time has passed [s]."""
    still = 0
    for _ in range(round(limit / STEP)):
        if game.vehicle is None or until():
            return
        wanted, now = steer(), game.controls
        yield dataclasses.replace(wanted, yaw=now.yaw, pitch=now.pitch, distance=now.distance)
        still = still + 1 if game.vehicle.chassis.velocity.length < 0.4 else 0
        if still > 150:
            yield from back_off(game)
            still = 0


def drive_to(
    game: Game, *points: Sequence[float], speed: float = 8.0, within: float = 3.0, limit: float = 20.0
) -> Script:
    """Drive from point to point [m] at a speed [m/s]; heights do not count.

    Args:
        game: The game; somebody sits in a vehicle.
        *points: Where to, one after another.
        speed: How fast.
        within: How close counts as there [m].
        limit: Longest time for each point [s].
    """
    for point in points:
        still = 0
        for _ in range(round(limit / STEP)):
            if game.vehicle is None:
                return
            chassis = game.vehicle.chassis
            way = rotate(inverse(chassis.orientation), Vec3(*point) - chassis.position)  # its nose is -z, its right +x
            if math.hypot(way.x, way.z) < within:
                break
            off = math.atan2(way.x, -way.z)
            pace = min(max(0.4 * (speed - chassis.velocity.length), -1.0), 1.0)
            steer = min(max(2.0 * off, -1.0), 1.0)
            yield dataclasses.replace(game.controls.idle(), forward=pace, right=steer)
            still = still + 1 if chassis.velocity.length < 0.4 else 0
            if still > 150:
                yield from back_off(game)
                still = 0


def back_off(game: Game) -> Script:
    """Get free: reset and repair the vehicle if necessary, and back up a little."""
    if game.vehicle is not None and game.vehicle.upside_down:
        yield from press(game, reset=True)
    if game.vehicle is not None and not all(game.vehicle.telemetry.attached):
        yield from press(game, repair=True)
    yield from wait(game, 1.5, forward=-1.0)


def one_after_another(scripts: Iterable[Script]) -> Script:
    """Several scripts in order."""
    for script in scripts:
        yield from script

"""Hands: carry one small thing in front of the figure, put it down, or throw it."""

import math
from typing import TYPE_CHECKING

from physics import Body, Controller, Vec3, World
from physics.vector import Quaternion, about, inverse, multiply
from play.cues import Cue, CueSound, cue_kind
from play.weapons.aim import sight_of
from play.weapons.pull import is_movable, pull_of, stands_on

if TYPE_CHECKING:
    from play.game import Game

#: Largest force of both arms [N].
FORCE = 900.0
#: From the eyes to the near side of what is carried [m], how far below the line of sight its upper side is, and how
#: far it may be behind before the hands let go, and for how long [s].
NEAR, BELOW, LAG, LAG_TIME = 0.55, 0.12, 0.9, 0.5
#: Energy of a throw [J] and its highest speed [m/s]: a can flies 11 m/s, a crate of 40 kg 3.5 m/s.
ENERGY, SPEED_MOST = 250.0, 11.0
#: Largest recoil that the figure gets from a throw [N s].
RECOIL = 90.0
UP = (0.0, 1.0, 0.0)

cue_kind(
    "throw",
    "something was thrown by hand; size: speed over 11 m/s, what: its name",
    sound=CueSound("jump", gain=(0.5, 1.0), vary=0.06, priority=1.0),
)


class Hands(Controller):
    """What the figure of a game carries. The game calls `take`, `drop`.

    Attributes:
        body: What is carried, or None.
        distance: Of its middle from the eyes [m].
        turned: Its rotation relative to the yaw of the view.
        lagging: How long it has been stuck [s].
    """

    state_fields = ("body", "distance", "turned", "lagging")

    def __init__(self, world: World, game: "Game") -> None:
        self.game = game
        self.body: Body | None = None
        self.distance = self.lagging = 0.0
        self.turned: Quaternion = (0.0, 0.0, 0.0, 1.0)
        world.add_controller(self)

    def take(self, body: Body, game: "Game") -> None:
        """Take a body, if the figure does not stand on it."""
        avatar = game.avatar
        if avatar is None:
            return
        if stands_on(body.world, avatar.feet, game.own_bodies, body):
            game.say("You are standing on it. Step down to carry it.", trouble=True)
            return
        closest = body.world.closest_point(body, avatar.eye)
        thick = 0.2 if closest is None else max((body.center_of_mass - closest.point).length, 0.05)
        self.body, self.distance, self.lagging = body, NEAR + thick, 0.0
        self.turned = multiply(inverse(about(UP, game.controls.yaw)), body.orientation)
        game.cues.append(Cue("pickup", body.center_of_mass, what=body.name))

    def drop(self) -> None:
        """Let go."""
        self.body, self.lagging = None, 0.0

    def before_step(self, world: World, dt: float) -> None:
        """Carry, throw, or let go."""
        body, game = self.body, self.game
        if body is None:
            return
        avatar = game.avatar
        free = avatar is not None and avatar.present and not avatar.fallen and game.driven < 0
        if avatar is None or not free or not is_movable(body):
            self.drop()
        elif game.pressed("fire"):
            self._throw(body)
        elif stands_on(world, avatar.feet, game.own_bodies, body):
            self.drop()
        else:
            self._carry(world, body, dt)

    def _carry(self, world: World, body: Body, dt: float) -> None:
        game = self.game
        start, direction = sight_of(world, game.eye, game.controls, (*game.own_bodies, body))
        thick, place = self.distance - NEAR, body.center_of_mass
        target = start + direction * self.distance - (0.0, BELOW + thick, 0.0)
        floor = game.avatar.feet.y + thick if game.avatar is not None else -math.inf
        target = Vec3(target.x, max(target.y, floor), target.z)
        self.lagging = self.lagging + dt if (target - place).length > LAG else 0.0
        if self.lagging > LAG_TIME:
            self.drop()
            game.say("It got stuck, and you let go of it.", trouble=True)
            return
        turn = multiply(about(UP, game.controls.yaw), self.turned)
        pull = pull_of(world, body, place, target, turn, dt, FORCE)
        body.apply_force(pull.force, pull.point)
        body.apply_torque(pull.torque)

    def _throw(self, body: Body) -> None:
        """Throw it where the player looks; the figure gets the recoil that its legs can bear."""
        game, avatar = self.game, self.game.avatar
        self.drop()
        if avatar is None or avatar.torso is None:
            return
        direction = game.controls.direction
        speed = min(SPEED_MOST, (2.0 * ENERGY / body.mass) ** 0.5)
        change = direction * speed + avatar.velocity - body.velocity
        body.apply_impulse(change * body.mass)
        avatar.brace()
        avatar.torso.apply_impulse(direction * -min(speed * body.mass, RECOIL))
        game.cues.append(Cue("throw", body.center_of_mass, direction * speed, speed / SPEED_MOST, what=body.name))

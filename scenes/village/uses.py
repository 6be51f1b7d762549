"""What can be used in the village with a key: doors are pushed open or closed, buttons are pressed."""

import math

from physics import Body, Controller, JointHinge, Vec3, World
from play.game import Game
from play.interaction import Thing
from scenes.village import layout

#: How far a door is opened [rad], below which angle it counts as closed, speed of the push [rad/s], its torque [N m],
#: and for how many steps it lasts at most.
OPEN, CLOSED, SPEED, TORQUE, LASTS = 1.4, 0.35, 2.2, 45.0, 150
#: How close a door comes to where it is pushed [rad], and how slow it is then [rad/s]: it is held until it rests.
CLOSE, STILL = 0.04, 0.1
#: Push of a hand on a button [N s]: it gets about 5 cm in.
PUSH = 44.0


class Doors(Controller):
    """Pushes doors for the figure: a motor of the hinge that ends when the door is there, or is held up for too long.

    Attributes:
        until: For each door the step at which its push ends; 0 for none.
    """

    state_fields = ("until",)

    def __init__(self, world: World, hinges: list[JointHinge]) -> None:
        self.hinges = hinges
        self.until = (0,) * len(hinges)
        world.add_controller(self)

    def before_step(self, world: World, dt: float) -> None:
        """End the pushes that are done."""
        if not any(self.until):
            return
        until = list(self.until)
        for number, end in enumerate(until):
            if end and (not self.hinges[number].alive or self._is_done(world, self.hinges[number], end)):
                until[number] = 0
        self.until = tuple(until)

    def _is_done(self, world: World, hinge: JointHinge, end: int) -> bool:
        """Whether a push is over; then the door is free."""
        goal = hinge.motor_target or 0.0
        if world.step_count < end and (abs(hinge.angle - goal) > CLOSE or abs(hinge.rate) > STILL):
            return False
        hinge.motor_target, hinge.motor_speed, hinge.motor_max_force = None, 0.0, 0.0
        return True

    def word(self, number: int) -> str:
        """What a push would do."""
        hinge = self.hinges[number]
        return "" if not hinge.alive else "Open" if abs(hinge.angle) < CLOSED else "Close"

    def push(self, world: World, game: Game, number: int) -> None:
        """Open a door away from the figure, or close it."""
        hinge = self.hinges[number]
        closed = abs(hinge.angle) < CLOSED
        goal = math.copysign(OPEN, self._way(hinge, game.eye)) if closed else 0.0
        hinge.motor_target, hinge.motor_speed, hinge.motor_max_force = goal, SPEED, TORQUE
        self.until = (*self.until[:number], world.step_count + LASTS, *self.until[number + 1 :])

    def _way(self, hinge: JointHinge, eye: Vec3) -> float:
        """Sense of turning in which a door goes away from a place: where its middle moves to, up x lever."""
        lever = hinge.body_b.center_of_mass - hinge.anchor_a
        return lever.z * (lever.x + hinge.anchor_a.x - eye.x) - lever.x * (lever.z + hinge.anchor_a.z - eye.z)


def build(world: World, game: Game) -> None:
    """Register doors and buttons."""
    names = {f"{name} hinge" for name, _, _ in layout.DOORS}
    hinges = [joint for joint in world.joints if joint.name in names]
    doors = Doors(world, hinges)
    for number, hinge in enumerate(hinges):
        add_door(game, doors, hinge.body_b, number)
    bodies = {body.name: body for body in world.bodies}
    for name, _, way in layout.BUTTONS:
        add_button(game, bodies[name], way)


def add_door(game: Game, doors: Doors, body: Body, number: int) -> None:
    """Register one door."""
    game.add_thing(
        Thing(body, lambda: doors.word(number), lambda world, game: doors.push(world, game, number), name="door")
    )


def add_button(game: Game, body: Body, way: Vec3) -> None:
    """Register one button: a hand pushes it, and the figure as much in return."""

    def press(world: World, game: Game) -> None:
        body.apply_impulse(way * PUSH)
        if game.avatar is not None and game.avatar.torso is not None:
            game.avatar.torso.apply_impulse(way * -PUSH)

    game.add_thing(Thing(body, lambda: "Press", press, name="button"))

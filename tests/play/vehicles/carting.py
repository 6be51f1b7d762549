"""A yard with a game, a figure and carts: vehicles that are a box, and note what they are told."""

from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from play.controls import Controls
from play.figure.avatar import Avatar
from play.game import Game
from play.vehicles.vehicle import Telemetry, Vehicle

STEP = 1.0 / 60.0
HEIGHT = 0.5
ACCELERATION = 20.0


class Cart(Vehicle):
    """A box that goes where it is told, without friction and without turning."""

    state_fields = ("controls", "occupied", "lamps_on", "attached")

    def __init__(self, world, place, name="cart"):
        super().__init__()
        self.name, self.home, self.done = name, (Vec3(*place), 0.0), []
        self.attached = (True,) * 4
        self.chassis = world.add_body(
            shape=ShapeBox((0.8, HEIGHT, 1.6)), mass=500.0, friction=0.0, position=Vec3(*place) + (0.0, HEIGHT, 0.0)
        )
        world.add_controller(self)

    @property
    def telemetry(self):
        return Telemetry(attached=self.attached)

    def before_step(self, world, dt):
        if self.occupied:
            self.chassis.velocity += Vec3(self.controls.right, 0.0, -self.controls.forward) * (ACCELERATION * dt)

    def reset(self, world):
        self.done.append("reset")
        self.chassis.orientation = (0.0, 0.0, 0.0, 1.0)

    def repair(self, world):
        self.done.append("repair")
        self.attached = (True,) * 4

    def put(self, world, position, yaw):
        self.done.append("put")
        self.chassis.position = Vec3(*position) + (0.0, HEIGHT, 0.0)
        self.chassis.velocity = (0.0, 0.0, 0.0)


class Yard:
    """Ground, figure, carts."""

    def __init__(self, *places, avatar=True):
        self.world = World()
        self.world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
        self.game = Game(self.world)
        if avatar:
            self.game.add_avatar(Avatar(self.world, Vec3(0.0, 0.0, 0.0), 0.0))
        for number, place in enumerate(places):
            self.game.add_vehicle(Cart(self.world, place, f"cart {number}"))
        self.told = []
        self.run(2)

    def run(self, steps=1, **pressed):
        """Step with some things pressed, and let go of."""
        for _ in range(steps):
            self.game.controls = Controls(**{"yaw": self.game.controls.yaw, **pressed})
            self.world.step(STEP)
            self.told += self.game.cues
        return self

    def play(self, script, limit=3000):
        """Step through a script; how many steps it took."""
        for count in range(limit):
            wanted = next(script, None)
            if wanted is None:
                return count
            self.game.controls = wanted
            self.world.step(STEP)
            self.told += self.game.cues
        raise AssertionError("the script has no end")

    def press(self, **pressed):
        """Press for a step, and let go."""
        return self.run(1, **pressed).run(1)

    def wall(self, half, place):
        """Something that stands in the way."""
        return self.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half), position=place, name="wall")

    def cues(self, kind):
        """Of a kind, so far."""
        return [cue for cue in self.told if cue.kind == kind]

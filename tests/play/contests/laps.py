"""A ring to drive around at exact speeds, for the tests of laps."""

import math

import numpy as np

from physics import ShapeBox, Vec3, World
from play.contests.gates import Circuit
from play.contests.lap import LapTimer
from play.game import Game
from play.vehicles.vehicle import Vehicle

STEP = 1.0 / 60.0
RADIUS, GATES, HALF_WIDTH = 30.0, 5, 4.0


class Sled(Vehicle):
    """A box that goes exactly where it is told."""

    def __init__(self, world, name="sled"):
        super().__init__()
        self.name = name
        self.chassis = world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), mass=10.0, position=(0.0, 500.0, 0.0))


def ring(angle, radius=RADIUS):
    """Place on the ring after an angle of travel, counterclockwise from +x toward -z [m]."""
    return Vec3(radius * math.cos(angle), 0.0, -radius * math.sin(angle))


class Ring:
    """A world without gravity, with a sled and a lap timer around a ring."""

    def __init__(self, world=None, **options):
        self.world = World() if world is None else world
        self.world.gravity = (0.0, 0.0, 0.0)
        self.game = Game(self.world)
        self.sled = self.game.add_vehicle(Sled(self.world))
        line = np.array([ring(angle) for angle in np.arange(360) * (math.tau / 360.0)])
        self.timer = LapTimer(self.world, self.game, Circuit(line, HALF_WIDTH, gates=GATES), **options)
        self.game.attach(0)
        self.cues = []

    def place(self, place):
        """Put the sled somewhere, at rest."""
        self.sled.chassis.position, self.sled.chassis.velocity = place, (0.0, 0.0, 0.0)
        self.world.step(STEP)
        return self

    def step_to(self, place):
        """Be at a place after one step."""
        chassis = self.sled.chassis
        chassis.velocity, chassis.angular_velocity = (place - chassis.position) * (1.0 / STEP), (0.0, 0.0, 0.0)
        self.world.step(STEP)
        self.cues += self.game.cues

    def drive(self, start, turn, speed, radius=RADIUS):
        """Drive along the ring from an angle, by an angle [rad] (negative: backward), at a speed [m/s]."""
        steps = math.ceil(abs(turn) * radius / (speed * STEP))
        for step in range(1, steps + 1):
            self.step_to(ring(start + math.copysign(step * speed * STEP / radius, turn), radius))
        return self

    def kinds(self):
        """Kinds of what was heard."""
        return [cue.kind for cue in self.cues if cue.kind not in ("message", "trouble")]

"""Stand-in for the figure: a capsule that stands, with an arm on a shoulder, for tests of what a figure holds."""

from physics import BodyKind, Controller, JointHinge, ShapeBox, ShapeCapsule, ShapePlane, Vec3, World
from physics.vector import rotate
from play import layers
from play.arsenal import Arsenal
from play.controls import Controls
from play.game import Game
from play.weapons.turning import about

STEP = 1.0 / 60.0


class Dummy(Controller):
    """Stands where it is put, turned to a yaw that it keeps; its right arm follows the pitch."""

    kept = ("torso", "hand", "shoulder", "yaw")

    def __init__(self, world, position=(0.0, 0.0, 0.0), yaw=0.0):
        self.cues, self.raised, self.falls = [], True, 0
        self.torso = self.hand = self.shoulder = None
        world.add_controller(self)
        self.controls = Controls(yaw=yaw)
        self.put(world, Vec3(*position), yaw)

    @property
    def present(self):
        return self.torso is not None

    def brace(self):
        pass

    def fall(self):
        self.falls += 1

    @property
    def bodies(self):
        return () if self.torso is None else (self.torso, self.hand)

    @property
    def feet(self):
        return self.torso.position - (0.0, 0.9, 0.0)

    @property
    def eye(self):
        return self.torso.position + (0.0, 0.72, 0.0)

    @property
    def grip(self):
        return self.hand.position + rotate(self.hand.orientation, (0.0, 0.0, -0.3)), self.hand.orientation

    @property
    def velocity(self):
        return self.torso.velocity

    def put(self, world, position, yaw):
        if self.torso is not None:
            self.leave(world)
        turn, self.yaw = about((0.0, 1.0, 0.0), yaw), yaw
        place = Vec3(*position) + (0.0, 0.9, 0.0)
        self.torso = world.add_body(
            shape=ShapeCapsule(0.3, 0.6), mass=75.0, position=place, orientation=turn, lock_rotation=True,
            category=layers.FIGURE, name="figure", friction=1.0,
        )  # fmt: skip
        shoulder = place + rotate(turn, (0.35, 0.45, 0.0))
        self.hand = world.add_body(
            shape=ShapeBox((0.05, 0.05, 0.3)), mass=4.0, position=shoulder + rotate(turn, (0.0, 0.0, -0.3)),
            orientation=turn, category=layers.FIGURE, mask=0, name="arm",
        )  # fmt: skip
        self.shoulder = JointHinge(
            self.torso, self.hand, anchor=shoulder, axis=rotate(turn, (1.0, 0.0, 0.0)), motor_speed=8.0,
            motor_max_force=120.0, motor_target=0.0,
        )  # fmt: skip
        world.add_joint(self.shoulder)

    def leave(self, world):
        for body in self.bodies:
            world.remove_body(body)
        self.torso = self.hand = self.shoulder = None

    def fits(self, world, position):
        return True

    def before_step(self, world, dt):
        if self.shoulder is not None and self.shoulder.motor_target != self.controls.pitch:
            self.shoulder.motor_target = self.controls.pitch


class Range:
    """A world with ground, figure and arsenal, and a player that holds buttons."""

    def __init__(self, weapon=0, yaw=0.0, **options):
        self.world = World(**options)
        self.world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", name="ground")
        self.game = Game(self.world)
        self.avatar = self.game.add_avatar(Dummy(self.world, yaw=yaw))
        self.arsenal = Arsenal(self.world, self.game)
        self.yaw, self.told = yaw, []
        if weapon:
            self.arsenal.give(weapon)
            self.run(2)

    def run(self, steps=1, **pressed):
        """Step with some things pressed; cues of the steps are added to `told`."""
        for _ in range(steps):
            self.game.controls = Controls(**{"yaw": self.yaw, **pressed})
            self.world.step(STEP)
            self.told += self.game.cues
        return self

    def shoot(self, charge=1.0, button="fire", **aim):
        """Hold a button for a share of the full charge, and let go; the last body that was fired."""
        self.run(1 + round(72 * charge), **{button: True}, **aim)
        self.run(1, **aim)
        return self.arsenal.projectiles.shots[-1].body

    def cues(self, kind):
        """All cues of a kind so far."""
        return [cue for cue in self.told if cue.kind == kind]

    def wall(self, z=-4.0, half=(3.0, 2.0, 0.1), **options):
        """A wall that stands on the ground."""
        return self.world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox(half), position=(0.0, half[1], z), name="wall", **options
        )

    def crate(self, place, half=0.25, **options):
        """A crate of wood."""
        return self.world.add_body(
            shape=ShapeBox((half,) * 3), position=place, material="wood", name="crate", **options
        )

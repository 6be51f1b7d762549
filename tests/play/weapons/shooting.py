"""A range to try weapons on: ground, figure and arsenal, and a player that holds buttons."""

from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from play.controls import Controls
from play.figure.avatar import Avatar
from play.game import Game
from play.weapons.arsenal import Arsenal

STEP = 1.0 / 60.0


class Range:
    """A world with ground, figure and arsenal, and a player that holds buttons."""

    def __init__(self, weapon=0, yaw=0.0, **options):
        self.world = World(**options)
        self.world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", name="ground")
        self.game = Game(self.world)
        self.avatar = self.game.add_avatar(Avatar(self.world, Vec3(0.0, 0.0, 0.0), yaw))
        self.arsenal = Arsenal(self.world, self.game)
        self.yaw, self.told = yaw, []
        if weapon:
            self.arsenal.give(weapon)
            self.run(40)  # until the arm is raised

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

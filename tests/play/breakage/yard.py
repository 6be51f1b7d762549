"""A yard to break things in: ground, things, and what is thrown at them."""

from physics import BodyKind, PartDef, ShapeBox, ShapeCylinder, ShapePlane, ShapeSphere, Vec3, World
from play.breakage import kinds
from play.breakage.breakables import Breakables
from play.breakage.glass import add_pane
from play.breakage.timber import break_off, come_off, snap
from play.breakage.trees import Wood, fell
from play.weapons.explosion import PUSH, RADIUS

STEP = 1.0 / 60.0
OAK = Wood(0.28, 2.6, 4.2, 0.18, ((ShapeSphere(1.4), (0.0, 5.0, 0.0)),), 180.0, bark="wood", leaves="leather")


class Yard:
    """Ground, and things that break.

    Args:
        gravity: Whether things fall.
        world: One that has a ground already.
    """

    def __init__(self, *, gravity: bool = True, world: World | None = None) -> None:
        self.world = world or World(gravity=(0.0, -9.81 if gravity else 0.0, 0.0))
        if world is None:
            self.world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", name="ground")
        self.things = Breakables(self.world)

    def run(self, steps: int):
        """Step."""
        for _ in range(steps):
            self.world.step(STEP)
        return self

    def fixed(self, shape, place, material="wood", name="thing", **options):
        """A static body."""
        return self.world.add_body(
            kind=BodyKind.STATIC, shape=shape, position=place, material=material, name=name, **options
        )

    def pane(self, place=(0.0, 1.5, 0.0)):
        """A pane of 2.4 by 1.3 m across z, as heavy as 5 mm of glass."""
        body = self.fixed(ShapeBox((1.2, 0.65, 0.008)), place, "glass", "pane", density=780.0)
        return add_pane(self.things, body)

    def board(self, place=(0.0, 1.0, 0.0), supports=()):
        """A board along x."""
        body = self.fixed(ShapeBox((1.0, 0.06, 0.025)), place, name="board")
        return self.things.add(kinds.BOARD, [body], snap, supports=supports)

    def post(self, x=0.0, kind=kinds.POST, density=None):
        """A post that stands in the ground."""
        body = self.fixed(ShapeBox((0.06, 0.7, 0.06)), (x, 0.3, 0.0), name="post")
        parts = {
            "stumps": (PartDef(ShapeBox((0.06, 0.2, 0.06)), (0.0, -0.5, 0.0), material="wood"),),
            "upper": (PartDef(ShapeBox((0.06, 0.46, 0.06)), (0.0, 0.23, 0.0), material="wood", density=density),),
        }
        return self.things.add(kind, [body], break_off(**parts))

    def tree(self, place=(0.0, 0.0, 0.0)):
        """An oak."""
        shapes = [(ShapeCylinder(0.28, 1.5), (0.0, 1.1, 0.0), (0.0, 0.0, 0.0, 1.0))]
        common = {"kind": BodyKind.STATIC, "position": place}
        trunk = self.world.add_body(**common, shapes=shapes, material="wood", name="oak")
        crown = self.world.add_body(**common, look=None, name="oak: leaves")
        return self.things.add(kinds.OAK, [trunk, crown], fell(OAK))

    def bricks(self, count=6, rows=5):
        """A wall of bricks along x, one upon the other; numbers by row."""
        rows_of: list[list[int]] = []
        for level in range(rows):
            row = []
            for k in range(count):
                body = self.fixed(ShapeBox((0.248, 0.123, 0.1)), (0.5 * k, 0.125 + 0.25 * level, 0.0), "stone", "brick")
                below = [(rows_of[-1][k],)] if rows_of else ()
                row.append(self.things.add(kinds.BRICK, [body], come_off, supports=below))
            rows_of.append(row)
        return rows_of

    def throw(self, place, velocity, *, mass=10.0, radius=0.07, material="iron", **options):
        """A ball."""
        return self.world.add_body(
            shape=ShapeSphere(radius), mass=mass, position=place, velocity=velocity, material=material, bullet=True,
            name="ball", **options,
        )  # fmt: skip

    def blast(self, place, steps=3):
        """What explosions do in their first steps to things: what broke in one no longer hides what is behind it."""
        for _ in range(steps):
            self.things.feel_blast(self.world, Vec3(*place), RADIUS, push=PUSH, radius=RADIUS)
            self.run(1)

    def pieces(self, number):
        """What is left of a broken thing."""
        return next(one.pieces for one in self.things.broken if one.number == number)

"""Rocket launcher."""

from typing import TYPE_CHECKING

from physics import ShapeBox, ShapeCone, ShapeCylinder, Vec3, World
from physics.vector import multiply, rotation_toward
from play.cues import Cue, CueSound, cue_kind
from play.weapons.projectiles import ROCKET, ROCKET_MASS, ROCKET_TURN
from play.weapons.registry import weapon
from play.weapons.weapon import ALONG, Piece, Weapon

if TYPE_CHECKING:
    from play.weapons.arsenal import Arsenal

#: Speed at which a rocket leaves the barrel [m/s], and time until the next one [s].
START_SPEED = 7.0
RELOAD_TIME = 0.9

cue_kind("launch", "a rocket was fired; direction: its velocity", sound=CueSound("launch", reach=2.5))


@weapon(
    number=2,
    name="rocket launcher",
    icon="rocket",
    charge_word="loaded",
    help="[fire] fires a rocket. It burns for 10 s and explodes on the first thing it touches.",
)
class RocketLauncher(Weapon):
    """Fires rockets, which burn on their own.

    Attributes:
        wait: Time until the next rocket is ready [s].
    """

    mass = 4.0
    pieces = (
        Piece(ShapeBox((0.025, 0.07, 0.03)), (0.0, -0.03, 0.0), "leather"),
        Piece(ShapeCylinder(0.078, 0.36), (0.0, 0.08, -0.04), "plastic", ALONG),
        Piece(ShapeCylinder(0.092, 0.03), (0.0, 0.08, -0.39), "steel", ALONG),
        Piece(ShapeCone(0.105, 0.06), (0.0, 0.08, 0.36), "steel", multiply(ALONG, (1.0, 0.0, 0.0, 0.0))),
        Piece(ShapeBox((0.02, 0.07, 0.025)), (0.0, -0.02, -0.22), "leather"),
        Piece(ShapeBox((0.025, 0.025, 0.07)), (-0.095, 0.12, -0.07), "rubber"),
        Piece(ShapeCylinder(0.08, 0.02), (0.0, 0.08, 0.1), "steel", ALONG),
    )
    muzzle = Vec3(0.0, 0.08, -0.77)

    state_fields = (*Weapon.state_fields, "wait")

    def __init__(self) -> None:
        super().__init__()
        self.wait = 0.0

    @property
    def charge(self) -> float:
        """How ready the next rocket is, 0 to 1."""
        return 1.0 - self.wait / RELOAD_TIME

    def act(self, world: World, arsenal: "Arsenal", dt: float) -> None:
        """Reload, or fire."""
        if self.wait > 0.0:
            self.wait = max(0.0, self.wait - dt)
        elif arsenal.pressed("fire"):
            self.fire(world, arsenal)

    def fire(self, world: World, arsenal: "Arsenal") -> None:
        """Fire a rocket at what the player aims at, if there is room."""
        turn = rotation_toward(arsenal.controls.direction)
        place = self.start_of_shot(world, arsenal, ROCKET, multiply(turn, ROCKET_TURN))
        if place is None:
            return
        direction = arsenal.direction_from(world, place)
        speed = START_SPEED + max(0.0, arsenal.avatar.velocity.dot(direction))
        arsenal.projectiles.fire_rocket(world, place, direction * speed)
        arsenal.kick(direction, 0.5 * ROCKET_MASS * START_SPEED)
        arsenal.cues.append(Cue("launch", place, direction * speed, what="rocket"))
        self.wait = RELOAD_TIME

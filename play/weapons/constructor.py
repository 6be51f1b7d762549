"""Constructor: fires iron balls and wooden cubes, the faster the longer it is charged."""

from typing import TYPE_CHECKING

from physics import ShapeBox, ShapeCylinder, Vec3, World
from physics.vector import rotation_toward
from play.cues import Cue, CueSound, cue_kind
from play.weapons.projectiles import BALL, BALL_MASS, CUBE, CUBE_MASS
from play.weapons.registry import weapon
from play.weapons.weapon import ALONG, Piece, Weapon

if TYPE_CHECKING:
    from play.weapons.arsenal import Arsenal

#: Largest impulse of a shot [N s], speed of a shot without charge [m/s], time to the full charge [s].
IMPULSE_MAX = 1000.0
TOSS = 3.0
CHARGE_TIME = 1.2
#: What each button fires.
BUTTONS = {"ball": "fire", "cube": "fire_other"}
MASSES = {"ball": BALL_MASS, "cube": CUBE_MASS}
SHAPES = {"ball": BALL, "cube": CUBE}

cue_kind(
    "shot",
    "a projectile was fired; direction: its velocity, size: share of the full charge, what: projectile",
    sound=CueSound("shot", gain=(0.45, 1.0), pitch=(1.25, 0.9), reach=2.0, most=2),
)


@weapon(
    number=1,
    name="constructor",
    icon="cube",
    charge_word="power",
    help="Hold [fire] to charge an iron ball, [fire_other] for a wooden cube; release to throw it.",
)
class Constructor(Weapon):
    """Fires balls with one button and cubes with the other.

    Attributes:
        loading: What is being charged, "ball" or "cube"; "" for nothing.
        held: Time of charging [s].
    """

    mass = 3.5
    pieces = (
        Piece(ShapeBox((0.028, 0.075, 0.038)), (0.0, -0.03, 0.01), "leather"),
        Piece(ShapeBox((0.055, 0.05, 0.17)), (0.0, 0.07, -0.08), "steel"),
        Piece(ShapeCylinder(0.085, 0.13), (0.0, 0.08, -0.36), "iron", ALONG),
        Piece(ShapeCylinder(0.1, 0.018), (0.0, 0.08, -0.26), "steel", ALONG),
        Piece(ShapeCylinder(0.1, 0.022), (0.0, 0.08, -0.48), "steel", ALONG),
        Piece(ShapeBox((0.035, 0.035, 0.09)), (0.0, 0.15, -0.06), "wood"),
        Piece(ShapeCylinder(0.05, 0.05), (0.0, 0.07, 0.12), "rubber", ALONG),
    )
    muzzle = Vec3(0.0, 0.08, -0.62)

    state_fields = (*Weapon.state_fields, "loading", "held")

    def __init__(self) -> None:
        super().__init__()
        self.loading = ""
        self.held = 0.0

    @property
    def charge(self) -> float:
        """How far it is charged, 0 to 1."""
        return min(self.held / CHARGE_TIME, 1.0) if self.loading else 0.0

    def act(self, world: World, arsenal: "Arsenal", dt: float) -> None:
        """Start charging, charge, or fire."""
        if not self.loading:
            self.loading = next((what for what, button in BUTTONS.items() if arsenal.pressed(button)), "")
            self.held = 0.0
        elif getattr(arsenal.controls, BUTTONS[self.loading]):
            self.held += dt
        else:
            what, impulse = self.loading, impulse_of(self.loading, self.charge)
            self.rest(world, arsenal)
            self.fire(world, arsenal, what, impulse)

    def rest(self, world: World, arsenal: "Arsenal") -> None:
        """Lose the charge."""
        self.loading, self.held = "", 0.0

    def fire(self, world: World, arsenal: "Arsenal", what: str, impulse: float) -> None:
        """Fire a ball or a cube with an impulse [N s] at what the player aims at, if there is room."""
        place = self.start_of_shot(world, arsenal, SHAPES[what], rotation_toward(arsenal.controls.direction))
        if place is None:
            return
        direction = arsenal.direction_from(world, place)
        along = max(0.0, arsenal.avatar.velocity.dot(direction))  # a toss does not fall behind a running figure
        velocity = direction * (impulse / MASSES[what] + along)
        shoot = arsenal.projectiles.fire_ball if what == "ball" else arsenal.projectiles.fire_cube
        shoot(world, place, velocity)
        arsenal.kick(direction, 0.5 * impulse)
        arsenal.cues.append(Cue("shot", place, velocity, impulse / IMPULSE_MAX, what=what))


def impulse_of(what: str, charge: float) -> float:
    """Impulse of a shot [N s]: from a gentle toss to the largest."""
    least = TOSS * MASSES[what]
    return least + charge * (IMPULSE_MAX - least)

"""Arsenal: the weapons that lie around, that the player carries, and that is in the hand."""

from typing import Any, NamedTuple

from physics import Body, Controller, Vec3, World
from physics.vector import Quaternion, rotation_of
from play.controls import WEAPON_NEXT, WEAPON_NONE, WEAPON_PREVIOUS, Controls
from play.cues import Cue
from play.figure.avatar import Avatar
from play.game import Game
from play.weapons import registry
from play.weapons.aim import aim_of
from play.weapons.explosion import Explosions
from play.weapons.projectiles import Projectiles
from play.weapons.weapon import HELD_MASK, Weapon

#: How close a weapon must be to be picked up [m]: level, from the middle of the figure; below its feet and above them.
TOUCH = 0.95
TOUCH_BELOW, TOUCH_ABOVE = 0.3, 2.0
#: Steps between checks for weapons to pick up, and for weapons that fell out of the world; how far below is out [m].
LOOK = 3
PATROL = 60
FALL = 30.0
#: Largest recoil that arm and body get [N s]: the arm swings, the figure stays on its feet.
KICK_HAND = 14.0
KICK_BODY = 90.0
#: Farthest that a weapon can be from the hand before it is drawn again, as after a jump to another place [m].
APART = 1.0


class Lying(NamedTuple):
    """A weapon that can be picked up.

    Attributes:
        number: Its number.
        body: Its body.
        home: Where it is put back when it falls out of the world [m].
        turn: Rotation there.
    """

    number: int
    body: Body
    home: Vec3
    turn: Quaternion


class Arsenal(Controller):
    """All weapons of a player.

    Args:
        world: Where; it becomes a controller of it, and so do its projectiles and explosions. Make it after the figure.
        game: The game; its `arsenal` is set.
        lowest: Height of the lowest ground [m].

    Attributes:
        weapons: All weapons by number, as of `play.weapons.registry`.
        lying: Those that lie in the world.
        carried: Numbers of those that the player has.
        wanted: Number of the one that should be in the hand; 0 for none.
        held: Number of the one in the hand; 0 for none, as while the player sits in a vehicle.
        projectiles: All projectiles.
        explosions: All explosions.
        cues: What happened since the game last collected them.
    """

    state_fields = ("lying", "carried", "wanted", "held", "holder")

    def __init__(self, world: World, game: Game, *, lowest: float = 0.0) -> None:
        self.game = game
        self.cues: list[Cue] = []
        self.weapons: dict[int, Weapon] = {number: kind() for number, kind in registry.load_all().items()}
        self.lying: tuple[Lying, ...] = ()
        self.carried: tuple[int, ...] = ()
        self.wanted = self.held = 0
        self.holder: Body | None = None
        self._lowest = lowest
        world.add_controller(self)
        self.explosions = Explosions(world, game, self.cues)
        self.projectiles = Projectiles(world, game, self.explosions, self.cues, lowest=lowest)
        game.arsenal = self

    def save(self) -> tuple[Any, ...]:
        """The state of the arsenal and of its weapons."""
        return (super().save(), *(weapon.save() for weapon in self.weapons.values()))

    def load(self, saved: tuple[Any, ...]) -> None:
        """Restore what `save` returned."""
        super().load(saved[0])
        for weapon, values in zip(self.weapons.values(), saved[1:], strict=True):
            weapon.load(values)

    # ---- Reading --------------------------------------------------------------------------------------------------

    @property
    def avatar(self) -> Avatar:
        """The figure that holds the weapons.

        Raises:
            LookupError: The game has no figure.
        """
        if self.game.avatar is None:
            raise LookupError("the game has no figure to hold weapons; call game.add_avatar first")
        return self.game.avatar

    @property
    def hand(self) -> Body:
        """The hand of the figure.

        Raises:
            LookupError: There is none, as the figure sits in a vehicle.
        """
        hand = self.avatar.hand
        if hand is None:
            raise LookupError("a figure in a vehicle has no hand for weapons; ask for avatar.present first")
        return hand

    @property
    def torso(self) -> Body:
        """The main body of the figure; raises as `hand` does."""
        torso = self.avatar.torso
        if torso is None:
            raise LookupError("a figure in a vehicle has no body; ask for avatar.present first")
        return torso

    @property
    def weapon(self) -> Weapon | None:
        """The weapon in the hand, or None."""
        return self.weapons[self.held] if self.held else None

    @property
    def charge(self) -> float:
        """How far the weapon in the hand is charged, 0 to 1."""
        return self.weapons[self.held].charge if self.held else 0.0

    @property
    def active(self) -> bool:
        """Whether the player controls a standing figure: nobody fires while driving or lying on the ground."""
        return self.game.driven < 0 and not self.avatar.fallen

    @property
    def controls(self) -> Controls:
        """Controls of the figure; idle ones unless it is `active`."""
        return self.game.controls if self.active else self.game.controls.idle()

    @property
    def own_bodies(self) -> tuple[Body, ...]:
        """Bodies of the figure and of its weapon."""
        own = self.avatar.bodies
        return own if not self.held else (*own, *self.weapons[self.held].bodies)

    @property
    def beam(self) -> tuple[Vec3, Vec3] | None:
        """From where to where the weapon in the hand pulls something [m], or None."""
        weapon = self.weapon
        return None if weapon is None else weapon.beam

    def pressed(self, name: str) -> bool:
        """Whether something was pressed in this step, for the figure."""
        return self.active and self.game.pressed(name)

    # ---- Getting weapons ------------------------------------------------------------------------------------------

    def lay(self, world: World, number: int, position: Vec3, yaw: float = 0.0) -> Body:
        """Put a weapon into the world, to be picked up.

        Args:
            world: The world.
            number: Number of the weapon.
            position: Place of its center of mass [m].
            yaw: Direction in which it points [rad].

        Returns:
            Its body, which lies there as any other.
        """
        weapon = self._weapon(number)
        turn = rotation_of(yaw)
        body = weapon.lie(world, Vec3(*position), turn)
        body.position = body.position + position - body.center_of_mass
        self.lying += (Lying(number, body, body.position, turn),)
        return body

    def give(self, number: int) -> None:
        """Give the player a weapon; it is drawn if the hand is empty."""
        weapon = self._weapon(number)
        if number not in self.carried:
            self.carried = tuple(sorted((*self.carried, number)))
            self.wanted = self.wanted or number
            place = self.game.avatar.feet if self.game.avatar is not None else Vec3(0.0, 0.0, 0.0)
            self.cues.append(Cue("pickup", place, what=weapon.name))
            self.cues.append(Cue("message", text=f"{weapon.name.capitalize()} ([weapon_{number}]): {weapon.help}"))

    def _weapon(self, number: int) -> Weapon:
        if number not in self.weapons:
            raise LookupError(f"weapon must be one of {', '.join(map(str, self.weapons))}, got {number!r}")
        return self.weapons[number]

    def trouble(self, text: str) -> None:
        """Tell the player what cannot be done, as a cue."""
        self.cues.append(Cue("trouble", text=text))

    # ---- Acting ---------------------------------------------------------------------------------------------------

    def before_step(self, world: World, dt: float) -> None:
        """Pick up and switch weapons, and let the one in the hand act."""
        avatar = self.game.avatar
        if avatar is None:
            return
        if self.game.driven < 0 and self.game.pressed("weapon"):
            self._select(self.game.controls.weapon)
        if world.step_count % LOOK == 0 and self.lying and avatar.present:
            self._pick_up(world)
        carries = self.game.hands.body is not None  # that takes both hands
        self._draw(world, self.wanted if avatar.present and not carries else 0)
        avatar.raised = self.held > 0 or carries
        if self.held:
            weapon = self.weapons[self.held]
            if self.active:
                weapon.act(world, self, dt)
            else:
                weapon.rest(world, self)
        if world.step_count % PATROL == 0:
            self._patrol(world)

    def after_step(self, world: World) -> None:
        """Let the weapon in the hand react to the step."""
        if self.held:
            self.weapons[self.held].react(world, self)

    def _select(self, wish: int) -> None:
        """Do what `Controls.weapon` asks for."""
        if wish == WEAPON_NONE:
            self.wanted = 0
        elif wish in (WEAPON_PREVIOUS, WEAPON_NEXT):
            self._turn_wheel(1 if wish == WEAPON_NEXT else -1)
        elif wish in self.carried:
            self.wanted = wish
        elif wish in self.weapons:
            self.trouble(f"You don't have the {self.weapons[wish].name} yet. Press [hints] to see where it is.")
        else:
            self.trouble(f"There is no weapon {wish}.")

    def _turn_wheel(self, way: int) -> None:
        if not self.carried:
            self.trouble("You have no weapon yet. Press [hints] to see where they are.")
        elif self.wanted in self.carried:
            self.wanted = self.carried[(self.carried.index(self.wanted) + way) % len(self.carried)]
        else:
            self.wanted = self.carried[0 if way > 0 else -1]

    def _draw(self, world: World, wish: int) -> None:
        """Draw a weapon, or put it away."""
        weapon = self.weapons[self.held] if self.held else None
        if weapon is not None and (self.held != wish or weapon.lost or self._apart(weapon)):
            weapon.put_away(world, self)
            self.held, self.holder = 0, None
            weapon_before = weapon.number
        else:
            weapon_before = self.held
        if wish and not self.held:
            weapon = self.weapons[wish]
            weapon.draw(world, self)
            self.held, self.holder = wish, self.avatar.hand
            if wish != weapon_before:
                self.cues.append(Cue("switch", self.avatar.feet, what=weapon.name))
        if self.held:
            self._let_lie(self.weapons[self.held].held_body)

    def _let_lie(self, body: Body) -> None:
        """Let what is in the hand of a limp figure lie on the ground, as its arm does; a standing one carries it."""
        mask = HELD_MASK if self.avatar.limp else 0
        if body.mask != mask:
            body.mask, body.gravity_scale = mask, 1.0 if mask else 0.0

    def _apart(self, weapon: Weapon) -> bool:
        """Whether the figure is somewhere else than its weapon."""
        if self.holder is not self.avatar.hand:
            return True
        return (weapon.held_body.position - self.avatar.grip[0]).length > APART

    def _pick_up(self, world: World) -> None:
        """Pick up the weapons that the figure touches."""
        x, y, z = self.avatar.feet
        for item in self.lying:
            if not item.body.alive:
                self.lying = tuple(other for other in self.lying if other is not item)
                continue
            place = item.body.center_of_mass
            near = (place.x - x) ** 2 + (place.z - z) ** 2 < TOUCH**2
            if near and -TOUCH_BELOW < place.y - y < TOUCH_ABOVE and item.number not in self.carried:
                self.take(world, item)

    def take(self, world: World, item: Lying) -> None:
        """Pick up a weapon that lies around."""
        world.remove_body(item.body)
        self.lying = tuple(other for other in self.lying if other is not item)
        self.give(item.number)

    def _patrol(self, world: World) -> None:
        """Put back weapons that fell out of the world."""
        for item in self.lying:
            if item.body.alive and not item.body.position.y > self._lowest - FALL:
                item.body.position, item.body.orientation = item.home, item.turn
                item.body.velocity = item.body.angular_velocity = (0.0, 0.0, 0.0)

    # ---- For weapons ----------------------------------------------------------------------------------------------

    def direction_from(self, world: World, place: Vec3) -> Vec3:
        """Direction of a shot from a place [m] to where the player aims; that of the view, if that is too close."""
        aim = aim_of(world, self.avatar.eye, self.controls, self.own_bodies)
        way = aim.point - place
        length = way.length
        if length < 0.3 or way.dot(aim.direction) < 0.5 * length:
            return aim.direction
        return way / length

    def kick(self, direction: Vec3, impulse: float) -> None:
        """Apply recoil to hand and body of the figure; to the hand also upward, as a gun above the fist does.

        Args:
            direction: Direction of the shot, length 1.
            impulse: Recoil [N s], of which each gets as much as it can bear.
        """
        avatar = self.avatar
        avatar.brace()
        hand = min(impulse, KICK_HAND)
        self.hand.apply_impulse(direction * -hand + (0.0, hand, 0.0), avatar.grip[0])
        self.torso.apply_impulse(direction * -min(impulse, KICK_BODY))

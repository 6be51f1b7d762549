"""Game: the figure and vehicles of a player, and where its controls go. The first controller of a played world."""

import dataclasses
from typing import TYPE_CHECKING

from physics import Body, BodyKind, Controller, Joint, Vec3, World
from physics.vector import angles_of, rotate
from play.controls import Controls
from play.cues import Cue
from play.figure.avatar import Avatar
from play.hands import Hands
from play.interaction import Thing, find_use
from play.places import Place
from play.rehearsal import rehearse
from play.vehicles.vehicle import Vehicle

if TYPE_CHECKING:
    from play.contests.contest import Contest
    from play.weapons.arsenal import Arsenal

#: Bodies that fall this far below the lowest ground, or fly this far from the middle, are brought back [m].
FALL, FAR = 30.0, 300.0
#: Steps between two checks for that.
PATROL = 60


@dataclasses.dataclass(frozen=True, slots=True)
class Light:
    """A lamp of the place. Only drawn.

    Attributes:
        place: Where it is [m].
        color: Red, green, blue; 1 is as bright as a white wall in the sun at 1 m.
        reach: How far it shines [m].
        by_day: Whether it is on by day, too.
        body: Number of the body that shines: without it there is no light. -1 for none.
    """

    place: Vec3
    color: tuple[float, float, float]
    reach: float
    by_day: bool = False
    body: int = -1


class Game(Controller):
    """Routes the controls of a player to the figure or to a vehicle, and lets it get in and out.

    Args:
        world: Where it is played; the game becomes its first controller, so make it before figure and vehicles.
        lowest: Height of the lowest ground [m]: whatever falls far below it is brought back.

    Attributes:
        controls: What the player wants, set by a command before a step.
        before: What the player wanted one step earlier.
        driven: Number of the vehicle that the player controls, or -1 for the figure.
        aboard: Number of the vehicle that the figure sits in, or -1.
        avatar: The figure, or None.
        vehicles: All vehicles.
        arsenal: The weapons, or None; an arsenal sets itself here.
        hands: What the figure carries.
        things: What else can be used here, see `play.interaction`.
        places: What the compass points to, besides weapons and vehicles.
        hints: Help for the player, with title and text each; `[enter]` stands for the key of the action "enter".
        contests: What one can be good at here; contests add themselves.
        lights: Lamps of the place. Only drawn.
        cues: What happened in the last step.
    """

    state_fields = ("controls", "before", "driven", "aboard", "vehicles")

    def __init__(self, world: World, *, lowest: float = 0.0) -> None:
        rehearse()
        self.controls = self.before = Controls()
        self.driven = self.aboard = -1
        self.avatar: Avatar | None = None
        self.vehicles: tuple[Vehicle, ...] = ()
        self.arsenal: Arsenal | None = None
        self.things: tuple[Thing, ...] = ()
        self.places: tuple[Place, ...] = ()
        self.hints: tuple[tuple[str, str], ...] = ()
        self.contests: tuple[Contest, ...] = ()
        self.lights: tuple[Light, ...] = ()
        self.cues: list[Cue] = []
        self._lowest = lowest
        self._home = Vec3(0.0, 0.0, 0.0), 0.0
        world.add_controller(self)
        self.hands = Hands(world, self)

    def add_avatar(self, avatar: Avatar) -> Avatar:
        """Play with a figure; it is brought back to where it stands now."""
        self.avatar, self._home = avatar, (avatar.feet, avatar.controls.yaw)
        self.controls = self.before = Controls(yaw=avatar.controls.yaw)
        return avatar

    def add_vehicle(self, vehicle: Vehicle) -> Vehicle:
        """Add a vehicle that can be driven."""
        self.vehicles += (vehicle,)
        return vehicle

    def add_thing(self, thing: Thing) -> Thing:
        """Add something that can be used, while the scene is built."""
        self.things += (thing,)
        return thing

    # ---- Reading --------------------------------------------------------------------------------------------------

    @property
    def vehicle(self) -> Vehicle | None:
        """The vehicle that the player controls, or None."""
        return self.vehicles[self.driven] if self.driven >= 0 else None

    @property
    def eye(self) -> Vec3:
        """Eyes of the figure, or of the driver [m].

        Raises:
            LookupError: There is no figure, and no vehicle is controlled.
        """
        if self.vehicle is not None:
            return self.vehicle.place(self.vehicle.seat)
        if self.avatar is None:
            raise LookupError("the game has neither a figure nor a controlled vehicle; add_avatar or attach first")
        return self.avatar.eye

    @property
    def own_bodies(self) -> tuple[Body, ...]:
        """All bodies of what the player controls: they do not block its view."""
        if self.vehicle is not None:
            return self.vehicle.bodies
        if self.avatar is None:
            return ()
        return self.arsenal.own_bodies if self.arsenal is not None else self.avatar.bodies

    @property
    def grabbing(self) -> bool:
        """Whether the player carries something with the grab tool."""
        return self.arsenal is not None and self.arsenal.beam is not None

    @property
    def unseen_joints(self) -> tuple[Joint, ...]:
        """Joints that hold what the player carries together, and that nobody is to see as a rope."""
        weapon = None if self.arsenal is None else self.arsenal.weapon
        return () if weapon is None else tuple(joint for joint in weapon.unseen_joints if joint.alive)

    @property
    def advice(self) -> tuple[str, str] | None:
        """An action that helps the player now, and what it does; None for nothing special."""
        if self.driven < 0 and self.avatar is not None and self.avatar.can_get_up:
            return "jump", "Get up"
        return None

    def pressed(self, name: str) -> bool:
        """Whether something is pressed in this step, and was not one step earlier."""
        return self.controls.pressed_since(self.before, name)

    def say(self, text: str, *, trouble: bool = False) -> None:
        """Show the player a sentence, as a cue."""
        self.cues.append(Cue("trouble" if trouble else "message", text=text))

    # ---- Acting ---------------------------------------------------------------------------------------------------

    def before_step(self, world: World, dt: float) -> None:
        """Act on what was pressed, and pass the controls on."""
        self.cues.clear()
        self._notice_removed(world)
        fallen = self.driven < 0 and self.avatar is not None and self.avatar.fallen
        if self.pressed("enter") and not fallen:
            self.use_or_leave(world)
        self._serve(world)
        self._route()

    def _serve(self, world: World) -> None:
        """Do what the keys for vehicles ask for, or say why they do nothing."""
        vehicle = self.vehicle
        if self.pressed("weapon") and self.arsenal is None and self.controls.weapon > 0:
            self.say("There are no weapons here.", trouble=True)
        if vehicle is None:
            if any(self.pressed(name) for name in ("lamps", "reset", "repair")):
                self.say("That is for vehicles: press [enter] beside one.", trouble=True)
            return
        if self.pressed("lamps"):
            if vehicle.headlamps:
                vehicle.lamps_on = not vehicle.lamps_on
            else:
                self.say(f"The {vehicle.name} has no headlights.", trouble=True)
        if self.pressed("reset"):
            vehicle.reset(world)
        if self.pressed("repair"):
            vehicle.repair(world)
        if self.pressed("weapon") and self.arsenal is not None:
            self.say("Weapons are for those on foot: [enter] gets you out.", trouble=True)

    def _route(self) -> None:
        """Pass the controls to the figure or to the controlled vehicle; the others get idle ones."""
        for number, vehicle in enumerate(self.vehicles):
            vehicle.controls = self.controls if number == self.driven else Controls()
            vehicle.occupied = number in (self.driven, self.aboard)
        if self.avatar is not None:
            self.avatar.controls = self.controls if self.driven < 0 else self.avatar.controls.idle()

    def after_step(self, world: World) -> None:
        """Bring back what fell out of the world, and collect what happened."""
        self.before = self.controls
        self._rescue(world)
        if world.step_count % PATROL == 0:
            self._bring_back(world)
        for cues in (part.cues for part in (self.avatar, *self.vehicles, self.arsenal) if part is not None):
            self.cues += cues
            cues.clear()

    def _notice_removed(self, world: World) -> None:
        """Go on without what was removed from the world: vehicles are gone, the figure comes back."""
        for vehicle in self.vehicles:
            if vehicle.chassis.alive:
                vehicle.notice_removed(world)
            else:
                self._write_off(world, vehicle)
        if self.avatar is not None and not self.avatar.whole:
            self.avatar.leave(world)
            self.avatar.put(world, *self._home)
            self.say("You were taken apart, and are back at the start.")

    def _write_off(self, world: World, vehicle: Vehicle) -> None:
        """Remove a vehicle whose chassis is gone."""
        for body in vehicle.bodies:
            if body.alive:
                world.remove_body(body)
        world.remove_controller(vehicle)
        number = self.vehicles.index(vehicle)
        if self.aboard == number and self.avatar is not None:
            self.avatar.put(world, *self._home)
        self.driven, self.aboard = (-1 if old == number else old - (old > number) for old in (self.driven, self.aboard))
        self.vehicles = self.vehicles[:number] + self.vehicles[number + 1 :]
        self.say(f"The {vehicle.name} is gone.")

    # ---- Getting in and out ---------------------------------------------------------------------------------------

    def use_or_leave(self, world: World) -> None:
        """Get out of the present vehicle, or use what is looked at."""
        if self.driven >= 0:
            self.leave(world)
            return
        use = find_use(world, self)
        if self.avatar is None:
            self.say("There is nobody to get in.", trouble=True)
        elif use is None:
            self.say("There is nothing within reach to use. Go closer, and look at it.", trouble=True)
        elif use.act is None:
            self.say(use.word, trouble=True)
        else:
            use.act(world)

    def sit_down(self, world: World, vehicle: Vehicle) -> None:
        """Let the figure get into a vehicle."""
        if self.avatar is not None:
            self.hands.drop()
            self.avatar.leave(world)
            self.driven = self.aboard = self.vehicles.index(vehicle)
            self.cues.append(Cue("enter", vehicle.chassis.position, what=vehicle.name))

    def leave(self, world: World) -> bool:
        """Get out of the controlled vehicle, where there is room; False if there is none."""
        vehicle, avatar = self.vehicles[self.driven], self.avatar
        if avatar is None or self.aboard != self.driven:  # it was controlled from outside
            self.driven = self.aboard
            return True
        yaw, _ = angles_of(rotate(vehicle.chassis.orientation, (0.0, 0.0, -1.0)))
        for door in vehicle.doors:
            place = self._ground(world, vehicle.place(door))
            if place is not None and avatar.fits(world, place):
                self.driven = self.aboard = -1
                avatar.put(world, place, yaw)
                self.cues.append(Cue("leave", place, what=vehicle.name))
                return True
        self.say("There is no room to get out here.", trouble=True)
        return False

    def _ground(self, world: World, place: Vec3) -> Vec3 | None:
        """The ground below a place that is in view of the driver [m], or None."""
        vehicle = self.vehicles[self.driven]
        start = vehicle.place(vehicle.seat)
        way = place - start
        if way.length > 1e-6 and world.ray_cast(start, way, way.length, ignore=vehicle.bodies) is not None:
            return None
        hit = world.ray_cast(place + (0.0, 0.5, 0.0), (0.0, -1.0, 0.0), 4.0, ignore=vehicle.bodies)
        return None if hit is None else hit.point

    def attach(self, number: int) -> bool:
        """Control a vehicle from outside, or with -1 the figure, or the vehicle that it sits in."""
        if number >= 0 and not 0 <= number < len(self.vehicles):
            return False
        if number < 0 and self.avatar is None:
            return False
        self.driven = self.aboard if number < 0 else number
        return True

    # ---- Falling out of the world ---------------------------------------------------------------------------------

    def _rescue(self, world: World) -> None:
        limit = self._lowest - FALL
        if self.avatar is not None and self.avatar.present and self.avatar.feet.y < limit:
            self.avatar.put(world, *self._home)
            self.say("You fell out of the world and are back at the start.")
        for vehicle in self.vehicles:
            if vehicle.chassis.position.y < limit:
                vehicle.go_home(world)
                self.say(f"The {vehicle.name} fell out of the world and is back where it was parked.")

    def _bring_back(self, world: World) -> None:
        """Put bodies that left the world where the player started."""
        avatar = self.avatar
        if avatar is None:
            return
        seen = world.snapshot()
        x, y, z = seen.position.T
        gone = (y < self._lowest - FALL) | (abs(x) > FAR) | (abs(z) > FAR)
        for number in seen.body[gone & (seen.kind == BodyKind.DYNAMIC)].tolist():
            body = world.body(number)
            if self._has_keeper(body, avatar):
                continue
            body.position = self._home[0] + (1.5, 1.5, 0.0)
            body.velocity = body.angular_velocity = (0.0, 0.0, 0.0)
            self.say(f"{body.name.capitalize() or 'Something'} left the world and is back at the start.")

    def _has_keeper(self, body: Body, avatar: Avatar) -> bool:
        """Whether somebody else brings a body back, or drops it: those of figure, vehicles, weapons and shots."""
        own = [*avatar.bodies, *(part for vehicle in self.vehicles for part in vehicle.bodies)]
        if self.arsenal is not None:
            own += [item.body for item in self.arsenal.lying]
            own += [shot.body for shot in self.arsenal.projectiles.shots]
            own += self.arsenal.own_bodies
        return body in own


def game_of(world: World) -> Game | None:
    """The game that is played in a world, or None."""
    return next((controller for controller in world.controllers if isinstance(controller, Game)), None)

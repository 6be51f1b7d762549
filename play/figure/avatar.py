"""Avatar: the figure of the player."""

import math

from physics import Body, BodyKind, FieldWater, Vec3, World
from physics.vector import direction_of, inverse, rotate
from play.controls import Controls
from play.cues import Cue
from play.figure import balance, doll, figure, footing, gait, legwork, shins, skeleton, springy, swimming
from play.figure.avatar_fall import HARD_LANDING, RISE, STRETCH, AvatarFall
from play.figure.footing import Footing

#: Speeds [m/s]: walking, running, crouching.
WALK, RUN, CREEP = 4.0, 7.0, 2.0
#: Heights of jumps [m]: of a tap, and of the longest charge; and how long that takes [s].
HOP, LEAP, CHARGE = 0.35, 1.3, 0.6
#: How long a jump is still possible after leaving the ground, and is remembered before reaching it [s].
COYOTE, PATIENCE = 0.1, 0.1
#: Speed at which it bends and stretches its knees [m/s], and rate at which that slows down at the end [1/s].
BEND, BEND_RATE = 2.5, 12.0
#: A sudden change of velocity that knocks it over [m/s], if it ends up at least this fast along it [m/s], and with
#: this share of the change: the rest was its own run into something. And how long "sudden" is [s]. One step of 0.9 m
#: catches an upright pendulum as long as a leg at up to 0.9 m * sqrt(g / 1 m) = 2.8 m/s: beyond that people fall.
KNOCK, KNOCK_SPEED, KNOCK_SHARE, BLOW_TIME = 2.8, 1.0, 0.3, 0.06
#: How long an expected push does not knock it over [s].
BRACE = 0.3
_ZERO = Vec3(0.0, 0.0, 0.0)


class Avatar(AvatarFall):
    """A figure that walks.

    Its torso is an upright capsule that ends above the ground. A sphere that is cast down from its middle finds what it
    stands on, and a force like that of bent legs carries it, so that it walks over steps and bumps.

    Args:
        world: Where it is; it becomes a controller of it.
        position: Place of its feet [m].
        yaw: Direction of its view [rad].

    Attributes:
        controls: What the player wants; the game sets it before each step.
        raised: Whether its right arm points to where the player looks; otherwise it hangs, as with an empty hand.
        group: Collision group of all its shapes, for held objects.
        cues: What happened since the game last collected them.
    """

    group = figure.GROUP
    mass = figure.MASS
    state_fields = (
        "controls", "raised", "_figure", "_stand", "_low", "_short", "_ground", "_base", "_expected", "_blow",
        "_resistance", "_charge", "_leap", "_patience", "_since", "_flying", "_braced", "_walked", "_aim", "_height",
        "_way", "_left_at", "_sole", "_doll", "_down", "_calm", "_idle", "_ready", "_rise", "_lay",
    )  # fmt: skip

    def __init__(self, world: World, position: Vec3, yaw: float = 0.0) -> None:
        self.cues: list[Cue] = []
        self.controls = Controls(yaw=yaw)
        self.raised = True
        self._figure: figure.Figure | None = None
        self._doll: doll.Doll | None = None
        self._reset()
        self.put(world, position, yaw)
        world.add_controller(self)

    def _reset(self) -> None:
        """Forget all motion."""
        self._stand = figure.STAND
        self._low = self._short = False  # whether it wants to crouch, and whether its shape is the low one
        self._ground: Body | None = None
        self._base = self._expected = _ZERO  # velocity of the ground, and of the torso unless something hits it
        self._blow = _ZERO  # unexpected change of velocity in the last moments [m/s]
        self._resistance = 0.0  # force against its walk [N]
        self._charge = self._leap = self._patience = 0.0
        self._since = 0.0  # time since it last stood [s]
        self._flying = False
        self._down = self._calm = 0.0  # how long it has been limp, and at rest [s]
        self._idle = self._ready = False  # whether its keys were let go since then, and whether it could get up
        self._rise = 0.0  # since it began to get up [s]
        self._lay: skeleton.Pose | None = None  # how it lay before that
        self._sole = 0.0  # how far below its middle the sole is that it has on soft ground [m]; 0 for none
        self._braced = 0.0
        self._walked = 0.0
        self._aim = (0.0, 0.0)  # angles that the shoulders are set to [rad]
        self._height, self._way = figure.STAND, _ZERO  # of the walk, for legs and arms

    @property
    def jump_charge(self) -> float:
        """Height of the jump that is being charged: 0 for none, 1 for the highest."""
        return min(1.0, self._charge / CHARGE)

    # ---- Coming and going -----------------------------------------------------------------------------------------

    def put(self, world: World, position: Vec3, yaw: float) -> None:
        """Stand it somewhere, at rest; makes its bodies if it has none."""
        feet = Vec3(*position)
        self._drop_doll(world)
        if self._figure is None:
            self._figure = figure.add_figure(world, feet, yaw)
        else:
            springy.set_sole(self._figure.torso, None)
            if self._short:
                figure.set_short(self._figure.torso, False)
            self._figure.torso.friction = 0.0
            figure.place(self._figure, feet, yaw)
        self._reset()
        self._left_at = feet
        self._draw_legs()

    def leave(self, world: World) -> None:
        """Remove its bodies from the world, as when it sits down in a vehicle."""
        if self.present:
            self._left_at = self.feet if all(body.alive for body in self.bodies) else self._left_at
            self._drop_doll(world)
            if self._figure is not None:
                figure.remove_figure(world, self._figure)
                self._figure = None
            self._reset()

    def brace(self) -> None:
        """Expect a push, such as the recoil of a weapon: for a moment it does not knock the figure over."""
        self._braced = BRACE

    # ---- Stepping -------------------------------------------------------------------------------------------------

    def before_step(self, world: World, dt: float) -> None:
        """Stand, walk, jump, or lie on the ground."""
        if self._figure is not None:
            self._notice(self._figure.torso, self._figure.torso.velocity, dt)
        if self.limp:
            self._lie(world, dt)
        if self._figure is None:
            return
        torso = self._figure.torso
        velocity = torso.velocity
        bending = self._bend_knees(world, dt)
        reach = 0.02 if self._flying else footing.STEP
        water = swimming.water_around(world, torso)
        afloat = water is not None and swimming.is_afloat(torso, water)
        ground = None if afloat else footing.find_footing(world, torso.position, self._stand, reach)
        soft = None if afloat else springy.find_springy(world, torso, self._stand, ground)
        self._put_on_sole(torso, soft is not None and self._stand - soft.height < springy.CLIMB)
        if soft is not None:
            self._tread(world, soft, velocity, dt)
            return
        base = self._base if ground is None else ground.velocity(dt)
        velocity = self._ride(ground, base, velocity)
        on_feet = self._lands(ground, velocity - base)
        if self.limp:
            return
        firm = ground is not None and not self._flying and not ground.steep
        velocity = self._jump(world, ground if firm else None, base, velocity, dt)
        self._follow(ground if on_feet else None, base)
        footed = ground if on_feet and not self._flying else None
        wish, velocity = self._halt(world, footed, velocity, dt)
        push = self._push(world, footed, velocity, wish, bending, dt)
        if water is not None:
            swum, velocity = self._swim(world, torso, water, velocity)
            push = push + swum
        torso.apply_force(push * figure.MASS)
        balance.hold(torso, self.controls.yaw, dt, short=self._short)
        self._expected = velocity + (push + world.gravity) * dt
        self._move_arms()
        self._step_on(ground, velocity - self._base, dt)
        self._get_up(world, self.feet.y if ground is None else ground.point.y, dt)

    def _put_on_sole(self, torso: Body, wanted: bool) -> None:
        """Have a sole at the feet, or none."""
        sole = self._stand if wanted else 0.0
        if sole != self._sole:
            springy.set_sole(torso, sole or None)
            self._sole = sole

    def _tread(self, world: World, ground: springy.Springy, velocity: Vec3, dt: float) -> None:
        """Walk and jump on what is soft: contacts carry it."""
        torso = self._parts.torso
        self._base, self._ground = _ZERO, None
        touches = self._stand - ground.height > -0.02
        if touches and self._flying:
            self._flying = False
            if self._since > COYOTE and velocity.y < -0.5:
                self.cues.append(Cue("land", ground.point, size=-0.1 * velocity.y, what=springy.MATERIAL))
        elif not touches and velocity.y > 0.5:
            self._flying = True
        thrown = max(0.0, velocity.y)
        lift = self._leap_speed(world)
        base = Vec3(0.0, math.hypot(lift, thrown) - lift, 0.0)  # the energy of the legs adds to that of the throw
        velocity = self._jump(world, None if self._flying else ground, base, velocity, dt)
        wish = _ZERO if self.fallen else self._wish() * (CREEP if self._low else RUN if self.controls.run else WALK)
        push = legwork.drift(velocity, wish, dt) if self._flying else legwork.stride(velocity, wish, dt)
        if touches:  # knees take some of each bounce
            push = push - (0.0, springy.ABSORBED * velocity.y, 0.0)
        ground.push(push * -figure.MASS)
        if not self._sole and touches:
            push = push + (0.0, legwork.carry(self._stand - ground.height, velocity.y, dt) - world.gravity.y, 0.0)
        torso.apply_force(push * figure.MASS)
        balance.hold(torso, self.controls.yaw, dt, short=self._short)
        self._expected = velocity + (push + world.gravity) * dt
        self._move_arms()
        self._step_on(None, velocity, dt)
        self._get_up(world, self.feet.y, dt)

    def after_step(self, world: World) -> None:
        """Draw the legs where the step has brought them."""
        if self._figure is not None:
            self._draw_legs()

    def _notice(self, torso: Body, velocity: Vec3, dt: float) -> None:
        """Fall if something hit it hard enough, or if it has lost its balance.

        Its own stops against walls and floors leave little speed along the blow; a moving body that hits it leaves
        much. Soft contacts spread a blow over some steps, so it is summed up over a short time.
        """
        if self._sole:  # what is soft gives way for longer than a blow takes
            self._expected = velocity
        felt = velocity - self._expected
        self._resistance = legwork.felt_resistance(self._resistance, felt, self._wish(), figure.MASS, dt)
        self._blow = blow = self._blow * math.exp(-dt / BLOW_TIME) + felt
        self._braced = max(0.0, self._braced - dt)
        size = blow.length
        thrown = velocity.dot(blow) > max(KNOCK_SPEED, KNOCK_SHARE * size) * size
        hit = size > KNOCK and thrown and self._braced == 0.0
        if hit or size > HARD_LANDING or balance.upward(torso).y < 0.5:
            self.fall()

    def _bend_knees(self, world: World, dt: float) -> float:
        """Crouch, or stand up where there is room; returns the wanted upward speed of its middle [m/s]."""
        if self.controls.crouch or 0.0 < self._rise < STRETCH * RISE:
            self._low = True
        elif self._low:
            self._low = not self.fits(world, self._parts.torso.position - (0.0, self._stand, 0.0))
        goal = figure.CROUCH if self._low else figure.STAND
        before = self._stand
        speed = max(-BEND, min(BEND, BEND_RATE * (goal - before)))
        self._stand = before + speed * dt
        short = self._low or (self._short and self._stand < figure.STAND - 0.15)
        if short != self._short:
            self._short = short
            figure.set_short(self._parts.torso, short)
        return speed

    def _ride(self, ground: Footing | None, base: Vec3, velocity: Vec3) -> Vec3:
        """Move with machines at once, also when they reverse within a step; returns the velocity after that [m/s]."""
        if self._flying or ground is None or ground.body is not self._ground:
            return velocity
        change = base - self._base
        if ground.body.kind != BodyKind.KINEMATIC or not 1e-9 < change.length < legwork.GRIP_SPEED:
            return velocity
        self._change_velocity(change)
        return velocity + change

    def _lands(self, ground: Footing | None, relative: Vec3) -> bool:
        """Whether its legs carry it in this step."""
        if ground is None:
            self._flying = True
            return False
        if self._flying:
            if relative.y > 0.5 or self._stand - ground.height < -0.01:
                return False
            self._flying = False
            speed = max(0.0, -relative.y)
            if speed > HARD_LANDING:
                self.fall()
                return False
            if self._since > COYOTE:
                self.cues.append(Cue("land", ground.point, ground.normal, 0.1 * speed, what=ground.shape.material))
        return True

    def _follow(self, ground: Footing | None, base: Vec3) -> None:
        """Remember what it stands on."""
        self._ground = None if ground is None else ground.body
        if ground is not None:
            self._base = base

    def _leap_speed(self, world: World) -> float:
        """Speed at which the jump that was charged last leaves the ground [m/s]."""
        height = HOP + (LEAP - HOP) * self._leap
        return math.sqrt(max(0.0, -2.0 * world.gravity.y) * height)

    def _jump(
        self, world: World, start: Footing | springy.Springy | None, base: Vec3, velocity: Vec3, dt: float
    ) -> Vec3:
        """Charge while the key is down, jump when it is released; returns the velocity after that [m/s]."""
        self._since = 0.0 if start is not None else self._since + dt
        self._patience = max(0.0, self._patience - dt)
        if self.fallen:
            return velocity
        if self.controls.jump:
            self._charge += dt
        elif self._charge > 0.0:
            self._leap, self._patience, self._charge = min(1.0, self._charge / CHARGE), PATIENCE, 0.0
        if self._patience == 0.0 or self._since > COYOTE:
            return velocity
        if start is None:
            base = self._base
        change = Vec3(0.0, self._leap_speed(world) + base.y - velocity.y, 0.0)
        self._change_velocity(change)
        if isinstance(start, springy.Springy):
            start.push(change * -figure.MASS, at_once=True)
        elif start is not None:
            legwork.press(start, change * (-figure.MASS), at_once=True)
        self.cues.append(Cue("jump", self.feet, size=self._leap))
        self._flying, self._since, self._patience = True, 1.0, 0.0
        return velocity + change

    def _halt(self, world: World, ground: Footing | None, velocity: Vec3, dt: float) -> tuple[Vec3, Vec3]:
        """The wanted and the present velocity [m/s], without what would go into walls in front of its legs."""
        speed = CREEP if self._low else RUN if self.controls.run else WALK
        wish = _ZERO if self.fallen else self._wish() * speed
        if ground is None or ground.steep or self._low:
            return wish, velocity
        relative = velocity - self._base
        wall = shins.wall_ahead(world, self._parts.torso.position, ground, relative, wish, dt)
        if wall is None:
            return wish, velocity
        change = wall.clip(relative) - relative
        self._change_velocity(change)
        return wall.clip(wish), velocity + change

    def _push(
        self, world: World, ground: Footing | None, velocity: Vec3, wish: Vec3, bending: float, dt: float
    ) -> Vec3:
        """Acceleration by its legs [m/s^2]; the ground gets the opposite force."""
        relative = velocity - self._base
        if ground is None:
            return legwork.drift(relative, wish, dt)
        weight = -world.gravity.y
        if ground.steep:
            return legwork.slide(ground, self._stand, relative, wish, weight, dt)
        walk = legwork.walk(world, ground, self._stand - ground.height, relative, wish, self._resistance, dt)
        rise = legwork.rise_ahead(ground, relative) + bending
        lift = legwork.carry(self._stand - ground.height, relative.y - rise, dt)
        push = Vec3(walk.x, lift + weight, walk.z)
        legwork.press(ground, push * (-figure.MASS), weight=weight * figure.MASS)
        return push

    def _swim(self, world: World, torso: Body, water: FieldWater, velocity: Vec3) -> tuple[Vec3, Vec3]:
        """Acceleration in the water [m/s^2], and velocity after climbing out of it, if it does so now [m/s]."""
        wish = self._wish()
        push = swimming.swim(torso, water, -world.gravity.y, velocity, wish, self.controls)
        way = wish if wish.length > 0.5 else direction_of(self.controls.yaw)
        if not self.controls.jump or velocity.y > 2.0 or not swimming.edge_ahead(world, torso, water, way):
            return push, velocity
        change = Vec3(0.0, swimming.CLIMB - velocity.y, 0.0)
        self._change_velocity(change)
        self._flying, self._since, self._charge = True, 1.0, 0.0
        return push, velocity + change

    def _step_on(self, ground: Footing | None, relative: Vec3, dt: float) -> None:
        """Count footsteps, and cue them."""
        torso = self._parts.torso
        self._way = rotate(inverse(torso.orientation), (relative.x, 0.0, relative.z))
        self._height = self._stand if ground is None else min(ground.height, self._stand + 0.1)
        if self._flying or ground is None:
            return
        speed = self._way.length
        before = math.floor(self._walked)
        if speed > 0.3:
            self._walked += speed * dt / gait.stride_length(speed)
        if math.floor(self._walked) > before:
            self.cues.append(Cue("footstep", ground.point, size=min(1.0, speed / RUN), what=ground.shape.material))

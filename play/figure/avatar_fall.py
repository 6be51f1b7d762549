"""How an avatar falls, lies and gets up again."""

from physics import ShapeCapsule, Vec3, World
from physics.vector import direction_of, right_of
from play import layers
from play.cues import Cue
from play.figure import doll, figure, skeleton, swimming
from play.figure.avatar_body import AvatarBody

#: Landing speed at which it does not stay on its feet [m/s]: bent by 0.45 m, legs as strong as `legwork.LIFT` stop it
#: at up to 10.4 m/s, after a fall of 5.5 m.
HARD_LANDING = 10.4
#: A limp figure is at rest when its trunk is slower than this [m/s] for so long [s].
REST_SPEED, CALM = 0.35, 0.25
#: How long it lies at least, by its own will and if its player wants to get up [s]; how long at most, and slower than
#: what it must be for that [m/s]; and when it gives up the search for room to get up [s].
LIE, LIE_LEAST, LIE_MAX, SLOW, STUCK = 1.0, 0.4, 5.0, 2.0, 12.0
#: How long it takes to get up [s]; after this share of it the knees stretch; how far it leans forward before [rad].
RISE, STRETCH, LEAN = 1.3, 0.55, 0.9
#: A shape with the size of a standing figure, and the height of its middle above the feet [m].
ROOM, ROOM_HEIGHT = ShapeCapsule(0.24, 0.47), 1.08
ROOM_MASK = layers.ALL & ~(layers.FIGURE | layers.WEAPON | layers.PROJECTILE)
_ZERO = Vec3(0.0, 0.0, 0.0)


class AvatarFall(AvatarBody):
    """Base of `Avatar`: what becomes of it when something knocks it over.

    It goes limp: a ragdoll with its pose, momentum and, as far as energy allows, angular momentum. When that lies
    still, or its player wants it, a figure that is not drawn crouches there, and the limp one is led to its pose.
    """

    _low: bool
    _base: Vec3
    _expected: Vec3
    _calm: float  # how long it has been at rest [s]
    _idle: bool  # whether all keys were let go since it fell
    _lay: skeleton.Pose | None  # how it lay before it began to get up

    def _reset(self) -> None:
        """Forget all motion."""
        raise NotImplementedError

    def fits(self, world: World, position: Vec3) -> bool:
        """Whether there is room to stand with the feet at a place [m]."""
        return not world.overlap(ROOM, Vec3(*position) + (0.0, ROOM_HEIGHT, 0.0), mask=ROOM_MASK)

    def _wish(self) -> Vec3:
        """Direction in which the player wants to go: level, length 0 to 1."""
        c = self.controls
        if c.forward == 0.0 and c.right == 0.0:
            return _ZERO
        way = direction_of(c.yaw) * c.forward + right_of(c.yaw) * c.right
        return way / max(1.0, way.length)

    def _drop_doll(self, world: World) -> None:
        """Remove the limp figure, and draw the walking one again if there is one."""
        if self._doll is not None:
            doll.remove(world, self._doll)
            self._doll = None
            if self._figure is not None and self.whole:
                figure.show(self._figure, short=self._short)

    def fall(self) -> None:
        """Go limp, with all the motion that it has, until it has come to rest."""
        parts = self._figure
        if parts is None:
            return
        world = parts.torso.world
        if self._doll is not None:  # it was getting up
            pose = skeleton.pose_of_bodies(self._doll.bodies)
            doll.remove(world, self._doll)
        else:
            pose = skeleton.pose_of_figure(parts, short=self._short)
            blocked = doll.blocked_limbs(world, pose)
            if blocked:
                pose = skeleton.pose_of_figure(parts, short=self._short, blocked=blocked)
        self._left_at = self.feet
        motion = doll.motion_of((parts.torso, parts.right, parts.left))
        figure.remove_figure(world, parts)
        self._figure = None
        self._reset()
        self._doll = doll.make(world, pose, motion)
        self._since, self._flying = 1.0, True
        self.cues.append(Cue("fall", self.feet, size=min(1.0, self.velocity.length / HARD_LANDING)))

    def _lie(self, world: World, dt: float) -> None:
        """Lie there until it has come to rest, then begin to get up."""
        limp = self._limp
        self._down += dt
        ground, base = doll.ground_below(world, limp, dt)
        speed = (limp.velocity - base).length
        self._calm = self._calm + dt if speed < REST_SPEED else 0.0
        self._ready = ground is not None and self._down > LIE_LEAST and speed < SLOW
        wants = self.controls.jump or self._wish().length > 0.0
        self._idle = self._idle or not wants
        rested = ground is not None and self._down > LIE and self._calm > CALM
        waited = speed < SLOW and self._down > LIE_MAX
        rested = rested or (self._down > LIE and swimming.spot_afloat(world, limp.bodies[0]) is not None)
        if not (rested or waited or (self._ready and self._idle and wants)):
            return
        spot = swimming.spot_afloat(world, limp.bodies[0]) or doll.find_spot(world, limp)
        if spot is None and self._down > STUCK and self.fits(world, self._left_at):
            spot = self._left_at
        if spot is not None:
            self._rise_at(world, spot, base)

    @property
    def _limp(self) -> doll.Doll:
        if self._doll is None:
            raise LookupError("the figure is not limp; ask for `limp` first")
        return self._doll

    def _rise_at(self, world: World, feet: Vec3, base: Vec3) -> None:
        """Begin to get up: a figure that is not drawn crouches at a place [m], and the limp one is led to its pose."""
        self._lay = skeleton.pose_of_bodies(self._limp.bodies)
        doll.go_stiff(self._limp)
        self._reset_motion(base)
        self._figure = parts = figure.add_figure(world, feet, self.controls.yaw)
        figure.set_short(parts.torso, True)
        figure.place(parts, feet, self.controls.yaw, figure.CROUCH)
        for body in (parts.torso, parts.right, parts.left):
            body.velocity = base
        self._draw_legs()
        figure.hide(parts)

    def _reset_motion(self, base: Vec3) -> None:
        """Crouch, at rest on ground that moves with a velocity [m/s]."""
        self._stand, self._low, self._short = figure.CROUCH, True, True
        self._height, self._way, self._base, self._expected = figure.CROUCH, _ZERO, base, base
        self._flying, self._rise, self._aim = False, 0.0, (0.0, 0.0)

    def _get_up(self, world: World, ground: float, dt: float) -> None:
        """Lead the limp figure to the pose of the crouching one, then up with it; at the end only that is left.

        Args:
            world: Where.
            ground: Height of the ground [m].
            dt: Length of the step [s].
        """
        if self._doll is None or self._lay is None:
            return
        self._rise += dt
        if self._rise >= RISE:
            self._drop_doll(world)
            self._lay = None
            return
        figure.hide(self._parts)
        share, late = (_eased(self._rise / RISE, start, end) for start, end in ((0.0, 0.7), (STRETCH, 1.0)))
        goal = skeleton.leaned(skeleton.pose_of_figure(self._parts, short=False), LEAN * (1.0 - late))
        goal = skeleton.between(goal, skeleton.pose_of_figure(self._parts, short=False), late)
        pose = skeleton.between(self._lay, goal, share)
        doll.lead(self._doll, pose, ground, dt)


def _eased(time: float, start: float, end: float) -> float:
    """From 0 at a start to 1 at an end, slowly at both."""
    share = min(1.0, max(0.0, (time - start) / (end - start)))
    return share * share * (3.0 - 2.0 * share)

"""Grab tool: takes things from afar, carries and turns them, throws them, or leaves them hanging in the air."""

from typing import TYPE_CHECKING

from physics import Body, BodyKind, Joint, JointFixed, ShapeBox, ShapeCylinder, ShapeSphere, Vec3, World
from physics.vector import Quaternion, about, inverse, multiply, rotate
from play.controls import Controls
from play.cues import Cue, CueSound, cue_kind
from play.weapons.aim import aim_of, sight_of
from play.weapons.pull import pull_of
from play.weapons.registry import weapon
from play.weapons.weapon import ALONG, Piece, Weapon

if TYPE_CHECKING:
    from play.weapons.arsenal import Arsenal

#: How far it reaches [m], what it lifts at most [kg], and with what force [N].
REACH = 30.0
LIFT_MAX = 500.0
FORCE_MAX = 8000.0
#: Nearest that things are carried, from the eyes to their surface [m], and what a notch of the wheel does to that.
NEAREST = 1.2
NOTCH = 1.12
#: How long something may be in between before it lets go [s], and how far behind the thing may be [m].
BLOCKED_TIME = 0.4
LAG_MAX = 6.0
UP = (0.0, 1.0, 0.0)

cue_kind("grab", "the grab tool took hold of something", sound=CueSound("grab"))
cue_kind("hold", "the grab tool left something hanging in the air", sound=CueSound("hold", lasting=True))
cue_kind("drop", "the grab tool let go of something", sound=CueSound("drop"))


@weapon(
    number=4,
    name="grab tool",
    help="Hold [fire] to carry what you aim at, release to throw it; the wheel moves it closer or farther away. "
    "[fire_other] leaves it hanging in the air, or frees what hangs there.",
)
class Grab(Weapon):
    """Carries what the player aims at, as long as the button is held.

    Attributes:
        grabbed: What it carries, or None.
        local: Where it was grabbed, in its axes [m].
        distance: From the eyes [m].
        turned: Its rotation as one sees it who looks where the player looks.
        blocked: How long something has been in between [s].
        hung: What hangs in the air, each with the joint that holds it.
    """

    mass = 3.0
    pieces = (
        Piece(ShapeBox((0.026, 0.07, 0.036)), (0.0, -0.03, 0.0), "leather"),
        Piece(ShapeBox((0.042, 0.045, 0.12)), (0.0, 0.07, -0.06), "plastic"),
        Piece(ShapeCylinder(0.05, 0.03), (0.0, 0.07, 0.08), "rubber", ALONG),
        Piece(ShapeBox((0.012, 0.02, 0.08)), (0.0, 0.13, -0.06), "steel"),
        Piece(ShapeCylinder(0.045, 0.1), (0.0, 0.07, -0.27), "steel", ALONG),
        Piece(ShapeSphere(0.055), (0.0, 0.07, -0.38), "ice"),
        Piece(ShapeBox((0.012, 0.012, 0.09)), (0.075, 0.11, -0.38), "steel"),
        Piece(ShapeBox((0.012, 0.012, 0.09)), (-0.075, 0.11, -0.38), "steel"),
        Piece(ShapeBox((0.012, 0.012, 0.09)), (0.0, -0.015, -0.38), "steel"),
    )
    muzzle = Vec3(0.0, 0.07, -0.45)

    state_fields = (*Weapon.state_fields, "grabbed", "local", "distance", "turned", "blocked", "hung")

    def __init__(self) -> None:
        super().__init__()
        self.grabbed: Body | None = None
        self.local = Vec3(0.0, 0.0, 0.0)
        self.distance = self.blocked = 0.0
        self.turned: Quaternion = (0.0, 0.0, 0.0, 1.0)
        self.hung: tuple[tuple[Body, Joint], ...] = ()

    @property
    def point(self) -> Vec3 | None:
        """Where it holds what it carries, in the world [m]; None for nothing. A beam can be drawn to here."""
        if self.grabbed is None or not self.grabbed.alive:
            return None
        return self.grabbed.position + rotate(self.grabbed.orientation, self.local)

    @property
    def beam(self) -> tuple[Vec3, Vec3] | None:
        """From the muzzle to what it carries [m], or None."""
        point = self.point
        return None if point is None or self.body is None else (self.muzzle_place, point)

    def act(self, world: World, arsenal: "Arsenal", dt: float) -> None:
        """Grab, carry, turn, hang up or let go."""
        if self.grabbed is not None and not _movable(self.grabbed):
            self._let_go(arsenal)
        if self.grabbed is None:
            if arsenal.pressed("fire"):
                self._take(world, arsenal)
            elif arsenal.pressed("fire_other"):
                self._free_aimed(world, arsenal)
        elif not arsenal.controls.fire:
            self._let_go(arsenal)
        elif arsenal.pressed("fire_other"):
            self._hang(world, arsenal)
        if self.grabbed is not None:
            self._carry(world, arsenal, dt)

    def rest(self, world: World, arsenal: "Arsenal") -> None:
        """Let go."""
        if self.grabbed is not None:
            self._let_go(arsenal)

    def _take(self, world: World, arsenal: "Arsenal") -> None:
        aim = aim_of(world, arsenal.avatar.eye, arsenal.controls, arsenal.own_bodies, REACH)
        if aim.body is None:
            arsenal.trouble(f"There is nothing to grab within {REACH:g} m.")
            return
        self._free(world, aim.body)
        label = f"The {aim.body.name}" if aim.body.name else "This"
        if not _movable(aim.body):
            arsenal.trouble(f"{label} cannot be moved.")
        elif aim.body.mass > LIFT_MAX:
            arsenal.trouble(f"{label} weighs {aim.body.mass:.0f} kg: the grab tool lifts {LIFT_MAX:g} kg at most.")
        else:
            self.grabbed = aim.body
            self.local = rotate(inverse(aim.body.orientation), aim.point - aim.body.position)
            start, _ = sight_of(world, arsenal.avatar.eye, arsenal.controls, arsenal.own_bodies)
            self.distance = max(NEAREST, (aim.point - start).length)
            self.turned = multiply(inverse(about(UP, arsenal.controls.yaw)), aim.body.orientation)
            self.blocked = 0.0
            arsenal.cues.append(Cue("grab", aim.point, what=aim.body.name))

    def _carry(self, world: World, arsenal: "Arsenal", dt: float) -> None:
        controls, before = arsenal.controls, arsenal.game.before
        own = arsenal.own_bodies
        notches = max(-50.0, min(50.0, controls.reach - before.reach))
        self.distance = max(NEAREST, min(REACH, self.distance * NOTCH**notches))
        self._spin(controls, before)
        start, direction = sight_of(world, arsenal.avatar.eye, controls, own)
        target, point = start + direction * self.distance, self.point
        self._watch(world, arsenal, point, target, dt)
        if self.grabbed is not None:
            turn = multiply(about(UP, controls.yaw), self.turned)
            pull = pull_of(world, self.grabbed, point, target, turn, dt, FORCE_MAX)
            self.grabbed.apply_force(pull.force, pull.point)
            self.grabbed.apply_torque(pull.torque)

    def _spin(self, controls: Controls, before: Controls) -> None:
        """Turn what is carried as its front is touched."""
        right, up = controls.spin[0] - before.spin[0], controls.spin[1] - before.spin[1]
        if right or up:
            turned = multiply(about(UP, right), multiply(about((-1.0, 0.0, 0.0), up), self.turned))
            length = sum(c * c for c in turned) ** 0.5
            self.turned = tuple(c / length for c in turned)

    def _watch(self, world: World, arsenal: "Arsenal", point: Vec3, target: Vec3, dt: float) -> None:
        """Let go when a wall is in between, the thing is stuck far behind, or the player stands on it."""
        if self._stands_on_it(world, arsenal):
            self._let_go(arsenal)
            arsenal.trouble("You stand on it: step down to carry it.")
            return
        eye = arsenal.avatar.eye
        way = point - eye
        length = way.length
        hit = world.ray_cast(eye, way, length, ignore=arsenal.own_bodies) if length > 0.1 else None
        between = hit is not None and hit.body is not self.grabbed and hit.distance < length - 0.05
        blocked = (
            self._stands_on_it(world, arsenal)
            or (between and hit.body.kind != BodyKind.DYNAMIC)
            or (target - point).length > LAG_MAX
        )
        self.blocked = self.blocked + dt if blocked else 0.0
        if self.blocked > BLOCKED_TIME:
            self._let_go(arsenal)
            arsenal.trouble("Something held it back: the grab tool let go.")

    def _stands_on_it(self, world: World, arsenal: "Arsenal") -> bool:
        """Whether the figure stands on what it carries: who could lift that could fly."""
        feet = arsenal.avatar.feet
        if (self.grabbed.center_of_mass - feet).length > 6.0:
            return False
        hit = world.ray_cast(feet + (0.0, 0.3, 0.0), (0.0, -1.0, 0.0), 0.6, ignore=arsenal.own_bodies)
        return hit is not None and hit.body is self.grabbed

    def _let_go(self, arsenal: "Arsenal") -> None:
        place = self.point
        self.grabbed, self.blocked = None, 0.0
        arsenal.cues.append(Cue("drop", place or Vec3(0.0, 0.0, 0.0)))

    def _hang(self, world: World, arsenal: "Arsenal") -> None:
        """Leave what is carried where it is."""
        body, place = self.grabbed, self.point
        body.velocity = body.angular_velocity = (0.0, 0.0, 0.0)
        joint = JointFixed(None, body, anchor=body.center_of_mass, name="hangs")
        world.add_joint(joint)
        self.hung = (*((b, j) for b, j in self.hung if b.alive and j.alive), (body, joint))
        self.grabbed, self.blocked = None, 0.0
        arsenal.cues.append(Cue("hold", place, what=body.name))

    def _free_aimed(self, world: World, arsenal: "Arsenal") -> None:
        aim = aim_of(world, arsenal.avatar.eye, arsenal.controls, arsenal.own_bodies, REACH)
        if aim.body is not None and self._free(world, aim.body):
            arsenal.cues.append(Cue("drop", aim.point, what=aim.body.name))
        else:
            arsenal.trouble("Carry something with the left button first: the right one leaves it in the air.")

    def _free(self, world: World, body: Body) -> bool:
        """Let a body that hangs in the air fall; False if it does not hang."""
        joints = [joint for other, joint in self.hung if other is body and joint.alive]
        for joint in joints:
            world.remove_joint(joint)
        self.hung = tuple(pair for pair in self.hung if pair[0] is not body)
        if joints:
            body.wake()
        return bool(joints)


def _movable(body: Body) -> bool:
    return body.alive and body.kind == BodyKind.DYNAMIC and not body.frozen

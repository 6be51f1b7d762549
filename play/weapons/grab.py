"""Grab tool: grabs things from afar, carries, turns and throws them, or leaves them hanging in the air."""

from typing import TYPE_CHECKING

from physics import Body, BodyKind, Joint, JointFixed, RayHit, ShapeBox, ShapeCylinder, ShapeSphere, Vec3, World
from physics.vector import Quaternion, about, inverse, multiply, rotate
from play.controls import Controls
from play.cues import Cue, CueSound, cue_kind
from play.weapons.aim import aim_of, sight_of
from play.weapons.pull import is_movable, pull_of, stands_on
from play.weapons.registry import weapon
from play.weapons.soft_hold import SoftHold
from play.weapons.weapon import ALONG, Piece, Weapon

if TYPE_CHECKING:
    from play.weapons.arsenal import Arsenal

#: Reach [m], largest mass that it lifts [kg], and largest force [N].
REACH = 30.0
LIFT_MAX = 500.0
FORCE_MAX = 8000.0
#: Closest distance from the eyes to the surface of what is carried [m], and factor on the distance per wheel notch.
NEAREST = 1.2
NOTCH = 1.12
#: How long the view to the object may be blocked before it lets go [s], and how far the object may lag behind [m].
BLOCKED_TIME = 0.4
LAG_MAX = 6.0
UP = (0.0, 1.0, 0.0)

cue_kind("grab", "the grab tool took hold of something", sound=CueSound("grab"))
cue_kind("hold", "the grab tool left something hanging in the air", sound=CueSound("hold", lasting=True))
cue_kind("drop", "the grab tool let go of something", sound=CueSound("drop"))


@weapon(
    number=4,
    name="grab tool",
    icon="magnet",
    help="Hold [fire] to carry what you aim at, release to throw it; the wheel moves it closer or farther away. "
    "[fire_other] leaves it hanging in the air, or frees what hangs there.",
)
class Grab(Weapon):
    """Carries what the player aims at, as long as the button is held.

    Attributes:
        grabbed: The grabbed body, or None.
        soft: Where it holds a soft body, or None.
        local: Where it was grabbed, in its axes [m].
        distance: Its distance from the eyes [m].
        turned: Its rotation relative to the yaw of the view.
        blocked: How long something has been between it and the eyes [s].
        hung: Bodies that hang in the air, each with the joint that holds it.
        hung_softs: Where soft bodies were left hanging in the air.
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

    state_fields = (
        *Weapon.state_fields,
        "grabbed",
        "soft",
        "local",
        "distance",
        "turned",
        "blocked",
        "hung",
        "hung_softs",
    )

    def __init__(self) -> None:
        super().__init__()
        self.grabbed: Body | None = None
        self.local = Vec3(0.0, 0.0, 0.0)
        self.distance = self.blocked = 0.0
        self.turned: Quaternion = (0.0, 0.0, 0.0, 1.0)
        self.hung: tuple[tuple[Body, Joint], ...] = ()
        self.soft: SoftHold | None = None
        self.hung_softs: tuple[SoftHold, ...] = ()

    @property
    def point(self) -> Vec3 | None:
        """Where it holds the grabbed body, in the world [m]; None for nothing."""
        if self.soft is not None and self.body is not None:
            return self.soft.place(self.body.world)
        if self.grabbed is None or not self.grabbed.alive:
            return None
        return _place(self.grabbed, self.local)

    @property
    def beam(self) -> tuple[Vec3, Vec3] | None:
        """From the muzzle to the grabbed body [m], or None."""
        point = self.point
        return None if point is None or self.body is None else (self.muzzle_place, point)

    def act(self, world: World, arsenal: "Arsenal", dt: float) -> None:
        """Grab, carry, turn, hang up or release."""
        if self.soft is not None:
            self._carry_soft(world, arsenal, self.soft)
            return
        if self.grabbed is not None and not is_movable(self.grabbed):
            self._release(arsenal)
        if self.grabbed is None:
            if arsenal.pressed("fire"):
                self._grab(world, arsenal)
            elif arsenal.pressed("fire_other"):
                self._free_aimed(world, arsenal)
        elif not arsenal.controls.fire:
            self._release(arsenal)
        elif arsenal.pressed("fire_other"):
            self._hang(world, arsenal, self.grabbed)
        if self.grabbed is not None:
            self._carry(world, arsenal, self.grabbed, dt)

    def rest(self, world: World, arsenal: "Arsenal") -> None:
        """Release the grabbed body."""
        if self.grabbed is not None:
            self._release(arsenal)
        if self.soft is not None:
            self._release_soft(world, arsenal, self.soft)

    def _grab(self, world: World, arsenal: "Arsenal") -> None:
        aim = aim_of(world, arsenal.avatar.eye, arsenal.controls, arsenal.own_bodies, REACH)
        if aim.soft is not None:
            self._grab_soft(world, arsenal, aim.soft)
            return
        if aim.body is None:
            arsenal.trouble(f"There is nothing to grab within {REACH:g} m.")
            return
        self._free(world, aim.body)
        label = f"The {aim.body.name}" if aim.body.name else "This"
        if not is_movable(aim.body):
            arsenal.trouble(f"{label} cannot be moved.")
        elif aim.body.mass > LIFT_MAX:
            arsenal.trouble(f"{label} weighs {aim.body.mass:.0f} kg. The grab tool lifts {LIFT_MAX:g} kg at most.")
        else:
            self.grabbed = aim.body
            self.local = _local(aim.body, aim.point)
            start, _ = sight_of(world, arsenal.avatar.eye, arsenal.controls, arsenal.own_bodies)
            self.distance = max(NEAREST, (aim.point - start).length)
            self.turned = multiply(inverse(about(UP, arsenal.controls.yaw)), aim.body.orientation)
            self.blocked = 0.0
            arsenal.cues.append(Cue("grab", aim.point, what=aim.body.name))

    def _grab_soft(self, world: World, arsenal: "Arsenal", hit: RayHit) -> None:
        """Take hold of a soft body; what it was left hanging at lets go."""
        soft = hit.body
        label = f"The {soft.name}" if soft.name else "This"
        if soft.mass > LIFT_MAX:
            arsenal.trouble(f"{label} weighs {soft.mass:.0f} kg. The grab tool lifts {LIFT_MAX:g} kg at most.")
            return
        for hold in self.hung_softs:
            if hold.soft == soft.id:
                hold.let_go(world)
        self.hung_softs = tuple(hold for hold in self.hung_softs if hold.soft != soft.id)
        start, _ = sight_of(world, arsenal.avatar.eye, arsenal.controls, arsenal.own_bodies)
        self.soft, self.distance = SoftHold.take(hit, FORCE_MAX), max(NEAREST, (hit.point - start).length)
        arsenal.cues.append(Cue("grab", hit.point, what=soft.name))

    def _carry_soft(self, world: World, arsenal: "Arsenal", hold: SoftHold) -> None:
        """Let the held point follow the view; it swings and stretches as it is made."""
        held = hold.find(world)
        if held is None or not arsenal.controls.fire:
            self._release_soft(world, arsenal, hold)
            return
        if arsenal.pressed("fire_other"):
            self.hung_softs, self.soft = (*self.hung_softs, hold), None
            arsenal.cues.append(Cue("hold", hold.place(world) or Vec3(0.0, 0.0, 0.0), what=held.soft.name))
            return
        notches = max(-50.0, min(50.0, arsenal.controls.reach - arsenal.game.before.reach))
        self.distance = max(NEAREST, min(REACH, self.distance * NOTCH**notches))
        start, direction = sight_of(world, arsenal.avatar.eye, arsenal.controls, arsenal.own_bodies)
        held.move_to(start + direction * self.distance)

    def _release_soft(self, world: World, arsenal: "Arsenal", hold: SoftHold) -> None:
        place = hold.place(world) or Vec3(0.0, 0.0, 0.0)
        hold.let_go(world)
        self.soft = None
        arsenal.cues.append(Cue("drop", place))

    def _carry(self, world: World, arsenal: "Arsenal", body: Body, dt: float) -> None:
        controls, before = arsenal.controls, arsenal.game.before
        own = arsenal.own_bodies
        notches = max(-50.0, min(50.0, controls.reach - before.reach))
        self.distance = max(NEAREST, min(REACH, self.distance * NOTCH**notches))
        self._spin(controls, before)
        start, direction = sight_of(world, arsenal.avatar.eye, controls, own)
        target, point = start + direction * self.distance, _place(body, self.local)
        self._watch(world, arsenal, body, point, target, dt)
        if self.grabbed is not None:
            turn = multiply(about(UP, controls.yaw), self.turned)
            pull = pull_of(world, body, point, target, turn, dt, FORCE_MAX)
            body.apply_force(pull.force, pull.point)
            body.apply_torque(pull.torque)

    def _spin(self, controls: Controls, before: Controls) -> None:
        """Turn the grabbed body as if its front were dragged."""
        right, up = controls.spin[0] - before.spin[0], controls.spin[1] - before.spin[1]
        if right or up:
            turned = multiply(about(UP, right), multiply(about((-1.0, 0.0, 0.0), up), self.turned))
            length = sum(c * c for c in turned) ** 0.5
            x, y, z, w = turned
            self.turned = (x / length, y / length, z / length, w / length)

    def _watch(self, world: World, arsenal: "Arsenal", body: Body, point: Vec3, target: Vec3, dt: float) -> None:
        """Let go when a wall is in between, the body is stuck far behind, or the player stands on it."""
        if stands_on(world, arsenal.avatar.feet, arsenal.own_bodies, body):
            self._release(arsenal)
            arsenal.trouble("You are standing on it. Step down to carry it.")
            return
        eye = arsenal.avatar.eye
        way = point - eye
        length = way.length
        hit = world.ray_cast(eye, way, length, ignore=(*arsenal.own_bodies, *world.softs)) if length > 0.1 else None
        walled = (
            hit is not None
            and hit.body is not body
            and hit.distance < length - 0.05
            and hit.body.kind != BodyKind.DYNAMIC
        )
        blocked = walled or (target - point).length > LAG_MAX
        self.blocked = self.blocked + dt if blocked else 0.0
        if self.blocked > BLOCKED_TIME:
            self._release(arsenal)
            arsenal.trouble("It got stuck, and the grab tool let go.")

    def _release(self, arsenal: "Arsenal") -> None:
        place = self.point
        self.grabbed, self.blocked = None, 0.0
        arsenal.cues.append(Cue("drop", place or Vec3(0.0, 0.0, 0.0)))

    def _hang(self, world: World, arsenal: "Arsenal", body: Body) -> None:
        """Leave the grabbed body where it is."""
        place = _place(body, self.local)
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
            arsenal.trouble("Carry something with [fire] first, then [fire_other] leaves it in the air.")

    def _free(self, world: World, body: Body) -> bool:
        """Free a body that hangs in the air; False if it does not."""
        joints = [joint for other, joint in self.hung if other is body and joint.alive]
        for joint in joints:
            world.remove_joint(joint)
        self.hung = tuple(pair for pair in self.hung if pair[0] is not body)
        if joints:
            body.wake()
        return bool(joints)


def _local(body: Body, point: Vec3) -> Vec3:
    """A point of the world in the axes of a body [m]."""
    return rotate(inverse(body.orientation), point - body.position)


def _place(body: Body, local: Vec3) -> Vec3:
    """A point of a body in the world [m]."""
    return body.position + rotate(body.orientation, local)

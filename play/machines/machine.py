"""Machine: what the machines to climb into have in common. They stand, or walk, and are made of bodies and joints."""

import math
from typing import Any

from physics import Body, Joint, JointAxis, ShapeBox, Vec3, World
from physics.vector import Quaternion, about, rotate, rotation_of
from play import layers
from play.cues import Cue
from play.vehicles.vehicle import Vehicle

#: Shapes of one machine never collide with one another; each machine gets a group of its own, from here on.
GROUPS = 7100
#: Motors turn by less than this [m/s] [rad/s] only if they stop.
CREEP = 1e-4
UNTURNED: Quaternion = (0.0, 0.0, 0.0, 1.0)


class Machine(Vehicle):
    """A vehicle that is no car.

    Args:
        world: Where it is; it becomes a controller of it.
        position: Middle of the ground below it [m].
        yaw: Direction of its nose [rad].
        name: Its name, for people.

    Attributes:
        parts: All its bodies, removed ones too, the chassis first.
        links: All its joints, removed ones too, without those that come and go.
        rates: How fast its motors are [m/s] [rad/s].
    """

    state_fields: tuple[str, ...] = ("controls", "occupied", "lamps_on", "chassis", "parts", "links", "rates", "_busy")
    open_seat = True
    headlamps = ()
    view_turns = True

    def __init__(self, world: World, position: Vec3, yaw: float = 0.0, *, name: str = "machine") -> None:
        super().__init__()
        self.name = name
        self.home = Vec3(*position), float(yaw)
        self.parts: tuple[Body, ...] = ()
        self.links: tuple[Joint, ...] = ()
        self.rates: tuple[float, ...] = ()
        self._busy = False
        numbers = [part.group for body in world.bodies for part in body.parts if part.group >= GROUPS]
        self._group = max(numbers, default=GROUPS) + 1
        self._make(world, *self.home)
        world.add_controller(self)

    # ---- What each machine says of itself -------------------------------------------------------------------------

    def _make(self, world: World, position: Vec3, yaw: float) -> None:
        """Make all bodies and joints; sets `chassis`, `parts`, `links` and `rates`."""
        raise NotImplementedError

    def _work(self, world: World, dt: float) -> None:
        """Do what the driver wants in this step."""
        raise NotImplementedError

    def _stop(self) -> None:
        """Hold still, as nobody is at the controls any more."""

    def _let_go(self, world: World) -> None:
        """Remove joints that come and go, before all is made anew."""

    # ---- As a vehicle ---------------------------------------------------------------------------------------------

    @property
    def bodies(self) -> tuple[Body, ...]:
        """All its bodies that are still there, the chassis first."""
        return tuple(body for body in self.parts if body.alive)

    @property
    def whole(self) -> bool:
        """Whether nothing of it was removed or torn off."""
        return all(body.alive for body in self.parts) and all(joint.alive for joint in self.links)

    def before_step(self, world: World, dt: float) -> None:
        """Do what the driver wants; nothing at all without one."""
        if self.occupied and self.whole:
            self._busy = True
            self._work(world, dt)
        elif self._busy:
            self._busy = False
            if self.whole:
                self.rates = (0.0,) * len(self.rates)
                self._stop()

    def put(self, world: World, position: Vec3, yaw: float) -> None:
        """Make it anew somewhere, whole and at rest: middle of the ground below it [m], yaw [rad]."""
        self._let_go(world)
        for body in self.parts:
            if body.alive:
                world.remove_body(body)
        self._make(world, Vec3(*position), yaw)

    def repair(self, world: World) -> None:
        """Put back what was broken off; all that is whole stays as it is."""
        if not self.whole:
            self.put(world, *self.home)
            self.cues.append(Cue("reset", self.chassis.position))

    def reset(self, world: World) -> None:
        """Let it begin again from where it was put up."""
        self.put(world, *self.home)
        self.cues.append(Cue("reset", self.chassis.position))

    # ---- For machines ---------------------------------------------------------------------------------------------

    def _options(self, material: str, **more: Any) -> dict[str, Any]:
        """Options of `World.add_body` for its parts."""
        return {"category": layers.VEHICLE, "group": self._group, "material": material, **more}

    def _approach(self, number: int, wish: float, rate: float, dt: float) -> float:
        """Bring one of `rates` closer to a wanted speed, by at most a rate [1/s of it]; returns it."""
        now = self.rates[number]
        now = wish if abs(wish - now) < CREEP else now + max(-rate * dt, min(rate * dt, wish - now))
        self.rates = (*self.rates[:number], now, *self.rates[number + 1 :])
        return now


def drive(motor: JointAxis, speed: float) -> None:
    """Let a motor turn at a speed, without waking it if it does already."""
    if motor.motor_speed != speed:
        motor.motor_speed = speed


def add_bar(body: Body, start: Vec3, end: Vec3, half: float, density: float, options: dict[str, Any]) -> None:
    """Add a square bar between two places in the axes of a body [m], half as thick as given."""
    way = end - start
    axis = Vec3(0.0, 1.0, 0.0).cross(way / way.length)
    angle = math.acos(max(-1.0, min(1.0, way.y / way.length)))
    turn = UNTURNED if axis.length < 1e-9 else about(axis / axis.length, angle)
    body.add_shape(ShapeBox((half, 0.5 * way.length, half)), (start + end) * 0.5, turn, density=density, **options)


class Site:
    """Where a machine is put up: places and rotations of its plan in the world.

    Args:
        position: Middle of the ground below it [m].
        yaw: Direction of its nose, which is -Z of the plan [rad].
    """

    def __init__(self, position: Vec3, yaw: float) -> None:
        self.position, self.turn = Vec3(*position), rotation_of(yaw)

    def at(self, x: float, y: float, z: float) -> Vec3:
        """A place of the plan [m] in the world."""
        return self.position + rotate(self.turn, (x, y, z))

    def way(self, x: float, y: float, z: float) -> Vec3:
        """A direction of the plan in the world."""
        return rotate(self.turn, (x, y, z))

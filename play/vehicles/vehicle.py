"""Vehicle: what all vehicles have in common, for the game, the cameras and the display."""

import dataclasses
from typing import NamedTuple

from physics import Body, Controller, Vec3, World
from physics.vector import rotate
from play.controls import Controls
from play.cues import Cue


@dataclasses.dataclass(frozen=True, slots=True)
class Telemetry:
    """What instruments show.

    Attributes:
        speed: Along its nose [m/s]; negative backward.
        rpm: Of the engine [1/min].
        rpm_limit: Start of the red range [1/min].
        gear: 1 and more; 0 neutral, -1 reverse.
        throttle: 0 to 1.
        brake: 0 to 1.
        handbrake: Whether it is pulled.
        steering: Angle of the front wheels, to the left [rad].
        slip: Of each tire, from 0, which grips, to 1 and more, which slides; front left and right, rear left and right.
        load: On each tire [N].
        damage: Of each wheel, 0 to 1.
        attached: Whether each wheel is still there.
    """

    speed: float = 0.0
    rpm: float = 0.0
    rpm_limit: float = 6500.0
    gear: int = 0
    throttle: float = 0.0
    brake: float = 0.0
    handbrake: bool = False
    steering: float = 0.0
    slip: tuple[float, ...] = (0.0,) * 4
    load: tuple[float, ...] = (0.0,) * 4
    damage: tuple[float, ...] = (0.0,) * 4
    attached: tuple[bool, ...] = (True,) * 4


class Instrument(NamedTuple):
    """A value that the display shows of a vehicle that is no car.

    Attributes:
        label: What it is, such as "Cable".
        text: The value with its unit, such as "4.2 m".
        share: How much of what is possible that is, 0 to 1, for a bar; None for no bar.
        speed: A speed [m/s], which is shown in the unit of the player's choice in place of the text; None for none.
    """

    label: str
    text: str
    share: float | None = None
    speed: float | None = None


class Vehicle(Controller):
    """Something to drive. Its nose points along -Z of its chassis, +Y is up.

    Attributes:
        name: Its name, for people.
        chassis: Its main body.
        controls: What the driver wants; the game sets it before each step. Without a driver: `Controls()`.
        occupied: Whether somebody sits in it.
        lamps_on: Whether its lamps are on.
        home: Where it was parked, and returns to: middle of the ground below it [m], yaw [rad].
        cues: What happened since the game last collected them.
    """

    #: Places in the axes of the chassis [m]: eyes of the driver, camera on the hood, where one gets in and out.
    seat = Vec3(-0.35, 0.75, 0.1)
    hood = Vec3(0.0, 0.75, -1.2)
    doors: tuple[Vec3, ...] = (Vec3(-1.5, 0.3, 0.0), Vec3(1.5, 0.3, 0.0), Vec3(0.0, 0.3, 3.0), Vec3(0.0, 0.3, -3.0))
    #: Headlamps and tail lamps in the axes of the chassis [m].
    headlamps: tuple[Vec3, ...] = (Vec3(-0.6, 0.1, -2.0), Vec3(0.6, 0.1, -2.0))
    taillamps: tuple[Vec3, ...] = ()

    #: Whether one sees it from the seat as it is; otherwise it is hidden there, and a cockpit drawn.
    open_seat = False
    #: How far behind it the camera is [m], and whether the view turns with it also while it stands.
    view_distance, view_turns = 6.5, False
    #: Actions that steer it and a word about each, where they are others than those of a car.
    key_hints: tuple[tuple[str, str], ...] = ()

    name: str
    chassis: Body
    home: tuple[Vec3, float]
    controls: Controls = Controls()
    occupied: bool = False
    lamps_on: bool = False

    def __init__(self) -> None:
        self.cues: list[Cue] = []

    @property
    def bodies(self) -> tuple[Body, ...]:
        """All its bodies that are still attached, the chassis first."""
        return (self.chassis,)

    def notice_removed(self, world: World) -> None:
        """Go on without parts of it that somebody removed from the world."""

    @property
    def telemetry(self) -> Telemetry:
        """What the instruments show."""
        return Telemetry()

    @property
    def instruments(self) -> tuple[Instrument, ...]:
        """Values of a machine that is no car; the display shows them in place of the dials of `telemetry`."""
        return ()

    @property
    def upside_down(self) -> bool:
        """Whether it is on its roof or its side."""
        return rotate(self.chassis.orientation, (0.0, 1.0, 0.0)).y < 0.3

    def place(self, local: Vec3) -> Vec3:
        """A place of the chassis in the world [m]."""
        return self.chassis.position + rotate(self.chassis.orientation, local)

    def reset(self, world: World) -> None:
        """Put it on its wheels where it is, at rest."""
        raise NotImplementedError

    def repair(self, world: World) -> None:
        """Repair all damage, and put lost wheels back."""
        raise NotImplementedError

    def put(self, world: World, position: Vec3, yaw: float) -> None:
        """Put it somewhere, upright and at rest, with all its wheels: middle of the ground below it [m], yaw [rad]."""
        raise NotImplementedError

    def go_home(self, world: World) -> None:
        """Put it back where it was parked."""
        self.put(world, *self.home)

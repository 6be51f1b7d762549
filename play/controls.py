"""Controls: what a player wants in one step, whoever that is: a person, a script or a recording."""

import dataclasses

from physics import Vec3
from physics.vector import direction_of

#: Values of `Controls.weapon` besides the number of a weapon: keep what is in the hand, the previous weapon, the next
#: one, an empty hand.
WEAPON_KEEP = 0
WEAPON_PREVIOUS = -1
WEAPON_NEXT = -2
WEAPON_NONE = -3


@dataclasses.dataclass(frozen=True, slots=True)
class Controls:
    """What is pressed, and where the view goes. All are levels, not events: what was just pressed is `pressed_since`.

    Attributes:
        forward: -1 to 1: walk; throttle, or brake and reverse.
        right: -1 to 1: walk sideways; steer.
        yaw: Direction of view, to the left about +Y [rad]; at 0 it is -Z.
        pitch: Up from the horizon [rad].
        distance: How far the camera is behind what is controlled [m]; 0 is first person.
        jump: Jump when it is let go; handbrake.
        run: Run.
        crouch: Crouch.
        fire: Fire, or grab; held charges.
        fire_other: The other way to fire; with the grab tool, hold in the air.
        enter: Get in or out.
        weapon: Number of the weapon to draw, as of `play.weapons.registry`; or `WEAPON_KEEP`, `WEAPON_PREVIOUS`,
            `WEAPON_NEXT`, `WEAPON_NONE`.
        reach: Change of the distance of what is grabbed, in notches since the start.
        spin: Turn of what is grabbed, to the right and up [rad], in all since the start.
        lamps: Switch the lamps.
        reset: Put the vehicle back on its wheels.
        repair: Repair the vehicle.
    """

    forward: float = 0.0
    right: float = 0.0
    yaw: float = 0.0
    pitch: float = 0.0
    distance: float = 0.0
    jump: bool = False
    run: bool = False
    crouch: bool = False
    fire: bool = False
    fire_other: bool = False
    enter: bool = False
    weapon: int = WEAPON_KEEP
    reach: float = 0.0
    spin: tuple[float, float] = (0.0, 0.0)
    lamps: bool = False
    reset: bool = False
    repair: bool = False

    @property
    def direction(self) -> Vec3:
        """Where the view goes, length 1."""
        return direction_of(self.yaw, self.pitch)

    def pressed_since(self, before: "Controls", name: str) -> bool:
        """Whether something is pressed that was not one step before."""
        return bool(getattr(self, name)) and getattr(self, name) != getattr(before, name)

    def idle(self) -> "Controls":
        """Nothing pressed; the view as it is."""
        return Controls(yaw=self.yaw, pitch=self.pitch, distance=self.distance, reach=self.reach, spin=self.spin)

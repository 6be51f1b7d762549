"""Controls: what a player wants in one step, be it a person, a script or a recording."""

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
    """What is pressed, and the direction of the view. All are levels, not events; see `pressed_since` for those.

    Attributes:
        forward: -1 to 1: walk; throttle, or brake and reverse.
        right: -1 to 1: walk sideways; steer.
        yaw: Direction of view, to the left about +Y [rad]; at 0 it is -Z.
        pitch: Up from the horizon [rad].
        distance: How far the camera is behind the figure or vehicle [m]; 0 is first person.
        jump: Charge a jump, and jump on release; handbrake.
        run: Run.
        crouch: Crouch.
        fire: Fire or grab; holding it charges.
        fire_other: Second fire button; with the grab tool, leave in the air.
        enter: Use what is looked at; get in or out of a vehicle.
        weapon: Number of the weapon to draw, as of `play.weapons.registry`; or `WEAPON_KEEP`, `WEAPON_PREVIOUS`,
            `WEAPON_NEXT`, `WEAPON_NONE`.
        reach: Total change of the distance of the grabbed object since the start, in notches of the wheel.
        spin: Total rotation of the grabbed object since the start, to the right and up [rad].
        lamps: Switch the lamps on or off.
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
        """Direction of the view, length 1."""
        return direction_of(self.yaw, self.pitch)

    def pressed_since(self, before: "Controls", name: str) -> bool:
        """Whether something is pressed that was not one step earlier."""
        return bool(getattr(self, name)) and getattr(self, name) != getattr(before, name)

    def idle(self) -> "Controls":
        """Nothing pressed; the view as it is."""
        return Controls(yaw=self.yaw, pitch=self.pitch, distance=self.distance, reach=self.reach, spin=self.spin)

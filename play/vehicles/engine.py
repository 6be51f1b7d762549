"""Engine and automatic gearbox of a car: pure functions of a frozen state, which a world can save."""

import bisect
import dataclasses
import math

#: Torque at full throttle [N m] at rates of the engine [1/min]: a small four-cylinder that pulls best in the middle.
CURVE_RPM = (800.0, 1500.0, 2500.0, 3500.0, 4500.0, 5500.0, 6500.0)
CURVE_TORQUE = (62.0, 76.0, 88.0, 95.0, 94.0, 86.0, 72.0)
#: Idle, start of the red range, and where the limiter has cut all torque [1/min].
IDLE, LIMIT, CUT = 900.0, 6500.0, 6650.0
#: Braking torque of an engine without throttle: at rest [N m], and per rate [N m min].
DRAG, DRAG_PER_RPM = 6.0, 0.004
#: Speed in each gear at the start of the red range [m/s]; the last one is the top speed of the car.
GEAR_SPEEDS = (7.0, 11.0, 15.0, 18.8, 22.5)
REVERSE_SPEED = 6.5
#: Rates to shift at [1/min]. A shift up from UP leaves at least 3800, far above DOWN, so that it does not hunt.
UP, DOWN = 6100.0, 2500.0
#: How long a shift takes, without torque, and how long a gear is kept at least [s].
SHIFT_TIME, HOLD_TIME = 0.22, 0.6
#: The box changes between forward and reverse below this speed only [m/s].
STANDSTILL = 0.5

_PER_MINUTE = 60.0 / (2.0 * math.pi)


@dataclasses.dataclass(frozen=True, slots=True)
class Drive:
    """State of engine and gearbox.

    Attributes:
        gear: 1 and more, 0 neutral, -1 reverse.
        rpm: Rate of the engine [1/min].
        shifting: How long the clutch stays open [s].
        held: How long the gear has been in [s].
    """

    gear: int = 1
    rpm: float = IDLE
    shifting: float = 0.0
    held: float = 0.0


@dataclasses.dataclass(frozen=True, slots=True)
class Pedals:
    """Positions of the pedals.

    Attributes:
        throttle: 0 to 1.
        brake: 0 to 1.
        reverse: Whether the throttle means backward.
    """

    throttle: float = 0.0
    brake: float = 0.0
    reverse: bool = False


def pedals_for(forward: float, speed: float, gear: int = 1) -> Pedals:
    """Pedals of a driver who wants to go forward (1) or backward (-1): brake first, then change direction.

    Once the right gear is in, the car may still roll in the other direction a little: otherwise it would change its
    mind whenever it rocks on its springs.

    Args:
        forward: -1 to 1.
        speed: Along the nose [m/s].
        gear: Present gear.
    """
    if forward == 0.0:
        return Pedals(brake=1.0 if abs(speed) < STANDSTILL else 0.0, reverse=gear < 0)
    reverse = forward < 0.0
    against = speed if reverse else -speed
    ready = reverse == (gear < 0)
    if against > (2.0 * STANDSTILL if ready else 0.5 * STANDSTILL) or (not ready and abs(speed) > STANDSTILL):
        return Pedals(brake=abs(forward), reverse=gear < 0)
    return Pedals(throttle=abs(forward), brake=0.5 * abs(forward) if against > 0.05 else 0.0, reverse=reverse)


def torque_at(rpm: float) -> float:
    """Torque at full throttle [N m]; the limiter cuts it beyond the red line."""
    if rpm >= LIMIT:
        return CURVE_TORQUE[-1] * max(0.0, (CUT - rpm) / (CUT - LIMIT))
    if rpm <= CURVE_RPM[0]:
        return CURVE_TORQUE[0]
    k = bisect.bisect_right(CURVE_RPM, rpm)
    share = (rpm - CURVE_RPM[k - 1]) / (CURVE_RPM[k] - CURVE_RPM[k - 1])
    return CURVE_TORQUE[k - 1] + share * (CURVE_TORQUE[k] - CURVE_TORQUE[k - 1])


def ratio_of(gear: int, radius: float) -> float:
    """Turns of the engine for one of the wheels, > 0; 0 in neutral.

    Args:
        gear: As of `Drive`.
        radius: Of the wheels [m].
    """
    if gear == 0:
        return 0.0
    speed = REVERSE_SPEED if gear < 0 else GEAR_SPEEDS[gear - 1]
    return LIMIT / _PER_MINUTE * radius / speed


def advance(
    drive: Drive, pedals: Pedals, spin: float, radius: float, speed: float, dt: float, *, grounded: bool = True
) -> Drive:
    """State after a step.

    Args:
        drive: State before it.
        pedals: Positions of the pedals.
        spin: Mean rate of the wheels, forward [rad/s].
        radius: Of the wheels [m].
        speed: Of the car, forward [m/s]; gears follow it, and not the wheels, which may spin.
        dt: Step [s].
        grounded: Whether wheels are on the ground; in the air the gear stays.
    """
    gear, held, shifting = drive.gear, drive.held + dt, max(0.0, drive.shifting - dt)
    wanted = wanted_gear(drive, pedals, speed, grounded and held >= HOLD_TIME)
    if wanted != gear:
        gear, held, shifting = wanted, 0.0, SHIFT_TIME
    turning = abs(spin) * ratio_of(gear, radius) * _PER_MINUTE
    free = IDLE + 2200.0 * pedals.throttle  # where the slipping clutch lets it go to, from a standstill
    aim = max(turning, free if turning < free and abs(gear) == 1 else IDLE)
    rpm = drive.rpm + (aim - drive.rpm) * min(1.0, 14.0 * dt)
    return Drive(gear, min(rpm, CUT + 200.0), shifting, held)


def wanted_gear(drive: Drive, pedals: Pedals, speed: float, may_shift: bool) -> int:
    """Gear that the gearbox chooses at a speed [m/s]."""
    if abs(speed) < 2.0 * STANDSTILL:
        return -1 if pedals.reverse else 1
    if drive.gear < 1 or not may_shift:
        return drive.gear
    rpm = abs(speed) / GEAR_SPEEDS[drive.gear - 1] * LIMIT
    if rpm > UP and drive.gear < len(GEAR_SPEEDS) and pedals.throttle > 0.0:
        return drive.gear + 1
    if rpm < DOWN and drive.gear > 1:
        return drive.gear - 1
    return drive.gear


def axle_torque(drive: Drive, pedals: Pedals, spin: float, radius: float) -> tuple[float, float]:
    """Torque of the engine on all wheels together.

    Returns:
        Driving torque, forward > 0 [N m], and braking torque, >= 0 [N m].
    """
    if drive.shifting > 0.0 or drive.gear == 0:
        return 0.0, 0.0
    ratio = ratio_of(drive.gear, radius)
    sign = -1.0 if drive.gear < 0 else 1.0
    turning = spin * sign * ratio * _PER_MINUTE  # rate at which the wheels turn the engine, clutch closed
    if pedals.throttle > 0.0 and pedals.reverse == (drive.gear < 0):
        return sign * pedals.throttle * torque_at(max(turning, min(drive.rpm, LIMIT - 1.0), IDLE)) * ratio, 0.0
    if abs(turning) < IDLE:
        return 0.0, 0.0
    return 0.0, (DRAG + DRAG_PER_RPM * min(abs(turning), CUT)) * ratio

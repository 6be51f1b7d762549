"""Assists: keys, which are up or down, become a steering wheel and pedals that a car can follow."""

import math

from play.vehicles import tires
from play.vehicles.engine import Pedals

#: Distance of the axles [m], and largest angle of the front wheels [rad].
BASE, STEER = 2.5, 0.6
#: At speed the wheels turn only as far as a bend needs with this much acceleration sideways [m/s^2], more than tires
#: have, so that full lock still slides; and this far beyond it [rad], as tires push to a side by slipping to it.
SIDEWAYS, BEYOND = 14.0, 0.05
#: Shares of that limit that the wheels turn per second [1/s], and their highest rate [rad/s]. Slower: a person with
#: keys is late and weaves. Faster: each tap is a jerk.
TURN, RATE = 8.0, 2.4
#: The front wheels turn so far from the way that they go, in slips of best grip: beyond that they only scrub. Below
#: this speed they may turn farther [m/s].
GRIPPING, GRIP_SPEED = 1.15, 8.0
#: Caster: front wheels steer into a slide of the rear, so that keys, which are all or nothing, do not spin the car.
#: Share of the slide angle that they follow, angle at which they begin [rad], speed of the full effect [m/s].
CASTER, CASTER_FREE, CASTER_SPEED = 0.8, 0.08, 6.0
#: How fast the throttle is pressed and let go, and how fast the brake is pressed [1/s].
PRESS, RELEASE, BRAKE_PRESS = 4.0, 10.0, 12.0
#: Slip of both tires of an axle, in slips of best grip, at which the throttle begins to close and at which it is
#: closed; speeds at which that begins and is complete, for the front and the rear axle [m/s].
CLOSING, FRONT_SPEEDS, REAR_SPEEDS = (0.95, 1.2), (14.0, 20.0), (8.0, 12.0)
#: Share of the brakes that slows a car whose front slides at full throttle.
SLOW = 0.4


def steering_limit(speed: float) -> float:
    """Largest angle of the front wheels [rad] at a speed [m/s]: it narrows, since a fast car turns sharply anyway.

    A bend of radius r needs the angle L / r and the acceleration v^2 / r, so that the limit is L a / v^2, and a bit.
    """
    return min(STEER, BASE * SIDEWAYS / max(1e-9, speed * speed) + BEYOND)


def gripping(wish: float, along: float, across: float, best: float) -> float:
    """An angle of the front wheels [rad] that is not much farther from the way that they go than tires grip best.

    Args:
        wish: Where the driver turns them, to the left [rad].
        along: Speed of the front axle along the nose [m/s].
        across: Its speed to the right [m/s].
        best: Slip at which its tires grip best, over `tires.PEAK`.
    """
    way = -math.atan2(across, max(1.0, along))
    most = GRIPPING * best * tires.PEAK * max(1.0, GRIP_SPEED / max(1e-9, along))
    return max(way - most, min(way + most, wish)) if along > 0.0 else wish


def caster(along: float, across: float) -> float:
    """Angle that the front wheels turn by themselves, to the left, into a slide [rad].

    Args:
        along: Speed along the nose [m/s].
        across: Speed of the rear axle to the right [m/s].
    """
    if along <= 0.0:
        return 0.0
    slide = math.atan2(across, along)
    beyond = math.copysign(max(0.0, abs(slide) - CASTER_FREE), slide)
    return -CASTER * min(1.0, along / CASTER_SPEED) * beyond


def turn_wheels(angle: float, wish: float, limit: float, dt: float) -> float:
    """Angle of the front wheels a step later [rad].

    Args:
        angle: Present one [rad].
        wish: Where it shall go [rad].
        limit: Largest one at this speed [rad].
        dt: Step [s].
    """
    most = min(RATE, TURN * limit) * dt
    return angle + max(-most, min(most, max(-STEER, min(STEER, wish)) - angle))


def ease(before: Pedals, wish: Pedals, slips: tuple[float, ...], speed: float, dt: float) -> Pedals:
    """Pedals a step later: pressed softly, let go quickly, and no more throttle than tires can bear in a bend.

    Args:
        before: Present ones.
        wish: Where the driver wants them.
        slips: Of the tires, in slips of best grip: front left and right, rear left and right.
        speed: Along the nose [m/s].
        dt: Step [s].
    """
    pace = abs(speed)
    front = _ramp(min(slips[:2]), *CLOSING) * _ramp(pace, *FRONT_SPEEDS)
    rear = _ramp(min(slips[2:]), *CLOSING) * _ramp(pace, *REAR_SPEEDS)
    throttle = min(wish.throttle * (1.0 - max(front, rear)), before.throttle + PRESS * dt)
    if wish.throttle > 0.0 and wish.reverse == before.reverse:
        throttle = max(throttle, before.throttle - RELEASE * dt)
    brake = min(max(wish.brake, SLOW * front * wish.throttle), before.brake + BRAKE_PRESS * dt)
    return Pedals(throttle, brake, wish.reverse)


def _ramp(value: float, start: float, end: float) -> float:
    """From 0 at a start to 1 at an end."""
    return max(0.0, min(1.0, (value - start) / (end - start)))

"""Driving: engine, tires and wind of the vehicle that the player drives."""

import math

from app.sound.loops import ENGINE_SPEEDS, loop_speed
from app.sound.stage import Place, Stage
from play.vehicles.vehicle import Telemetry

ENGINE_LOOPS = tuple(f"engine/{rpm:.0f}/{load}" for rpm in ENGINE_SPEEDS for load in ("pull", "coast"))
#: Actual speeds of the loops [1/min].
TRUE_SPEEDS = tuple(map(loop_speed, ENGINE_SPEEDS))
#: Slip at which a tire begins to squeal, and at which it is loudest.
SLIP_BEGINS, SLIP_FULL = 0.9, 2.2
#: Speed below which no tire squeals [m/s], however much it slips.
SQUEAL_SPEED = 2.5
#: Speeds at which wind becomes audible, and is loudest [m/s].
WIND_BEGINS, WIND_FULL = 8.0, 45.0
#: Slowest engine that is heard [1/min].
STALL = 200.0


def engine_mix(rpm: float, throttle: float, rpm_limit: float = 6500.0) -> list[tuple[str, float, float]]:
    """Loops that make up the sound of an engine: their names, gains and pitches.

    Two neighbors in speed are crossfaded at constant power, and so are pulling and coasting; each is played at the
    pitch that gives the speed, so the ear hears one engine.

    Args:
        rpm: Speed [1/min].
        throttle: 0 to 1.
        rpm_limit: Where the red begins [1/min].
    """
    if not rpm >= STALL:
        return []
    place = 0.0
    for k, (low, high) in enumerate(zip(ENGINE_SPEEDS, ENGINE_SPEEDS[1:], strict=False)):
        if rpm > low:
            place = k + min(math.log(rpm / low) / math.log(high / low), 1.0)
    lower = min(int(place), len(ENGINE_SPEEDS) - 2)
    share, pull = place - lower, min(max(throttle, 0.0), 1.0)
    loud = 0.45 + 0.55 * min(rpm / max(rpm_limit, 1.0), 1.2)
    mix = []
    for k, part in ((lower, 1.0 - share), (lower + 1, share)):
        for load, weight in (("pull", pull), ("coast", 1.0 - pull)):
            gain = loud * math.sqrt(part * weight)
            if gain > 0.0:
                pitch = min(max(rpm / TRUE_SPEEDS[k], 0.25), 3.0)
                mix.append((f"engine/{ENGINE_SPEEDS[k]:.0f}/{load}", gain, pitch))
    return mix


def squeal_of(data: Telemetry) -> float:
    """Loudness of the squeal of the worst tire that carries load, 0 to 1."""
    slips = [slip for slip, load, there in zip(data.slip, data.load, data.attached, strict=False) if there and load > 0]
    slip = max(map(abs, slips), default=0.0)
    level = min(max((slip - SLIP_BEGINS) / (SLIP_FULL - SLIP_BEGINS), 0.0), 1.0)
    return level if abs(data.speed) > SQUEAL_SPEED or data.throttle > 0.5 else 0.0


class Driving:
    """Plays the vehicle that the player drives.

    Args:
        stage: Where it is played.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._throttle = 0.0
        self._heard = False

    def step(self, data: Telemetry | None, place: Place = None, *, loose: bool = False) -> None:
        """Update the loops from the telemetry.

        Args:
            data: Of the vehicle; None if none is driven.
            place: Where it is [m].
            loose: Whether its tires throw dust: on loose ground nothing squeals.
        """
        stage = self._stage
        if self._heard:  # while nobody drives, the wind may be that of a cue
            stage.stop_loops(*ENGINE_LOOPS, "tires", "wind")
        self._heard = data is not None
        if data is None:
            self._throttle = 0.0
            return
        # An engine responds within a tenth of a second, a key at once.
        self._throttle += 0.2 * (data.throttle - self._throttle)
        for name, gain, pitch in engine_mix(data.rpm, self._throttle, data.rpm_limit):
            stage.loop(name, place, gain, pitch=pitch, reach=1.5)
        speed = abs(data.speed)
        stage.loop(
            "tires", place, min(speed / 25.0, 1.0) ** 0.8 * (0.0 if speed < 0.3 else 1.0), pitch=0.6 + speed / 40.0
        )
        stage.loop(
            "wind",
            None,
            min(max((speed - WIND_BEGINS) / (WIND_FULL - WIND_BEGINS), 0.0), 1.0),
            pitch=0.8 + speed / 80.0,
        )
        level = squeal_of(data)
        if loose:
            stage.loop("skid_dirt", place, 0.8 * level)
        else:
            stage.loop("squeal", place, 0.8 * level, pitch=0.9 + 0.15 * level, reach=1.5)

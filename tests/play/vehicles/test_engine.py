import pytest

from play.vehicles import engine
from play.vehicles.engine import Drive, Pedals

RADIUS = 0.33


def accelerate(seconds, *, throttle=1.0, gain=4.0, start=0.0, dt=1.0 / 60.0):
    """Gears over time of a car whose speed rises evenly [m/s^2]."""
    drive, speed, gears = Drive(), start, []
    for _ in range(round(seconds / dt)):
        speed = max(0.0, min(engine.GEAR_SPEEDS[-1], speed + gain * dt))
        drive = engine.advance(drive, Pedals(throttle=throttle), speed / RADIUS, RADIUS, speed, dt)
        gears.append(drive.gear)
    return gears


def test_torque_rises_to_a_peak_in_the_middle_and_is_cut_beyond_the_red_line():
    torques = [engine.torque_at(rpm) for rpm in (800, 2000, 3500, 5500, 6500)]
    assert max(torques) == torques[2] == 95.0
    assert torques[0] < torques[1] < torques[2] > torques[3] > torques[4] > 0.0
    assert engine.torque_at(engine.CUT) == 0.0
    assert engine.torque_at(3000.0) == pytest.approx(0.5 * (88.0 + 95.0))


@pytest.mark.parametrize("gear", [1, 2, 3, 4, 5])
def test_each_gear_reaches_its_speed_at_the_red_line(gear):
    turns = engine.ratio_of(gear, RADIUS) * engine.GEAR_SPEEDS[gear - 1] / RADIUS
    assert turns * 60.0 / 6.283185307 == pytest.approx(engine.LIMIT)


def test_power_on_the_road_is_that_of_the_engine():
    """Torque at the wheels times their rate is torque times rate of the engine."""
    drive = Drive(gear=3, rpm=4500.0)
    spin = 4500.0 / 60.0 * 6.283185307 / engine.ratio_of(3, RADIUS)
    pull, drag = engine.axle_torque(drive, Pedals(throttle=1.0), spin, RADIUS)
    assert pull * spin == pytest.approx(94.0 * 4500.0 / 60.0 * 6.283185307, rel=1e-6)
    assert drag == 0.0


def test_box_shifts_up_one_gear_after_another_while_the_car_gets_faster():
    gears = accelerate(8.0)
    assert gears[0] == 1 and gears[-1] == 5
    assert all(b - a in (0, 1) for a, b in zip(gears, gears[1:], strict=False))


@pytest.mark.parametrize("speed", [3.0, 6.5, 7.0, 10.3, 11.0, 14.1, 17.7, 20.0])
def test_box_does_not_hunt_at_any_even_speed(speed):
    drive, gears = Drive(), []
    for k in range(600):
        now = speed + (0.15 if k % 40 < 20 else -0.15)  # it sways a little, as on a bumpy road
        throttle = 1.0 if k % 30 < 20 else 0.0
        drive = engine.advance(drive, Pedals(throttle=throttle), now / RADIUS, RADIUS, now, 1.0 / 60.0)
        gears.append(drive.gear)
    changes = [(a, b) for a, b in zip(gears[180:], gears[181:], strict=False) if a != b]
    assert len(changes) <= 1, changes


def test_box_shifts_down_again_when_the_car_gets_slower():
    drive, speed = Drive(gear=5, held=1.0), 20.0
    while speed > 0.0:
        drive = engine.advance(drive, Pedals(brake=1.0), speed / RADIUS, RADIUS, speed, 1.0 / 60.0)
        speed -= 4.0 / 60.0
    assert drive.gear == 1


def test_there_is_no_torque_while_it_shifts():
    drive = Drive(gear=1, held=1.0)
    speed = 6.9
    shifted = engine.advance(drive, Pedals(throttle=1.0), speed / RADIUS, RADIUS, speed, 1.0 / 60.0)
    assert shifted.gear == 2 and shifted.shifting > 0.0
    assert engine.axle_torque(shifted, Pedals(throttle=1.0), speed / RADIUS, RADIUS) == (0.0, 0.0)


def test_engine_without_throttle_brakes():
    pull, drag = engine.axle_torque(Drive(gear=2), Pedals(), 20.0, RADIUS)
    assert pull == 0.0 and drag > 100.0


def test_gears_stay_in_the_air():
    drive = Drive(gear=2, held=9.0)
    assert engine.advance(drive, Pedals(throttle=1.0), 60.0, RADIUS, 18.0, 1.0 / 60.0, grounded=False).gear == 2


@pytest.mark.parametrize(
    ("forward", "speed", "gear", "pedals"),
    [
        (1.0, 5.0, 2, Pedals(throttle=1.0)),
        (-1.0, 5.0, 2, Pedals(brake=1.0)),
        (-1.0, 0.0, 1, Pedals(throttle=1.0, reverse=True)),
        (-1.0, -3.0, -1, Pedals(throttle=1.0, reverse=True)),
        (-1.0, 0.6, -1, Pedals(throttle=1.0, brake=0.5, reverse=True)),  # it rocks: that is no reason to shift again
        (-1.0, 0.6, 1, Pedals(brake=1.0)),
        (0.5, -3.0, -1, Pedals(brake=0.5, reverse=True)),
        (0.0, 10.0, 3, Pedals()),
        (0.0, 0.0, 1, Pedals(brake=1.0)),
    ],
)
def test_it_brakes_before_it_goes_the_other_way(forward, speed, gear, pedals):
    assert engine.pedals_for(forward, speed, gear) == pedals


def test_reverse_is_chosen_at_a_standstill_only():
    backward = Pedals(throttle=1.0, reverse=True)
    assert engine.wanted_gear(Drive(gear=1), backward, 0.2, True) == -1
    assert engine.wanted_gear(Drive(gear=2), Pedals(brake=1.0), 8.0, True) == 2
    assert engine.wanted_gear(Drive(gear=-1), Pedals(throttle=1.0), -0.2, True) == 1
    assert engine.wanted_gear(Drive(gear=-1), Pedals(brake=1.0, reverse=True), -4.0, True) == -1

import math

import pytest

from app.clock import GAP, STEP, FixedStepper, Meter, clamp_speed


def run(stepper, frames, seconds, **options):
    return [stepper.advance(seconds, **options) for _ in range(frames)]


def test_a_frame_of_one_step_gives_one_step():
    assert [steps for steps, _ in run(FixedStepper(), 1000, STEP)] == [1] * 1000


@pytest.mark.parametrize("rate", [24, 30, 59.94, 75, 144, 240])
def test_ten_seconds_of_frames_are_ten_seconds_of_steps(rate):
    outcomes = run(FixedStepper(), round(10 * rate), 1 / rate)
    assert abs(sum(steps for steps, _ in outcomes) - 600) <= 1
    assert all(0.0 <= blend <= 1.0 for _, blend in outcomes)


def test_picture_moves_evenly():
    """Steps done + blend, the time of the picture, grows by the same amount every frame."""
    total, times = 0, []
    for steps, blend in run(FixedStepper(), 50, STEP * 0.4):
        total += steps
        times.append(total + blend)
    assert all(math.isclose(b - a, 0.4, abs_tol=1e-9) for a, b in zip(times, times[1:], strict=False))


def test_slow_frames_lose_time_and_say_so():
    stepper = FixedStepper(max_steps=6)
    outcomes = run(stepper, 100, 0.2)  # twelve steps each
    assert {steps for steps, _ in outcomes} == {6}
    assert stepper.behind == pytest.approx(0.5, abs=0.01)
    run(stepper, 600, STEP)
    assert stepper.behind < 1e-3


@pytest.mark.parametrize("rate", [1, 4, 5, 10])
def test_cheap_steps_lose_no_time_however_rare_frames_are(rate):
    stepper, made = FixedStepper(), 0
    stepper.note_cost(1, 3e-5)
    for steps, _ in run(stepper, 20 * rate, 1 / rate):
        made += steps
    assert abs(made - 1200) <= 1 and stepper.behind == 0.0


def test_steps_take_their_share_of_a_frame_at_most():
    """Of a frame of 0.5 s steps of 20 ms get 0.6 * 0.5 s: 15 of the 30 that are due."""
    stepper = FixedStepper()
    stepper.note_cost(1, 0.02)
    assert stepper.advance(0.5)[0] == 15
    assert stepper.behind > 0.0


def test_a_frame_whose_steps_turn_out_dear_is_cut_short():
    stepper = FixedStepper()
    stepper.note_cost(1, 1e-4)
    assert stepper.advance(0.5)[0] == 30
    assert not stepper.is_too_long(30, 0.29) and stepper.is_too_long(7, 0.31) and not stepper.is_too_long(5, 9.0)
    stepper.note_cost(7, 0.31, lost=23)
    assert stepper.behind > 0.0 and stepper.cost > 0.01


def test_lost_time_does_not_come_back():
    stepper = FixedStepper()
    stepper.advance(1.0)
    assert stepper.advance(STEP)[0] == 1


def test_fast_enough_frames_lose_nothing():
    stepper = FixedStepper()
    run(stepper, 100, 1 / 30)
    assert stepper.behind == 0.0


@pytest.mark.parametrize("seconds", [-1.0, math.nan, math.inf, -math.inf, 0.0])
def test_nonsense_counts_as_no_time(seconds):
    assert FixedStepper().advance(seconds) == (0, 0.0)


def test_a_laptop_that_slept_goes_on_with_one_step():
    stepper = FixedStepper()
    assert stepper.advance(8 * 3600.0)[0] == 1
    assert stepper.behind == 0.0
    assert stepper.advance(GAP)[0] == 6


@pytest.mark.parametrize(("speed", "steps"), [(0.5, 300), (2.0, 1200), (4.0, 2400), (0.01, 6), (9.0, 2400), (0.0, 6)])
def test_speed_scales_time_and_is_clamped(speed, steps):
    made = sum(steps for steps, _ in run(FixedStepper(), 600, STEP, speed=speed))
    assert abs(made - steps) <= 1


def test_clamped_speed():
    assert [clamp_speed(s) for s in (0.0, 0.01, 1.0, 4.0, 99.0, math.nan)] == [0.01, 0.01, 1.0, 4.0, 4.0, 1.0]


def test_pause_stops_steps_and_shows_the_last():
    stepper = FixedStepper()
    stepper.advance(0.4 * STEP)
    stepper.paused = True
    assert run(stepper, 5, 1.0) == [(0, 1.0)] * 5


def test_going_on_after_a_pause_does_not_jump_back():
    stepper = FixedStepper()
    stepper.advance(STEP)
    stepper.paused = True
    stepper.paused = False
    steps, blend = stepper.advance(0.25 * STEP)
    assert steps == 1 and blend == pytest.approx(0.25)


def test_single_step_pauses_first():
    stepper = FixedStepper()
    stepper.step_once()
    assert stepper.paused
    assert [stepper.advance(STEP)[0] for _ in range(3)] == [1, 0, 0]


def test_many_single_steps_are_spread_over_frames():
    stepper = FixedStepper(max_steps=6)
    stepper.step_once(14)
    assert stepper.queued == 14
    assert [stepper.advance(STEP)[0] for _ in range(4)] == [6, 6, 2, 0]


def test_going_on_forgets_queued_steps():
    stepper = FixedStepper()
    stepper.step_once(5)
    stepper.paused = False
    stepper.paused = True
    assert stepper.advance(STEP)[0] == 0


def test_reset_keeps_the_pause_only():
    stepper = FixedStepper()
    stepper.step_once(5)
    stepper.reset()
    assert stepper.paused and stepper.advance(1.0) == (0, 1.0)


@pytest.mark.parametrize("options", [{"dt": 0.0}, {"dt": math.nan}, {"max_steps": 0}])
def test_bad_arguments_are_refused(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        FixedStepper(**options)


def test_meter_tells_mean_and_slowest_percent():
    meter = Meter(seconds=10.0)
    for k in range(500):
        meter.add(0.05 if k % 100 == 0 else 0.01)
    assert meter.mean == pytest.approx(500 / (495 * 0.01 + 5 * 0.05))
    assert meter.low == pytest.approx(20.0)


def test_meter_forgets_old_frames():
    meter = Meter(seconds=1.0)
    for _ in range(20):
        meter.add(0.1)
    for _ in range(150):
        meter.add(0.01)
    assert meter.mean == pytest.approx(100.0) and meter.low == pytest.approx(100.0)
    assert len(meter.frames) == 100 or len(meter.frames) == 101


def test_meter_without_frames_and_with_nonsense():
    meter = Meter()
    for seconds in (0.0, -1.0, math.nan, math.inf):
        meter.add(seconds)
    assert meter.mean == 0.0 and meter.low == 0.0

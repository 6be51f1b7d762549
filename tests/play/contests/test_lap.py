import dataclasses
import math

import pytest

from play.contests.contest import Best
from play.contests.gates import Circuit
from tests.play.contests.laps import GATES, RADIUS, STEP, Ring, ring

BEHIND = -0.1  # where runs begin: behind the start [rad]


def lap_of(made, speed, start=BEHIND):
    """From before the start once around and over it again."""
    made.place(ring(start))
    return made.drive(start, math.tau + 0.2, speed)


@pytest.mark.parametrize("speed", [7.3, 19.9, 41.7])
def test_lap_and_splits_are_distance_over_speed_within_a_millisecond(speed):
    """t = 2 pi r / v, and k / gates of it at the checkpoints: a step is 16.7 ms, so crossings are found within it."""
    made = lap_of(Ring(), speed)
    lap = math.tau * RADIUS / speed
    assert made.timer.last.value == pytest.approx(lap, abs=2e-4)
    assert made.timer.last.splits == pytest.approx([lap * k / GATES for k in range(1, GATES)], abs=1e-3)
    assert made.timer.best == made.timer.last and made.timer.laps == 1
    assert made.kinds() == ["checkpoint"] * GATES + ["fanfare"]


def test_the_second_lap_begins_where_the_first_one_ends():
    made = lap_of(Ring(), 20.0)
    before = made.timer.last
    made.drive(BEHIND + math.tau + 0.2, math.tau, 25.0)
    first, second = math.tau * RADIUS / 20.0, made.timer.last.value
    # The second one has a bit of the slower speed at its beginning; between the two a step is not full.
    slow = 0.1 * RADIUS * (1.0 / 20.0 - 1.0 / 25.0)
    assert second == pytest.approx(math.tau * RADIUS / 25.0 + slow, abs=STEP) and second < first
    assert made.timer.last.start == pytest.approx(before.end, abs=1e-12)
    assert made.timer.laps == 2 and made.timer.best.value == second
    assert made.timer.last.start == pytest.approx(0.1 * RADIUS / 20.0 + first + 1 / 60, abs=1e-3)


def test_a_slower_lap_leaves_the_best_one():
    made = lap_of(Ring(), 20.0)
    best = made.timer.best
    made.drive(BEHIND + math.tau + 0.2, math.tau, 15.0)
    assert made.timer.best is best and made.timer.last.value > best.value
    assert made.kinds().count("fanfare") == 1 and made.kinds().count("finish") == 1


def test_a_lap_that_misses_a_checkpoint_does_not_count():
    """From the second checkpoint straight to the fourth, through the middle."""
    made = Ring().place(ring(BEHIND))
    made.drive(BEHIND, 0.1 + 2.05 * math.tau / GATES, 20.0)
    a, b = ring(2.05 * math.tau / GATES), ring(3.5 * math.tau / GATES)
    for k in range(1, 41):
        made.step_to(a + (b - a) * (k / 40.0))
    assert made.timer.board(made.world).alarm == ""
    made.drive(3.5 * math.tau / GATES, 1.0 * math.tau / GATES, 20.0)
    assert made.timer.board(made.world).alarm == "Checkpoint 3 missed"
    made.drive(4.5 * math.tau / GATES, 0.6 * math.tau / GATES, 20.0)
    assert made.timer.last is None and made.timer.laps == 0 and made.timer.best is None
    assert "checkpoint 3 was missed" in made.timer.notice.text and made.timer.run.splits == ()


def test_who_goes_back_to_the_missed_checkpoint_has_a_lap():
    made = Ring().place(ring(BEHIND))
    made.drive(BEHIND, 0.3, 20.0)
    made.drive(0.2, 0.5 + math.tau / GATES, 20.0, radius=RADIUS + 6.0)  # beside the first one
    made.place(ring(2.0 * math.tau / GATES - 0.1))
    made.drive(2.0 * math.tau / GATES - 0.1, 0.2, 20.0)
    assert made.timer.gate == 1
    made.place(ring(math.tau / GATES - 0.1))
    made.drive(math.tau / GATES - 0.1, math.tau * (1.0 - 1.0 / GATES) + 0.2, 20.0)
    assert made.timer.laps == 1 and made.timer.gate == -1


def test_crossing_back_and_forth_over_the_start_is_no_lap():
    made = Ring().place(ring(BEHIND))
    for _ in range(3):
        made.drive(BEHIND, 0.2, 10.0)
        made.drive(0.1, -0.2, 10.0)
    assert made.timer.laps == 0 and made.timer.run is None


def test_driving_backward_around_is_wrong_and_no_lap():
    made = Ring().place(ring(0.1))
    made.drive(0.1, -math.tau - 0.2, 20.0)
    assert made.timer.laps == 0 and made.timer.wrong_way
    assert made.timer.board(made.world).alarm == "Wrong way" and "buzzer" in made.kinds()


def test_the_wrong_way_is_told_after_half_a_second_of_a_lap_and_gone_when_right_again():
    made = Ring().place(ring(BEHIND))
    made.drive(BEHIND, 1.0, 20.0)
    made.drive(0.9, -20.0 * 0.4 / RADIUS, 20.0)
    assert not made.timer.wrong_way
    made.drive(0.9 - 20.0 * 0.4 / RADIUS, -20.0 * 0.3 / RADIUS, 20.0)
    assert made.timer.wrong_way
    made.drive(0.43, 0.2, 20.0)
    assert not made.timer.wrong_way and made.timer.run is not None


def test_beside_the_gates_nothing_counts():
    assert lap_of(Ring(), 20.0).timer.laps == 1
    made = Ring().place(ring(BEHIND, RADIUS + 6.0))
    made.drive(BEHIND, math.tau + 0.2, 20.0, radius=RADIUS + 6.0)
    assert made.timer.run is None and made.timer.last is None


def test_leaving_the_vehicle_ends_the_lap():
    made = Ring().place(ring(BEHIND))
    made.drive(BEHIND, 1.0, 20.0)
    assert made.timer.run is not None and made.timer.board(made.world) is not None
    made.game.driven = made.game.aboard = -1
    made.world.step(1 / 60)
    assert made.timer.run is None and "you left the car" in made.timer.notice.text
    assert made.timer.board(made.world) is None


def test_a_rival_drives_no_laps_for_the_player():
    made = Ring()
    made.timer._rivals = (made.sled,)
    assert lap_of(made, 20.0).timer.last is None


def test_a_lap_during_which_gravity_was_changed_does_not_count():
    made = Ring().place(ring(BEHIND))
    made.drive(BEHIND, 3.0, 20.0)
    made.world.gravity = (0.0, -0.01, 0.0)
    made.drive(2.9, math.tau - 2.7, 20.0)
    assert made.timer.laps == 0 and "gravity was changed" in made.timer.notice.text


def test_time_that_goes_back_takes_the_clock_and_the_best_lap_back():
    made = lap_of(Ring(), 21.0)
    made.drive(0.1, 0.9 * math.tau, 20.0)
    state, before = made.world.save_state(), made.timer.save()
    ends = []
    for _ in range(2):
        made.world.load_state(state)
        assert made.timer.save() == before
        made.drive(0.1 + 0.9 * math.tau, 0.9, 30.0)
        ends.append((made.timer.save(), made.world.state_hash()))
    assert ends[0] == ends[1] and ends[0][0] != before
    made.world.load_state(state)
    assert made.timer.laps == 1 and made.timer.best.value == pytest.approx(math.tau * RADIUS / 21.0, abs=2e-4)


def test_what_was_kept_is_beaten_or_stays():
    made = Ring()
    made.timer.recall(made.world, (Best(5.0, (1.0, 2.0, 3.0, 4.0)),))
    lap_of(made, 20.0)
    assert made.timer.best.value == 5.0 and made.timer.last.value > 9.0
    assert [kind for kind in made.kinds() if kind != "checkpoint"] == ["finish"]
    made.timer.recall(made.world, (Best(50.0), Best(1.0)))
    assert made.timer.best.value == 5.0, "a better one of this game stays"
    made.timer.forget(made.world)
    assert made.timer.best is None


def test_splits_are_compared_with_those_of_the_best_lap():
    made = Ring()
    kept = math.tau * RADIUS / 20.0
    made.timer.recall(made.world, (Best(kept, tuple(kept * k / GATES for k in range(1, GATES))),))
    made.place(ring(BEHIND)).drive(BEHIND, 0.1 + 1.02 * math.tau / GATES, 18.0)
    notice = made.timer.notice
    slower = math.tau * RADIUS / GATES * (1.0 / 18.0 - 1.0 / 20.0)
    assert notice.kind == "split" and notice.text.startswith("1/4   +")
    assert float(notice.text.split()[1]) == pytest.approx(slower, abs=1.5e-3)


def test_keys_of_contests_are_single_words_and_different():
    made = Ring()
    with pytest.raises(ValueError, match="different keys"):
        Ring.__init__.__globals__["LapTimer"](made.world, made.game, made.timer.circuit)
    with pytest.raises(ValueError, match="one word"):
        Ring(key="a/b")
    with pytest.raises(ValueError, match="at least 2 gates"):
        Circuit([ring(k) for k in range(6)], 4.0, gates=1)


def test_results_are_plain_and_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Best(1.0).value = 2.0

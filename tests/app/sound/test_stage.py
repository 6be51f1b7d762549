import pytest

from app.sound.synthesis import RATE
from tests.app.sound.conftest import loud

AHEAD = (0.0, 0.0, -2.0)


def hear(stage, seconds=0.5):
    return stage.mixer.render(int(seconds * RATE))


def test_a_sound_is_heard_from_its_side(stage):
    assert stage.play("shot", (4.0, 0.0, 0.0))
    out = hear(stage)
    assert loud(out[:, 1]) > 2.0 * loud(out[:, 0]) > 0.0


def test_what_is_too_far_or_too_soft_is_not_begun(stage):
    assert not stage.play("shot", (0.0, 0.0, -500.0)) and not stage.play("shot", AHEAD, 0.001)
    assert not stage.play("shot", AHEAD, float("nan"))
    hear(stage, 0.01)
    assert stage.mixer.voice_count == 0


def test_pitch_follows_the_speed_within_bounds(stage):
    for speed, pace in ((1.0, 1.0), (0.5, 0.5), (0.01, 0.25), (4.0, 2.0)):
        stage.set_pace(speed)
        assert stage.pace == pace


def test_slow_motion_lasts_longer(stage):
    stage.set_pace(0.5)
    stage.play("gear", AHEAD)
    hear(stage, 1.2 * len(stage.bank.get("gear")) / RATE)
    assert stage.mixer.voice_count == 1
    hear(stage, 1.0 * len(stage.bank.get("gear")) / RATE)
    assert stage.mixer.voice_count == 0


def test_loops_sound_while_they_are_requested(stage):
    stage.loop("burning", AHEAD, 0.8)
    stage.update_loops(silent=False)
    assert loud(hear(stage)) > 0.01
    stage.update_loops(silent=True)
    hear(stage)
    assert not hear(stage).any(), "time stands still"
    stage.update_loops(silent=False)
    assert loud(hear(stage)) > 0.01
    stage.stop_loops("burning")
    stage.update_loops(silent=False)
    hear(stage)
    assert not hear(stage).any()


def test_of_two_rockets_the_nearer_is_heard(stage):
    for first, second in ((AHEAD, (0.0, 0.0, -60.0)), ((0.0, 0.0, -60.0), AHEAD)):
        stage.stop_loops("burning")
        stage.loop("burning", first, 1.0)
        stage.loop("burning", second, 1.0)
        assert stage.active_loops["burning"][0] == AHEAD


def test_loops_that_nobody_can_hear_are_not_made(stage):
    stage.loop("burning", (0.0, 0.0, -5000.0), 1.0)
    stage.update_loops(silent=False)
    assert stage.mixer.loops == {}


def test_variation_stays_near_one_and_does_not_repeat(stage):
    values = [stage.vary(0.05) for _ in range(100)]
    assert len(set(values)) == 100 and max(abs(value - 1.0) for value in values) <= 0.05
    assert sum(values) / 100 == pytest.approx(1.0, abs=0.005)

"""Tests of bench/frames.py and bench/overlay_frames.py."""

import time

import numpy as np
import pytest

from app.output.offscreen import NoGraphicsError, Studio
from bench import frames, overlay_frames, soft_frames
from bench.frames import FrameTimes, measure
from physics import World


def test_the_step_of_the_world_does_not_count(shell, monkeypatch):
    true_step = World.step

    def slow(world, dt):
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        true_step(world, dt)

    monkeypatch.setattr(World, "step", slow)
    times = measure(shell, 1, 4)
    assert times.parts.shape == (4, 3) and shell.session.world.step_count == 5
    assert 0.0 < times.median < 25.0
    shell.session.world.step(1 / 60)
    assert shell.session.world.step_count == 6, "the world is as it was"


def test_key_states_count_apart(shell, monkeypatch):
    save = World.save_state

    def slow(world):
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        return save(world)

    monkeypatch.setattr(World, "save_state", slow)
    times = measure(shell, 0, 35)
    assert times.parts.sum(axis=1).max() < 25.0 and (times.copies > 40.0).sum() == 1


def test_the_percentile_is_that_of_whole_frames():
    parts = np.zeros((100, 3))
    parts[:, 0] = np.arange(100)
    parts[:, 2] = 1.0
    copies = np.zeros(100)
    copies[:3] = 200.0
    times = FrameTimes(parts, copies)
    assert times.median == pytest.approx(50.5) and times.slow == pytest.approx(99.01)
    assert times.slow_at_worst == pytest.approx(202.01)
    assert times.row("x", "y") == "| x | 49.50 | 0.00 | 1.00 | 50.50 | 99.01 | 202.01 | 200.00 | y |"


@pytest.mark.parametrize(
    ("fall", "pour", "overlays", "soft", "code"),
    [
        (1.0, 5.0, True, True, 0),
        (9.0, 5.0, True, True, 1),
        (1.0, 9.0, True, True, 1),
        (1.0, 5.0, False, True, 1),
        (1.0, 5.0, True, False, 1),
    ],
)
def test_a_claim_that_fails_is_the_exit_code(fall, pour, overlays, soft, code, monkeypatch, capsys):
    monkeypatch.setattr(frames, "measure_falling", lambda count: FrameTimes(np.full((3, 3), fall / 3), np.zeros(3)))
    monkeypatch.setattr(frames, "measure_pour", lambda: FrameTimes(np.full((3, 3), pour / 3), np.zeros(3)))
    monkeypatch.setattr(overlay_frames, "main", lambda: overlays)
    monkeypatch.setattr(soft_frames, "main", lambda: soft)
    assert frames.main() == code
    assert "5,000 poured" in capsys.readouterr().out


def test_soft_bodies_are_measured_in_view(monkeypatch, capsys):
    monkeypatch.setattr(soft_frames, "FRAMES", 3)
    for make in (lambda: [soft_frames.make_cloth(k, 5) for k in range(4)], lambda: [soft_frames.make_rope(0, 9)]):
        median, longest, seen = soft_frames.measure(tuple(make()))
        assert 0.0 < median <= longest and seen == len(make())
    cases = {name: (lambda: [soft_frames.make_rope(0, 9)], claim) for name, claim in (("good", 99.0), ("bad", 0.0))}
    for name, case in cases.items():
        monkeypatch.setattr(soft_frames, "CASES", {name: case})
        assert soft_frames.main() == (name == "good")
    assert "| good | 9 | 1 |" in capsys.readouterr().out


def test_overlays_are_measured_against_none(monkeypatch):
    monkeypatch.setattr(overlay_frames, "SETTLE", 2)
    try:
        studio = Studio(64, 40, samples=0)
    except NoGraphicsError as error:
        pytest.skip(str(error))
    bench = overlay_frames.OverlayBench(studio)
    drawn = []
    monkeypatch.setattr(studio, "render", lambda shell: drawn.append((set(shell.overlays), shell._overlay_frame)))
    ratio, before, after = bench.measure("bounds", rounds=3)
    studio.release()
    assert [keys for keys, _ in drawn] == [set(), {"bounds"}] * 3
    assert [len(frame.marks) for _, frame in drawn] == [0, 1] * 3
    assert ratio > 0.0 and before > 0.0 and after > 0.0

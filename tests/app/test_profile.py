import gc
import sys
import weakref

import numpy as np
import pytest

from app.profile import Collector, Profile

STAGES = {"collide": 0.002, "substeps": 0.003, "total": 0.005}


def test_parts_of_a_frame_are_in_order_and_add_up():
    profile = Profile(4)
    profile.add_step(STAGES)
    profile.add_step(STAGES)
    profile.end_frame(0.016, 0.012, 0.003)
    parts = profile.parts()
    assert list(parts) == ["collide", "substeps", "app", "drawing"]
    last = {name: float(times[-1]) for name, times in parts.items()}
    assert last == pytest.approx({"collide": 4.0, "substeps": 6.0, "app": 2.0, "drawing": 3.0})
    assert profile.frames().tolist() == pytest.approx([0, 0, 0, 16.0])


def test_a_frame_without_a_step_has_no_time_of_steps():
    profile = Profile(4)
    profile.add_step(STAGES)
    profile.end_frame(0.016, 0.012, 0.003)
    profile.end_frame(0.016, 0.001, 0.003)
    assert profile.parts()["collide"].tolist() == pytest.approx([0, 0, 2.0, 0])


def test_the_oldest_frames_go_and_nothing_grows():
    profile = Profile(8)
    for k in range(1, 21):
        profile.add_step(STAGES)
        profile.end_frame(0.001 * k, 0.005, 0.0)
    assert profile.frames().tolist() == pytest.approx(list(range(13, 21)))
    before = [sys.getsizeof(part) for part in (profile._parts, profile._present, profile._frames)]
    rings = [id(ring) for ring in profile._parts.values()]
    for _ in range(1000):
        profile.add_step(STAGES)
        profile.end_frame(0.016, 0.005, 0.0)
    assert [sys.getsizeof(part) for part in (profile._parts, profile._present, profile._frames)] == before
    assert [id(ring) for ring in profile._parts.values()] == rings and len(profile.frames()) == 8
    profile.clear()
    assert not profile.frames().any() and not any(times.any() for times in profile.parts().values())


@pytest.mark.slow
def test_pauses_of_the_garbage_collector_are_counted_and_shown_in_their_frame():
    profile = Profile(4)
    profile.collector.start()
    profile.collector.start()
    try:
        gc.collect()
        gc.collect(0)
        profile.end_frame(0.1, 0.0, 0.0)
        collector = profile.collector
        assert collector.counts[2] == 1 and collector.counts[0] >= 1, "once, although started twice"
        assert 0.0 < collector.longest <= collector.total
        assert profile.pauses()[-1] == pytest.approx(1e3 * collector.total, rel=0.5)
        gc.disable()
        profile.end_frame(0.1, 0.0, 0.0)
        assert profile.pauses()[-1] == 0.0
    finally:
        gc.enable()
        profile.collector.stop()
    gc.collect()
    assert profile.collector.counts[2] == 1, "no longer watched"
    Collector().stop()  # nothing to stop


class Scene:
    """Something that holds itself, so that only a collection frees it."""

    def __init__(self):
        self.world = self


def test_a_scene_is_left_out_of_later_collections_until_the_next_one():
    try:
        old = Scene()
        seen = weakref.ref(old)
        Collector().settle()
        assert gc.get_freeze_count() > 0 and not any(one is old for one in gc.get_objects())
        del old
        gc.collect()
        assert seen() is not None
        Collector().settle()
        assert seen() is None
    finally:
        gc.unfreeze()


def test_the_shell_notes_its_steps(shell):
    shell.advance(1 / 60)
    shell.profile.end_frame(1 / 60, 1.0, 0.0)
    times = shell.profile.parts()
    assert {"collide", "substeps", "app", "drawing"} <= set(times)
    assert sum(float(part[-1]) for part in times.values()) == pytest.approx(1000.0, rel=1e-3)
    assert np.isfinite(shell.profile.frames()).all()

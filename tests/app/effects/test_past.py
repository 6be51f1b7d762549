"""Effects go back in time with the world: the same step has the same smoke, flames and marks, however it is reached."""

import numpy as np
import pytest

from app.effects.effects import Effects
from app.effects.past import EffectsPast
from app.effects.play_effects import PlayEffects
from physics import Vec3
from play.cues import Cue
from render.frame import Particles

DT = 1.0 / 60.0


class Show:
    """Effects of a game in which each step has its cues."""

    def __init__(self, memory=60e6):
        self.effects, self.play = Effects(), PlayEffects()
        self.past = EffectsPast(self.effects, self.play, memory=memory)
        self.step_count = 0
        self.past.keep(0)

    def step(self):
        self.step_count = k = self.step_count + 1
        self.effects.advance(DT)
        self.play.step(None, self.effects, DT)
        place = Vec3(0.2 * k, 0.1, 0.0)
        cues = [
            Cue("skid", place, Vec3(0.0, 1.0, 0.0), 0.9, what="wheel 1"),
            Cue("burning", place, Vec3(9.0, 0.0, 0.0)),
        ]
        cues += [Cue("explosion", place, size=3.0)] if k % 40 == 10 else []
        self.play.show(cues, (0.0, 2.0, 8.0))
        self.past.keep(k)

    def back(self, step):
        self.step_count = step
        self.past.show(step)

    def picture(self):
        """All numbers that are drawn."""
        shown = [self.effects.particles() or Particles(), self.play.canvas.flames.particles() or Particles()]
        arrays = [part for some in shown for part in (some.place, some.size, some.color)]
        marks = self.play.sheets()
        arrays += [] if marks is None else [marks.place, marks.color]
        lamps = [value for lamp in self.play.lamps() for value in (*lamp.position, *lamp.color)]
        return np.concatenate([np.ravel(part) for part in arrays] + [lamps, self.play.shake])


@pytest.fixture(scope="module")
def seen():
    """A show of 90 steps, and the picture of each."""
    show, pictures = Show(), [Show().picture()]
    for _ in range(90):
        show.step()
        pictures.append(show.picture())
    return show, pictures


def test_each_step_looks_as_it_did(seen):
    show, pictures = seen
    for step in (89, 60, 51, 11, 10, 9, 0):
        show.back(step)
        assert np.array_equal(show.picture(), pictures[step]), step


def test_going_on_from_the_past_looks_as_it_did(seen):
    show, pictures = seen
    show.back(45)
    for step in range(46, 91):
        show.step()
        assert np.array_equal(show.picture(), pictures[step]), step


def test_what_is_kept_is_no_part_of_what_goes_on(seen):
    show, pictures = seen
    show.back(50)
    show.effects.advance(0.2)
    show.play.canvas.advance(0.2)
    show.back(50)
    assert np.array_equal(show.picture(), pictures[50])


def test_little_memory_forgets_the_oldest_and_shows_nothing_for_it(seen):
    show, pictures = Show(memory=2e5), seen[1]
    for _ in range(90):
        show.step()
    assert 20 < show.past.oldest < 90
    show.back(show.past.oldest + 2)
    assert np.array_equal(show.picture()[:300], pictures[show.step_count][:300])
    show.back(5)
    assert show.effects.particles() is None and show.play.sheets() is None


def test_another_world_has_no_past(seen):
    show = Show()
    show.step()
    show.past.clear()
    assert show.past.oldest == -1

import pytest

from app.sound.bank import all_names
from app.sound.cue_sounds import FINER, CueSounds, loops
from app.sound.loops import LOOPS
from app.sound.stage import Stage
from app.sound.synthesis import RATE
from play.cues import KINDS, Cue
from play.weapons import registry
from tests.app.sound.conftest import loud

registry.load_all()  # each declares the cues that it makes
HERE = (0.0, 0.0, -3.0)
SOUNDS = {name: kind.sound for name, kind in KINDS.items() if kind.sound is not None}


class Notes(Stage):
    """A stage that keeps what was said to it."""

    def play(self, name, place, gain=1.0, **options):
        self.said.append((name, gain, options))
        return super().play(name, place, gain, **options)


@pytest.fixture
def notes(bank):
    from app.sound.voices import Mixer

    stage = Notes(bank, Mixer())
    stage.said = []
    return stage


def test_every_kind_of_cue_names_a_wave_that_there_is():
    assert {name: sound.wave for name, sound in SOUNDS.items() if sound.wave not in all_names()} == {}


def test_every_lasting_cue_names_a_loop_and_no_other_does():
    assert {name for name, sound in SOUNDS.items() if sound.lasting != (sound.wave in LOOPS)} == set()


def test_finer_sounds_are_of_cues_that_there_are():
    assert set(FINER) <= set(SOUNDS)


@pytest.mark.parametrize("kind", SOUNDS)
def test_a_cue_is_heard(stage, kind):
    CueSounds(stage).step([Cue(kind, HERE, size=0.8, what="wood")])
    stage.update_loops(silent=False)
    assert loud(stage.mixer.render(RATE // 3)) > 1e-4


@pytest.mark.parametrize("kind", sorted(set(KINDS) - set(SOUNDS)))
def test_a_silent_cue_is_not(stage, kind):
    CueSounds(stage).step([Cue(kind, HERE, text="hello")])
    stage.update_loops(silent=False)
    assert not stage.mixer.render(RATE // 10).any()


def test_unknown_cues_and_wild_sizes_do_no_harm(stage):
    sounds = CueSounds(stage)
    wild = (-5.0, 0.0, 1e9, float("inf"))
    sounds.step([Cue("trumpet", HERE), *(Cue(kind, HERE, size=size) for kind in SOUNDS for size in wild)])
    stage.update_loops(silent=False)
    assert abs(stage.mixer.render(RATE // 10)).max() <= 0.951


@pytest.mark.parametrize(("ground", "step"), [("wood", "wood"), ("grass", "grass"), ("steel", "metal"), ("?", "stone")])
def test_footsteps_by_ground(notes, ground, step):
    CueSounds(notes).step([Cue("footstep", HERE, what=ground)])
    assert notes.said[0][0].startswith(f"step/{step}/")


def test_footsteps_alternate(notes):
    sounds = CueSounds(notes)
    for _ in range(4):
        sounds.step([Cue("footstep", HERE, what="wood")])
        for _ in range(20):
            sounds.step([])
    assert len({name for name, _, _ in notes.said}) == 2 and len(notes.said) == 4


def test_harder_landings_and_fuller_charges_are_louder(notes):
    for kind in ("land", "shot", "scrape"):
        gains = []
        for size in (0.1, 0.9):
            notes.said.clear()
            CueSounds(notes).step([Cue(kind, HERE, size=size, what="stone")])
            gains.append(notes.said[0][1])
        assert gains[1] > 1.4 * gains[0], kind


def test_large_explosions_are_deeper_and_louder_and_carry_far(notes):
    sounds = CueSounds(notes)
    for size in (2.0, 8.0):
        sounds.step([Cue("explosion", HERE, size=size)])
    (_, small, options_small), (_, large, options_large) = notes.said
    assert large > small and options_large["pitch"] < options_small["pitch"] and options_large["reach"] > 2.0


def test_a_crowd_of_cues_is_thinned(notes):
    sounds = CueSounds(notes)
    for _ in range(60):
        sounds.step([Cue("scrape", HERE, size=0.5)] * 10 + [Cue("trouble")] * 10)
    names = [name for name, _, _ in notes.said]
    assert 5 <= names.count("crash") <= 8 and names.count("refusal") == 3


def test_loops_end_with_their_cues(stage):
    sounds = CueSounds(stage)
    sounds.step([Cue(kind, HERE) for kind, sound in SOUNDS.items() if sound.lasting])
    assert set(stage.active_loops) == set(loops()) and "burning" in loops()
    sounds.step([])
    assert stage.active_loops == {}

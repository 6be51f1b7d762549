from app.settings import Settings
from app.sound.captions import MOST, SHOWN, Captions
from app.sound.device import SilentDevice
from app.sound.sound import Sound
from play.cues import Cue
from render.frame import CameraPose


def test_a_sound_is_told_with_its_side_and_goes_away():
    captions = Captions()
    captions.hear("explosion", (0.9, 0.2))
    captions.hear("impact/steel/small/1", (0.3, 0.3))
    captions.hear("explosion", (0.9, 0.2))
    assert captions.texts == ["explosion (left)", "steel impact"]
    captions.pass_time(SHOWN + 0.1)
    assert captions.texts == []


def test_soft_sounds_and_those_of_the_interface_are_not_told():
    captions = Captions()
    captions.hear("explosion", (0.05, 0.05))
    captions.hear("marker", (1.0, 1.0))
    captions.hear("step/stone/0", (1.0, 1.0))
    assert captions.texts == []


def test_there_are_few_at_once():
    captions = Captions()
    for name in ("explosion", "shot", "launch", "swing", "door", "land"):
        captions.hear(name, (0.5, 0.5))
    assert len(captions.texts) == MOST and captions.texts[-1] == "landing"


def test_captions_need_no_device_and_nothing_is_mixed_for_them():
    settings = Settings(captions=True)
    sound = Sound(settings, opener=lambda mixer, slow=False: SilentDevice())
    sound.frame(CameraPose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), 1.0), 0.01, False)
    sound.stage.audible = False
    sound._cues.step([Cue("explosion", (9.0, 0.0, 0.0), size=6.0)])
    assert not sound.silent and sound.stage.captions.texts == ["explosion (right)"]
    assert not sound.mixer._waiting
    settings.captions = False
    assert sound.silent
    sound.close()

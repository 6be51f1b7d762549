import pytest

from play.cues import KINDS, CueSound, cue_kind


def test_a_kind_of_cue_is_declared_with_its_sound():
    sound = CueSound("puff", gain=(0.0, 1.0))
    try:
        cue_kind("sneeze", "somebody sneezes", sound=sound)
        assert KINDS["sneeze"].sound is sound and KINDS["sneeze"].meaning == "somebody sneezes"
    finally:
        KINDS.pop("sneeze", None)


def test_the_same_declaration_again_does_no_harm():
    jump = KINDS["jump"]
    cue_kind(jump.name, jump.meaning, sound=jump.sound)
    assert KINDS["jump"] == jump


def test_another_kind_of_the_same_name_is_refused():
    with pytest.raises(ValueError, match="must have different names, got 'jump' again"):
        cue_kind("jump", "a cat jumps", sound=None)
    assert KINDS["jump"].sound is not None

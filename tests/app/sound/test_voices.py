import numpy as np
import pytest

from app.sound.synthesis import PEAK, RATE
from app.sound.voices import BLOCK, VOICES, WAITING, Mixer, Voice

TONE = np.sin(2.0 * np.pi * 440.0 * np.arange(RATE) / RATE).astype(np.float32)
FLAT = np.full(RATE, 0.01, np.float32)


@pytest.fixture
def mixer():
    return Mixer()


def frequency(wave: np.ndarray) -> float:
    """By its crossings of zero."""
    return int((np.diff(np.signbit(wave)) != 0).sum()) / 2.0 / (len(wave) / RATE)


def test_a_voice_is_played_once_as_it_is(mixer):
    wave = TONE[:1000] * np.float32(0.5)
    mixer.play(Voice(wave, 1.0, 0.25))
    out = mixer.render(3000)
    assert np.allclose(out[:1000, 0], wave, atol=1e-6) and np.allclose(out[:1000, 1], 0.25 * wave, atol=1e-6)
    assert not out[1000:].any() and mixer.voice_count == 0


def test_a_delay_comes_first(mixer):
    mixer.play(Voice(TONE[:500], 0.5, 0.5, place=-700.0))
    out = mixer.render(2000)
    assert not out[:700].any() and np.allclose(out[700:1200, 0], 0.5 * TONE[:500], atol=1e-6)


def test_rate_is_pitch_and_length(mixer):
    mixer.play(Voice(TONE, 0.5, 0.5, rate=2.0))
    out = mixer.render(RATE)
    assert frequency(out[: RATE // 3, 0]) == pytest.approx(880.0, rel=0.02) and not out[RATE // 2 + 1 :].any()
    mixer.play(Voice(TONE, 0.5, 0.5, rate=0.25))
    assert frequency(mixer.render(RATE)[:, 0]) == pytest.approx(110.0, rel=0.02)


def test_rendering_does_not_depend_on_how_it_is_cut(mixer):
    other = Mixer()
    for one in (mixer, other):
        one.play(Voice(TONE, 0.4, 0.3, rate=1.3))
        one.loop("hum", TONE).target = (0.2, 0.2, 0.7)
    whole = mixer.render(8 * BLOCK)
    parts = np.concatenate([other.render(2 * BLOCK) for _ in range(4)])
    assert np.allclose(whole, parts, atol=1e-5)


def test_no_more_voices_than_there_are(mixer):
    for _ in range(3 * VOICES):
        mixer.play(Voice(FLAT, 0.5, 0.5))
    mixer.render(BLOCK)
    assert mixer.voice_count == VOICES


def test_important_voices_are_kept_and_unimportant_ones_are_not_begun(mixer):
    for _ in range(VOICES):
        mixer.play(Voice(FLAT, 0.1, 0.1, priority=1.0))
    mixer.play(Voice(0.5 * TONE, 1.0, 1.0, priority=0.0))
    assert np.abs(mixer.render(BLOCK)).max() < 0.1, "the unimportant one is not heard"
    mixer.play(Voice(0.5 * TONE, 1.0, 1.0, priority=4.0))
    assert np.abs(mixer.render(BLOCK)).max() > 0.4 and mixer.voice_count == VOICES


def test_of_equals_the_softest_goes(mixer):
    for k in range(VOICES):
        mixer.play(Voice(FLAT, 1.0 if k else 0.01, 0.0))
    mixer.play(Voice(FLAT, 1.0, 0.0))
    mixer.render(BLOCK)
    assert min(voice.left for voice in mixer._voices) == 1.0


def test_a_voice_that_must_go_fades_out_without_a_click(mixer):
    wave = np.full(RATE, 0.3, np.float32)
    mixer.play(Voice(wave, 1.0, 1.0))
    mixer.render(BLOCK)
    mixer.stop()
    out = mixer.render(2 * BLOCK)
    assert out[0, 0] > 0.29 and np.abs(np.diff(out[:, 0])).max() < 0.01 and not out[BLOCK:].any()


def test_a_loop_goes_on_without_a_seam_and_ends_softly(mixer):
    loop = mixer.loop("hum", np.sin(2.0 * np.pi * np.arange(1000) / 100.0).astype(np.float32))  # whole periods
    loop.target = (0.5, 0.5, 1.0)
    out = mixer.render(RATE)
    assert np.abs(np.diff(out[:, 0])).max() < 0.05 and np.abs(out[-RATE // 10 :, 0]).max() > 0.45
    loop.target = (0.0, 0.0, 1.0)
    out = mixer.render(RATE)
    assert np.abs(np.diff(out[:, 0])).max() < 0.05 and not out[-RATE // 2 :].any()


def test_a_silent_loop_costs_nothing_and_begins_at_its_pitch(mixer):
    wave = np.sin(2.0 * np.pi * 100.0 * np.arange(RATE // 10) / RATE * 10.0).astype(np.float32)
    loop = mixer.loop("hum", wave)
    assert not mixer.render(BLOCK).any() and mixer.loop("hum", wave) is loop and len(mixer.loops) == 1
    loop.target = (0.5, 0.5, 0.5)
    assert frequency(mixer.render(RATE // 2)[:, 0]) == pytest.approx(500.0, rel=0.03)


def test_pitch_of_a_loop_glides(mixer):
    loop = mixer.loop("hum", TONE)
    loop.target = (0.5, 0.5, 1.0)
    mixer.render(RATE // 4)
    loop.target = (0.5, 0.5, 2.0)
    out = mixer.render(RATE // 2)
    assert np.abs(np.diff(out[:, 0])).max() < 0.07
    assert frequency(out[RATE // 4 :, 0]) == pytest.approx(880.0, rel=0.02)


def test_nothing_passes_the_peak_however_much_there_is(mixer):
    for _ in range(VOICES):
        mixer.play(Voice(TONE, 1.0, 1.0))
    out = mixer.render(RATE // 10)
    assert mixer.peak > 5.0 and np.abs(out).max() <= PEAK + 1e-6
    assert np.isfinite(out).all()


def test_soft_sounds_are_not_touched_by_the_limiter(mixer):
    mixer.play(Voice(TONE, 0.5, 0.5))
    assert np.allclose(mixer.render(1000)[:, 0], 0.5 * TONE[:1000], atol=1e-6)


def test_volume_changes_smoothly(mixer):
    mixer.play(Voice(np.full(RATE, 0.5, np.float32), 1.0, 1.0))
    mixer.render(BLOCK)
    mixer.volume = 0.0
    out = mixer.render(30 * BLOCK)
    assert np.abs(np.diff(out[:, 0])).max() < 0.01 and not out[-BLOCK:].any()


def test_orders_do_not_pile_up_while_nobody_listens(mixer):
    for _ in range(10 * WAITING):
        mixer.play(Voice(FLAT, 0.5, 0.5))
    assert len(mixer._waiting) == WAITING


def test_what_is_being_played_follows_the_pace(mixer):
    """In slow motion a tone that has begun falls, and rises again afterwards."""
    mixer.play(Voice(np.tile(TONE, 3), 0.5, 0.5, rate=1.0))
    heard = []
    for pace in (1.0, 0.25, 1.0):
        mixer.pace = pace
        heard.append(frequency(mixer.render(RATE // 2)[:, 0]))
    assert heard == pytest.approx([440.0, 110.0, 440.0], rel=0.03)

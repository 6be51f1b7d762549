import math

import numpy as np
import pytest

from app.sound import synthesis as s


def sine(frequency: float, seconds: float = 0.5) -> np.ndarray:
    return np.sin(2.0 * math.pi * frequency * s.times(s.samples(seconds)))


def test_length_is_quick_for_a_fourier_transform():
    for seconds in (0.001, 0.1, 0.2345, 1.7):
        count = s.length(seconds)
        assert s.samples(seconds) <= count <= 1.08 * s.samples(seconds) + 1
        for factor in (2, 3, 5):
            while count % factor == 0:
                count //= factor
        assert count == 1


def test_decay_falls_by_60_decibels_in_its_time():
    assert s.decay(s.samples(1.0) + 1, 1.0)[[0, -1]] == pytest.approx([1.0, 0.001], rel=1e-3)


def test_band_passes_its_middle_and_stops_what_is_outside():
    passed = s.band(200.0, 2000.0)(np.array([20.0, 200.0, 632.0, 2000.0, 20000.0]))
    assert passed[2] > 0.97 and passed[1] == pytest.approx(math.sqrt(0.5), abs=0.02)
    assert passed[0] < 0.02 and passed[4] < 0.02


def test_weighting_is_that_of_the_standard():
    """IEC 61672: 0 dB at 1 kHz, -19.1 dB at 100 Hz, -30.2 dB at 50 Hz, -2.5 dB at 10 kHz."""
    wanted = {1000.0: 0.0, 100.0: -19.1, 50.0: -30.2, 10000.0: -2.5}
    for frequency, level in wanted.items():
        assert 20.0 * math.log10(s.weight(np.array([frequency]))[0]) == pytest.approx(level, abs=0.15)


def test_loudness_of_a_full_sine_is_minus_3_decibels():
    assert s.loudness_of(sine(1000.0)) == pytest.approx(-3.01, abs=0.1)
    assert s.loudness_of(sine(100.0)) == pytest.approx(-22.1, abs=0.4)


def test_centroid_of_a_sine_is_its_frequency():
    assert s.centroid_of(sine(880.0)) == pytest.approx(880.0, rel=0.01)


def test_ringing_has_its_frequency_and_leaves_out_what_is_beyond_hearing():
    wave = s.ringing(s.samples(0.5), (440.0, 30000.0, 5.0), (1.0, 1.0, 1.0), (1.0, 1.0, 1.0))
    spectrum = np.abs(np.fft.rfft(wave))
    assert np.argmax(spectrum) / 0.5 == pytest.approx(440.0, abs=2.0) and np.abs(wave).max() <= 1.0


def test_sweep_ends_at_its_frequency():
    wave = s.sweep(s.samples(1.0), 500.0, 100.0, 0.3)
    tail = wave[s.samples(0.5) :]
    assert np.argmax(np.abs(np.fft.rfft(tail))) / 0.5 == pytest.approx(100.0, abs=3.0)


def test_colored_noise_is_periodic_and_the_same_every_time():
    wave = s.colored(4000, 7, s.band(100.0, 1000.0))
    assert np.array_equal(wave, s.colored(4000, 7, s.band(100.0, 1000.0)))
    assert abs(wave[0] - wave[-1]) <= np.abs(np.diff(wave)).max()
    assert np.std(wave) == pytest.approx(1.0, rel=0.01)


def test_struck_has_no_mean_and_starts_and_ends_in_silence():
    wave = s.struck(5.0 + s.noise(s.samples(0.3), 1), -20.0)
    assert abs(wave.mean()) < 1e-6 and wave[0] == 0.0 and abs(wave[-1]) < 1e-6
    assert s.loudness_of(wave) == pytest.approx(-20.0, abs=0.2) and not wave.flags.writeable


def test_peaks_win_over_loudness():
    wave = s.struck(s.ringing(s.samples(0.3), (50.0,), (0.2,), (1.0,)), 0.0)
    assert np.abs(wave).max() == pytest.approx(s.PEAK, rel=1e-4)


def test_squeezed_is_louder_at_the_same_peak():
    wave = s.noise(4000, 3) * s.decay(4000, 0.2)
    pressed = s.squeezed(wave, 4.0)
    assert np.std(pressed) / np.abs(pressed).max() > 1.3 * np.std(wave) / np.abs(wave).max()

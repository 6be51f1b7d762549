"""Tools to make waves: noise of any color, ringing bodies, sweeps, envelopes. Same arguments, same bits."""

import math
from collections.abc import Callable, Sequence

import numpy as np

#: Samples per second of every wave [1/s].
RATE = 44100
#: Largest sample of a wave.
PEAK = 0.95
#: Frequencies below this are removed [Hz]: they are not heard, but would use up headroom.
LOWEST = 25.0
#: Window over which loudness is measured [s].
WINDOW = 0.05

Wave = np.ndarray
Curve = Callable[[np.ndarray], np.ndarray]


def samples(seconds: float) -> int:
    """Number of samples of a time [s]."""
    return max(int(round(seconds * RATE)), 1)


def length(seconds: float) -> int:
    """Number of samples of at least a time [s] with a fast Fourier transform: factors 2, 3 and 5 only."""
    count = samples(seconds)
    while _rest(count) > 1:
        count += 1
    return count


def _rest(count: int) -> int:
    for factor in (2, 3, 5):
        while count % factor == 0:
            count //= factor
    return count


def times(count: int) -> Wave:
    """Times of samples [s]."""
    return np.arange(count) / RATE


def noise(count: int, seed: int) -> Wave:
    """White noise of variance 1."""
    return np.random.default_rng(seed).standard_normal(count)


def band(low: float, high: float, *, order: float = 2.0) -> Curve:
    """Response of a band pass between two frequencies [Hz]; the order is the steepness of its sides."""

    def response(frequency: np.ndarray) -> np.ndarray:
        f = np.maximum(frequency, 1e-3)
        return 1.0 / np.sqrt((1.0 + (low / f) ** (2.0 * order)) * (1.0 + (f / high) ** (2.0 * order)))

    return response


def peak_at(center: float, width: float) -> Curve:
    """Response of a resonance: 1 at a frequency [Hz], falling within a width [octaves] on both sides."""

    def response(frequency: np.ndarray) -> np.ndarray:
        octaves = np.log2(np.maximum(frequency, 1e-3) / center)
        return np.exp(-0.5 * (octaves / width) ** 2)

    return response


def shaped(wave: Wave, curve: Curve) -> Wave:
    """Wave through a filter that does not shift phases. It is periodic: the end of a loop still meets its start."""
    spectrum = np.fft.rfft(wave)
    return np.fft.irfft(spectrum * curve(np.fft.rfftfreq(len(wave), 1.0 / RATE)), len(wave))


def colored(count: int, seed: int, curve: Curve) -> Wave:
    """Periodic noise of a color, of variance 1."""
    wave = shaped(noise(count, seed), curve)
    return wave / max(float(np.sqrt(np.mean(wave**2))), 1e-12)


def decay(count: int, seconds: float) -> Wave:
    """Envelope that falls by 60 dB in a time [s]."""
    return np.exp(-math.log(1000.0) / max(seconds, 1e-4) * times(count))


def swell(count: int, rise: float, seconds: float) -> Wave:
    """Envelope that rises within a time and then falls by 60 dB in another [s]."""
    t = times(count)
    return np.sin(0.5 * math.pi * np.minimum(t / max(rise, 1e-4), 1.0)) ** 2 * decay(count, seconds)


def ringing(
    count: int, frequencies: Sequence[float], seconds: Sequence[float], loudness: Sequence[float], seed: int = 0
) -> Wave:
    """A struck body: damped sines.

    Args:
        count: Samples.
        frequencies: Of its modes [Hz]; those beyond hearing are left out.
        seconds: Time in which each falls by 60 dB [s].
        loudness: Amplitude of each.
        seed: For the phases: modes of a struck body do not start together.
    """
    wave = np.zeros(count)
    phases = np.random.default_rng(seed).uniform(-0.6, 0.6, len(frequencies))
    for frequency, time, amplitude, phase in zip(frequencies, seconds, loudness, phases, strict=True):
        if not LOWEST < frequency < 0.45 * RATE:
            continue
        length = min(count, samples(1.2 * time))
        t = times(length)
        wave[:length] += amplitude * decay(length, time) * np.sin(2.0 * math.pi * frequency * t + phase)
    return wave


def sweep(count: int, start: float, end: float, seconds: float) -> Wave:
    """Sine whose frequency goes from one to another [Hz], most of it within a time [s]."""
    t = times(count)
    pace = max(seconds, 1e-3) / 3.0
    phase = end * t + (start - end) * pace * (1.0 - np.exp(-t / pace))
    return np.sin(2.0 * math.pi * phase)


def grains(count: int, number: int, length: float, seed: int, *, end: float = 1.0) -> Wave:
    """Envelope of small bursts at random times, as of gravel or leaves.

    Args:
        count: Samples.
        number: How many bursts.
        length: In which each falls by 60 dB [s].
        seed: For chance.
        end: Share of the wave in which they start.
    """
    random = np.random.default_rng(seed)
    envelope = np.zeros(count)
    burst = swell(min(samples(length), count), 0.0008, length)
    for start in random.integers(0, max(int(end * count) - len(burst), 1), number).tolist():
        part = envelope[start : start + len(burst)]
        part += random.uniform(0.2, 1.0) * burst[: len(part)]
    return envelope


def squeezed(wave: Wave, drive: float) -> Wave:
    """Wave with compressed peaks, as an ear or a microphone hears a blast: loud without high peaks."""
    return np.tanh(drive / max(float(np.abs(wave).max()), 1e-12) * wave)


def fitted(wave: Wave, length: int) -> Wave:
    """Wave cut or padded with silence to a length [samples]."""
    return wave[:length] if len(wave) >= length else np.concatenate((wave, np.zeros(length - len(wave))))


def weight(frequency: np.ndarray) -> np.ndarray:
    """A-weighting of a frequency [Hz], after IEC 61672, as a factor, 1 at 1 kHz."""
    f = np.maximum(np.asarray(frequency, float), 1e-3) ** 2
    answer = 12194.0**2 * f**2
    answer /= (f + 20.6**2) * np.sqrt((f + 107.7**2) * (f + 737.9**2)) * (f + 12194.0**2)
    return 1.2589 * answer


def loudness_of(wave: Wave) -> float:
    """Perceived loudness [dB of full scale]: A-weighted power of the loudest 50 ms."""
    heard = shaped(fitted(np.asarray(wave, float), length(len(wave) / RATE + WINDOW)), weight) ** 2
    total = np.concatenate(([0.0], np.cumsum(heard)))
    span = min(samples(WINDOW), len(heard))
    return 10.0 * math.log10(max(float((total[span:] - total[:-span]).max()) / span, 1e-12))


def centroid_of(wave: Wave) -> float:
    """Mean frequency of the energy of a wave [Hz]: how bright it is."""
    power = np.abs(np.fft.rfft(np.asarray(wave, float))) ** 2
    return float((power * np.fft.rfftfreq(len(wave), 1.0 / RATE)).sum() / max(power.sum(), 1e-30))


def struck(wave: Wave, level: float, *, fade: float = 0.02) -> Wave:
    """Finish a one-shot sound: no inaudible lows, from silence to silence, at a given loudness.

    Args:
        wave: The sound.
        level: Loudness [dB of full scale]; less where the peaks leave no room.
        fade: Time in which it fades out at its end [s].
    """
    wave = shaped(fitted(wave, length(len(wave) / RATE + 0.05)), band(LOWEST, 20000.0))[: len(wave)]
    start, end = samples(0.001), min(samples(fade), len(wave) // 2)
    sides = np.ones(len(wave))
    sides[:start] = np.linspace(0.0, 1.0, start)
    sides[-end:] *= 0.5 + 0.5 * np.cos(np.linspace(0.0, math.pi, end))
    wave *= sides
    early = sides * decay(len(wave), len(wave) / RATE)  # masked by the loud part
    return _leveled(wave - wave.mean() / early.mean() * early, level)


def looped(wave: Wave, level: float) -> Wave:
    """Finish a loop: no inaudible lows, at a given loudness [dB]."""
    return _leveled(shaped(wave, band(LOWEST, 20000.0, order=4.0)), level)


def _leveled(wave: Wave, level: float) -> Wave:
    gain = 10.0 ** ((level - loudness_of(wave)) / 20.0)
    gain = min(gain, PEAK / max(float(np.abs(wave).max()), 1e-12))
    wave = (gain * wave).astype(np.float32)
    wave.flags.writeable = False
    return wave

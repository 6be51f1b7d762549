"""Mixer: a limited number of voices and some loops become one stereo stream.

The program calls it from its own thread and never waits: new voices go into a queue, targets of loops are replaced as
a whole. The thread of the device calls `render`. Everything is mixed here instead of by players of pyglet, since that
for PulseAudio has no positions, all of them leave a gap where a loop starts again, and a change of pitch drives each of
them out of step with its own clock.
"""

import collections
import dataclasses

import numpy as np

from app.sound.synthesis import PEAK, Wave

#: Most sounds at once, besides loops.
VOICES = 24
#: Most new voices that wait; a stalled device must not fill the memory.
WAITING = 256
#: Samples that are mixed at once; gains and pitches change smoothly within them.
BLOCK = 512
#: Where the limiter begins to compress peaks.
KNEE = 0.6
#: Time in which a voice that is cut off fades out [samples].
FADE = 256


@dataclasses.dataclass(slots=True, eq=False)  # each is itself; waves cannot be compared
class Voice:
    """A sound that is being played.

    Attributes:
        wave: Its wave.
        left: Gain of the left ear.
        right: Gain of the right ear.
        rate: Pitch: samples of the wave per sample of the stream.
        priority: A voice is not cut off by one with less.
        place: Next sample of the wave; negative for a delay.
        order: Number in the order of starting.
        pace: Of the mixer when it started.
    """

    wave: Wave
    left: float
    right: float
    rate: float = 1.0
    priority: float = 0.0
    place: float = 0.0
    order: int = 0
    pace: float = 1.0

    @property
    def loudness(self) -> float:
        """How much of it is still to be heard: a voice near its end is the first to be cut off."""
        left = 1.0 - max(self.place, 0.0) / len(self.wave)
        return max(self.left, self.right) * left


class Loop:
    """A sound that goes on until its gains are 0.

    Attributes:
        target: Gain of the left ear, gain of the right ear and rate that it approaches.
    """

    __slots__ = ("wave", "target", "_now", "_place")

    def __init__(self, wave: Wave) -> None:
        self.wave = wave
        self.target = (0.0, 0.0, 1.0)
        self._now = (0.0, 0.0, 1.0)
        self._place = 0.0

    def add_to(self, out: np.ndarray, ramp: np.ndarray) -> None:
        """Mix the next samples in.

        Args:
            out: Stereo samples, float32 [n, 2].
            ramp: 0 to 1 over them, float32 [n].
        """
        target, now = self.target, self._now
        if not (target[0] or target[1] or now[0] or now[1]):
            return
        if not (now[0] or now[1]):
            now = (0.0, 0.0, target[2])  # from silence it starts at its pitch
        # Half of the difference in a block: a step of the target is smoothed over some 30 ms.
        end = tuple(a + 0.5 * (b - a) if abs(b - a) > 1e-4 else b for a, b in zip(now, target, strict=True))
        pace = now[2] + (end[2] - now[2]) * ramp
        places = self._place + np.cumsum(pace, dtype=np.float64) - pace[0]
        self._place = float(places[-1] + pace[-1]) % len(self.wave)
        part = _read_loop(self.wave, places)
        out[:, 0] += part * (now[0] + (end[0] - now[0]) * ramp)
        out[:, 1] += part * (now[1] + (end[1] - now[1]) * ramp)
        self._now = end


def _read_loop(wave: Wave, places: np.ndarray) -> np.ndarray:
    whole = places.astype(np.int64)
    share = (places - whole).astype(np.float32)
    here = wave.take(whole, mode="wrap")
    return here + share * (wave.take(whole + 1, mode="wrap") - here)


class Mixer:
    """Mixes all voices and loops.

    Attributes:
        volume: Factor on everything, 0 to 1; it changes smoothly.
        pace: How fast time goes: sounds that are being played follow its changes with their pitch.
        peak: Highest sample of the last block before the limiter.
        tap: Takes a copy of everything that is mixed, or None.
    """

    def __init__(self) -> None:
        self.volume = self.pace = 1.0
        self.peak = 0.0
        self.tap: collections.deque[np.ndarray] | None = None
        self._waiting: collections.deque[Voice | None] = collections.deque(maxlen=WAITING)
        self._voices: list[Voice] = []
        self._dying: list[Voice] = []
        self._loops: dict[str, Loop] = {}
        self._count = 0
        self._volume = 1.0

    # ---- Called by the program ------------------------------------------------------------------------------------

    def play(self, voice: Voice) -> None:
        """Start a sound with the next samples."""
        self._waiting.append(voice)

    def loop(self, name: str, wave: Wave) -> Loop:
        """The loop of a name; silent until its `target` is set."""
        found = self._loops.get(name)
        if found is None:
            found = Loop(wave)
            self._loops = {**self._loops, name: found}  # replaced as a whole: the other thread may be iterating it
        return found

    def stop(self) -> None:
        """Fade out all voices and loops."""
        self._waiting.append(None)
        for loop in self._loops.values():
            loop.target = (0.0, 0.0, loop.target[2])

    @property
    def voice_count(self) -> int:
        """Sounds that are being played, besides loops."""
        return len(self._voices)

    @property
    def loops(self) -> dict[str, Loop]:
        """All loops so far, by name. Not to be changed."""
        return self._loops

    # ---- Called by the device -------------------------------------------------------------------------------------

    def render(self, count: int) -> np.ndarray:
        """The next samples, float32 [count, 2], within -0.95 to 0.95."""
        self._start_voices()
        out = np.zeros((count, 2), np.float32)
        for start in range(0, count, BLOCK):
            self._mix(out[start : start + BLOCK])
        tap = self.tap
        if tap is not None:
            tap.append(out.copy())
        return out

    def _start_voices(self) -> None:
        while self._waiting:
            voice = self._waiting.popleft()
            if voice is None:
                self._dying += [voice for voice in self._voices if voice.place > 0.0]
                self._voices = []
            elif self._make_room(voice):
                self._count += 1
                voice.order, voice.pace = self._count, self.pace
                self._voices.append(voice)

    def _make_room(self, new: Voice) -> bool:
        """Whether there is room for a voice, if need be by cutting off the least important one."""
        if len(self._voices) < VOICES:
            return True
        least = min(self._voices, key=lambda voice: (voice.priority, voice.loudness, voice.order))
        if (least.priority, least.loudness) > (new.priority, new.loudness):
            return False
        self._voices.remove(least)
        if least.place > 0.0:
            self._dying.append(least)
        return True

    def _mix(self, out: np.ndarray) -> None:
        ramp = np.arange(1, len(out) + 1, dtype=np.float32) / np.float32(len(out))
        for loop in self._loops.values():
            loop.add_to(out, ramp)
        self._voices = [voice for voice in self._voices if _add_voice(voice, out, self.pace)]
        if self._dying:
            fade = np.clip(1.0 - np.arange(len(out), dtype=np.float32) / FADE, 0.0, 1.0)[:, None]
            last = np.zeros_like(out)
            for voice in self._dying:
                _add_voice(voice, last, self.pace)
            self._dying = []
            out += fade * last
        start, self._volume = self._volume, self._volume + 0.3 * (self.volume - self._volume)
        if abs(self._volume - self.volume) < 1e-3:
            self._volume = self.volume
        out *= (start + (self._volume - start) * ramp)[:, None]
        self.peak = float(np.abs(out).max(initial=0.0))
        if self.peak > KNEE:
            _limit(out)


def _add_voice(voice: Voice, out: np.ndarray, pace: float) -> bool:
    """Mix the next samples of a voice in, at the pace of the mixer; False once it has ended."""
    rate = voice.rate if pace == voice.pace else voice.rate * pace / voice.pace
    count, first = len(out), 0
    if voice.place < 0.0:  # delayed
        wait = int(-voice.place)
        if wait >= count:
            voice.place += count
            return True
        first, voice.place = wait, 0.0
    if rate == 1.0 and voice.place == int(voice.place):
        start = int(voice.place)
        part = voice.wave[start : start + count - first]
    else:
        places = voice.place + rate * np.arange(count - first)
        places = places[: int(np.searchsorted(places, len(voice.wave) - 1))]
        whole = places.astype(np.int64)
        here = voice.wave[whole]
        part = here + (places - whole).astype(np.float32) * (voice.wave[whole + 1] - here)
    out[first : first + len(part), 0] += np.float32(voice.left) * part
    out[first : first + len(part), 1] += np.float32(voice.right) * part
    voice.place += rate * (count - first)
    return voice.place < len(voice.wave) - 1


def _limit(out: np.ndarray) -> None:
    """Compress what is above the knee so that nothing exceeds the peak."""
    size = np.abs(out)
    room = PEAK - KNEE
    pressed = KNEE + room * np.tanh((size - KNEE) / room)
    np.copyto(out, np.copysign(pressed, out), where=size > KNEE)

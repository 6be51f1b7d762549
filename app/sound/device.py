"""Devices: play the stream of a mixer, with pyglet or not at all; the rest of the program sees no difference."""

import os
import sys
from typing import Protocol

import numpy as np

from app.sound.synthesis import RATE
from app.sound.voices import Mixer

#: pyglet buffers at least 32768 bytes. At 88.2 kHz that is 93 ms instead of 186 ms, so the stream has twice the rate of
#: the mixer.
STREAM_RATE = 2 * RATE
FRAME_BYTES = 4  # two channels of 16 bits
#: Time that pyglet mixes ahead [s]: as little as possible, or more where slow frames would starve it.
AHEAD, AHEAD_SLOW = 0.09, 0.4
NO_DEVICE = "No sound device found, sound is off."


class Device(Protocol):
    """Plays sound.

    Attributes:
        silent: Whether nothing is heard, ever: then nothing need be mixed.
        message: A message for the player, or "".
        fault: What went wrong while it mixed, or "".
    """

    silent: bool
    message: str
    fault: str

    def close(self) -> None:
        """Free it; calling it again does no harm."""


class SilentDevice:
    """No device.

    Args:
        message: Why, or "".
    """

    silent = True
    fault = ""

    def __init__(self, message: str = "") -> None:
        self.message = message

    def close(self) -> None:
        """Nothing to free."""


def open_device(mixer: Mixer, *, slow: bool = False) -> Device:
    """The sound device of this computer, or a silent one. Never raises.

    Args:
        mixer: Whose stream is heard.
        slow: Whether pictures come so slowly that sound must be mixed far ahead.
    """
    if "pyglet.window" not in sys.modules:
        return SilentDevice()  # without a window pyglet's sound cannot even be imported
    # OpenAL Soft would also write to the console that there is no device; the message in the window is enough.
    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
    try:
        import pyglet.media
        from pyglet.media.drivers.silent.adaptation import SilentDriver

        driver = pyglet.media.get_audio_driver()
        if driver is None or isinstance(driver, SilentDriver):
            return SilentDevice(NO_DEVICE)
        return PygletDevice(mixer, AHEAD_SLOW if slow else AHEAD)
    except Exception as error:  # every driver has its own ways to fail
        return SilentDevice(f"{NO_DEVICE[:-1]} ({type(error).__name__}: {error}).")


class PygletDevice:
    """One player of pyglet that plays one endless source.

    Args:
        mixer: Whose stream is heard.
        ahead: Time that is mixed ahead [s].
    """

    silent = False
    message = ""

    def __init__(self, mixer: Mixer, ahead: float = AHEAD) -> None:
        from pyglet.media.drivers.base import AbstractAudioPlayer

        self._source = make_source(mixer)
        self._player = make_player()
        before = AbstractAudioPlayer.audio_buffer_length
        AbstractAudioPlayer.audio_buffer_length = ahead  # read by the player when it is made
        try:
            self._player.queue(self._source)
            self._player.play()
        except BaseException:
            self._player.delete()
            raise
        finally:
            AbstractAudioPlayer.audio_buffer_length = before

    @property
    def fault(self) -> str:
        """What went wrong while it mixed, or ""."""
        return self._source.fault

    def close(self) -> None:
        """Stop and free the player."""
        player, self._player = self._player, None
        if player is not None:
            player.pause()
            player.delete()


class Stream:
    """Bytes out of a mixer.

    Args:
        mixer: Whose.

    Attributes:
        fault: What the mixer raised, or "".
    """

    def __init__(self, mixer: Mixer) -> None:
        self._mixer = mixer
        self._last = np.zeros((1, 2), np.float32)
        self._rest = b""
        self.fault = ""

    def read(self, size: int) -> bytes:
        """The next bytes: 16-bit stereo at twice the rate of the mixer. Never raises, or the thread of pyglet ends."""
        count = -((len(self._rest) - size) // (2 * FRAME_BYTES))  # a frame of the mixer is two of the stream
        if count > 0:
            self._rest += self._mixed(count)
        answer, self._rest = self._rest[:size], self._rest[size:]
        return answer

    def _mixed(self, count: int) -> bytes:
        """The next frames of the mixer, doubled."""
        try:
            wave = self._mixer.render(count)
        except Exception as error:  # in the thread of pyglet it would end that silently
            self.fault = f"{type(error).__name__}: {error}"
            wave = np.zeros((count, 2), np.float32)
        doubled = np.empty((2 * count, 2), np.float32)
        doubled[1::2] = wave
        doubled[0::2] = 0.5 * (wave + np.concatenate((self._last, wave[:-1])))
        self._last = wave[-1:].copy()
        return (32767.0 * doubled).astype(np.int16).tobytes()


def make_source(mixer: Mixer) -> object:
    """Endless source of pyglet; made in a function, since pyglet's classes exist only once it is imported."""
    from pyglet.media.codecs.base import AudioData, AudioFormat, StreamingSource

    class MixerSource(StreamingSource):
        """The source that pyglet's thread reads."""

        def __init__(self) -> None:
            self.audio_format = AudioFormat(channels=2, sample_size=16, sample_rate=STREAM_RATE)
            self._stream = Stream(mixer)

        @property
        def fault(self) -> str:
            return self._stream.fault

        def is_precise(self) -> bool:
            return True

        def get_audio_data(self, num_bytes: int, compensation_time: float = 0.0) -> AudioData:
            return AudioData(self._stream.read(num_bytes), num_bytes)

        def seek(self, timestamp: float) -> None:
            """It cannot seek."""

    return MixerSource()


def make_player() -> object:
    """Player of pyglet whose clock is that of the device.

    pyglet skips or repeats 12 ms wherever the clock of the device and that of the computer drift apart, for videos.
    There is no video here, and these skips are heard: with one clock there is nothing to catch up with.
    """
    from pyglet.media import Player

    class StreamPlayer(Player):
        """A player without video."""

        @property
        def time(self) -> float:
            audio = self._audio_player
            return audio.get_time() if audio is not None else 0.0

    return StreamPlayer()

import subprocess
import sys
import threading

import numpy as np
import pytest

from app.sound import device as module
from app.sound.device import FRAME_BYTES, SilentDevice, Stream, open_device
from app.sound.synthesis import RATE
from app.sound.voices import Mixer, Voice

TONE = (0.5 * np.sin(2.0 * np.pi * 441.0 * np.arange(RATE) / RATE)).astype(np.float32)


def samples(data: bytes) -> np.ndarray:
    return np.frombuffer(data, np.int16).reshape(-1, 2) / 32767.0


def test_a_silent_device_can_be_closed_again_and_again():
    device = SilentDevice("why")
    device.close()
    device.close()
    assert device.silent and device.message == "why"


def test_without_a_window_there_is_no_device_and_pyglet_is_left_alone(monkeypatch):
    monkeypatch.delitem(sys.modules, "pyglet.window", raising=False)
    before = set(sys.modules)
    threads = threading.active_count()
    assert open_device(Mixer()).silent
    assert not [name for name in set(sys.modules) - before if name.startswith("pyglet.media")]
    assert threading.active_count() == threads


def test_whatever_a_driver_raises_it_is_silent_in_words(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyglet.window", object())
    monkeypatch.setitem(sys.modules, "pyglet.media", None)  # importing it raises
    device = open_device(Mixer())
    assert device.silent and device.message.startswith("No sound device found, sound is off (")


def test_the_stream_has_twice_the_rate_of_the_mixer():
    mixer = Mixer()
    mixer.play(Voice(TONE, 1.0, 0.5))
    out = samples(Stream(mixer).read(2000 * FRAME_BYTES))
    assert len(out) == 2000
    assert np.allclose(out[1::2, 0], TONE[:1000], atol=1e-3) and np.allclose(out[1::2, 1], 0.5 * TONE[:1000], atol=1e-3)
    assert np.abs(np.diff(out[:, 0])).max() < 0.02, "what is between two samples is between them"


def test_every_number_of_bytes_is_answered_and_nothing_is_lost():
    mixer = Mixer()
    mixer.play(Voice(TONE, 1.0, 1.0))
    stream, parts = Stream(mixer), []
    for frames in (257, 1, 1024, 3, 511, 2):
        parts.append(stream.read(frames * FRAME_BYTES))
        assert len(parts[-1]) == frames * FRAME_BYTES
    out = samples(b"".join(parts))
    assert np.allclose(out[1::2, 0], TONE[: len(out[1::2])], atol=1e-3)


def test_a_fault_of_the_mixer_is_silence():
    class Broken:
        def render(self, count):
            raise RuntimeError("no")

    stream = Stream(Broken())
    assert not any(stream.read(400)) and stream.fault == "RuntimeError: no"


def test_latency_is_below_a_tenth_of_a_second():
    """pyglet holds at least 32768 bytes."""
    assert 32768 / (module.STREAM_RATE * FRAME_BYTES) < 0.1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Xvfb")
def test_in_a_window_without_any_device_it_is_silent_and_the_program_ends():
    """pyglet falls back to its own silent driver: no player is made, one sentence is said, no thread is left."""
    code = (
        "import pyglet; pyglet.options['audio'] = ('silent',); import pyglet.window\n"
        "from app.settings import Settings\nfrom app.sound.sound import Sound\nfrom render.frame import CameraPose\n"
        "sound = Sound(Settings()); print(sound.silent, sound.message)\n"
        "sound.frame(CameraPose(), 0.016, False); sound.close(); print('closed')\n"
    )
    command = ["xvfb-run", "-a", sys.executable, "-c", code]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except FileNotFoundError:
        pytest.skip("no xvfb-run")
    assert done.stdout.splitlines() == ["True No sound device found, sound is off.", "closed"], done.stderr
    assert done.returncode == 0 and "Traceback" not in done.stderr

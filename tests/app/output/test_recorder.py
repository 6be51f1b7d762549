import json
import signal
import time

import numpy as np
import pytest

from app.messages import Messages
from app.output.recorder import ScreenRecorder
from app.settings import Settings
from app.sound.device import SilentDevice
from app.sound.sound import Sound
from app.sound.synthesis import RATE
from app.sound.voices import Voice
from tests.app.conftest import LIGHT
from tests.app.window.window_player import Player

av = pytest.importorskip("av")


def film(path, rate, seconds, *, sound=None):
    """Film for a while at a rate of drawing; returns the recorder, which goes on."""
    recorder = ScreenRecorder(Messages(), path.parent, lambda: "demo", sound)
    recorder.toggle_video(64, 48, path)
    for k in range(round(rate * seconds) + 1):
        recorder.add(np.full((48, 64, 3), k % 200, np.uint8), 1 / rate)
    return recorder


def length(path):
    """Frames of a video, and seconds that they take."""
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        times = [float(frame.pts * stream.time_base) for frame in container.decode(stream)]
    return len(times), times[-1] - times[0]


@pytest.mark.parametrize("rate", [4, 16, 60, 144])
def test_a_video_takes_as_long_as_it_was_filmed_whatever_the_rate_of_drawing(tmp_path, rate):
    film(tmp_path / "a.mp4", rate, 1.5).stop()
    count, seconds = length(tmp_path / "a.mp4")
    assert count == pytest.approx(91, abs=1) and seconds == pytest.approx(1.5, abs=0.02)


def test_a_video_holds_the_sound_also_where_no_device_plays_it(tmp_path):
    sound = Sound(Settings(volume=1.0), opener=lambda mixer, slow=False: SilentDevice())
    wave = np.sin(np.arange(RATE, dtype=np.float32) * (2.0 * np.pi * 440.0 / RATE)).astype(np.float32)
    sound.mixer.play(Voice(wave, 0.5, 0.5))
    film(tmp_path / "a.mp4", 20, 1.5, sound=sound).stop()
    sound.close()
    with av.open(str(tmp_path / "a.mp4")) as container:
        parts = [frame.to_ndarray() for frame in container.decode(audio=0)]
    heard = np.concatenate(parts, axis=1)
    assert heard.shape[1] / RATE == pytest.approx(1.5, abs=0.06)
    assert np.abs(heard[:, : RATE // 2]).max() > 0.3 and np.abs(heard[:, int(1.2 * RATE) :]).max() < 0.02


def test_what_was_filmed_can_be_played_if_the_end_is_never_written(tmp_path):
    recorder = film(tmp_path / "a.mp4", 30, 5.0)
    (tmp_path / "killed.mp4").write_bytes((tmp_path / "a.mp4").read_bytes())
    recorder.stop()
    assert length(tmp_path / "killed.mp4")[1] > 1.9


@pytest.mark.slow
def test_ctrl_c_keeps_the_settings_and_the_video(screen, tmp_path, playing):
    player = Player(screen, tmp_path, settings=json.dumps(LIGHT), size=(320, 240))
    try:
        player.exec("shell.settings.volume = 0.25; shown.toggle_video()")
        player.run()
        time.sleep(2.0)
        player.process.send_signal(signal.SIGINT)
        player.process.wait(60)
        assert json.loads(player.settings_path.read_text())["volume"] == 0.25
        (video,) = (tmp_path / "Kyvadlo").glob("*.mp4")
        assert length(video)[1] > 1.0
    finally:
        player.close()
        playing.focus()

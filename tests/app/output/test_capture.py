import pathlib

import numpy as np
import pytest

from app.messages import Messages
from app.output import capture
from app.output.capture import CaptureError, VideoWriter, new_path, write_png
from app.output.recorder import ScreenRecorder
from assets.png import read_png


def picture(height, width, seed=0):
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (7, 13), (90, 160)])
def test_a_picture_is_written_as_it_is(tmp_path, height, width):
    pixels = picture(height, width)
    write_png(tmp_path / "new" / "folder" / "a.png", pixels)
    np.testing.assert_array_equal(read_png(tmp_path / "new" / "folder" / "a.png"), pixels)


def test_a_picture_may_be_a_view_of_an_upside_down_one(tmp_path):
    pixels = picture(5, 4)
    write_png(tmp_path / "a.png", pixels[::-1])
    np.testing.assert_array_equal(read_png(tmp_path / "a.png"), pixels[::-1])


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way")
    path = tmp_path / "file" / "a.png"
    with pytest.raises(CaptureError, match=r"picture not written to .*a\.png: .*; choose another folder"):
        write_png(path, picture(2, 2))
    with pytest.raises(CaptureError, match=r"video not written to .*; choose another folder"):
        VideoWriter(path.with_suffix(".mp4"), 64, 64)


def test_a_video_with_an_unknown_suffix_is_a_sentence(tmp_path):
    with pytest.raises(CaptureError, match=r"video not written to .*a\.nonsense"):
        VideoWriter(tmp_path / "a.nonsense", 64, 64)


def test_a_new_path_never_exists(tmp_path, monkeypatch):
    monkeypatch.setattr(capture.time, "strftime", lambda form: "20260101-120000")
    paths = []
    for _ in range(4):
        paths.append(new_path(tmp_path, "shot", ".png"))
        assert not paths[-1].exists() and paths[-1].parent == tmp_path
        paths[-1].write_text("")
    assert paths[0].name == "shot-20260101-120000.png" and len(set(paths)) == 4
    assert all(path.suffix == ".png" for path in paths)


@pytest.mark.parametrize(("width", "height"), [(64, 48), (65, 49), (1, 1)])
def test_a_video_has_all_its_frames(tmp_path, width, height):
    av = pytest.importorskip("av")
    video = VideoWriter(tmp_path / "new" / "a.mp4", width, height, 30)
    for shade in range(0, 250, 25):
        video.add(np.full((height, width, 3), shade, np.uint8))
    video.close()
    assert video.frame_count == 10
    with av.open(str(video.path)) as container:
        stream = container.streams.video[0]
        frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(stream)]
        assert stream.average_rate == 30 and stream.codec_context.name == "h264"
    assert len(frames) == 10
    assert frames[0].shape == (max(2, height // 2 * 2), max(2, width // 2 * 2), 3)
    if width > 1:
        shades = [float(frame.mean()) for frame in frames]
        np.testing.assert_allclose(shades, range(0, 250, 25), atol=6)


def test_a_frame_of_another_size_is_cut_or_padded(tmp_path):
    av = pytest.importorskip("av")
    video = VideoWriter(tmp_path / "a.mp4", 64, 64)
    for size in (64, 32, 100):
        video.add(np.full((size, size, 3), 200, np.uint8))
    video.close()
    with av.open(str(video.path)) as container:
        whole, small, large = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    assert whole.shape == small.shape == large.shape == (64, 64, 3)
    assert small[:28, :28].min() > 150 and small[40:, 40:].max() < 50 and large.min() > 150


@pytest.fixture
def full_disk(tmp_path):
    """Paths of a video and of a picture on a disk without room."""
    if not pathlib.Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    for name in ("a.mp4", "a.png"):
        (tmp_path / name).symlink_to("/dev/full")
    return tmp_path / "a.mp4", tmp_path / "a.png"


def fill(video, *time, frames=90):
    """Add frames that do not compress; a recorder also wants their time."""
    random = np.random.default_rng(1)
    for _ in range(frames):
        video.add(random.integers(0, 255, (64, 64, 3), np.uint8), *time)


def test_a_disk_that_is_full_is_a_sentence(full_disk):
    pytest.importorskip("av")
    video = VideoWriter(full_disk[0], 64, 64)
    with pytest.raises(CaptureError, match=r"video ends after \d+ frames, .*a\.mp4 cannot be written: No space left"):
        fill(video)
    video.abandon()
    video.abandon()


def test_the_recorder_says_that_a_disk_is_full_and_goes_on(full_disk):
    pytest.importorskip("av")
    messages = Messages()
    recorder = ScreenRecorder(messages, full_disk[0].parent, lambda: "demo")
    recorder.toggle_video(64, 64, full_disk[0])
    assert recorder.filming and recorder.trouble == ""
    fill(recorder, 1 / 60)
    assert not recorder.filming and "No space left" in recorder.trouble
    recorder.take_picture(full_disk[1])
    recorder.add(np.zeros((8, 8, 3), np.uint8), 1 / 60)
    assert "picture not written" in recorder.trouble
    assert [message.kind for message in messages.visible()] == ["error", "error"]
    recorder.stop()
    recorder.toggle_video(64, 64, full_disk[0])
    fill(recorder, 1 / 60, frames=3)  # the encoder holds them back
    assert recorder.filming
    recorder.stop()
    assert not recorder.filming and "video" in recorder.trouble, "the end of a video may fail too"

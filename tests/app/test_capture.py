import struct
import zlib

import numpy as np
import pytest

from app import capture
from app.capture import CaptureError, VideoWriter, new_path, write_png


def picture(height, width, seed=0):
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


def read_png(path):
    """Decode a PNG of 8 bits per color without filters; checks the sums of all chunks."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, place = {}, 8
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        kind, content = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        assert struct.unpack(">I", data[place + 8 + length : place + 12 + length])[0] == zlib.crc32(kind + content)
        chunks[kind] = content
        place += 12 + length
    width, height, *form = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert form == [8, 2, 0, 0, 0] and b"IEND" in chunks
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


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

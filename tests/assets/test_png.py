"""PNG files: what is written is read again, every filter is undone, damage is told."""

import struct
import zlib

import numpy as np
import pytest

from assets import png
from assets.png import PngError, decode_png, encode_png, read_png, write_png


def picture(channels, height=13, width=17):
    return np.random.default_rng(channels).integers(0, 256, (height, width, channels), np.uint8)


def by_hand(pixels, kinds, *, bits=8, interlaced=0):
    """A file with the given filter in each row, encoded byte by byte as the standard says it."""
    height, width, channels = pixels.shape
    flat = pixels.reshape(height, -1).astype(int)
    out = bytearray()
    for i in range(height):
        out.append(kinds[i % len(kinds)])
        for k in range(width * channels):
            left = flat[i, k - channels] if k >= channels else 0
            up = flat[i - 1, k] if i else 0
            corner = flat[i - 1, k - channels] if i and k >= channels else 0
            slope = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(slope - value))  # the first of equal ones
            guess = (0, left, up, (left + up) // 2, nearest)[kinds[i % len(kinds)]]
            out.append((flat[i, k] - guess) % 256)
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    header = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, interlaced)
    data = zlib.compress(bytes(out))
    parts = [(b"IHDR", header), (b"tEXt", b"made by hand"), (b"IDAT", data[:9]), (b"IDAT", data[9:]), (b"IEND", b"")]
    return png.SIGNATURE + b"".join(png._chunk(*part) for part in parts)


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_written_pictures_are_read_again(channels, tmp_path):
    pixels = picture(channels)
    write_png(tmp_path / "new" / "some.png", pixels)
    assert (read_png(tmp_path / "new" / "some.png") == pixels).all()


@pytest.mark.parametrize("kinds", [(0,), (1,), (2,), (3,), (4,), (4, 3, 2, 1, 0)])
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_every_filter_is_undone(channels, kinds):
    pixels = picture(channels)
    assert (decode_png(by_hand(pixels, kinds)) == pixels).all()


def test_gray_needs_no_channel_and_smooth_pictures_get_small():
    ramp = np.add.outer(np.arange(128), np.arange(128)).astype(np.uint8)
    assert (decode_png(encode_png(ramp))[..., 0] == ramp).all()
    assert len(encode_png(ramp)) < 1000 and encode_png(ramp) == encode_png(ramp)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: b"GIF89a" + data, "not a PNG file"),
        (lambda data: data[:-20], "too early"),
        (lambda data: data[:60], "too early"),
        (lambda data: data[:50] + bytes([data[50] ^ 1]) + data[51:], "damaged"),
        (lambda data: data[:8], "too early"),
        (lambda data: by_hand(picture(3), (0,), bits=16), "8 bits"),
        (lambda data: by_hand(picture(3), (0,), interlaced=1), "interlaced"),
        (lambda data: by_hand(picture(3), (0,)).replace(b"IHDR", b"IXDR"), "damaged"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(change, words, tmp_path):
    path = tmp_path / "bad.png"
    path.write_bytes(change(by_hand(picture(3), (1,))))
    with pytest.raises(PngError, match=words) as told:
        read_png(path)
    assert "bad.png" in str(told.value)


def test_a_missing_file_is_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_png(tmp_path / "none.png")


@pytest.mark.parametrize("pixels", [np.zeros((4, 4, 3)), np.zeros((4, 4, 5), np.uint8), np.zeros((0, 4), np.uint8)])
def test_what_is_no_picture_is_not_written(pixels):
    with pytest.raises(ValueError, match="uint8"):
        encode_png(pixels)

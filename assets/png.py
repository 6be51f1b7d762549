"""PNG files in and out: 8 bits per channel, gray or color, with or without alpha. No more than the project needs."""

import pathlib
import struct
import zlib

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"

#: Channels of the color types that are read, and back.
CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}
COLOR_TYPES = {count: kind for kind, count in CHANNELS.items()}

#: Widest and highest picture; a broken header must not ask for all memory.
SIDE_MAX = 16384

FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH = range(5)


class PngError(ValueError):
    """A file is not a picture that can be read; the text is for people."""


def read_png(path: str | pathlib.Path) -> np.ndarray:
    """Pixels of a PNG file, uint8 [height, width, channels], the top row first; 1 to 4 channels.

    Raises:
        FileNotFoundError: There is no such file.
        PngError: It is damaged, or of a kind that is not read.
    """
    try:
        return decode_png(pathlib.Path(path).read_bytes())
    except PngError as error:
        raise PngError(f"{path} cannot be read: {error}") from None


def decode_png(data: bytes) -> np.ndarray:
    """Pixels of the contents of a PNG file; see `read_png`."""
    if not data.startswith(SIGNATURE):
        raise PngError("it is not a PNG file")
    chunks = _chunks(data)
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13:
        raise PngError("its header is missing")
    width, height, bits, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    if bits != 8 or kind not in CHANNELS or interlaced:
        raise PngError("only 8 bits per channel, gray or color, not interlaced, are read; save it as such")
    if not (0 < width <= SIDE_MAX and 0 < height <= SIDE_MAX):
        raise PngError(f"its size is {width} x {height}, and must be 1 to {SIDE_MAX}")
    channels = CHANNELS[kind]
    length = height * (1 + width * channels)
    try:
        raw = zlib.decompressobj().decompress(b"".join(body for name, body in chunks if name == b"IDAT"), length)
    except zlib.error as error:
        raise PngError(f"its pixels are damaged: {error}") from None
    if len(raw) != length:
        raise PngError("it ends too early")
    rows = np.frombuffer(raw, np.uint8).reshape(height, 1 + width * channels)
    return _unfilter(rows[:, 0], rows[:, 1:], channels).reshape(height, width, channels)


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """Names and contents of all chunks up to the end, their sums checked."""
    chunks, at = [], len(SIGNATURE)
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if at + 12 + length > len(data):
            raise PngError("it ends too early")
        if struct.unpack_from(">I", data, at + 8 + length)[0] != zlib.crc32(name + body):
            raise PngError(f"its part {name.decode('latin-1')} is damaged")
        if name == b"IEND":
            return chunks
        chunks.append((name, body))
        at += 12 + length
    raise PngError("it ends too early")


def _unfilter(kinds: np.ndarray, rows: np.ndarray, channels: int) -> np.ndarray:
    """Undo the filters of all rows, uint8 [height, bytes of a row]."""
    pixels = np.zeros_like(rows)
    above = np.zeros(rows.shape[1], np.uint8)
    for i, kind in enumerate(kinds.tolist()):
        row = rows[i]
        if kind == FILTER_NONE:
            above = row
        elif kind == FILTER_SUB:
            above = np.cumsum(row.reshape(-1, channels), axis=0, dtype=np.uint8).ravel()
        elif kind == FILTER_UP:
            above = row + above
        elif kind == FILTER_AVERAGE:
            above = _undo_average(row, above, channels)
        elif kind == FILTER_PAETH:
            above = _undo_paeth(row, above, channels)
        else:
            raise PngError(f"its row {i} has the unknown filter {kind}")
        pixels[i] = above
    return pixels


def _undo_average(row: np.ndarray, above: np.ndarray, channels: int) -> np.ndarray:
    """Each byte was the difference to the mean of those left and above: one after another, so plain integers."""
    out, over = [0] * channels + row.tolist(), above.tolist()
    for k, up in enumerate(over):
        out[k + channels] = (out[k + channels] + (out[k] + up >> 1)) & 255
    return np.array(out[channels:], np.uint8)


def _undo_paeth(row: np.ndarray, above: np.ndarray, channels: int) -> np.ndarray:
    """Each byte was the difference to that of left, above and above left that comes nearest to their slope."""
    out, over = [0] * channels + row.tolist(), [0] * channels + above.tolist()
    for k in range(len(row)):
        left, up, corner = out[k], over[k + channels], over[k]
        to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        if to_left <= to_up and to_left <= to_corner:
            guess = left
        else:
            guess = up if to_up <= to_corner else corner
        out[k + channels] = (out[k + channels] + guess) & 255
    return np.array(out[channels:], np.uint8)


def encode_png(pixels: np.ndarray, *, level: int = 6) -> bytes:
    """Contents of a PNG file. The same pixels give the same bytes.

    Args:
        pixels: uint8 [height, width, channels] or [height, width] for gray, the top row first.
        level: Of the compression, 0 to 9.
    """
    pixels = np.asarray(pixels)
    pixels = pixels[..., None] if pixels.ndim == 2 else pixels
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] not in COLOR_TYPES or pixels.size == 0:
        raise ValueError(
            f"pixels must be uint8 [height, width, 1 to 4 channels], got {pixels.dtype} {list(pixels.shape)}"
        )
    height, width, channels = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, COLOR_TYPES[channels], 0, 0, 0)
    content = zlib.compress(_filtered(pixels).tobytes(), level)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", content) + _chunk(b"IEND", b"")


def _filtered(pixels: np.ndarray) -> np.ndarray:
    """Rows with their filter in front: none, left or up, whichever leaves the smallest numbers."""
    left, up = pixels.copy(), pixels.copy()
    left[:, 1:] -= pixels[:, :-1]
    up[1:] -= pixels[:-1]
    kinds = np.stack([some.reshape(len(pixels), -1) for some in (pixels, left, up)])
    effort = np.abs(kinds.view(np.int8).astype(np.int16)).sum(axis=2, dtype=np.int64)
    best = effort.argmin(axis=0)
    rows = np.empty((len(pixels), 1 + kinds.shape[2]), np.uint8)
    rows[:, 0], rows[:, 1:] = best, kinds[best, np.arange(len(pixels))]
    return rows


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def write_png(path: str | pathlib.Path, pixels: np.ndarray, *, level: int = 6) -> None:
    """Write a PNG file, and the folder that it is in; see `encode_png`.

    Raises:
        OSError: It cannot be written there.
    """
    path, data = pathlib.Path(path), encode_png(pixels, level=level)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)

"""Pictures and videos of what is drawn."""

import contextlib
import pathlib
import time
from typing import Any

import moderngl
import numpy as np

from assets import png

#: Files that are written in pieces, each of which can be played; others can be by themselves, or never.
FRAGMENTED = (".mp4", ".mov")


class CaptureError(Exception):
    """A picture or video could not be written; the text is for people."""


def read_pixels(target: moderngl.Framebuffer, width: int, height: int) -> np.ndarray:
    """Pixels of a framebuffer, uint8 [height, width, 3], the top row first."""
    data = target.read(viewport=(0, 0, width, height), components=3, alignment=1)
    return np.frombuffer(data, np.uint8).reshape(height, width, 3)[::-1]


def write_png(path: pathlib.Path, pixels: np.ndarray) -> None:
    """Write a PNG file.

    Args:
        path: Where to.
        pixels: uint8 [height, width, 3], the top row first.

    Raises:
        CaptureError: It cannot be written there.
    """
    try:
        png.write_png(path, pixels)
    except OSError as error:
        raise CaptureError(f"picture not written to {path}: {error.strerror}; choose another folder") from None


def new_path(folder: pathlib.Path, stem: str, suffix: str) -> pathlib.Path:
    """A path with the time in its name that does not exist yet."""
    base = f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}"
    path, number = folder / f"{base}{suffix}", 1
    while path.exists():
        number += 1
        path = folder / f"{base}-{number}{suffix}"
    return path


def _options(path: pathlib.Path) -> dict[str, str]:
    """How a video is written: in pieces, so that what is there can be played, whatever ends the program."""
    pieces = {"movflags": "frag_keyframe+empty_moov+default_base_moof"} if path.suffix.lower() in FRAGMENTED else {}
    return {"flush_packets": "1", **pieces}


class VideoWriter:
    """An H.264 video that is written frame by frame.

    Args:
        path: Where to; the suffix chooses the container, .mp4 is meant.
        width: Of a frame [pixels]; odd ones lose a column, since the format wants even numbers.
        height: Of a frame [pixels].
        rate: Frames per second.
        sound_rate: Samples per second of a sound track; 0 for none.

    Raises:
        CaptureError: It cannot be written there.

    Attributes:
        frame_count: Frames so far.
        sample_count: Samples of sound so far.
    """

    def __init__(self, path: pathlib.Path, width: int, height: int, rate: int = 60, *, sound_rate: int = 0) -> None:
        import av  # slow to import, and only needed for videos

        self.path = path
        self.frame_count = self.sample_count = 0
        self._width, self._height = max(2, width // 2 * 2), max(2, height // 2 * 2)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._container = av.open(str(path), "w", options=_options(path))
        except (OSError, ValueError, av.error.FFmpegError) as error:
            raise CaptureError(f"video not written to {path}: {error}; choose another folder") from None
        self._av = av
        self._stream = self._container.add_stream("libx264", rate=rate)
        self._stream.width, self._stream.height = self._width, self._height
        self._stream.pix_fmt = "yuv420p"
        self._stream.options = {"crf": "18", "preset": "veryfast"}
        self._stream.gop_size = rate  # a piece of the file ends before each whole picture: one a second
        self._sound = self._container.add_stream("aac", rate=sound_rate, layout="stereo") if sound_rate else None

    def add(self, pixels: np.ndarray, count: int = 1) -> None:
        """Add a frame, uint8 [height, width, 3]; one of another size is cut or padded with black.

        Args:
            pixels: The picture, the top row first.
            count: How many frames it lasts.

        Raises:
            CaptureError: The disk is full, or gone.
        """
        frame = np.zeros((self._height, self._width, 3), np.uint8)
        part = pixels[: self._height, : self._width]
        frame[: part.shape[0], : part.shape[1]] = part
        shown = self._av.VideoFrame.from_ndarray(frame, format="rgb24").reformat(format="yuv420p")
        for _ in range(count):
            shown.pts = self.frame_count
            self._write(self._stream, shown)
            self.frame_count += 1

    def add_sound(self, samples: np.ndarray) -> None:
        """Add sound that follows what was added before, float32 [count, 2], within -1 to 1.

        Raises:
            CaptureError: The disk is full, or gone.
        """
        if self._sound is None or not len(samples):
            return
        planes = np.ascontiguousarray(samples.T, np.float32)
        frame = self._av.AudioFrame.from_ndarray(planes, format="fltp", layout="stereo")
        frame.sample_rate, frame.pts = self._sound.codec_context.sample_rate, self.sample_count
        self.sample_count += len(samples)
        self._write(self._sound, frame)

    def close(self) -> None:
        """Finish the file.

        Raises:
            CaptureError: The disk is full, or gone; the file is closed all the same.
        """
        try:
            for stream in filter(None, (self._stream, self._sound)):
                self._write(stream, None)
        finally:
            self._close()

    def abandon(self) -> None:
        """Close the file after an error; what was written of it stays."""
        with contextlib.suppress(CaptureError):
            self._close()

    def _write(self, stream: Any, frame: object) -> None:
        """Encode a frame, or with None what is left, and write it."""
        try:
            for packet in stream.encode(frame):
                self._container.mux(packet)
        except (OSError, ValueError, self._av.error.FFmpegError) as error:
            raise self._trouble(error) from None

    def _close(self) -> None:
        try:
            self._container.close()
        except (OSError, ValueError, self._av.error.FFmpegError) as error:
            raise self._trouble(error) from None

    def _trouble(self, error: Exception) -> CaptureError:
        reason = getattr(error, "strerror", None) or error
        return CaptureError(f"video ends after {self.frame_count} frames, {self.path} cannot be written: {reason}")

"""Pictures and videos of what is drawn."""

import contextlib
import pathlib
import time

import moderngl
import numpy as np

from assets import png


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


class VideoWriter:
    """An H.264 video that is written frame by frame.

    Args:
        path: Where to; the suffix chooses the container, .mp4 is meant.
        width: Of a frame [pixels]; odd ones lose a column, since the format wants even numbers.
        height: Of a frame [pixels].
        rate: Frames per second.

    Raises:
        CaptureError: It cannot be written there.
    """

    def __init__(self, path: pathlib.Path, width: int, height: int, rate: int = 60) -> None:
        import av  # slow to import, and only needed for videos

        self.path = path
        self.frame_count = 0
        self._width, self._height = max(2, width // 2 * 2), max(2, height // 2 * 2)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._container = av.open(str(path), "w")
        except (OSError, ValueError, av.error.FFmpegError) as error:
            raise CaptureError(f"video not written to {path}: {error}; choose another folder") from None
        self._av = av
        self._stream = self._container.add_stream("libx264", rate=rate)
        self._stream.width, self._stream.height = self._width, self._height
        self._stream.pix_fmt = "yuv420p"
        self._stream.options = {"crf": "18", "preset": "veryfast"}

    def add(self, pixels: np.ndarray) -> None:
        """Add a frame, uint8 [height, width, 3]; one of another size is cut or padded with black.

        Raises:
            CaptureError: The disk is full, or gone.
        """
        frame = np.zeros((self._height, self._width, 3), np.uint8)
        part = pixels[: self._height, : self._width]
        frame[: part.shape[0], : part.shape[1]] = part
        self._write(self._av.VideoFrame.from_ndarray(frame, format="rgb24"))
        self.frame_count += 1

    def close(self) -> None:
        """Finish the file.

        Raises:
            CaptureError: The disk is full, or gone; the file is closed all the same.
        """
        try:
            self._write(None)
        finally:
            self._close()

    def abandon(self) -> None:
        """Close the file after an error; what was written of it stays."""
        with contextlib.suppress(CaptureError):
            self._close()

    def _write(self, frame: object) -> None:
        """Encode a frame, or with None what is left, and write it."""
        try:
            for packet in self._stream.encode(frame):
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

"""Pictures and videos of the window; messages say where they are."""

import pathlib

import numpy as np

from app.output.capture import CaptureError, VideoWriter, new_path, write_png
from app.shell import Shell


class ScreenRecorder:
    """Takes pictures on demand, and videos.

    Args:
        shell: What is shown; its messages say what was written.
        folder: Where pictures and videos go.

    Attributes:
        trouble: What could not be written last, and why; "" if all could.
    """

    def __init__(self, shell: Shell, folder: pathlib.Path) -> None:
        self._shell, self._folder, self.trouble = shell, folder, ""
        self._wanted: pathlib.Path | None = None
        self._video: VideoWriter | None = None

    @property
    def filming(self) -> bool:
        """Whether a video is being made."""
        return self._video is not None

    @property
    def wants_pixels(self) -> bool:
        """Whether the next picture is needed."""
        return self._wanted is not None or self.filming

    def take_picture(self, path: pathlib.Path | None = None) -> None:
        """Write the next picture, to a path or under a new name."""
        self._wanted = path or self._new_path(".png")

    def add(self, pixels: np.ndarray) -> None:
        """A picture was drawn, uint8 [height, width, 3]."""
        if self.filming:
            try:
                self._video.add(pixels)
            except CaptureError as error:
                self._video.abandon()
                self._video, self._shell.recording = None, False
                self._fail(error)
        path, self._wanted = self._wanted, None
        if path is not None:
            try:
                write_png(path, pixels)
            except CaptureError as error:
                self._fail(error)
            else:
                self._shell.messages.say(f"Picture: {path}", "good")

    def _fail(self, error: CaptureError) -> None:
        self.trouble = str(error)
        self._shell.messages.say(self.trouble, "error")

    def toggle_video(self, width: int, height: int, path: pathlib.Path | None = None) -> None:
        """Start a video, to a path or under a new name, or end it."""
        if self.filming:
            self.stop()
            return
        try:
            self._video = VideoWriter(path or self._new_path(".mp4"), width, height)
        except CaptureError as error:
            self._fail(error)
        self._shell.recording = self.filming

    def stop(self) -> None:
        """End the video, if there is one."""
        if self.filming:
            try:
                self._video.close()
            except CaptureError as error:
                self._fail(error)
            else:
                self._shell.messages.say(f"Video: {self._video.path}", "good")
        self._video, self._shell.recording = None, False

    def _new_path(self, suffix: str) -> pathlib.Path:
        return new_path(self._folder, f"kyvadlo-{self._shell.session.runner.key}", suffix)

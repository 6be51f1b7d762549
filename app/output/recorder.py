"""Pictures and videos of the window; messages say where they are."""

import pathlib
from collections.abc import Callable

import numpy as np

from app.messages import Messages
from app.output.capture import CaptureError, VideoWriter, new_path, write_png


class ScreenRecorder:
    """Takes pictures on demand, and videos.

    Args:
        messages: Where the player reads what was written.
        folder: Where pictures and videos go.
        scene: Called for the key of the scene, which their names tell.

    Attributes:
        trouble: What could not be written last, and why; "" if all could.
    """

    def __init__(self, messages: Messages, folder: pathlib.Path, scene: Callable[[], str]) -> None:
        self._messages, self._folder, self._scene = messages, folder, scene
        self.trouble = ""
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
                self._video = None
                self._fail(error)
        path, self._wanted = self._wanted, None
        if path is not None:
            try:
                write_png(path, pixels)
            except CaptureError as error:
                self._fail(error)
            else:
                self._messages.say(f"Picture: {path}", "good")

    def _fail(self, error: CaptureError) -> None:
        self.trouble = str(error)
        self._messages.say(self.trouble, "error")

    def toggle_video(self, width: int, height: int, path: pathlib.Path | None = None) -> None:
        """Start a video, to a path or under a new name, or end it."""
        if self.filming:
            self.stop()
            return
        try:
            self._video = VideoWriter(path or self._new_path(".mp4"), width, height)
        except CaptureError as error:
            self._fail(error)

    def stop(self) -> None:
        """End the video, if there is one."""
        if self.filming:
            try:
                self._video.close()
            except CaptureError as error:
                self._fail(error)
            else:
                self._messages.say(f"Video: {self._video.path}", "good")
        self._video = None

    def _new_path(self, suffix: str) -> pathlib.Path:
        return new_path(self._folder, f"kyvadlo-{self._scene()}", suffix)

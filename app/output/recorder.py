"""Pictures and videos of the window; messages say where they are."""

import pathlib
from collections.abc import Callable

import numpy as np

from app.messages import Messages
from app.output.capture import CaptureError, VideoWriter, new_path, write_png
from app.sound.sound import Sound
from app.sound.synthesis import RATE as SOUND_RATE

RATE = 60  # frames per second of a video
GAP = 2.0  # a picture lasts so long at most [s]: longer ones are a window that was dragged, or a laptop that slept


class ScreenRecorder:
    """Takes pictures on demand, and videos.

    Args:
        messages: Where the player reads what was written.
        folder: Where pictures and videos go.
        scene: Called for the key of the scene, which their names tell.
        sound: What is heard, which videos hold too; or None.

    Attributes:
        trouble: What could not be written last, and why; "" if all could.
    """

    def __init__(
        self, messages: Messages, folder: pathlib.Path, scene: Callable[[], str], sound: Sound | None = None
    ) -> None:
        self._messages, self._folder, self._scene, self._sound = messages, folder, scene, sound
        self._time = 0.0  # since the video began [s]
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

    def add(self, pixels: np.ndarray, seconds: float) -> None:
        """A picture was drawn, uint8 [height, width, 3], so long after the last one [s]."""
        if self.filming:
            try:
                self._film(pixels, seconds)
            except CaptureError as error:
                self._video.abandon()
                self._end()
                self._fail(error)
        path, self._wanted = self._wanted, None
        if path is not None:
            try:
                write_png(path, pixels)
            except CaptureError as error:
                self._fail(error)
            else:
                self._messages.say(f"Picture: {path}", "good")

    def _film(self, pixels: np.ndarray, seconds: float) -> None:
        """Add a picture as often as its time asks for: none if pictures come fast, many if they come slowly."""
        video = self._video
        self._time += min(max(seconds, 0.0), GAP) if video.frame_count else 0.0
        due = int(self._time * RATE + 1e-6) + 1 - video.frame_count
        if due > 0:
            video.add(pixels, due)
        if self._sound is not None:
            missing = int(self._time * SOUND_RATE) - video.sample_count
            video.add_sound(self._sound.take_recorded(missing))

    def _end(self) -> None:
        """There is no video any longer."""
        self._video = None
        if self._sound is not None:
            self._sound.stop_recording()

    def _fail(self, error: CaptureError) -> None:
        self.trouble = str(error)
        self._messages.say(self.trouble, "error")

    def toggle_video(self, width: int, height: int, path: pathlib.Path | None = None) -> None:
        """Start a video, to a path or under a new name, or end it."""
        if self.filming:
            self.stop()
            return
        rate = 0 if self._sound is None else SOUND_RATE
        try:
            self._video = VideoWriter(path or self._new_path(".mp4"), width, height, RATE, sound_rate=rate)
        except CaptureError as error:
            self._fail(error)
            return
        self._time = 0.0
        if self._sound is not None:
            self._sound.start_recording()

    def stop(self) -> None:
        """End the video, if there is one."""
        if self.filming:
            try:
                self._video.close()
            except CaptureError as error:
                self._fail(error)
            else:
                self._messages.say(f"Video: {self._video.path}", "good")
            self._end()

    def _new_path(self, suffix: str) -> pathlib.Path:
        return new_path(self._folder, f"kyvadlo-{self._scene()}", suffix)

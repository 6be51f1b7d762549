"""Pictures and videos without a window: the simulation is exact, however slow the machine draws."""

import dataclasses
import pathlib
from typing import TYPE_CHECKING

import moderngl
import numpy as np

from app.clock import STEP
from app.hud import labels
from app.hud.corners import layout
from app.hud.paint import Brush
from app.output.capture import CaptureError, VideoWriter, read_pixels, write_png
from app.settings import Settings
from app.shell import Shell
from app.view.framing import ray
from render.renderer import Renderer, is_software

if TYPE_CHECKING:
    from app.gui import Gui

NO_GL = (
    "OpenGL 3.3 is not available here, so nothing can be drawn: {reason}. Install a graphics driver; on Debian or "
    "Ubuntu software drawing comes with: sudo apt-get install libgl1-mesa-dri libegl1 libgl1"
)
SHOT_EVERY = 150  # frames between two shots of the scripted player
TURN_PER_FRAME = 0.002  # [rad]


class NoGraphicsError(Exception):
    """There is no OpenGL; the text says what to do."""


@dataclasses.dataclass(frozen=True)
class RenderJob:
    """A picture or a video to be made without a window.

    Attributes:
        scene: Key of the scene; "" for the default.
        frames: Frames of 1/60 s simulated time, at `rate` 60.
        width: Of the picture [pixels].
        height: Of the picture [pixels].
        rate: Frames per second of the video.
        screenshot: Where the last frame is written to, or None.
        video: Where all frames are written to, or None.
        overlays: Keys of the overlays that are on.
        speed: Simulated seconds per second of the video.
        paused: Whether time stands still.
        player: Whether a script plays: that of the scene, or one that circles around it and shoots.
        seed: For chance in the scene, or None for its own.
    """

    scene: str = ""
    frames: int = 600
    width: int = 1280
    height: int = 720
    rate: int = 60
    screenshot: pathlib.Path | None = None
    video: pathlib.Path | None = None
    overlays: frozenset[str] = frozenset()
    speed: float = 1.0
    paused: bool = False
    player: bool = False
    seed: int | None = None


def make_context() -> moderngl.Context:
    """A GL context without a window.

    Raises:
        NoGraphicsError: There is none.
    """
    problems = []
    for backend in ({"backend": "egl"}, {}):
        try:
            return moderngl.create_context(standalone=True, require=330, **backend)
        except Exception as error:  # each platform has exceptions of its own
            problems.append(str(error))
    raise NoGraphicsError(NO_GL.format(reason=problems[0]))


class Studio:
    """Draws a shell into memory.

    Args:
        width: Of the pictures [pixels].
        height: Of the pictures [pixels].
        samples: Samples per pixel against jagged edges.
    """

    def __init__(self, width: int, height: int, *, samples: int = 4) -> None:
        self.width, self.height = width, height
        self._context = make_context()
        self._renderer = Renderer(self._context, samples=samples)
        self._renderer.resize(width, height)
        self._target = self._context.simple_framebuffer((width, height), 4)
        self._gui: Gui | None = None  # made for the first label

    @property
    def device(self) -> str:
        """What draws."""
        return self._context.info["GL_RENDERER"]

    @property
    def is_software(self) -> bool:
        """Whether there is no GPU behind it."""
        return is_software(self._context)

    def render(self, shell: Shell) -> None:
        """Draw a shell, and wait until that is done, for measurements."""
        self._renderer.draw(shell.frame(), self._target)
        self._context.finish()

    def draw(self, shell: Shell) -> np.ndarray:
        """The picture of a shell, uint8 [height, width, 3], the top row first."""
        self._renderer.draw(shell.frame(), self._target)
        if shell.scene_labels(self.width, self.height):
            self._write_labels(shell)
        return read_pixels(self._target, self.width, self.height)

    def _write_labels(self, shell: Shell) -> None:
        """Draw the labels of the scene; all else that is over the picture is for a player."""
        if self._gui is None:
            import pyglet

            pyglet.options.shadow_window = False  # there may be no display
            from app.gui import Gui

            self._gui = Gui(self._context)
        self._gui.begin(self.width, self.height, 1.0, STEP)
        layout.begin(self.width, self.height, 0.0, max(0.75, self.height / 800.0))
        labels.draw(shell, Brush(layout.scale))
        self._gui.draw(self._target)

    def release(self) -> None:
        """Free everything."""
        if self._gui is not None:
            self._gui.release()
        self._renderer.release()
        self._target.release()
        self._context.release()


def play(shell: Shell, number: int, job: RenderJob) -> None:
    """What a player might do in a frame: look around slowly, shoot now and then; in a game its script plays."""
    if shell.player.script is not None:
        return
    shell.view.rig.turn(TURN_PER_FRAME, 0.0)
    if number % SHOT_EVERY == SHOT_EVERY // 2:
        shell.shoot(*ray(shell.view.rig.pose(), 0.5 * job.width, 0.5 * job.height, job.width, job.height))


def render(job: RenderJob) -> list[str]:
    """Run a scene, and write a picture or a video of it.

    Returns:
        Sentences about what was written.

    Raises:
        CaptureError: A file cannot be written, or the scene raised.
        NoGraphicsError: Nothing can be drawn here.
    """
    shell = Shell(Settings(overlays=set(job.overlays), reduced_motion=True), job.scene, seed=job.seed)
    if shell.session.scene_error:
        raise CaptureError(shell.session.scene_error)
    if job.player and shell.session.scene.autoplay is not None:
        shell.player.start_script()
    shell.session.set_speed(job.speed)
    shell.session.clock.paused = job.paused
    studio = Studio(job.width, job.height)
    try:
        return _draw_all(job, shell, studio)
    finally:
        studio.release()


def _draw_all(job: RenderJob, shell: Shell, studio: Studio) -> list[str]:
    video = VideoWriter(job.video, job.width, job.height, job.rate) if job.video else None
    pixels = None
    for number in range(max(job.frames, 1)):
        if job.player:
            play(shell, number, job)
        shell.advance(60.0 / job.rate * STEP)
        is_last = number == max(job.frames, 1) - 1 or shell.session.scene_error
        if video is not None or is_last:
            pixels = studio.draw(shell)
        if video is not None:
            try:
                video.add(pixels)
            except CaptureError:
                video.abandon()
                raise
        if is_last:
            break
    said = []
    if video is not None:
        video.close()
        said.append(f"Video of {video.frame_count} frames: {video.path}")
    if job.screenshot is not None:
        write_png(job.screenshot, pixels)
        said.append(f"Picture: {job.screenshot}")
    if shell.session.scene_error:  # what came before is written all the same
        raise CaptureError(
            "\n".join(
                (*said, f"The scene stopped in step {shell.session.world.step_count}:", shell.session.scene_error)
            )
        )
    return said

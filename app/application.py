"""Starts the sandbox: window first, then kernels, then the scene; or all of it without a window."""

import dataclasses
import gc
import os
import pathlib
import sys
from typing import TYPE_CHECKING

from app.output import outputs
from app.setup import warm_up

if TYPE_CHECKING:
    from app.contests.results import Results
    from app.settings import Settings
    from app.shell import Shell

VIDEO_FRAMES = 600


@dataclasses.dataclass(frozen=True)
class Launch:
    """What the command line asks for.

    Attributes:
        scene: Key of the scene; "" for the default.
        paused: Whether time stands still at first.
        speed: Simulated seconds per second.
        headless: Whether to draw without a window.
        frames: Stop after so many frames; 0 means never, or 600 without a window.
        video: Where a video is written to, or None.
        screenshot: Where a picture of the last frame is written to, or None.
        size: Width and height [pixels], or None.
        full_screen: Whether the window fills the screen.
        config: File of the settings, or None for the usual one.
        overlays: Keys of overlays that are on.
        seed: For chance in the scenes, or None for that of each scene.
        autoplay: Whether a scripted player plays.
        audio: Whether there is sound.
    """

    scene: str = ""
    paused: bool = False
    speed: float = 1.0
    headless: bool = False
    frames: int = 0
    video: pathlib.Path | None = None
    screenshot: pathlib.Path | None = None
    size: tuple[int, int] | None = None
    full_screen: bool = False
    config: pathlib.Path | None = None
    overlays: frozenset[str] = frozenset()
    seed: int | None = None
    autoplay: bool = False
    audio: bool = True


def has_display() -> bool:
    """Whether a window could be opened at all."""
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def run(launch: Launch) -> int:
    """Run until the window is closed, or until everything is drawn.

    Returns:
        Exit code.
    """
    if launch.headless or not has_display():
        if not launch.headless:
            print("No display found, so the scene is rendered to files; --headless does this anywhere.")
        return run_headless(launch)
    import pyglet

    # Both before anything imports pyglet.gl: a look after each GL call is slow, and the hidden window that pyglet would
    # open at once fails without a sentence where there is no screen.
    pyglet.options.debug_gl = False
    pyglet.options.shadow_window = False
    try:
        from app.window import NoWindowError
    except Exception as error:  # pyglet looks for the display while it is imported
        print(f"Could not open a window: {error}. Set DISPLAY, or use --headless.", file=sys.stderr)
        return 1
    try:
        return run_window(launch)
    except NoWindowError as error:
        print(error, file=sys.stderr)
        return 1


def run_headless(launch: Launch) -> int:
    """Draw a scene into a video and a picture."""
    folder = pathlib.Path.cwd()
    video, screenshot = launch.video, launch.screenshot
    if video is None and screenshot is None:
        video, screenshot = folder / "kyvadlo.mp4", folder / "kyvadlo.png"
        if trouble := outputs.find_trouble(video) or outputs.find_trouble(screenshot):
            print(f"{trouble}; choose another place with --video or --screenshot.", file=sys.stderr)
            return 2
    warm_up.run()
    from app.output import offscreen
    from app.output.capture import CaptureError

    width, height = launch.size or (1280, 720)
    job = offscreen.RenderJob(
        launch.scene, launch.frames or VIDEO_FRAMES, width, height, screenshot=screenshot, video=video,
        overlays=launch.overlays, speed=launch.speed, paused=launch.paused,
        player=launch.autoplay or not launch.headless, seed=launch.seed,
    )  # fmt: skip
    try:
        print("\n".join(offscreen.render(job)))
    except (CaptureError, offscreen.NoGraphicsError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def run_window(launch: Launch) -> int:
    """Open the window, and let the player play."""
    from app import settings as settings_file, window as windows
    from app.contests.results import FILE_NAME, Results
    from app.setup.loading import Loading

    path = launch.config or settings_file.settings_path()
    settings, notes = settings_file.load(path)
    if launch.size is not None:
        settings.window_width, settings.window_height = launch.size
    window = windows.open_window(settings, full_screen=launch.full_screen or settings.full_screen)
    graphics = windows.Graphics(window, settings)
    loading = Loading(window, graphics.context, graphics.gui)
    loading.show(0, 0, "loading")
    warm_up.run(loading.show)
    loading.show(0, 0, "building the scene")
    results, lost_results = Results.load(path.with_name(FILE_NAME))
    shell = make_shell(launch, settings, results)
    fitting, wanted = windows.fitting_size(settings), (settings.window_width, settings.window_height)
    if fitting != wanted and not window.fullscreen:
        sizes = "{}x{} instead of {}x{}".format(*fitting, *wanted)
        shell.say(f"The window is {sizes} pixels large: the screen has no room for more.")
    for note in (*notes, *lost_results):
        shell.say(note, "error")
    if settings.first_run:
        welcome(shell)
    settings.first_run = False
    keeper = settings_file.Keeper(settings, path)
    shown = windows.ShellWindow(shell, window, graphics, picture_folder(), keeper.keep)
    try:
        shown.run(frames=launch.frames, screenshot=launch.screenshot, video=launch.video)
    finally:  # also after Ctrl+C
        unsaved = keeper.keep()
    asked_for = launch.video is not None or launch.screenshot is not None
    lost = shown.recorder.trouble if asked_for else ""  # else the player has read it in the window
    failed = shell.session.scene_error if launch.frames else ""  # likewise
    for trouble in filter(None, (unsaved, lost, failed)):
        print(trouble, file=sys.stderr)
    return 1 if lost or failed else 0


def make_shell(launch: Launch, settings: "Settings", results: "Results") -> "Shell":
    """Build the scene, and everything around it that is no window."""
    from app.panels.panel_set import PanelSet
    from app.shell import Shell
    from app.sound.sound import Sound

    # What was imported and compiled stays anyway. Looking through it for garbage takes long enough to be seen.
    gc.collect()
    gc.freeze()
    sound, panels = Sound(settings, enabled=launch.audio), PanelSet.of_all()
    shell = Shell(settings, launch.scene, seed=launch.seed, sound=sound, panels=panels, results=results)
    shell.messages.note(sound.message)  # nothing that the player could change now
    sound.message = ""
    shell.overlays |= launch.overlays
    if launch.autoplay:
        shell.complain(shell.player.start_script())
    shell.session.clock.paused = launch.paused
    shell.session.set_speed(launch.speed)
    shell.session.refresh()
    return shell


def welcome(shell: "Shell") -> None:
    """Help a new player with all keys; in a game, where they would be in the way, lessons do it better."""
    shell.panels["help"] = shell.player.game is None


def picture_folder() -> pathlib.Path:
    """Where pictures and videos go: the folder of the player's pictures, or the home folder."""
    pictures = pathlib.Path.home() / "Pictures"
    return pictures / "Kyvadlo" if pictures.is_dir() else pathlib.Path.home() / "Kyvadlo"

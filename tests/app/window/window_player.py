"""A player of flesh and blood, as far as the app can tell: presses keys and moves the mouse of a screen of its own."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
DRIVER = pathlib.Path(__file__).with_name("window_driver.py")
ANSWER = "ANSWER "


class Screen:
    """An X server without a window manager."""

    def __init__(self, width: int = 1024, height: int = 768) -> None:
        reading, writing = os.pipe()
        size = f"{width}x{height}x24"
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"]
        self._server = subprocess.Popen(
            command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with os.fdopen(reading) as number:  # the server picks a free one, and tells when it is ready
            self.display = f":{number.readline().strip()}"
        self.root = self.xdotool("search", "--maxdepth", 0, "--name", ".*").split()[0]

    def xdotool(self, *words: object) -> str:
        """Do something with keys, mouse or windows."""
        environment = {**os.environ, "DISPLAY": self.display}
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=20, check=False)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout

    def close(self) -> None:
        """End the server."""
        self._server.terminate()
        self._server.wait(10)


class Player:
    """Starts the app, and plays.

    Args:
        screen: Where the window is.
        home: Home folder of the player; settings and pictures are there.
        scene: Key of the first scene.
        size: Width and height of the window [pixels].
        settings: Text of the settings file, or None for none.
    """

    def __init__(
        self,
        screen: Screen,
        home: pathlib.Path,
        *,
        scene: str = "stacking_tower",
        size: tuple[int, int] = (640, 400),
        settings: str | None = None,
    ) -> None:
        self.screen, self.home = screen, home
        self.settings_path = home / "config" / "settings.json"
        self.settings_path.parent.mkdir(parents=True, exist_ok=True)
        if settings is not None:
            self.settings_path.write_text(settings)
        environment = {**os.environ, "DISPLAY": screen.display, "HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        command = [sys.executable, str(DRIVER), scene, str(self.settings_path), *map(str, size)]
        self._log = (home / "stderr.txt").open("w+")
        self.process = subprocess.Popen(
            command, env=environment, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self._log,
        )  # fmt: skip
        assert self._answer() == "ready"
        self.focus()
        self.frames(2)

    # ---- Talking to the app ---------------------------------------------------------------------------------------

    def _answer(self) -> object:
        for line in self.process.stdout:
            if line.startswith(ANSWER):
                answer = json.loads(line[len(ANSWER) :])
                assert "error" not in answer, answer["error"]
                return answer["value"]
        self._log.seek(0)
        raise AssertionError(f"the app ended: {self._log.read()}")

    def ask(self, verb: str, **options: object) -> object:
        """Send a command; see window_driver.py."""
        print(json.dumps({"verb": verb, **options}), file=self.process.stdin, flush=True)
        return self._answer()

    def frames(self, count: int = 1, seconds: float = 1.0 / 60.0) -> int:
        """Let frames pass."""
        return self.ask("frames", count=count, seconds=seconds)

    def eval(self, text: str) -> object:
        """Value of an expression over `shown` and `shell`."""
        return self.ask("eval", text=text)

    def exec(self, text: str) -> None:
        """Run statements."""
        self.ask("exec", text=text)

    def pixels(self) -> np.ndarray:
        """What there is to see, int [height, width, 3], the top row first."""
        path = self.home / "pixels.npy"
        self.ask("pixels", path=str(path))
        return np.load(path).astype(int)

    # ---- Playing --------------------------------------------------------------------------------------------------

    def focus(self) -> None:
        """Give the window the focus, at the upper left of the screen."""
        self.exec("shown.window.set_location(0, 0)")
        self.window = self.screen.xdotool("search", "--name", "^Kyvadlo$").split()[-1]
        self.screen.xdotool("windowfocus", "--sync", self.window)

    def key(self, *names: str, frames: int = 1) -> None:
        """Press and release keys, one after another, with frames between."""
        for name in names:
            self.screen.xdotool("key", "--clearmodifiers", name)
            self.frames(frames)

    def move(self, x: float, y: float, frames: int = 1) -> None:
        """Move the pointer; y from the top."""
        self.screen.xdotool("mousemove", round(x), round(y))
        self.frames(frames)

    def click(self, x: float, y: float, button: int = 1) -> None:
        """Click somewhere."""
        self.move(x, y)
        self.screen.xdotool("mousedown", button)
        self.frames()
        self.screen.xdotool("mouseup", button)
        self.frames()

    def drag(self, start: tuple[float, float], end: tuple[float, float], button: int = 1, frames: int = 2) -> None:
        """Move from one place to another with a button down."""
        self.move(*start, frames=2)
        self.screen.xdotool("mousedown", button)
        self.frames()
        self.move((start[0] + end[0]) / 2.0, (start[1] + end[1]) / 2.0)
        self.move(*end, frames=frames)
        self.screen.xdotool("mouseup", button)
        self.frames()

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.screen.xdotool("windowsize", "--sync", self.window, width, height)
        self.frames(3)

    def spot(self, number: int) -> tuple[float, float]:
        """Where a body is in the window, from the top left."""
        place = f"project(shell.view.rig.pose(), session.world.body({number}).position, *shown.window.get_size())"
        self.exec("from app.view.framing import project")
        x, y, _ = self.eval(place)
        return x, self.eval("shown.window.height") - y

    # ---- The end --------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Let the app run by itself."""
        assert self.ask("run") == "runs"

    def errors(self) -> str:
        """What the app wrote to standard error."""
        self._log.seek(0)
        return self._log.read()

    def close(self) -> int:
        """Close the window if it is still open; returns the exit code."""
        if self.process.poll() is None and not self.process.stdin.closed:
            self.process.stdin.close()  # the driver takes the end of its commands as "close"
        try:
            return self.process.wait(20)
        finally:
            if self.process.poll() is None:
                self.process.kill()
            self.process.stdout.close()


def changed(before, after, least=8):
    """How many pixels are not the same."""
    return int((np.abs(before - after).max(axis=2) > least).sum())


def boxes(player):
    """Numbers of the boxes of the tower, from below."""
    return player.eval("session.after.body[session.after.kind == 2].tolist()")


def body(player, number, name):
    """A property of a body."""
    return np.array(player.eval(f"list(session.world.body({number}).{name})"))

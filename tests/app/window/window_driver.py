"""Child process of test_window.py: the real app in a real window, one command per line of standard input.

Only `ShellWindow.run` is replaced, so that the test says when frames pass. Each command is one JSON object, each
answer one line that starts with `ANSWER`.
"""

import json
import pathlib
import sys
import traceback

import numpy as np
import pyglet

pyglet.options.debug_gl = False  # as app.application does, before pyglet.gl is imported
ANSWER = "ANSWER "


class Driver:
    """Obeys a test in place of the loop of the window.

    Args:
        shown: The window.
    """

    def __init__(self, shown) -> None:
        self.shown, self.shell = shown, shown.shell
        self.names = {"shown": shown, "shell": self.shell, "session": self.shell.session, "np": np, "panel": panel}

    def frames(self, count: int, seconds: float = 1.0 / 60.0) -> int:
        """Take in events and let frames pass until the window is told to close."""
        for k in range(count):
            self.shown.window.switch_to()
            self.shown.window.dispatch_events()
            pyglet.clock.tick()
            if self.shown.window.has_exit:
                return k
            self.shown.frame(seconds)
        return count

    def eval(self, text: str) -> object:
        """Value of an expression."""
        return eval(text, self.names)

    def exec(self, text: str) -> None:
        """Run statements."""
        exec(text, self.names)

    def pixels(self, path: str) -> None:
        """Draw once more, and keep what there is to see."""
        from app.output.capture import read_pixels

        self.shown.window.switch_to()
        self.shown.draw(1e-5)
        np.save(path, read_pixels(self.shown.context.screen, *self.shown.window.get_framebuffer_size()))
        _ = self.shown.context.error  # see ShellWindow.draw
        self.shown.window.flip()

    def serve(self) -> str:
        """Obey until "run" or "close"."""
        for line in sys.stdin:
            command = json.loads(line)
            verb = command.pop("verb")
            if verb in ("run", "close"):
                return verb
            try:
                answer = {"value": getattr(self, verb)(**command)}
                text = json.dumps(answer, default=plain)
            except Exception:  # the test wants to read it
                text = json.dumps({"error": traceback.format_exc()})
            print(f"{ANSWER}{text}", flush=True)
        return "close"


def panel(name: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of a panel [pixels]."""
    from imgui_bundle import imgui

    found = imgui.internal.find_window_by_name(f"###{name}")
    return found.pos.x, found.pos.y, found.size.x, found.size.y


def plain(value: object) -> object:
    """What JSON has no form for."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    return sorted(value) if isinstance(value, set | frozenset) else str(value)


def main() -> int:
    """Start the app as the command line does."""
    from app import application, window as windows

    real_run = windows.ShellWindow.run

    def run(self, **options) -> None:
        print(f"{ANSWER}{json.dumps({'value': 'ready'})}", flush=True)
        if Driver(self).serve() == "run":
            print(f"{ANSWER}{json.dumps({'value': 'runs'})}", flush=True)
            real_run(self, **options)
        else:
            self.close()

    windows.ShellWindow.run = run
    scene, config, width, height = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    return application.run(application.Launch(scene=scene, config=config, size=(width, height)))


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
    sys.exit(main())

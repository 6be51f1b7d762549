"""A mouse and a window for tests of actions: they do nothing but note what was asked of them."""

from app.actions.context import Context


class Pointing:
    """Stands for `app.input.mouse.Mouse`: it points along one ray.

    Args:
        ray: Called for the ray.
    """

    def __init__(self, ray):
        self.pointer_ray = self.middle_ray = ray
        self.grabbed, self.moves = [], []
        self.look, self.pan, self.turn_dragged = "look", "pan", "turn dragged"

    def grab(self, *, drag):
        """Note what is used."""
        self.grabbed.append("hand" if drag else "tool")

    def hold(self, move):
        """Note what the mouse moves."""
        self.moves.append(move)


class Window:
    """Stands for `app.window.ShellWindow`."""

    aspect = 16 / 9

    def __init__(self):
        self.done = []

    def toggle_full_screen(self):
        """Note it."""
        self.done.append("full screen")

    def take_picture(self):
        """Note it."""
        self.done.append("picture")

    def toggle_video(self):
        """Note it."""
        self.done.append("video")

    def quit(self):
        """Note it."""
        self.done.append("quit")


def make_context(shell, ray):
    """A context of actions that points along a ray."""
    return Context(shell, Pointing(lambda: ray), Window())

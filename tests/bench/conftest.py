"""A shell with a tiny scene, as the tests of the app have it."""

from tests.app.conftest import make_shell, scene_folder, shell

__all__ = ["make_shell", "scene_folder", "shell"]

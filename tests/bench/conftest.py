"""A sandbox with a tiny scene, as the tests of the app have it."""

from tests.app.conftest import make_sandbox, sandbox, scene_folder

__all__ = ["make_sandbox", "sandbox", "scene_folder"]

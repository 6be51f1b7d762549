"""Which tests are slow, and which must run in one process when the tests run in several."""

from typing import Any

import pytest

#: Folder of the tests that share one real window.
WINDOW = "tests/app/window/"

#: Folders of long tests: what checks the benchmarks, and what drives.
SLOW_FOLDERS = ("tests/bench/", "tests/play/vehicles/")

#: Fixtures that take seconds to make: a real window, laps, a tour through the village, hulls of a ring.
SLOW_FIXTURES = {"laps", "ring", "screen", "story"}

#: Scenes of which a test takes more than a third of a second.
SLOW_SCENES = {
    "bridges_breaking",
    "bridges_suspension",
    "characters_course",
    "machines_drawbridge",
    "machines_walker",
    "meshes_drum",
    "meshes_race_track",
    "nets_catch",
    "piles_bowl",
    "piles_mixed",
    "piles_pour",
    "piles_rocks_hill",
    "piles_washing_machine",
    "queries_ray_curtain",
    "tunnelling_storm",
    "vehicles_track",
    "world_village",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that use something slow."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.nodeid.startswith(SLOW_FOLDERS) or fixtures & SLOW_FIXTURES or _scene_of(item) in SLOW_SCENES:
            item.add_marker(pytest.mark.slow)


def _scene_of(item: pytest.Item) -> str:
    """Key of the scene that a test is about, or nothing."""
    callspec = getattr(item, "callspec", None)
    return str(callspec.params.get("key", "")) if callspec else ""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep the tests of a file in one process, since they share what took time to make; and those of the window.

    (Groups by marker, `--dist loadgroup`, have no effect with pytest 9.2 and pytest-xdist 3.8.)
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return WINDOW if nodeid.startswith(WINDOW) else nodeid.partition("::")[0]

    return ByFile(config, log)

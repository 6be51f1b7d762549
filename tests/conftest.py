"""Which tests are slow, and which must run in one process when the tests run in several."""

from typing import Any

import pytest

#: Folder of the tests that share one real window.
WINDOW = "tests/app/window/"

#: Folders of long tests: what checks the benchmarks, and what drives.
SLOW_FOLDERS = ("tests/bench/", "tests/play/vehicles/")

#: Fixtures that take seconds to make: a real window, laps, a tour through the village, hulls of a ring.
SLOW_FIXTURES = {"laps", "ring", "screen", "story"}

#: Tests whose cases take a second or more all together.
SLOW_TESTS = {
    "test_a_bad_option_is_told_and_nothing_is_installed",
    "test_a_dragged_box_follows_a_circle_with_bounded_lag",
    "test_a_loaded_state_repeats_the_future_bit_for_bit",
    "test_a_played_session_replays_exactly_in_a_fresh_process",
    "test_a_session_needs_no_window",
    "test_a_shoot_simulates_exactly_the_time_of_its_frames",
    "test_a_wall_above_a_step_stops_it_on_its_feet",
    "test_coordinates_and_rates_after_both_bodies_were_moved",
    "test_crowd_keeps_momentum_and_gains_no_energy",
    "test_degenerate_input_makes_no_deep_tree",
    "test_distance_is_the_gap_that_the_pose_was_made_with",
    "test_equal_worlds_have_equal_hashes_after_every_step",
    "test_every_argument_of_every_class_is_checked",
    "test_every_setter_of_every_axis_is_checked",
    "test_every_setter_of_every_class_is_checked",
    "test_files_functions_and_folders_are_short",
    "test_help_and_list_and_unknown_scene_install_nothing",
    "test_new_pairs_are_those_of_the_double_loop",
    "test_platform_carries_a_crate_to_the_roof_waits_and_returns",
    "test_scene_works_at_both_ends_of_its_sliders",
    "test_sliding_over_flat_triangles_is_smooth",
    "test_slopes_up_to_49_degrees_hold_and_are_climbed",
    "test_stairs_are_climbed_and_descended_without_hops",
    "test_states_share_no_memory",
    "test_the_rate_of_frames_changes_nothing",
    "test_two_worlds_have_one_future_and_so_has_a_world_that_goes_back",
    "test_whatever_is_dropped_falls_asleep",
}

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
    "tunneling_storm",
    "vehicles_track",
    "world_village",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that use something slow."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        slow = item.nodeid.startswith(SLOW_FOLDERS) or getattr(item, "originalname", "") in SLOW_TESTS
        key = _scene_of(item)
        if slow or fixtures & SLOW_FIXTURES or key in SLOW_SCENES or key.startswith("soft_"):
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

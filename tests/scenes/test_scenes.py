"""Every scene builds, runs, stays finite, passes its own check, and repeats bit for bit."""

import ast
import math
import pathlib

import numpy as np
import pytest

from physics import BodyKind, World
from scenes import kit, registry

SCENES = registry.load_all()
DT = 1 / 60
#: Scenes with more bodies repeat their first second only, or less.
LARGE = 1000


def start(key: str, values: dict[str, float] | None = None, seed: int | None = None) -> World:
    world = World()
    SCENES[key].start(world, values, seed=seed)
    return world


def run(world: World, steps: int) -> int:
    """Step, and return the hash."""
    for _ in range(steps):
        world.step(DT)
    return world.state_hash()


def test_there_are_many_scenes_and_none_failed():
    assert registry.FAILED == {}
    assert len(SCENES) >= 20


@pytest.mark.parametrize("key", SCENES)
def test_scene_passes_its_check_and_repeats(key):
    world = start(key)
    hash_60 = run(world, 60)
    hash_300 = run(world, 240)
    snapshot = world.snapshot()
    for values in (snapshot.position, snapshot.orientation, snapshot.velocity, snapshot.angular_velocity):
        assert np.isfinite(values).all()
    assert not any(body.frozen for body in world.bodies)
    SCENES[key].check(world)
    assert world.state_hash() == hash_300, "check changed the world"
    again = start(key)
    assert run(again, 60) == hash_60
    if len(world.bodies) < LARGE:
        assert run(again, 240) == hash_300


@pytest.mark.parametrize("key", SCENES)
def test_check_of_a_scene_fails_before_anything_has_moved(key):
    """Otherwise an engine that does nothing would pass it."""
    with pytest.raises(AssertionError):
        SCENES[key].check(start(key))


@pytest.mark.parametrize("key", SCENES)
def test_scene_goes_back_with_its_callbacks(key):
    """Callbacks keep no state of their own: from a saved state everything happens again as it did."""
    world = start(key)
    steps = 15 if len(world.bodies) > LARGE else 50
    run(world, steps - 7)  # in the middle between two callbacks
    state = world.save_state()
    expected = run(world, steps)
    world.load_state(state)
    assert run(world, steps) == expected


@pytest.mark.parametrize("end", ["low", "high"])
@pytest.mark.parametrize("key", [key for key, scene in SCENES.items() if scene.sliders])
def test_scene_works_at_both_ends_of_its_sliders(key, end):
    world = start(key, {name: getattr(slider, end) for name, slider in SCENES[key].sliders.items()})
    run(world, 10)
    assert np.isfinite(world.snapshot().position).all()


@pytest.mark.parametrize("key", [key for key, scene in SCENES.items() for s in scene.sliders.values() if s.live])
def test_live_slider_changes_a_running_world(key):
    world, untouched = start(key), start(key)
    run(world, 5)
    for slider in SCENES[key].sliders.values():
        if slider.live:
            slider.live(world, slider.settle(slider.high))
    assert run(world, 5) != run(untouched, 10)


def test_a_beam_that_sleeps_breaks_when_it_is_made_weak():
    world = start("joints_fixed")
    run(world, 300)
    count = len(world.joints)
    slider = SCENES["joints_fixed"].sliders["strength"]
    slider.live(world, slider.low)
    run(world, 5)
    assert len(world.joints) < count


@pytest.mark.parametrize("key", [key for key in SCENES if key.startswith(("joints_hinge", "joints_ball"))])
def test_things_on_neighboring_stands_never_meet(key):
    world = start(key)
    for _ in range(600):
        world.step(DT)
        for contact in world.contacts():
            kinds = [world.body(int(contact[name])).kind for name in ("body_a", "body_b")]
            assert BodyKind.STATIC in kinds


@pytest.mark.parametrize("key", SCENES)
def test_scene_has_help_and_title(key):
    """A title, what there is to see, and what to try."""
    scene = SCENES[key]
    title, _, rest = scene.help.partition("\n\n")
    assert scene.category
    assert title == f"{scene.name}.", "one name for the menu, the list, the title and the docs"
    assert "\n" not in title and 3 <= len(title) <= 50 and title.endswith(".")
    see, _, attempt = rest.partition("Try: ")
    assert see.strip().endswith((".", ":"))
    assert len(attempt) > 20 and attempt.endswith(".")
    assert key.startswith(scene.category.lower() + "_"), "the file is named <category>_<name>.py"


@pytest.mark.parametrize("key", SCENES)
def test_scene_looks_at_its_bodies(key):
    """From above the ground, from outside, and most of what moves is within 30 degrees of the middle of the picture."""
    view = SCENES[key].view
    assert 1.0 <= view.distance <= 60.0
    assert 0.0 <= view.pitch_degrees <= 60.0
    eye = np.array(view.eye)
    assert eye[1] > 0.2
    world = start(key)
    run(world, 10 if len(world.bodies) > LARGE else 60)
    bodies = [body for body in world.bodies if body.kind != BodyKind.STATIC]
    moving = [world.read(bodies, "position"), *(soft.positions.mean(axis=0)[None] for soft in world.softs)]
    offset = np.concatenate(moving) - eye
    forward = (np.array(view.target) - eye) / view.distance
    cosine = offset @ forward / np.linalg.norm(offset, axis=1)
    assert (cosine > math.cos(math.radians(30.0))).mean() > 0.7


@pytest.mark.parametrize("key", [key for key, scene in SCENES.items() if scene.view.follow])
def test_what_the_camera_follows_is_there(key):
    assert kit.named(start(key), SCENES[key].view.follow)


@pytest.mark.parametrize("key", SCENES)
def test_everything_has_a_name(key):
    world = start(key)
    assert all(thing.name for thing in [*world.bodies, *world.softs])


def test_no_two_scenes_have_the_same_name():
    names = [scene.name for scene in SCENES.values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("path", sorted(registry.FOLDER.glob("*_*.py")), ids=lambda path: path.stem)
def test_scene_file_is_short_and_has_a_check(path: pathlib.Path):
    text = path.read_text(encoding="utf-8")
    if path.stem == "__init__":
        return
    assert len(text.splitlines()) <= 120
    functions = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    assert {"build", "check"} <= set(functions)


def files() -> dict[str, str]:
    """Text of each scene file, by key."""
    return {key: pathlib.Path(scene.build.__code__.co_filename).read_text() for key, scene in SCENES.items()}


CHANCE = [key for key, text in files().items() if "kit.random(" in text]


def test_scenes_take_their_chance_from_the_kit():
    assert len(CHANCE) >= 4
    for key, text in files().items():
        assert "default_rng" not in text and "import random" not in text, f"{key}: --seed would not reach it"


@pytest.mark.parametrize("key", CHANCE)
def test_a_seed_changes_a_scene_with_chance_and_repeats(key):
    """After eight steps the first balls have been poured."""
    usual, again = run(start(key), 8), run(start(key), 8)
    first, second, other = (run(start(key, seed=seed), 8) for seed in (3, 3, 4))
    assert usual == again and first == second, "the same seed, the same world"
    assert len({usual, first, other}) == 3
    assert run(start(key), 8) == usual, "a seed leaves nothing behind"


def test_a_seed_does_not_change_a_scene_without_chance():
    assert run(start("stacking_tower", seed=5), 3) == run(start("stacking_tower"), 3)


def test_chance_without_a_seed_is_that_of_numpy():
    """The worlds of all recordings and pictures so far."""
    assert kit.random(42).random() == np.random.default_rng(42).random()


def test_a_build_that_raises_leaves_no_seed_behind():
    with pytest.raises(RuntimeError), kit.seeded(9):
        raise RuntimeError
    assert kit.random(42).random() == np.random.default_rng(42).random()

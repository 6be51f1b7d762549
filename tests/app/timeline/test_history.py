import itertools
import threading
import time

import numpy as np
import pytest

from app.clock import STEP
from app.timeline import history as module
from app.timeline.commands.bodies import PullBody, PushBody, RemoveBody, SpawnBody
from app.timeline.commands.world import SetGravity
from app.timeline.history import History
from physics import BodyDef, BodyKind, ShapeBox, ShapePlane, ShapeSphere, World


def make_world(count=6):
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    for level in range(count):
        world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(0.05 * level, 0.5 + 0.7 * level, 0.0))
    return world


def ball(x=0.2):
    return SpawnBody(BodyDef.of_shape(ShapeSphere(0.3), position=(x, 6.0, 0.1), velocity=(0.0, -9.0, 0.0)))


def play(history, steps, script=None):
    """Make steps, giving the commands of a script by step number; returns the hash of each step."""
    hashes = {}
    for _ in range(steps):
        for command in (script or {}).get(history.world.step_count, ()):
            assert history.do(command).ok
        hashes[history.world.step_count] = history.world.state_hash()
        history.step()
    hashes[history.world.step_count] = history.world.state_hash()
    return hashes


def usual_size():
    """Size of a state once everything touches."""
    history = History(make_world())
    play(history, 60, SCRIPT)
    return history.world.save_state().nbytes


SCRIPT = {
    0: [PushBody(3, (1, 0, 0))],
    9: [ball(), PushBody(2, (0, 2, 1))],
    10: [ball(-0.2)],
    25: [RemoveBody(4), SetGravity((1, -9, 0))],
    **{step: [PullBody(5, (0, 40, 3), (0, 1, 0))] for step in range(30, 47)},
    59: [RemoveBody(8)],
}


def test_every_step_back_is_exact():
    history = History(make_world(), spacing=10)
    hashes = play(history, 75, SCRIPT)
    for step in range(74, -1, -1):
        assert history.step_back()
        assert history.world.step_count == step and history.world.state_hash() == hashes[step]
    assert not history.step_back()
    assert history.world.step_count == 0 and history.world.state_hash() == hashes[0]


def test_seek_anywhere_is_exact():
    history = History(make_world(), spacing=13)
    hashes = play(history, 75, SCRIPT)
    rng = np.random.default_rng(3)
    for step in [0, 75, 13, 12, 14, 26, *rng.integers(0, 76, 60).tolist()]:
        assert history.seek(step)
        assert history.world.step_count == step and history.world.state_hash() == hashes[step]


def test_playing_forward_from_the_past_repeats_the_commands():
    history = History(make_world(), spacing=10)
    hashes = play(history, 75, SCRIPT)
    history.seek(5)
    assert history.in_past and history.newest == 75
    for step in range(6, 76):
        history.step()
        assert history.world.state_hash() == hashes[step]
    assert not history.in_past


def test_back_and_forth_and_back_is_exact():
    history = History(make_world(), spacing=10)
    hashes = play(history, 40, SCRIPT)
    for _ in range(4):
        for move in (history.step_back, history.step_back, history.step, history.step_back):
            move()
            assert history.world.state_hash() == hashes[history.world.step_count]


def test_the_world_of_a_step_includes_its_commands():
    history = History(make_world(), spacing=4)
    play(history, 4)
    history.do(ball())
    history.step()
    history.step_back()
    assert len(history.world.bodies) == 8
    history.step_back()
    assert len(history.world.bodies) == 7


def test_something_new_in_the_past_drops_the_future():
    history = History(make_world(), spacing=10)
    hashes = play(history, 60, SCRIPT)
    history.seek(20)
    history.do(PushBody(2, (5, 5, 5)))
    assert history.newest == 20 and not history.in_past and not history.seek(21)
    assert max(step for step, _ in history.commands()) == 20
    again = play(history, 40)
    assert again[60] != hashes[60]
    assert history.seek(15) and history.world.state_hash() == hashes[15]
    assert history.seek(45) and history.world.state_hash() == again[45]


def test_a_refused_command_is_not_recorded_and_drops_nothing():
    history = History(make_world())
    play(history, 10)
    history.seek(5)
    assert not history.do(RemoveBody(99)).ok
    assert history.newest == 10 and list(history.commands()) == []


def test_commands_are_listed_in_order():
    history = History(make_world())
    play(history, 12, SCRIPT)
    assert list(history.commands()) == [(0, SCRIPT[0][0]), (9, SCRIPT[9][0]), (9, SCRIPT[9][1]), (10, SCRIPT[10][0])]


@pytest.mark.parametrize("step", [-1, 11, 10**9])
def test_unknown_steps_are_refused(step):
    history = History(make_world())
    play(history, 10)
    before = history.world.state_hash()
    assert not history.seek(step)
    assert history.world.state_hash() == before and history.world.step_count == 10


def test_callbacks_are_part_of_the_past():
    world = make_world()

    def rain(w):
        w.add_body(shape=ShapeSphere(0.2), position=(0.0, 5.0, 0.0))
        return True

    world.schedule(rain, 7)
    history = History(world, spacing=10)
    hashes = play(history, 50)
    for step in (48, 21, 20, 14, 13, 0, 35):
        assert history.seek(step) and world.state_hash() == hashes[step]


def test_a_failing_callback_is_told_once_and_repeated_exactly():
    world = make_world()

    def fail():
        raise RuntimeError("scene is broken")

    world.schedule(fail, 5)
    history = History(world, spacing=10)
    hashes = play(history, 4)
    with pytest.raises(RuntimeError, match="broken"):
        history.step()
    assert history.newest == 5
    hashes |= play(history, 10)
    for step in (3, 5, 12):
        assert history.seek(step) and world.state_hash() == hashes[step]


def test_steps_of_somebody_else_start_the_past_anew():
    history = History(make_world())
    play(history, 10)
    history.world.step(STEP)
    assert not history.step_back()
    assert history.oldest == history.newest == 11
    history.step()
    assert history.step_back()


def test_memory_drops_the_oldest_states_but_not_their_commands(monkeypatch):
    monkeypatch.setattr(module, "DEPTH", 0)
    size, world = usual_size(), make_world()
    history = History(world, spacing=10, memory=12 * size)
    hashes = play(history, 200, SCRIPT)
    assert history.memory_used <= 12 * size
    assert 100 < history.oldest < 180
    assert {step for step, _ in history.commands()} == set(SCRIPT)
    while history.step_back():
        assert world.state_hash() == hashes[world.step_count]
        assert history.memory_used <= 1.2 * 12 * size
    assert world.step_count == history.oldest


def test_memory_thins_out_before_it_forgets():
    size, world = usual_size(), make_world()
    history = History(world, spacing=10, memory=16 * size)
    hashes = play(history, 250, SCRIPT)
    assert history.oldest == 0 and history.memory_used <= 16 * size
    for step in (249, 200, 139, 33, 32, 31, 0):
        assert history.seek(step) and world.state_hash() == hashes[step]


def test_one_state_stays_however_little_memory_there_is():
    history = History(make_world(), spacing=5, memory=0)
    hashes = play(history, 23)
    assert history.oldest == 20
    assert history.seek(21) and history.world.state_hash() == hashes[21]


def test_going_back_repeats_few_steps(monkeypatch):
    history = History(make_world(), spacing=30)
    play(history, 120)
    made = 0
    true_step = World.step

    def counted(self, dt):
        nonlocal made
        made += 1
        true_step(self, dt)

    monkeypatch.setattr(World, "step", counted)
    for _ in range(90):
        history.step_back()
    assert made < 90 * 4


def test_spacing_is_checked():
    with pytest.raises(ValueError, match="spacing"):
        History(make_world(), spacing=0)


@pytest.mark.slow
def test_twenty_seconds_of_a_thousand_boxes_fit_into_200_megabytes():
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    for x, y, z in itertools.product(range(10), repeat=3):
        world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(1.05 * x, 0.5 + 1.02 * y, 1.05 * z))
    history = History(world)
    for _ in range(1260):
        history.step()
    assert history.memory_used <= 200e6
    assert history.newest - history.oldest >= 1200
    expected = world.state_hash()
    assert history.seek(1210) and history.memory_used <= 200e6
    assert history.seek(1260) and world.state_hash() == expected


def test_going_forward_a_little_repeats_little(monkeypatch):
    history = History(make_world(), spacing=30)
    play(history, 60)
    history.seek(28)
    loaded = []
    monkeypatch.setattr(World, "load_state", lambda self, state: loaded.append(state))
    assert history.seek(29) and not loaded


def test_a_key_state_is_copied_while_the_frame_goes_on_and_before_the_world_changes(monkeypatch):
    history, go, save = History(make_world(), spacing=10), threading.Event(), World.save_state

    def slow(world):
        assert go.wait(20)
        return save(world)

    monkeypatch.setattr(World, "save_state", slow)
    play(history, 10)
    history.start_copy()  # comes back, although the copy cannot even begin
    history.start_copy()
    threading.Timer(0.2, go.set).start()
    assert history.do(PushBody(3, (5, 0, 0))).ok
    assert go.is_set(), "the command waited for the copy"
    pushed = history.world.state_hash()
    history.step()
    assert history.seek(10) and history.world.state_hash() == pushed, "pushed once, not twice"
    assert sorted(history._keys) == [0, 10]


def test_commands_that_are_given_again_wait_for_the_copy_of_their_step(monkeypatch):
    history, save = History(make_world(), spacing=10), World.save_state
    hashes = play(history, 15, {10: [PushBody(3, (5, 0, 0)), ball()]})
    history.seek(5)
    for step in [step for step in history._keys if step > 5]:  # as after thinning
        del history._keys[step], history._sizes[step]
    monkeypatch.setattr(World, "save_state", lambda world: time.sleep(0.05) or save(world))
    for step in range(6, 16):
        history.step()
        history.start_copy()
        assert history.world.state_hash() == hashes[step]
    assert history.seek(10) and history.world.state_hash() == hashes[10]


def test_without_a_wait_to_fill_key_states_are_the_same():
    copied, plain = History(make_world(), spacing=7), History(make_world(), spacing=7)
    play(plain, 60, SCRIPT)
    for _ in range(60):
        for command in SCRIPT.get(copied.world.step_count, ()):
            assert copied.do(command).ok
        copied.step()
        copied.start_copy()
    assert copied.oldest == plain.oldest == 0 and sorted(copied._keys) == sorted(plain._keys)
    for step in (56, 28, 60, 3):
        assert copied.seek(step) and plain.seek(step) and copied.world.state_hash() == plain.world.state_hash()

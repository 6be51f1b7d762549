"""Callbacks after steps: when, in which order, how often, and what they may do."""

import functools

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1 / 60
BALL = ShapeSphere(radius=0.5)


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


@pytest.mark.parametrize("steps", [1, 2, 7])
def test_a_callback_runs_after_exactly_so_many_steps(steps):
    world = World()
    run(world, 3)
    ran = []
    world.schedule(lambda: ran.append(world.step_count), steps)
    run(world, steps - 1)
    assert ran == []
    run(world, 20)
    assert ran == [3 + steps], "once, and after the right step"


def test_lower_priorities_run_first_then_the_order_of_scheduling():
    world = World()
    ran = []
    for name, priority in (("a", 0), ("b", 5), ("c", -5), ("d", 0), ("e", 5), ("f", -5), ("g", 0)):
        world.schedule(functools.partial(ran.append, name), 2, priority=priority)
    world.schedule(lambda: ran.append("earlier"), 1, priority=100)
    run(world, 2)
    assert ran == ["earlier", "c", "f", "a", "d", "g", "b", "e"]


def test_callbacks_that_are_due_together_run_in_the_order_of_scheduling():
    """The one scheduled first runs first, also when another was scheduled later for fewer steps."""
    world = World()
    ran = []
    world.schedule(lambda: ran.append("first"), 3)
    world.step(DT)
    world.schedule(lambda: ran.append("second"), 2)
    world.step(DT)
    world.schedule(lambda: ran.append("third"), 1)
    world.step(DT)
    assert ran == ["first", "second", "third"]


def test_true_means_again():
    world = World()
    ran = []

    def again():
        ran.append(world.step_count)
        return len(ran) < 4

    world.schedule(again, 3)
    run(world, 30)
    assert ran == [3, 6, 9, 12]


@pytest.mark.parametrize("answer", [None, False, 1, "yes", [True]], ids=repr)
def test_anything_but_true_means_once(answer):
    world = World()
    ran = []

    def callback():
        ran.append(world.step_count)
        return answer

    world.schedule(callback, 2)
    run(world, 10)
    assert ran == [2]


def test_repeating_callbacks_keep_their_priority_and_turn():
    world = World()
    ran = []

    def say(name):
        ran.append(name)
        return True

    world.schedule(lambda: say("late"), 1, priority=1)
    world.schedule(lambda: say("one"), 1)
    world.schedule(lambda: say("two"), 1)
    run(world, 3)
    assert ran == ["one", "two", "late"] * 3


class Listener:
    """Callable in all ways that Python knows."""

    def __init__(self):
        self.got = []

    def method(self, world):
        self.got.append(world)

    def plain(self):
        self.got.append(None)

    def __call__(self, world):
        self.got.append(world)


def test_callbacks_get_the_world_if_they_ask_for_it():
    world = World()
    listener = Listener()
    got = listener.got
    with_world = [
        listener,
        listener.method,
        lambda w: got.append(w),
        functools.partial(lambda extra, w: got.append(w), 5),
        got.append,
    ]
    without = [
        listener.plain,
        lambda: got.append(None),
        lambda w=None: got.append(w),
        lambda *args: got.append(*args or [None]),
        lambda *, w=None: got.append(w),
        functools.partial(got.append, None),
    ]
    for callback in with_world + without:
        world.schedule(callback, 1)
    world.step(DT)
    assert got == [world] * len(with_world) + [None] * len(without)


def test_callbacks_may_add_and_remove_bodies():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    made = []

    def replace(world):
        if made and len(made) % 2:
            world.remove_body(made[-1])
        made.append(world.add_body(shape=BALL, position=(0.0, 1.0 + 0.1 * len(made), 0.0)))
        made[-1].add_shape(ShapeBox((0.2, 0.2, 0.2)), offset=(0, 0.5, 0))
        return len(made) < 40

    world.schedule(replace, 2)
    run(world, 120)
    assert len(made) == 40
    assert sum(body.alive for body in made) == 20 == len(world.bodies) - 1
    assert all(0.0 < body.position.y < 30.0 for body in made if body.alive)


def test_what_a_callback_schedules_runs_after_a_later_step():
    world = World()
    ran = []

    def chain(depth):
        ran.append((depth, world.step_count))
        if depth < 3:
            world.schedule(lambda: chain(depth + 1), 1, priority=-9)

    world.schedule(lambda: chain(0), 1)
    world.schedule(lambda: ran.append("same step"), 1, priority=9)
    run(world, 6)
    assert ran == [(0, 1), "same step", (1, 2), (2, 3), (3, 4)]


def test_callbacks_see_the_step_done_and_its_events():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=BALL, position=(0, 0.4, 0))
    seen = []
    world.schedule(lambda: seen.append((world.step_count, world.time, len(world.events.contact_begin))), 1)
    world.step(DT)
    assert seen == [(1, DT, 1)]


def test_stepping_inside_a_callback_is_refused():
    world, other = World(), World()
    body = world.add_body(shape=BALL)
    caught = []

    def callback():
        other.step(DT)
        with pytest.raises(RuntimeError, match="step must not be called from a callback"):
            world.step(DT)
        caught.append(body.position)

    world.schedule(callback, 1)
    world.step(DT)
    assert caught == [body.position] and world.step_count == 1 and other.step_count == 1
    world.step(DT)
    assert world.step_count == 2


def test_an_error_in_a_callback_reaches_the_caller_and_the_world_goes_on():
    world = World()
    ran = []

    def fail():
        raise ZeroDivisionError("mine")

    world.schedule(fail, 1)
    world.schedule(lambda: ran.append(world.step_count), 1, priority=1)
    with pytest.raises(ZeroDivisionError, match="mine"):
        world.step(DT)
    assert world.step_count == 1
    world.step(DT)
    assert world.step_count == 2 and len(ran) == 1, "the others are not lost"


def test_loading_a_state_in_a_callback_brings_back_its_schedule():
    """After going back to step 2, what was due after step 4 waits for step 4."""
    world = World()
    world.add_body(shape=BALL)
    ran = []
    world.schedule(lambda: ran.append(world.step_count), 4)
    run(world, 2)
    state = world.save_state()
    loads = []

    def back():
        if not loads:
            loads.append(world.step_count)
            world.load_state(state)

    world.schedule(back, 5)
    run(world, 5)
    assert loads == [7] and world.step_count == 2
    assert ran == [4], "nothing more is due at step 2"
    run(world, 2)
    assert ran == [4, 4]

"""Controllers act before and after each step, and their memory is part of the world."""

import pytest

from physics import Controller, ShapeSphere, World

DT = 1.0 / 60.0


class Pusher(Controller):
    """Pushes a ball harder from step to step."""

    state_fields = ("count", "ball")

    def __init__(self, ball):
        self.count, self.ball, self.calls = 0, ball, []

    def before_step(self, world, dt):
        self.calls.append(("before", world.step_count, dt))
        self.count += 1
        self.ball.apply_force((10.0 * self.count, 0.0, 0.0))

    def after_step(self, world):
        self.calls.append(("after", world.step_count))


class Failing(Controller):
    """Raises where it is told to."""

    def __init__(self, where):
        self.where = where

    def before_step(self, world, dt):
        if self.where == "before":
            raise RuntimeError("broke before")

    def after_step(self, world):
        if self.where == "after":
            raise RuntimeError("broke after")


@pytest.fixture
def world():
    return World(gravity=(0, 0, 0))


@pytest.fixture
def pusher(world):
    return world.add_controller(Pusher(world.add_body(shape=ShapeSphere(0.5), mass=1.0)))


def test_it_acts_before_and_after_each_step(world, pusher):
    world.step(DT)
    world.step(DT)
    assert pusher.calls == [("before", 0, DT), ("after", 1), ("before", 1, DT), ("after", 2)]
    assert pusher.ball.velocity.x == pytest.approx((10.0 + 20.0) * DT)


def test_after_a_load_the_future_repeats_bit_for_bit(world, pusher):
    for _ in range(5):
        world.step(DT)
    state, start = world.save_state(), world.state_hash()
    for _ in range(20):
        world.step(DT)
    end = world.state_hash()
    world.load_state(state)
    assert pusher.count == 5 and world.state_hash() == start
    for _ in range(20):
        world.step(DT)
    assert world.state_hash() == end


def test_its_memory_is_in_the_hash(world, pusher):
    before = world.state_hash()
    pusher.count += 1
    assert world.state_hash() != before


def test_who_was_added_or_removed_later_is_so_again_after_a_load(world, pusher):
    state = world.save_state()
    world.remove_controller(pusher)
    late = world.add_controller(Failing("never"))
    assert world.controllers == (late,)
    world.load_state(state)
    assert world.controllers == (pusher,)


def test_they_act_in_the_order_of_adding_and_may_remove_one_another(world):
    order = []

    class First(Controller):
        def before_step(self, world, dt):
            order.append("first")
            world.remove_controller(second)

    class Second(Controller):
        def before_step(self, world, dt):
            order.append("second")

    world.add_controller(First())
    second = world.add_controller(Second())
    world.step(DT)
    assert order == ["first"]


def test_a_body_that_is_gone_can_still_be_saved_and_hashed(world, pusher):
    world.remove_body(pusher.ball)
    assert isinstance(world.state_hash(), int)
    world.load_state(world.save_state())


def test_an_error_before_a_step_leaves_the_step_undone(world, pusher):
    world.add_controller(Failing("before"))
    with pytest.raises(RuntimeError, match="broke before"):
        world.step(DT)
    assert world.step_count == 0


def test_an_error_after_a_step_comes_out_when_the_others_have_acted(world):
    world.add_controller(Failing("after"))
    pusher = world.add_controller(Pusher(world.add_body(shape=ShapeSphere(0.5), mass=1.0)))
    ran = []
    world.schedule(lambda: ran.append(True), 1)
    with pytest.raises(RuntimeError, match="broke after"):
        world.step(DT)
    assert world.step_count == 1 and pusher.calls[-1] == ("after", 1) and ran == [True]


def test_it_may_not_step_the_world(world):
    class Greedy(Controller):
        def before_step(self, world, dt):
            world.step(dt)

    world.add_controller(Greedy())
    with pytest.raises(RuntimeError, match="let the callback return"):
        world.step(DT)


def test_bad_input_is_refused_in_words(world, pusher):
    with pytest.raises(TypeError, match="subclass of Controller, got 3"):
        world.add_controller(3)
    with pytest.raises(ValueError, match="acts in this world already"):
        world.add_controller(pusher)
    with pytest.raises(LookupError, match="not in this world"):
        world.remove_controller(Failing("never"))

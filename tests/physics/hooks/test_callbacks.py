"""Pre-solve: programs that decide about contacts in the middle of a step; errors and locks of all callbacks."""

import numba
import numpy as np
import pytest

from physics import PRE_SOLVE_DTYPE, BodyKind, ShapeBox, ShapePlane, ShapeSphere, World
from physics.kernels.layout import contact as CONTACT, manifold as MANIFOLD

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))
BALL = ShapeSphere(0.5)


def with_ground(**options):
    world = World(**options)
    return world, world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


# ---- Pre-solve: what it sees ----------------------------------------------------------------------------------------


def test_it_sees_the_contacts_that_are_about_to_be_solved():
    world, ground = with_ground(gravity=(0, 0, 0))
    ball = world.add_body(shape=BALL, position=(1, 0.51, 2), velocity=(3, -1, 0), friction=0.25, restitution=0.5)
    ground.friction, ground.surface_velocity = 0.25, (0, 0, 0.5)
    seen = []
    world.pre_solve = lambda contacts: seen.append(contacts.copy())
    world.step(DT)
    (records,) = seen
    assert records.dtype == PRE_SOLVE_DTYPE and len(records) == 1
    (one,) = records
    assert (one["body_a"], one["body_b"]) == (ball.id, ground.id)
    assert (one["shape_a"], one["shape_b"]) == (ball.parts[0].id, ground.parts[0].id)
    np.testing.assert_allclose(one["normal"], (0, -1, 0), atol=1e-6)
    np.testing.assert_allclose(one["position"][[0, 2]], (1, 2), atol=1e-6)
    assert one["separation"] == pytest.approx(0.01, abs=1e-5)
    np.testing.assert_allclose(one["velocity"], (-3, 1, 0), atol=1e-6)
    assert one["friction"] == pytest.approx(0.25) and one["restitution"] == 0.5 and one["enabled"]
    np.testing.assert_allclose(one["surface_velocity"], (0, 0, -0.5), atol=1e-6)


def test_no_record_for_sensors_and_sleepers():
    world, _ = with_ground()
    world.add_body(kind=BodyKind.STATIC, shape=BALL, sensor=True)
    world.add_body(shape=CUBE, position=(0, 0.5, 0))
    sizes = []
    world.pre_solve = lambda contacts: sizes.append(len(contacts))
    run(world, 120)
    assert sizes[0] == 1 and max(sizes) == 1 and sizes[-1] == 0


@pytest.mark.parametrize("speed", [20.0, 60.0, 300.0])
def test_what_is_switched_off_stops_no_fast_body(speed):
    """A sweep may hold a body up where the contact begins, for one step; then the program is asked, and it goes on."""
    world = World(gravity=(0, 0, 0))
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.02, 2, 2)))
    ball = world.add_body(shape=ShapeSphere(0.1), position=(-2, 0, 0), velocity=(speed, 0, 0))

    def switch_off(contacts):
        contacts["enabled"] = False

    world.pre_solve = switch_off
    run(world, 30)
    assert ball.velocity.x == pytest.approx(speed) and ball.position.x > 0.35 * speed
    world.pre_solve = None
    ball.velocity = (-speed, 0, 0)
    run(world, 60)
    assert ball.position.x > 0.0


def test_what_the_filter_refused_stops_no_fast_body():
    world = World(gravity=(0, 0, 0))
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.02, 2, 2)))
    world.contact_filter = lambda a, b: False
    ball = world.add_body(shape=ShapeSphere(0.1), position=(-2, 0, 0), velocity=(100, 0, 0))
    run(world, 30)
    assert ball.velocity.x == pytest.approx(100.0) and ball.position.x > 40.0


# ---- Pre-solve: what it can do ---------------------------------------------------------------------------------------


def switch_all_off(contacts):
    contacts["enabled"] = False


def test_a_contact_that_is_off_does_nothing():
    """Free fall through the ground, no events, no islands; and back again."""
    world, _ = with_ground()
    boxes = [world.add_body(shape=CUBE, position=(0, 0.5 + y, 0)) for y in range(3)]
    world.pre_solve = switch_all_off
    free = World()
    lone = free.add_body(shape=CUBE, position=(0, 0.5, 0))
    for _ in range(20):
        world.step(DT)
        free.step(DT)
        assert len(world.events) == 0 and len(world.contacts()) == 0 and world.stats.contact_count == 0
        assert world.stats.island_count == 3
    for k, box in enumerate(boxes):
        assert box.position.y == lone.position.y + k and box.velocity == lone.velocity


def test_switching_off_ends_a_touch_and_switching_on_begins_it():
    world, ground = with_ground()
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0), can_sleep=False)
    run(world, 30)
    world.pre_solve = switch_all_off
    world.step(DT)
    assert len(world.events.contact_end) == 1 and not world.events.contact_begin
    world.step(DT)
    assert len(world.events) == 0
    world.pre_solve = None
    world.step(DT)
    (begun,) = world.events.contact_begin
    assert {begun.body_a, begun.body_b} == {ground, box} and len(world.events) == 1
    run(world, 60)
    assert box.position.y == pytest.approx(0.5, abs=0.01)


def test_nothing_is_left_of_a_contact_that_is_off():
    """Points that stayed in use would act in a manifold that has fewer of them later."""
    world, _ = with_ground()
    rng = np.random.default_rng(7)
    for k in range(12):
        world.add_body(shape=CUBE, position=(1.5 * k, 0.6, 0), orientation=rng.normal(size=4), can_sleep=False)
    manifold, info = world._arrays.contacts.manifold, world._arrays.contacts.info
    points = MANIFOLD.POINT + MANIFOLD.POINT_STRIDE * np.arange(MANIFOLD.POINT_CAPACITY)

    def at_random(contacts):
        contacts["enabled"] = rng.uniform(size=len(contacts)) < 0.7

    world.pre_solve = at_random
    seen = set()
    for _ in range(120):
        world.step(DT)
        used = manifold[:, points + MANIFOLD.POINT_USED].sum(axis=1)
        np.testing.assert_array_equal(used[1:30], info[1:30, CONTACT.COUNT])
        seen |= set(used[1:30].tolist())
    assert {0, 1, 4} <= seen


def test_a_contact_that_is_off_wakes_nobody():
    world, _ = with_ground()
    sleeper = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    run(world, 90)
    assert not sleeper.awake
    ball = world.add_body(shape=BALL, position=(0, 3, 0))

    def ghost(contacts):
        contacts["enabled"] &= (contacts["body_a"] != ball.id) & (contacts["body_b"] != ball.id)

    world.pre_solve = ghost
    run(world, 60)
    assert ball.position.y < -1 and not sleeper.awake


def test_friction_of_one_step():
    """A box slides with the friction that is written, and with its own again afterwards: dv = mu g t."""
    world, _ = with_ground()
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0), velocity=(5, 0, 0), friction=0.5)
    ground = world.body(1)
    ground.friction = 0.5

    def smooth(contacts):
        assert (np.abs(contacts["friction"] - 0.5) < 1e-6).all(), "its own value is offered in every step"
        contacts["friction"] = 0.1

    world.pre_solve = smooth
    run(world, 30)
    assert box.velocity.x == pytest.approx(5 - 0.1 * 9.81 * 0.5, abs=0.02)
    before, world.pre_solve = box.velocity.x, None
    run(world, 30)
    assert box.velocity.x == pytest.approx(before - 0.5 * 9.81 * 0.5, abs=0.05)


def test_restitution_of_one_step():
    world, _ = with_ground()
    ball = world.add_body(shape=BALL, position=(0, 2.5, 0), restitution=0.0)
    world.pre_solve = lambda contacts: contacts.__setitem__("restitution", 0.8)
    fastest = 0.0
    for _ in range(90):
        world.step(DT)
        fastest = max(fastest, ball.velocity.y)
    assert fastest == pytest.approx(0.8 * np.sqrt(2 * 9.81 * 2.0), rel=0.04)


def test_a_surface_velocity_of_one_step():
    world, ground = with_ground()
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0))

    def belt(contacts):
        contacts["surface_velocity"] = np.where(contacts["body_b"] == box.id, 1.0, -1.0)[:, None] * (1.5, 0, 0)

    world.pre_solve = belt
    run(world, 60)
    assert box.velocity.x == pytest.approx(1.5, abs=0.01)
    world.pre_solve = None
    run(world, 60)
    assert box.velocity.x == pytest.approx(0, abs=0.01)


def test_a_compiled_function_does_the_same():
    @numba.njit
    def compiled(contacts):
        for i in range(len(contacts)):
            if contacts[i]["velocity"][0] > 0.0 or contacts[i]["separation"] > 0.015:
                contacts[i]["friction"] = 0.05
            if contacts[i]["normal"][1] > 0.9:
                contacts[i]["enabled"] = False

    def play(callback):
        world, _ = with_ground()
        rng = np.random.default_rng(2)
        for _ in range(20):
            world.add_body(shape=CUBE, position=rng.uniform((-2, 1, -2), (2, 6, 2)), velocity=rng.normal(size=3))
        world.pre_solve = callback
        run(world, 60)
        return world.state_hash()

    assert play(compiled) == play(compiled.py_func) != play(None)


# ---- Errors and locks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["contact_filter", "pre_solve"])
def test_callbacks_must_be_functions(name):
    with pytest.raises(TypeError, match=f"{name} must be a function or None, got 7"):
        setattr(World(), name, 7)


def failing(world, name, error):
    def callback(*_):
        setattr(world, name, None)
        raise error

    setattr(world, name, callback)


@pytest.mark.parametrize("name", ["contact_filter", "pre_solve"])
def test_a_callback_that_raises_leaves_a_finished_step(name):
    """The world is the same as one whose callback does nothing; the error comes out of `step`."""

    def make():
        world, _ = with_ground()
        for y in range(3):
            world.add_body(shape=CUBE, position=(0, 0.5 + y, 0))
        return world

    plain, world = make(), make()
    failing(world, name, ZeroDivisionError("a mistake"))
    ran = []
    world.schedule(lambda: ran.append(world.step_count), after_steps=1)
    with pytest.raises(ZeroDivisionError, match="a mistake"):
        world.step(DT)
    assert world.step_count == 1 and ran == [1] and len(world.events.contact_begin) == 3
    plain.schedule(lambda: None, after_steps=1)
    plain.step(DT)
    assert world.state_hash() == plain.state_hash()
    run(world, 30)
    run(plain, 30)
    assert world.state_hash() == plain.state_hash()


def test_what_a_failing_callback_wrote_is_forgotten():
    world, _ = with_ground()
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0))

    def careless(contacts):
        contacts["enabled"] = False
        raise KeyError("lost")

    world.pre_solve = careless
    for _ in range(60):
        with pytest.raises(KeyError, match="lost"):
            world.step(DT)
    assert box.position.y == pytest.approx(0.5, abs=0.01) and world.step_count == 60


@pytest.mark.parametrize(
    ("key", "value"), [("friction", -0.1), ("friction", 11), ("restitution", 1.5), ("surface_velocity", np.nan)]
)
def test_values_out_of_range_are_refused_in_words(key, value):
    world, _ = with_ground()
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    world.pre_solve = lambda contacts: contacts.__setitem__(key, value)
    with pytest.raises(ValueError, match=f"{key} that pre_solve wrote must be between"):
        world.step(DT)
    assert np.isfinite(box.position).all() and len(world.contacts()) == 4


DEEDS = {
    "add": (lambda w, b: w.add_body(shape=CUBE), "added"),
    "remove": (lambda w, b: w.remove_body(b), "removed"),
    "shape": (lambda w, b: b.add_shape(BALL), "shapes"),
    "kind": (lambda w, b: setattr(b, "kind", BodyKind.STATIC), "kind"),
    "move": (lambda w, b: setattr(b, "position", (0, 9, 0)), "moved"),
    "write": (lambda w, b: w.write([b], velocity=[(0, 0, 0)]), "moved"),
    "save": (lambda w, b: w.save_state(), "saved"),
    "step": (lambda w, b: w.step(DT), "step must not be called"),
}


@pytest.mark.parametrize("name", ["contact_filter", "pre_solve"])
@pytest.mark.parametrize("deed", DEEDS)
def test_bodies_do_not_come_and_go_in_the_middle_of_a_step(name, deed):
    world, _ = with_ground()
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    act, text = DEEDS[deed]

    def callback(*_):
        act(world, box)
        return True

    setattr(world, name, callback)
    with pytest.raises(RuntimeError, match=text):
        world.step(DT)
    setattr(world, name, None)
    assert len(world.bodies) == 2 and len(box.parts) == 1 and box.kind == BodyKind.DYNAMIC
    act(world, box)  # the lock is gone


def test_impulses_are_allowed():
    world, _ = with_ground()
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0))

    def trampoline(contacts):
        for number in contacts["body_a"]:
            body = world.body(int(number))
            body.apply_impulse((0, 5 * body.mass, 0))
        contacts["enabled"] = False

    world.pre_solve = trampoline
    world.step(DT)
    assert box.velocity.y == pytest.approx(5, abs=0.5)


def test_states_bring_the_callbacks_back():
    world, _ = with_ground()
    world.add_body(shape=CUBE, position=(0, 2, 0))
    world.pre_solve = switch_all_off
    world.contact_filter = lambda a, b: True
    both, state = world.contact_filter, world.save_state()
    run(world, 60)
    after = world.state_hash()
    world.load_state(state)
    world.pre_solve = world.contact_filter = None
    run(world, 60)
    assert world.state_hash() != after
    world.load_state(state)
    assert world.pre_solve is switch_all_off and world.contact_filter is both
    run(world, 60)
    assert world.state_hash() == after

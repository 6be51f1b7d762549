import math
from types import SimpleNamespace

import pytest

from app.sound import collisions as module
from app.sound.collisions import Collisions, loudness, voices_of
from physics.vector import Vec3

HERE = Vec3(0.0, 0.0, -4.0)


def body(material: str, mass: float):
    return SimpleNamespace(mass=mass, parts=(SimpleNamespace(material=material),), alive=True)


def hit(impulse=50.0, a=("wood", 10.0), b=("concrete", math.inf), position=HERE):
    return SimpleNamespace(body_a=body(*a), body_b=body(*b), impulse=impulse, speed=3.0, position=position)


class Events:
    """What `StepEvents` tells of hits."""

    def __init__(self, *hits):
        self.hits = sorted(hits, key=lambda one: -one.impulse)

    def __len__(self):
        return len(self.hits)

    def hardest_hits(self, count, *, speed=0.0):
        return tuple(self.hits[:count])


@pytest.fixture
def collisions(stage):
    stage.said = []
    play = stage.play
    stage.play = lambda name, place, gain=1.0, **options: (
        stage.said.append((name, gain)) or play(name, place, gain, **options)
    )
    return Collisions(stage)


def said(collisions):
    return collisions._stage.said


def test_a_larger_impulse_is_louder_up_to_a_limit():
    values = [loudness(impulse) for impulse in (0.0, 0.1, 1.0, 10.0, 100.0, 1e6)]
    assert values == sorted(values) and values[0] == 0.0 and values[-1] == 1.0 and values[3] < 0.5
    assert loudness(-1.0) == 0.0


@pytest.mark.parametrize(
    ("a", "b", "voices"),
    [
        (("wood", 10.0), ("concrete", math.inf), [("wood", "middle"), ("concrete", "large")]),
        (("concrete", math.inf), ("wood", 10.0), [("wood", "middle"), ("concrete", "large")]),
        (("steel", 1.0), ("grass", math.inf), [("grass", "small"), ("steel", "small")]),
        (("rubber", 100.0), ("asphalt", math.inf), [("rubber", "large")]),
        (("brick", 3.5), ("brick", 3.6), [("brick", "middle")]),
        (("glass", 5.0), ("steel", 50.0), [("glass", "middle"), ("steel", "large")]),
        (("what?", 5.0), ("default", math.inf), [("default", "middle")]),
    ],
)
def test_who_is_heard(a, b, voices):
    assert [(material, size) for material, size, _ in voices_of(hit(a=a, b=b))] == voices


def test_on_grass_steel_hardly_rings():
    shares = {material: share for material, _, share in voices_of(hit(a=("steel", 5.0), b=("grass", math.inf)))}
    assert shares["steel"] < 0.4 * shares["grass"]


def test_a_hit_is_played_by_material(collisions):
    collisions.step(Events(hit(a=("steel", 500.0))))
    assert said(collisions)[0][0].startswith("impact/steel/huge/")


def test_a_soft_touch_is_not_heard(collisions):
    collisions.step(Events(hit(impulse=0.001)))
    assert said(collisions) == [] and collisions.rumble < 1e-3


def test_a_falling_wall_is_a_rumble_and_not_two_hundred_clicks(collisions):
    for _ in range(60):  # one second, twelve hits in each step
        collisions.step(Events(*(hit(5.0 + k, ("brick", 4.0), ("brick", 4.0)) for k in range(12))))
    assert 5 <= len(said(collisions)) <= module.BURST + 60 * module.PER_STEP
    assert collisions._stage.active_loops["rumble"][1] > 0.3
    for _ in range(120):
        collisions.step(Events())
    assert "rumble" not in collisions._stage.active_loops, "it dies away"


def test_single_hits_make_no_rumble(collisions):
    for _ in range(10):
        collisions.step(Events(hit()))
        for _ in range(30):
            collisions.step(Events())
    assert len(said(collisions)) == 20 and "rumble" not in collisions._stage.active_loops


def test_a_much_harder_hit_is_heard_at_once(collisions):
    collisions.step(Events(hit(5.0)))
    before = len(said(collisions))
    collisions.step(Events(hit(5.0)))
    assert len(said(collisions)) == before
    collisions.step(Events(hit(100.0)))
    assert len(said(collisions)) > before


def test_the_rumble_is_where_it_falls(collisions):
    place = Vec3(20.0, 1.0, 3.0)
    for _ in range(30):
        collisions.step(Events(*(hit(50.0, position=place) for _ in range(12))))
    assert collisions._stage.active_loops["rumble"][0] == pytest.approx(place, abs=0.1)


def test_figures_and_wheels_are_quiet_unless_they_are_hit_hard(collisions):
    one = hit(50.0)
    collisions.step(Events(one), quiet=(one.body_a,))
    assert said(collisions) == []
    one.impulse = 500.0
    collisions.step(Events(one), quiet=(one.body_a,))
    assert said(collisions)


def test_clear_forgets(collisions):
    collisions.rumble = 3.0
    collisions.clear()
    collisions.step(Events())
    assert collisions.rumble == 0.0 and collisions._stage.active_loops == {}

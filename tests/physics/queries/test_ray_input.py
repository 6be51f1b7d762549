"""Bad rays: each is refused in words, and the world stays as it was."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapePlane, ShapeSphere, World

BALL = ShapeSphere(radius=0.5)
NAN = math.nan
BAD_RAYS = {
    "origin NaN": (dict(origin=(0, NAN, 0)), ValueError, "origin must be 3 finite numbers, got"),
    "origin infinite": (dict(origin=(0, math.inf, 0)), ValueError, "origin must be 3 finite"),
    "origin short": (dict(origin=(0, 1)), ValueError, "origin must be 3 numbers, got 2"),
    "origin text": (dict(origin="abc"), TypeError, "origin must be 3 numbers"),
    "origin none": (dict(origin=None), TypeError, "origin must be 3 numbers"),
    "direction zero": (dict(direction=(0, 0, 0)), ValueError, "direction must not be zero.*give a direction such as"),
    "direction tiny": (dict(direction=(1e-12, 0, 0)), ValueError, "direction must not be zero"),
    "direction NaN": (dict(direction=(NAN, 0, 0)), ValueError, "direction must be 3 finite"),
    "direction long": (dict(direction=np.zeros(4)), ValueError, "direction must be 3 numbers"),
    "direction of text": (dict(direction=("1", 0, 0)), TypeError, r"direction\[0\] must be a number"),
    "distance zero": (dict(max_distance=0.0), ValueError, "max_distance must be finite and > 0 m, got 0.0"),
    "distance negative": (dict(max_distance=-1), ValueError, "max_distance must be finite and > 0 m, got -1"),
    "distance infinite": (dict(max_distance=math.inf), ValueError, "max_distance must be finite"),
    "distance NaN": (dict(max_distance=NAN), ValueError, "max_distance must be finite"),
    "distance none": (dict(max_distance=None), TypeError, "max_distance must be a number"),
    "mask negative": (dict(mask=-1), ValueError, "mask must be a whole number between 0 and"),
    "mask wide": (dict(mask=1 << 32), ValueError, "mask must be.*for all bits use 0xFFFFFFFF"),
    "mask float": (dict(mask=1.0), TypeError, "mask must be a whole number"),
    "ignore number": (dict(ignore=3), TypeError, "ignore must be a body or several bodies, got 3"),
    "ignore none": (dict(ignore=None), TypeError, "ignore must be a body or several bodies, got None"),
    "ignore text": (dict(ignore="ball"), TypeError, "ignore must be a body or several bodies, got 'ball'"),
    "ignore numbers": (dict(ignore=[1]), TypeError, "body must be a Body, got 1"),
}
BAD_BATCHES = {
    "lengths differ": (
        dict(origins=np.zeros((3, 3))),
        ValueError,
        r"origins must have the shape \[2, 3\], got \(3, 3\)",
    ),
    "flat": (dict(directions=np.ones(3)), ValueError, r"directions must have the shape \[n, 3\], got \(3,\)"),
    "too wide": (dict(directions=np.ones((2, 4))), ValueError, r"directions must have the shape \[n, 3\]"),
    "ragged": (dict(directions=[(1, 2, 3), (1, 2)]), TypeError, "directions must be an array of numbers"),
    "text": (dict(origins=[("a", "b", "c")] * 2), TypeError, "origins must be an array of numbers"),
    "none": (dict(origins=None), TypeError, "origins must be an array of numbers"),
    "bits": (dict(directions=np.ones((2, 3), bool)), TypeError, "directions must be an array of numbers"),
    "NaN": (
        dict(origins=[(0, 0, 0), (0, NAN, 0)]),
        ValueError,
        r"origins\[1\] must be 3 finite numbers, got \[0.0, nan",
    ),
    "zero": (dict(directions=[(1, 0, 0), (0, 0, 0)]), ValueError, r"directions\[1\] must not be zero"),
    "distance": (dict(max_distance=-2.0), ValueError, "max_distance must be finite and > 0 m"),
}


def row():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), position=(0, -2, 0))
    return world, world.add_body(shape=BALL, position=(3, 0, 0))


@pytest.mark.parametrize("label", BAD_RAYS)
def test_a_bad_ray_is_refused_in_words_and_changes_nothing(label):
    options, error, message = BAD_RAYS[label]
    world, _ = row()
    before = world.state_hash()
    for cast in (world.ray_cast, world.ray_cast_all):
        with pytest.raises(error, match=message):
            cast(**{"origin": (0, 0, 0), "direction": (1, 0, 0), **options})
    assert world.state_hash() == before


@pytest.mark.parametrize("label", BAD_BATCHES)
def test_a_bad_batch_is_refused_in_words_and_changes_nothing(label):
    options, error, message = BAD_BATCHES[label]
    world, _ = row()
    before = world.state_hash()
    with pytest.raises(error, match=message):
        world.ray_cast_batch(**{"origins": np.zeros((2, 3)), "directions": np.ones((2, 3)), **options})
    assert world.state_hash() == before


def test_bodies_of_other_worlds_and_removed_bodies_cannot_be_ignored():
    world, ball = row()
    other = World().add_body(shape=BALL, name="stranger")
    world.remove_body(ball)
    for ignore, message in ((other, "'stranger' is of another world"), ([ball], "was removed from its world")):
        for cast in (world.ray_cast, world.ray_cast_all):
            with pytest.raises(LookupError, match=message):
                cast((0, 0, 0), (1, 0, 0), ignore=ignore)
        with pytest.raises(LookupError, match=message):
            world.ray_cast_batch([(0, 0, 0)], [(1, 0, 0)], ignore=ignore)

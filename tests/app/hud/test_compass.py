"""The compass points where things are."""

import pytest

from app.hud import compass
from physics import Vec3
from play.places import Place
from tests.play.vehicles.carting import Yard


@pytest.mark.parametrize(
    ("way", "bearing", "word"),
    [
        ((0.0, 0.0, -3.0), 0.0, "north"),
        ((2.0, 5.0, 0.0), 90.0, "east"),
        ((0.0, 0.0, 1.0), 180.0, "south"),
        ((-1.0, 0.0, -1.0), 315.0, "northwest"),
    ],
)
def test_north_is_minus_z_and_east_plus_x(way, bearing, word):
    assert compass.bearing_of(Vec3(*way)) == pytest.approx(bearing)
    assert compass.word_of(bearing) == word and compass.word_of(359.0) == "north"


def test_turns_are_the_short_way_around():
    assert compass.turn_to(10.0, 350.0) == pytest.approx(20.0)
    assert compass.turn_to(350.0, 10.0) == pytest.approx(-20.0)


def test_signs_are_of_places_and_vehicles_but_not_of_the_one_that_is_driven():
    yard = Yard((1.9, 0.0, 0.0), (0.0, 0.0, 30.0))
    yard.game.places = (Place("Range", Vec3(-40.0, 0.0, 0.0), "target"),)
    found = compass.markers(yard.game, Vec3(0.0, 1.6, 0.0))
    assert [(sign.name, sign.icon) for sign in found] == [("Range", "target"), ("Cart 1", "car"), ("Cart 0", "car")]
    assert found[1].distance == pytest.approx(30.0) and found[1].bearing == pytest.approx(180.0)
    yard.press(enter=True)
    assert [sign.name for sign in compass.markers(yard.game, Vec3(0.0, 1.6, 0.0))] == ["Range", "Cart 1"]

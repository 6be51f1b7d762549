"""Names of bodies."""

from app.overlays.names import LABELS_MAX
from physics import ShapeSphere, World
from tests.app.overlays.showing import make_world, show


def test_names_are_at_their_bodies_and_numbers_stand_for_those_without():
    labels = dict(show(make_world(), "names").labels)
    assert labels.keys() == {"ground", "box", "#3", "ball"} and labels["ball"] == (-3.0, 6.0, 0.0)


def test_few_names_are_shown_of_a_large_world():
    world = World()
    world.add_bodies(position=[(2.0 * k, 1, 0) for k in range(100)], shape=ShapeSphere(0.5))
    assert len(show(world, "names").labels) == LABELS_MAX

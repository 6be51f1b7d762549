"""`pre_solve`: all points of a contact."""

import numpy as np

from physics import BodyKind, ShapeBox, ShapeMesh, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0


def test_every_point_of_a_contact_is_told():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=ShapeBox((0.5, 0.25, 1.0)), position=(3, 0.25, 0))
    world.add_body(shape=ShapeSphere(0.5), position=(0, 0.5, 0))
    seen = []
    world.pre_solve = lambda contacts: seen.append(contacts.copy())
    for _ in range(3):
        world.step(DT)
    by_count = {int(one["point_count"]): one for one in seen[-1]}
    assert sorted(by_count) == [1, 4]
    four, one = by_count[4], by_count[1]
    corners = {(round(x, 2), round(z, 2)) for x, _, z in four["positions"]}
    assert corners == {(2.5, -1.0), (2.5, 1.0), (3.5, -1.0), (3.5, 1.0)}
    assert np.abs(four["separations"]).max() < 0.01 and four["separations"].min() == four["separation"]
    np.testing.assert_array_equal(one["positions"][0], one["position"])
    assert not one["positions"][1:].any() and not one["separations"][1:].any()


def test_every_row_of_a_mesh_is_told_with_all_its_points():
    """A box in the corner of a mesh touches in two directions: a record for each."""
    world = World(gravity=(-5.0, -9.81, 0))
    corners = [(0, 0, -5), (0, 0, 5), (5, 0, 5), (5, 0, -5), (0, 5, -5), (0, 5, 5)]
    triangles = [(0, 1, 2), (0, 2, 3), (0, 4, 5), (0, 5, 1)]
    world.add_body(kind=BodyKind.STATIC, shape=ShapeMesh(corners, triangles))
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0.5, 0.5, 0))
    seen = []
    world.pre_solve = lambda contacts: seen.append(contacts.copy())
    for _ in range(5):
        world.step(DT)
    last = seen[-1]
    assert len(last) == 2 and sorted(np.abs(last["normal"]).round(2).tolist()) == [[0, 1, 0], [1, 0, 0]]
    told = {tuple(place.round(2)) for one in last for place in one["positions"][: one["point_count"]]}
    solved = {tuple(place.round(2)) for place in world.contacts()["position"]}
    assert told == solved and len(told) >= 6

import numpy as np
import pytest

from physics import Vec3, World
from physics.vector import rotate
from play.weapons.looks import rocket_look
from play.weapons.projectiles import ROCKET, ROCKET_TURN
from play.weapons.weapon import ALONG, Piece, build


def test_a_rocket_looks_as_long_as_it_is_and_its_surface_looks_outward():
    look = rocket_look()
    reach = ROCKET.half_height + ROCKET.radius
    assert look.positions[:, 2].min() == pytest.approx(-reach, abs=0.01)
    assert look.positions[:, 2].max() < reach + 0.04  # nozzle and fins are a little behind
    corners = look.positions[look.triangles].astype(float)
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6.0
    assert 0.005 < volume < 0.012  # > 0: counterclockwise from outside; a cylinder of its size has 0.0086 m^3
    assert np.allclose(np.linalg.norm(look.normals, axis=1), 1.0, atol=1e-5)


def test_a_rocket_lies_along_its_own_axis():
    assert abs(rotate(ROCKET_TURN, (0.0, 1.0, 0.0)).z) == pytest.approx(1.0)


def test_pieces_of_several_materials_make_one_body_with_the_mass_told():
    world = World()
    pieces = (Piece(ROCKET, (0.0, 0.0, 0.0), "steel", ALONG), Piece(ROCKET, (0.0, 0.3, 0.0), "wood"))
    body = build(world, pieces, Vec3(1.0, 2.0, 3.0), (0.0, 0.0, 0.0, 1.0), mass=2.5, velocity=(1.0, 0.0, 0.0), mask=0)
    assert body.mass == pytest.approx(2.5) and body.position == pytest.approx((1.0, 2.0, 3.0))
    assert [part.material for part in body.parts] == ["steel", "wood"] and body.velocity == (1.0, 0.0, 0.0)

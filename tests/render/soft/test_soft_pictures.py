"""Soft bodies in pictures: where they are, from both sides, with their shadows, between steps."""

import dataclasses

import numpy as np
import pytest
from handmade import make_rows, row
from pictures import Studio, look_from
from softs import ball, block, cloth, moved, rope

from physics.queries.snapshot import KIND
from render.frame import Frame, Lamp
from render.light import SUN_DIRECTION
from render.transforms import view_projection_matrix

SIZE = (480, 270)
CAMERA = look_from((0.0, 1.6, 7.0), (0.0, 1.0, 0.0))
GROUND = make_rows([row(KIND.PLANE, (0, 0, 0), (0, 0, 0))])


def frame(after=(), before=None, blend=1.0, camera=CAMERA, ground=GROUND, **options):
    """Soft bodies over the ground."""
    shots = [dataclasses.replace(ground, softs=tuple(softs)) for softs in (after if before is None else before, after)]
    return Frame(*shots, blend, camera, ("concrete",), **options)


def take(studio, *softs, **options):
    return studio.take(frame(softs, **options)).astype(int)


def at(picture, place, camera=CAMERA, reach=1):
    """Mean color around a place in the world."""
    clip = view_projection_matrix(camera, SIZE[0] / SIZE[1]) @ (*np.subtract(place, camera.position), 1.0)
    x, y = clip[:2] / clip[3]
    i, j = int((0.5 - 0.5 * y) * SIZE[1]), int((0.5 + 0.5 * x) * SIZE[0])
    return picture[i - reach : i + reach + 1, j - reach : j + reach + 1].reshape(-1, 3).mean(axis=0)


def changed(picture, other, threshold=12):
    return np.abs(picture - other).max(axis=2) > threshold


@pytest.fixture(scope="module")
def bare(studio):
    return take(studio)


@pytest.mark.parametrize(
    ("body", "inside", "outside"),
    [
        (cloth(wave=0.1), ((0.8, 0.8, 0.0), (-0.8, -0.8, 0.0), (0.0, 0.0, 0.0)), ((1.2, 0.0, 0.0), (0.0, 1.2, 0.0))),
        (rope(radius=0.08), ((-0.9, 0.0, 0.0), (0.9, 0.0, 0.0), (0.0, 0.05, 0.0)), ((0.0, 0.2, 0.0), (1.2, 0.0, 0.0))),
        (block(), ((0.4, 0.4, 0.5), (-0.4, -0.4, 0.5)), ((0.75, 0.0, 0.0), (0.0, 0.85, 0.0))),
        (ball(), ((0.0, 0.4, 0.0), (0.3, 0.3, 0.0), (-0.4, 0.0, 0.0)), ((0.45, 0.45, 0.0), (-0.45, 0.45, 0.0))),
    ],
    ids=["cloth", "rope", "jelly", "balloon"],
)
def test_a_soft_body_is_where_it_should_be(studio, bare, body, inside, outside):
    color = (0.9, 0.1, 0.6)
    picture = take(studio, moved(body, origin=(0.0, 1.2, 0.0), color=color), shadows=False)
    for place in inside:
        red, green, blue = at(picture, np.add(place, (0.0, 1.2, 0.0)))
        assert red > 1.5 * green and blue > 1.3 * green, place
    plain = take(studio, shadows=False)
    for place in outside:
        assert np.abs(at(picture, np.add(place, (0.0, 1.2, 0.0))) - at(plain, np.add(place, (0.0, 1.2, 0.0)))).max() < 3
    assert changed(picture, plain).sum() > 300


def test_both_sides_of_a_cloth_are_lit_as_they_stand_to_the_sun(studio):
    """A leaf that lies flat: its upper side is in the sun, whichever side of its triangles that is."""
    flat = cloth(color=(0.8, 0.8, 0.8))
    colors = []
    for turned in (1.0, -1.0):
        x, y, _ = flat.vertices.T
        leaf = moved(flat, np.column_stack((x, 0.0 * x, -turned * y)), origin=(0.0, 1.5, 0.0))
        cameras = [look_from(eye, (0.0, 1.5, 0.0)) for eye in ((0.0, 6.0, 4.0), (0.0, 0.3, 3.0))]
        colors.append([at(take(studio, leaf, camera=camera), (0.3, 1.5, 0.2), camera) for camera in cameras])
    (top, bottom), (other_top, other_bottom) = colors
    assert top.mean() > bottom.mean() + 25 > 40
    np.testing.assert_allclose(top, other_top, atol=4)
    np.testing.assert_allclose(bottom, other_bottom, atol=4)


def test_light_shines_through_thin_cloth_and_not_through_rubber(studio):
    """Seen from behind, with the sun on the other side."""
    camera = look_from(-5.0 * SUN_DIRECTION * (1, 0, 1) + (0.0, 1.5, 0.0), (0.0, 1.5, 0.0))
    away = SUN_DIRECTION * (1, 0, 1) / np.linalg.norm(SUN_DIRECTION * (1, 0, 1))
    plain = cloth(color=(0.8, 0.8, 0.8), origin=(0.0, 1.5, 0.0))
    x, y, _ = plain.vertices.T
    hung = moved(plain, np.column_stack((x * away[2], y, -x * away[0])))
    silk, rubber = (take(studio, moved(hung, material=some), camera=camera) for some in ("silk", "rubber"))
    assert at(silk, (0.0, 1.5, 0.0), camera).mean() > at(rubber, (0.0, 1.5, 0.0), camera).mean() + 15


@pytest.mark.parametrize("body", [cloth(), block(material="clay"), ball(), rope(radius=0.1), block()])
def test_a_soft_body_throws_a_shadow_on_the_ground(studio, bare, body):
    top = (0.0, 1.6, 0.0)
    spot = top - SUN_DIRECTION * (top[1] / SUN_DIRECTION[1])
    camera = look_from(spot + (0.0, 5.0, 4.0), spot)
    body = moved(body, origin=top)
    lit, shaded = take(studio, body, camera=camera, shadows=False), take(studio, body, camera=camera)
    assert at(shaded, spot, camera).mean() < 0.75 * at(lit, spot, camera).mean()


def test_a_soft_body_is_in_the_shadow_of_others(studio):
    rows = [row(KIND.PLANE, (0, 0, 0), (0, 0, 0)), row(KIND.BOX, (1, 0.05, 1), tuple(2.0 * SUN_DIRECTION + (0, 1, 0)))]
    body = cloth(color=(0.8, 0.8, 0.8))
    x, y, _ = (0.3 * body.vertices).T
    leaf = moved(body, np.column_stack((x, 0.0 * x, -y)), origin=(0.0, 1.0, 0.0))
    sunny = take(studio, leaf)
    shaded = take(studio, leaf, ground=make_rows(rows))
    assert at(shaded, (0.0, 1.0, 0.0)).mean() < 0.75 * at(sunny, (0.0, 1.0, 0.0)).mean()


@pytest.mark.parametrize("fast", [False, True])
def test_a_smooth_ball_does_not_shade_itself(context, fast):
    """Where the sun shines straight on it, it is as bright with shadows as without."""
    made = Studio(context, SIZE, fast=fast)
    camera = look_from(5.0 * SUN_DIRECTION + (0.0, 1.2, 0.0), (0.0, 1.2, 0.0))
    body = ball(material="clay", kind="solid", origin=(0.0, 1.2, 0.0), radius=0.8)
    shaded, lit = (take(made, body, camera=camera, shadows=some) for some in (True, False))
    assert np.abs(shaded - lit)[115:155, 220:260].max() <= 12
    made.renderer.release()


def test_between_two_steps_it_is_drawn_half_way(studio):
    old = block(half=0.3, origin=(-1.0, 1.2, 0.0), material="clay", color=(0.9, 0.1, 0.6))
    new = moved(old, origin=(1.0, 1.2, 0.0))
    for blend, x in ((0.0, -1.0), (0.5, 0.0), (1.0, 1.0)):
        picture = studio.take(frame([new], [old], blend, shadows=False)).astype(int)
        pink = picture[..., 0] - picture[..., 1] > 60
        assert pink.sum() > 200
        share = {place: float(at(pink[..., None], (place, 1.2, 0.3))[0]) for place in (-1.0, 0.0, 1.0)}
        assert share == {place: float(place == x) for place in share}


def test_a_torn_cloth_has_its_hole_at_once(studio):
    whole = cloth(origin=(0.0, 1.2, 0.0), color=(0.9, 0.1, 0.6))
    middle = np.abs(whole.vertices[whole.triangles].mean(axis=1)[:, :2]).max(axis=1) < 0.4
    torn = moved(whole, triangles=whole.triangles[~middle])
    pictures = [studio.take(frame([after], [before], 0.5, shadows=False)).astype(int)
                for before, after in ((whole, whole), (whole, torn), (torn, torn))]  # fmt: skip
    here = [at(picture, (0.0, 1.2, 0.0)) for picture in pictures]
    assert here[0][0] - here[0][1] > 60 > 20 > abs(here[1][0] - here[1][1])
    assert not changed(pictures[1], pictures[2]).any()


def test_none_costs_nothing(context):
    """No shader is made before there is a soft body, and no call is made when there is none any more."""
    made = Studio(context, SIZE, samples=0)
    plain = take(made)
    calls = made.renderer.draw_calls
    assert made.renderer._soft is None
    take(made, cloth(origin=(0, 1.2, 0)))
    assert made.renderer.draw_calls > calls and made.renderer.visible_count == 2
    soft = made.renderer._soft
    made.renderer._soft = None  # whoever used it now would make another
    assert not changed(take(made), plain, 0).any()
    assert made.renderer._soft is None and made.renderer.draw_calls == calls
    made.renderer._soft = soft
    made.renderer.release()
    assert context.error == "GL_NO_ERROR"


def test_what_is_out_of_sight_is_not_drawn(studio, bare):
    calls = studio.renderer.draw_calls
    behind = [block(k, origin=(0.0, 1.0, 500.0 + 3.0 * k)) for k in range(5)]
    assert not changed(take(studio, *behind, shadows=False), take(studio, shadows=False), 0).any()
    assert studio.renderer.visible_count == 1
    assert studio.renderer.draw_calls <= calls


def test_few_draw_calls_for_many(studio):
    many = [block(k, 0.05, 2, origin=(0.2 * (k % 20) - 2, 0.2 * (k // 20), 0.0)) for k in range(300)]
    many += [cloth(k, 0.2, 5, origin=(0.2 * (k % 20) - 2, 0.5, 1.0)) for k in range(300, 320)]
    take(studio)
    calls = studio.renderer.draw_calls
    take(studio, *many)
    assert studio.renderer.visible_count == 321
    assert studio.renderer.draw_calls - calls <= 6


def test_strain_goes_from_blue_over_green_to_red(studio):
    body = cloth(origin=(0.0, 1.2, 0.0))
    pulled = moved(body, strain=(0.15 * (body.vertices[:, 0] + 1.0)).astype(np.float32))
    plain = take(studio, pulled)
    picture = take(studio, pulled, strain=0.3)
    left, middle, right = (at(picture, (x, 1.2, 0.0)) for x in (-0.9, 0.0, 0.9))
    assert left.argmax() == 2 and middle.argmax() == 1 and right.argmax() == 0
    assert changed(picture, plain).any() and not changed(take(studio, pulled), plain, 0).any()
    jelly = take(studio, moved(block(), origin=(0.0, 1.2, 0.0)), strain=0.3)
    assert at(jelly, (0.0, 1.2, 0.5)).argmax() == 2


def test_wires_show_what_is_behind(studio):
    body = block(cells=3, origin=(0.0, 1.2, 0.0), material="clay")
    plain, wires = take(studio, wireframe=True), take(studio, body, wireframe=True)
    count = changed(wires, plain).sum()
    solid = changed(take(studio, body, shadows=False), take(studio, shadows=False)).sum()
    assert 200 < count < 0.8 * solid


def test_selected_soft_body_gets_an_outline(studio):
    bodies = [block(5, 0.4, origin=(-1.0, 1.2, 0.0), material="clay"), rope(6, origin=(1.5, 1.5, 0.0), radius=0.05)]
    plain = take(studio, *bodies)
    for body in bodies:
        picture = take(studio, *bodies, selected_soft=body.number)
        orange = (picture[..., 0] > 220) & (picture[..., 2] < 90) & changed(picture, plain, 30)
        columns = np.nonzero(orange)[1]
        side = np.sign(columns - 0.47 * SIZE[0]).mean() * np.sign(body.origin[0])
        assert len(columns) > 60 and side > 0.9, "all of it is around this one"
    assert not changed(take(studio, *bodies, selected_soft=99), plain, 0).any()


def test_lamps_light_soft_bodies(studio):
    body = ball(origin=(0.0, 1.2, 0.0), material="clay", kind="solid")
    lamp = Lamp((0.0, 1.2, 1.5), color=(0.2, 0.2, 3.0))
    dark, lit = take(studio, body), take(studio, body, lamps=(lamp,))
    assert (at(lit, (0.0, 1.2, 0.5)) - at(dark, (0.0, 1.2, 0.5)))[2] > 25


def test_jelly_lets_things_behind_it_show_and_clay_does_not(studio):
    rows = [row(KIND.PLANE, (0, 0, 0), (0, 0, 0)), row(KIND.BOX, (0.05, 1.0, 0.05), (0.0, 1.0, -1.5))]
    for material, least, most in (("jelly", 3, 255), ("clay", 0, 2)):
        body = block(origin=(0.0, 1.2, 0.0), material=material)
        with_post, without = take(studio, body, ground=make_rows(rows)), take(studio, body)
        assert least <= np.abs(at(with_post, (0.0, 1.2, 0.5)) - at(without, (0.0, 1.2, 0.5))).max() <= most


def test_jelly_shows_through_jelly_whichever_comes_first(studio):
    front, back = block(1, 0.3, origin=(0.0, 1.2, 0.5)), block(2, 0.6, origin=(0.0, 1.2, -1.0), color=(0.1, 0.1, 0.9))
    pictures = [take(studio, *some) for some in ((front, back), (back, front))]
    alone = take(studio, front)
    assert not changed(*pictures, 0).any()
    assert np.abs(at(pictures[0], (0.0, 1.2, 0.8)) - at(alone, (0.0, 1.2, 0.8))).max() > 5


def test_rigid_things_are_drawn_the_same_beside_soft_ones(studio):
    rows = make_rows([row(KIND.PLANE, (0, 0, 0), (0, 0, 0)), row(KIND.BOX, (0.3, 0.3, 0.3), (-2.5, 1.0, 0.0))])
    alone = take(studio, ground=rows, shadows=False)
    both = take(studio, ball(origin=(2.0, 1.0, 0.0)), ground=rows, shadows=False)
    half = SIZE[0] // 2
    assert not changed(alone[:, :half], both[:, :half], 0).any()
    assert not changed(take(studio, ground=rows, shadows=False), alone, 0).any()

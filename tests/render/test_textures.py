import numpy as np

from render.materials import LAYERS, LOOKS, color_of_name, look_of, material_table, see_through
from render.textures import SIZE, texture_layers


def test_textures_are_the_same_in_every_run():
    first = [layers.copy() for layers in texture_layers()]
    texture_layers.cache_clear()
    for before, after in zip(first, texture_layers(), strict=True):
        np.testing.assert_array_equal(before, after)


def test_textures_have_one_layer_for_each_look():
    for layers in texture_layers():
        assert layers.shape == (len(LAYERS), SIZE, SIZE, 4) and layers.dtype == np.uint8
    assert {look_of(name)[1] for name in LOOKS} == set(LAYERS)


def test_textures_tile_without_a_seam():
    """The step over the edge is no larger than steps inside are."""
    for layer in texture_layers()[0].astype(float):
        for axis in (0, 1):
            steps = np.abs(np.diff(layer, axis=axis)).mean(axis=(1 - axis, 2))
            seam = np.abs(np.take(layer, 0, axis) - np.take(layer, -1, axis)).mean()
            assert seam <= 1.5 * steps.max() + 1.0


def test_textures_differ():
    means = texture_layers()[0][..., :3].mean(axis=(1, 2))
    gaps = np.linalg.norm(means[:, None] - means[None], axis=-1) + 1000.0 * np.eye(len(means))
    assert gaps.min() > 4.0


def test_unknown_material_gets_a_color_of_its_own():
    table = material_table(("default", "wood", "cheese", "jelly"))
    assert table[2, 0] == table[0, 0] == LAYERS.index("default")
    assert not np.allclose(table[2, 4:7], table[3, 4:7])
    assert color_of_name("cheese") == color_of_name("cheese")
    assert all(0.0 <= value <= 1.0 for value in color_of_name("cheese"))


def test_no_material_at_all_is_the_default():
    assert material_table(()).shape == (1, 12)


def test_glass_is_seen_through_and_wood_is_not():
    np.testing.assert_array_equal(see_through(("glass", "wood")), (True, False))


def test_colors_before_a_name_color_its_look():
    red, plain = look_of("red paint"), look_of("paint")
    assert red[0].roughness == plain[0].roughness and red[1] == plain[1] == "default"
    assert red[0].color[0] > 5.0 * red[0].color[2] and plain[0].color == (1.0, 1.0, 1.0)
    assert look_of("blue cloth")[1] == "cloth", "pale textures stay"
    assert look_of("blue wood")[1] == "default", "brown ones would hide the color"
    assert look_of("red herring")[0].color == color_of_name("red herring")


def test_lamps_shine_and_nothing_else_does():
    table = material_table(("lamp", "tail lamp", "wood", "red paint"))
    assert (table[:2, 10] > 1.0).all() and (table[2:, 10] == 0.0).all()


def test_lawns_have_no_checker():
    np.testing.assert_array_equal(material_table(("concrete", "grass", "cheese"))[:, 11], (1.0, 0.0, 1.0))

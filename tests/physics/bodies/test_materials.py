"""Materials: names, values, and the friction of each pair."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from physics.bodies import materials
from physics.bodies.materials import HANDBOOK, HANDBOOK_PAIRS, Material, MaterialTable

NAMES = [material.name for material in HANDBOOK]
BAD_FRICTION = [-0.1, 10.1, math.nan, math.inf, -math.inf]


@pytest.fixture
def table():
    return MaterialTable()


def assert_matrix_is_consistent(table):
    """The matrix says, in float32, what `get_friction` says, and is symmetric."""
    matrix = table.friction
    assert matrix.dtype == np.float32
    assert matrix.flags.c_contiguous
    assert matrix.shape == (len(table), len(table))
    np.testing.assert_array_equal(matrix, matrix.T)
    for i, name_a in enumerate(table.names):
        for k, name_b in enumerate(table.names):
            assert matrix[i, k] == np.float32(table.get_friction(name_a, name_b))


def test_default_comes_first_and_neither_bounces_nor_rolls_hard(table):
    assert table.index("default") == 0
    assert table.density(0) == 1000.0
    assert table.restitution(0) == 0.0
    assert table.rolling_friction(0) == 0.0
    assert table.get_friction("default", "default") == 0.6


def test_handbook_names(table):
    expected = ["default", "wood", "iron", "steel", "rubber", "ice", "stone", "concrete", "glass", "leather", "plastic"]
    assert table.names == tuple(expected)
    assert [table.index(name) for name in expected] == list(range(len(expected)))
    assert "wood" in table
    assert "wod" not in table
    assert None not in table


@pytest.mark.parametrize(
    ("name_a", "name_b", "value"),
    [
        ("steel", "steel", 0.6),
        ("wood", "wood", 0.4),
        ("rubber", "concrete", 0.9),
        ("ice", "ice", 0.05),
        ("ice", "steel", 0.03),
        ("glass", "glass", 0.9),
        ("wood", "leather", 0.4),
        ("leather", "iron", 0.6),
        ("rubber", "ice", 0.15),
    ],
)
def test_handbook_pairs_hold_in_either_order(table, name_a, name_b, value):
    assert table.get_friction(name_a, name_b) == table.get_friction(name_b, name_a) == value
    assert table.friction[table.index(name_a), table.index(name_b)] == np.float32(value)


def test_pairs_without_entry_are_the_geometric_mean(table):
    assert table.get_friction("default", "wood") == math.sqrt(0.6 * 0.4)
    assert table.get_friction("glass", "rubber") == math.sqrt(0.9 * 1.0)


def test_handbook_is_sound(table):
    assert_matrix_is_consistent(table)
    assert all(name_a != name_b and (name_b, name_a) not in HANDBOOK_PAIRS for name_a, name_b in HANDBOOK_PAIRS)
    assert {name for pair in HANDBOOK_PAIRS for name in pair} <= set(NAMES)
    assert (table.friction > 0.0).all()
    assert (table.friction <= 1.2).all()
    assert (table.friction[table.index("ice")] < 0.3).all()


def test_unknown_material_lists_the_names_and_guesses(table):
    with pytest.raises(ValueError) as caught:
        table.index("wod")
    assert str(caught.value) == (
        "unknown material 'wod'; choose one of: default, wood, iron, steel, rubber, ice, stone, concrete, glass, "
        "leather, plastic; did you mean 'wood'?"
    )
    with pytest.raises(ValueError, match="did you mean 'rubber'"):
        table.index(" Rubber")
    with pytest.raises(ValueError) as caught:
        table.index("unobtainium")
    assert str(caught.value).endswith("plastic")
    with pytest.raises(ValueError):
        table.index("x" * 100_000)


@pytest.mark.parametrize("name", [None, 3, 1.0, b"wood", ["wood"], {}], ids=repr)
def test_names_are_strings(table, name):
    with pytest.raises(TypeError, match="material must be the name of one"):
        table.index(name)
    with pytest.raises(TypeError, match="name of a material must be a string"):
        table.add(name, 1.0, 0.5, 0.5)


def test_setting_a_pair_leaves_all_others_alone(table):
    before = table.friction.copy()
    table.set_friction("rubber", "ice", 0.25)
    assert table.get_friction("ice", "rubber") == 0.25
    changed = np.argwhere(before != table.friction).tolist()
    assert sorted(changed) == sorted([[4, 5], [5, 4]])
    assert_matrix_is_consistent(table)


def test_setting_a_material_with_itself_changes_its_derived_pairs_only(table):
    table.set_friction("rubber", "rubber", 0.5)
    assert table.get_friction("rubber", "rubber") == 0.5
    assert table.get_friction("default", "rubber") == math.sqrt(0.6 * 0.5)
    assert table.get_friction("rubber", "concrete") == 0.9
    assert_matrix_is_consistent(table)


@pytest.mark.parametrize("value", BAD_FRICTION)
def test_friction_out_of_range_is_refused_and_changes_nothing(table, value):
    with pytest.raises(ValueError, match="friction must be between 0 and 10, got"):
        table.set_friction("wood", "ice", value)
    with pytest.raises(ValueError, match="friction must be between 0 and 10, got"):
        table.add("tar", 1000.0, value, 0.0)
    assert table.outline() == MaterialTable().outline()


@pytest.mark.parametrize("value", ["1", None, True, 1j, [1.0]], ids=repr)
def test_friction_is_a_number(table, value):
    with pytest.raises(TypeError, match="friction must be a number"):
        table.set_friction("wood", "ice", value)
    with pytest.raises(TypeError, match="friction must be a number"):
        table.add("tar", 1000.0, value, 0.0)
    assert table.outline() == MaterialTable().outline()


def test_unknown_names_change_nothing(table):
    with pytest.raises(ValueError, match="unknown material 'wod'"):
        table.set_friction("wood", "wod", 0.5)
    assert table.outline() == MaterialTable().outline()


def test_limits_of_friction_are_allowed(table):
    table.set_friction("wood", "ice", 0)
    table.set_friction("steel", "steel", 10)
    assert table.get_friction("wood", "ice") == 0.0
    assert table.get_friction("steel", "steel") == 10.0
    assert_matrix_is_consistent(table)


def test_added_material_gets_the_next_index_and_derived_friction(table):
    row = table.add("tar", 1100, 2, 0.05, rolling_friction=0.3)
    assert row == table.index("tar") == len(NAMES)
    assert (table.density(row), table.restitution(row), table.rolling_friction(row)) == (1100.0, 0.05, 0.3)
    assert table.get_friction("tar", "wood") == math.sqrt(2.0 * 0.4)
    assert_matrix_is_consistent(table)
    table.set_friction("tar", "wood", 3.0)
    assert table.get_friction("wood", "tar") == 3.0
    assert_matrix_is_consistent(table)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("wood", 700, 0.4, 0.3), "material 'wood' exists already"),
        (("", 700, 0.4, 0.3), "must not be empty"),
        (("  ", 700, 0.4, 0.3), "must not be empty"),
        (("tar", 0, 0.4, 0.3), "density must be between 0.001 and"),
        (("tar", math.nan, 0.4, 0.3), "density must"),
        (("tar", 700, 0.4, 1.01), "restitution must be between 0 and 1, got 1.01"),
        (("tar", 700, 0.4, -0.1), "restitution must"),
        (("tar", 700, 0.4, 0.3, -1.0), "rolling_friction must be between 0 and 10"),
        (("tar", 700, 0.4, 0.3, math.inf), "rolling_friction must"),
    ],
)
def test_bad_materials_are_refused_and_change_nothing(table, arguments, message):
    with pytest.raises(ValueError, match=message):
        table.add(*arguments)
    assert table.outline() == MaterialTable().outline()
    assert table.friction.shape == (len(NAMES), len(NAMES))


def test_full_table_refuses_more(table, monkeypatch):
    monkeypatch.setattr(materials, "MATERIALS_MAX", len(NAMES) + 1)
    table.add("tar", 1000.0, 0.5, 0.0)
    with pytest.raises(ValueError, match="at most 12 materials"):
        table.add("honey", 1000.0, 0.5, 0.0)


def test_outlines_are_equal_when_all_values_are(table):
    assert table.outline() == MaterialTable().outline()
    table.set_friction("wood", "ice", 0.07)
    assert table.outline() != MaterialTable().outline()


def test_going_back_forgets_what_came_later(table):
    table.add("tar", 1100, 2.0, 0.05)
    saved = table.save()
    assert table.save() is saved, "nothing changed, so states share it"
    table.set_friction("wood", "tar", 1.0)
    table.add("honey", 1400, 0.5, 0.0)
    assert table.save() is not saved
    table.load(saved)
    assert table.get_friction("wood", "tar") == math.sqrt(0.4 * 2.0)
    assert "honey" not in table and table.names[-1] == "tar"
    assert_matrix_is_consistent(table)


names = st.sampled_from([*NAMES, "tar"])
changes = st.lists(st.tuples(names, names, st.floats(0.0, 10.0)), max_size=20)


@given(changes)
def test_state_restores_every_bit(steps):
    table = MaterialTable()
    table.add("tar", 1 / 3, 1 / 7, 1 / 9, 1 / 11)
    for name_a, name_b, value in steps:
        table.set_friction(name_a, name_b, value)
    assert_matrix_is_consistent(table)
    restored = MaterialTable()
    restored.load(table.save())
    assert restored.outline() == table.outline()
    assert restored.friction.tobytes() == table.friction.tobytes()


def test_state_does_not_depend_on_the_order_of_changes(table):
    other = MaterialTable()
    table.set_friction("default", "ice", 0.1)
    table.set_friction("default", "wood", 0.2)
    other.set_friction("wood", "default", 0.2)
    other.set_friction("ice", "default", 0.1)
    assert table.outline() == other.outline() and repr(table.outline()) == repr(other.outline())


def test_material_is_a_checked_value():
    assert Material("tar", 1000, 1, 0).density == 1000.0
    assert type(Material("tar", 1000, 1, 0).density) is float
    with pytest.raises(ValueError, match="restitution must be between 0 and 1, got 2; 1 keeps all speed, 0 none"):
        Material("tar", 1000, 1, 2)

import pytest

from play.weapons import registry
from play.weapons.weapon import Weapon


def test_all_weapons_are_found_in_order():
    weapons = registry.load_all()
    assert [weapon.name for weapon in weapons.values()][:4] == ["constructor", "rocket launcher", "flail", "grab tool"]
    assert list(weapons) == sorted(weapons) and all(number == weapon.number for number, weapon in weapons.items())


@pytest.mark.parametrize("weapon", registry.load_all().values(), ids=lambda weapon: weapon.name)
def test_a_weapon_has_what_a_player_needs(weapon):
    assert weapon.name == weapon.name.lower() and weapon.help.endswith(".")
    assert weapon.key, "without a key only the wheel draws it; say key='...'"
    assert weapon.pieces and weapon.mass > 0.0


@pytest.mark.parametrize(("number", "told"), [(1, "got 1 for the spoon, which is the constructor"), (0, "got 0")])
def test_a_number_is_given_once(number, told):
    registry.load_all()
    with pytest.raises(ValueError, match=told):

        @registry.weapon(number=number, name="spoon", help="Stir.")
        class Spoon(Weapon):
            """No weapon."""

    assert all(weapon.name != "spoon" for weapon in registry.load_all().values())

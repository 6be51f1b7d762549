"""All weapons by number. A weapon registers itself beside its class; every file of this folder is looked at."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from typing import TypeVar

import play.weapons
from play.weapons.weapon import Weapon

AnyWeapon = TypeVar("AnyWeapon", bound=type[Weapon])

_WEAPONS: dict[int, type[Weapon]] = {}


def weapon(
    *, number: int, name: str, help: str, key: str = "", icon: str = "crosshair", charge_word: str = ""
) -> Callable[[AnyWeapon], AnyWeapon]:
    """Register a class as a weapon; the arguments become its attributes.

    Args:
        number: Its place among the weapons, from 1 on, and what `Controls.weapon` calls it.
        name: What it is called, in lower case, such as "rocket launcher".
        help: How to use it, in sentences; `[fire]` stands for the key of the action "fire", and so on.
        key: The key that draws it, as is printed on it; the number, if that has one digit.
        icon: What the display shows for it, one of `app.fonts.ICONS`.
        charge_word: What `Weapon.charge` tells, such as "power"; "" if it tells nothing.

    Raises:
        ValueError: The number is below 1, or that of another weapon.
    """

    def register(kind: AnyWeapon) -> AnyWeapon:
        taken = _WEAPONS.get(number)
        if number < 1 or taken is not None:
            told = f", which is the {taken.name}" if taken is not None else ""
            raise ValueError(f"number of a weapon must be at least 1 and free, got {number} for the {name}{told}")
        kind.number, kind.name, kind.help = number, name, help
        kind.icon, kind.charge_word = icon, charge_word
        kind.key = key or (str(number) if number < 10 else "")
        _WEAPONS[number] = kind
        return kind

    return register


def load_all() -> Mapping[int, type[Weapon]]:
    """All weapons by number, in order."""
    for module in pkgutil.iter_modules(play.weapons.__path__):
        importlib.import_module(f"play.weapons.{module.name}")
    return dict(sorted(_WEAPONS.items()))

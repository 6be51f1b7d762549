"""Weapons: one action for each that is registered, and those that change from one to another."""

from collections.abc import Callable

from app.actions.context import Context
from app.actions.registry import action
from play.controls import WEAPON_NEXT, WEAPON_NONE, WEAPON_PREVIOUS
from play.weapons import registry


def _draw(number: int) -> Callable[[Context], None]:
    """What draws a weapon."""

    def draw(context: Context) -> None:
        context.shell.report(context.shell.player.pulse("weapon", number))

    return draw


def key_names(key: str) -> tuple[str, ...]:
    """Inputs of a key of a weapon: a digit is also that of the keypad."""
    return (f"_{key}", f"NUM_{key}") if key.isdecimal() else (key,) if key else ()


for _number, _weapon in registry.load_all().items():
    action(
        f"weapon_{_number}", keys=key_names(_weapon.key), group="Playing", help=_weapon.name.capitalize(), mode="avatar"
    )(_draw(_number))


@action("weapon_none", keys=("_0", "NUM_0"), group="Playing", help="Put the weapon away", mode="avatar")
def weapon_none(context: Context) -> None:
    """Empty the hand."""
    context.shell.report(context.shell.player.pulse("weapon", WEAPON_NONE))


@action(
    "weapon_next", keys=("WHEEL_DOWN", "PAD_RIGHT_SHOULDER"), group="Playing",
    help="Next weapon; wheel: grabbed object closer", mode="avatar",
)  # fmt: skip
def weapon_next(context: Context) -> None:
    """Draw the next weapon; the wheel pulls what is grabbed nearer instead."""
    _change(context, WEAPON_NEXT, -context.wheel)


@action(
    "weapon_previous", keys=("WHEEL_UP", "PAD_LEFT_SHOULDER"), group="Playing",
    help="Previous weapon; wheel: grabbed object farther", mode="avatar",
)  # fmt: skip
def weapon_previous(context: Context) -> None:
    """Draw the previous weapon; the wheel pushes what is grabbed away instead."""
    _change(context, WEAPON_PREVIOUS, context.wheel)


def _change(context: Context, wish: int, notches: float) -> None:
    player = context.shell.player
    if notches and player.game.grabbing:
        player.reach(notches)
    elif not notches or player.game.vehicle is None:
        context.shell.report(player.pulse("weapon", wish))

"""What pyglet leaves to do about keys: symbols that do not depend on Shift, lost releases, typing."""

import ctypes

import pyglet
from pyglet.window import key as keys

MODIFIER_NAMES = ((keys.MOD_CTRL, "CTRL"), (keys.MOD_ALT, "ALT"), (keys.MOD_SHIFT, "SHIFT"))
MODIFIER_KEYS = {"LCTRL", "RCTRL", "LSHIFT", "RSHIFT", "LALT", "RALT"}
EDITING = frozenset("ACVXYZ")  # with Ctrl, these belong to a text field


def tell_plain_symbols(window: pyglet.window.Window) -> None:
    """Make a window of X11 tell the symbol of a key without Shift, as the windows of other systems do.

    As it is, Shift+Period is told as Greater, and if Shift goes up first, its release as that of Period: then pyglet
    takes Greater for held, and leaves out its next press.
    """
    if not hasattr(window, "_event_text_symbol"):
        return
    from pyglet.libs.x11 import xlib

    original = window._event_text_symbol

    def plain(event: "xlib.XEvent") -> tuple[str | None, int | None]:
        text, symbol = original(event)
        base = xlib.XLookupKeysym(ctypes.byref(event.xkey), 0)
        is_character = symbol is not None and 0x20 <= symbol <= 0x7E  # the key pad depends on Num Lock, and may
        return text, base if is_character and 0x20 <= base <= 0x7E else symbol

    window._event_text_symbol = plain


def combined(name: str, modifiers: int) -> str:
    """Name of an input with its modifiers, in the order of the binding table; a modifier alone has none."""
    if name in MODIFIER_KEYS:
        return name
    return "+".join([*(word for bit, word in MODIFIER_NAMES if modifiers & bit), name])


def forget_pressed(window: pyglet.window.Window) -> None:
    """Let pyglet take no key for held: a release is lost with the focus, and the next press would count as a repeat."""
    getattr(window, "pressed_keys", set()).clear()


def counts_while_typing(symbol: int, modifiers: int) -> bool:
    """Whether a key means something besides the text field that is being edited."""
    name = keys.symbol_string(symbol)
    function_key = name.startswith("F") and name[1:].isdigit()
    return symbol == keys.ESCAPE or function_key or bool(modifiers & keys.MOD_CTRL and name not in EDITING)

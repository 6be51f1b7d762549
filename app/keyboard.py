"""What pyglet leaves to do about keys: symbols that do not depend on Shift, lost releases, repeats, typing."""

import ctypes

import pyglet
from pyglet.window import key as keys

REPEAT_DELAY = 0.4  # how long a key is held before it repeats [s]
REPEAT_INTERVAL = 0.08  # [s]
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


def forget_pressed(window: pyglet.window.Window) -> None:
    """Let pyglet take no key for held: a release is lost with the focus, and the next press would count as a repeat."""
    getattr(window, "pressed_keys", set()).clear()


def counts_while_typing(symbol: int, modifiers: int) -> bool:
    """Whether a key means something besides the text field that is being edited."""
    name = keys.symbol_string(symbol)
    function_key = name.startswith("F") and name[1:].isdigit()
    return symbol == keys.ESCAPE or function_key or bool(modifiers & keys.MOD_CTRL and name not in EDITING)


class Repeat:
    """A key that is held and does its action again and again."""

    def __init__(self) -> None:
        self._key, self._action, self._wait = "", "", 0.0

    def start(self, key: str, action: str) -> None:
        """A key went down."""
        self._key, self._action, self._wait = key, action, REPEAT_DELAY

    def due(self, held: set[str], seconds: float) -> str:
        """Action that is due again, or ""; at most one per frame.

        Args:
            held: Keys that are down.
            seconds: Time that passed [s].
        """
        if self._key not in held:
            self._key = ""
            return ""
        self._wait -= seconds
        if self._wait > 0.0:
            return ""
        self._wait = max(self._wait, -REPEAT_INTERVAL) + REPEAT_INTERVAL
        return self._action

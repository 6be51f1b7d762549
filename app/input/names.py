"""Names of keys, buttons, wheels and pads, as text: "P", "CTRL+O", "MOUSE_LEFT", "WHEEL_UP", "PAD_A", "PAD_LEFT_X+".

Keys have the names of pyglet.window.key, but nothing here needs a window. pyglet tells the symbol of a key, not its
place, so "Z" is where the keyboard has a Z.
"""

import functools
import string

#: Modifiers in the order in which an input names them.
MODIFIERS = ("CTRL", "ALT", "SHIFT", "COMMAND")

_PUNCTUATION = {
    "EXCLAMATION": "!",
    "DOUBLEQUOTE": '"',
    "HASH": "#",
    "DOLLAR": "$",
    "PERCENT": "%",
    "AMPERSAND": "&",
    "APOSTROPHE": "'",
    "PARENLEFT": "(",
    "PARENRIGHT": ")",
    "ASTERISK": "*",
    "PLUS": "+",
    "COMMA": ",",
    "MINUS": "-",
    "PERIOD": ".",
    "SLASH": "/",
    "COLON": ":",
    "SEMICOLON": ";",
    "LESS": "<",
    "EQUAL": "=",
    "GREATER": ">",
    "QUESTION": "?",
    "AT": "@",
    "BRACKETLEFT": "[",
    "BACKSLASH": "\\",
    "BRACKETRIGHT": "]",
    "ASCIICIRCUM": "^",
    "UNDERSCORE": "_",
    "GRAVE": "`",
    "BRACELEFT": "{",
    "BAR": "|",
    "BRACERIGHT": "}",
    "ASCIITILDE": "~",
}
_NAMED = {
    "SPACE": "Space",
    "BACKSPACE": "Backspace",
    "TAB": "Tab",
    "RETURN": "Enter",
    "ESCAPE": "Esc",
    "DELETE": "Delete",
    "INSERT": "Insert",
    "HOME": "Home",
    "END": "End",
    "PAGEUP": "Page Up",
    "PAGEDOWN": "Page Down",
    "LEFT": "Left arrow",
    "RIGHT": "Right arrow",
    "UP": "Up arrow",
    "DOWN": "Down arrow",
    "PAUSE": "Pause",
    "PRINT": "Print",
    "MENU": "Menu",
    "CAPSLOCK": "Caps Lock",
    "SCROLLLOCK": "Scroll Lock",
    "NUMLOCK": "Num Lock",
    "LSHIFT": "Left Shift",
    "RSHIFT": "Right Shift",
    "LCTRL": "Left Ctrl",
    "RCTRL": "Right Ctrl",
    "LALT": "Left Alt",
    "RALT": "Right Alt",
    "LWINDOWS": "Left Windows",
    "RWINDOWS": "Right Windows",
    "LCOMMAND": "Left Command",
    "RCOMMAND": "Right Command",
    "LOPTION": "Left Option",
    "ROPTION": "Right Option",
}
_KEYPAD = {
    "NUM_ADD": "Keypad +",
    "NUM_SUBTRACT": "Keypad -",
    "NUM_MULTIPLY": "Keypad *",
    "NUM_DIVIDE": "Keypad /",
    "NUM_DECIMAL": "Keypad .",
    "NUM_ENTER": "Keypad Enter",
    "NUM_EQUAL": "Keypad =",
    **{f"NUM_{digit}": f"Keypad {digit}" for digit in range(10)},
}
_MOUSE = {
    "MOUSE_LEFT": "Left mouse",
    "MOUSE_MIDDLE": "Middle mouse",
    "MOUSE_RIGHT": "Right mouse",
    "MOUSE_4": "Mouse 4",
    "MOUSE_5": "Mouse 5",
    "MOUSE_DOUBLE": "Double click",
    "WHEEL_UP": "Wheel up",
    "WHEEL_DOWN": "Wheel down",
}
_PAD = {
    **{f"PAD_{name}": f"Pad {name}" for name in "ABXY"},
    "PAD_START": "Pad Start",
    "PAD_BACK": "Pad Back",
    "PAD_GUIDE": "Pad Guide",
    "PAD_LEFT_SHOULDER": "Pad left shoulder",
    "PAD_RIGHT_SHOULDER": "Pad right shoulder",
    "PAD_LEFT_STICK": "Pad left stick pressed",
    "PAD_RIGHT_STICK": "Pad right stick pressed",
    "PAD_LEFT_TRIGGER+": "Pad left trigger",
    "PAD_RIGHT_TRIGGER+": "Pad right trigger",
    "PAD_DPAD_UP": "Pad cross up",
    "PAD_DPAD_DOWN": "Pad cross down",
    "PAD_DPAD_LEFT": "Pad cross left",
    "PAD_DPAD_RIGHT": "Pad cross right",
    **{
        f"PAD_{side}_{axis}{sign}": f"Pad {side.lower()} stick {word}"
        for side in ("LEFT", "RIGHT")
        for axis, sign, word in (("X", "+", "right"), ("X", "-", "left"), ("Y", "+", "up"), ("Y", "-", "down"))
    },
}
#: Words for people, by name of the key.
TEXTS: dict[str, str] = {
    **{letter: letter for letter in string.ascii_uppercase},
    **{f"_{digit}": str(digit) for digit in range(10)},
    **{f"F{number}": f"F{number}" for number in range(1, 25)},
    **_PUNCTUATION,
    **_NAMED,
    **_KEYPAD,
    **_MOUSE,
    **_PAD,
}
#: pyglet has two names for some keys, and people write digits plainly.
SYNONYMS = {
    "ENTER": "RETURN",
    "POUND": "HASH",
    "QUOTELEFT": "GRAVE",
    "ESC": "ESCAPE",
    **{str(digit): f"_{digit}" for digit in range(10)},
}
_OWN_MODIFIER = {f"{side}{name}": name for side in "LR" for name in MODIFIERS}
_MODIFIER_TEXTS = {"CTRL": "Ctrl", "ALT": "Alt", "SHIFT": "Shift", "COMMAND": "Cmd"}


def split(text: str) -> tuple[frozenset[str], str]:
    """Modifiers and key of an input, whatever its letter case and order.

    Raises:
        ValueError: It is no input.
    """
    if not isinstance(text, str):
        raise ValueError(f"an input must be a text such as CTRL+O, got {text!r}")
    words = [word.strip() for word in text.upper().split("+")]
    if len(words) > 1 and words[-1] == "":  # an axis such as PAD_LEFT_X+
        words[-2:] = [words[-2] + "+"]
    *modifiers, key = words
    key = SYNONYMS.get(key, key)
    wrong = [word for word in modifiers if word not in MODIFIERS]
    if wrong or key not in TEXTS:
        shown = text if len(text) <= 40 else text[:37] + "..."
        raise ValueError(f"unknown input {shown!r}; name a key as in CTRL+O, SHIFT+F12, PERIOD, MOUSE_LEFT or PAD_A")
    # A window tells Shift as held when Shift itself is pressed.
    return frozenset(modifiers) - {_OWN_MODIFIER.get(key)}, key


def join(modifiers: frozenset[str] | set[str], key: str) -> str:
    """The one way to write an input."""
    return "+".join([word for word in MODIFIERS if word in modifiers] + [key])


def normalize(text: str) -> str:
    """An input in the one way to write it: "shift+ctrl+z" becomes "CTRL+SHIFT+Z".

    Raises:
        ValueError: It is no input.
    """
    return join(*split(text))


@functools.lru_cache(maxsize=1024)  # the help shows all of them in every frame
def text_of(name: str) -> str:
    """An input for people: "Ctrl+O", "Shift+F12", "[", "Left mouse"."""
    modifiers, key = split(name)
    return "+".join([_MODIFIER_TEXTS[word] for word in MODIFIERS if word in modifiers] + [TEXTS[key]])


def is_pad(name: str) -> bool:
    """Whether an input is of a game pad."""
    return split(name)[1].startswith("PAD_")

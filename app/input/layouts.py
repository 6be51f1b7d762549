"""Keyboard layouts: what differs from the keys that actions are registered with."""

from collections.abc import Mapping

#: What differs, by action. pyglet reports unshifted symbols, so a key that needs Shift or AltGr for its
#: symbol cannot be found by it: brackets and the backslash are left out where they need AltGr.
LAYOUTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "qwerty": {},
    "qwertz": {
        "faster": ("PLUS", "NUM_ADD", "EQUAL"),
        "normal_speed": ("HASH", "NUM_MULTIPLY"),
        "next_scene": ("PAGEDOWN", "BRACKETRIGHT"),
        "previous_scene": ("PAGEUP", "BRACKETLEFT"),
        "help": ("F1", "SHIFT+_7", "QUESTION"),
        "ui_bigger": ("CTRL+PLUS", "CTRL+NUM_ADD"),
    },
    "azerty": {
        "move_forward": ("Z", "UP", "PAD_LEFT_Y+"),
        "move_left": ("Q", "LEFT", "PAD_LEFT_X-"),
        "move_down": ("A", "PAD_LEFT_SHOULDER"),
        "cut": ("W",),
        "step": ("SEMICOLON", "NUM_DECIMAL"),
        "step_five": ("SHIFT+SEMICOLON",),
        "normal_speed": ("ASTERISK", "NUM_MULTIPLY"),
        "next_scene": ("PAGEDOWN", "BRACKETRIGHT"),
        "previous_scene": ("PAGEUP", "BRACKETLEFT"),
        "help": ("F1", "SHIFT+COMMA", "QUESTION"),
        "reverse": ("CTRL+SHIFT+COMMA",),
    },
}

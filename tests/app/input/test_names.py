import ast
import importlib.util
import pathlib

import pytest

from app.input.names import SYNONYMS, TEXTS, is_pad, join, normalize, split, text_of


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("p", "P"),
        ("ctrl+o", "CTRL+O"),
        ("Shift + Ctrl + z", "CTRL+SHIFT+Z"),
        ("CTRL+CTRL+A", "CTRL+A"),
        ("PAD_LEFT_X+", "PAD_LEFT_X+"),
        ("PAD_LEFT_X-", "PAD_LEFT_X-"),
        ("shift+pad_left_trigger+", "SHIFT+PAD_LEFT_TRIGGER+"),
        ("ALT+ENTER", "ALT+RETURN"),
        ("7", "_7"),
        ("SHIFT+LSHIFT", "LSHIFT"),
        ("CTRL+SHIFT+RSHIFT", "CTRL+RSHIFT"),
    ],
)
def test_one_way_to_write(text, normal):
    assert normalize(text) == normal
    assert normalize(normal) == normal


@pytest.mark.parametrize(
    "text", ["", "+", "CTRL", "CTRL+", "HYPER+A", "A+CTRL", "ß", "65505", "PAD_Q", None, 3, "A" * 99]
)
def test_what_is_no_input_is_refused_in_words(text):
    with pytest.raises(ValueError, match="input") as error:
        normalize(text)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("P", "P"),
        ("CTRL+O", "Ctrl+O"),
        ("SHIFT+F12", "Shift+F12"),
        ("BRACKETLEFT", "["),
        ("CTRL+SHIFT+Z", "Ctrl+Shift+Z"),
        ("MOUSE_LEFT", "Left mouse"),
        ("NUM_ADD", "Keypad +"),
        ("_5", "5"),
        ("PAD_RIGHT_Y-", "Pad right stick down"),
    ],
)
def test_text_for_people(name, text):
    assert text_of(name) == text


def test_texts_are_told_apart():
    assert len(set(TEXTS.values())) == len(TEXTS)


def test_split_and_join():
    assert split("ctrl+shift+w") == ({"CTRL", "SHIFT"}, "W")
    assert join({"SHIFT", "CTRL"}, "W") == "CTRL+SHIFT+W"


def test_pads_are_told_apart():
    assert is_pad("PAD_A") and is_pad("SHIFT+PAD_LEFT_X+") and not is_pad("P")


def test_keys_have_the_names_of_pyglet():
    """Read from its source: importing it would open a window."""
    spec = importlib.util.find_spec("pyglet")
    if spec is None:
        pytest.skip("pyglet is not installed")
    source = (pathlib.Path(spec.submodule_search_locations[0]) / "window" / "key.py").read_text(encoding="utf-8")
    values = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            values |= {target.id: node.value.value for target in targets if isinstance(target, ast.Name)}
    keys = {name for name in TEXTS if not name.startswith(("MOUSE_", "WHEEL_", "PAD_"))}
    assert keys - set(values) == set()
    for other, name in SYNONYMS.items():
        assert other == "ESC" or other.isdigit() or values[other] == values[name]

"""Everything that a key can do, as data: name, group, help line, inputs. Help and menus print this table."""

import dataclasses
from collections.abc import Mapping

#: Where an action counts: everywhere; with a free camera; with a figure or a vehicle; while something is dragged. One
#: of a particular mode comes before one that counts everywhere, so Space jumps instead of pausing.
MODES = ("always", "free", "avatar", "drag")


@dataclasses.dataclass(frozen=True)
class Action:
    """One thing that a player can do.

    Attributes:
        key: Its name in the program and in the settings.
        group: Heading in the help.
        help: What it does, for people.
        inputs: What it is bound to, as in `app.input.names`.
        repeat: Whether a held key does it again and again.
        hold: Whether it lasts as long as the key is held.
        mode: Where it counts, one of `MODES`.
    """

    key: str
    group: str
    help: str
    inputs: tuple[str, ...]
    repeat: bool = False
    hold: bool = False
    mode: str = "always"


ACTIONS: tuple[Action, ...] = (
    Action("pause", "Time", "Pause or go on", ("P", "SPACE", "PAUSE", "PAD_START")),
    Action("step", "Time", "One step", ("PERIOD", "NUM_DECIMAL"), repeat=True),
    Action("step_five", "Time", "Five steps", ("SHIFT+PERIOD",), repeat=True),
    Action("step_back", "Time", "One step back", ("COMMA",), repeat=True),
    Action("reverse", "Time", "Play backward", ("SHIFT+COMMA",)),
    Action("slower", "Time", "Slower", ("MINUS", "NUM_SUBTRACT"), repeat=True),
    Action("faster", "Time", "Faster", ("EQUAL", "NUM_ADD", "SHIFT+EQUAL", "PLUS"), repeat=True),
    Action("normal_speed", "Time", "Normal speed", ("BACKSLASH", "NUM_MULTIPLY")),
    Action("restart", "Scenes", "Start the scene again", ("R", "F5")),
    Action("next_scene", "Scenes", "Next scene", ("BRACKETRIGHT", "PAGEDOWN")),
    Action("previous_scene", "Scenes", "Previous scene", ("BRACKETLEFT", "PAGEUP")),
    Action("browse", "Scenes", "Find a scene", ("CTRL+O", "PAD_BACK")),
    Action("help", "Window", "Help", ("F1", "SHIFT+SLASH", "QUESTION")),
    Action("hide_ui", "Window", "Hide or show the panels", ("TAB",)),
    Action("full_screen", "Window", "Full screen", ("F11", "ALT+RETURN")),
    Action("screenshot", "Window", "Take a picture", ("F12", "PRINT")),
    Action("video", "Window", "Start or end a video", ("SHIFT+F12",)),
    Action("profiler", "Window", "Profiler: small, large, off", ("F3",)),
    Action("overlay", "Window", "Overlays: then a letter", ("F4",)),
    Action("settings", "Window", "Settings", ("F10", "CTRL+COMMA")),
    Action("mute", "Window", "Sound off or on", ("M",)),
    Action(
        "ui_bigger",
        "Window",
        "Larger text",
        ("CTRL+EQUAL", "CTRL+SHIFT+EQUAL", "CTRL+NUM_ADD", "CTRL+PLUS"),
        repeat=True,
    ),
    Action("ui_smaller", "Window", "Smaller text", ("CTRL+MINUS", "CTRL+NUM_SUBTRACT"), repeat=True),
    Action("escape", "Window", "Close or let go", ("ESCAPE",)),
    Action("quit", "Window", "Quit", ("CTRL+Q",)),
    Action("select", "Hands", "Select, and pull", ("MOUSE_LEFT",)),
    Action("select_frame", "Hands", "Select and look at it", ("MOUSE_DOUBLE",)),
    Action("drag", "Hands", "Drag", ("CTRL+MOUSE_LEFT",), hold=True, mode="free"),
    Action("drag_rotate", "Hands", "While dragging: turn", ("E", "MOUSE_RIGHT"), hold=True, mode="drag"),
    Action("drag_farther", "Hands", "While dragging: push away", ("WHEEL_UP",), repeat=True, mode="drag"),
    Action("drag_nearer", "Hands", "While dragging: pull near", ("WHEEL_DOWN",), repeat=True, mode="drag"),
    Action("shoot", "Hands", "Shoot a ball", ("B", "PAD_RIGHT_TRIGGER+"), repeat=True, mode="free"),
    Action("spawn", "Hands", "Add a body", ("N", "INSERT")),
    Action("delete", "Hands", "Remove what is selected", ("DELETE", "BACKSPACE")),
    Action("freeze", "Hands", "Hold or release what is selected", ("X",)),
    Action("join", "Hands", "Join or cut: then a letter", ("J",)),
    Action("undo", "Hands", "Undo", ("CTRL+Z",), repeat=True),
    Action("redo", "Hands", "Redo", ("CTRL+Y", "CTRL+SHIFT+Z"), repeat=True),
    Action("look", "Camera", "Look around", ("MOUSE_RIGHT",), hold=True),
    Action("orbit", "Camera", "Turn around a point", ("MOUSE_MIDDLE", "ALT+MOUSE_LEFT"), hold=True),
    Action("pan", "Camera", "Move the picture", ("SHIFT+MOUSE_MIDDLE", "CTRL+MOUSE_MIDDLE"), hold=True),
    Action("zoom_in", "Camera", "Nearer, or fly faster", ("WHEEL_UP",), repeat=True),
    Action("zoom_out", "Camera", "Farther, or fly slower", ("WHEEL_DOWN",), repeat=True),
    Action("fov_narrower", "Camera", "Narrower view", ("CTRL+WHEEL_UP",), repeat=True),
    Action("fov_wider", "Camera", "Wider view", ("CTRL+WHEEL_DOWN",), repeat=True),
    Action("frame", "Camera", "Look at what is selected, or at everything", ("F", "PAD_Y")),
    Action("camera_cycle", "Camera", "Next camera", ("C", "PAD_RIGHT_STICK")),
    Action("free_camera", "Camera", "Free camera", ("SHIFT+C",)),
    Action("look_left", "Camera", "Look left", ("PAD_RIGHT_X-",), hold=True),
    Action("look_right", "Camera", "Look right", ("PAD_RIGHT_X+",), hold=True),
    Action("look_up", "Camera", "Look up", ("PAD_RIGHT_Y+",), hold=True),
    Action("look_down", "Camera", "Look down", ("PAD_RIGHT_Y-",), hold=True),
    Action("move_forward", "Movement", "Forward", ("W", "UP", "PAD_LEFT_Y+"), hold=True),
    Action("move_back", "Movement", "Back", ("S", "DOWN", "PAD_LEFT_Y-"), hold=True),
    Action("move_left", "Movement", "Left", ("A", "LEFT", "PAD_LEFT_X-"), hold=True),
    Action("move_right", "Movement", "Right", ("D", "RIGHT", "PAD_LEFT_X+"), hold=True),
    Action("move_up", "Movement", "Up", ("E", "PAD_RIGHT_SHOULDER"), hold=True, mode="free"),
    Action("move_down", "Movement", "Down", ("Q", "PAD_LEFT_SHOULDER"), hold=True, mode="free"),
    Action("roll_left", "Movement", "Roll left", ("U", "NUM_7", "PAD_DPAD_LEFT"), hold=True, mode="free"),
    Action("roll_right", "Movement", "Roll right", ("O", "NUM_9", "PAD_DPAD_RIGHT"), hold=True, mode="free"),
    Action("fast", "Movement", "Fast", ("LSHIFT", "RSHIFT", "PAD_LEFT_STICK"), hold=True, mode="free"),
    Action("slow", "Movement", "Slow", ("LCTRL", "RCTRL", "PAD_LEFT_TRIGGER+"), hold=True, mode="free"),
    Action("run", "Playing", "Run", ("LSHIFT", "RSHIFT", "PAD_LEFT_STICK"), hold=True, mode="avatar"),
    Action("crouch", "Playing", "Crouch", ("LCTRL", "RCTRL", "PAD_B"), hold=True, mode="avatar"),
    Action("jump", "Playing", "Jump (hold for more); handbrake", ("SPACE", "PAD_A"), hold=True, mode="avatar"),
    Action("enter", "Playing", "Get in or out", ("E", "PAD_X"), mode="avatar"),
    Action(
        "fire",
        "Playing",
        "Fire (hold for more); grab; pad: throttle",
        ("MOUSE_LEFT", "PAD_RIGHT_TRIGGER+"),
        hold=True,
        mode="avatar",
    ),
    Action(
        "fire_other",
        "Playing",
        "Other fire; hold in the air; pad: brake",
        ("MOUSE_RIGHT", "PAD_LEFT_TRIGGER+"),
        hold=True,
        mode="avatar",
    ),
    Action("spin", "Playing", "While grabbing: turn it", ("G", "MOUSE_MIDDLE"), hold=True, mode="avatar"),
    Action("weapon_1", "Playing", "Constructor", ("_1", "NUM_1"), mode="avatar"),
    Action("weapon_2", "Playing", "Rocket launcher", ("_2", "NUM_2"), mode="avatar"),
    Action("weapon_3", "Playing", "Flail", ("_3", "NUM_3"), mode="avatar"),
    Action("weapon_4", "Playing", "Grab tool", ("_4", "NUM_4"), mode="avatar"),
    Action("weapon_none", "Playing", "Put the weapon away", ("_0", "NUM_0"), mode="avatar"),
    Action(
        "weapon_next",
        "Playing",
        "Next weapon; grabbed thing nearer",
        ("WHEEL_DOWN", "PAD_RIGHT_SHOULDER"),
        mode="avatar",
    ),
    Action(
        "weapon_previous",
        "Playing",
        "Weapon before; grabbed thing farther",
        ("WHEEL_UP", "PAD_LEFT_SHOULDER"),
        mode="avatar",
    ),
    Action("lamps", "Playing", "Lamps of the car", ("L", "PAD_DPAD_UP"), mode="avatar"),
    Action("reset_vehicle", "Playing", "Put the car on its wheels", ("BACKSPACE", "PAD_DPAD_DOWN"), mode="avatar"),
    Action("repair", "Playing", "Mend the car", ("SHIFT+BACKSPACE", "PAD_DPAD_RIGHT"), mode="avatar"),
    Action("attach", "Playing", "Attach the free camera to what it looks at", ("RETURN", "NUM_ENTER")),
    Action("hints", "Window", "Hints: where everything is", ("F2",)),
)

#: Keyboards: what differs from the table. pyglet tells unshifted symbols, so a key that needs Shift or AltGr for its
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
        "step": ("SEMICOLON", "NUM_DECIMAL"),
        "step_five": ("SHIFT+SEMICOLON",),
        "normal_speed": ("ASTERISK", "NUM_MULTIPLY"),
        "next_scene": ("PAGEDOWN", "BRACKETRIGHT"),
        "previous_scene": ("PAGEUP", "BRACKETLEFT"),
        "help": ("F1", "SHIFT+COMMA", "QUESTION"),
        "reverse": ("CTRL+SHIFT+COMMA",),
    },
}

"""Heads-up display: rates and counts, time, hints with the keys really bound, messages, labels, crosshair."""

from collections.abc import Sequence

from imgui_bundle import imgui

from app.hud.corners import MARGIN, corner, line_above_hints
from app.panels.colors import color
from app.shell import Shell
from app.timeline.results import counted

HINTS = (
    ("help", "help"),
    ("browse", "scenes"),
    ("pause", "pause"),
    ("step", "step"),
    ("step_back", "step back"),
    ("restart", "restart"),
    ("shoot", "shoot"),
    ("join", "join"),
    ("overlay", "overlays"),
    ("escape", "menu"),
)
#: The same in a game.
GAME_HINTS = (
    ("help", "help"),
    ("hints", "hints"),
    ("jump", "jump"),
    ("enter", "get in"),
    ("camera_cycle", "camera"),
    ("free_camera", "free camera"),
    ("escape", "menu"),
    ("pause", "pause"),
    ("step_back", "step back"),
    ("browse", "scenes"),
)
#: With the free camera in a game.
FREE_HINTS = (
    ("camera_cycle", "back to the player"),
    ("help", "help"),
    ("move_forward", "fly"),
    ("look", "look around"),
    ("fast", "faster"),
    ("attach", "take what you look at"),
    ("pause", "pause"),
    ("escape", "menu"),
)
#: Part of the height of the window that messages may take: more would cover what one aims at.
MESSAGES_HIGH = 0.24
#: Hints at the wheel.
DRIVE_HINTS = (
    ("help", "help"),
    ("move_forward", "throttle"),
    ("move_back", "brake"),
    ("jump", "handbrake"),
    ("enter", "get out"),
    ("camera_cycle", "camera"),
    ("lamps", "headlights"),
    ("reset_vehicle", "flip upright"),
    ("repair", "repair"),
    ("free_camera", "free camera"),
    ("pause", "pause"),
)


def draw(shell: Shell, width: float, height: float, top: float, *, minimal: bool) -> None:
    """Draw everything; `minimal` leaves the rates, the messages and what a tool needs only."""
    draw_rates(shell, top)
    draw_time(shell, width, top)
    if shell.panels.needs_pointer and not minimal and shell.messages.visible():
        draw_message_line(shell, width, height)  # where the hints are: panels leave that line free
    else:
        if not minimal or shell.tools.join.kind:
            draw_hints(shell, width, height)
        draw_messages(shell, width, height)
    draw_captions(shell, height)
    draw_labels(shell, width, height)


def draw_captions(shell: Shell, height: float) -> None:
    """What is to be heard, in words, if the player wants to read it."""
    texts = shell.sound.stage.captions.texts if shell.settings.captions and shell.sound is not None else []
    if not texts:
        return
    corner("captions", MARGIN, 0.55 * height, 0.0, 0.5, 0.8)
    for text in texts:
        imgui.text(f"[{text}]")
    imgui.end()


def draw_rates(shell: Shell, top: float) -> None:
    """Frame rate and counts."""
    stats = shell.session.stats
    corner("rates", MARGIN, top + MARGIN)
    imgui.text(f"{shell.session.scene.name}")
    imgui.text(f"{shell.meter.mean:4.0f} frames/s   step {1e3 * stats.times['total']:5.2f} ms")
    joints = f"   {counted(stats.joint_count, 'joint')}" if stats.joint_count else ""
    bodies, contacts = counted(stats.body_count, "body", "bodies"), counted(stats.contact_count, "contact")
    imgui.text(f"{bodies}, {stats.awake_count} awake   {contacts}{joints}")
    imgui.end()


def draw_time(shell: Shell, width: float, top: float) -> None:
    """Simulated time, speed, and whether it is paused or falls behind."""
    x, y, pivot = time_place(width, top)
    corner("time", x, y, pivot)
    words = f"{shell.session.world.time:7.2f} s   x {shell.session.speed:.2g}"
    if shell.session.clock.paused:
        imgui.text_colored(color("warning"), f"{words}   paused, step {shell.session.world.step_count}")
    elif shell.session.clock.behind > 0.05:
        imgui.text_colored(color("error"), f"{words}   behind by {shell.session.clock.behind:.0%}")
    else:
        imgui.text(words)
    if shell.recording:
        imgui.text_colored(color("recording"), "recording video")
    imgui.end()


def time_place(width: float, top: float) -> tuple[float, float, float]:
    """Where the clock has room beside the rates: in the middle, at the right, or below them: x, y, pivot."""
    rates, own = (imgui.internal.find_window_by_name(name) for name in ("rates", "time"))
    if rates is None or own is None:
        return width / 2.0, top + MARGIN, 0.5
    end, size = rates.pos.x + rates.size.x + MARGIN, own.size.x
    if end <= 0.5 * (width - size):
        return width / 2.0, top + MARGIN, 0.5
    if end <= width - MARGIN - size:
        return width - MARGIN, top + MARGIN, 1.0
    return MARGIN, rates.pos.y + rates.size.y + MARGIN, 0.0


def draw_message_line(shell: Shell, width: float, height: float) -> None:
    """The last message alone, below a panel that is being used."""
    message = shell.messages.visible()[-1]
    corner("line", MARGIN, height - MARGIN, 0.0, 1.0, 1.0)
    imgui.push_text_wrap_pos(width - 4.0 * MARGIN)
    imgui.text_colored(color(message.kind, message.alpha), message.text)
    imgui.pop_text_wrap_pos()
    imgui.end()


def draw_hints(shell: Shell, width: float, height: float) -> None:
    """The keys that matter most, as many as there is room for."""
    corner("keys", MARGIN, height - MARGIN, 0.0, 1.0, 0.55)
    guide, letters, bindings = shell.tools.join.guide, shell.input.letters, shell.input.bindings
    if letters is not None:
        imgui.text(fitting_line([(letter, name) for letter, name, _ in letters.rows()], width))
    elif guide:
        imgui.text_colored(color("warning"), bindings.name_keys(f"{guide} [escape] stops."))
    else:
        imgui.text(fitting_line([(bindings.hint(action), text) for action, text in hints_of(shell)], width))
    imgui.end()


def fitting_line(rows: Sequence[tuple[str, str]], width: float) -> str:
    """Keys and what they do, as many as fit into the width of the window [pixels]; what has no key is left out."""
    line = ""
    for word in (f"[{key}] {text}" for key, text in rows if key):
        longer = f"{line}   {word}" if line else word
        if imgui.calc_text_size(longer).x > width - 4.0 * MARGIN:
            break
        line = longer
    return line


def hints_of(shell: Shell) -> tuple[tuple[str, str], ...]:
    """Actions that matter now, and a word about each."""
    if not shell.player.active:
        return FREE_HINTS if shell.player.can_return else HINTS
    return GAME_HINTS if shell.player.game.vehicle is None else DRIVE_HINTS


def draw_messages(shell: Shell, width: float, height: float) -> None:
    """What the shell has to say, the newest last; beside the instruments of a game, and below the crosshair."""
    messages = shell.messages.visible()
    if not messages:
        return
    room = width - instruments_width(shell)
    wrap = min(0.7 * width, room - 4.0 * MARGIN)
    alpha = max(message.alpha for message in messages)  # the box goes with its text
    corner("messages", room / 2.0, height - line_above_hints(), 0.5, 1.0, 0.9 * alpha)
    imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
    imgui.push_text_wrap_pos(wrap)
    heights = [imgui.calc_text_size(message.text, wrap_width=wrap).y for message in messages]
    for message in messages[-fitting(heights, MESSAGES_HIGH * height) :]:
        imgui.text_colored(color(message.kind, message.alpha), message.text)
    imgui.pop_text_wrap_pos()
    imgui.end()


def instruments_width(shell: Shell) -> float:
    """What the instruments of a game take of the lower edge of the window [pixels]."""
    found = imgui.internal.find_window_by_name("instruments") if shell.player.active else None
    return found.size.x + MARGIN if found is not None else 0.0


def fitting(heights: Sequence[float], room: float) -> int:
    """How many of the last ones have room above each other; the last one always has."""
    count, used = 1, heights[-1]
    while count < len(heights) and used + heights[-count - 1] <= room:
        used += heights[-count - 1]
        count += 1
    return count


def draw_labels(shell: Shell, width: float, height: float) -> None:
    """Names at their places, and the crosshair with what it points at."""
    canvas = imgui.get_background_draw_list()
    ink = imgui.color_convert_float4_to_u32(imgui.ImVec4(1.0, 1.0, 1.0, 0.95))
    dark = imgui.color_convert_float4_to_u32(imgui.ImVec4(0.0, 0.0, 0.0, 0.6))
    for text, x, y in shell.screen_labels(width, height):
        size = imgui.calc_text_size(text)
        left, top = x - size.x / 2.0, y - size.y / 2.0
        if shell.shows_crosshair and abs(x - width / 2.0) < size.x and abs(y - height / 2.0) < size.y:
            top = height / 2.0 + size.y  # below the crosshair
        corner_a, corner_b = imgui.ImVec2(left - 3, top - 1), imgui.ImVec2(left + size.x + 3, top + size.y + 1)
        canvas.add_rect_filled(corner_a, corner_b, dark, 3)
        canvas.add_text(imgui.ImVec2(left, top), ink, text)
    if shell.shows_crosshair:
        x, y = width / 2.0, height / 2.0
        for dx, dy in ((9, 0), (0, 9)):
            canvas.add_line(imgui.ImVec2(x - dx, y - dy), imgui.ImVec2(x + dx, y + dy), dark, 4.0)
            canvas.add_line(imgui.ImVec2(x - dx, y - dy), imgui.ImVec2(x + dx, y + dy), ink, 1.5)

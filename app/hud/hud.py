"""Heads-up display of every scene: rates and counts, time, hints with the keys really bound, labels, crosshair."""

from imgui_bundle import imgui

from app.fonts import ICONS
from app.hud import labels, notices, title_card
from app.hud.corners import layout
from app.hud.paint import NORMAL, SMALL, Brush, accent, dim, ink
from app.panels.colors import color
from app.shell import Shell
from app.timeline.results import counted

HINTS = (
    ("help", "Help"),
    ("browse", "Scenes"),
    ("pause", "Pause"),
    ("step", "Step"),
    ("step_back", "Step back"),
    ("restart", "Restart"),
    ("shoot", "Shoot"),
    ("join", "Join"),
    ("overlay", "Overlays"),
    ("escape", "Menu"),
)
#: The same where there are soft bodies: what hands do to them comes before what everybody knows by then.
SOFT_HINTS = (
    ("help", "Help"),
    ("browse", "Scenes"),
    ("pause", "Pause"),
    ("step_back", "Step back"),
    ("cut", "Cut: hold and draw"),
    ("pin", "Pin"),
    ("shoot", "Shoot"),
    ("overlay", "Overlays"),
    ("escape", "Menu"),
)
#: Also with a balloon selected.
SHELL_HINTS = (*SOFT_HINTS[:6], ("inflate", "Inflate"), ("deflate", "Deflate"), *SOFT_HINTS[7:])
#: The same in a game.
GAME_HINTS = (
    ("help", "Keys"),
    ("hints", "Places"),
    ("camera_cycle", "Camera"),
    ("step_back", "Rewind"),
    ("escape", "Menu"),
)
#: With the free camera in a game.
FREE_HINTS = (
    ("camera_cycle", "Back to the player"),
    ("help", "Keys"),
    ("move_forward", "Fly"),
    ("look", "Look around"),
    ("fast", "Faster"),
    ("attach", "Take what you look at"),
    ("pause", "Pause"),
    ("escape", "Menu"),
)
#: Hints at the wheel.
DRIVE_HINTS = (
    ("enter", "Get out"),
    ("jump", "Handbrake"),
    ("camera_cycle", "Camera"),
    ("lamps", "Headlights"),
    ("reset_vehicle", "Flip upright"),
    ("repair", "Repair"),
    ("step_back", "Rewind"),
    ("help", "Keys"),
    ("escape", "Menu"),
)
#: Hints in a machine that is no car, after its own.
MACHINE_HINTS = (
    ("enter", "Get out"),
    ("camera_cycle", "Camera"),
    ("reset_vehicle", "Put back"),
    ("help", "Keys"),
    ("escape", "Menu"),
)
#: Slower than this counts as falling behind [share of real time].
BEHIND = 0.05


def draw(shell: Shell, brush: Brush, *, minimal: bool) -> None:
    """Draw everything; `minimal` leaves what cannot be missed: signs of the time, what a tool waits for, troubles."""
    labels.draw(shell, brush)
    if not minimal and shows_counts(shell):
        draw_rates(shell, brush)
    draw_time(shell, brush, minimal=minimal)
    if not minimal:
        title_card.draw(shell, brush)
    line = shell.panels.needs_pointer and not minimal and bool(shell.messages.visible())
    if not line and (not minimal or shell.tools.join.kind):
        draw_hints(shell, brush)
    notices.draw_captions(shell, brush)
    if line:
        notices.draw_line(shell, brush)  # where the hints are: panels leave that line free
    else:
        notices.draw_messages(shell, brush, minimal=minimal)
    draw_labels(shell, brush)


def shows_counts(shell: Shell) -> bool:
    """Whether rates and counts are shown: always in the sandbox, in a game together with the profiler."""
    return shell.player.game is None or bool(shell.panels.get("profiler", False))


def draw_rates(shell: Shell, brush: Brush) -> None:
    """Name of the scene, frame rate and counts."""
    stats, scale = shell.session.stats, brush.scale
    bodies, contacts = counted(stats.body_count, "body", "bodies"), counted(stats.contact_count, "contact")
    joints = f", {counted(stats.joint_count, 'joint')}" if stats.joint_count else ""
    lines = (
        f"{shell.meter.mean:.0f} frames/s, step {1e3 * stats.times['total']:.2f} ms",
        f"{bodies}, {stats.awake_count} awake, {contacts}{joints}",
    )
    pad, title = 9.0 * scale, brush.size(shell.session.scene.name, NORMAL, "bold")
    wide = max(title[0], 210.0 * scale, *(brush.size(line, SMALL)[0] for line in lines)) + 2.0 * pad
    step = brush.size("X", SMALL)[1] + 2.0 * scale
    left, top, size = layout.margin, layout.top + layout.margin, (wide, title[1] + 2.0 * step + 2.0 * pad)
    below = [(left, upper + high + layout.margin) for _, upper, _, high in rects_of("compass")]
    rect = layout.take("rates", *layout.find(size, [(left, top), *below], ()))
    brush.panel(*rect, 0.5)
    brush.text(rect[0] + pad, rect[1] + pad, shell.session.scene.name, ink(), NORMAL, "bold")
    for number, line in enumerate(lines):
        brush.text(rect[0] + pad, rect[1] + pad + title[1] + 2.0 * scale + number * step, line, dim(), SMALL)


def time_signs(shell: Shell, *, minimal: bool) -> list[tuple[str, str, str]]:
    """What is to be told about the time: icon, words, and their color; all but the clock cannot be missed."""
    session, signs = shell.session, []
    if session.playing_back:
        signs.append(("back", "Rewinding", "warning"))
    elif session.clock.paused:
        signs.append(("pause", f"Paused at step {session.world.step_count}", "warning"))
    elif session.clock.behind > BEHIND:
        signs.append(("slow", f"Behind by {session.clock.behind:.0%}", "error"))
    if session.slowed or session.pace < 0.9 * session.speed:
        signs.append(("slow", "Slow motion", "warning"))
    if session.speed != 1.0:
        signs.append(("slow" if session.speed < 1.0 else "forward", f"Speed x {session.speed:.2g}", "warning"))
    if shell.recording:
        signs.append(("record", "Recording", "recording"))
    if shows_counts(shell) and not minimal:
        signs.insert(0, ("", f"{session.world.time:.2f} s", "info"))
    return signs


def draw_time(shell: Shell, brush: Brush, *, minimal: bool) -> None:
    """Simulated time where it matters, speed, and whether it is paused or falls behind."""
    signs = time_signs(shell, minimal=minimal)
    if not signs:
        return
    pad, gap = 9.0 * brush.scale, 14.0 * brush.scale
    words = [f"{ICONS[icon]}  {text}" if icon else text for icon, text, _ in signs]
    sizes = [brush.size(word, NORMAL, "bold") for word in words]
    wide = sum(size[0] for size in sizes) + gap * (len(sizes) - 1) + 2.0 * pad
    high = sizes[0][1] + 1.3 * pad
    below = max((top + tall for name in ("compass",) for _, top, _, tall in rects_of(name)), default=layout.top)
    spots = [(0.5 * (layout.width - wide), below + layout.margin)]
    spots += [(layout.width - layout.margin - wide, y + layout.margin) for y in (layout.top, below)]
    spots += [(layout.margin, top + tall + layout.margin) for _, top, _, tall in rects_of("rates")]
    rect = layout.take("time", *layout.find((wide, high), spots, ()))
    brush.panel(*rect, 0.6)
    x = rect[0] + pad
    for word, size, (_, _, kind) in zip(words, sizes, signs, strict=True):
        paint = color(kind)
        brush.text(x, rect[1] + 0.65 * pad, word, (paint.x, paint.y, paint.z), NORMAL, "bold")
        x += size[0] + gap


def rects_of(*names: str) -> list[tuple[float, float, float, float]]:
    """Places of things that were drawn in this frame."""
    return [layout.rects[name] for name in names if name in layout.rects]


def draw_hints(shell: Shell, brush: Brush) -> None:
    """The keys that matter most, as many as there is room for."""
    guide, letters, bindings = shell.tools.join.guide, shell.input.letters, shell.input.bindings
    room = hints_room()
    if letters is not None:
        rows = [(letter, name) for letter, name, _ in letters.rows()]
    elif guide:
        draw_guide(bindings.name_keys(f"{guide} [escape] stops."), brush)
        return
    else:
        rows = [(bindings.hint(action), text) for action, text in hints_of(shell)]
    pad, gap = 7.0 * brush.scale, 12.0 * brush.scale
    parts = fitting_rows(brush, rows, room - 2.0 * pad, gap)
    if not parts:
        return
    high = brush.cap_height(SMALL) + 1.4 * pad
    wide = sum(width for _, _, width in parts) + gap * (len(parts) - 1) + 2.0 * pad
    rect = layout.take("keys", layout.margin, layout.height - layout.margin - high, wide, high)
    brush.panel(*rect, 0.45)
    x, middle = rect[0] + pad, rect[1] + 0.5 * rect[3]
    for key, text, width in parts:
        cap = brush.cap(x, middle - 0.5 * brush.cap_height(SMALL), key, SMALL, 0.92)
        brush.text(x + cap + 5.0 * brush.scale, middle - 0.5 * brush.size(text, SMALL)[1], text, ink(), SMALL)
        x += width + gap


def hints_room() -> float:
    """Width that the line of hints may have [pixels]: what stands in the same line keeps its place."""
    line = layout.height - line_height()
    lefts = [left for left, top, _, high in layout.rects.values() if top + high > line]
    return min(lefts, default=layout.width) - 2.0 * layout.margin


def line_height() -> float:
    """What the line of hints takes of the lower edge [pixels]."""
    return 32.0 * layout.scale + 2.0 * layout.margin


def draw_guide(text: str, brush: Brush) -> None:
    """What a tool waits for."""
    pad = 8.0 * brush.scale
    wide, high = brush.size(text, NORMAL)
    rect = layout.take(
        "keys", layout.margin, layout.height - layout.margin - high - 2.0 * pad, wide + 2.0 * pad, high + 2.0 * pad
    )
    brush.panel(*rect, 0.7)
    brush.text(rect[0] + pad, rect[1] + pad, text, accent(), NORMAL)


def fitting_rows(brush: Brush, rows: list[tuple[str, str]], room: float, gap: float) -> list[tuple[str, str, float]]:
    """Keys, what they do and how wide that is, as many as fit into a width [pixels]; what has no key is left out."""
    parts, used = [], 0.0
    for key, text in rows:
        if not key:
            continue
        wide = brush.cap_width(key, SMALL) + 5.0 * brush.scale + brush.size(text, SMALL)[0]
        if used + wide > room:
            break
        parts.append((key, text, wide))
        used += wide + gap
    return parts


def hints_of(shell: Shell) -> tuple[tuple[str, str], ...]:
    """Actions that matter now, and a word about each."""
    if not shell.player.active:
        return FREE_HINTS if shell.player.can_return else _hints_of_hands(shell)
    vehicle = shell.player.game.vehicle
    if vehicle is not None and vehicle.key_hints:
        return (*vehicle.key_hints, *MACHINE_HINTS)
    return GAME_HINTS if vehicle is None else DRIVE_HINTS


def _hints_of_hands(shell: Shell) -> tuple[tuple[str, str], ...]:
    """What hands can do here."""
    selected = shell.tools.select.soft
    if selected is not None and selected.kind == "shell":
        return SHELL_HINTS
    return SOFT_HINTS if shell.session.after.softs else HINTS


def draw_labels(shell: Shell, brush: Brush) -> None:
    """Names at their places, and the crosshair with what it points at."""
    width, height = layout.width, layout.height
    for text, x, y in shell.screen_labels(width, height):
        wide, high = brush.size(text, SMALL)
        left, top = x - 0.5 * wide, y - 0.5 * high
        if shell.shows_crosshair and abs(x - width / 2.0) < wide and abs(y - height / 2.0) < high:
            top = height / 2.0 + high  # below the crosshair
        brush.box(left - 4.0, top - 1.0, wide + 8.0, high + 2.0, (0.0, 0.0, 0.0, 0.6))
        brush.text(left, top, text, (1.0, 1.0, 1.0, 0.95), SMALL)
    if shell.shows_crosshair:
        x, y, size = width / 2.0, height / 2.0, 8.0 * max(brush.scale, 0.75)
        for paint, thick in (((0.0, 0.0, 0.0, 0.55), 3.6), ((1.0, 1.0, 1.0, 0.95), 1.6)):
            for dx, dy in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
                brush.line((x + 0.35 * size * dx, y + 0.35 * size * dy), (x + size * dx, y + size * dy), paint, thick)
            brush.list.add_circle_filled(imgui.ImVec2(x, y), 0.45 * thick, 0xFFFFFFFF if thick < 2.0 else 0x8C000000)

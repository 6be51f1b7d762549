"""What was said: all messages, to be read again."""

from imgui_bundle import imgui

from app.panels.colors import color
from app.panels.registry import panel
from app.shell import Shell


@panel(
    "log", title="Messages", size=(560.0, 360.0), menu="Messages", place=110, action="messages", centered=True,
    escape=True, pointer=True,
)  # fmt: skip
def draw_messages(shell: Shell) -> None:
    """All messages, the newest at the top."""
    if not shell.messages.log:
        imgui.text_disabled("No messages yet.")
    for message in reversed(shell.messages.log):
        imgui.push_style_color(imgui.Col_.text, color(message.kind))
        imgui.text_wrapped(message.text)
        imgui.pop_style_color()

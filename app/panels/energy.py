"""Energy and momentum over time."""

import collections

import numpy as np
from imgui_bundle import imgui

from app.panels.registry import Panel, panel
from app.shell import Shell

STEPS = 240
PLOT_SIZE = (310.0, 60.0)  # at text size 1 [pixels]


@panel("energy", title="Energy", size=(340.0, 310.0), menu="Energy", place=70)
class EnergyPanel(Panel):
    """Remembers the last steps, while it is open."""

    def __init__(self) -> None:
        self.past: collections.deque = collections.deque(maxlen=STEPS)

    def forget(self) -> None:
        """Another world runs."""
        self.past.clear()

    def read(self, shell: Shell) -> None:
        """Take in the energy and the momentum of the world."""
        energy = shell.session.world.energy()
        self.past.append((energy.kinetic, energy.potential, energy.momentum))

    def draw(self, shell: Shell) -> None:
        """A graph for each energy, with its rate; the momentum below."""
        if not self.past:
            return
        scale = shell.settings.ui_scale
        graph = imgui.ImVec2(PLOT_SIZE[0] * scale, PLOT_SIZE[1] * scale)
        kinetic, potential = (np.array([row[k] for row in self.past], np.float32) for k in (0, 1))
        for name, values in (("kinetic", kinetic), ("potential", potential), ("total", kinetic + potential)):
            rate = 60.0 * float(values[-1] - values[-2]) if len(values) > 1 else 0.0
            imgui.text(f"{name} {short(float(values[-1]), 'J')}, {short(rate, 'W')}")
            imgui.plot_lines(f"##{name}", values, graph_size=graph)
        imgui.text(f"momentum {'  '.join(f'{c:,.1f}' for c in self.past[-1][2])} kg m/s")


def short(value: float, unit: str) -> str:
    """A number that can be read at a glance: "233.1 kJ", "-4.09 kW"."""
    for least, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= least:
            return f"{value / least:.4g} {prefix}{unit}"
    return f"{round(value, 3) + 0.0:.4g} {unit}"

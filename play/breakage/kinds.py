"""Kinds of things that break, and their cues.

Strengths are impulses of something hard, such as an iron ball of 10 kg: a pane of 4 mm takes what it has at 1.5 m/s, a
board of a fence at 6 m/s, no tree what it has at 100 m/s. A rocket has 7,500 N s/m^2 at its center and none 6 m away.
"""

from play.breakage.breakable import Kind
from play.cues import CueSound, cue_kind

cue_kind(
    "shatter",
    "glass breaks; direction: of the blow, size: how hard it was, 0 to 1",
    sound=CueSound("shatter", gain=(0.5, 1.0), pitch=(1.1, 0.95), vary=0.08, reach=2.0, priority=3.0, most=3, gap=2),
)
cue_kind(
    "crack",
    "wood breaks; direction: of the blow, size: how hard it was, 0 to 1",
    sound=CueSound("crack", gain=(0.4, 1.0), pitch=(1.15, 0.9), vary=0.1, reach=1.5, most=2, gap=3),
)
cue_kind(
    "timber",
    "a tree breaks; direction: of the blow, size: how hard it was, 0 to 1",
    sound=CueSound("timber", gain=(0.7, 1.0), vary=0.06, reach=3.0, priority=3.0, most=2, gap=4),
)
cue_kind(
    "crumble",
    "bricks come out of a wall; direction: of the blow, size: how hard it was, 0 to 1",
    sound=CueSound("crumble", gain=(0.35, 1.0), pitch=(1.1, 0.9), vary=0.1, reach=1.5, most=1, gap=4),
)
cue_kind(
    "snap",
    "metal tears off; direction: of the blow, size: how hard it was, 0 to 1",
    sound=CueSound("snap", gain=(0.5, 1.0), vary=0.08, reach=2.0, most=2, gap=3),
)

PANE = Kind("pane", "panes", 15.0, 1200.0, "shatter")
BARS = Kind("window bar", "window bars", 60.0, 3000.0, "crack", 0.3)
SHUTTER = Kind("shutter", "shutters", 80.0, 3000.0, "crack", 0.3)
BOARD = Kind("board", "boards", 60.0, 3500.0, "crack", 0.5)
POST = Kind("post", "posts", 250.0, 5000.0, "crack", 0.7)
BENCH = Kind("bench", "benches", 150.0, 3500.0, "crack", 0.5)
SHELF = Kind("shelf", "shelves", 200.0, 4000.0, "crack", 0.4)
ROOF = Kind("roof board", "roof boards", 250.0, 5000.0, "crack", 0.3)
CANOPY = Kind("canopy", "canopies", 200.0, 3800.0, "crack", 0.5)
SIGN = Kind("sign", "signs", 150.0, 4500.0, "crack", 0.6)
LAMP = Kind("street lamp", "street lamps", 500.0, 4500.0, "snap", 0.7)
BRICK = Kind("brick", "bricks", 250.0, 6000.0, "crumble", 0.4, spread=1.1)
OAK = Kind("oak", "oaks", 7000.0, 5200.0, "timber", 0.9, heavy=True)
BIRCH = Kind("birch", "birches", 3000.0, 4200.0, "timber", 0.85, heavy=True)
SPRUCE = Kind("spruce", "spruces", 4500.0, 4800.0, "timber", 0.9, heavy=True)

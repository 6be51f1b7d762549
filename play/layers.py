"""Categories of what is played with. All else has all bits, so masks without one of these leave out only its kind."""

ALL = 0xFFFFFFFF
FIGURE = 1 << 20  # body and arms of a figure
WEAPON = 1 << 21  # weapons in the hand
PROJECTILE = 1 << 22  # what weapons fire
VEHICLE = 1 << 23  # chassis and wheels

"""Collision categories of games. Other bodies have all bits, so a mask without one of these excludes only its kind."""

ALL = 0xFFFFFFFF
FIGURE = 1 << 20  # body and arms of a figure
WEAPON = 1 << 21  # weapons in the hand
PROJECTILE = 1 << 22  # projectiles
VEHICLE = 1 << 23  # chassis and wheels
AIRY = 1 << 24  # what a breeze moves, besides category 1

"""Kinds of shapes.

A contact always has kind_a <= kind_b: round ones, then those with faces, then those that never move by forces.
"""

SPHERE = 0
CAPSULE = 1
CYLINDER = 2
CONE = 3
BOX = 4
HULL = 5
MESH = 6
HEIGHT_FIELD = 7
PLANE = 8
TRIANGLE = 9  # a piece of a mesh or height field, inside of kernels only
SHRUNK = 10  # a hull whose coordinates are multiplied by the first number of its size, likewise

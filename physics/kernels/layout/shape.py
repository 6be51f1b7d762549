"""Columns of the record arrays of shapes."""

# Shape record `info`, int32.
STRIDE = 16
KIND = 0
BODY = 1
NEXT = 2  # next shape of the same body
TREE = 3  # TREE_STATIC, TREE_MOVING or TREE_NONE (half-spaces have no bounds)
NODE = 4  # leaf in that tree
MOVED = 5  # 1 while the shape is in the list of moved shapes
MATERIAL = 6
SENSOR = 7
GROUP = 8
ALIVE = 9
DATA = 10  # where the shape data of a hull, mesh or height field begin in `Shapes.indices`; 0 for others

TREE_STATIC = 0
TREE_MOVING = 1
TREE_NONE = 2

# Shape record `place`, float32: size, whose meaning is that of the kind (see `kind`), center relative to the center of
# mass in body axes, rotation in body axes.
PLACE_STRIDE = 12
PLACE_SIZE = 0
PLACE_CENTER = 4
PLACE_ROTATION = 8

# Shape record `surface`, float32: friction (negative: by the material table), restitution, rolling friction, then
# velocity of the surface in body axes.
SURFACE_STRIDE = 8
SURFACE_FRICTION = 0
SURFACE_RESTITUTION = 1
SURFACE_ROLLING = 2
SURFACE_VELOCITY = 4

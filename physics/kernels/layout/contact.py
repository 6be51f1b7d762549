"""Columns of the record arrays of contacts, and the bits of their flags.

Row 0 is reserved: it is the nothing that fills unused lanes.
"""

# Contact record `info`, int32, one cache line; a contact is a pair of shapes whose fat bounds overlap. A pair with a
# mesh or height field has MESH_SLOTS of them, one for each direction in which it may be pushed: a first one, and
# siblings. Only the first is in the pair table and is brought up to date; it does so for its siblings.
MESH_SLOTS = 4
STRIDE = 16
SHAPE_A = 0
SHAPE_B = 1
BODY_A = 2
BODY_B = 3
FLAGS = 4
COLOR = 5  # -1 none, 0 ... COLORS - 1, COLOR_OVERFLOW
SIBLING = 6  # next row of the same pair, in a ring; 0 for a pair that has one row
COUNT = 7  # points
FEATURE = 8  # four feature ids
NEXT_A = 12  # neighbors in the edge lists of body a and of body b
PREV_A = 13
NEXT_B = 14
PREV_B = 15

# Bits of FLAGS.
FLAG_TOUCH = 1 << 0  # has points (solid) or overlaps (sensor)
FLAG_SENSOR = 1 << 1
FLAG_CACHED = 1 << 2  # the recycling cache is valid
FLAG_DISJOINT = 1 << 3  # fat bounds no longer overlap
FLAG_BEGAN = 1 << 4
FLAG_ENDED = 1 << 5
FLAG_DORMANT = 1 << 6  # active but not solved: of a kinematic body, with a sleeping or an immovable one
FLAG_SENSOR_B = 1 << 7  # the sensor is shape b
FLAG_QUIET = 1 << 8  # that it began or ended is no event: another row of the pair touches, or reports it
FLAG_SIBLING = 1 << 9  # a further row of a pair
FLAG_FACETED = 1 << 10  # one of the shapes is a mesh or height field
SPECIAL_SHIFT = 12  # eight bits from here on: flags of the solver block that the contact needs
FLAG_REFUSED = 1 << 20  # the filter of the world said no: never touches
FLAG_OFF = 1 << 21  # a program switched it off for this step
FLAG_SOFT = 1 << 24  # one of the shapes is a soft body: has no points, see `kernels.soft`
FLAG_SPARE = 1 << 22  # not solved in this step: others of the same two bodies bear its load, see `contacts.reduce`
FLAG_HANDLED = 1 << 23  # looked at while contacts are spared

# Colors of the constraint graph: one bit each in a body's uint64. Contacts between moving bodies count up from 0,
# contacts with something immovable count down from the top, so that those are solved last.
COLORS = 64
COLOR_OVERFLOW = 64
COLORS_MOVING = 56

# Contact record `cache`, float32: what recycling needs. Relative rotation of the shapes and offset in the axes of a at
# the last full update, normal in the axes of its owner, then for each point its place on the surface of a in the axes
# of a and on the surface of b in the axes of b; the surface velocity (b relative to a, world axes), whether or not it
# is recycled; last the impulse of friction on b over the step, world axes. States pack it: 32 bytes at a time.
CACHE_STRIDE = 48
CACHE_ROTATION = 0
CACHE_OFFSET = 4
CACHE_OWNER = 7  # 1 when the normal belongs to a face of b, else 0
CACHE_NORMAL = 8
CACHE_POINT = 12
CACHE_SURFACE = 36
CACHE_FRICTION = 40

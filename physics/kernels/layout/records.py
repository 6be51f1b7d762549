"""Columns of the record arrays, and the numbers that stand for kinds and flags.

A record array has one row per thing and one column per quantity that is used together with its neighbors: a row is a
cache line or two, and eight rows are gathered into registers at once. Row 0 of bodies and of contacts is reserved: it
is the immovable nothing that fills unused lanes.
"""

# Kinds of bodies: BODY_FLAGS & KIND_BITS.
KIND_STATIC = 0
KIND_KINEMATIC = 1
KIND_DYNAMIC = 2
KIND_BITS = 3

# Further bits of BODY_FLAGS.
FLAG_ALIVE = 1 << 2
FLAG_FROZEN = 1 << 3  # quarantined after a non-finite number; behaves as static
FLAG_SPHERICAL = 1 << 4  # inertia is a multiple of the identity: no gyroscopic torque
FLAG_NO_SLEEP = 1 << 5
FLAG_BULLET = 1 << 6
FLAG_TARGET = 1 << 7  # a kinematic body that arrives at its target at the end of the step
FLAG_LOCK_X = 1 << 8  # translation along x, y, z, then rotation about x, y, z: six consecutive bits
FLAG_LOCK_ROTATION_X = 1 << 11
LOCK_BITS = 63 << 8
FLAG_CCD_NONE = 1 << 14  # nothing keeps the body from passing through thin things
FLAG_CCD_RAY = 1 << 15  # only a ray from its last center to its present one does

# Kinds of shapes. A contact always has kind_a <= kind_b: round ones, then those with faces, then those that never move
# by forces.
SHAPE_SPHERE = 0
SHAPE_CAPSULE = 1
SHAPE_CYLINDER = 2
SHAPE_CONE = 3
SHAPE_BOX = 4
SHAPE_HULL = 5
SHAPE_MESH = 6
SHAPE_FIELD = 7
SHAPE_PLANE = 8
SHAPE_TRIANGLE = 9  # a piece of a mesh or height field, inside of kernels only
SHAPE_SHRUNK = 10  # a hull whose coordinates are multiplied by the first number of its size, likewise

# Body record `motion`, float32: velocity of the center of mass and inverse mass, angular velocity, then the movement
# since the start of the step (small, so float32 is exact enough far from the origin).
MOTION_STRIDE = 16
MOTION_VELOCITY = 0
MOTION_INV_MASS = 3
MOTION_ANGULAR = 4
MOTION_DELTA = 8
MOTION_DELTA_ROTATION = 12

# Body record `drive`, float32, written at the start of a step: acceleration and linear damping factor per substep,
# angular acceleration and angular damping factor, inertia about the center in body axes (xx xy xz yy yz zz),
# gyroscopic switch (0 or 1), unused.
DRIVE_STRIDE = 16
DRIVE_ACCELERATION = 0
DRIVE_DAMPING = 3
DRIVE_ANGULAR = 4
DRIVE_ANGULAR_DAMPING = 7
DRIVE_INERTIA = 8
DRIVE_GYROSCOPIC = 14

# Body record `inv_inertia`, float32: world axes, xx xy xz yy yz zz.
INERTIA_STRIDE = 8

# Body record `mass`, float32: inertia about the center of mass in body axes (xx xy xz yy yz zz), mass, radius of the
# least ball inside of one of its shapes [m], inverse of that inertia, unused. Zeros unless the body is dynamic.
MASS_STRIDE = 16
MASS_TOTAL = 6
MASS_INNER = 7
MASS_INVERSE = 8

# Body record `traits`, float32.
TRAIT_STRIDE = 8
TRAIT_GRAVITY_SCALE = 0
TRAIT_LINEAR_DAMPING = 1
TRAIT_ANGULAR_DAMPING = 2
TRAIT_EXTENT = 3  # distance from the center of mass to the farthest point [m]
TRAIT_SLEEP_TIME = 4  # how long the body has been slow [s]
TRAIT_SAG = 5  # overlap under the load of the last step that the base stiffness would leave [m]
TRAIT_LOADED = 6  # two timers [s], for levels 1 and 2: see `levels`

# Body record `target`, float64: center and rotation at the end of the step, and how long its velocities take there [s].
TARGET_STRIDE = 8
TARGET_ROTATION = 3
TARGET_TIME = 7

# Body record `links`, int32; -1 means none.
BODY_STRIDE = 8
BODY_FLAGS = 0
BODY_SHAPE = 1  # first shape
BODY_CONTACT = 2  # first contact edge: contact * 2 + side
BODY_AWAKE = 3  # position in the list of awake bodies
BODY_PARENT = 4  # union-find parent: the root names the island
BODY_RING = 5  # next body of a sleeping island, in a ring
BODY_SPLIT = 6  # of a root: 1 when a contact ended, so that the island may have come apart
BODY_LEVEL = 7  # its island takes 2^level times the substeps of the world

# Shape record `info`, int32.
SHAPE_STRIDE = 16
SHAPE_KIND = 0
SHAPE_BODY = 1
SHAPE_NEXT = 2  # next shape of the same body
SHAPE_TREE = 3  # TREE_STATIC, TREE_MOVING or TREE_NONE (half-spaces have no bounds)
SHAPE_NODE = 4  # leaf in that tree
SHAPE_MOVED = 5  # 1 while the shape is in the list of moved shapes
SHAPE_MATERIAL = 6
SHAPE_SENSOR = 7
SHAPE_GROUP = 8
SHAPE_ALIVE = 9
SHAPE_FORM = 10  # where the description of a hull, mesh or height field begins in `Shapes.indices`; 0 for others

TREE_STATIC = 0
TREE_MOVING = 1
TREE_NONE = 2

# Shape record `place`, float32: size, center relative to the center of mass in body axes, rotation in body axes.
# Sizes: sphere (radius), capsule, cylinder and cone (radius, half height, along local Y), box (half extents); hull,
# mesh and height field (half extents of their bounding box, around whose center they are described). A half-space is
# the side local y < 0 of its center.
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

# Contact record `info`, int32, one cache line; a contact is a pair of shapes whose fat bounds overlap. A pair with a
# mesh or height field has MESH_SLOTS of them, one for each direction in which it may be pushed: a first one, and
# siblings. Only the first is in the pair table and is brought up to date; it does so for its siblings.
MESH_SLOTS = 4
CONTACT_STRIDE = 16
CONTACT_SHAPE_A = 0
CONTACT_SHAPE_B = 1
CONTACT_BODY_A = 2
CONTACT_BODY_B = 3
CONTACT_FLAGS = 4
CONTACT_COLOR = 5  # -1 none, 0 ... COLORS - 1, COLOR_OVERFLOW
CONTACT_SIBLING = 6  # next row of the same pair, in a ring; 0 for a pair that has one row
CONTACT_COUNT = 7  # points
CONTACT_FEATURE = 8  # four feature ids
CONTACT_NEXT_A = 12  # neighbors in the edge lists of body a and of body b
CONTACT_PREV_A = 13
CONTACT_NEXT_B = 14
CONTACT_PREV_B = 15

# Bits of CONTACT_FLAGS.
TOUCH = 1  # has points (solid) or overlaps (sensor)
SENSOR = 2
CACHED = 4  # the recycling cache is valid
DISJOINT = 8  # fat bounds no longer overlap
BEGAN = 16
ENDED = 32
SENSOR_B = 128  # the sensor is shape b
REFUSED = 1 << 20  # the filter of the world said no: never touches
OFF = 1 << 21  # a program switched it off for this step
DORMANT = 64  # touches a sleeping body; active only because a kinematic body is there
QUIET = 256  # BEGAN or ENDED is no event: another row of the pair touches, or tells it
SIBLING = 512  # a further row of a pair
FACETED = 1024  # shape b is a mesh or height field

# Contact record `manifold`, float32, four cache lines, of which a contact with one point needs two: normal from a to b
# in world axes and friction, friction force in world axes and twist torque, center of b relative to the center of a
# and restitution, radius of a and of b if they are round and 0 else, rolling friction times radius, unused; then four
# points: position relative to the center of mass of a in world axes and separation; normal force, impulse over the
# step, relative normal velocity before the step, 1 for a point in use and 0 else. Last the rolling torque, and in the
# first row of a pair of several the number of its hit event of this step, counted from 1. Forces and torques are those
# of the last substep: not impulses, since the next step may have another length or other substeps.
MANIFOLD_STRIDE = 64
MANIFOLD_NORMAL = 0
MANIFOLD_FRICTION = 3
MANIFOLD_FRICTION_FORCE = 4
MANIFOLD_TWIST = 7
MANIFOLD_CENTERS = 8
MANIFOLD_RESTITUTION = 11
MANIFOLD_RADII = 12
MANIFOLD_ROLLING = 14
MANIFOLD_POINT = 16
MANIFOLD_ROLLING_TORQUE = 48
MANIFOLD_HIT = 51
POINT_STRIDE = 8
POINT_SEPARATION = 3
POINT_FORCE = 4
POINT_TOTAL = 5
POINT_SPEED = 6
POINT_USED = 7
POINT_CAPACITY = 4

# Colors of the constraint graph: one bit each in a body's uint64. Contacts between moving bodies count up from 0,
# contacts with something immovable count down from the top, so that those are solved last.
COLORS = 64
COLOR_OVERFLOW = 64
COLORS_MOVING = 56

# Solver block: eight manifolds, one per lane. Row r of block k is at (k * BLOCK_ROWS + r) * 8 of a flat float32 array.
BLOCK_INERTIA_A = 0
BLOCK_INERTIA_B = 6
BLOCK_NORMAL = 12
BLOCK_TANGENT = 15
BLOCK_CENTERS = 18  # center of b minus center of a
BLOCK_ANCHOR = 21  # where friction acts, relative to the center of a
BLOCK_FRICTION = 24
BLOCK_TWIST_MASS = 25
BLOCK_TWIST = 26
BLOCK_TANGENT_MASS = 27  # inverse of the 2 x 2 matrix: 11, 12, 22
BLOCK_TANGENT_IMPULSE = 30
BLOCK_BIAS_RATE = 32
BLOCK_MASS_SCALE = 33
BLOCK_IMPULSE_SCALE = 34
BLOCK_RADII = 35  # of a and of b, 0 unless round
BLOCK_PUSH = 37  # fastest push out of the overlap
BLOCK_POINT = 38
ROW_ANCHOR = 0  # rows of a point
ROW_SEPARATION = 3
ROW_IMPULSE = 4
ROW_MASS = 5
ROW_LEVER = 6
ROW_TOTAL = 7
ROW_SPEED = 8
POINT_ROWS = 9
BLOCK_RESTITUTION = 74  # from here on only blocks with the matching flag are read
BLOCK_SURFACE = 75
BLOCK_ROLLING = 77
BLOCK_ROLLING_IMPULSE = 78
BLOCK_ROLLING_MASS = 81
BLOCK_APPROACH = 87  # normal velocity of each point before the substep
BLOCK_REBOUND = 91  # speed that each point leaves the surface with; 0 before it hits
BLOCK_PULL = 95  # what a substep adds to the speed of approach of each point
BLOCK_ROWS = 99

# Bits of a block's flags.
BLOCK_BOUNCES = 1
BLOCK_SLIDES = 2
BLOCK_ROLLS = 4
BLOCK_DEEP = 8  # the contacts share their pushes out of an overlap

# Contact record `cache`, float32: what recycling needs. Relative rotation of the shapes and offset in the axes of a at
# the last full update, normal in the axes of its owner, then for each point its place on the surface of a in the axes
# of a and on the surface of b in the axes of b; last the surface velocity (b relative to a, world axes), whether or
# not it is recycled.
CACHE_STRIDE = 40
CACHE_ROTATION = 0
CACHE_OFFSET = 4
CACHE_OWNER = 7  # 1 when the normal belongs to a face of b, else 0
CACHE_NORMAL = 8
CACHE_POINT = 12
CACHE_SURFACE = 36

# Further bits of CONTACT_FLAGS: BLOCK_BOUNCES and so on, shifted to the left by this.
SPECIAL_SHIFT = 12

# Array `counts`, int64: what changes its length during a step.
COUNT_AWAKE = 0
COUNT_ACTIVE = 1
COUNT_MOVED = 2
COUNT_CONTACT_TOP = 3  # rows ever used, the null row included
COUNT_CONTACT_FREE = 4  # first free row, chained through CONTACT_NEXT_A; -1 none
COUNT_CONTACTS = 5
COUNT_EVENTS = 6
COUNT_EVENTS_SEEN = 7  # events of the last step; later ones wait for the next
COUNT_PLANES = 8
COUNT_TOUCHING = 9
COUNT_BLOCKS = 10
COUNT_RECYCLED = 11
COUNT_POINTS = 12
COUNT_NEW_PAIRS = 13
COUNT_FROZEN = 14  # bodies quarantined in the last step
COUNT_ISLANDS_STALE = 15  # 1 after a body left: islands are united anew
COUNT_SUBSTEPS = 16  # most substeps of any island in the last step
COUNT_SIBLINGS = 17  # rows of contacts that are not the first of their pair
COUNT_CHANGED = 18  # contacts that the collision stage of this step has something to change of
COUNT_JOINT_TOP = 19  # rows of joints ever used, the unused first one included
COUNT_SIZE = 20

# Array `config`, float64: parameters of a step.
CONFIG_DT = 0
CONFIG_SUBSTEPS = 1
CONFIG_GRAVITY = 2
CONFIG_HERTZ = 5
CONFIG_DAMPING_RATIO = 6
CONFIG_PUSH_SPEED = 7
CONFIG_BOUNCE_SPEED = 8
CONFIG_HIT_SPEED = 9
CONFIG_SLEEP_SPEED = 10
CONFIG_SLEEP_TIME = 11
CONFIG_SLEEPING = 12  # 0 or 1
CONFIG_WARM = 13  # 0 or 1
CONFIG_RECYCLE = 14  # largest relative movement for recycling a manifold [m]; 0 turns it off
CONFIG_SPECULATIVE = 15
CONFIG_MARGIN = 16
CONFIG_SPEED_MAX = 17
CONFIG_RATE_LIMIT = 18  # contact springs oscillate at most at this part of the substep rate
CONFIG_STATIC_HERTZ = 19  # factor for contacts with something immovable
CONFIG_MARGIN_RATIO = 20  # margins are at most this part of the size of a shape
CONFIG_SAG = 21  # overlap under load from which an island takes twice the substeps [m]
CONFIG_LOAD_ONSET = 22  # how long a load must last before it counts [s]
CONFIG_LOAD_HOLD = 23  # how long it counts after it has gone [s]
CONFIG_LEVEL_SIZE = 24  # most bodies of an island of the highest level
CONFIG_JOINT_RATIO = 25  # damping ratio of what joints lock
CONFIG_SIZE = 26

# Field record, float64: kind, category bits, corners of its bounds, then what each kind needs.
FIELD_STRIDE = 24
FIELD_KIND = 0
FIELD_MASK = 1
FIELD_LOWER = 2
FIELD_UPPER = 5
FIELD_VECTOR = 8  # acceleration, wind or center
FIELD_STRENGTH = 11  # of a point [m^(1 + power) / s^2]; of what drags, half the density times the coefficient [kg/m^3]
FIELD_POWER = 12
FIELD_RADIUS = 13  # nothing happens farther from the center, or from the axis [m]
FIELD_CORE = 14  # least distance that counts, or radius of the core of a vortex [m]
FIELD_AXIS = 15
FIELD_SWIRL = 18  # fastest wind around the axis [m/s]
FIELD_RISE = 19  # wind along the axis [m/s]
FIELD_INFLOW = 20  # wind toward the axis [m/s]

FIELD_UNIFORM = 0
FIELD_POINT = 1
FIELD_DRAG = 2
FIELD_VORTEX = 3

# Array `numbers`, float32 [LEVELS, 16]: what the solver of each level needs. Softness of contacts, then of contacts
# with something immovable: bias rate [1/s], mass scale, impulse scale each.
LEVELS = 3  # an island of level l takes 2^l times the substeps of the world
NUMBER_INV_TAU = 6  # 1 / speculative distance [1/m]
NUMBER_WARM = 7  # 0 or 1
NUMBER_GRAVITY = 8
NUMBER_STEP = 11  # substep [s]
NUMBER_GIVE = 12  # 1 / w^2 of level 0 [s^2], among movable bodies and with something immovable
NUMBER_PUSH = 14  # fastest push out of an overlap [m/s]

# Kinds of events, first column of `event_info`; then contact, body a, body b, shape a, shape b. `event_value` holds
# position, normal, impulse (of sensor events: 1 if the sensor is b, else 0) and approach speed.
EVENT_BEGIN = 0
EVENT_END = 1
EVENT_HIT = 2
EVENT_SENSOR_ENTER = 3
EVENT_SENSOR_LEAVE = 4
EVENT_ASLEEP = 5
EVENT_AWAKE = 6
EVENT_FROZEN = 7
EVENT_JOINT_BROKEN = 8  # joint instead of contact; impulse and speed are force and torque
EVENT_STRIDE = 6

# Stages whose time is taken, index in `times`.
STAGES = ("pairs", "collide", "contacts", "prepare", "substeps", "store", "finalize", "sleep")

"""Columns of the record arrays of joints. Row 0 is unused, so that 0 means none in the lists of a body.

A joint is a frame on each of its two bodies, and six axes along which the frame of b may be away from that of a: three
linear ones along x, y, z of the frame of a, then three angular ones. The angles are those of a turn about x of a, then
about the y that this turn made, then about z of b. Each axis is locked or free; a free one has a spring, a motor and a
limit or not. A hinge turns about x, a slider moves along x; what a universal joint turns about is x of a and z of b,
which never come together because the angle between is locked.

Two kinds of joint have other axes. Where FLAG_DISTANCE is set, axis 0 is the direction from one anchor to the other
and its position their distance; with FLAG_PLANAR too, the distance is that across x, and axis 1 is x. Where
FLAG_CONE is set, axis 3 is the twist about x, axis 4 the swing of x of b away from x of a, and axis 5 at right angles
to both. Where FLAG_USER is set, the angles turn about x, y, z of a, and what they turned adds up. With FLAG_WORLD the
axes are fixed to the world, not to a.
"""

AXES = 6
ANGULAR = 3  # the first axis that is an angle

# Record `info`, int32; the bits of an axis are 1 << axis.
STRIDE = 24
FLAGS = 0
BODY_A = 1
BODY_B = 2
LOCKS = 3
NEXT_A = 4  # neighbors in the lists of body a and of body b: joint * 2 + side
PREV_A = 5
NEXT_B = 6
PREV_B = 7
LIMITS = 8
MOTORS = 9
SPRINGS = 10
STIFF = 11  # springs that are given in newtons, not as a frequency
TYPE = 12
SERVOS = 13  # motors that go to a place
FRICTIONS = 14
FIRST = 15  # what a gear couples: joint * 8 + axis
SECOND = 16
COUPLED = 17  # axes that gears couple, found anew in every step

# Bits of FLAGS.
FLAG_ALIVE = 1
FLAG_ENABLED = 2
FLAG_COLLIDES = 4  # the two bodies touch one another
FLAG_DISTANCE = 8
FLAG_BROKEN = 16
FLAG_CONE = 32
FLAG_PLANAR = 64
FLAG_GEAR = 128  # couples axes of two other joints
FLAG_WORLD = 256
FLAG_USER = 512
FLAG_SUSPENDED = 1024  # would be enabled, but one of its bodies is disabled

# Record `frame`, float64: anchors in the axes of each body [m], rotations of the frames in them.
FRAME_STRIDE = 16
FRAME_ANCHOR_A = 0
FRAME_ANCHOR_B = 3
FRAME_ROTATION_A = 6
FRAME_ROTATION_B = 10

# Record `axis`, float32: for each axis, in meters or radians, newtons or newton meters.
AXIS_STRIDE = 16
AXIS_LOWER = 0  # also the length of a locked distance
AXIS_UPPER = 1
AXIS_LIMIT_HERTZ = 2  # 0: as stiff as what is locked
AXIS_LIMIT_RATIO = 3
AXIS_MOTOR_SPEED = 4
AXIS_MOTOR_MAX = 5
AXIS_TARGET = 6  # where the spring is at rest
AXIS_SPRING = 7  # frequency [Hz], or stiffness [N/m] [N m]
AXIS_DAMPING = 8  # damping ratio, or damping [N s/m] [N m s]
AXIS_SPRING_MAX = 9  # largest force of the spring
AXIS_FRICTION = 10
AXIS_BOUNCE = 11
AXIS_SERVO = 12  # where a servo goes to
AXIS_RATIO = 13  # of a gear
AXIS_LIMIT_STIFFNESS = 14  # of soft stops, instead of a frequency [N/m] [N m]
AXIS_LIMIT_DAMPING = 15

# Record `traits`, float32.
TRAIT_STRIDE = 8
TRAIT_HERTZ = 0  # of what is locked; 0: as stiff as the substep allows
TRAIT_RATIO = 1
TRAIT_BREAK_FORCE = 2
TRAIT_BREAK_TORQUE = 3
TRAIT_STIFFNESS = 4  # of what is locked, instead of a frequency [N/m] [N m]; 0 with a damping is a damper alone
TRAIT_DAMPING = 5

# Record `result`, float32: force of each row of the last substep, HOLD ... FRICTION of each axis; angles and whole
# turns of the three angles; force and torque on body b over the last step, in world axes.
SLOTS = 5
SLOT_HOLD = 0  # lock or spring
SLOT_LOWER = 1
SLOT_UPPER = 2
SLOT_MOTOR = 3
SLOT_FRICTION = 4
RESULT_STRIDE = 42
RESULT_ANGLE = 30
RESULT_TURNS = 33
RESULT_FORCE = 36
RESULT_TORQUE = 39

# Record `work`, float32, of one step: impulses of the rows in this substep, as in `result`, and angles and turns; then
# levers, way between the anchors and rotations of the frames at the start of the step; levers and way now; positions
# along the six axes, errors of the locked ones, effective masses, softness of locked rows, rates before the substep,
# the sum of impulses on body b.
WORK_ANGLE = RESULT_ANGLE
WORK_TURNS = RESULT_TURNS
WORK_START_A = 36
WORK_START_B = 39
WORK_START_GAP = 42
WORK_ROTATION_A = 45
WORK_ROTATION_B = 49
WORK_LEVER_A = 53  # from the center of a to the anchor of b
WORK_LEVER_B = 56
WORK_GAP = 59
WORK_POSITION = 62
WORK_ERROR = 68
WORK_MASS = 74
WORK_GIVE = 80  # softness of a locked row, 1 / kg
WORK_PUSH = 86  # part of an error per second that a locked row pushes out
WORK_APPROACH = 92
WORK_SUM = 98
WORK_BEND = 104  # what axes get in half a substep because bodies turn: linear, more of axis 0, angular
WORK_ACROSS = 107
WORK_TWIST = 108
WORK_STRIDE = 112

# Record `rows`, float64, one for each axis: the direction n that forces act along, what they turn a and b about, and
# that by the inverse inertia of each. In float32 two long arms of one light body would cancel to nothing. A row moves
# the bodies apart by n . (v_b - v_a) + on_b . w_b - on_a . w_a.
ROW_STRIDE = 16
ROW_N = 0
ROW_ON_A = 3
ROW_ON_B = 6
ROW_TURN_A = 9
ROW_TURN_B = 12

# Record `order`, int32: one place for each joint to solve in this step, those that are solved at once side by side.
ORDER_STRIDE = 20
PLACE_JOINT = 0
PLACE_END = 1  # of the first joint of a group: place after the last
PLACE_BEGIN = 2  # of the last joint of a group: place of the first
PLACE_NEIGHBORS = 3  # first of its neighbors in `neighbors`
PLACE_COUNT = 4  # ... and how many there are
PLACE_ROWS = 5  # rows that are solved at once: locked and driven
PLACE_AXES = 6  # their axes, three bits each
PLACE_KIND = 7
PLACE_ALONE = 8  # axes that are solved one by one
PLACE_DRIVEN = 9  # axes whose motor, or friction if they have none, is solved with what is locked
PLACE_POINT = 10  # 1: all three linear axes are locked, and their rows are x, y, z of the world
PLACE_CLOSES = 11  # 1: it closes a loop; 2: it is graph-colored
PLACE_BEFORE = 12  # for bodies a and b, of a gear those of both joints: place before it that holds the body too, and
# which body of that place it is: place * 4 + number; -1 for none
PLACE_PLAIN = 16  # 1: it holds a point and does nothing else in this step; 2: so do all of its group; 3: in a batch

PLACE_OVERCONSTRAINED = 17  # 1: its forces are so large, or so arbitrary, that every substep begins without them
PLACE_KEEP = 18  # rows of its group are kept for so many substeps; errors meanwhile go on with the velocities
PLACE_TREE = (
    19  # 1: its group closes no loop; 2: it does, but has more freedoms than rows; 0: it may press against itself
)

# Record `neighbors`, int32: a joint of the same group that stands before, and where the block begins that couples the
# two. While neighbors are being found, the second is the next in the list of the joint.
NEIGHBOR_STRIDE = 2
NEIGHBOR_PLACE = 0
NEIGHBOR_BLOCK = 1

# Kinds of places.
KIND_GROUP = 0  # solved at once with its group, without give
KIND_GROUP_GEAR = 1  # a gear that is
KIND_LOOP = 2  # one too many for its group: solved after it, with the stiffness of a contact
KIND_SOFT = 3  # a spring in all locked directions
KIND_GEAR = 4  # a gear by itself

# Array `colored`, float32: blocks of COLORED_ROWS rows of eight lanes. Anchors and the vector between them at the start
# of the step, impulse of the substep, sum of impulses, inverse masses of the three rows.
COLORED_START_A = 0
COLORED_START_B = 3
COLORED_GAP = 6
COLORED_IMPULSE = 9
COLORED_SUM = 12
COLORED_MASS = 15
COLORED_ROWS = 18
COLORED_COLORS = 24

# Array `batch`, float32: cells of BATCH_ROWS rows of eight lanes. The first rows are those of colored joints; then
# levers and error of now, inverse of the pivot, softness, right side and solution, blocks that couple it to cells
# before it.
BATCH_START = 0
BATCH_IMPULSE = 9
BATCH_SUM = 12
BATCH_LEVER_A = 15
BATCH_LEVER_B = 18
BATCH_ERROR = 21
BATCH_PIVOT = 24
BATCH_GIVE = 30
BATCH_ANSWER = 33
BATCH_BLOCKS = 36
BATCH_NEIGHBORS = 3  # most blocks of a cell
BATCH_LEAST = 4  # fewer groups are faster one by one
BATCH_ROWS = BATCH_BLOCKS + 9 * BATCH_NEIGHBORS

# Array `batch_list`, int32: what makes a batch.
BATCH_STRIDE = 3
BATCH_BEGIN = 0  # place where its first group begins: the others are like it
BATCH_SIZE = 1  # joints of a group
BATCH_CELL = 2  # first cell

# Array `soft`, float32 [TIER.COUNT, SOFT_STRIDE]: push, mass scale and impulse scale of stops, substep [s] and its
# inverse.
SOFT_STRIDE = 10
SOFT_STEP = 3
SOFT_INV_STEP = 4
SOFT_USER = 5  # 1: some joints of the tier have axes of the user
SOFT_GEARS = 6  # 1: some joints of the tier are gears
SOFT_OVERCONSTRAINED = 8  # 1: some groups of the tier are overconstrained
SOFT_NUMBER = 7  # number of the substep, from 1; 0 for the last
SOFT_TAUT = 9  # 1: some links of the tier have more inertia than their own

#: Shorter levers swing no faster [m].
LEAST_LEVER = 0.01

# Passes of `solve_joints`.
PASS_BIASED = 0  # push errors out
PASS_RELAX = 1  # after bodies moved: measure anew, and take that push away again
PASS_BALANCE = 4  # before all others of a step: take velocities away that forces without a counterpart have left
PASS_SETTLE = 5  # in place of a warm start: find the forces of overconstrained groups anew
PASS_MEASURE = 2  # measure only; what is left to relax the next pass does along

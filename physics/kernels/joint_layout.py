"""Columns of the record arrays of joints. Row 0 is unused, so that 0 means none in the lists of a body.

A joint is a frame on each of its two bodies, and six axes along which the frame of b may be away from that of a: three
ways along x, y, z of the frame of a, then three angles. The angles are those of a turn about x of a, then about the y
that this turn made, then about z of b. Each axis is locked or free; a free one has a spring, a motor and a limit or
not. A hinge turns about x, a slider moves along x; what a universal joint turns about is x of a and z of b, which
never come together because the angle between is locked.
"""

AXES = 6
TURNING = 3  # the first axis that is an angle

# Record `info`, int32; the bits of an axis are 1 << axis.
JOINT_STRIDE = 16
JOINT_FLAGS = 0
JOINT_BODY_A = 1
JOINT_BODY_B = 2
JOINT_LOCKS = 3
JOINT_NEXT_A = 4  # neighbors in the lists of body a and of body b: joint * 2 + side
JOINT_PREV_A = 5
JOINT_NEXT_B = 6
JOINT_PREV_B = 7
JOINT_LIMITS = 8
JOINT_MOTORS = 9
JOINT_SPRINGS = 10
JOINT_STIFF = 11  # springs that are given in newtons, not as a frequency
JOINT_TYPE = 12

# Bits of JOINT_FLAGS.
JOINT_ALIVE = 1
JOINT_ENABLED = 2
JOINT_COLLIDES = 4  # the two bodies touch one another
JOINT_DISTANCE = 8  # axis 0 is not x but the direction from one anchor to the other, its position their distance
JOINT_BROKEN = 16

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

# Record `traits`, float32.
JOINT_TRAITS = 8
TRAIT_HERTZ = 0  # of what is locked; 0: as stiff as the substep allows
TRAIT_RATIO = 1
TRAIT_BREAK_FORCE = 2
TRAIT_BREAK_TORQUE = 3

# Record `result`, float32: force of each row of the last substep, HOLD ... MOTOR of each axis; angles and whole turns
# of the three angles; force and torque on body b over the last step, in world axes.
SLOTS = 4
SLOT_HOLD = 0  # lock or spring
SLOT_LOWER = 1
SLOT_UPPER = 2
SLOT_MOTOR = 3
RESULT_STRIDE = 40
RESULT_ANGLE = 24
RESULT_TURNS = 27
RESULT_FORCE = 30
RESULT_TORQUE = 33

# Record `work`, float32, of one step: impulses of the rows in this substep, as in `result`, and angles and turns; then
# levers, way between the anchors and rotations of the frames at the start of the step; the same now; axes and
# directions of turning in the world, positions along the six axes, errors of locked angles, inverses of the blocks of
# locked axes, effective masses of the axes alone, and the sum of impulses on body b.
WORK_ANGLE = RESULT_ANGLE
WORK_TURNS = RESULT_TURNS
WORK_START_A = 30
WORK_START_B = 33
WORK_START_GAP = 36
WORK_ROTATION_A = 39
WORK_ROTATION_B = 43
WORK_LEVER_A = 47  # from the center of a to the anchor of b
WORK_LEVER_B = 50
WORK_AXES = 53
WORK_TURNING = 62
WORK_POSITION = 71
WORK_ERROR = 77
WORK_BLOCK = 80  # xx xy xz yy yz zz
WORK_BLOCK_TURNING = 86
WORK_MASS = 92
WORK_SUM = 98
WORK_STRIDE = 104

# Column of the body record `motion`, else unused, that prepare_joints writes: what part of its inverse inertia joints
# move a body with, see there.
MOTION_EASE = 7

# Array `soft`, float32 [LEVELS, 8]: push, mass scale and impulse scale of what is locked, substep [s] and its inverse.
SOFT_STRIDE = 8
SOFT_STEP = 3
SOFT_INV_STEP = 4

"""Columns of the record arrays of bodies, and the bits of their flags.

Row 0 is reserved: it is the immovable nothing that fills unused lanes.
"""

# Kinds of bodies: FLAGS & KIND_BITS.
STATIC = 0
KINEMATIC = 1
DYNAMIC = 2
KIND_BITS = 3

# Further bits of FLAGS.
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
FLAG_REPORT_IMMOVABLE = 1 << 17  # contacts with what nothing pushes are found too, though they push nothing
FLAG_SOFT = 1 << 18  # stands for a soft body: never moved itself, see `kernels.soft`
FLAG_DISABLED = 1 << 16  # out of the trees and of all lists: nothing touches, moves or finds it
STILL_BITS = FLAG_FROZEN | FLAG_DISABLED  # a body with one of them is not moved, whatever its kind

# Body record `drive`, float32, written at the start of a step: acceleration and linear damping factor per substep,
# angular acceleration and angular damping factor, inertia about the center in world axes (xx xy xz yy yz zz),
# gyroscopic switch (GYROSCOPIC_...), unused.
DRIVE_STRIDE = 16
DRIVE_ACCELERATION = 0
DRIVE_DAMPING = 3
DRIVE_ANGULAR = 4
DRIVE_ANGULAR_DAMPING = 7
DRIVE_INERTIA = 8
DRIVE_GYROSCOPIC = 14
GYROSCOPIC_NONE = 0
GYROSCOPIC_SLOW = 1
GYROSCOPIC_FAST = 2  # it turns far within a substep, and no joint holds it

# Body record `turned`, float32, of a substep: angular velocity by which the body turned, unused; of bodies that spin
# fast also angular velocity before contacts changed it, unused, and angular momentum before that, unused.
TURNED_STRIDE = 12
TURNED_BEFORE = 4
TURNED_MOMENTUM = 8

# Body record `inv_inertia`, float32: world axes, xx xy xz yy yz zz; whether joints have added to the inertia, unused.
INERTIA_STRIDE = 8
INERTIA_ADDED = 6

# Body record `mass`, float32: inertia about the center of mass in body axes (xx xy xz yy yz zz), mass, radius of the
# least ball inside of one of its shapes [m], inverse of that inertia, unused. Zeros unless the body is dynamic.
MASS_STRIDE = 16
MASS_TOTAL = 6
MASS_INNER = 7
MASS_INVERSE = 8

# Body record `traits`, float32.
TRAIT_STRIDE = 12
TRAIT_GRAVITY_SCALE = 0
TRAIT_LINEAR_DAMPING = 1
TRAIT_ANGULAR_DAMPING = 2
TRAIT_EXTENT = 3  # distance from the center of mass to the farthest point [m]
TRAIT_SLEEP_TIME = 4  # how long the body has been slow [s]
TRAIT_SAG = 5  # overlap under the load of the last step that the base stiffness would leave [m]
TRAIT_LOADED = 6  # four timers [s], for tiers 1 to 4: see `tiers`
TRAIT_SLOW_SPEED = 10  # greatest speed in the first half of the time that it has been slow for [m/s]
TRAIT_TIER = 11  # least tier that it asks for

# Body record `target`, float64: center and rotation at the end of the step, and how long its velocities take there [s].
TARGET_STRIDE = 8
TARGET_ROTATION = 3
TARGET_TIME = 7

# Body record `links`, int32; -1 means none.
STRIDE = 8
FLAGS = 0
SHAPE = 1  # first shape
CONTACT = 2  # first contact edge: contact * 2 + side
AWAKE = 3  # position in the list of awake bodies
PARENT = 4  # union-find parent: the root names the island
RING = 5  # next body of a sleeping island, in a ring
SPLIT = 6  # of a root: steps, from 1 on, since a contact ended, so that the island may have come apart; see `islands`
TIER = 7  # its island takes 2^tier times the substeps of the world

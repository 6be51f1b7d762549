"""Tolerances and limits of the solver: unit, reason, and what breaks when they change.

They are tuned for things between a few centimeters and some tens of meters under earthly gravity, at 60 steps per
second of 4 substeps. Most of them are lengths or speeds, so a world of ants or of planets needs all of them scaled
together. Kernels take them as arguments, because a global would be frozen into the machine code.
"""

# ---- Time ------------------------------------------------------------------------------------------------------------

#: Shortest step [s]. Below it, movements vanish in the rounding of float32 and 1/dt makes impulses of noise.
STEP_MIN = 1e-5
#: Longest step [s]. Beyond it the contact springs get so soft that stacks sink, and fast things skip their contacts.
STEP_MAX = 0.1
#: Substeps per step of what carries little; loaded islands take up to 16 times as many, see CONTACT_SAG. Stiffness
#: grows with their square, cost in proportion.
SUBSTEPS = 4
#: Bounds of the substeps. At 64 a step costs more than it can win: the rounding of float32 outweighs the error of time.
SUBSTEPS_MIN = 1
SUBSTEPS_MAX = 64

# ---- Sizes -----------------------------------------------------------------------------------------------------------

#: Smallest radius or half extent [m]. Smaller things are far below the slop and fall through each other; together with
#: DENSITY_MIN it also keeps every inverse inertia (under 1e24) far inside the range of float32.
SIZE_MIN = 1e-4
#: Largest radius, half extent or distance of a plane [m]. At 100 km neighboring float32 numbers are 8 mm apart, more
#: than the slop: contacts on anything larger would jump.
SIZE_MAX = 1e5
#: Bounds of density [kg/m^3]: a vacuum better than that has no use, and no matter on Earth is a tenth as dense.
DENSITY_MIN = 1e-3
DENSITY_MAX = 1e6
#: Bounds of mass [kg]: just wider than the sizes times the densities, so that no mass and no inertia leaves float32.
MASS_MIN = 1e-15
MASS_MAX = 1e23
#: Moments of inertia that a body can be given [kg m^2]: the inverse of the least must be far inside of float32, and so
#: must the product of the largest with a fast spin.
INERTIA_MIN = 1e-24
INERTIA_MAX = 1e32
#: Largest coefficient of friction. Handbooks end near 2; at 10 a thing holds on a slope of 84 degrees. More only makes
#: the friction rows fight the normal rows.
FRICTION_MAX = 10.0
#: Most that friction across a grain may be of that along it, or the other way round; float32 solves no more.
GRAIN_RATIO_MAX = 1000.0

# ---- Contacts --------------------------------------------------------------------------------------------------------

#: Overlap that contacts leave alone [m], so that resting things keep touching. Smaller: contacts flicker and stacks
#: jitter. Larger: things visibly sink into each other.
LINEAR_SLOP = 0.005
#: Gap at which a contact already exists [m]; the solver lets the gap close, but not cross zero. Smaller: fast things
#: overlap for a step before they are pushed back. Larger: more contacts to solve, and rolling things feel ghosts.
SPECULATIVE_DISTANCE = 4.0 * LINEAR_SLOP
#: How far bounds in the broad phase are fattened: the lesser of AABB_MARGIN [m] and AABB_MARGIN_RATIO times the extent
#: of the shape. Smaller: things leave their bounds every step, and the tree works more. Larger: more useless pairs.
AABB_MARGIN = 0.05
AABB_MARGIN_RATIO = 0.125
#: A contact keeps its points, and only measures their gaps anew, while any point of the two shapes has moved less than
#: this [m] relative to the other since the points were found. Smaller: resting piles pay for collision tests that find
#: the same points again. Larger: points lag behind sliding edges, and things tip over edges that are not there.
RECYCLE_DISTANCE = 0.01
#: Stiffness of contacts [Hz], as the frequency of the spring that pushes overlaps out. It is further capped at
#: CONTACT_RATE_LIMIT times the rate of substeps, so 30 Hz at 240 substeps per second, 120 Hz at 960. Lower: stacks are
#: spongy, and towers bend like rubber. Higher: they jitter. Small islands that carry some hundred times their weight
#: take 32 or 64 substeps, with two and four times this frequency.
CONTACT_HERTZ = 120.0
CONTACT_RATE_LIMIT = 0.125
#: Overlap that a lasting load may press into a contact of the world's own substeps [m]. An island with more takes twice
#: the substeps, which quarters it, and again twice with four times as much. Smaller: everything takes many substeps.
#: Larger: towers lean, and heavy things on light ones sink in and tip over.
CONTACT_SAG = 0.003
#: How long a load must last before it counts [s], longer than an impact; and how long it counts after it has gone, so
#: that an island does not change its stiffness all the time.
LOAD_ONSET = 0.045
LOAD_HOLD = 0.5
#: Most bodies of an island that takes four times the substeps, and half of what all such islands have; larger ones, and
#: further ones, take twice as many at most, since they hold one another and would cost too much. An island that takes
#: 8 times the substeps has at most half as many bodies, one that takes 16 times a quarter.
LEVEL_SIZE = 256
#: Damping ratio of contacts; 1 is critical. So much damping makes overlaps creep out without a bounce. Lower: piles pop
#: apart. Higher: overlaps stay for long, and walls lean further while they settle.
CONTACT_DAMPING_RATIO = 5.0
#: Contacts that a program makes soft: lowest and highest frequency [Hz], of which the substeps may not follow the
#: highest, and greatest damping ratio.
CONTACT_HERTZ_MIN = 0.1
CONTACT_HERTZ_MAX = 10_000.0
DAMPING_RATIO_MAX = 100.0
#: Contacts with immovable bodies are stiffer, their frequency times this, or the weight of a pile would press its
#: lowest bodies through the ground.
STATIC_HERTZ_FACTOR = 2.0
#: Fastest push out of an overlap [m/s]. Lower: deep overlaps take visibly long to resolve. Higher: things created
#: inside each other explode.
PUSH_SPEED = 3.0
#: Slowest approach that bounces, unless a world says otherwise, per second of the step under earthly gravity [m/s^2]:
#: 1 m/s at 60 steps per second, 6 cm/s at 1,000. It grows with the step and with gravity since what gravity adds within
#: a step must not bounce, or stacks never rest; without gravity or force fields everything bounces. Lower than some
#: times gravity: stacks hop. Higher: a dropped ball stops while it still visibly jumps, at 5 cm.
RESTITUTION_THRESHOLD_RATE = 60.0
#: Slowest approach that is reported as a hit [m/s]. Lower: things that settle flood the events, and the sound.
HIT_SPEED = 1.0

# ---- Joints ----------------------------------------------------------------------------------------------------------

#: Damping ratio of what joints lock; their frequency is that of contacts with immovable bodies, 60 Hz at 240 substeps
#: per second. Lower: chains jitter. Higher: gaps close slowly, and fast joints open more.
JOINT_DAMPING_RATIO = 2.0

# ---- Motion ----------------------------------------------------------------------------------------------------------

#: Fastest movement of a body [m/s]; faster ones are clamped, and velocities beyond it are refused. At 60 steps per
#: second it is 33 m per step: more makes float32 movements coarser than the slop.
MAX_SPEED = 2000.0
#: Fastest rotation that may be set [rad/s]. In a step it is further clamped to a quarter turn per substep (377 rad/s at
#: 240 substeps per second), where the series for sine and cosine end.
MAX_SPIN = 2000.0
#: Farthest place from the origin [m]. Positions are float64, but bounds are float32, a meter coarse at 10,000 km.
POSITION_MAX = 1e7
#: Largest force, torque and impulse [N, N m, N s]: far from the end of float32, so that sums stay finite.
FORCE_MAX = 1e30
#: A body whose every point is slower than this [m/s] counts as resting. Lower: piles never fall asleep. Higher: slow
#: pendulums stop at their turning points.
SLEEP_SPEED = 0.05
#: How long all bodies of an island must rest before they sleep [s]. Shorter: a tower about to fall freezes. Longer:
#: piles cost time although nothing happens.
SLEEP_TIME = 0.5

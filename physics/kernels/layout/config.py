"""Array `config`, float64: parameters of a step."""

DT = 0
SUBSTEPS = 1
GRAVITY = 2
HERTZ = 5
DAMPING_RATIO = 6
PUSH_SPEED = 7
BOUNCE_SPEED = 8  # slowest approach that bounces [m/s]; if negative, minus that per second of the step
HIT_SPEED = 9
SLEEP_SPEED = 10
SLEEP_TIME = 11
SLEEPING = 12  # 0 or 1
WARM = 13  # 0 or 1
RECYCLE = 14  # largest relative movement for recycling a manifold [m]; 0 turns it off
SPECULATIVE = 15
MARGIN = 16
SPEED_MAX = 17
RATE_LIMIT = 18  # contact springs oscillate at most at this part of the substep rate
STATIC_HERTZ = 19  # factor for contacts with something immovable
MARGIN_RATIO = 20  # margins are at most this part of the size of a shape
SAG = 21  # overlap under load from which an island takes twice the substeps [m]
LOAD_ONSET = 22  # how long a load must last before it counts [s]
LOAD_HOLD = 23  # how long it counts after it has gone [s]
TIER_SIZE = 24  # most bodies of an island of the highest tier
JOINT_RATIO = 25  # damping ratio of what joints lock
SOFT = 26  # 1 when a program set the softness of contacts, else 0
SIZE = 27

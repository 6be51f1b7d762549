"""Kinds of events: the first column of `Events.info`; then contact, body a, body b, shape a, shape b.

`Events.value` holds position, normal, impulse (of sensor events: 1 if the sensor is b, else 0) and approach speed.
"""

BEGIN = 0
END = 1
HIT = 2
SENSOR_ENTER = 3
SENSOR_LEAVE = 4
ASLEEP = 5
AWAKE = 6
FROZEN = 7
JOINT_BROKEN = 8  # joint instead of contact; impulse and speed are force and torque
SOFT_TORN = 9  # body is the row of a soft body; impulse is how many vertices were parted
SOFT_BURST = 10
SOFT_YIELDED = 11
ATTACHMENT_BROKEN = 12  # of a soft body
STRIDE = 6

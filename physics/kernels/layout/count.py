"""Array `counts`, int64: what changes its length during a step."""

AWAKE = 0
ACTIVE = 1
MOVED = 2
CONTACT_TOP = 3  # rows ever used, the null row included
CONTACT_FREE = 4  # first free row, chained through CONTACT_NEXT_A; -1 none
CONTACTS = 5
EVENTS = 6
EVENTS_SEEN = 7  # events of the last step; later ones wait for the next
PLANES = 8
TOUCHING = 9
BLOCKS = 10
RECYCLED = 11
POINTS = 12
NEW_PAIRS = 13
FROZEN = 14  # bodies quarantined in the last step
ISLANDS_STALE = 15  # 1 after a body left: islands are united anew
SUBSTEPS = 16  # most substeps of any island in the last step
SIBLINGS = 17  # rows of contacts that are not the first of their pair
CHANGED = 18  # contacts that the collision stage of this step has something to change of
JOINT_TOP = 19  # rows of joints ever used, the unused first one included
SOFTS = 20  # soft bodies
SIZE = 21

"""Stages of a step whose time is taken: index in `times`."""

PAIRS = 0
COLLIDE = 1
CONTACTS = 2
PREPARE = 3
SUBSTEPS = 4
STORE = 5
FINALIZE = 6
SLEEP = 7
SOFT = 8  # within substeps and others: what soft bodies take

#: Their names, in this order.
NAMES = ("pairs", "collide", "contacts", "prepare", "substeps", "store", "finalize", "sleep", "soft")

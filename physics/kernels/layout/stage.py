"""Stages of a step whose time is taken: index in `times`."""

#: Names of the stages, in their order.
NAMES = ("pairs", "collide", "contacts", "prepare", "substeps", "store", "finalize", "sleep")

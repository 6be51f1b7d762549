"""Joints: handles, axes, frames, and the table of a world."""

"""Soft bodies: vertices that elements hold together, solved in the substeps of the rigid bodies."""

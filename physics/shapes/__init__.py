"""Shapes: what they are, their geometry, and how kernels read them."""

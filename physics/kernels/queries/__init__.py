"""Rays, casts, closest points and read-outs. Nothing here changes the world."""

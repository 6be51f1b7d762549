"""Slow, obvious geometry that judges the fast one."""

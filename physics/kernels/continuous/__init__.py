"""Continuous collision of fast bodies."""

"""Overlays of soft bodies."""

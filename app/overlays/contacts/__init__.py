"""Overlays of contacts: points, normals, impulses, friction."""

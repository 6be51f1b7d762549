"""Contacts of spheres, capsules, boxes and half-spaces by formulas of their own."""

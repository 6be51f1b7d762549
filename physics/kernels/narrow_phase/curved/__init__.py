"""Contacts of cylinders, cones and other round shapes."""

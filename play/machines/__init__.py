"""Machines to climb into and steer."""

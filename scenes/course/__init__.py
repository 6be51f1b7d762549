"""Stations of the obstacle course."""

"""Cameras and their arithmetic."""

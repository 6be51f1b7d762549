"""Scenes: one file each. A scene sees the `World`, never the window."""

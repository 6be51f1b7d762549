"""Debug overlays: arrays of the world to lines, points, tints and labels."""

"""Debug overlays, one file each: arrays of the world to lines, points, tints and labels."""

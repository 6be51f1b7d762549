"""Places around the scenes: one file each. They are looks alone, and touch nothing."""

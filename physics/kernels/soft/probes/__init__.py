"""Where soft bodies meet rigid shapes: which shapes count, where they are in the midst of a step, and rows."""

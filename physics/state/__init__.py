"""The arrays of a world, and states to go back to."""

"""What soft bodies do to one another, and to themselves: search for touches, their solution, momentum."""

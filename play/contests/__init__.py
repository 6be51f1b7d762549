"""Contests: laps, a rival, the shooting range, courses: clocks, points, medals and prizes, without a window."""

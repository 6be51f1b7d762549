"""For the eye only: sparks, smoke, flames, skid marks, lamps."""

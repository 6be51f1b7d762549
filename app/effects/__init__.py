"""Effects that are only drawn: sparks, smoke, flames, skid marks, lamps."""

"""Sound: synthesis of waves, voices that play them, devices, and what of a world is heard."""

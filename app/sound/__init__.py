"""Sound: waves made of numbers, voices that play them, a device or none, and who says what is heard."""

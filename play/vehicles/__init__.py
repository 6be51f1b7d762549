"""Cars: bodies, engines, tires, drivers."""

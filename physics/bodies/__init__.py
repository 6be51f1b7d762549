"""Bodies: handles, parts, definitions, mass, materials."""

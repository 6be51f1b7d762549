"""Models, textures and fonts, found by name."""

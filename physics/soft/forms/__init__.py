"""Forms of soft bodies: geometry at rest, apart from any world."""

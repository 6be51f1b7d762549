"""Force fields and explosions."""

"""Between soft bodies, and between two places of one: which features are close, and the rows that keep them apart."""

"""Soft bodies: from their views to vertices for the GPU. Nothing here needs a GPU."""

"""Broad phase: trees of bounding boxes, and pairs of shapes whose bounds overlap."""

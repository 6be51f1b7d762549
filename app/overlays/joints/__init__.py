"""Overlays of joints: ropes and springs that are always drawn, and everything else about joints on demand."""

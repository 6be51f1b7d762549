"""Distances of convex cores: GJK and support mappings."""

"""Narrow phase: contact points of pairs of shapes, from step to step."""

"""Contacts of convex bodies with flat faces."""

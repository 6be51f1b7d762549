"""Contacts with triangle meshes and height fields."""

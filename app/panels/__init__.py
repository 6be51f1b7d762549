"""Panels over the picture, made with Dear ImGui: each file is one, and registers itself."""

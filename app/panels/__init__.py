"""Panels over the picture, made with Dear ImGui: each file draws one, from what the shell knows."""

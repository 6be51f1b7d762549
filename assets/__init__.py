"""Models, and the pictures of the README."""

from assets.model import Model, load_model

__all__ = ["Model", "load_model"]

"""Models, and the pictures of the README."""

from assets.model import Model, Piece, load_model, load_pieces, mesh_of

__all__ = ["Model", "Piece", "load_model", "load_pieces", "mesh_of"]

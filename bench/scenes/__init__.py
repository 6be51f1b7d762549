"""The scenes that engines are compared on, as plain numbers."""

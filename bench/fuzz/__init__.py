"""Random cases, judged by slow references and plain models."""

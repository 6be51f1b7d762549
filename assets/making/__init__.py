"""Making of the models and pictures in `assets`: `python -m assets.making` writes all of them anew."""

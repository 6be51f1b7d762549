"""The passes of one picture, one file each, with its shaders beside it."""

"""Scenes: one file each, named `<category>_<name>.py`; the file name is the key on the command line."""

"""Islands: sleep, and substeps by load."""

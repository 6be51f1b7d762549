"""What the elements of a soft body do to its vertices and clusters, four side by side."""

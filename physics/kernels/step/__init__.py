"""The stages of a step that are not contacts or joints, and their order."""

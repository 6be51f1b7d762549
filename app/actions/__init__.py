"""What keys, buttons and wheels do: each action registers itself beside its code, with keys, group and help."""

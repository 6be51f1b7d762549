"""From keys, mouse and pads to actions."""

"""What the player works on the world with: picking, dragging, spawning, joining."""

"""Drawing: reads snapshots of the world, never the world itself."""

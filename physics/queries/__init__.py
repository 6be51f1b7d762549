"""Questions to a world: rays, shapes, read-outs, diagnostics, snapshots. Nothing here changes it."""

"""The village: one place to walk, drive and shoot in. `layout` says where everything is."""

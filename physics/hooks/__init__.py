"""Where programs hook into a step: callbacks, controllers, schedule, events."""

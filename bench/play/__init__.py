"""The village measured: step times, soak."""

"""The `bench` command: this engine measured, alone or beside other engines."""

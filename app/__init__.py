"""What the user can do: the command line, the set-up of the environment, and the program itself."""

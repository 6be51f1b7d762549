"""What the columns of the record arrays mean."""

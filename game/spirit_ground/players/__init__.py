"""Computer players of Spirit Ground."""

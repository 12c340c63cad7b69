"""Computer players of Adepts."""

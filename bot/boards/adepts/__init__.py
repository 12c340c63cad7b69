"""The board of Adepts."""

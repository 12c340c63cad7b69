"""The Harrowing in words."""

"""The panels of The Harrowing, as data."""

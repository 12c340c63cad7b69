"""The panels of Adepts, as data."""

"""The panels of Spirit Ground, as data."""

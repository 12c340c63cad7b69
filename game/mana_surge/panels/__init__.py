"""The panels of Mana Surge, as data."""
